// SPDX-License-Identifier: MIT
// Findings of an invocation, from the luminance of its texels.

struct Tally {
  uvec2 sum;  // of weight * quantised log2 luminance
#ifdef METER_WEIGHTED
  uvec2 weight;
#endif
  uint invalid_texels;
  uint max_luminance_bits;
  uint inverted_min_luminance_bits;
  uint under_texels;
  uint over_texels;
};

Tally empty_tally() {
  Tally tally;
  tally.sum = uvec2(0u);
#ifdef METER_WEIGHTED
  tally.weight = uvec2(0u);
#endif
  tally.invalid_texels = 0u;
  tally.max_luminance_bits = 0u;
  tally.inverted_min_luminance_bits = 0u;
  tally.under_texels = 0u;
  tally.over_texels = 0u;
  return tally;
}

struct Metering {
  float quantiser_scale;
  float min_luminance;  // darker texels are raised to it
  float max_luminance;  // brighter ones are lowered to it
  bool has_products;    // the range is within 2^+-PHOTOPIC_METER_MAX_PRODUCT_LOG2: always without kFullAdaptation
  HistogramScale histogram;
  vec3 luminance_row;
};

Metering make_metering() {
  Metering metering;
  metering.quantiser_scale = make_quantiser(pc.adapt).scale;
  // With a histogram, which compares with them often, in registers: pushed ones cost 4 % on an H200.
  metering.min_luminance = kHistogram != 0u ? exp2(pc.adapt.min_log2) : pc.min_luminance;
  metering.max_luminance = kHistogram != 0u ? exp2(pc.adapt.max_log2) : pc.max_luminance;
  metering.has_products =
      kFullAdaptation == 0u || max(-pc.adapt.min_log2, pc.adapt.max_log2) <= PHOTOPIC_METER_MAX_PRODUCT_LOG2;
  metering.histogram = make_histogram_scale();
  metering.luminance_row =
      kConvertInput != 0u ? vec3(tables.luminance_row[0], tables.luminance_row[1], tables.luminance_row[2]) : vec3(0.0);
  return metering;
}

void see_extrema(uint least_bits, uint largest_bits, inout Tally tally) {
  tally.inverted_min_luminance_bits = max(tally.inverted_min_luminance_bits, ~least_bits);
  tally.max_luminance_bits = max(tally.max_luminance_bits, largest_bits);
}

/// The logarithm of a product of luminances, as one number of the sum.
void add_product(float product, Metering metering, inout Tally tally) {
  add_to(tally.sum, extended(quantised(metering.quantiser_scale, log2(product))));
}

#ifdef METER_WEIGHTED
/// Counts a texel of the metered rectangle. Whether it is valid.
bool see(float luminance, Metering metering, inout Tally tally) {
  if (!is_valid_luminance(luminance)) {
    ++tally.invalid_texels;
    return false;
  }
  if (kExtrema != 0u) {
    uint bits = floatBitsToUint(luminance) & 0x7fffffffu;  // -0 would order above every number as an integer
    see_extrema(bits, bits, tally);
  }
  if (kHistogram != 0u) {
    tally.under_texels += luminance < metering.min_luminance ? 1u : 0u;
    tally.over_texels += luminance > metering.max_luminance ? 1u : 0u;
  }
  return true;
}

/// `texel` counts from the top-left of the metered rectangle.
void add_weighted(float luminance, uvec2 texel, Metering metering, inout Tally tally) {
  if (!see(luminance, metering, tally)) return;
  uvec2 extent = uvec2(pc.extent & 0xffffu, pc.extent >> 16u);
  uvec2 source = texel + uvec2(pc.origin & 0xffffu, pc.origin >> 16u);
  uint weight = weight_of(texel, extent, source, luminance);
  float log2_luminance = log2(clamp(luminance, metering.min_luminance, metering.max_luminance));
  add_to(tally.sum, product(quantised(metering.quantiser_scale, log2_luminance), weight));
  add_to(tally.weight, uvec2(weight, 0u));
  if (kHistogram != 0u && weight != 0u) histogram_add(metering.histogram, log2_luminance, weight);
}
#else
/// The product of four luminances within the range, 1 for each that doesn't count.
float product_of(vec4 factors) { return ((factors.x * factors.y) * factors.z) * factors.w; }

/// Four texels with few branches (histograms, fused passes), if they are what texels usually are: false, and nothing added, if one is invalid, would need to be counted
/// as beyond the histogram's range, or, with extrema, isn't metered.
bool add_valid_four(vec4 luminances, bvec4 is_metered, Metering metering, inout Tally tally) {
  if (!metering.has_products || (kExtrema != 0u && !all(is_metered))) return false;
  // As integers, floats from 0 are in their order, and all others come behind them.
  uvec4 bits = floatBitsToUint(luminances);
  uint largest_bits = max(max(bits.x, bits.y), max(bits.z, bits.w));
  uint least_bits = min(min(bits.x, bits.y), min(bits.z, bits.w));
  vec4 factors = luminances;
  if (kHistogram != 0u) {
    if (least_bits < floatBitsToUint(metering.min_luminance) || largest_bits > floatBitsToUint(metering.max_luminance)) {
      return false;
    }
    for (int i = 0; i < 4; ++i) histogram_add(metering.histogram, log2(luminances[i]), 1u);
  } else {
    if (largest_bits >= 0x7f800000u) return false;
    factors = mix(vec4(1.0), clamp(luminances, metering.min_luminance, metering.max_luminance), is_metered);
  }
  if (kExtrema != 0u) see_extrema(least_bits, largest_bits, tally);
  add_product(product_of(factors), metering, tally);
  return true;
}

/// Four texels, whatever they are: the meter of the mean. They add the same to the sum as above. Branches are for atomics
/// alone.
void add_four(vec4 luminances, bvec4 is_metered, Metering metering, inout Tally tally) {
  vec4 factors;
  for (int i = 0; i < 4; ++i) {
    bool is_valid = is_valid_luminance(luminances[i]);
    bool is_counted = is_metered[i] && is_valid;
    tally.invalid_texels += is_metered[i] && !is_valid ? 1u : 0u;
    float clamped = clamp(luminances[i], metering.min_luminance, metering.max_luminance);
    factors[i] = is_counted ? clamped : 1.0;
    if (kExtrema != 0u) {
      uint bits = floatBitsToUint(luminances[i]) & 0x7fffffffu;  // -0 would order above every number as an integer
      see_extrema(is_counted ? bits : ~0u, is_counted ? bits : 0u, tally);
    }
    if (kHistogram != 0u) {
      tally.under_texels += is_counted && luminances[i] < metering.min_luminance ? 1u : 0u;
      tally.over_texels += is_counted && luminances[i] > metering.max_luminance ? 1u : 0u;
      if (is_counted) histogram_add(metering.histogram, log2(clamped), 1u);
    }
  }
  // The logarithm of the product or, where the range is too wide for that, of each.
  uint turns = metering.has_products ? 1u : 4u;
  for (uint turn = 0u; turn < turns; ++turn) {
    add_product(metering.has_products ? product_of(factors) : factors.x, metering, tally);
    factors = factors.yzwx;
  }
}
#endif
