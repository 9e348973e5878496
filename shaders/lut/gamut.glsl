// SPDX-License-Identifier: MIT
// Gamut maps that are too long for each texel, for baked looks: libplacebo's perceptual and relative, in IPTPQc4 of
// nits, and ACES 2's toward the hull. Linear colours in the limiting primaries, 1 = paper white, some outside of them.
// docs/display.md. The includer has display/operators.glsl, display/aces2.glsl and DISPLAY.

// Cones: crosstalk of 0.04 on Hunt, Pointer and Estevez's for D65. By columns.
const mat3 kIptConesOfBt709 = mat3(0.295764081, 0.156191977, 0.0351022847, 0.623072451, 0.727251644, 0.156589949,
                                   0.081166749, 0.116557934, 0.808303025);
const mat3 kBt709OfIptCones = mat3(6.17353266, -1.32403191, -0.0115983879, -5.32089882, 2.56026977, -0.264921447,
                                   0.147354885, -0.236238618, 1.27652634);
const mat3 kIptConesOfP3 = mat3(0.334494859, 0.158450925, 0.0205394077, 0.576365124, 0.713538128, 0.0917179775,
                                0.0891432977, 0.128012502, 0.887737874);
const mat3 kP3OfIptCones = mat3(4.8424298, -1.07515626, -0.000956906356, -3.92169166, 2.29866069, -0.146754228,
                                0.0792524496, -0.223505539, 1.14771681);
const mat3 kIptConesOfBt2020 = mat3(0.412036387, 0.166660219, 0.0241123586, 0.523911912, 0.720395213, 0.0754749628,
                                    0.0640549816, 0.112946123, 0.900407937);
const mat3 kBt2020OfIptCones = mat3(3.43681483, -0.791058238, -0.0257268061, -2.5067738, 1.98360167, -0.0991417664,
                                    0.069951928, -0.192544834, 1.12487414);
const mat3 kIptOfCones = mat3(0.4, 4.455, 0.8056, 0.4, -4.851, 0.3572, 0.2, 0.396, -1.1628);
const mat3 kConesOfIpt = mat3(1.0, 1.0, 1.0, 0.0975689305, -0.113876485, 0.0326151099, 0.205226433, 0.133217158,
                              -0.676887183);

// A gamut: PHOTOPIC_LIMIT_* of its primaries, up to the peak.
mat3 cones_of(uint gamut) {
  if (gamut == PHOTOPIC_LIMIT_P3) return kIptConesOfP3;
  return gamut == PHOTOPIC_LIMIT_BT2020 ? kIptConesOfBt2020 : kIptConesOfBt709;
}
mat3 of_cones(uint gamut) {
  if (gamut == PHOTOPIC_LIMIT_P3) return kP3OfIptCones;
  return gamut == PHOTOPIC_LIMIT_BT2020 ? kBt2020OfIptCones : kBt709OfIptCones;
}

vec3 ipt_of_nits(vec3 nits, uint gamut) {
  return product(kIptOfCones, pq_of_nits_above(product(cones_of(gamut), nits)));
}
vec3 nits_of_ipt(vec3 ipt, uint gamut) {
  return product(of_cones(gamut), nits_of_pq(product(kConesOfIpt, ipt)));
}
bool has_ipt(vec3 ipt, uint gamut) {
  const float kSlack = 1e-5;  // of the peak: float arithmetic of a colour on the hull
  vec3 nits = nits_of_ipt(ipt, gamut);
  return min(nits.r, min(nits.g, nits.b)) >= -kSlack * PEAK_NITS && largest_of(nits) <= (1.0 + kSlack) * PEAK_NITS;
}

