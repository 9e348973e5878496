// SPDX-License-Identifier: MIT
// The prefix of the global names that <photopic/tone_map.glsl> includes: shaders of the module have names without one.
// The test finish.host_names finds a name that is missing here or in names_end.glsl.

// The host may have included these headers, with the structs' own names.
#undef PHOTOPIC_DISPLAY_H
#undef PHOTOPIC_LOOK_H

// photopic/display.h
#define DisplayParams photopic_DisplayParams

// photopic/look.h
#define LookTableParams photopic_LookTableParams
#define LookParams photopic_LookParams

// meter/luminance.glsl
#define luminance_bt709 photopic_luminance_bt709

// finish/tone_mappers.glsl
#define reinhard photopic_reinhard
#define reinhard_extended photopic_reinhard_extended
#define hable_curve photopic_hable_curve
#define hable photopic_hable
#define aces_narkowicz photopic_aces_narkowicz
#define product photopic_product
#define aces_hill photopic_aces_hill
#define agx_look photopic_agx_look
#define agx photopic_agx
#define agx_golden photopic_agx_golden
#define agx_golden_1_3 photopic_agx_golden_1_3
#define agx_punchy photopic_agx_punchy
#define pbr_neutral photopic_pbr_neutral
#define uchimura photopic_uchimura
#define lottes photopic_lottes

// display/primaries.glsl
#define kP3OfBt709 photopic_kP3OfBt709
#define kBt709OfP3 photopic_kBt709OfP3
#define kBt2020OfBt709 photopic_kBt2020OfBt709
#define kBt709OfBt2020 photopic_kBt709OfBt2020
#define kBt2020OfP3 photopic_kBt2020OfP3
#define kP3OfBt2020 photopic_kP3OfBt2020

// display/transfer.glsl
#define kPqM1 photopic_kPqM1
#define kPqC1 photopic_kPqC1
#define pq_of_nits_above photopic_pq_of_nits_above
#define pq_of_nits photopic_pq_of_nits
#define nits_of_pq photopic_nits_of_pq
#define kHlgA photopic_kHlgA
#define kHlgGamma photopic_kHlgGamma
#define kHlgPeakNits photopic_kHlgPeakNits
#define kLuminanceBt2020 photopic_kLuminanceBt2020
#define hlg_of_nits photopic_hlg_of_nits
#define nits_of_hlg photopic_nits_of_hlg
#define srgb_extended photopic_srgb_extended
#define linear_of_srgb_extended photopic_linear_of_srgb_extended
#define kPqM2 photopic_kPqM2
#define kPqC2 photopic_kPqC2
#define kPqC3 photopic_kPqC3
#define kHlgB photopic_kHlgB
#define kHlgC photopic_kHlgC

// display/operators.glsl
#define largest_of photopic_largest_of
#define bt2020_of_bt709 photopic_bt2020_of_bt709
#define pbr_neutral_hdr photopic_pbr_neutral_hdr
#define uchimura_hdr photopic_uchimura_hdr
#define lottes_hdr photopic_lottes_hdr
#define agx_hdr photopic_agx_hdr
#define gt7_curve photopic_gt7_curve
#define kLmsOfBt2020 photopic_kLmsOfBt2020
#define kBt2020OfLms photopic_kBt2020OfLms
#define kIctcpOfLms photopic_kIctcpOfLms
#define kLmsOfIctcp photopic_kLmsOfIctcp
#define ictcp_of_bt2020 photopic_ictcp_of_bt2020
#define bt2020_of_ictcp photopic_bt2020_of_ictcp
#define gt7 photopic_gt7
#define gt7_sdr photopic_gt7_sdr
#define gt7_hdr photopic_gt7_hdr
#define with_largest photopic_with_largest
#define kept_to photopic_kept_to
#define pq_of_nit photopic_pq_of_nit
#define bt2390 photopic_bt2390
#define bt2446a photopic_bt2446a
#define spline photopic_spline
#define kGuardWeights photopic_kGuardWeights
#define guard_luminance photopic_guard_luminance
#define guarded photopic_guarded
#define hue_of photopic_hue_of
#define with_hue photopic_with_hue
#define agx_sigmoid photopic_agx_sigmoid
#define agx_blender photopic_agx_blender

