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

/// A signal in any encoding as display-linear colour in its primaries, 1 = paper white.
vec3 decoded(uint encoding, vec3 signal) {
  if (encoding == PHOTOPIC_ENCODING_SRGB || encoding == PHOTOPIC_ENCODING_DISPLAY_P3) {
    return linear_of_srgb_extended(signal);
  }
  if (encoding == PHOTOPIC_ENCODING_POWER22) return pow(max(signal, 0.0), vec3(2.2));
  if (encoding == PHOTOPIC_ENCODING_HDR10) return nits_of_pq(signal) / DISPLAY.paper_white_nits;
  if (encoding == PHOTOPIC_ENCODING_HLG) return nits_of_hlg(signal) / DISPLAY.paper_white_nits;
  if (encoding == PHOTOPIC_ENCODING_SCRGB) return signal / DISPLAY.paper_white_scrgb;
  return signal;
}
vec3 linear_of_signal(vec3 signal) { return decoded(kIsSrgb ? PHOTOPIC_ENCODING_SRGB : kEncoding, signal); }

/// The same in nits.
vec3 nits_of_signal(vec3 signal) { return linear_of_signal(signal) * DISPLAY.paper_white_nits; }
#endif
