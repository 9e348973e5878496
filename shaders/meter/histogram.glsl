// SPDX-License-Identifier: MIT
// Log-luminance histogram in the same read as the mean. Kept is, for each interval between two bins, the weight that lies
// in it and the weighted sum of positions: the linear split between the two bins follows from them, and the mean of each
// interval stays known, so that a uniform picture stays what it is wherever percentiles cut.
// Several copies side by side in shared memory, so that invocations that see the same luminance don't queue.

// Unweighted, a counter holds the number of texels in its upper bits and the sum of positions in its lower ones; weighted,
// there is one for each. In the whole sum, unweighted texels fit the low word.
// Tiles after which a counter may be full. Weighted: texels of a tile * PHOTOPIC_WEIGHT_ONE * PHOTOPIC_HISTOGRAM_FRACTION
// < 2^32. Unweighted, where one of kHistogramCopies sees 256 texels of a tile: 15 * 256 < 2^12 texels, and
// 15 * 256 * PHOTOPIC_HISTOGRAM_FRACTION < 2^20.
const uint kTilesPerFlush = 15u;
#ifdef METER_WEIGHTED
const float kUnitOfWeight = 1.0 / float(PHOTOPIC_WEIGHT_ONE);
#else
const uint kPositionBits = 20u;
const float kUnitOfWeight = 1.0;
#endif
const float kHistogramIntervals = float(PHOTOPIC_HISTOGRAM_BINS - 1);
const float kNoLimit_stops = 128.0;  // MeterSettings::highlight_stops, and ::black_stops: all that is dark counts

/// Relative to the exact mean and to the mean of all bins: what the bins' resolution costs cancels. Without light, only
/// `dark_share` is defined; the last three, with HAS_LIGHT_RULE.
struct HistogramReading {
  float trimmed_log2;
  float median_log2;
  float low_percentile_log2;
  float high_percentile_log2;
  float highlights_log2;
  float dark_share;  // of the weight
  float brightest;   // position of the brightest interval that counts
};
shared HistogramReading histogram_reading;

void histogram_clear() {
  for (uint i = gl_LocalInvocationIndex; i < kCounters; i += kGroup) scratch[i] = 0u;
}

/// From log2 luminance to the share of the range.
struct HistogramScale {
  float scale;
  float offset;
};

HistogramScale make_histogram_scale() {
  HistogramScale result;
  result.scale = 1.0 / (pc.adapt.max_log2 - pc.adapt.min_log2);
  result.offset = -pc.adapt.min_log2 * result.scale;
  return result;
}

/// Luminances beyond the range count at its ends.
void histogram_add(HistogramScale scale, float log2_luminance, uint weight) {
  // Position in units of 1 / PHOTOPIC_HISTOGRAM_FRACTION, rounded: beyond 2^23 a float's last bits are a whole number.
  const float kWhole = 8388608.0;
  float share = clamp(log2_luminance * scale.scale + scale.offset, 0.0, 1.0);
  float position = share * (kHistogramIntervals * float(PHOTOPIC_HISTOGRAM_FRACTION)) + kWhole;
  uint whole = floatBitsToUint(position) - floatBitsToUint(kWhole);
  uint bin = min(whole / PHOTOPIC_HISTOGRAM_FRACTION, uint(kHistogramIntervals) - 1u);
  uint units = whole - bin * PHOTOPIC_HISTOGRAM_FRACTION;
  uint index = bin * kHistogramCopies + gl_LocalInvocationIndex % kHistogramCopies;
#ifdef METER_WEIGHTED
  atomicAdd(scratch[index], weight);
  atomicAdd(scratch[PHOTOPIC_HISTOGRAM_BINS * kHistogramCopies + index], weight * units);
#else
  atomicAdd(scratch[index], (1u << kPositionBits) + units);
#endif
}

/// A bin, that of an invocation.
void flush_bin(uint invocation) {
  uint weight = 0u, offset = 0u;
  for (uint i = 0u; i < kHistogramCopies; ++i) {
    // Neighbours begin with different copies: else all would ask the same bank.
    uint index = invocation * kHistogramCopies + (i + invocation) % kHistogramCopies;
#ifdef METER_WEIGHTED
    weight += scratch[index];
    offset += scratch[PHOTOPIC_HISTOGRAM_BINS * kHistogramCopies + index];
    scratch[PHOTOPIC_HISTOGRAM_BINS * kHistogramCopies + index] = 0u;
#else
    uint counter = scratch[index];
    weight += counter >> kPositionBits;
    offset += counter & ((1u << kPositionBits) - 1u);
#endif
    scratch[index] = 0u;
  }
  if (weight == 0u) return;
  uint offset_low = offset & 0xffffu, offset_high = offset >> 16u;
#ifdef METER_WEIGHTED
  uint weight_high = weight >> 16u;
  atomicAdd(acc.bin_weight_low[invocation], weight & 0xffffu);
  if (weight_high != 0u) atomicAdd(acc.bin_weight_high[invocation], weight_high);
#else
  atomicAdd(acc.bin_weight_low[invocation], weight);
#endif
  if (offset_low != 0u) atomicAdd(acc.bin_offset_low[invocation], offset_low);
  if (offset_high != 0u) atomicAdd(acc.bin_offset_high[invocation], offset_high);
}