/// I and chroma of the most colourful colour of a hue. It is on an edge of the cube where one channel is 0, one at the
/// peak, and one between: on the edge whose ends are to both sides of the hue.
vec2 most_colorful(vec2 hue, uint gamut) {
  vec2 best = vec2(0.0);
  for (uint edge = 0u; edge < 6u; ++edge) {
    uint full = edge / 2u;
    uint moving = (full + 1u + edge % 2u) % 3u;
    vec3 nits = vec3(0.0);
    nits[full] = PEAK_NITS;
    vec3 at_low = ipt_of_nits(nits, gamut);
    float side = at_low.y * hue.y - at_low.z * hue.x;
    float low = 0.0, high = 1.0;
    for (uint i = 0u; i < 24u; ++i) {
      float middle = 0.5 * (low + high);
      float root = middle * middle;
      nits[moving] = PEAK_NITS * root * root;  // PQ is steep near 0
      vec3 ipt = ipt_of_nits(nits, gamut);
      if ((ipt.y * hue.y - ipt.z * hue.x) * side > 0.0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    vec3 found = ipt_of_nits(nits, gamut);
    float chroma = length(found.yz);
    // Of an edge that the hue doesn't cross, an end is found.
    if (dot(found.yz, hue) > 0.9999 * chroma && chroma > best.y) best = vec2(found.x, chroma);
  }
  return best;
}

/// Colours of the larger gamut go partly to where their numbers are in the smaller one, the more the more colourful
/// they are; what is brighter than the peak then is rolled off.
vec3 perceptual_mapped(vec3 c, uint source) {
  const float kStrength = 0.8, kDeadZone = 0.3, kKnee = 0.7;
  uint limit = LIMIT_PRIMARIES;
  if (source <= limit) return c;  // none is outside
  vec3 nits = c * PAPER_WHITE_NITS;
  vec3 ipt = ipt_of_nits(nits, limit);
  float chroma = length(ipt.yz);
  if (!(chroma > 1e-6)) return c;
  vec2 hue = ipt.yz / chroma;
  float most = max(most_colorful(hue, source).y, most_colorful(hue, limit).y);
  vec3 numbers = product(of_cones(source), product(cones_of(limit), nits));
  ipt = mix(ipt, ipt_of_nits(numbers, limit), kStrength * smoothstep(kDeadZone, 1.0, chroma / most));
  vec3 x = nits_of_ipt(ipt, limit) / PEAK_NITS;
  float high = largest_of(x);
  if (high > 1.0) {
    float a = -kKnee * kKnee * (high - 1.0) / (kKnee * kKnee - 2.0 * kKnee + high);
    float b = (kKnee * kKnee - 2.0 * kKnee * high + high) / max(high - 1.0, 1e-6);
    vec3 rolled = (b * b + 2.0 * b * kKnee + kKnee * kKnee) / (b - a) * (x + a) / (x + b);
    x = mix(x, rolled, greaterThan(x, vec3(kKnee)));
  }
  return max(x * DISPLAY.headroom, 0.0);
}

/// Colours inside stay; those outside go to the hull at their hue, along a curve to its most colourful point.
vec3 relative_mapped(vec3 c) {
  uint limit = LIMIT_PRIMARIES;
  vec3 ipt = ipt_of_nits(c * PAPER_WHITE_NITS, limit);
  float chroma = length(ipt.yz);
  if (!(chroma > 1e-6) || has_ipt(ipt, limit)) return c;
  vec2 peak = most_colorful(ipt.yz / chroma, limit);
  float black = pq_of_nits_above(vec3(0.0)).x;
  float height = max((ipt.x - black) / (peak.x - black), 0.0);
  float gamma = 1.8 * height * height * height * min(chroma / peak.y, 1.0);
  float low = 0.0, high = 1.0;
  for (uint i = 0u; i < 20u; ++i) {
    float middle = 0.5 * (low + high);
    if (has_ipt(vec3(peak.x + (ipt.x - peak.x) * pow(middle, gamma), middle * ipt.yz), limit)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  vec3 inside = vec3(peak.x + (ipt.x - peak.x) * pow(low, gamma), low * ipt.yz);
  return nits_of_ipt(inside, limit) / PAPER_WHITE_NITS;
}

/// ACES 2's gamut compression alone.
vec3 reach_mapped(vec3 c) {
  mat3 rgb_of_cones = aces2_rgb_of_cones();
  vec3 opponents = product(kAces2Opponents, aces2_compressed(product(inverse(rgb_of_cones), c)));
  if (!(opponents.x > 0.0)) return vec3(0.0);
  float m = length(opponents.yz);
  if (!(m > 0.0)) return c;
  vec2 direction = opponents.yz / m;
  vec4 cusp;
  float reach = aces2_reach(direction, cusp);
  vec2 inside = aces2_compress_gamut(100.0 * pow(opponents.x, kAces2Lightness), m, reach, cusp);
  return product(rgb_of_cones, aces2_cones(inside.x, inside.y * direction));
}

vec3 gamut_mapped_slowly(vec3 c) {
  if (DISPLAY.gamut_map == PHOTOPIC_GAMUT_PERCEPTUAL) return perceptual_mapped(c, result_primaries());
  if (DISPLAY.gamut_map == PHOTOPIC_GAMUT_RELATIVE) return relative_mapped(c);
  return (OPERATORS >> PHOTOPIC_TONE_MAPPER_ACES2 & 1u) != 0u ? reach_mapped(c) : c;
}
