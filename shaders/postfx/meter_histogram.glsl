// SPDX-License-Identifier: MIT
// Log-luminance histogram in the same read as the mean. Kept is, for each interval between two bins, the weight that lies
// in it and the weighted sum of positions: the linear split between the two bins follows from them, and the mean of each
// interval stays known, so that a uniform picture stays what it is wherever percentiles cut.
// Several copies side by side in shared memory, so that invocations that see the same luminance don't queue.

#define HISTOGRAM_COPIES 8u
// Tiles after which a counter in shared memory may be full: weight * POSTFX_HISTOGRAM_FRACTION * texels of a tile < 2^32.
#ifdef METER_WEIGHTED
const uint kTilesPerFlush = 3u;
#else
const uint kTilesPerFlush = 4095u;
#endif
const uint kAllPercentiles = 0xffff0000u;
const float kHistogramIntervals = float(POSTFX_HISTOGRAM_BINS - 1);
shared uint bin_weights[kHistogram != 0u ? POSTFX_HISTOGRAM_BINS * HISTOGRAM_COPIES : 1u];
shared uint bin_offsets[kHistogram != 0u ? POSTFX_HISTOGRAM_BINS * HISTOGRAM_COPIES : 1u];
shared vec4 bin_scan[kHistogram != 0u ? POSTFX_HISTOGRAM_BINS : 1u];

struct HistogramReading {
  float trimmed_mean_log2;
  float mean_log2;  // of all bins
  float low_percentile_log2;
  float median_log2;
  float high_percentile_log2;
};
shared HistogramReading histogram_reading;

void histogram_clear(uint invocation) {
  for (uint i = 0u; i < HISTOGRAM_COPIES; ++i) {
    bin_weights[i * POSTFX_METER_INVOCATIONS + invocation] = 0u;
    bin_offsets[i * POSTFX_METER_INVOCATIONS + invocation] = 0u;
  }
}

/// Luminances beyond the range count at its ends.
void histogram_add(uint invocation, float log2_luminance, uint weight) {
  float position = (log2_luminance - METER.min_log2) / (METER.max_log2 - METER.min_log2) * kHistogramIntervals;
  uint bin = min(uint(max(position, 0.0)), uint(kHistogramIntervals) - 1u);
  float within = clamp(position - float(bin), 0.0, 1.0);
  uint index = bin * HISTOGRAM_COPIES + invocation % HISTOGRAM_COPIES;
  atomicAdd(bin_weights[index], weight);
  atomicAdd(bin_offsets[index], weight * uint(within * float(POSTFX_HISTOGRAM_FRACTION) + 0.5));
}

void add_split(uint bin, uint weight, uint offset) {
  if (weight == 0u) return;
  uint weight_high = weight >> 16u, offset_low = offset & 0xffffu, offset_high = offset >> 16u;
  atomicAdd(acc.bins[bin].weight_low, weight & 0xffffu);
  if (weight_high != 0u) atomicAdd(acc.bins[bin].weight_high, weight_high);
  if (offset_low != 0u) atomicAdd(acc.bins[bin].offset_low, offset_low);
  if (offset_high != 0u) atomicAdd(acc.bins[bin].offset_high, offset_high);
}

/// One bin per invocation: what the workgroup has counted goes to memory. After a barrier.
void histogram_flush(uint invocation) {
  uint weight = 0u, offset = 0u;
  for (uint i = 0u; i < HISTOGRAM_COPIES; ++i) {
    uint index = invocation * HISTOGRAM_COPIES + i;
    weight += bin_weights[index];
    offset += bin_offsets[index];
    bin_weights[index] = 0u;
    bin_offsets[index] = 0u;
  }
  add_split(invocation, weight, offset);
}

/// One interval of the histogram, by the invocation of that number.
struct Interval {
  float first;   // its lower bin
  float before;  // weight of all intervals before it,
  float after;   // ... and with it
  float mean;    // position of its mass, [0, 1]
};

