// SPDX-License-Identifier: MIT
// Percentiles of the histogram that the debug overlay has drawn.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_OVERLAY_NUMBERS_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_OVERLAY_NUMBERS_H

#include "viewer/window/overlay_probe.h"

namespace viewer {

/// Percent of the counted texels up to a place of the histogram, a share of its width; in tenths.
float percentile_at(const OverlayNumbers& numbers, float share);

}  // namespace viewer

#endif
