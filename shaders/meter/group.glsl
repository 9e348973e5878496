// SPDX-License-Identifier: MIT
// End of a measurement: the findings of each invocation, brought together.

/// Sum of the weights of all valid texels, quantised.
uvec2 weight_of_all(Tally tally) {
#ifdef METER_WEIGHTED
  return tally.weight;
#else
  return uvec2(pc.adapt.texels - tally.invalid_texels, 0u);
#endif
}

/// Mean log2 luminance; 0 if nothing counts.
float mean_of(Tally tally, Quantiser quantiser) {
  uvec2 weight = weight_of_all(tally);
  return (weight.x | weight.y) != 0u ? mean_log2(quantiser, tally.sum, weight) : 0.0;
}

/// Ends the measurement: one invocation of the last workgroup.
void conclude(Tally tally, Quantiser quantiser) {
  Measurement m;
  m.invalid_texels = tally.invalid_texels;
  m.valid_texels = pc.adapt.texels - tally.invalid_texels;
  uvec2 weight = weight_of_all(tally);
  m.weight_sum = float(weight.y) * 4294967296.0 + float(weight.x);
#ifdef METER_WEIGHTED
  m.weight_sum /= float(PHOTOPIC_WEIGHT_ONE);
#endif
  m.is_measured = (weight.x | weight.y) != 0u;
  m.mean_log2 = mean_of(tally, quantiser);
  m.metered_log2 = m.mean_log2;
  m.is_black = m.mean_log2 <= pc.adapt.black_log2;  // the mean of what is clamped from below
  m.low_percentile_log2 = m.mean_log2;
  m.median_log2 = m.mean_log2;
  m.high_percentile_log2 = m.mean_log2;
  m.min_luminance = 0.0;
  m.max_luminance = 0.0;
  m.under_texels = 0u;
  m.over_texels = 0u;
  if (kExtrema != 0u) {
    if (m.valid_texels != 0u) m.min_luminance = uintBitsToFloat(~tally.inverted_min_luminance_bits);
    m.max_luminance = uintBitsToFloat(tally.max_luminance_bits);
#ifndef METER_WEIGHTED
    m.is_black = is_black(pc.adapt, m.max_luminance);
#endif
  }
  m.under_texels = tally.under_texels;
  m.over_texels = tally.over_texels;
  if (kHistogram != 0u && m.is_measured) {
    m.low_percentile_log2 += histogram_reading.low_percentile_log2;
    m.median_log2 += histogram_reading.median_log2;
    m.high_percentile_log2 += histogram_reading.high_percentile_log2;
    m.metered_log2 += mix(histogram_reading.trimmed_log2, histogram_reading.median_log2,
                            uintBitsToFloat(shared_state[kMedianBlendWord]));
    m.metered_log2 = max(m.metered_log2, m.high_percentile_log2 - uintBitsToFloat(shared_state[kHighlightWord]));
  }
  adapt(pc.adapt, m);
}

/// Sums of colours; 64-bit numbers.
struct ColorSums {
  uvec2 weight;
  uvec2 rg;
  uvec2 bg;
};

void conclude_colors(ColorSums sums, float cut) {
  ColorMeasurement m;
  m.is_measured = (sums.weight.x | sums.weight.y) != 0u;
  m.estimate = vec2(0.0);
  float unit = 1.0 / float(1 << (PHOTOPIC_COLORS_FRACTION_BITS - color_shift()));
  if (m.is_measured) {
    int whole;
    float rest = quotient(sums.rg, sums.weight, whole);
    m.estimate.x = (float(whole) + rest) * unit;
    rest = quotient(sums.bg, sums.weight, whole);
    m.estimate.y = (float(whole) + rest) * unit;
  }
  m.weight = (float(sums.weight.y) * 4294967296.0 + float(sums.weight.x)) / float(PHOTOPIC_COLORS_WEIGHT_ONE);
  adapt_white_balance(pc.adapt, m, cut);
}