/// One bin per invocation: what the workgroup has counted goes to memory. After a barrier.
void histogram_flush() {
  EACH_LANE(flush_bin(INVOCATION_OF_LANE);)
}

/// One interval of the histogram, by the invocation of that number.
struct Interval {
  float position;  // of its mass, intervals above the mean of all
  float before;    // units of weight of all intervals before it,
  float after;     // ... and with it
  float mean;      // of its mass within it, [0, 1]
};

/// Whether the share `fraction` of all weight lies in this interval, and where: linear around the interval's mean.
bool find_percentile(Interval interval, float fraction, float total, out float position) {
  float wanted = min(fraction * total, total);
  float share = clamp((wanted - interval.before) / (interval.after - interval.before), 0.0, 1.0);
  float half_width = min(interval.mean, 1.0 - interval.mean);
  position = interval.position + (2.0 * share - 1.0) * half_width;
  // On the border of two intervals: the lower one. 0 % lies in the first that has any weight.
  return interval.after > interval.before && wanted <= interval.after &&
         (wanted > interval.before || interval.before == 0.0);
}

// What is shared takes room from the texture cache: floats go to the counters' memory too.
void put(uint index, vec4 value) {
  for (uint i = 0u; i < 4u; ++i) scratch[4u * index + i] = floatBitsToUint(value[i]);
}

vec4 got(uint index) {
  uint first = 4u * index;
  return uintBitsToFloat(uvec4(scratch[first], scratch[first + 1u], scratch[first + 2u], scratch[first + 3u]));
}

// Sums over all invocations of the workgroup, known to each. Integers, where in floats a sum could be less than the one
// before it, and a percentile lie in two intervals. They begin with a barrier, so that the shared memory is free.
#ifdef METER_INT64

// Of subgroups of any size, down to 1. Their invocations must be neighbours, in order: Vulkan doesn't promise it, but
// groups of one dimension have it. The tests SubgroupSizes.* would show another order.

/// Of the values up to and including each invocation's, and of all.
void running_sum(uint values[kLaneCount], out uint sums[kLaneCount], out uint total) {
  barrier();
  uint sum = subgroupInclusiveAdd(values[0]);
  uint subgroup_total = subgroupAdd(values[0]);
  if (subgroupElect()) scratch[gl_SubgroupID] = subgroup_total;
  barrier();
  total = 0u;
  for (uint i = 0u; i < gl_NumSubgroups; ++i) {
    if (i == gl_SubgroupID) sum += total;
    total += scratch[i];
  }
  sums[0] = sum;
}

/// Rounded in the device's order.
vec4 sum_of_all(vec4 values[kLaneCount]) {
  barrier();
  vec4 subgroup_sum = subgroupAdd(values[0]);
  if (subgroupElect()) put(gl_SubgroupID, subgroup_sum);
  barrier();
  vec4 sum = vec4(0.0);
  for (uint i = 0u; i < gl_NumSubgroups; ++i) sum += got(i);
  return sum;
}

#else

void running_sum(uint values[kLaneCount], out uint sums[kLaneCount], out uint total) {  // Hillis and Steele, 1986
  barrier();
  EACH_LANE(scratch[INVOCATION_OF_LANE] = values[lane];)
  for (uint step = 1u; step < PHOTOPIC_METER_INVOCATIONS; step *= 2u) {
    barrier();
    uint addends[kLaneCount];
    EACH_LANE(addends[lane] = INVOCATION_OF_LANE >= step ? scratch[INVOCATION_OF_LANE - step] : 0u;)
    barrier();
    EACH_LANE(scratch[INVOCATION_OF_LANE] += addends[lane];)
  }
  barrier();
  uint last = PHOTOPIC_METER_INVOCATIONS - 1u;  // no constant: glslang takes the array's size for 1
  total = scratch[last];
  EACH_LANE(sums[lane] = scratch[INVOCATION_OF_LANE];)
}

