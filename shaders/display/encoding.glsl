// SPDX-License-Identifier: MIT
// Range and primaries of kEncoding, which the includer has, from the rows of PHOTOPIC_ENCODINGS.
#ifndef DISPLAY_ENCODING_GLSL
#define DISPLAY_ENCODING_GLSL
#include "photopic/display.h"

// Sets of bits: glslang 12 goes wrong with || of constants that are specialised.
#define ENCODING(number, name, word, range, primaries) (range == PHOTOPIC_RANGE_HDR ? 1u << number : 0u) |
const uint kHdrEncodings = PHOTOPIC_ENCODINGS(ENCODING) 0u;
#undef ENCODING

#define bt709 PHOTOPIC_LIMIT_BT709
#define p3 PHOTOPIC_LIMIT_P3
#define bt2020 PHOTOPIC_LIMIT_BT2020
#define ENCODING(number, name, word, range, primaries) (primaries == PHOTOPIC_LIMIT_P3 ? 1u << number : 0u) |
const uint kP3Encodings = PHOTOPIC_ENCODINGS(ENCODING) 0u;
#undef ENCODING
#define ENCODING(number, name, word, range, primaries) (primaries == PHOTOPIC_LIMIT_BT2020 ? 1u << number : 0u) |
const uint kBt2020Encodings = PHOTOPIC_ENCODINGS(ENCODING) 0u;
#undef ENCODING
#undef bt709
#undef p3
#undef bt2020

/// Whether the encoding shows more than paper white.
const bool kIsHdr = (kHdrEncodings >> kEncoding & 1u) != 0u;
const bool kIsP3 = (kP3Encodings >> kEncoding & 1u) != 0u;
const bool kIsBt2020 = (kBt2020Encodings >> kEncoding & 1u) != 0u;
#endif
