// SPDX-License-Identifier: MIT
// Shared memory that serves one thing after the other: first the histogram's counters, then what a workgroup adds up in
// the end. What is shared takes room from the texture cache.
const uint kHistogramCopies = 4u;
#ifdef METER_WEIGHTED
const uint kCountersPerBin = 2u;
#else
const uint kCountersPerBin = 1u;
#endif
const uint kCounters = kHistogram != 0u ? PHOTOPIC_HISTOGRAM_BINS * kHistogramCopies * kCountersPerBin : 1u;
#ifdef METER_INT64
shared uint scratch[kCounters];
#else
// Columns of numbers that a workgroup adds up, or takes the maximum of; only those of features that are on.
#ifdef METER_WEIGHTED
const uint kWeightColumns = 3u;
#else
const uint kWeightColumns = 0u;
#endif
const uint kFirstHistogramColumn = 6u;
const uint kFirstWeightColumn = kFirstHistogramColumn + (kHistogram != 0u ? 2u : 0u);
const uint kColumns = kFirstWeightColumn + kWeightColumns;
const uint kColumnWords = kColumns * kGroup;
shared uint scratch[kCounters > kColumnWords ? kCounters : kColumnWords];
#endif
