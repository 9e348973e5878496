// SPDX-License-Identifier: MIT
// What C++ and GLSL share: parameter blocks, buffer layouts, binding numbers, limits. Numbers only, never algorithms.
// Structs hold 4-byte scalars alone, so that std430 and C++ agree by construction.
#ifndef PHOTOPIC_INTERFACE_H
#define PHOTOPIC_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
#define POSTFX_LAYOUT(type, size_bytes) \
  static_assert(sizeof(type) == (size_bytes) && (size_bytes) % 4 == 0 && (size_bytes) <= 128, #type " layout");
namespace photopic::gpu {
using uint = std::uint32_t;
#else
#define POSTFX_LAYOUT(type, size_bytes)
#endif

// ---- specialisation constants ----
#define POSTFX_SPEC_WORKGROUP_SIDE 0  // reduce: invocations per workgroup side, 8 or 16
#define POSTFX_SPEC_LINEAR_TAP 1      // reduce: 1 = bilinear tap as published, 0 = gather and select
#define POSTFX_SPEC_TONE_MAPPER 0     // tone_map: one of POSTFX_TONE_MAPPER_*

// ---- log_luminance: HDR image -> log2 luminance, level 0 ----
#define POSTFX_LOG_LUMINANCE_HDR 0    // sampler2D, scene-linear BT.709
#define POSTFX_LOG_LUMINANCE_LEVEL 1  // image2D, r32f or r16f
#define POSTFX_LOG_LUMINANCE_STATS 2  // buffer MeterStats
#define POSTFX_LOG_LUMINANCE_GROUP_SIDE 16
#define POSTFX_LOG_LUMINANCE_TILE_SIDE 32  // texels per workgroup side

struct LogLuminanceParams {
  uint origin_x;  // texels, top-left of the metered rectangle in the HDR image
  uint origin_y;
  uint width;  // texels of the metered rectangle
  uint height;
  float min_log2;  // log2 of the luminance that darker texels are raised to
  float max_log2;  // log2 of the luminance that brighter texels are lowered to
};
POSTFX_LAYOUT(LogLuminanceParams, 24)

// Sums over the metered rectangle; zero-filled before log_luminance runs. Luminances are IEEE-754 bit patterns, which
// order as unsigned integers for values >= 0; the minimum is kept inverted so that zero means "none yet".
struct MeterStats {
  uint invalid_texels;               // NaN, +-Inf or negative luminance
  uint max_luminance_bits;           // of valid texels
  uint inverted_min_luminance_bits;  // ~bits of the smallest valid luminance
  uint reserved;
};
POSTFX_LAYOUT(MeterStats, 16)

// ---- reduce: one level of the pyramid ----
#define POSTFX_REDUCE_SOURCE 0  // sampler2D, one mip level
#define POSTFX_REDUCE_TARGET 1  // image2D, one mip level
#define POSTFX_REDUCE_STATS 2   // buffer MeterStats
#define POSTFX_REDUCE_TEXELS_PER_INVOCATION_SIDE 4
#define POSTFX_REDUCE_MAX_PASSES 8

struct ReduceParams {
  uint source_width;  // valid texels of the source level
  uint source_height;
  float factor_numerator;  // last pass: virtual texel count b^(2 passes) (a power of two); other passes: 0 = no factor
  uint factor_texels;      // last pass: texels of the metered rectangle; invalid ones are subtracted on the GPU
};
POSTFX_LAYOUT(ReduceParams, 16)

// ---- adapt: measured mean -> exposure state ----
#define POSTFX_ADAPT_MEAN 0   // sampler2D, the 1x1 mip
#define POSTFX_ADAPT_STATS 1  // buffer MeterStats
#define POSTFX_ADAPT_STATE 2  // buffer ExposureState

// Reflected-light meter calibration constant K of ISO 2720, cd s / (m^2 lx): the value that camera makers share.
#define POSTFX_METER_CALIBRATION_K 12.5
// Largest luminance that doesn't clip, as a multiple of 2^EV100: 78 / (100 q), with the lens factor q = 0.65 of ISO
// 12232.
#define POSTFX_SATURATION_FACTOR 1.2

#define POSTFX_EXPOSURE_AUTOMATIC 0
#define POSTFX_EXPOSURE_FIXED 1  // manual EV and physical camera

struct AdaptParams {
  uint texels;          // metered, valid and invalid
  uint mode;            // POSTFX_EXPOSURE_*
  uint hold;            // 1 = keep the adapted EV
  uint epoch_instance;  // the state belongs to this object ...
  uint epoch_reset;     // ... and to this reset or a later one; else the measured value is taken at once
  float delta_time_s;
  float min_ev100;
  float max_ev100;
  float fixed_ev100;      // POSTFX_EXPOSURE_FIXED
  float compensation_ev;  // stops added to the exposure after adaptation
  float to_bright_ev_per_s;
  float to_dark_ev_per_s;
  float to_bright_rate_per_s;  // of the exponential phase
  float to_dark_rate_per_s;
  float transition_ev;  // distance at which the linear phase hands over to the exponential one
};
POSTFX_LAYOUT(AdaptParams, 60)

// One per view, fp32, in device memory, written by adapt alone. `exposure` comes first, so that any buffer that starts
// with one float can feed the tone mapper.
struct ExposureState {
  float exposure;             // multiplier for scene-linear colour
  float previous_exposure;    // of the frame before
  float adapted_ev100;        // EV at ISO 100 after adaptation, before compensation
  float adapted_ev100_low;    // rounding residual of adapted_ev100: short frames add increments below its last bit
  float target_ev100;         // where adaptation is heading: the scene's EV within [min_ev100, max_ev100]
  float scene_ev100;          // metered
  float mean_log2_luminance;  // metered, over valid texels
  float min_luminance;        // of valid texels, before clamping; 0 if there are none
  float max_luminance;
  uint invalid_texels;  // NaN, +-Inf or negative luminance: excluded from the mean
  uint valid_texels;
  uint frames;          // adapted since the last reset
  uint epoch_instance;  // see AdaptParams
  uint epoch_reset;
  uint reserved0;
  uint reserved1;
};
POSTFX_LAYOUT(ExposureState, 64)

// ---- tone_map: HDR image x exposure -> display-referred image ----
#define POSTFX_TONE_MAP_HDR 0       // sampler2D, scene-linear BT.709
#define POSTFX_TONE_MAP_LDR 1       // image2D, rgba8 (sRGB-encoded) or rgba16f (linear)
#define POSTFX_TONE_MAP_EXPOSURE 2  // buffer whose first float is the exposure
#define POSTFX_TONE_MAP_GROUP_SIDE 8

#define POSTFX_TONE_MAPPER_NONE 0
#define POSTFX_TONE_MAPPER_REINHARD 1
#define POSTFX_TONE_MAPPER_REINHARD_EXTENDED 2
#define POSTFX_TONE_MAPPER_HABLE 3
#define POSTFX_TONE_MAPPER_ACES_NARKOWICZ 4
#define POSTFX_TONE_MAPPER_ACES_HILL 5
#define POSTFX_TONE_MAPPER_AGX 6
#define POSTFX_TONE_MAPPER_AGX_GOLDEN 7
#define POSTFX_TONE_MAPPER_AGX_PUNCHY 8
#define POSTFX_TONE_MAPPER_PBR_NEUTRAL 9
#define POSTFX_TONE_MAPPER_UCHIMURA 10
#define POSTFX_TONE_MAPPER_LOTTES 11
#define POSTFX_TONE_MAPPER_COUNT 12

struct ToneMapParams {
  uint source_x;  // texels, top-left of the rectangle in the HDR image
  uint source_y;
  uint target_x;  // and in the LDR image
  uint target_y;
  uint width;  // texels of the rectangle
  uint height;
  uint dither;           // 1 = triangular noise of +-1 code value before quantisation
  uint dither_seed;      // changes the noise; the frame number, say
  float reinhard_white;  // extended Reinhard: smallest exposed luminance that maps to 1
  float hable_white;     // Hable: his W, the exposed value after his exposure bias of 2 that maps to 1
};
POSTFX_LAYOUT(ToneMapParams, 40)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
