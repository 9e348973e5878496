// SPDX-License-Identifier: MIT
// Numbers shared by C++ and GLSL: parameter blocks, buffer layouts, binding numbers, limits. No algorithms. Structs
// hold only 4-byte scalars, so std430 and C++ agree.
#ifndef PHOTOPIC_INTERFACE_H
#define PHOTOPIC_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
namespace photopic::gpu {
using uint = std::uint32_t;
}
#endif
#include "photopic/display.h"
#include "photopic/effects.h"
#include "photopic/look.h"
#include "photopic/night.h"
#include "photopic/operators.h"
#include "photopic/weights.h"
#include "photopic/white_balance.h"

#ifdef __cplusplus
#define PHOTOPIC_LAYOUT(type, size_bytes) static_assert(sizeof(type) == (size_bytes), #type " layout");
namespace photopic::gpu {
#else
#define PHOTOPIC_LAYOUT(type, size_bytes)
#endif

// ---- specialisation constants ----
#define PHOTOPIC_SPEC_WORKGROUP_SIDE 0  // pyramid*: invocations per workgroup side, 8 or 16
#define PHOTOPIC_SPEC_STORE_LEVEL_0 1   // pyramid_hdr: 1 = level 0 is written too
#define PHOTOPIC_SPEC_TONE_MAPPER 0     // tone_map, single_pass fused: number of the operator, or _BAKED
#define PHOTOPIC_TONE_MAPPER_BAKED 32   // look from a LUT
#define PHOTOPIC_SPEC_DITHER 3          // tone_map, single_pass fused: PHOTOPIC_DITHER_*
#define PHOTOPIC_DITHER_OFF 0u
#define PHOTOPIC_DITHER_HASH 1u
#define PHOTOPIC_DITHER_BLUE 2u
#define PHOTOPIC_SPEC_EFFECTS 6        // tone_map, single_pass fused: PHOTOPIC_EFFECT_*
#define PHOTOPIC_SPEC_ENCODING 7       // tone_map, single_pass fused: PHOTOPIC_ENCODING_*
#define PHOTOPIC_SPEC_PACKING 8        // tone_map, single_pass fused, r32ui: PHOTOPIC_PACKING_*
#define PHOTOPIC_SPEC_CONVERT_INPUT 9  // all readers of the HDR image: 1 = its primaries may differ from BT.709
#define PHOTOPIC_SPEC_OPERATORS 12     // overlay_draw, bake: bits 1 << number of an operator
#define PHOTOPIC_SPEC_UI 15            // tone_map: 1 = an image may be drawn over the picture
#define PHOTOPIC_SPEC_LUT_SIZE 13      // bake, tone_map, single_pass fused: edge length of the LUT, nodes
#define PHOTOPIC_SPEC_HISTOGRAM 1      // single_pass: 1 = histogram and percentiles
#define PHOTOPIC_SPEC_WEIGHTS 2        // single_pass, weighted: bits 1 << number of a weight
#define PHOTOPIC_SPEC_EXTREMA 5        // single_pass: 1 = smallest and largest luminance
#define PHOTOPIC_SPEC_ADAPTATION 4     // adapt, single_pass: 1 = all of AdaptParams and wide ranges; 0 = common ones
#define PHOTOPIC_SPEC_BORDER 10        // tone_map, single_pass: 0 = tiles fit the image, and the whole image is metered
#define PHOTOPIC_SPEC_WHITE_BALANCE 14  // tone_map, single_pass: 1 = the state has white balance
#define PHOTOPIC_SPEC_BRANCHLESS 11     // single_pass: 1 = all texels take one path, without branches
#define PHOTOPIC_SPEC_MAX_CODE 25       // tone_map_signals_rgba16f, draw_codes: largest code of the picture
#define PHOTOPIC_SPEC_SRGB_TARGET 26    // draw_codes: 1 = the attachment applies sRGB's curve
#define PHOTOPIC_SPEC_SAMPLES 27        // tone_map_samples, *_samples of the meter: samples per texel of the HDR image
#define PHOTOPIC_MAX_HDR_SAMPLES 8u
#define PHOTOPIC_SPEC_HIGHLIGHTS_AND_BLACK 29  // single_pass with a histogram: 1 = highlight_stops and black_stops
#define PHOTOPIC_SPEC_LOOK 28                  // tone_map, draw: 1 = grade and tables are evaluated exactly
#define PHOTOPIC_SPEC_HALVES 30       // shaders that store floats in pictures: conversion to half, PHOTOPIC_HALVES_*
#define PHOTOPIC_SPEC_FILTERS_HDR 31  // final pass: 1 = the HDR image's sampler filters linearly
#define PHOTOPIC_HALVES_NONE 0u       // the target's floats aren't halves
#define PHOTOPIC_HALVES_BY_SUMS 1u
#define PHOTOPIC_HALVES_BY_PACKING 2u
#define PHOTOPIC_SPEC_SCALED 19     // draw_*: 1 = the picture's texels aren't those of the attachment
#define PHOTOPIC_SPEC_RECEPTORS 24  // adapt, single_pass: 1 = the state has receptors and a pupil

// ---- single_pass, tone_map: steps of a workgroup over an image ----
#define PHOTOPIC_STEP_SIDE 16  // side of the square that 256 invocations read at once, texels

// ---- log_luminance: HDR image -> log2 luminance, level 0 ----
#define PHOTOPIC_LOG_LUMINANCE_HDR 0    // sampler2D, scene-linear BT.709
#define PHOTOPIC_LOG_LUMINANCE_LEVEL 1  // image2D, r32f or r16f
#define PHOTOPIC_LOG_LUMINANCE_STATS 2  // buffer MeterStats
#define PHOTOPIC_LOG_LUMINANCE_GROUP_SIDE 16
#define PHOTOPIC_LOG_LUMINANCE_TILE_SIDE 32  // texels per workgroup side

struct LogLuminanceParams {
  uint origin_x;  // top left of the metered rectangle in the HDR image, texels
  uint origin_y;
  uint width;  // size of the metered rectangle, texels
  uint height;
  float min_log2;          // lower clamp of luminance, log2
  float max_log2;          // upper clamp of luminance, log2
  float luminance_of_red;  // PHOTOPIC_SPEC_CONVERT_INPUT: luminance of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
};
PHOTOPIC_LAYOUT(LogLuminanceParams, 36)

// Counts and extrema of log_luminance for the metered rectangle. Zero before the pass; adapt reads it and zeroes it.
// Luminances are IEEE-754 bit patterns, which order as unsigned integers for values >= 0. The minimum is inverted, so
// that zero means "none yet".
struct MeterStats {
  uint invalid_texels;               // NaN, +-Inf or negative luminance
  uint max_luminance_bits;           // bits of the largest valid luminance
  uint inverted_min_luminance_bits;  // ~bits of the smallest valid luminance
  uint reserved;
};
PHOTOPIC_LAYOUT(MeterStats, 16)

// ---- pyramid_hdr: HDR image -> first reduced level of the pyramid, and level 0 unless it is left out ----
#define PHOTOPIC_REDUCE_HDR_HDR 0      // sampler2D, scene-linear BT.709
#define PHOTOPIC_REDUCE_HDR_TARGET 1   // image2D, one mip level
#define PHOTOPIC_REDUCE_HDR_LEVEL_0 2  // image2D, level 0
#define PHOTOPIC_REDUCE_HDR_STATS 3    // buffer MeterStats
#define PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE 4
#define PHOTOPIC_REDUCE_MAX_PASSES 8

struct ReduceHdrParams {
  uint origin_x;  // as LogLuminanceParams
  uint origin_y;
  uint width;
  uint height;
  float min_log2;
  float max_log2;
  uint is_last;            // 1 = the target is the 1x1 level
  float factor_numerator;  // last pass: as ReduceParams
  float luminance_of_red;  // PHOTOPIC_SPEC_CONVERT_INPUT: luminance of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
};
PHOTOPIC_LAYOUT(ReduceHdrParams, 44)

// ---- pyramid: one level of the pyramid ----
#define PHOTOPIC_REDUCE_SOURCE 0  // sampler2D, one mip level
#define PHOTOPIC_REDUCE_TARGET 1  // image2D, one mip level
#define PHOTOPIC_REDUCE_STATS 2   // buffer MeterStats

struct ReduceParams {
  uint source_width;  // valid texels of the source level
  uint source_height;
  float factor_numerator;  // last pass: the average is multiplied by this and divided by the valid texels; else 0
  uint factor_texels;      // last pass: texels of the metered rectangle; the GPU subtracts invalid ones
  float edge_x;            // coverage of the last column, share of a full one; 0 = missing texels count as 0
  float edge_y;            // coverage of the last row, likewise
};
PHOTOPIC_LAYOUT(ReduceParams, 24)

// ---- adaptation: measurement -> exposure state; in adapt and at the end of single_pass ----
#define PHOTOPIC_ADAPT_MEAN 0    // sampler2D, the 1x1 mip
#define PHOTOPIC_ADAPT_STATS 1   // buffer MeterStats
#define PHOTOPIC_ADAPT_STATE 2   // buffer ExposureState
#define PHOTOPIC_ADAPT_TABLES 3  // buffer MeterTables; read only if a flag or a weight needs it

// Calibration constant K of reflected-light meters, ISO 2720, cd s / (m^2 lx); most camera makers use this value.
#define PHOTOPIC_METER_CALIBRATION_K 12.5
// Largest luminance that doesn't clip, as a multiple of 2^EV100: 78 / (100 q), with the lens factor q = 0.65 of ISO
// 12232.
#define PHOTOPIC_SATURATION_FACTOR 1.2
// Scene-linear value of a mid-grey card, which DLSS's exposure refers to.
#define PHOTOPIC_MID_GREY 0.18

// AdaptParams::flags
#define PHOTOPIC_ADAPT_FIXED 1u           // manual or camera mode: min_ev100 == max_ev100 is the EV
#define PHOTOPIC_ADAPT_HOLD 2u            // keeps the adapted EV
#define PHOTOPIC_ADAPT_CURVE 4u           // << PHOTOPIC_CURVE_*: MeterTables::curves has this curve
#define PHOTOPIC_ADAPT_FIRST_LIGHT 64u    // adapts at once to a brighter scene for the first PHOTOPIC_FIRST_LIGHT_S
#define PHOTOPIC_METER_FRACTION_SHIFT 8u  // single_pass: first bit of the number of fraction bits of log2 luminance

// Share of the weight that must be above black. Frames with less light move the exposure less.
#define PHOTOPIC_LEAST_LIT_SHARE 0.001
#define PHOTOPIC_FIRST_LIGHT_S 1.0

struct AdaptParams {
  uint texels;          // metered texels, valid and invalid
  uint flags;           // PHOTOPIC_ADAPT_*
  uint epoch_instance;  // number of the object that owns the state; another one in the state resets it
  uint epoch_reset;     // number of the last reset; an older one in the state resets it
  float delta_time_s;
  float min_ev100;
  float max_ev100;
  float compensation_ev;         // stops that are added to the exposure after adaptation
  float ev100_of_luminance_one;  // log2(100 / K)
  float black_log2;              // log2 luminance at and below which a frame is black and holds the state
  float to_bright_ev_per_s;      // speed of the linear phase
  float to_dark_ev_per_s;
  float to_bright_rate_per_s;  // rate of the exponential phase
  float to_dark_rate_per_s;
  float to_bright_transition_ev;  // distance to the target at which the exponential phase begins
  float to_dark_transition_ev;
  float slow_rate_ratio;  // rate of the second, slower exponential over the first; 0 = none
  float dead_band_ev;     // largest distance to the target that causes no movement
  float max_ev_per_s;     // limit of every movement except a reset
  float min_reversal_s;   // shortest time between two changes of direction
  float cut_low_ev;       // change of scene EV within a frame at which the cut detector begins to act
  float cut_high_ev;      // change at and above which it adapts at once; 0 = no detector
  float min_log2;         // lower clamp of luminance, log2; lower end of the histogram
  float max_log2;         // upper clamp of luminance, log2; upper end of the histogram
};
PHOTOPIC_LAYOUT(AdaptParams, 96)  // 16 n: MeterParams begins with it, and OpenGL has its push constants in std140

// AdaptParams with pre-exposure. Luminance limits in `adapt` refer to the image's values. The pass subtracts
// pre_exposure_log2 from the measurement.
struct AdaptPassParams {
  AdaptParams adapt;
  float pre_exposure_log2;  // log2 of Frame::pre_exposure
};
PHOTOPIC_LAYOUT(AdaptPassParams, 100)

// Exposure state of one view: fp32, in device memory, written by the adaptation only. `exposure` is first, so that any
// buffer that begins with one float can feed the tone mapper.
struct ExposureState {
  float exposure;             // multiplier for scene-linear colour
  float previous_exposure;    // exposure of the frame before
  float adapted_ev100;        // EV at ISO 100 after adaptation, before compensation
  float adapted_ev100_low;    // rounding residual of adapted_ev100, for short frames
  float target_ev100;         // EV at ISO 100 that adaptation moves toward: scene_ev100 after curves and limits
  float scene_ev100;          // EV at ISO 100 of the metered luminance
  float mean_log2_luminance;  // weighted mean over valid texels
  float min_luminance;        // smallest valid luminance before clamping; 0 = no valid texel, or not measured
  float max_luminance;        // largest valid luminance before clamping, likewise
  uint invalid_texels;        // texels with NaN, infinite or negative luminance, which don't count in the mean
  uint valid_texels;          // all other metered texels
  uint frames;                // frames adapted since the last reset
  uint epoch_instance;        // see AdaptParams
  uint epoch_reset;
  float metered_log2_luminance;   // log2 luminance of scene_ev100: the mean, or the result of the histogram
  float weight_sum;               // sum of weights of valid texels; without weights their number
  float adapted_luminance;        // luminance of a scene at adapted_ev100
  float previous_exposure_ratio;  // previous_exposure / exposure, to rescale pre-exposed history
  float dlss_exposure;            // 0.18 / (0.82 L) with L = adapted_luminance / 2^compensation
  float slow_offset_ev100;        // half the distance from the fast to the slow component; 0 = one component
  float slow_offset_ev100_low;    // rounding residual of slow_offset_ev100
  float direction;                // direction of the last movement: +1 to bright, -1 to dark, 0 none yet
  float reversal_age_s;           // seconds since the last change of direction
  float low_percentile_log2;      // histogram: log2 luminance at the low percentile
  float median_log2;              // histogram: log2 luminance at 50 %
  float high_percentile_log2;     // histogram: log2 luminance at the high percentile
  uint under_texels;              // histogram: valid texels below its range, which count in the first bin
  uint over_texels;               // histogram: valid texels above its range, which count in the last bin
  uint serial;                    // adaptations of this view; never reset, wraps
  float dark_share;               // black_stops: share of the weight that is too dark to count, [0, 1]; else 0
  float light_s;                  // black_stops: seconds since the view started, up to PHOTOPIC_FIRST_LIGHT_S; else 0
  uint checksum;                  // xor of the 31 words before it and PHOTOPIC_STATE_CHECKSUM_SEED; detects torn copies
  float glare_scattered_fraction;   // share of the light that the last picture's glare scattered; 0 = none yet
  float glare_removed_fraction;     // share of the light that firefly limits removed before that, likewise
  WhiteBalanceState white_balance;  // written with automatic white balance; else exported as zeros
  NightState night;                 // written with dark adaptation or pupil, mesopic_m with night vision; else zeros
};
PHOTOPIC_LAYOUT(ExposureState, 320)
#define PHOTOPIC_STATE_WORDS 34    // words of the exposure
#define PHOTOPIC_STATE_BALANCE 34  // first of PHOTOPIC_BALANCE_WORDS words of white balance
#define PHOTOPIC_STATE_NIGHT 64    // first of PHOTOPIC_NIGHT_WORDS words of night, one for each invocation of mesopic
#define PHOTOPIC_STATE_ALL_WORDS 80
// Word numbers of the members of ExposureState.
#define PHOTOPIC_STATE_EXPOSURE 0
#define PHOTOPIC_STATE_PREVIOUS_EXPOSURE 1
#define PHOTOPIC_STATE_ADAPTED_EV100 2
#define PHOTOPIC_STATE_ADAPTED_EV100_LOW 3
#define PHOTOPIC_STATE_TARGET_EV100 4
#define PHOTOPIC_STATE_SCENE_EV100 5
#define PHOTOPIC_STATE_MEAN_LOG2_LUMINANCE 6
#define PHOTOPIC_STATE_MIN_LUMINANCE 7
#define PHOTOPIC_STATE_MAX_LUMINANCE 8
#define PHOTOPIC_STATE_INVALID_TEXELS 9
#define PHOTOPIC_STATE_VALID_TEXELS 10
#define PHOTOPIC_STATE_FRAMES 11
#define PHOTOPIC_STATE_EPOCH_INSTANCE 12
#define PHOTOPIC_STATE_EPOCH_RESET 13
#define PHOTOPIC_STATE_METERED_LOG2_LUMINANCE 14
#define PHOTOPIC_STATE_WEIGHT_SUM 15
#define PHOTOPIC_STATE_ADAPTED_LUMINANCE 16
#define PHOTOPIC_STATE_PREVIOUS_EXPOSURE_RATIO 17
#define PHOTOPIC_STATE_DLSS_EXPOSURE 18
#define PHOTOPIC_STATE_SLOW_OFFSET_EV100 19
#define PHOTOPIC_STATE_SLOW_OFFSET_EV100_LOW 20
#define PHOTOPIC_STATE_DIRECTION 21
#define PHOTOPIC_STATE_REVERSAL_AGE_S 22
#define PHOTOPIC_STATE_LOW_PERCENTILE_LOG2 23
#define PHOTOPIC_STATE_MEDIAN_LOG2 24
#define PHOTOPIC_STATE_HIGH_PERCENTILE_LOG2 25
#define PHOTOPIC_STATE_UNDER_TEXELS 26
#define PHOTOPIC_STATE_OVER_TEXELS 27
#define PHOTOPIC_STATE_SERIAL 28
#define PHOTOPIC_STATE_DARK_SHARE 29
#define PHOTOPIC_STATE_LIGHT_S 30
#define PHOTOPIC_STATE_CHECKSUM 31
#define PHOTOPIC_STATE_GLARE_SCATTERED 32  // written by glare, after the adaptation
#define PHOTOPIC_STATE_GLARE_REMOVED 33
#define PHOTOPIC_STATE_CHECKSUM_SEED 0x50484f54u

// What the final pass binds for the exposure with acuity or night: one buffer less.
struct NightExposure {
  uint state[PHOTOPIC_STATE_NIGHT];  // copies of the exposure's words, as many as the final pass reads
  NightTable table;
};
PHOTOPIC_LAYOUT(NightExposure, 1568)

// ---- tables: settings that change rarely, in slots of a buffer that the CPU writes (ADR 13) ----
#define PHOTOPIC_CURVE_MAX_POINTS 16
#define PHOTOPIC_CURVE_COMPENSATION 0u  // stops over adapted EV100
#define PHOTOPIC_CURVE_TARGET 1u        // EV100 over scene EV100, as the limits
#define PHOTOPIC_CURVE_MIN 2u
#define PHOTOPIC_CURVE_MAX 3u
#define PHOTOPIC_CURVE_COUNT 4
#define PHOTOPIC_CLASS_WORDS 8  // bits of classes 0..255

// Piecewise linear: (x0, y0), (x1, y1), ... with x rising; constant beyond the ends.
struct CurveTable {
  uint count;
  float points[2 * PHOTOPIC_CURVE_MAX_POINTS];
};

#define PHOTOPIC_WEIGHT_ROW(number, Name, word, function, image, parameters) +1
#define PHOTOPIC_WEIGHT_COUNT (0 PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT_ROW))
struct MeterTables {
  CurveTable curves[PHOTOPIC_CURVE_COUNT];
  float weight_parameters[PHOTOPIC_WEIGHT_MAX_PARAMETERS * PHOTOPIC_WEIGHT_COUNT];  // weight by weight, as in its row
  uint classes[PHOTOPIC_CLASS_WORDS];                // bit i: texels of class i count; classes above 255 are 255
  uint percentiles;                                  // low | high << 16, of 65535
  float median_blend;                                // 0 = trimmed mean, 1 = median
  float luminance_row[3];                            // PHOTOPIC_SPEC_CONVERT_INPUT: row of the HDR image's primaries
  float highlight_stops;                             // limit of highlights above the metered luminance
  float highlight_share;                             // share of the weight that is highlights
  float black_stops;                                 // threshold of black below the scene's level
  float white_balance[PHOTOPIC_BALANCE_PARAMETERS];  // PHOTOPIC_BALANCE_*
  float input_to_bt709[9];                           // matrix by rows: HDR image's primaries to BT.709
  float night[PHOTOPIC_NIGHT_PARAMETERS];            // PHOTOPIC_NIGHT_*
};
PHOTOPIC_LAYOUT(MeterTables, 752 + 4 * PHOTOPIC_WEIGHT_MAX_PARAMETERS * PHOTOPIC_WEIGHT_COUNT)

// The LUT of a baked look and its shaper.
struct LutParams {
  float domain_to_bt709[9];  // primaries of the LUT's input to BT.709, by rows
  float shaper_gain;         // position of x between nodes = log2(1 + gain x) scale
  float shaper_scale;
  float max_input;  // input of the last node
  uint is_root;     // 1 = nodes are cube roots of display-linear colour over the headroom, in the limiting primaries
  float unit;       // is_root: stored value of paper white
};
PHOTOPIC_LAYOUT(LutParams, 56)

struct FinishTables {
  float operator_parameters[PHOTOPIC_OPERATOR_MAX_PARAMETERS];  // parameters of the operator, in the order of its row
  DisplayParams display;
  LutParams lut;
  LookParams look;  // for baked looks and PHOTOPIC_SPEC_LOOK; else zeros
  // Zeros if the effect is off.
  AberrationParams aberration;
  GlareParams glare;
  AcuityParams acuity;
  LensParams lens;
  LocalExposureParams local_exposure;
  NightParams night;
  SharpeningParams sharpening;
  GrainParams grain;
  uint noise_first;  // of FinishData's words of noise; by the slot, 0 in what settings make
};

// ---- single_pass: HDR image -> exposure state in one dispatch, and, fused, tone mapped image ----
#define PHOTOPIC_METER_HDR 0           // sampler2D, scene-linear BT.709
#define PHOTOPIC_METER_ACCUMULATORS 1  // buffer MeterAccumulators
#define PHOTOPIC_METER_STATE 2         // buffer ExposureState
#define PHOTOPIC_METER_TABLES 3        // buffer MeterTables
#define PHOTOPIC_METER_MASK 4          // weighted: sampler2D, stretched over the metered rectangle
#define PHOTOPIC_METER_DEPTH 5         // weighted: sampler2D, texel for texel
#define PHOTOPIC_METER_CLASSES 6       // weighted: usampler2D, texel for texel
#define PHOTOPIC_METER_COLUMNS 4       // METER_LOCAL: buffer of columns, as local_build's
// fused: PHOTOPIC_METER_TABLES has FinishData after MeterTables; image2D and a LUT after the bindings of the variant
#define PHOTOPIC_METER_LDR 4
#define PHOTOPIC_METER_LUT 5  // as PHOTOPIC_TONE_MAP_LUT
#define PHOTOPIC_METER_WEIGHTED_LDR 7
#define PHOTOPIC_METER_WEIGHTED_LUT 8

#define PHOTOPIC_METER_INVOCATIONS 256
#define PHOTOPIC_METER_STEPS_SIDE 2  // steps along the side of a tile
#define PHOTOPIC_METER_TILE_SIDE 32  // side of a tile, texels
// Fused: a tile is a band with as many texels: PHOTOPIC_METER_BAND_ROWS rows, and as many rows PHOTOPIC_STEP_SIDE
// texels below. Four bands, one below the other, are four square tiles side by side, and each invocation has the same
// texels.
#define PHOTOPIC_METER_BAND_WIDTH 128
#define PHOTOPIC_METER_BAND_ROWS 4
#define PHOTOPIC_METER_MAX_PARTIALS 2047      // workgroups of one measurement
#define PHOTOPIC_METER_MAX_PRODUCT_LOG2 31.0  // above, a product of four luminances could exceed the range of a float
#define PHOTOPIC_METER_MAX_FRACTION_BITS 20  // fraction bits of a quantised log2 luminance: half a unit is 4.8e-7 stops
// The 64-bit accumulator holds the sum in its low bits, arrivals above it up to bit 62, and in bit 63 whether a
// workgroup saw invalid texels. The sum takes as many bits as the number of texels needs, at most this many:
#define PHOTOPIC_METER_MAX_SUM_BITS 52
#define PHOTOPIC_WEIGHT_ONE 1024  // a weight of 1, quantised

// Bin i stands for min_log2 + i (max_log2 - min_log2) / 255. A value between two bins is split linearly.
#define PHOTOPIC_HISTOGRAM_BINS 256
#define PHOTOPIC_HISTOGRAM_FRACTION 256  // fixed-point unit of a position between two bins

struct MeterParams {
  AdaptParams adapt;
  uint origin;          // x | y << 16: top left of the metered rectangle in the HDR image, texels
  uint extent;          // width | height << 16, texels
  uint arrivals;        // workgroups of all dispatches of this measurement | workgroups before this dispatch << 16
  float min_luminance;  // exp2(adapt.min_log2)
  float max_luminance;
  uint frame_extent;        // fused: width | height << 16 of the tone mapped rectangle; METER_LOCAL: 1 = reads totals;
                            // HDR_LAYERS: the layer
  uint dither_seed;         // fused
  float pre_exposure_log2;  // as in AdaptPassParams
};
PHOTOPIC_LAYOUT(MeterParams, 128)

// Partial result of one workgroup of the portable implementation, which the last workgroup adds up.
struct MeterPartial {
  uint sum_low;  // 64-bit sum of weight * quantised log2 luminance
  uint sum_high;
  uint weight_low;  // 64-bit sum of weights
  uint weight_high;
  uint invalid_texels;
  uint max_luminance_bits;
  uint inverted_min_luminance_bits;
  uint under_texels;
  uint over_texels;
  uint reserved0;
  uint reserved1;
  uint reserved2;
};
PHOTOPIC_LAYOUT(MeterPartial, 48)

// Sums of the current measurement. Zero before the first measurement; the last workgroup zeroes them for the next one.
// The finished histogram and the partials are written before they are read.
struct MeterAccumulators {
#ifdef METER_INT64
  uint64_t total;
#else
  uint total_low;
  uint total_high;
#endif
  uint arrivals;  // portable implementation
  // int64 implementation: invalid_texels is valid if bit 63 of the total is set; all members with extrema or histogram.
  uint invalid_texels;
  uint max_luminance_bits;
  uint inverted_min_luminance_bits;
  uint under_texels;
  uint over_texels;
  // Values between two bins, as 64-bit sums in two words: bits 0..15 of each added value, and the rest.
  uint bin_weight_low[PHOTOPIC_HISTOGRAM_BINS];
  uint bin_weight_high[PHOTOPIC_HISTOGRAM_BINS];
  uint bin_offset_low[PHOTOPIC_HISTOGRAM_BINS];  // weight * position between the bins
  uint bin_offset_high[PHOTOPIC_HISTOGRAM_BINS];
  float finished_bins[PHOTOPIC_HISTOGRAM_BINS];  // weights of the last measurement
  MeterPartial partials[PHOTOPIC_METER_MAX_PARTIALS];
};
PHOTOPIC_LAYOUT(MeterAccumulators, 103408)
#define PHOTOPIC_METER_ZEROED_BYTES 4128  // first bytes of MeterAccumulators, zero before a measurement

// ---- tone_map: HDR image x exposure -> display-referred image ----
#define PHOTOPIC_TONE_MAP_HDR 0       // sampler2D, scene-linear BT.709
#define PHOTOPIC_TONE_MAP_LDR 1       // image2D, rgba8 (sRGB-encoded) or rgba16f (linear)
#define PHOTOPIC_TONE_MAP_EXPOSURE 2  // buffer whose first float is the exposure; acuity or night: NightExposure
#define PHOTOPIC_TONE_MAP_FINISH 3    // buffer FinishData, up to its last part that is read, or to words of noise
#define PHOTOPIC_TONE_MAP_LUT 4  // buffer of a LUT's nodes; PHOTOPIC_SPEC_LOOK: of the host's tables; else any buffer
#define PHOTOPIC_TONE_MAP_UI 5   // sampler2D, as the LDR image; any image without PHOTOPIC_TONE_MAP_HAS_UI
#define PHOTOPIC_TONE_MAP_FIRST_EFFECT 6  // images of effects' passes; any sampler2D without the effect
#define PHOTOPIC_TONE_MAP_GLARE 6
#define PHOTOPIC_TONE_MAP_ACUITY 7
#define PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE 8
#define PHOTOPIC_TONE_MAP_EFFECT_BINDINGS 3
// tone_map_light: buffer ContentLightSums
#define PHOTOPIC_TONE_MAP_LIGHT (PHOTOPIC_TONE_MAP_FIRST_EFFECT + PHOTOPIC_TONE_MAP_EFFECT_BINDINGS)

#define PHOTOPIC_TONE_MAP_INVOCATIONS 128  // small, so that some workgroups read while others compute
#define PHOTOPIC_TONE_MAP_STEPS 4          // steps of a tile, side by side; an invocation has one texel of each step
#define PHOTOPIC_TONE_MAP_STEP_WIDTH 32    // texels
#define PHOTOPIC_TONE_MAP_TILE_WIDTH 128
#define PHOTOPIC_TONE_MAP_TILE_HEIGHT 4

// ToneMapParams::flags
#define PHOTOPIC_TONE_MAP_HAS_UI 1u
#define PHOTOPIC_TONE_MAP_EFFECTS_SHIFT 8  // first bit of PHOTOPIC_EFFECT_*, the effects that are on

#define PHOTOPIC_BLUE_NOISE_SIDE 64
#define PHOTOPIC_BLUE_NOISE_WORDS (PHOTOPIC_BLUE_NOISE_SIDE * PHOTOPIC_BLUE_NOISE_SIDE / 2)
// Ranks of a tile of blue noise, two per word.
struct BlueNoise {
  uint ranks[PHOTOPIC_BLUE_NOISE_WORDS];
};
PHOTOPIC_LAYOUT(BlueNoise, 8192)

// A tile of grain, by rows. A word a texel: three numbers of 10 bits, for red, green and blue, the lowest first.
#define PHOTOPIC_GRAIN_SIDE_BITS 9
#define PHOTOPIC_GRAIN_SIDE (1 << PHOTOPIC_GRAIN_SIDE_BITS)  // texels
#define PHOTOPIC_GRAIN_WORDS (PHOTOPIC_GRAIN_SIDE * PHOTOPIC_GRAIN_SIDE)
#define PHOTOPIC_GRAIN_BITS 10
#define PHOTOPIC_GRAIN_MOST 3.0  // standard deviations; noise of a number is -3 at 0, 3 at the greatest number

struct ToneMapParams {
  uint source_x;  // top left of the rectangle in the HDR image, texels
  uint source_y;
  uint target_x;  // top left of the rectangle in the LDR image, texels
  uint target_y;
  uint width;  // size of the rectangle, texels
  uint height;
  uint dither_seed;  // selects the noise, for example the frame number
  int picture_x;     // top left of the whole picture in the HDR image, texels
  int picture_y;
  uint picture_width;
  uint picture_height;
  uint flags;                  // PHOTOPIC_TONE_MAP_*
  float inverse_pre_exposure;  // factor from the HDR image's colour to the scene's
};
PHOTOPIC_LAYOUT(ToneMapParams, 52)

// Light of a picture, summed by tone_map. A texel counts by its brightest stored channel. Zero before the picture.
// Integers, so that the order of texels doesn't matter.
struct ContentLightSums {
  uint max_nits_bits;  // bits of a float >= 0, which order as integers
  uint sum_low;        // 64-bit sum of nits * PHOTOPIC_CONTENT_LIGHT_UNIT: bits 0..15 of each added value
  uint sum_high;       // the same sum: the bits above
  uint texels;
};
PHOTOPIC_LAYOUT(ContentLightSums, 16)
#define PHOTOPIC_CONTENT_LIGHT_UNIT 64
#define PHOTOPIC_CONTENT_LIGHT_MAX_NITS 10000  // brighter texels count as this

// ---- bake: look -> LUT ----
#define PHOTOPIC_BAKE_NODES 0   // buffer of the LUT: a node is 3 halves in two words, red fastest
#define PHOTOPIC_BAKE_HEADER 1  // buffer LutHeader
#define PHOTOPIC_BAKE_FINISH 2  // as PHOTOPIC_TONE_MAP_FINISH
#define PHOTOPIC_BAKE_TABLES 3  // buffer of the host's tables, three floats a node; any buffer without
#define PHOTOPIC_BAKE_INVOCATIONS 128

struct BakeParams {
  uint hash_low;  // hash of the look to bake, not 0
  uint hash_high;
  uint tone_mapper;
};
PHOTOPIC_LAYOUT(BakeParams, 12)

// Identifies the look in a LUT. Zero before the first bake.
struct LutHeader {
  uint hash_low;
  uint hash_high;
  uint arrivals;  // finished workgroups of the current bake
  uint reserved;
};
PHOTOPIC_LAYOUT(LutHeader, 16)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