// Of another 64 invocations than the first: both ends go on at the same time.
const uint kColorInvocation = 64u;

/// Ends the measurement of luminance and of colours. In all invocations of a workgroup.
void conclude_both(uint invocation, Tally tally, Quantiser quantiser, ColorSums sums) {
  float cut = 0.0;
  if (invocation == 0u) conclude(tally, quantiser);
  if (kFullAdaptation != 0u) {
    barrier();
    cut = shared_cut;
  }
  if (invocation == kColorInvocation) conclude_colors(sums, cut);
}

#ifdef METER_INT64

// Three 16-bit digits of the sum, invalid texels; the rest with extrema or a histogram alone.
const uint kInvalidSum = 3u;
const uint kMaxSum = 4u;
const uint kInvertedMinSum = 5u;
const uint kUnderSum = 6u;
const uint kOverSum = 7u;
// With white balance, three digits of each sum of colours, of which the weight's last one is 0.
const uint kFirstColorSum = 8u;
const uint kGroupSums = 17u;
shared uint group_sums[kGroupSums];
// The 64-bit atomics: one, or as many as there are totals, by an invocation each, side by side in memory.
const uint kTotals = kWhiteBalance != 0u ? PHOTOPIC_METER_TOTALS : 1u;
shared uint64_t arrived[PHOTOPIC_METER_TOTALS];  // what they returned, with this workgroup's own
shared uint shared_is_last;

/// Of the first sums, 16-bit digits and what is above them, of one of colours.
void add_color_digits(uint first, uvec2 sum) {
  uint digit0 = subgroupAdd(sum.x & 0xffffu), digit1 = subgroupAdd(sum.x >> 16u), high = subgroupAdd(sum.y);
  if (!subgroupElect()) return;
  atomicAdd(group_sums[first], digit0);
  atomicAdd(group_sums[first + 1u], digit1);
  if (high != 0u) atomicAdd(group_sums[first + 2u], high);
}

void sum_up_group(Tally tally) {
  if (kWhiteBalance != 0u) {
    add_color_digits(kFirstColorSum, uvec2(tally.colors.weight, 0u));
    add_color_digits(kFirstColorSum + 3u, tally.colors.sum_rg);
    add_color_digits(kFirstColorSum + 6u, tally.colors.sum_bg);
  }
  uint digit0 = subgroupAdd(tally.sum.x & 0xffffu);
  uint digit1 = subgroupAdd(tally.sum.x >> 16u);
  uint high = subgroupAdd(tally.sum.y);
  uint invalid = subgroupAdd(tally.invalid_texels);
  uint largest = 0u, inverted_least = 0u, under = 0u, over = 0u;
  if (kExtrema != 0u) {
    largest = subgroupMax(tally.max_luminance_bits);
    inverted_least = subgroupMax(tally.inverted_min_luminance_bits);
  }
  if (kHistogram != 0u) {
    under = subgroupAdd(tally.under_texels);
    over = subgroupAdd(tally.over_texels);
  }
  if (!subgroupElect()) return;
  atomicAdd(group_sums[0], digit0);
  atomicAdd(group_sums[1], digit1);
  if (high != 0u) atomicAdd(group_sums[2], high);
  if (invalid != 0u) atomicAdd(group_sums[kInvalidSum], invalid);
  if (kExtrema != 0u) {
    atomicMax(group_sums[kMaxSum], largest);
    atomicMax(group_sums[kInvertedMinSum], inverted_least);
  }
  if (under != 0u) atomicAdd(group_sums[kUnderSum], under);
  if (over != 0u) atomicAdd(group_sums[kOverSum], over);
}

