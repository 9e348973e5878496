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

/// Display-linear colour in the encoding's primaries, 1 = paper white.
vec3 linear_of_signal(vec3 signal) {
  if (kIsSrgb || kEncoding == PHOTOPIC_ENCODING_DISPLAY_P3) return linear_of_srgb_extended(signal);
  if (kEncoding == PHOTOPIC_ENCODING_POWER22) return pow(max(signal, 0.0), vec3(2.2));
  if (kEncoding == PHOTOPIC_ENCODING_HDR10) return nits_of_pq(signal) / DISPLAY.paper_white_nits;
  if (kEncoding == PHOTOPIC_ENCODING_HLG) return nits_of_hlg(signal) / DISPLAY.paper_white_nits;
  if (kEncoding == PHOTOPIC_ENCODING_SCRGB) return signal / DISPLAY.paper_white_scrgb;
  return signal;
}

/// The same in nits.
vec3 nits_of_signal(vec3 signal) { return linear_of_signal(signal) * DISPLAY.paper_white_nits; }
#endif
