// SPDX-License-Identifier: MIT
// Automatic white balance, shared by C++ and GLSL: sampling, parameters, words of the state. docs/white-balance.md
// derives the numbers.
#ifndef PHOTOPIC_WHITE_BALANCE_H
#define PHOTOPIC_WHITE_BALANCE_H

// Sampling on a lattice of the HDR image: all texels of a region of up to this many texels, one of 4 up to 4 times as
// many, one of 16 up to 16 times as many, else one of 64.
#define PHOTOPIC_COLORS_TEXELS 131072u
// Side of a workgroup's square, texels: its 256 invocations read one sample each. `texels`: metered texels.
#define PHOTOPIC_COLORS_SQUARE_SIDE(texels)         \
  ((texels) <= PHOTOPIC_COLORS_TEXELS         ? 16u \
   : (texels) <= 4u * PHOTOPIC_COLORS_TEXELS  ? 32u \
   : (texels) <= 16u * PHOTOPIC_COLORS_TEXELS ? 64u \
                                              : 128u)

// A texel adds weight * log ratio to 64-bit integers, in which the sum takes PHOTOPIC_COLORS_SUM_BITS bits.
#define PHOTOPIC_COLORS_SUM_BITS 52
#define PHOTOPIC_COLORS_FRACTION_BITS 16  // fraction bits of a quantised log ratio; fewer if the sum has no room
#define PHOTOPIC_COLORS_MAX_LOG_RATIO 8
#define PHOTOPIC_COLORS_WEIGHT_ONE 1023  // four texels with the largest log ratio fit 31 bits
// Largest weight * log ratio without fraction bits: 2^13, with its sign 2^14.
#define PHOTOPIC_COLORS_WHOLE_BITS 14

// Parameters of the adaptation, in the order of MeterTables::white_balance.
#define PHOTOPIC_BALANCE_DEGREE 0
#define PHOTOPIC_BALANCE_RATE_PER_S 1
#define PHOTOPIC_BALANCE_SLOW_RATE_RATIO 2  // rate of the second exponential over the first
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

// State of one view: the adapted light. Logarithms are of ratios of linear BT.709; D65 is (0, 0).
struct WhiteBalanceState {
  float matrix[9];    // by rows, for linear BT.709: makes the share `adaptation_degree` of the light neutral
  float log2_rg;      // log2(R/G) of the adapted light, before adaptation_degree
  float log2_bg;      // log2(B/G) of it
  float log2_rg_low;  // rounding residuals for short frames
  float log2_bg_low;
  float slow_offset_rg;  // half the distance from the fast to the slow component
  float slow_offset_bg;
  float slow_offset_rg_low;  // rounding residuals
  float slow_offset_bg_low;
  float temperature_k;  // nearest blackbody of the light that the matrix makes neutral, K
  float duv;            // distance of that light from the locus, CIE 1960 uv, positive = green
  float estimate_rg;    // log2(R/G) of the last valid measurement
  float estimate_bg;    // log2(B/G) of it
  float estimate_k;     // nearest blackbody of it, K, without limits
  float estimate_duv;   // distance of it from the locus
  float weight;         // sum of texel weights of the last measurement, each in [0, 1]
  uint frames;          // frames adapted since the first estimate after a reset; 0 = no estimate yet
  uint checksum;        // xor of the 25 words before it, the serial and PHOTOPIC_STATE_CHECKSUM_SEED
  // Same meaning as in ExposureState, which another pass writes at the same time.
  uint epoch_instance;
  uint epoch_reset;
  uint serial;
  float cut;  // result of the cut detector for the last frame, [0, 1]
};

// ---- colors: HDR image -> light of the scene; runs beside single_pass with the same bindings and parameters ----
#define PHOTOPIC_COLORS_SUMS 1             // buffer ColorSums, in place of MeterAccumulators
#define PHOTOPIC_COLORS_MAX_PARTIALS 2047  // workgroups of one measurement
// Sums of one workgroup, 64 bits in two words each.
struct ColorPartial {
  uint weight_low;
  uint weight_high;
  uint rg_low;
  uint rg_high;
  uint bg_low;
  uint bg_high;
};

struct ColorSums {
  uint arrivals;  // workgroups that have finished; 0 before and after a measurement
  uint reserved;
  ColorPartial partials[PHOTOPIC_COLORS_MAX_PARTIALS];
};

#ifdef __cplusplus
static_assert(sizeof(WhiteBalanceState) == 120, "WhiteBalanceState layout");
static_assert(sizeof(ColorPartial) == 24, "ColorPartial layout");
static_assert(sizeof(ColorSums) == 49136, "ColorSums layout");
}  // namespace photopic::gpu
#endif
// Word numbers of the members of WhiteBalanceState.
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