/// Sums beside those in the 64-bit atomic go to memory: each by another invocation. Invocation 0 may release it then.
void flush_group(uint invocation) {
  if (invocation == kInvalidSum && group_sums[invocation] != 0u) {
    atomicAdd(acc.invalid_texels, group_sums[invocation]);
  }
  if (invocation == kMaxSum) atomicMax(acc.max_luminance_bits, group_sums[invocation]);
  if (invocation == kInvertedMinSum) atomicMax(acc.inverted_min_luminance_bits, group_sums[invocation]);
  if (invocation == kUnderSum && group_sums[invocation] != 0u) atomicAdd(acc.under_texels, group_sums[invocation]);
  if (invocation == kOverSum && group_sums[invocation] != 0u) atomicAdd(acc.over_texels, group_sums[invocation]);
  if (kHistogram != 0u) histogram_flush(invocation);
  groupMemoryBarrier();
  barrier();
}

/// Of total `i` with its arrivals: bits that are the sum's.
int sum_bits_of(uint i, Quantiser quantiser) { return i == 0u ? quantiser.sum_bits : PHOTOPIC_COLORS_SUM_BITS; }

/// The sum may be negative: then it borrows from its own arrival, and what is below half of one belongs to the next.
uint64_t arrivals_of(uint64_t total, int sum_bits) { return (total + (uint64_t(1) << (sum_bits - 1))) >> sum_bits; }

const uint64_t kInvalidFlag = uint64_t(1) << 63;

/// Whether this workgroup is the last in all totals, which are in `arrived` then. Those that lie side by side arrive
/// together; should they not, whoever is the last in one of them hands it to whoever comes last of these.
void find_last(uint invocation, Quantiser quantiser) {
  if (invocation != 0u) return;
  uint count = pc.arrivals & 0xffffu;
  uint last_in = 0u;
  for (uint i = 0u; i < kTotals; ++i) {
    uint64_t total = arrived[i] & ~kInvalidFlag;
    if (uint(arrivals_of(total, sum_bits_of(i, quantiser))) == count) last_in |= 1u << i;
  }
  const uint kAll = (1u << kTotals) - 1u;
  bool is_last = last_in == kAll;
  if (last_in != 0u && !is_last) {
    for (uint i = 0u; i < kTotals; ++i) {
      if ((last_in >> i & 1u) != 0u) acc.finished[i] = arrived[i];
    }
    memoryBarrierBuffer();  // release
    uint handed = uint(bitCount(last_in));
    is_last = atomicAdd(acc.finished_count, handed) + handed == kTotals;
    memoryBarrierBuffer();  // acquire
    if (is_last) {
      for (uint i = 0u; i < kTotals; ++i) arrived[i] = acc.finished[i];
      acc.finished_count = 0u;
    }
  }
  shared_is_last = is_last ? 1u : 0u;
}

/// What is left of the sums of colours without their arrivals.
ColorSums color_sums() {
  uvec2 sums[3];
  for (uint i = 0u; i < 3u; ++i) {
    uint64_t total = arrived[i + 1u];
    uint64_t arrivals = arrivals_of(total, PHOTOPIC_COLORS_SUM_BITS);
    sums[i] = unpackUint2x32(total - (arrivals << PHOTOPIC_COLORS_SUM_BITS));
  }
  return ColorSums(sums[0], sums[1], sums[2]);
}

