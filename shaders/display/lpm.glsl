// SPDX-License-Identifier: MIT
// AMD's Luma Preserving Mapper, of photopic/operators.h: exposed scene-linear BT.709, also outside of it, to
// display-linear colour of the limiting primaries, 1 = paper white. Formulas and source: docs/tone-mapping.md.
// The includer has display/operators.glsl.

struct LpmSettings {
  uint content;       // PHOTOPIC_LPM_*: primaries of the content
  float input_max;    // exposed value that becomes the peak
  float exposure_ev;  // stops from there down to middle grey
  float contrast;     // added to 1
  float shoulder;
  float soft_gap;
  vec3 saturation;
  vec3 crosstalk;
};
#define LPM_SETTINGS \
  LpmSettings(uint(PARAMETER(0)), PARAMETER(1), PARAMETER(2), PARAMETER(3), PARAMETER(4), PARAMETER(5), \
              vec3(PARAMETER(6), PARAMETER(7), PARAMETER(8)), vec3(PARAMETER(9), PARAMETER(10), PARAMETER(11)))

/// `from`, `to`: PHOTOPIC_LIMIT_*.
vec3 in_primaries(vec3 c, uint from, uint to) {
  if (from == to) return c;
  if (from == PHOTOPIC_LIMIT_BT709) return product(to == PHOTOPIC_LIMIT_P3 ? kP3OfBt709 : kBt2020OfBt709, c);
  if (from == PHOTOPIC_LIMIT_P3) return product(to == PHOTOPIC_LIMIT_BT709 ? kBt709OfP3 : kBt2020OfP3, c);
  return product(to == PHOTOPIC_LIMIT_BT709 ? kBt709OfBt2020 : kP3OfBt2020, c);
}

vec3 luminance_row_of(uint primaries) {
  if (primaries == PHOTOPIC_LIMIT_P3) return vec3(0.2289745641, 0.6917385218, 0.0792869141);
  if (primaries == PHOTOPIC_LIMIT_BT2020) return vec3(0.2627002120, 0.6779980715, 0.0593017165);
  return vec3(0.2126390059, 0.7151686788, 0.0721923154);
}

vec3 lpm(vec3 c, LpmSettings settings, float headroom, uint limit) {
  const float kMid = 0.18;
  uint working = settings.content == PHOTOPIC_LPM_LIMIT ? limit : settings.content - 1u;
  uint shown = min(working, limit);
  vec3 color = max(in_primaries(c, PHOTOPIC_LIMIT_BT709, working), 0.0);
  float largest = largest_of(color);
  if (!(largest > 0.0)) return vec3(0.0);

  // L / (L^shoulder x + y), L = luminance^contrast, takes mid_in to mid_out and input_max to 1.
  float contrast = 1.0 + settings.contrast;
  float shoulder = contrast * settings.shoulder;
  float mid_in = settings.input_max * kMid * exp2(-settings.exposure_ev);
  float mid_out = kMid / headroom;
  float max_power = pow(settings.input_max, contrast), max_shoulder = pow(settings.input_max, shoulder);
  float mid_power = pow(mid_in, contrast), mid_shoulder = pow(mid_in, shoulder);
  float y = (max_shoulder * mid_power - max_power * mid_shoulder * mid_out) / ((max_shoulder - mid_shoulder) * mid_out);
  float x = (max_power - y) / max_shoulder;

  vec3 ratio = pow(color / largest, settings.saturation + contrast);
  float l = min(pow(dot(luminance_row_of(working), color), contrast), max_power);  // beyond, the curve may turn
  l = l / (pow(l, settings.shoulder) * x + y);
  if (shown != working) {
    const float kMaxExponent = 64.0;  // far above where the result is cut off
    float gap = max(settings.soft_gap, 1.0 / 1024.0);
    float slope = (1.0 - gap) / (gap * 0.693147181);
    ratio = in_primaries(ratio, working, shown);
    ratio /= largest_of(ratio);
    vec3 soft = clamp(gap * exp2(min(slope * ratio, kMaxExponent)), 0.0, 1.0);
    ratio = min(max(vec3(gap), clamp(ratio - gap * ratio, 0.0, 1.0)), soft);
  }

  // Luminance that a channel has no room for goes to the others: first as they have room, then evenly.
  vec3 luma = luminance_row_of(shown);
  vec3 result = clamp(ratio * clamp(l / dot(luma, ratio), 0.0, 1.0), 0.0, 1.0);
  vec3 room = settings.crosstalk * (1.0 - result);
  float room_luma = dot(luma, room);
  if (room_luma > 0.0) {
    result = clamp(result + room * (clamp(l - dot(luma, result), 0.0, 1.0) / room_luma), 0.0, 1.0);
  }
  result = clamp(result + clamp(l - dot(luma, result), 0.0, 1.0) / luma, 0.0, 1.0);
  return in_primaries(result, shown, limit) * headroom;
}
