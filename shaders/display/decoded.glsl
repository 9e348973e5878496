// SPDX-License-Identifier: MIT
// Light of a signal in any encoding. The includer has display/transfer.glsl and DISPLAY.

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