vec4 sum_of_all(vec4 values[kLaneCount]) {
  uint invocation = gl_LocalInvocationIndex;
  barrier();
  EACH_LANE(put(INVOCATION_OF_LANE, values[lane]);)
  for (uint count = PHOTOPIC_METER_INVOCATIONS / 2u; count > 0u; count /= 2u) {
    barrier();
    if (invocation < count) put(invocation, got(invocation) + got(invocation + count));
  }
  barrier();
  return got(0u);
}

#endif

#ifdef METER_WEIGHTED
/// An interval's weight in units that bring the sum of all to [2^30, 2^31): at least 1 where it has any, so that a picture
/// of small weights keeps its darkest and its brightest.
uint histogram_units(uint low, uint high, uvec2 total_weight) {
  if ((low | high) == 0u) return 0u;
  int shift = 30 - (total_weight.y != 0u ? 32 + findMSB(total_weight.y) : findMSB(total_weight.x));
  uint units = shift >= 0 ? ((high << 16u) + low) << shift : (high << uint(16 + shift)) + (low >> uint(-shift));
  return max(units, 1u);
}
#else
/// An interval's texels; as shares of them have to be weighed, in units of which all metered ones are 2^30 and more.
uint histogram_units(uint low, uint high, uvec2 total_weight) {
  return HAS_LIGHT_RULE ? low << uint(30 - findMSB(pc.adapt.texels)) : low;
}
#endif

float ramp(float x) {
  x = clamp(x, 0.0, 1.0);
  return x * x * (3.0 - 2.0 * x);
}

/// An interval with its weight.
struct Bin {
  float weight;
  float offset;        // of its mass, weighted
  uint weight_units;   // all of it
  uint counted_units;  // without black
  uint units;          // counted ones up to and including it
  Interval interval;
};

/// Weight without black: docs/metering.md#highlights-and-black. None at the lower end of the range, all of it one stop
/// above; then none `black_stops` below the scene's level and all of it kBlackRamp_stops higher. The level is a power
/// mean, exponent 1/4.
const float kBlackRamp_stops = 4.0;
void leave_out_black(inout Bin bins[kLaneCount], float log2_per_interval, float black_stops, out float dark_share,
                     out float all_units) {
  float lit[kLaneCount], below_max_stops[kLaneCount];
  vec4 values[kLaneCount];
  EACH_LANE(
    float above_min_stops = (float(INVOCATION_OF_LANE) + bins[lane].interval.mean) * log2_per_interval;
    lit[lane] = float(bins[lane].weight_units) * ramp(above_min_stops);
    below_max_stops[lane] = above_min_stops - (pc.adapt.max_log2 - pc.adapt.min_log2);
    values[lane] = vec4(lit[lane] * exp2(0.25 * below_max_stops[lane]), lit[lane], bins[lane].weight_units, 0.0);
  )
  vec4 sum = sum_of_all(values);
  all_units = sum.z;
  dark_share = 1.0 - sum.y / sum.z;
  EACH_LANE(
    bins[lane].counted_units = 0u;
    if (lit[lane] != 0.0) {
      float level_stops = 4.0 * log2(sum.x / sum.y);  // below the range's upper end
      bins[lane].counted_units =
          uint(lit[lane] * ramp((below_max_stops[lane] - level_stops + black_stops) / kBlackRamp_stops) + 0.5);
    }
  )
}

/// How much of the highlights lies above an interval: `units` of weight do. Larger areas count more, up to `share`.
float highlights_in(uint units, float share) {
  float c = min(float(units) / share, 1.0);
  return c * c * sqrt(c);
}

/// Reads the sums of an invocation's bin, and leaves zeros for the next measurement.
Bin take_bin(uint invocation, uvec2 total_weight, float mean_log2, float log2_per_interval) {
  Bin bin;
  bin.weight_units = histogram_units(acc.bin_weight_low[invocation], acc.bin_weight_high[invocation], total_weight);
  bin.weight = float(acc.bin_weight_low[invocation]) + 65536.0 * float(acc.bin_weight_high[invocation]);
  bin.offset = (float(acc.bin_offset_low[invocation]) + 65536.0 * float(acc.bin_offset_high[invocation])) /
               float(PHOTOPIC_HISTOGRAM_FRACTION);
  if (!is_rehearsal) {
    acc.bin_weight_low[invocation] = 0u;
    acc.bin_weight_high[invocation] = 0u;
    acc.bin_offset_low[invocation] = 0u;
    acc.bin_offset_high[invocation] = 0u;
  }
  bin.interval.mean = bin.weight > 0.0 ? clamp(bin.offset / bin.weight, 0.0, 1.0) : 0.5;
  bin.interval.position =
      float(invocation) + bin.interval.mean - (mean_log2 - pc.adapt.min_log2) / log2_per_interval;
  bin.counted_units = bin.weight_units;
  return bin;
}

