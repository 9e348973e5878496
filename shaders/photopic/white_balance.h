// SPDX-License-Identifier: MIT
// Numbers of automatic white balance that C++ and GLSL share: what is sampled, fits, parameters, words of the state.
// docs/white-balance.md derives them.
#ifndef PHOTOPIC_WHITE_BALANCE_H
#define PHOTOPIC_WHITE_BALANCE_H

// Up to this many metered texels all are looked at, up to 4 times as many one of 4, up to 16 times one of 16, of more
// one of 64, on a lattice of the HDR image.
#define PHOTOPIC_COLORS_TEXELS 131072u
// One texel of each square of this side for each of 256 invocations; `texels`: of the measurement.
#define PHOTOPIC_COLORS_SQUARE_SIDE(texels)         \
  ((texels) <= PHOTOPIC_COLORS_TEXELS         ? 16u \
   : (texels) <= 4u * PHOTOPIC_COLORS_TEXELS  ? 32u \
   : (texels) <= 16u * PHOTOPIC_COLORS_TEXELS ? 64u \
                                              : 128u)

// A texel adds weight * log ratio to sums of integers, 64 bits each, of which PHOTOPIC_COLORS_SUM_BITS are the sum's.
#define PHOTOPIC_COLORS_SUM_BITS 52
#define PHOTOPIC_COLORS_FRACTION_BITS 16  // of a quantised log ratio, where the sum has room for them
#define PHOTOPIC_COLORS_MAX_LOG_RATIO 8
#define PHOTOPIC_COLORS_WEIGHT_ONE 1023  // four texels with the largest log ratio fit 31 bits
// Largest weight * log ratio without fraction bits: 2^13, with its sign 2^14.
#define PHOTOPIC_COLORS_WHOLE_BITS 14

// Parameters of the adaptation, in the order of MeterTables::white_balance.
#define PHOTOPIC_BALANCE_DEGREE 0
#define PHOTOPIC_BALANCE_RATE_PER_S 1
#define PHOTOPIC_BALANCE_SLOW_RATE_RATIO 2  // of the second exponential over the first
#define PHOTOPIC_BALANCE_DEAD_BAND_DUV 3
#define PHOTOPIC_BALANCE_MAX_MIRED_PER_S 4
#define PHOTOPIC_BALANCE_MIN_MIRED 5
#define PHOTOPIC_BALANCE_MAX_MIRED 6
#define PHOTOPIC_BALANCE_MAX_DUV 7
#define PHOTOPIC_BALANCE_TO_CONES 8     // matrix by rows: linear BT.709 to cone responses
#define PHOTOPIC_BALANCE_FROM_CONES 17  // its inverse
#define PHOTOPIC_BALANCE_PARAMETERS 26

#ifdef __cplusplus
#include <cstdint>
namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Of one view: the light that colours are adapted to. Logarithms are those of ratios of linear BT.709: D65 is 0, 0.
struct WhiteBalanceState {
  float matrix[9];  // by rows, of linear BT.709: the light, as far as `adaptation_degree` says, becomes neutral
  float log2_rg;    // log2(R/G) and log2(B/G) of the light that the eye is adapted to in full
  float log2_bg;
  float log2_rg_low;  // rounding residuals: short frames add increments below the last bit
  float log2_bg_low;
  float slow_offset_rg;  // half the distance from the fast to the slow component
  float slow_offset_bg;
  float slow_offset_rg_low;  // their rounding residuals
  float slow_offset_bg_low;
  float temperature_k;  // of the light that the matrix makes neutral: nearest blackbody
  float duv;            // ... and its distance from the locus, CIE 1960, positive = green
  float estimate_rg;    // of the last measurement with anything to see: log2(R/G), log2(B/G)
  float estimate_bg;
  float estimate_k;  // of its nearest blackbody, unlimited
  float estimate_duv;
  float weight;   // sum of weights of the texels of the last measurement, each in [0, 1]
  uint frames;    // adapted since the first estimate after a reset; 0 = there was none yet
  uint checksum;  // xor of the 25 words before it, the serial and PHOTOPIC_STATE_CHECKSUM_SEED
  // As those of the exposure, which another pass writes at the same time.
  uint epoch_instance;
  uint epoch_reset;
  uint serial;
  float cut;  // [0, 1], of the last frame, where the exposure's settings have a detector
};

// ---- colors: HDR image -> light of the scene, beside single_pass and with its bindings and parameters ----
#define PHOTOPIC_COLORS_SUMS 1             // buffer ColorSums, in place of MeterAccumulators
#define PHOTOPIC_COLORS_MAX_PARTIALS 2047  // workgroups of one measurement
// What one workgroup leaves: 64-bit sums in two words.
struct ColorPartial {
  uint weight_low;
  uint weight_high;
  uint rg_low;
  uint rg_high;
  uint bg_low;
  uint bg_high;
};

struct ColorSums {
  uint arrivals;  // zero before the first measurement; whoever ends one leaves zero for the next
  uint reserved;
  ColorPartial partials[PHOTOPIC_COLORS_MAX_PARTIALS];
};

#ifdef __cplusplus
static_assert(sizeof(WhiteBalanceState) == 120, "WhiteBalanceState layout");
static_assert(sizeof(ColorPartial) == 24, "ColorPartial layout");
static_assert(sizeof(ColorSums) == 49136, "ColorSums layout");
}  // namespace photopic::gpu
#endif
// Word numbers of its members.
#define PHOTOPIC_BALANCE_WORDS 30
#define PHOTOPIC_BALANCE_MATRIX 0
#define PHOTOPIC_BALANCE_LOG2 9
#define PHOTOPIC_BALANCE_LOG2_LOW 11
#define PHOTOPIC_BALANCE_SLOW_OFFSET 13
#define PHOTOPIC_BALANCE_SLOW_OFFSET_LOW 15
#define PHOTOPIC_BALANCE_TEMPERATURE 17
#define PHOTOPIC_BALANCE_DUV 18
#define PHOTOPIC_BALANCE_ESTIMATE 19
#define PHOTOPIC_BALANCE_ESTIMATE_K 21
#define PHOTOPIC_BALANCE_ESTIMATE_DUV 22
#define PHOTOPIC_BALANCE_WEIGHT 23
#define PHOTOPIC_BALANCE_FRAMES 24
#define PHOTOPIC_BALANCE_CHECKSUM 25
#define PHOTOPIC_BALANCE_EPOCH_INSTANCE 26
#define PHOTOPIC_BALANCE_EPOCH_RESET 27
#define PHOTOPIC_BALANCE_SERIAL 28
#define PHOTOPIC_BALANCE_CUT 29

#endif
