// SPDX-License-Identifier: MIT
// Output transform of ACES 2 for any peak, of photopic/operators.h: exposed scene-linear BT.709, also outside of it, to
// display-linear colour of the limiting primaries, 1 = paper white. Source: docs/tone-mapping.md. The includer has
// ACES2_ROWS, an array of the rows of photopic/aces2.h.
#include "photopic/aces2.h"

const float kAces2Adaptation = 0.793700528;  // F_L: response of the cones to 100 nits of grey
const float kAces2White = 0.0323680263;      // and what it is compressed to
const float kAces2Lightness = 1.13705602;    // J = 100 A^this

vec3 aces2_compressed(vec3 cones) {
  vec3 power = pow(abs(cones), vec3(0.42));
  return sign(cones) * power / (27.13 + power);
}
float aces2_compressed(float cones) { return aces2_compressed(vec3(cones)).r; }

vec3 aces2_expanded(vec3 response) {
  vec3 a = min(abs(response), 0.99);
  return sign(response) * pow(27.13 * a / (1.0 - a), vec3(1.0 / 0.42));
}
float aces2_expanded(float response) { return aces2_expanded(vec3(response)).r; }

/// 0 and `limit` stay; between them values are pulled towards 0. Both forms are one; each loses digits where the other
/// doesn't.
float aces2_toe(float x, float limit, float slope, float end) {
  if (x > limit) return x;
  float k2 = max(end, 0.001);
  float k1 = sqrt(slope * slope + k2 * k2);
  float k3 = (limit + k1) / (limit + k2);
  float p = k3 * x - k1;
  float q = sqrt(max(p * p + 4.0 * k2 * k3 * x, 0.0));
  return p < 0.0 ? 2.0 * k2 * k3 * x / (q - p) : 0.5 * (p + q);
}

/// `hue`: cosine and sine. `lightness`: J and A as shown, A of the scene.
float aces2_compress_chroma(float m, vec2 hue, vec3 lightness, float reach) {
  vec4 chroma = ACES2_ROWS[PHOTOPIC_ACES2_CHROMA];
  float c = hue.x, s = hue.y;
  float norm = chroma.x * (11.34072 * c + 16.46899 * (2.0 * c * c - 1.0) + 7.88380 * c * (4.0 * c * c - 3.0) +
                           14.66441 * s - 6.37224 * 2.0 * s * c + 9.19364 * s * (3.0 - 4.0 * s * s) + 77.12896);
  float share = lightness.x / ACES2_ROWS[PHOTOPIC_ACES2_HULL].x;
  float rest = max(1.0 - share, 0.0);
  float limit = lightness.y * ACES2_ROWS[PHOTOPIC_ACES2_PEAK].x * reach / norm;
  float x = m * (lightness.y / lightness.z) / norm;
  x = limit - aces2_toe(limit - x, limit - 0.001, rest * chroma.y, sqrt(share * share + chroma.z));
  return norm * aces2_toe(x, limit, share * chroma.w, rest);
}

/// J on the axis of greys of the line through (j, m) to the focus.
float aces2_axis(float j, float m, float max_j, float focus_j, float gain) {
  float scaled = m / gain;
  float a = scaled / focus_j;
  if (j < focus_j) {
    float b = 1.0 - scaled;
    return 2.0 * j / (b + sqrt(b * b + 4.0 * a * j));
  }
  float b = 1.0 + scaled + max_j * a;
  float c = max_j * scaled + j;
  return 2.0 * c / (b + sqrt(max(b * b - 4.0 * a * c, 0.0)));
}

/// M where a line from `axis` meets the curve from the axis at `base` to the point (j, m).
float aces2_meeting(float axis, float slope, float exponent, float j, float m, float base) {
  return base * pow(max(axis / base, 0.0), exponent) * m / (j - slope * m);
}

/// (J, M) inside the hull. `cusp`: a row of a node.
vec2 aces2_compress_gamut(float j, float m, float reach, vec4 cusp) {
  const float kThreshold = 0.75, kSmoothCusp = 0.12;
  vec4 hull = ACES2_ROWS[PHOTOPIC_ACES2_HULL];
  float max_j = hull.x;
  if (!(m > 0.0) || j > max_j) return vec2(j, 0.0);
  float focus_j = mix(cusp.y, hull.y, min(1.0, 1.3 - cusp.y / max_j));
  float gain = hull.z;
  float bright = mix(cusp.y, max_j, 0.3);
  if (j > bright) {
    float decades = log2((max_j - bright) / max(max_j - j, 1e-4)) * 0.301029996;
    gain *= 1.0 + decades * decades;
  }
  float axis = aces2_axis(j, m, max_j, focus_j, gain);
  float cusp_axis = aces2_axis(cusp.y, cusp.z, max_j, focus_j, gain);
  float slope = (axis < focus_j ? axis : max_j - axis) * (axis - focus_j) / (focus_j * gain);
  float lower = aces2_meeting(axis, slope, hull.w, cusp.y, cusp.z, cusp_axis);
  float upper = aces2_meeting(max_j - axis, -slope, cusp.w, max_j - cusp.y, cusp.z, max_j - cusp_axis);
  float k = kSmoothCusp * cusp.z;
  float near = max(k - abs(lower - upper), 0.0) / k;
  float boundary = min(lower, upper) - near * near * near * k / 6.0;
  if (!(boundary > 0.0)) return vec2(j, 0.0);
  float far = aces2_meeting(axis, slope, 1.0 / kAces2Lightness, max_j, reach, max_j);
  float proportion = max(boundary / far, kThreshold);
  float threshold = proportion * boundary;
  if (m > threshold && proportion < 1.0) {
    float size = (far - threshold) * (boundary - threshold) / (far - boundary);
    m = threshold + size * (m - threshold) / (size + m - threshold);
  }
  return vec2(axis + slope * m, m);
}

