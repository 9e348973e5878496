// SPDX-License-Identifier: MIT
// Light of stored signals, for each encoding. The includer has kEncoding, DISPLAY and finish/store.glsl.
#ifndef DISPLAY_SIGNAL_GLSL
#define DISPLAY_SIGNAL_GLSL
#include "display/transfer.glsl"

#ifdef MAX_CODE
const bool kIsSrgb = kEncoding <= PHOTOPIC_ENCODING_SRGB;
#else
const bool kIsSrgb = kEncoding == PHOTOPIC_ENCODING_SRGB;
#endif

/// What is stored is the format's own: sRGB codes, or light.
#ifdef MAX_CODE
const bool kIsPlain = kIsSrgb;
#else
const bool kIsPlain = kEncoding == PHOTOPIC_ENCODING_AUTOMATIC;
#endif

#include "display/decoded.glsl"

vec3 linear_of_signal(vec3 signal) { return decoded(kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding, signal); }

/// The same in nits.
vec3 nits_of_signal(vec3 signal) { return linear_of_signal(signal) * DISPLAY.paper_white_nits; }
#endif