/// `end_word`: what end_word_of() returned.
void finish(Tally tally, uint end_word) {
  Quantiser quantiser = make_quantiser(pc.adapt);
  uint invocation = gl_LocalInvocationIndex;
  if (invocation < kGroupSums) group_sums[invocation] = 0u;
  barrier();
  sum_up_group(tally);
  if (is_end_word(invocation)) shared_state[invocation] = end_word;
  barrier();
  if (kExtrema != 0u) {
    flush_group(invocation);
  } else if (kWhiteBalance == 0u && invocation != 0u) {
    return;
  }

  if (invocation == 0u) {
    if (kExtrema == 0u && group_sums[kInvalidSum] != 0u) {
      // Rare. The flag goes to the same address as the arrival, and after the count: who sees the one acquires the other.
      atomicAdd(acc.invalid_texels, group_sums[kInvalidSum]);
      memoryBarrierBuffer();
      atomicOr(acc.totals[0], kInvalidFlag);
    }
    if (kExtrema != 0u) memoryBarrierBuffer();  // release: the whole workgroup's, through the barrier, before the arrival
  }
  if (invocation < kTotals) {
    uint first = kWhiteBalance != 0u && invocation != 0u ? kFirstColorSum + 3u * (invocation - 1u) : 0u;
    uint64_t sum = packUint2x32(from_digit_sums(group_sums[first], group_sums[first + 1u], group_sums[first + 2u]));
    uint64_t own = sum + (uint64_t(1) << sum_bits_of(invocation, quantiser));
    arrived[invocation] = atomicAdd(acc.totals[invocation], own) + own;
    if (kExtrema != 0u) memoryBarrierBuffer();  // acquire: what came before all other arrivals
  }
  if (kExtrema != 0u || kWhiteBalance != 0u) {
    groupMemoryBarrier();
    barrier();
  }
  if (kWhiteBalance != 0u) {
    find_last(invocation, quantiser);
    barrier();
  }
  uint64_t total = arrived[0] & ~kInvalidFlag;
  uint64_t arrivals = arrivals_of(total, quantiser.sum_bits);
  // Every workgroup goes on as if it were the last, without writing: so the instructions of the end, which the whole
  // dispatch waits for, are in the caches when it comes. A histogram's end takes too long for that.
  is_rehearsal = kWhiteBalance != 0u ? shared_is_last == 0u : uint(arrivals) != (pc.arrivals & 0xffffu);
  if (kHistogram != 0u && is_rehearsal) return;

  tally = empty_tally();
  tally.sum = unpackUint2x32(total - (arrivals << quantiser.sum_bits));
  if (!is_rehearsal && (arrived[0] & kInvalidFlag) != uint64_t(0)) {
    memoryBarrierBuffer();  // acquire
    tally.invalid_texels = acc.invalid_texels;
  }
  if (kExtrema != 0u) {
    tally.invalid_texels = acc.invalid_texels;
    tally.max_luminance_bits = acc.max_luminance_bits;
    tally.inverted_min_luminance_bits = acc.inverted_min_luminance_bits;
    tally.under_texels = acc.under_texels;
    tally.over_texels = acc.over_texels;
  }
  if (kHistogram != 0u) histogram_finish(invocation, mean_of(tally, quantiser));  // has barriers
  if (kWhiteBalance == 0u && invocation != 0u) return;
  if (!is_rehearsal && invocation == 0u) {  // for the next measurement, behind the barrier between dispatches
    for (uint i = 0u; i < kTotals; ++i) acc.totals[i] = uint64_t(0);
    acc.invalid_texels = 0u;
    acc.max_luminance_bits = 0u;
    acc.inverted_min_luminance_bits = 0u;
    acc.under_texels = 0u;
    acc.over_texels = 0u;
  }
  if (kWhiteBalance == 0u) {
    conclude(tally, quantiser);
  } else {
    conclude_both(invocation, tally, quantiser, color_sums());
  }
}

#else

const uint kMaxColumn = 4u;          // max_luminance_bits
const uint kInvertedMinColumn = 5u;  // inverted_min_luminance_bits
const uint kParts = 16u;             // invocations per column in the first of two steps
shared uint column_parts[kColumns * kParts];
shared uint is_last;

uint combined(uint column, uint a, uint b) {
  return column == kMaxColumn || column == kInvertedMinColumn ? max(a, b) : a + b;
}

void set_column(uint column, uint value) { scratch[column * PHOTOPIC_METER_INVOCATIONS + gl_LocalInvocationIndex] = value; }