// display/lpm.glsl
#define LpmSettings photopic_LpmSettings
#define in_primaries photopic_in_primaries
#define luminance_row_of photopic_luminance_row_of
#define lpm photopic_lpm

// display/aces2.glsl
#define kAces2Adaptation photopic_kAces2Adaptation
#define kAces2White photopic_kAces2White
#define kAces2Lightness photopic_kAces2Lightness
#define aces2_compressed photopic_aces2_compressed
#define aces2_expanded photopic_aces2_expanded
#define aces2_toe photopic_aces2_toe
#define aces2_compress_chroma photopic_aces2_compress_chroma
#define aces2_axis photopic_aces2_axis
#define aces2_meeting photopic_aces2_meeting
#define aces2_compress_gamut photopic_aces2_compress_gamut
#define aces2_cusp photopic_aces2_cusp
#define kAces2Opponents photopic_kAces2Opponents
#define kAces2Responses photopic_kAces2Responses
#define aces2_reach photopic_aces2_reach
#define aces2_cones photopic_aces2_cones
#define aces2_rgb_of_cones photopic_aces2_rgb_of_cones
#define aces2 photopic_aces2

// finish/operator.glsl
#define tone_mapped photopic_tone_mapped
#define display_gamma photopic_display_gamma
#define max_input photopic_max_input
#define max_output photopic_max_output
#define kBt709Operators photopic_kBt709Operators
#define result_primaries photopic_result_primaries
#define clamped photopic_clamped
#define in_domain photopic_in_domain
#define limited photopic_limited

// display/gamut.glsl
#define rows_product photopic_rows_product
#define desaturated photopic_desaturated
#define soft_clipped photopic_soft_clipped
#define reference_compressed photopic_reference_compressed
#define gamut_mapped photopic_gamut_mapped

// lut/grade.glsl
#define has_stage photopic_has_stage
#define raised_positive photopic_raised_positive
#define with_cdl photopic_with_cdl
#define with_contrast photopic_with_contrast
#define kLuminanceBt709 photopic_kLuminanceBt709
#define with_saturation photopic_with_saturation
#define with_vibrance photopic_with_vibrance
#define smooth_rise photopic_smooth_rise
#define with_wheels photopic_with_wheels
#define oklab_of_bt709 photopic_oklab_of_bt709
#define bt709_of_oklab photopic_bt709_of_oklab
#define hue_curve photopic_hue_curve
#define with_hue_curves photopic_with_hue_curves
#define scene_graded photopic_scene_graded
#define with_lift_gamma_gain photopic_with_lift_gamma_gain

// display/decoded.glsl
#define decoded photopic_decoded

// lut/tetrahedron.glsl
#define Tetrahedron photopic_Tetrahedron
#define tetrahedron_at photopic_tetrahedron_at

// lut/table.glsl
#define table_node photopic_table_node
#define table_place photopic_table_place
#define through_curves photopic_through_curves
#define trilinear photopic_trilinear
#define through_cube photopic_through_cube
#define through_table photopic_through_table
#define acescct_of_linear photopic_acescct_of_linear
#define linear_of_acescct photopic_linear_of_acescct
#define logc3_of_linear photopic_logc3_of_linear
#define linear_of_logc3 photopic_linear_of_logc3
#define linlog_of_linear photopic_linlog_of_linear
#define linear_of_linlog photopic_linear_of_linlog
#define raised photopic_raised
#define lowered photopic_lowered

// lut/look.glsl
#define scene_look photopic_scene_look
#define through_custom photopic_through_custom
#define display_look photopic_display_look

// tone_map.glsl
#define nmax photopic_nmax
#define nclamp photopic_nclamp
