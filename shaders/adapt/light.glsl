// SPDX-License-Identifier: MIT
// Lights: log ratios of linear BT.709, CIE 1960, the locus of blackbodies and what is nearest on it.

const float kMinMired = 1e6 / 25000.0;
const float kMaxMired = 1e6 / 1000.0;

// Rows of linear BT.709 to X, Y, and X + 15 Y + 3 Z, which CIE 1960 divides by.
const vec3 kRgbToX = vec3(0.412390799, 0.357584339, 0.180480788);
const vec3 kRgbToY = vec3(0.212639006, 0.715168679, 0.0721923154);
const vec3 kRgbToUvDivisor = vec3(3.65996834, 11.4426989, 4.11496198);

vec3 rgb_of_log_ratios(vec2 ratios) { return vec3(exp2(ratios.x), 1.0, exp2(ratios.y)); }

/// CIE 1960.
vec2 uv_of_rgb(vec3 rgb) { return vec2(4.0 * dot(kRgbToX, rgb), 6.0 * dot(kRgbToY, rgb)) / dot(kRgbToUvDivisor, rgb); }

vec2 log_ratios_of_uv(vec2 uv) {
  // u = 4 X / D, v = 6 Y / D, D = X + 15 Y + 3 Z; any Y.
  float x = uv.x / 4.0, y = uv.y / 6.0;
  vec3 xyz = vec3(x, y, (1.0 - x - 15.0 * y) / 3.0);
  vec3 rgb = vec3(dot(vec3(3.24096994, -1.53738318, -0.498610760), xyz),
                  dot(vec3(-0.969243636, 1.87596750, 0.0415550574), xyz),
                  dot(vec3(0.0556300797, -0.203976959, 1.05697151), xyz));
  vec2 ratios = max(rgb.rb / rgb.g, 1.0 / 256.0);  // limits keep lights inside BT.709, but for greens of 2000 K
  return log2(ratios);
}

struct Locus {
  vec2 uv;
  vec2 per_mired;
};

/// Blackbody, CIE 1960: Krystek 1985.
Locus locus_at(float mired) {
  float t = 1e6 / mired;
  vec2 above = vec2(0.860117757, 0.317398726) + t * (vec2(1.54118254e-4, 4.22806245e-5) + t * vec2(1.28641212e-7, 4.20481691e-8));
  vec2 below = 1.0 + t * (vec2(8.42420235e-4, -2.89741816e-5) + t * vec2(7.08145163e-7, 1.61456053e-7));
  vec2 above_slope = vec2(1.54118254e-4, 4.22806245e-5) + t * vec2(2.57282424e-7, 8.40963382e-8);
  vec2 below_slope = vec2(8.42420235e-4, -2.89741816e-5) + t * vec2(1.41629033e-6, 3.22912106e-7);
  Locus locus;
  locus.uv = above / below;
  vec2 per_kelvin = (above_slope - locus.uv * below_slope) / below;
  locus.per_mired = per_kelvin * (-1e-6 * t * t);
  return locus;
}

struct Light {
  float mired;
  float duv;
  vec2 per_mired;  // of the locus there, CIE 1960
};

/// The nearest blackbody, by Gauss and Newton from McCamy's formula of 1992.
Light light_at(vec2 uv) {
  vec2 xy = vec2(3.0 * uv.x, 2.0 * uv.y) / (4.0 + 2.0 * uv.x - 8.0 * uv.y);
  float n = (xy.x - 0.3320) / (0.1858 - xy.y);
  float kelvin = ((449.0 * n + 3525.0) * n + 6823.3) * n + 5520.33;
  float mired = kelvin > 1000.0 ? clamp(1e6 / kelvin, kMinMired, kMaxMired) : kMaxMired;
  const int kSteps = 6;
  Locus locus = locus_at(mired);
  [[dont_unroll]] for (int i = 0; i < kSteps; ++i) {  // one invocation runs it once: what takes long is to fetch code
    float step_mired = dot(uv - locus.uv, locus.per_mired) / dot(locus.per_mired, locus.per_mired);
    mired = clamp(mired + step_mired, kMinMired, kMaxMired);
    locus = locus_at(mired);
  }
  Light light;
  light.mired = mired;
  light.per_mired = locus.per_mired;
  // Redder is to the right, green above: across the locus, positive upwards.
  vec2 across = vec2(-locus.per_mired.y, locus.per_mired.x);
  vec2 from_locus = uv - locus.uv;
  light.duv = dot(across, from_locus) >= 0.0 ? length(from_locus) : -length(from_locus);
  return light;
}