/// Over all invocations of the workgroup; the result is in each.
Tally group_total(Tally tally) {
  uint invocation = gl_LocalInvocationIndex;
  set_column(0u, tally.sum.x & 0xffffu);
  set_column(1u, tally.sum.x >> 16u);
  set_column(2u, tally.sum.y);
  set_column(3u, tally.invalid_texels);
  set_column(kMaxColumn, tally.max_luminance_bits);
  set_column(kInvertedMinColumn, tally.inverted_min_luminance_bits);
  if (kHistogram != 0u) {
    set_column(kFirstHistogramColumn, tally.under_texels);
    set_column(kFirstHistogramColumn + 1u, tally.over_texels);
  }
#ifdef METER_WEIGHTED
  set_column(kFirstWeightColumn, tally.weight.x & 0xffffu);
  set_column(kFirstWeightColumn + 1u, tally.weight.x >> 16u);
  set_column(kFirstWeightColumn + 2u, tally.weight.y);
#endif
  barrier();
  if (invocation < kColumns * kParts) {
    uint column = invocation / kParts;
    uint value = 0u;
    for (uint i = invocation % kParts; i < PHOTOPIC_METER_INVOCATIONS; i += kParts) {
      value = combined(column, value, scratch[column * PHOTOPIC_METER_INVOCATIONS + i]);
    }
    column_parts[invocation] = value;
  }
  barrier();
  if (invocation < kColumns) {
    uint value = 0u;
    for (uint i = 0u; i < kParts; ++i) value = combined(invocation, value, column_parts[invocation * kParts + i]);
    scratch[invocation] = value;
  }
  barrier();
  tally.sum = from_digit_sums(scratch[0], scratch[1], scratch[2]);
  tally.invalid_texels = scratch[3];
  tally.max_luminance_bits = scratch[kMaxColumn];
  tally.inverted_min_luminance_bits = scratch[kInvertedMinColumn];
  if (kHistogram != 0u) {
    tally.under_texels = scratch[kFirstHistogramColumn];
    tally.over_texels = scratch[kFirstHistogramColumn + 1u];
  }
#ifdef METER_WEIGHTED
  tally.weight = from_digit_sums(scratch[kFirstWeightColumn], scratch[kFirstWeightColumn + 1u],
                                 scratch[kFirstWeightColumn + 2u]);
#endif
  return tally;
}

/// Of the sums of colours, after group_total().
ColorSums group_color_total(ColorSums sums) {
  const uint kColorColumns = 9u;
  uint invocation = gl_LocalInvocationIndex;
  barrier();  // the columns are free
  // As many columns as there is room for in any variant, in turns.
  const uint kAtOnce = 3u;
  for (uint turn = 0u; turn < kColorColumns / kAtOnce; ++turn) {
    uvec2 sum = turn == 0u ? sums.weight : turn == 1u ? sums.rg : sums.bg;
    set_column(0u, sum.x & 0xffffu);
    set_column(1u, sum.x >> 16u);
    set_column(2u, sum.y);
    barrier();
    if (invocation < kAtOnce * kParts) {
      uint value = 0u;
      for (uint i = invocation % kParts; i < PHOTOPIC_METER_INVOCATIONS; i += kParts) {
        value += scratch[invocation / kParts * PHOTOPIC_METER_INVOCATIONS + i];
      }
      column_parts[invocation] = value;
    }
    barrier();
    uvec3 digits = uvec3(0u);
    for (uint i = 0u; i < kParts; ++i) {
      digits += uvec3(column_parts[i], column_parts[kParts + i], column_parts[2u * kParts + i]);
    }
    uvec2 total = from_digit_sums(digits.x, digits.y, digits.z);
    if (turn == 0u) sums.weight = total;
    if (turn == 1u) sums.rg = total;
    if (turn == 2u) sums.bg = total;
    barrier();
  }
  return sums;
}

void store_color_partial(ColorSums sums) {
  uint workgroup = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  color_partials[(pc.arrivals >> 16u) + workgroup] =
      ColorPartial(sums.weight.x, sums.weight.y, sums.rg.x, sums.rg.y, sums.bg.x, sums.bg.y);
}

