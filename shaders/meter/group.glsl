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
  m.dark_share = 0.0;
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
    if (HAS_LIGHT_RULE) {
      float highlights_log2 = m.mean_log2 + histogram_reading.highlights_log2;
      m.metered_log2 = max(m.metered_log2, highlights_log2 - uintBitsToFloat(shared_state[kHighlightWord]));
      m.dark_share = histogram_reading.dark_share;
    }
  }
  adapt(pc.adapt, of_scene(m, pc.pre_exposure_log2));
}

#ifdef METER_INT64

// Three 16-bit digits of the sum, invalid texels; the rest with extrema or a histogram alone.
const uint kInvalidSum = 3u;
const uint kMaxSum = 4u;
const uint kInvertedMinSum = 5u;
const uint kUnderSum = 6u;
const uint kOverSum = 7u;
const uint kGroupSums = 8u;
shared uint group_sums[kGroupSums];
shared uint64_t arrived;  // what the 64-bit atomic returned, with this workgroup's own

void sum_up_group(Tally tally) {
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
  if (kHistogram != 0u) histogram_flush();
  groupMemoryBarrier();
  barrier();
}

/// `end_word`: what end_word_of() returned.
void end_measurement(Tally tally, uint end_word) {
  Quantiser quantiser = make_quantiser(pc.adapt);
  const uint64_t kInvalidFlag = uint64_t(1) << 63;
  uint invocation = gl_LocalInvocationIndex;
  if (invocation < kGroupSums) group_sums[invocation] = 0u;
  barrier();
  sum_up_group(tally);
  if (invocation < kEndWords) shared_state[invocation] = end_word;
  barrier();
  if (kExtrema != 0u) {
    flush_group(invocation);
  } else if (invocation != 0u) {
    return;
  }

  // The sum may be negative: then it borrows from its own arrival, and what is below half of one belongs to the next.
  uint64_t arrival = uint64_t(1) << quantiser.sum_bits;
  if (invocation == 0u) {
    if (kExtrema == 0u && group_sums[kInvalidSum] != 0u) {
      // Rare. The flag goes to the same address as the arrival, and after the count: who sees the one acquires the other.
      atomicAdd(acc.invalid_texels, group_sums[kInvalidSum]);
      memoryBarrierBuffer();
      atomicOr(acc.total, kInvalidFlag);
    }
    if (kExtrema != 0u) memoryBarrierBuffer();  // release: the whole workgroup's, through the barrier, before the arrival
    uint64_t own = packUint2x32(from_digit_sums(group_sums[0], group_sums[1], group_sums[2])) + arrival;
    arrived = atomicAdd(acc.total, own) + own;
    if (kExtrema != 0u) memoryBarrierBuffer();  // acquire: what came before all other arrivals
  }
  if (kExtrema != 0u) {
    groupMemoryBarrier();
    barrier();
  }
  uint64_t total = arrived & ~kInvalidFlag;
  uint64_t arrivals = (total + (arrival >> 1)) >> quantiser.sum_bits;
  // Every workgroup goes on as if it were the last, without writing: so the instructions of the end, which the whole
  // dispatch waits for, are in the caches when it comes. A histogram's end takes too long for that.
  is_rehearsal = uint(arrivals) != (pc.arrivals & 0xffffu);
  if (kHistogram != 0u && is_rehearsal) return;

  tally = empty_tally();
  tally.sum = unpackUint2x32(total - (arrivals << quantiser.sum_bits));
  if (!is_rehearsal && (arrived & kInvalidFlag) != uint64_t(0)) {
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
  if (kHistogram != 0u) histogram_finish(weight_of_all(tally), mean_of(tally, quantiser));  // has barriers
  if (invocation != 0u) return;
  if (!is_rehearsal) {  // for the next measurement, behind the barrier between dispatches
    acc.total = uint64_t(0);
    acc.invalid_texels = 0u;
    acc.max_luminance_bits = 0u;
    acc.inverted_min_luminance_bits = 0u;
    acc.under_texels = 0u;
    acc.over_texels = 0u;
  }
  conclude(tally, quantiser);
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

void set_column(uint column, uint value) { scratch[column * kGroup + gl_LocalInvocationIndex] = value; }

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
  for (uint part = invocation; part < kColumns * kParts; part += kGroup) {
    uint column = part / kParts;
    uint value = 0u;
    for (uint i = part % kParts; i < kGroup; i += kParts) {
      value = combined(column, value, scratch[column * kGroup + i]);
    }
    column_parts[part] = value;
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
  for (uint i = gl_LocalInvocationIndex; i < count; i += kGroup) {
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

void end_measurement(Tally tally, uint end_word) {
  Quantiser quantiser = make_quantiser(pc.adapt);
  uint invocation = gl_LocalInvocationIndex;
  uint count = pc.arrivals & 0xffffu;
  if (invocation < kEndWords) shared_state[invocation] = end_word;
  if (kHistogram != 0u) {
    barrier();
    histogram_flush();
    groupMemoryBarrier();
    barrier();  // the counters' memory takes the columns
  }
  Tally total = group_total(tally);  // has barriers
  if (invocation == 0u) store_partial(total);
  // Release: the partial, and through the barriers above the bins, before the arrival. By every invocation: Metal's
  // barrier of memory is one of execution, too.
  memoryBarrierBuffer();
  if (invocation == 0u) is_last = atomicAdd(acc.arrivals, 1u) + 1u == count ? 1u : 0u;
  barrier();
  is_rehearsal = is_last == 0u;
  memoryBarrierBuffer();  // acquire: all others' partials and bins, after the last arrival

  total = sum_of_partials(is_rehearsal ? 0u : count);
  if (kHistogram != 0u) histogram_finish(weight_of_all(total), mean_of(total, quantiser));
  if (invocation == 0u) {
    if (!is_rehearsal) acc.arrivals = 0u;  // for the next measurement, behind the barrier between dispatches
    conclude(total, quantiser);
  }
}

#endif
