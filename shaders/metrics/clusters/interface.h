// SPDX-License-Identifier: MIT
// Constants and parameter blocks of the clusters' shaders, shared by C++ and GLSL.
#ifndef PHOTOPIC_METRICS_CLUSTERS_INTERFACE_H
#define PHOTOPIC_METRICS_CLUSTERS_INTERFACE_H
#include "photopic/metrics_interface.h"

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// A group for each tile of PHOTOPIC_METRICS_TILE pixels a side, in all passes. Buffer uint[] of labels, one for each
// pixel, row by row:
#define PHOTOPIC_METRICS_CLUSTER_NONE 0xffffffffu  // not beyond the threshold
// Else, until clusters are joined, a pixel of the same cluster that isn't later by rows; the first has itself. Then the
// first one, which itself has the cluster's pixels with this bit:
#define PHOTOPIC_METRICS_CLUSTER_FIRST 0x80000000u

// In strips, only mark runs. It writes a bit for each pixel of the strip in place of labels: row by row, a word for 32
// pixels, the first in the lowest bit. Rows are those of whole tiles. The CPU joins them.

// mark: PHOTOPIC_METRICS_SPEC_HAS_MAP says that pixels of anti-aliased edges are equal.
// Specialisation constant of clusters: which of its passes this is, in their order.
#define PHOTOPIC_METRICS_SPEC_CLUSTER_PASS 0
#define PHOTOPIC_METRICS_CLUSTER_JOIN 0     // neighbours
#define PHOTOPIC_METRICS_CLUSTER_FLATTEN 1  // every label is that of the first pixel
#define PHOTOPIC_METRICS_CLUSTER_COUNT 2    // pixels
#define PHOTOPIC_METRICS_CLUSTER_LARGEST 3  // how many the largest has
#define PHOTOPIC_METRICS_CLUSTER_CHOOSE 4   // the first of those that have as many
#define PHOTOPIC_METRICS_CLUSTER_BOUND 5    // its rectangle
#define PHOTOPIC_METRICS_CLUSTER_PASSES 6
#define PHOTOPIC_METRICS_CLUSTER_LABELS 0  // bindings of clusters
#define PHOTOPIC_METRICS_CLUSTER_TILES 1   // uint[]: 1 for tiles that have a label, which the passes go over
#define PHOTOPIC_METRICS_CLUSTER_RESULTS 2

// Results, counters: zero before. Least ones as complements.
#define PHOTOPIC_METRICS_CLUSTER_PIXELS 0
#define PHOTOPIC_METRICS_CLUSTER_NOT_FIRST 1  // index of its first pixel
#define PHOTOPIC_METRICS_CLUSTER_NOT_LEFT 2
#define PHOTOPIC_METRICS_CLUSTER_RIGHT 3
#define PHOTOPIC_METRICS_CLUSTER_BOTTOM 4
#define PHOTOPIC_METRICS_CLUSTER_WORDS 5

struct MetricsClustersParams {
  MetricsSource source;
  uint width;  // of the pictures
  uint height;
  uint channel;  // 0: of planes Y alone
  uint shift_radius;
  uint threshold;  // mark: codes
};
PHOTOPIC_LAYOUT(MetricsClustersParams, 36)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