ColorSums sum_of_color_partials(uint count) {
  ColorSums sums = ColorSums(uvec2(0u), uvec2(0u), uvec2(0u));
  for (uint i = gl_LocalInvocationIndex; i < count; i += PHOTOPIC_METER_INVOCATIONS) {
    ColorPartial partial = color_partials[i];
    add_to(sums.weight, uvec2(partial.weight_low, partial.weight_high));
    add_to(sums.rg, uvec2(partial.rg_low, partial.rg_high));
    add_to(sums.bg, uvec2(partial.bg_low, partial.bg_high));
  }
  return group_color_total(sums);
}

void store_partial(Tally tally) {
  MeterPartial partial;
  partial.sum_low = tally.sum.x;
  partial.sum_high = tally.sum.y;
  partial.weight_low = 0u;
  partial.weight_high = 0u;
#ifdef METER_WEIGHTED
  partial.weight_low = tally.weight.x;
  partial.weight_high = tally.weight.y;
#endif
  partial.invalid_texels = tally.invalid_texels;
  partial.max_luminance_bits = tally.max_luminance_bits;
  partial.inverted_min_luminance_bits = tally.inverted_min_luminance_bits;
  partial.under_texels = tally.under_texels;
  partial.over_texels = tally.over_texels;
  partial.reserved0 = 0u;
  partial.reserved1 = 0u;
  partial.reserved2 = 0u;
  uint workgroup = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  acc.partials[(pc.arrivals >> 16u) + workgroup] = partial;
}

Tally sum_of_partials(uint count) {
  Tally tally = empty_tally();
  for (uint i = gl_LocalInvocationIndex; i < count; i += PHOTOPIC_METER_INVOCATIONS) {
    MeterPartial partial = acc.partials[i];
    add_to(tally.sum, uvec2(partial.sum_low, partial.sum_high));
#ifdef METER_WEIGHTED
    add_to(tally.weight, uvec2(partial.weight_low, partial.weight_high));
#endif
    tally.invalid_texels += partial.invalid_texels;
    tally.max_luminance_bits = max(tally.max_luminance_bits, partial.max_luminance_bits);
    tally.inverted_min_luminance_bits = max(tally.inverted_min_luminance_bits, partial.inverted_min_luminance_bits);
    tally.under_texels += partial.under_texels;
    tally.over_texels += partial.over_texels;
  }
  return group_total(tally);
}

void finish(Tally tally, uint end_word) {
  Quantiser quantiser = make_quantiser(pc.adapt);
  uint invocation = gl_LocalInvocationIndex;
  uint count = pc.arrivals & 0xffffu;
  if (is_end_word(invocation)) shared_state[invocation] = end_word;
  if (kHistogram != 0u) {
    barrier();
    histogram_flush(invocation);
    groupMemoryBarrier();
    barrier();  // the counters' memory takes the columns
  }
  Tally total = group_total(tally);  // has barriers
  ColorSums colors = ColorSums(uvec2(tally.colors.weight, 0u), tally.colors.sum_rg, tally.colors.sum_bg);
  if (kWhiteBalance != 0u) colors = group_color_total(colors);
  if (invocation == 0u) {
    store_partial(total);
    if (kWhiteBalance != 0u) store_color_partial(colors);
    memoryBarrierBuffer();  // release: the partial, and through the barriers above the bins, before the arrival
    is_last = atomicAdd(acc.arrivals, 1u) + 1u == count ? 1u : 0u;
  }
  barrier();
  is_rehearsal = is_last == 0u;
  memoryBarrierBuffer();  // acquire: all others' partials and bins, after the last arrival

  total = sum_of_partials(is_rehearsal ? 0u : count);
  if (kWhiteBalance != 0u) colors = sum_of_color_partials(is_rehearsal ? 0u : count);
  if (kHistogram != 0u) histogram_finish(invocation, mean_of(total, quantiser));
  if (invocation == 0u && !is_rehearsal) acc.arrivals = 0u;  // for the next measurement, behind the barrier between dispatches
  if (kWhiteBalance != 0u) {
    conclude_both(invocation, total, quantiser, colors);
  } else if (invocation == 0u) {
    conclude(total, quantiser);
  }
}

#endif
