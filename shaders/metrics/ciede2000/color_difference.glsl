// SPDX-License-Identifier: MIT
// CIEDE2000 (Sharma et al. 2005) in float. Angles are kept as unit vectors, cosine and sine: Vulkan allows sin and cos
// to be off by 2^-11 and atan by 4096 units in the last place. Differences of chroma and hue are worked out from
// differences of a* and b*, which are exact for colours that are alike.

/// C^7 / (C^7 + 25^7), its root.
float seventh_power_share(float chroma) {
  float c = chroma / 25.0;
  float power = c * c * c;
  power = power * power * c;
  return sqrt(power / (power + 1.0));
}

/// Hue 0 for no chroma.
vec2 direction_of(vec2 ab, float chroma) { return chroma > 0.0 ? ab / chroma : vec2(1.0, 0.0); }

vec2 add_angles(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

/// In [0, pi), of a direction.
bool is_upper(vec2 direction) { return direction.y > 0.0 || (direction.y == 0.0 && direction.x > 0.0); }

/// 1 where the shorter way from the first to the second is counter-clockwise, and of opposite hues where the second is
/// larger; else -1.
float turn_of(vec2 first, vec2 second) {
  float cross_product = first.x * second.y - first.y * second.x;
  if (cross_product != 0.0) return sign(cross_product);
  return is_upper(first) ? 1.0 : -1.0;
}

/// Half way between two hues. Of more than a quarter turn, perpendicular to their difference: their sum has no digits
/// left near half a turn.
vec2 mean_hue(vec2 first, vec2 second, float turn) {
  vec2 between = second - first;
  vec2 mean = dot(first, second) < 0.0 ? turn * vec2(between.y, -between.x) : first + second;
  return mean * inversesqrt(dot(mean, mean));
}

/// 1 - 0.17 cos(H - 30) + 0.24 cos 2H + 0.32 cos(3H + 6) - 0.20 cos(4H - 63), degrees.
float hue_weight(vec2 h) {
  vec2 h2 = add_angles(h, h);
  vec2 h3 = add_angles(h2, h);
  vec2 h4 = add_angles(h2, h2);
  return 1.0 - 0.17 * dot(h, vec2(0.866025404, 0.5)) + 0.24 * h2.x +
         0.32 * dot(h3, vec2(0.994521895, -0.104528463)) - 0.20 * dot(h4, vec2(0.4539905, 0.891006524));
}

/// exp(-((H - 275 degrees) / 25 degrees)^2). 0 beyond 100 degrees, where it is below 1.2e-7. H of two hues in
/// [0, 180) is never close to 275 from above: mean hues are beyond 360 only where the shorter way goes through 0.
float blueness(vec2 h, vec2 first, vec2 second) {
  if (h.x > 0.0 && min(h.y, min(first.y, second.y)) >= 0.0) return 0.0;
  const float max_half_tangent = 1.2;  // of 100.4 degrees
  vec2 from_275 = add_angles(h, vec2(0.0871557427, 0.996194698));  // of -275 degrees
  if (from_275.x < -0.18) return 0.0;
  float t = min(abs(from_275.y) / (1.0 + from_275.x), max_half_tangent);
  // atan(t) / t as a polynomial of t^2: Remez over [0, 1.44], relative error 1.5e-7, with the roundings 2.5e-7.
  float z = t * t;
  float share = 0.0287397206 + z * (-0.00833230652 + z * 0.00109666423);
  share = 0.0994918272 + z * (-0.0618718415 + z * share);
  share = 0.199648142 + z * (-0.140058085 + z * share);
  share = 0.999999881 + z * (-0.333315879 + z * share);
  float angle = 4.58366236 * t * share;  // 2 atan(t), in units of 25 degrees
  return exp(-angle * angle);
}

/// R_T over -2 times the root of the seventh powers' share: sin(60 degrees * blueness).
float rotation_of(float blue) {
  float angle = 1.04719755 * blue;
  // sin(x) / x as a polynomial of x^2: Remez over [0, pi / 3], relative error 3.3e-8, with the roundings 1e-7.
  float z = angle * angle;
  return angle * (0.99999994 + z * (-0.166665733 + z * (0.00832915492 + z * -0.000192384468)));
}

/// dE00. 0 for equal colours. k_C is 1.
float color_difference(vec3 one, vec3 other, float k_l, float k_h) {
  vec3 change = other - one;
  float mean_l = 0.5 * (one.x + other.x);
  float stretch = 1.5 - 0.5 * seventh_power_share(0.5 * (length(one.yz) + length(other.yz)));  // of a*: 1 + G / 2
  vec2 ab_one = vec2(one.y * stretch, one.z), ab_other = vec2(other.y * stretch, other.z);
  vec2 ab_change = vec2(change.y * stretch, change.z);
  float c_one = length(ab_one), c_other = length(ab_other);
  float c_sum = c_one + c_other, c_product = c_one * c_other;
  float mean_c = 0.5 * c_sum;
  float c_change = c_sum > 0.0 ? dot(ab_change, ab_one + ab_other) / c_sum : 0.0;

  vec2 hue_one = direction_of(ab_one, c_one), hue_other = direction_of(ab_other, c_other);
  float turn = turn_of(hue_one, hue_other);
  // 2 sqrt(C1' C2') sin(dh / 2), by half-angle formulas of which neither cancels.
  float aligned = dot(ab_one, ab_other);
  float cross_product = ab_one.x * ab_change.y - ab_one.y * ab_change.x;
  float hue_change = 0.0;
  if (aligned < 0.0) {
    hue_change = turn * sqrt(2.0 * (c_product - aligned));
  } else if (c_product > 0.0) {
    hue_change = cross_product * sqrt(2.0 / (c_product + aligned));
  }

  vec2 h = mean_hue(hue_one, hue_other, turn);
  float from_50 = (mean_l - 50.0) * (mean_l - 50.0);
  float s_l = 1.0 + 0.015 * from_50 / sqrt(20.0 + from_50);
  float s_c = 1.0 + 0.045 * mean_c;
  float s_h = 1.0 + 0.015 * mean_c * hue_weight(h);
  float l = change.x / (k_l * s_l);
  float c = c_change / s_c;
  float hue = hue_change / (k_h * s_h);
  float rotation = -2.0 * seventh_power_share(mean_c) * rotation_of(blueness(h, hue_one, hue_other));
  return sqrt(max(l * l + c * c + hue * hue + rotation * c * hue, 0.0));
}
