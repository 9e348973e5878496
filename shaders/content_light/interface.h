// SPDX-License-Identifier: MIT
// Constants, parameter blocks and buffers of the meter of content light, shared by C++ and GLSL. Never algorithms.
#ifndef PHOTOPIC_CONTENT_LIGHT_INTERFACE_H
#define PHOTOPIC_CONTENT_LIGHT_INTERFACE_H
#include "photopic/interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

#define PHOTOPIC_CONTENT_LIGHT_INVOCATIONS 128  // of both passes
#define PHOTOPIC_CONTENT_LIGHT_TILE_SIDE 32     // texels
#define PHOTOPIC_CONTENT_LIGHT_MAX_TILES 63     // of a workgroup: its bins have 16 bits

// Bins of histograms: 64 of an octave, equal parts of nits, from 2^-20 nits. Darker texels are in bin 0. The bin is the
// upper bits of the float.
#define PHOTOPIC_CONTENT_LIGHT_BINS 2176
#define PHOTOPIC_CONTENT_LIGHT_MIN_LOG2 -20
#define PHOTOPIC_CONTENT_LIGHT_BIN_SHIFT 17
#define PHOTOPIC_CONTENT_LIGHT_FIRST_BIN ((127 + PHOTOPIC_CONTENT_LIGHT_MIN_LOG2) << 6)
#define PHOTOPIC_CONTENT_LIGHT_INVOCATION_BINS 17  // bins that an invocation of the end has

// Words of the totals. Sums of 64 bits have two, the low one first. They are sums of what four texels make.
#define PHOTOPIC_CONTENT_LIGHT_BRIGHTEST 0      // sum of the texels' brightest channels
#define PHOTOPIC_CONTENT_LIGHT_LUMINANCE 2      // sum of luminances
#define PHOTOPIC_CONTENT_LIGHT_LOG2 4           // sum of log2 luminance - MIN_LOG2, of texels above black
#define PHOTOPIC_CONTENT_LIGHT_INVALID 6        // texels that are NaN, infinite or of a luminance below 0
#define PHOTOPIC_CONTENT_LIGHT_LIT 7            // texels above black
#define PHOTOPIC_CONTENT_LIGHT_BEYOND_BT709 8   // texels
#define PHOTOPIC_CONTENT_LIGHT_BEYOND_P3 9      // texels
#define PHOTOPIC_CONTENT_LIGHT_MAX 10           // brightest channel, bits of a float
#define PHOTOPIC_CONTENT_LIGHT_INVERTED_MIN 11  // least luminance, inverted bits of a float
#define PHOTOPIC_CONTENT_LIGHT_TOTALS 12
#define PHOTOPIC_CONTENT_LIGHT_WIDE_TOTALS 6  // words of sums of 64 bits
#define PHOTOPIC_CONTENT_LIGHT_SUM_UNIT 32768.0
#define PHOTOPIC_CONTENT_LIGHT_LOG2_UNIT 2048.0

// A texel is beyond primaries if a channel in them is below this share of its brightest one: what rounding of codes and
// of matrices moves a colour on the border.
#define PHOTOPIC_CONTENT_LIGHT_BORDER 1e-3

struct ContentLightParams {
  uint width;  // of the picture, texels
  uint height;
  uint tile_columns;
  uint tiles;
  uint workgroups;
  float nits;  // of what is stored as 1; 1 for encodings that are absolute
  uint object_low;
  uint object_high;
  uint number_low;  // of the frame, for the result
  uint number_high;
};
PHOTOPIC_LAYOUT(ContentLightParams, 40)

// The first PHOTOPIC_CONTENT_LIGHT_ZEROED_BYTES are 0 before a measurement: the end leaves zeros.
struct ContentLightTotals {
  uint words[PHOTOPIC_CONTENT_LIGHT_TOTALS];
  uint luminance_bins[PHOTOPIC_CONTENT_LIGHT_BINS];
  uint brightest_bins[PHOTOPIC_CONTENT_LIGHT_BINS];
  uint object_low;  // whose serial it is; see ADR 2
  uint object_high;
  uint serial;  // of the last result
};
PHOTOPIC_LAYOUT(ContentLightTotals, 17468)
#define PHOTOPIC_CONTENT_LIGHT_ZEROED_BYTES 17456

// ---- content_light_sums: workgroups add what they find to the totals ----
#define PHOTOPIC_CONTENT_LIGHT_SUMS_PICTURE 0  // sampler2D
#define PHOTOPIC_CONTENT_LIGHT_SUMS_TOTALS 1   // buffer ContentLightTotals

#define PHOTOPIC_CONTENT_LIGHT_SPEC_ENCODING 0  // PHOTOPIC_ENCODING_* of the picture, not automatic
#define PHOTOPIC_CONTENT_LIGHT_SPEC_PEAK 1      // largest code of channels that a table decodes; 0: no table

// ---- content_light_end: one workgroup takes the totals ----
#define PHOTOPIC_CONTENT_LIGHT_END_TOTALS 0     // buffer ContentLightTotals
#define PHOTOPIC_CONTENT_LIGHT_END_HISTOGRAM 1  // buffer uint[PHOTOPIC_CONTENT_LIGHT_BINS], of luminance
#define PHOTOPIC_CONTENT_LIGHT_END_RESULT 2     // buffer ContentLightResult, read by the CPU

// Parts of 10000 of the texels: of luminance, the last one of the brightest channels.
#define PHOTOPIC_CONTENT_LIGHT_PERCENTILES 6
#define PHOTOPIC_CONTENT_LIGHT_SHARES 100, 1000, 5000, 9000, 9900, 9999

struct ContentLightResult {
  uint serial;
  uint number_low;
  uint number_high;
  uint texels;  // of the picture
  uint words[PHOTOPIC_CONTENT_LIGHT_TOTALS];
  uint bins[PHOTOPIC_CONTENT_LIGHT_PERCENTILES];  // of percentiles
  uint checksum;                                  // xor of the words before and of PHOTOPIC_STATE_CHECKSUM_SEED
};
PHOTOPIC_LAYOUT(ContentLightResult, 92)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
