// SPDX-License-Identifier: MIT
// Gamut mapping: linear colours in the display's limiting primaries, some outside of them, to inside. docs/display.md.
// The includer has DISPLAY, the DisplayParams of the frame.

/// A matrix of rows times a colour, in one order.
vec3 rows_product(vec3 row_0, vec3 row_1, vec3 row_2, vec3 c) {
  return vec3(fma(c.b, row_0.z, fma(c.g, row_0.y, c.r * row_0.x)), fma(c.b, row_1.z, fma(c.g, row_1.y, c.r * row_1.x)),
              fma(c.b, row_2.z, fma(c.g, row_2.y, c.r * row_2.x)));
}

/// The same of nine numbers of the tables.
#define TABLE_PRODUCT(rows, c) \
  rows_product(vec3(rows[0], rows[1], rows[2]), vec3(rows[3], rows[4], rows[5]), vec3(rows[6], rows[7], rows[8]), c)

/// Toward a grey of the colour's luminance, until no channel is below 0.
vec3 desaturated(vec3 c) {
  float least = min(c.r, min(c.g, c.b));
  if (least >= 0.0) return c;
  float luminance = dot(c, vec3(DISPLAY.limit_luminance[0], DISPLAY.limit_luminance[1], DISPLAY.limit_luminance[2]));
  if (luminance <= 0.0) return vec3(0.0);
  return max(luminance + (c - luminance) * (luminance / (luminance - least)), 0.0);
}

/// Reference gamut compression of ACES 1.3 in other primaries: distances from the achromatic above a threshold are
/// compressed, the largest that the source has to 1.
vec3 soft_clipped(vec3 c) {
  const float kThreshold = 0.8, kPower = 1.2;
  float achromatic = max(c.r, max(c.g, c.b));
  if (achromatic <= 0.0) return vec3(0.0);
  vec3 distance = (achromatic - c) / achromatic;
  for (int i = 0; i < 3; ++i) {
    float limit = DISPLAY.soft_clip_distance[i];
    if (limit <= 1.0 || distance[i] <= kThreshold) continue;
    float scale = (limit - kThreshold) /
                  pow(pow((1.0 - kThreshold) / (limit - kThreshold), -kPower) - 1.0, 1.0 / kPower);
    float over = (distance[i] - kThreshold) / scale;
    distance[i] = kThreshold + scale * over / pow(1.0 + pow(over, kPower), 1.0 / kPower);
  }
  return achromatic - distance * achromatic;
}

/// ACES 1.3's reference gamut compression, in AP1: distances from the achromatic above thresholds are compressed, so that
/// those of the colours that cameras make become at most 1.
vec3 reference_compressed(vec3 ap1) {
  const vec3 kThreshold = vec3(0.815, 0.803, 0.880), kLimit = vec3(1.147, 1.264, 1.312);
  const float kPower = 1.2;
  const vec3 kScale = (kLimit - kThreshold) /
                      pow(pow((1.0 - kThreshold) / (kLimit - kThreshold), vec3(-kPower)) - 1.0, vec3(1.0 / kPower));
  float achromatic = max(ap1.r, max(ap1.g, ap1.b));
  if (achromatic == 0.0) return ap1;
  vec3 distance = (achromatic - ap1) / abs(achromatic);
  vec3 over = max(distance - kThreshold, 0.0) / kScale;
  vec3 compressed = kThreshold + kScale * over / pow(1.0 + pow(over, vec3(kPower)), vec3(1.0 / kPower));
  return achromatic - mix(distance, compressed, greaterThan(distance, kThreshold)) * abs(achromatic);
}

#ifdef HAS_SLOW_GAMUT_MAPS
#include "lut/gamut.glsl"
#endif

vec3 gamut_mapped(vec3 c) {
  if (DISPLAY.gamut_map == PHOTOPIC_GAMUT_DESATURATE) return desaturated(c);
  if (DISPLAY.gamut_map == PHOTOPIC_GAMUT_SOFT_CLIP) return soft_clipped(c);
#ifdef HAS_SLOW_GAMUT_MAPS
  if (DISPLAY.gamut_map > PHOTOPIC_GAMUT_SOFT_CLIP) return gamut_mapped_slowly(c);
#endif
  return c;
}
