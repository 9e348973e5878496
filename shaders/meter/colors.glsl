// SPDX-License-Identifier: MIT
// Colour of the light: log ratios of texels near the locus of blackbodies, and which texels. docs/white-balance.md.
// Every operation is one that all devices round alike, in this order: so the sums have the same bits everywhere.

struct ColorTally {
  uint weight;
  uvec2 sum_rg;  // of weight * quantised log2(R/G)
  uvec2 sum_bg;
};

ColorTally empty_color_tally() { return ColorTally(0u, uvec2(0u), uvec2(0u)); }

/// Bits by which log ratios are coarser than PHOTOPIC_COLORS_FRACTION_BITS, so that the sum over all texels fits.
int color_shift() {
  int texel_bits = findMSB(pc.adapt.texels) + 1;
  return max(PHOTOPIC_COLORS_WHOLE_BITS + PHOTOPIC_COLORS_FRACTION_BITS + texel_bits - PHOTOPIC_COLORS_SUM_BITS, 0);
}

/// log2 of a normal number above 0 in units of 2^-PHOTOPIC_COLORS_FRACTION_BITS, within half of one and 2.4e-6.
int quantised_log2(float x) {
  int bits = floatBitsToInt(x);
  precise float m = intBitsToFloat((bits & 0x7fffff) | 0x3f800000) - 1.5;
  precise float p = m * -0.0245685347 + 0.0439074798;
  p = p * m + -0.07079686;
  p = p * m + 0.141724736;
  p = p * m + -0.320613035;
  p = p * m + 0.961820821;
  p = p * m + 0.584962501;
  // Beyond 2^23 a float's last bits are a whole number.
  const float kWhole = 12582912.0;
  precise float rounded = p * 65536.0 + kWhole;
  return (bits >> 23) * 65536 + (floatBitsToInt(rounded) - floatBitsToInt(kWhole));
}

/// 1 / x for a normal x whose inverse is normal: Newton's iteration from a guess that is off by at most 12 %.
float deterministic_inverse(float x) {
  float y = intBitsToFloat(0x7ef311c7 - floatBitsToInt(x));
  for (int i = 0; i < 3; ++i) {
    precise float rest = 2.0 - x * y;
    precise float next = y * rest;
    y = next;
  }
  return y;
}

/// Row of a matrix times a colour.
float deterministic_dot(vec3 row, vec3 color) {
  precise float sum = row.r * color.r + row.g * color.g + row.b * color.b;
  return sum;
}

/// exp(-(d / 0.02)^2 / 2), quantised, d the distance from the locus in CIE 1960. In axes turned by 36 degrees the locus
/// is a polynomial of one of them, and the distance a polynomial times that from it along the other one: within 1.4e-4
/// of the exact estimate for the pictures that were tried.
uint locus_weight(vec3 color) {
  float inverse = deterministic_inverse(deterministic_dot(vec3(3.65996834, 11.4426989, 4.11496198), color));
  precise float along = deterministic_dot(vec3(2.08444109, 3.67936084, 0.83864957), color) * inverse - 0.391547174;
  precise float across = deterministic_dot(vec3(0.0625824965, 2.63077049, -0.073906923), color) * inverse;
  precise float x = clamp(along, -0.082708686, 0.082708686);  // 25000 to 1786 K, the reddest of BT.709
  precise float beyond = along - x;
  precise float locus = x * 495.162953 + -10.6691172;
  locus = locus * x + 4.77192616;
  locus = locus * x + -4.3011733;
  locus = locus * x + -0.133903159;
  locus = locus * x + 0.137112764;
  precise float from_locus = across - locus;
  precise float slope = x * 480.79498 + 164.592568;
  slope = slope * x + -31.4475723;
  slope = slope * x + -0.920055374;
  slope = slope * x + 0.989626727;
  precise float bend = x * 116.938722 + -2.6937431;
  bend = bend * x + 0.185354746;
  precise float distance = from_locus * (slope + from_locus * bend);
  // As a power of 2: 1 / (2 ln(2) 0.02^2).
  precise float power = (distance * distance + beyond * beyond) * 1803.36880;
  if (!(power < 11.0)) return 0u;  // less than half of a quantum
  int whole = int(power);
  precise float f = power - float(whole);
  precise float mantissa = f * -0.0394836285 + 0.230797463;
  mantissa = mantissa * f + -0.691306427;
  mantissa = mantissa * f + 0.999942736;
  precise float weight = mantissa * intBitsToFloat((127 - whole) << 23) * float(PHOTOPIC_COLORS_WEIGHT_ONE) + 0.5;
  return uint(weight);
}

/// Adds a texel of that colour in linear BT.709; `weight` is the meter's, PHOTOPIC_WEIGHT_ONE for 1.
void add_color(vec3 color, uint weight, inout ColorTally tally) {
  uvec3 bits = floatBitsToUint(color);
  // Normal numbers above 0: what devices may take for 0 is left out on all of them.
  if (min(bits.r, min(bits.g, bits.b)) < 0x00800000u || max(bits.r, max(bits.g, bits.b)) >= 0x7f800000u) return;
  uint color_weight = (locus_weight(color) * weight + PHOTOPIC_WEIGHT_ONE / 2u) / PHOTOPIC_WEIGHT_ONE;
  const int kMost = PHOTOPIC_COLORS_MAX_LOG_RATIO << PHOTOPIC_COLORS_FRACTION_BITS;
  int green = quantised_log2(color.g);
  int rg = clamp(quantised_log2(color.r) - green, -kMost, kMost);
  int bg = clamp(quantised_log2(color.b) - green, -kMost, kMost);
  int shift = color_shift();
  int up = (1 << shift) >> 1;
  tally.weight += color_weight;
  add_to(tally.sum_rg, extended((rg + up >> shift) * int(color_weight)));
  add_to(tally.sum_bg, extended((bg + up >> shift) * int(color_weight)));
}

/// Of four texels 16 apart, the first of which that is, the one that is looked at: in each square of 16 texels, every
/// second row takes texels that are two further.
uvec2 one_of_four(uvec2 first) {
  uint wanted = (first.x + 2u * first.y) & 3u;
  return first + 16u * uvec2(wanted & 1u, wanted >> 1u);
}

/// The texel of the HDR image that an invocation looks at in the square of that side and corner, on a lattice of the
/// image: one of 1, 4, 16 or 64.
uvec2 color_texel(uvec2 corner, uint side, uint invocation) {
  if (side == 16u) return corner + texel_of_invocation(invocation);
  if (side == 32u) return one_of_four(corner + texel_of_invocation(invocation));
  // Of each 32 x 32 texels one of four blocks of 8 x 4, in each of 16 x 8: in every such square others.
  uvec2 quarter = uvec2(invocation >> 6u & 1u, invocation >> 7u);
  if (side == 64u) {
    corner += 32u * quarter;
  } else {  // of each 64 x 64 texels one of four such squares
    corner += 64u * quarter;
    uint wanted = ((corner.x >> 6u) + 2u * (corner.y >> 6u)) & 3u;
    corner += 32u * uvec2(wanted & 1u, wanted >> 1u);
  }
  uint block = ((corner.x >> 5u) + 3u * (corner.y >> 5u)) & 3u;
  uvec2 within = uvec2(invocation & 7u, (invocation >> 3u & 3u) | (invocation >> 2u & 8u));
  return one_of_four(corner + uvec2(8u, 4u) * uvec2(block & 1u, block >> 1u) + within);
}
