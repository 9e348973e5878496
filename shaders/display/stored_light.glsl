// SPDX-License-Identifier: MIT
// Light of a stored picture's texels, as linear colour of its own primaries. The includer has `kEncoding`
// (PHOTOPIC_ENCODING_*, not automatic); `kPeak`, the largest code of channels that a table decodes one by one, up to
// kMaxPeak, or 0 without a table; STORED_INVOCATIONS, of a workgroup.
#include "display/primaries.glsl"
#include "display/transfer.glsl"
#include "meter/numbers.glsl"
#include "display/finite.glsl"

const uint kMaxPeak = 1023u;

/// IEC 61966-2-1 in [0, 1], without a power, which takes longer than the read: a polynomial of degree 7 through
/// Chebyshev's nodes, within 2.2e-6.
vec3 linear_of_srgb_code(vec3 c) {
  vec3 p = vec3(0.0560430922);
  p = p * c - 0.25523743;
  p = p * c + 0.511841297;
  p = p * c - 0.639369667;
  p = p * c + 0.795216024;
  p = p * c + 0.496140212;
  p = p * c + 0.0344924778;
  p = p * c + 0.000875111495;
  return mix(p, c * (1.0 / 12.92), lessThanEqual(c, vec3(0.04045)));
}

/// Linear, 1 = white or the unit of scRGB; nits of encodings that are absolute.
vec3 light_of_signal(vec3 signal) {
  switch (kEncoding) {
    case PHOTOPIC_ENCODING_POWER22:
      return pow(nclamp(signal, vec3(0.0), vec3(1.0)), vec3(2.2));
    case PHOTOPIC_ENCODING_LINEAR:
    case PHOTOPIC_ENCODING_SCRGB:
      return finite(signal);
    case PHOTOPIC_ENCODING_HDR10:
      return nits_of_pq(finite(signal));
    case PHOTOPIC_ENCODING_HLG:
      return nits_of_hlg(clamp(finite(signal), 0.0, 1.0));
    default:
      return linear_of_srgb_code(nclamp(signal, vec3(0.0), vec3(1.0)));
  }
}

// Light of codes. Neighbours have codes near each other, which lie in banks of their own.
shared float code_light[kMaxPeak + 1u];

/// By all invocations, before light_of().
void fill_code_light() {
  if (kPeak == 0u) return;
  for (uint code = gl_LocalInvocationIndex; code <= kPeak; code += STORED_INVOCATIONS) {
    vec3 signal = vec3(float(code) / float(kPeak));
    bool is_srgb = kEncoding == PHOTOPIC_ENCODING_SRGB || kEncoding == PHOTOPIC_ENCODING_DISPLAY_P3;
    code_light[code] = is_srgb ? linear_of_srgb_extended(signal).r : light_of_signal(signal).r;
  }
  barrier();
}

/// Light of a texel.
vec3 light_of(vec3 stored) {
  if (kPeak == 0u) return light_of_signal(stored);
  // Adding 2^23 rounds, and leaves four times the code, which is where it is in memory, in the low bits.
  uvec3 codes = (floatBitsToUint(stored * float(4u * kPeak) + 8388608.0) & (4u * kMaxPeak)) >> 2u;
  return vec3(code_light[codes.r], code_light[codes.g], code_light[codes.b]);
}
