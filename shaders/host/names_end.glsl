// SPDX-License-Identifier: MIT
// The end of names.glsl, and of all macros without a prefix: a host may use these names.

#undef PHOTOPIC_DISPLAY_H
#undef PHOTOPIC_LOOK_H

// photopic/display.h
#undef DisplayParams

// photopic/look.h
#undef LookTableParams
#undef LookParams

// meter/luminance.glsl
#undef luminance_bt709

// finish/tone_mappers.glsl
#undef reinhard
#undef reinhard_extended
#undef hable_curve
#undef hable
#undef aces_narkowicz
#undef product
#undef aces_hill
#undef agx_look
#undef agx
#undef agx_golden
#undef agx_golden_1_3
#undef agx_punchy
#undef pbr_neutral
#undef uchimura
#undef lottes

// display/primaries.glsl
#undef kP3OfBt709
#undef kBt709OfP3
#undef kBt2020OfBt709
#undef kBt709OfBt2020
#undef kBt2020OfP3
#undef kP3OfBt2020

// display/transfer.glsl
#undef kPqM1
#undef kPqC1
#undef pq_of_nits_above
#undef pq_of_nits
#undef nits_of_pq
#undef kHlgA
#undef kHlgGamma
#undef kHlgPeakNits
#undef kLuminanceBt2020
#undef hlg_of_nits
#undef nits_of_hlg
#undef srgb_extended
#undef linear_of_srgb_extended
#undef kPqM2
#undef kPqC2
#undef kPqC3
#undef kHlgB
#undef kHlgC

// display/operators.glsl
#undef largest_of
#undef bt2020_of_bt709
#undef pbr_neutral_hdr
#undef uchimura_hdr
#undef lottes_hdr
#undef agx_hdr
#undef gt7_curve
#undef kLmsOfBt2020
#undef kBt2020OfLms
#undef kIctcpOfLms
#undef kLmsOfIctcp
#undef ictcp_of_bt2020
#undef bt2020_of_ictcp
#undef gt7
#undef gt7_sdr
#undef gt7_hdr
#undef with_largest
#undef kept_to
#undef pq_of_nit
#undef bt2390
#undef bt2446a
#undef spline
#undef kGuardWeights
#undef guard_luminance
#undef guarded
#undef hue_of
#undef with_hue
#undef agx_sigmoid
#undef agx_blender

// display/lpm.glsl
#undef LpmSettings
#undef in_primaries
#undef luminance_row_of
#undef lpm

// display/aces2.glsl
#undef kAces2Adaptation
#undef kAces2White
#undef kAces2Lightness
#undef aces2_compressed
#undef aces2_expanded
#undef aces2_toe
#undef aces2_compress_chroma
#undef aces2_axis
#undef aces2_meeting
#undef aces2_compress_gamut
#undef aces2_cusp
#undef kAces2Opponents
#undef kAces2Responses
#undef aces2_reach
#undef aces2_cones
#undef aces2_rgb_of_cones
#undef aces2

// finish/operator.glsl
#undef tone_mapped
#undef display_gamma
#undef max_input
#undef max_output
#undef kBt709Operators
#undef result_primaries
#undef clamped
#undef in_domain
#undef limited

// display/gamut.glsl
#undef rows_product
#undef desaturated
#undef soft_clipped
#undef reference_compressed
#undef gamut_mapped

// lut/grade.glsl
#undef has_stage
#undef raised_positive
#undef with_cdl
#undef with_contrast
#undef kLuminanceBt709
#undef with_saturation
#undef with_vibrance
#undef smooth_rise
#undef with_wheels
#undef oklab_of_bt709
#undef bt709_of_oklab
#undef hue_curve
#undef with_hue_curves
#undef scene_graded
#undef with_lift_gamma_gain

// display/decoded.glsl
#undef decoded

// lut/tetrahedron.glsl
#undef Tetrahedron
#undef tetrahedron_at

// lut/table.glsl
#undef table_node
#undef table_place
#undef through_curves
#undef trilinear
#undef through_cube
#undef through_table
#undef acescct_of_linear
#undef linear_of_acescct
#undef logc3_of_linear
#undef linear_of_logc3
#undef linlog_of_linear
#undef linear_of_linlog
#undef raised
#undef lowered

// lut/look.glsl
#undef scene_look
#undef through_custom
#undef display_look

// tone_map.glsl
#undef nmax
#undef nclamp

// macros
#undef ACES2_ROWS
#undef DISPLAY
#undef DISPLAY_PRIMARIES_GLSL
#undef DISPLAY_TRANSFER_GLSL
#undef HEADROOM
#undef IS_BT709_OPERATOR
#undef LIMIT_PRIMARIES
#undef LOOK
#undef LOOK_VECTOR
#undef LPM_SETTINGS
#undef MIN_NITS
#undef OPERATORS
#undef PAPER_WHITE_NITS
#undef PARAMETER
#undef PEAK_NITS
#undef TABLE_NODES
#undef TABLE_PRODUCT
#undef TABLE_VECTOR
#undef TONE_MAPPER
#undef kIsHdr
