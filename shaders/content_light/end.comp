// SPDX-License-Identifier: MIT
// End of a measurement of content light: percentiles of the histograms, and the result for the CPU. Leaves zeros for the
// next measurement. One workgroup.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "content_light/interface.h"

layout(local_size_x = PHOTOPIC_CONTENT_LIGHT_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_CONTENT_LIGHT_END_TOTALS, std430) buffer Totals { ContentLightTotals totals; };
layout(set = 0, binding = PHOTOPIC_CONTENT_LIGHT_END_HISTOGRAM, std430) writeonly buffer Histogram { uint histogram[]; };
layout(set = 0, binding = PHOTOPIC_CONTENT_LIGHT_END_RESULT, std430) writeonly buffer Result { ContentLightResult result; };
layout(push_constant, std430) uniform Push { ContentLightParams pc; };

const uint kInvocations = PHOTOPIC_CONTENT_LIGHT_INVOCATIONS, kBins = PHOTOPIC_CONTENT_LIGHT_INVOCATION_BINS;
const uint kShares[PHOTOPIC_CONTENT_LIGHT_PERCENTILES] = {PHOTOPIC_CONTENT_LIGHT_SHARES};

// One histogram after the other: neighbours read neighbouring bins, then each invocation takes its own.
shared uint bins[kInvocations * kBins];
shared uvec2 sums[kInvocations];  // of luminance and brightest channels, over the bins of all invocations up to this one
shared uint found[PHOTOPIC_CONTENT_LIGHT_PERCENTILES];
shared uint checksum;

/// Running sums over all invocations.
void add_up(uint invocation) {
  for (uint step = 1u; step < kInvocations; step *= 2u) {
    barrier();
    uvec2 before = invocation >= step ? sums[invocation - step] : uvec2(0u);
    barrier();
    sums[invocation] += before;
  }
  barrier();
}

/// Nearest rank: the least number of texels that are the share, 1 at least.
uint rank_of(uint share, uint texels) {
  const uint kWhole = 10000u;
  return max(texels / kWhole * share + (texels % kWhole * share + kWhole - 1u) / kWhole, 1u);
}

/// Looks for a percentile in the bins of an invocation, which begin after `before` texels and have `own`.
void find(uint percentile, uint texels, uint before, uint own, uint counts[kBins]) {
  uint rank = rank_of(kShares[percentile], texels);
  if (rank <= before || rank > before + own) return;
  uint below = before, bin = 0u;
  [[unroll]] for (uint i = 0u; i + 1u < kBins; ++i) {
    below += counts[i];
    if (below < rank) bin = i + 1u;
  }
  found[percentile] = gl_LocalInvocationIndex * kBins + bin;
}

/// A word of the result by each invocation: one after the other, they would wait for each other's memory. `word` is the
/// invocation's of the totals.
void finish(uint invocation, uint word, uvec3 object_and_serial) {
  const uint kTotals = PHOTOPIC_CONTENT_LIGHT_TOTALS, kPercentiles = PHOTOPIC_CONTENT_LIGHT_PERCENTILES;
  if (invocation < kTotals) {
    totals.words[invocation] = 0u;
    result.words[invocation] = word;
    atomicXor(checksum, word);
  } else if (invocation < kTotals + kPercentiles) {
    uint percentile = invocation - kTotals;
    result.bins[percentile] = found[percentile];
    atomicXor(checksum, found[percentile]);
  }
  barrier();
  if (invocation != 0u) return;
  bool is_other = object_and_serial.xy != uvec2(pc.object_low, pc.object_high);
  uint serial = is_other ? 1u : object_and_serial.z + 1u;
  if (serial == 0u) serial = 1u;
  uint texels = pc.width * pc.height;
  totals.object_low = pc.object_low;
  totals.object_high = pc.object_high;
  totals.serial = serial;
  result.serial = serial;
  result.number_low = pc.number_low;
  result.number_high = pc.number_high;
  result.texels = texels;
  result.checksum = checksum ^ serial ^ pc.number_low ^ pc.number_high ^ texels;
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  // All is asked for before any is waited for.
  uvec3 object_and_serial = uvec3(totals.object_low, totals.object_high, totals.serial);
  uint word = invocation < PHOTOPIC_CONTENT_LIGHT_TOTALS ? totals.words[invocation] : 0u;
  uint luminance[kBins], brightest[kBins];
  [[unroll]] for (uint i = 0u; i < kBins; ++i) {
    uint bin = invocation + i * kInvocations;
    luminance[i] = totals.luminance_bins[bin];
    brightest[i] = totals.brightest_bins[bin];
  }
  [[unroll]] for (uint i = 0u; i < kBins; ++i) {
    uint bin = invocation + i * kInvocations;
    totals.luminance_bins[bin] = 0u;
    totals.brightest_bins[bin] = 0u;
    histogram[bin] = luminance[i];
    bins[bin] = luminance[i];
  }
  barrier();
  uvec2 sum = uvec2(0u);
  [[unroll]] for (uint i = 0u; i < kBins; ++i) sum.x += luminance[i] = bins[invocation * kBins + i];
  barrier();
  [[unroll]] for (uint i = 0u; i < kBins; ++i) bins[invocation + i * kInvocations] = brightest[i];
  barrier();
  [[unroll]] for (uint i = 0u; i < kBins; ++i) sum.y += brightest[i] = bins[invocation * kBins + i];
  sums[invocation] = sum;
  if (invocation < PHOTOPIC_CONTENT_LIGHT_PERCENTILES) found[invocation] = 0u;
  if (invocation == 0u) checksum = PHOTOPIC_STATE_CHECKSUM_SEED;
  add_up(invocation);
  uint texels = sums[kInvocations - 1u].x;  // valid ones, which both histograms have
  uvec2 before = sums[invocation] - sum;
  for (uint i = 0u; i + 1u < PHOTOPIC_CONTENT_LIGHT_PERCENTILES; ++i) find(i, texels, before.x, sum.x, luminance);
  find(PHOTOPIC_CONTENT_LIGHT_PERCENTILES - 1u, texels, before.y, sum.y, brightest);
  barrier();
  finish(invocation, word, object_and_serial);
}