/// Where the share `fraction` of all weight lies, if it is in this interval: linear around the interval's mean.
void find_percentile(Interval interval, float fraction, float total, inout float log2_luminance) {
  float wanted = fraction * total;
  bool is_here = interval.after > interval.before && wanted >= interval.before &&
                 (wanted < interval.after || interval.after >= total);
  if (!is_here) return;
  float share = clamp((wanted - interval.before) / (interval.after - interval.before), 0.0, 1.0);
  float half_width = min(interval.mean, 1.0 - interval.mean);
  float position = interval.first + interval.mean + (2.0 * share - 1.0) * half_width;
  log2_luminance = METER.min_log2 + position * ((METER.max_log2 - METER.min_log2) / kHistogramIntervals);
}

/// Sums bin_scan over all invocations into bin_scan[0], in a fixed order.
void sum_bin_scan(uint invocation) {
  for (uint count = POSTFX_METER_INVOCATIONS / 2u; count > 0u; count /= 2u) {
    barrier();
    if (invocation < count) bin_scan[invocation] += bin_scan[invocation + count];
  }
  barrier();
}

/// By all invocations of the last workgroup: reads the sums, leaves zeros for the next measurement and the finished
/// histogram for debug views.
void histogram_finish(uint invocation) {
  HistogramBin sums = acc.bins[invocation];
  acc.bins[invocation] = HistogramBin(0u, 0u, 0u, 0u);
  float weight = float(sums.weight_low) + 65536.0 * float(sums.weight_high);
  float offset = (float(sums.offset_low) + 65536.0 * float(sums.offset_high)) / float(POSTFX_HISTOGRAM_FRACTION);
  float mean = weight > 0.0 ? clamp(offset / weight, 0.0, 1.0) : 0.5;

  // Weight up to and including this bin (Hillis and Steele, 1986).
  bin_scan[invocation].x = weight;
  bin_scan[invocation].y = offset;
  for (uint step = 1u; step < POSTFX_HISTOGRAM_BINS; step *= 2u) {
    barrier();
    float addend = invocation >= step ? bin_scan[invocation - step].x : 0.0;
    barrier();
    bin_scan[invocation].x += addend;
  }
  barrier();
  float total = bin_scan[POSTFX_HISTOGRAM_BINS - 1u].x;
  Interval interval;
  interval.first = float(invocation);
  interval.before = invocation > 0u ? bin_scan[invocation - 1u].x : 0.0;
  interval.after = bin_scan[invocation].x;
  interval.mean = mean;
  float offset_before = invocation > 0u ? bin_scan[invocation - 1u].y : 0.0;
  acc.finished_bins[invocation] = (weight - offset) + offset_before;  // the linear split

  vec2 cut = vec2(METER.percentiles & 0xffffu, METER.percentiles >> 16u) / 65535.0;
  find_percentile(interval, cut.x, total, histogram_reading.low_percentile_log2);
  find_percentile(interval, 0.5, total, histogram_reading.median_log2);
  find_percentile(interval, cut.y, total, histogram_reading.high_percentile_log2);

  // What the percentiles leave of each interval, as mass at its mean.
  float kept = clamp(min(interval.after, cut.y * total) - max(interval.before, cut.x * total), 0.0, weight);
  if (METER.percentiles == kAllPercentiles) kept = weight;
  float position = float(invocation) + mean;
  barrier();
  bin_scan[invocation] = vec4(kept, kept * position, weight, weight * position);
  sum_bin_scan(invocation);
  if (invocation == 0u) {
    vec4 sum = bin_scan[0];
    float log2_per_interval = (METER.max_log2 - METER.min_log2) / kHistogramIntervals;
    histogram_reading.trimmed_mean_log2 = METER.min_log2 + sum.y / sum.x * log2_per_interval;
    histogram_reading.mean_log2 = METER.min_log2 + sum.w / sum.z * log2_per_interval;
  }
}
