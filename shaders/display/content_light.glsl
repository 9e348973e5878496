// SPDX-License-Identifier: MIT
// Light that a texel counts as in MaxCLL and MaxFALL (CTA-861.3). The includer has meter/numbers.glsl.

/// `brightest`: nits of the texel's brightest channel. NaN counts as 0. Never -0, which NClamp may keep: bits of light are
/// ordered and index bins.
float counted_nits(float brightest) {
  float nits = nclamp(brightest, 0.0, float(PHOTOPIC_CONTENT_LIGHT_MAX_NITS));
  return uintBitsToFloat(floatBitsToUint(nits) & 0x7fffffffu);
}
