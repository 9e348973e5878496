// SPDX-License-Identifier: MIT
// Whether the samples of a texel differ. The includer has hdr_at() and kSamples.

/// Most texels see one surface, whose samples are alike to the bit: they take the time, and have the bits, of an image of
/// one sample.
uint different_samples(uvec2 texel) {
  uvec4 first = floatBitsToUint(hdr_at(texel, 0u));
  uint count = 1u;
  for (uint i = 1u; i < kSamples; ++i) {
    if (any(notEqual(floatBitsToUint(hdr_at(texel, i)), first))) count = kSamples;
  }
  return count;
}
