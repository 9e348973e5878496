// SPDX-License-Identifier: MIT
// Grade: changes of exposed scene-linear BT.709 colour, and of what is shown. Order and formulas: docs/looks.md. The
// includer has LOOK, the LookParams, and display/transfer.glsl.

#define LOOK_VECTOR(member) vec3(LOOK.member[0], LOOK.member[1], LOOK.member[2])

bool has_stage(uint stage) { return (LOOK.stages & stage) != 0u; }

/// `power` of what is above 0; the rest stays.
vec3 raised_positive(vec3 c, vec3 power) { return mix(c, pow(max(c, 1e-30), power), greaterThan(c, vec3(0.0))); }

vec3 with_cdl(vec3 c) {
  const vec3 kLuminance = vec3(0.2126, 0.7152, 0.0722);  // as the ASC has them
  vec3 v = raised_positive(c * LOOK_VECTOR(cdl_slope) + LOOK_VECTOR(cdl_offset), LOOK_VECTOR(cdl_power));
  return mix(vec3(dot(v, kLuminance)), v, LOOK.cdl_saturation);
}

vec3 with_contrast(vec3 c) {
  return LOOK.contrast_pivot * pow(max(c, 0.0) / LOOK.contrast_pivot, vec3(LOOK.contrast));
}

const vec3 kLuminanceBt709 = vec3(0.2126390059, 0.7151686788, 0.0721923154);

vec3 with_saturation(vec3 c, float saturation) { return mix(vec3(dot(c, kLuminanceBt709)), c, saturation); }

vec3 with_vibrance(vec3 c) {
  float high = max(c.r, max(c.g, c.b));
  float low = min(c.r, min(c.g, c.b));
  float has = high > 0.0 ? clamp((high - low) / high, 0.0, 1.0) : 0.0;
  return with_saturation(c, 1.0 + LOOK.vibrance * (1.0 - has));
}

/// Hermite between two edges, a step where they are one.
float smooth_rise(float low, float high, float x) {
  float t = clamp((x - low) / max(high - low, 1e-6), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

vec3 with_wheels(vec3 c) {
  float luminance = dot(c, kLuminanceBt709);
  float shadow = 1.0 - smooth_rise(LOOK.shadows_start, LOOK.shadows_end, luminance);
  float highlight = smooth_rise(LOOK.highlights_start, LOOK.highlights_end, luminance);
  return c * (LOOK_VECTOR(shadows) * shadow + LOOK_VECTOR(midtones) * (1.0 - shadow - highlight) +
              LOOK_VECTOR(highlights) * highlight);
}

/// Oklab of linear BT.709 (Ottosson 2020).
vec3 oklab_of_bt709(vec3 c) {
  const mat3 kLms = mat3(0.4122214708, 0.2119034982, 0.0883024619, 0.5363325363, 0.6806995451, 0.2817188376,
                         0.0514459929, 0.1073969566, 0.6299787005);
  const mat3 kLab = mat3(0.2104542553, 1.9779984951, 0.0259040371, 0.7936177850, -2.4285922050, 0.7827717662,
                         -0.0040720468, 0.4505937099, -0.8086757660);
  vec3 lms = kLms * c;
  return kLab * (sign(lms) * pow(abs(lms), vec3(1.0 / 3.0)));
}
/// Inverses of those matrices, in double precision.
vec3 bt709_of_oklab(vec3 lab) {
  const mat3 kRoots = mat3(0.9999999985, 1.0000000089, 1.0000000547, 0.3963377922, -0.1055613423, -0.0894841821,
                           0.2158037581, -0.0638541748, -1.2914855379);
  const mat3 kRgb = mat3(4.0767416613, -1.2684380041, -0.0041960865, -3.3077115904, 2.6097574007, -0.7034186145,
                         0.2309699287, -0.3413193963, 1.7076147009);
  vec3 root = kRoots * lab;
  return kRgb * (root * root * root);
}

/// Periodic spline over the hue in degrees.
float hue_curve(uint curve, float hue) {
  uint first = curve * PHOTOPIC_HUE_CURVE_POINTS;
  uint count = LOOK.hue_count[curve];
  uint above = 0u;
  while (above < count && LOOK.hue_x[first + above] <= hue) ++above;
  uint low = first + (above == 0u ? count - 1u : above - 1u);
  uint high = first + (above == count ? 0u : above);
  float x = hue - LOOK.hue_x[low] + (above == 0u ? 360.0 : 0.0);
  float width = LOOK.hue_x[high] - LOOK.hue_x[low] + (high <= low ? 360.0 : 0.0);
  float t = x / width;
  float u = 1.0 - t;
  return u * u * ((1.0 + 2.0 * t) * LOOK.hue_y[low] + t * width * LOOK.hue_slope[low]) +
         t * t * ((3.0 - 2.0 * t) * LOOK.hue_y[high] - u * width * LOOK.hue_slope[high]);
}

vec3 with_hue_curves(vec3 c) {
  const float kFullChroma = 0.04;
  vec3 lab = oklab_of_bt709(c);
  float chroma = length(lab.yz);
  float share = smooth_rise(0.0, kFullChroma, chroma);
  if (share == 0.0) return c;
  float angle = atan(lab.z, lab.y);
  float hue = degrees(angle) + (angle < 0.0 ? 360.0 : 0.0);
  if (LOOK.hue_count[0] != 0u) angle += radians(share * hue_curve(0u, hue));
  if (LOOK.hue_count[1] != 0u) chroma *= max(mix(1.0, hue_curve(1u, hue), share), 0.0);
  vec3 turned = bt709_of_oklab(vec3(lab.x, chroma * cos(angle), chroma * sin(angle)));
  return LOOK.hue_count[2] == 0u ? turned : turned * max(mix(1.0, hue_curve(2u, hue), share), 0.0);
}

/// Of exposed scene-linear BT.709, before the operator.
vec3 scene_graded(vec3 c) {
  if (has_stage(PHOTOPIC_STAGE_CDL)) c = with_cdl(c);
  if (has_stage(PHOTOPIC_STAGE_CONTRAST)) c = with_contrast(c);
  if (has_stage(PHOTOPIC_STAGE_SATURATION)) c = with_saturation(c, LOOK.saturation);
  if (has_stage(PHOTOPIC_STAGE_VIBRANCE)) c = with_vibrance(c);
  if (has_stage(PHOTOPIC_STAGE_WHEELS)) c = with_wheels(c);
  if (has_stage(PHOTOPIC_STAGE_HUE_CURVES)) c = with_hue_curves(c);
  return c;
}

/// Of display-linear colour, 1 = paper white.
vec3 with_lift_gamma_gain(vec3 c) {
  vec3 signal = srgb_extended(c);
  vec3 v = LOOK_VECTOR(lift) + signal * (LOOK_VECTOR(gain) - LOOK_VECTOR(lift));
  return linear_of_srgb_extended(raised_positive(v, LOOK_VECTOR(inverse_gamma)));
}