/// Looks for percentiles in an invocation's bin. Returns what percentiles leave of it, as mass at its mean; all of it;
/// highlights, relative to the brightest.
vec4 read_bin(uint invocation, Bin bin, uint total_units, float log2_per_interval) {
  float total = float(total_units);
  float offset_before = invocation > 0u ? uintBitsToFloat(scratch[invocation - 1u]) : 0.0;
  // The linear split.
  if (!is_rehearsal) {
    acc.finished_bins[invocation] = ((bin.weight - bin.offset) + offset_before) * kUnitOfWeight;
  }
  vec2 cut = vec2(shared_state[kPercentilesWord] & 0xffffu, shared_state[kPercentilesWord] >> 16u) / 65535.0;
  float found;  // each by one invocation
  if (find_percentile(bin.interval, cut.x, total, found)) histogram_reading.low_percentile_log2 = found;
  if (find_percentile(bin.interval, 0.5, total, found)) histogram_reading.median_log2 = found;
  if (find_percentile(bin.interval, cut.y, total, found)) histogram_reading.high_percentile_log2 = found;
  float kept = clamp(min(bin.interval.after, cut.y * total) - max(bin.interval.before, cut.x * total), 0.0,
                     float(bin.counted_units));
  float highlights = 0.0;
  if (HAS_LIGHT_RULE && bin.counted_units > 0u) {
    float share = max(uintBitsToFloat(shared_state[kHighlightShareWord]) * total, 1.0);
    highlights = (highlights_in(total_units - bin.units + bin.counted_units, share) -
                  highlights_in(total_units - bin.units, share)) *
                 exp2((bin.interval.position - histogram_reading.brightest) * log2_per_interval);
  }
  return vec4(kept, kept * bin.interval.position, float(bin.weight_units) * bin.interval.position, highlights);
}

/// By all invocations of the last workgroup: reads the sums, leaves zeros for the next measurement and the finished
/// histogram for debug views. `mean_log2` is the exact one of all weights.
void histogram_finish(uvec2 total_weight, float mean_log2) {
  float log2_per_interval = (pc.adapt.max_log2 - pc.adapt.min_log2) / kHistogramIntervals;
  Bin bins[kLaneCount];
  EACH_LANE(bins[lane] = take_bin(INVOCATION_OF_LANE, total_weight, mean_log2, log2_per_interval);)

  float dark_share = 0.0, all_units = 0.0;
  float black_stops = uintBitsToFloat(shared_state[kBlackWord]);
  bool has_black = HAS_LIGHT_RULE && black_stops < kNoLimit_stops;
  if (has_black) leave_out_black(bins, log2_per_interval, black_stops, dark_share, all_units);
  uint counted_units[kLaneCount], units[kLaneCount], total_units;
  EACH_LANE(counted_units[lane] = bins[lane].counted_units;)
  running_sum(counted_units, units, total_units);
  if (!has_black) all_units = float(total_units);

  barrier();
  EACH_LANE(
    bins[lane].units = units[lane];
    bins[lane].interval.before = float(units[lane] - counted_units[lane]);
    bins[lane].interval.after = float(units[lane]);
    scratch[INVOCATION_OF_LANE] = floatBitsToUint(bins[lane].offset);
    if (HAS_LIGHT_RULE && counted_units[lane] > 0u && units[lane] == total_units) {
      histogram_reading.brightest = bins[lane].interval.position;
    }
  )
  barrier();
  vec4 values[kLaneCount];
  EACH_LANE(values[lane] = read_bin(INVOCATION_OF_LANE, bins[lane], total_units, log2_per_interval);)
  vec4 sum = sum_of_all(values);
  if (gl_LocalInvocationIndex == 0u) {
    float mean_of_bins = sum.z / all_units;
    histogram_reading.trimmed_log2 = (sum.y / sum.x - mean_of_bins) * log2_per_interval;
    histogram_reading.median_log2 = (histogram_reading.median_log2 - mean_of_bins) * log2_per_interval;
    histogram_reading.low_percentile_log2 = (histogram_reading.low_percentile_log2 - mean_of_bins) * log2_per_interval;
    histogram_reading.high_percentile_log2 =
        (histogram_reading.high_percentile_log2 - mean_of_bins) * log2_per_interval;
    if (HAS_LIGHT_RULE) {
      histogram_reading.dark_share = total_units != 0u ? dark_share : 1.0;
      histogram_reading.highlights_log2 =
          (histogram_reading.brightest - mean_of_bins) * log2_per_interval + log2(sum.w);
    }
  }
}