/// Row of the cusp at a hue in degrees, which lies between the nodes `low` and `high`.
vec4 aces2_cusp(float hue, uint low, uint high) {
  for (int i = 0; i < 9 && high - low > 1u; ++i) {  // 2^9 is more than there are
    uint middle = (low + high) / 2u;
    if (ACES2_ROWS[PHOTOPIC_ACES2_NODES + middle].x <= hue) {
      low = middle;
    } else {
      high = middle;
    }
  }
  vec4 a = ACES2_ROWS[PHOTOPIC_ACES2_NODES + low], b = ACES2_ROWS[PHOTOPIC_ACES2_NODES + high];
  return mix(a, b, clamp((hue - a.x) / (b.x - a.x), 0.0, 1.0));
}

// A, a, b of compressed responses, and back. By columns.
const mat3 kAces2Opponents = mat3(20.2588103, 15480.0, 1720.0, 10.1294052, -16887.2727, 1720.0, 0.506470259, 1407.27273,
                                  -3440.0);
const mat3 kAces2Responses = mat3(0.0323680263, 0.0323680263, 0.0323680263, 2.0765764e-05, -4.1025046e-05,
                                  -1.0129641e-05, 1.32606209e-05, -1.20174377e-05, -0.000290076083);

/// What AP1 reaches at a hue, cosine and sine, and where its cusp is.
float aces2_reach(vec2 direction, out vec4 cusp) {
  float hue = atan(direction.y, direction.x) * 57.2957795;
  if (hue < 0.0) hue += 360.0;
  uint degree = min(uint(hue), PHOTOPIC_ACES2_DEGREE_COUNT - 1u);
  vec4 here = ACES2_ROWS[PHOTOPIC_ACES2_DEGREES + degree];
  cusp = aces2_cusp(hue, uint(here.z), uint(here.w));
  return mix(here.x, here.y, hue - float(degree));
}

/// Cones of J, and M times the direction of its hue.
vec3 aces2_cones(float j, vec2 colorfulness) {
  float achromatic = pow(max(j, 0.0) * 0.01, 1.0 / kAces2Lightness);
  return aces2_expanded(product(kAces2Responses, vec3(achromatic, colorfulness)));
}

mat3 aces2_rgb_of_cones() {
  return transpose(mat3(ACES2_ROWS[PHOTOPIC_ACES2_FROM_CONES].xyz, ACES2_ROWS[PHOTOPIC_ACES2_FROM_CONES + 1].xyz,
                        ACES2_ROWS[PHOTOPIC_ACES2_FROM_CONES + 2].xyz));
}

vec3 aces2(vec3 c) {
  // By columns.
  const mat3 kAp1OfBt709 = mat3(0.613097402, 0.0701937225, 0.0206155929, 0.339523146, 0.916353879, 0.109569773,
                                0.0473794514, 0.0134523985, 0.869814634);
  const mat3 kConesOfAp1 = mat3(0.325270759, 0.113227826, 0.00522808827, 0.363206302, 0.545165158, 0.028803858,
                                0.105223467, 0.135307543, 0.759668581);
  vec4 tone = ACES2_ROWS[PHOTOPIC_ACES2_TONE];
  vec3 ap1 = clamp(product(kAp1OfBt709, c), 0.0, tone.z);
  vec3 opponents = product(kAces2Opponents, aces2_compressed(product(kConesOfAp1, ap1)));
  if (!(opponents.x > 0.0)) return vec3(0.0);
  float scene = aces2_expanded(kAces2White * opponents.x);
  float curve = tone.y * pow(scene / (scene + tone.x), 1.15);
  float shown = aces2_compressed(kAces2Adaptation * curve * curve / (curve + 0.04)) / kAces2White;
  float j = 100.0 * pow(shown, kAces2Lightness);
  float m = length(opponents.yz);
  vec2 direction = vec2(1.0, 0.0);
  if (m > 0.0 && j > 0.0) {
    direction = opponents.yz / m;
    vec4 cusp;
    float reach = aces2_reach(direction, cusp);
    m = aces2_compress_chroma(m, direction, vec3(j, shown, opponents.x), reach);
    vec2 inside = aces2_compress_gamut(j, m, reach, cusp);
    j = inside.x;
    m = inside.y;
  }
  return nclamp(product(aces2_rgb_of_cones(), aces2_cones(j, m * direction)), vec3(0.0), vec3(tone.w));
}
