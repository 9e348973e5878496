// SPDX-License-Identifier: MIT
// Tone mapping operators of photopic/operators.h: exposed scene-linear BT.709 -> display-linear BT.709; AgX to its own
// encoding, the 2.2th root of that. Formulas, constants and sources: docs/tone-mapping.md.
// Valid in GLSL ES 1.00, too; the includer has luminance_bt709() and fma().

vec3 reinhard(vec3 c) { return c / (1.0 + c); }

vec3 reinhard_extended(vec3 c, float white) {
  float l = luminance_bt709(c);
  return c * ((1.0 + l / (white * white)) / (1.0 + l));
}

/// (x (A x + C B) + D E) / (x (A x + B) + D F) - E / F over one denominator: in that form, small x would be the difference
/// of two numbers near E / F.
vec3 hable_curve(vec3 x) {
  const float kA = 0.15, kB = 0.50, kC = 0.10, kD = 0.20, kE = 0.02, kF = 0.30;
  return x * ((kF - kE) * kA * x + kB * (kF * kC - kE)) / (kF * (x * (kA * x + kB) + kD * kF));
}

vec3 hable(vec3 c, float white) {
  const float kExposureBias = 2.0;
  return hable_curve(kExposureBias * c) / hable_curve(vec3(white));
}

vec3 aces_narkowicz(vec3 c) { return (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14); }

/// m * c in one order: compilers of Vulkan and of OpenGL each have their own.
vec3 product(mat3 m, vec3 c) { return fma(m[2], c.bbb, fma(m[1], c.ggg, m[0] * c.r)); }

vec3 aces_hill(vec3 c) {
  // sRGB => XYZ => D65_2_D60 => AP1 => RRT_SAT, and ODT_SAT => XYZ => D60_2_D65 => sRGB; written by columns
  const mat3 kInput =
      mat3(vec3(0.59719, 0.07600, 0.02840), vec3(0.35458, 0.90834, 0.13383), vec3(0.04823, 0.01566, 0.83777));
  const mat3 kOutput =
      mat3(vec3(1.60475, -0.10208, -0.00327), vec3(-0.53108, 1.10813, -0.07276), vec3(-0.07367, -0.00605, 1.07602));
  vec3 v = product(kInput, c);
  v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081);
  return product(kOutput, v);
}

/// The fit is made for a display of gamma 2.2.
vec3 agx_look(vec3 c, vec3 slope, float power, float saturation) {
  // By columns.
  const mat3 kInset = mat3(vec3(0.842479062253094, 0.0423282422610123, 0.0423756549057051),
                           vec3(0.0784335999999992, 0.878468636469772, 0.0784336),
                           vec3(0.0792237451477643, 0.0791661274605434, 0.879142973793104));
  const mat3 kOutset = mat3(vec3(1.19687900512017, -0.0528968517574562, -0.0529716355144438),
                            vec3(-0.0980208811401368, 1.15190312990417, -0.0980434501171241),
                            vec3(-0.0990297440797205, -0.0989611768448433, 1.15107367264116));
  const float kMinEv = -12.47393;
  const float kMaxEv = 4.026069;
  const float kScale = 1.0 / (kMaxEv - kMinEv);
  vec3 x = clamp(log2(product(kInset, c)) * kScale - kMinEv * kScale, 0.0, 1.0);  // black: log2(0) is -Inf
  vec3 v = (((((15.5 * x - 40.14) * x + 31.96) * x - 6.868) * x + 0.4298) * x + 0.1191) * x - 0.00232;
  v = clamp(v, 0.0, 1.0) * slope;
  if (power != 1.0) v = pow(v, vec3(power));
  float luma = luminance_bt709(v);
  if (saturation != 1.0) v = luma + saturation * (v - luma);
  return clamp(product(kOutset, v), 0.0, 1.0);
}

vec3 agx(vec3 c) { return agx_look(c, vec3(1.0), 1.0, 1.0); }
vec3 agx_golden(vec3 c) { return agx_look(c, vec3(1.0, 0.9, 0.5), 0.8, 0.8); }
vec3 agx_golden_1_3(vec3 c) { return agx_look(c, vec3(1.0, 0.9, 0.5), 0.8, 1.3); }
vec3 agx_punchy(vec3 c) { return agx_look(c, vec3(1.0), 1.35, 1.4); }

vec3 pbr_neutral(vec3 c) {
  const float kStartCompression = 0.8 - 0.04;
  const float kDesaturation = 0.15;
  float x = min(c.r, min(c.g, c.b));
  c -= x < 0.08 ? x - 6.25 * x * x : 0.04;
  float peak = max(c.r, max(c.g, c.b));
  if (peak < kStartCompression) return c;
  const float kRange = 1.0 - kStartCompression;
  float new_peak = 1.0 - kRange * kRange / (peak + kRange - kStartCompression);
  c *= new_peak / peak;
  float to_white = 1.0 - 1.0 / (kDesaturation * (peak - new_peak) + 1.0);
  return mix(c, vec3(new_peak), to_white);
}

vec3 uchimura(vec3 x) {
  const float kMaxDisplay = 1.0, kContrast = 1.0, kLinearStart = 0.22, kLinearLength = 0.4, kToe = 1.33, kPedestal = 0.0;
  const float kL0 = (kMaxDisplay - kLinearStart) * kLinearLength / kContrast;
  const float kS0 = kLinearStart + kL0;
  const float kS1 = kLinearStart + kContrast * kL0;
  const float kC2 = kContrast * kMaxDisplay / (kMaxDisplay - kS1);
  vec3 toe_weight = 1.0 - smoothstep(0.0, kLinearStart, x);
  vec3 shoulder_weight = step(kS0, x);
  vec3 linear_weight = 1.0 - toe_weight - shoulder_weight;
  vec3 toe = kLinearStart * pow(x / kLinearStart, vec3(kToe)) + kPedestal;
  vec3 shoulder = kMaxDisplay - (kMaxDisplay - kS1) * exp(-kC2 * (x - kS0) / kMaxDisplay);
  vec3 linear = kLinearStart + kContrast * (x - kLinearStart);
  return toe * toe_weight + linear * linear_weight + shoulder * shoulder_weight;
}

vec3 lottes(vec3 c) {
  const float kContrast = 1.6, kShoulder = 0.977, kMidIn = 0.18, kMidOut = 0.267, kHdrMax = 8.0;
  const float kMidInA = pow(kMidIn, kContrast);
  const float kMidInAd = pow(kMidIn, kContrast * kShoulder);
  const float kMaxA = pow(kHdrMax, kContrast);
  const float kMaxAd = pow(kHdrMax, kContrast * kShoulder);
  const float kB = (-kMidInA + kMaxA * kMidOut) / ((kMaxAd - kMidInAd) * kMidOut);
  const float kC = (kMaxAd * kMidInA - kMaxA * kMidInAd * kMidOut) / ((kMaxAd - kMidInAd) * kMidOut);
  return pow(c, vec3(kContrast)) / (pow(c, vec3(kContrast * kShoulder)) * kB + kC);
}
