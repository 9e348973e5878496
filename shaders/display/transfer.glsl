// SPDX-License-Identifier: MIT
// Transfer functions of the encodings, per channel. Sources: docs/display.md.
#ifndef DISPLAY_TRANSFER_GLSL
#define DISPLAY_TRANSFER_GLSL

// SMPTE ST 2084.
const float kPqM1 = 2610.0 / 16384.0, kPqM2 = 2523.0 / 32.0;
const float kPqC1 = 3424.0 / 4096.0, kPqC2 = 2413.0 / 128.0, kPqC3 = 2392.0 / 128.0;

/// Nits to signal, 0 = 7.3e-7. Also above 10000 nits, where the signal is more than 1.
vec3 pq_of_nits_above(vec3 nits) {
  vec3 y = pow(max(nits * (1.0 / 10000.0), 0.0), vec3(kPqM1));
  return pow((kPqC1 + kPqC2 * y) / (1.0 + kPqC3 * y), vec3(kPqM2));
}
vec3 pq_of_nits(vec3 nits) { return pq_of_nits_above(min(nits, 10000.0)); }

vec3 nits_of_pq(vec3 signal) {
  vec3 e = pow(clamp(signal, 0.0, 1.0), vec3(1.0 / kPqM2));
  return 10000.0 * pow(max(e - kPqC1, 0.0) / (kPqC2 - kPqC3 * e), vec3(1.0 / kPqM1));
}

// ITU-R BT.2100, table 5.
const float kHlgA = 0.17883277, kHlgB = 0.28466892, kHlgC = 0.55991073;
const float kHlgGamma = 1.2;  // of the nominal display
const float kHlgPeakNits = 1000.0;
const vec3 kLuminanceBt2020 = vec3(0.2627, 0.6780, 0.0593);  // as that table rounds them

/// BT.2020 nits on the nominal display of 1000 nits to signal.
vec3 hlg_of_nits(vec3 nits) {
  vec3 display = clamp(nits * (1.0 / kHlgPeakNits), 0.0, 1.0);
  float luminance = dot(display, kLuminanceBt2020);
  if (luminance <= 0.0) return vec3(0.0);
  vec3 scene = clamp(display * pow(luminance, (1.0 - kHlgGamma) / kHlgGamma), 0.0, 1.0);
  vec3 low = sqrt(3.0 * scene);
  vec3 high = kHlgA * log(max(12.0 * scene - kHlgB, 1e-6)) + kHlgC;
  return mix(high, low, lessThanEqual(scene, vec3(1.0 / 12.0)));
}

vec3 nits_of_hlg(vec3 signal) {
  vec3 low = signal * signal * (1.0 / 3.0);
  vec3 high = (exp((signal - kHlgC) * (1.0 / kHlgA)) + kHlgB) * (1.0 / 12.0);
  vec3 scene = mix(high, low, lessThanEqual(signal, vec3(0.5)));
  float luminance = dot(scene, kLuminanceBt2020);
  return luminance <= 0.0 ? vec3(0.0) : kHlgPeakNits * pow(luminance, kHlgGamma - 1.0) * scene;
}

/// IEC 61966-2-1, beyond [0, 1] mirrored and continued.
vec3 srgb_extended(vec3 c) {
  vec3 a = abs(c);
  return sign(c) * mix(1.055 * pow(a, vec3(1.0 / 2.4)) - 0.055, 12.92 * a, lessThanEqual(a, vec3(0.0031308)));
}

vec3 linear_of_srgb_extended(vec3 c) {
  vec3 a = abs(c);
  return sign(c) * mix(pow((a + 0.055) / 1.055, vec3(2.4)), a / 12.92, lessThanEqual(a, vec3(0.04045)));
}
#endif
