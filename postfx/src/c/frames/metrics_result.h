// SPDX-License-Identifier: MIT
// Results of metrics for C: numbers by name.
#ifndef PHOTOPIC_SRC_C_METRICS_RESULT_H
#define PHOTOPIC_SRC_C_METRICS_RESULT_H

#include <photopic/c/image_metrics.h>
#include <photopic/image_metrics.h>

struct photopic_metrics_result {
  photopic::MetricsResult values;
  bool is_rgb = true;  ///< names are those of RGB
};

#endif
