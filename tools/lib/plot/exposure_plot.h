// SPDX-License-Identifier: MIT
// The figure of an adaptation run: scene, target and adapted exposure over time.
#ifndef PHOTOPIC_TOOLS_PLOT_EXPOSURE_PLOT_H
#define PHOTOPIC_TOOLS_PLOT_EXPOSURE_PLOT_H

#include <cstdint>
#include <span>
#include <string>

#include "plot/picture.h"

namespace plot {

struct ExposureSample {
  double time_s = 0.0;
  double scene_ev100 = 0.0;    ///< metered from the frame
  double target_ev100 = 0.0;   ///< what adaptation heads for: the scene, limited and compensated
  double adapted_ev100 = 0.0;  ///< what the frame was shown with
};

/// Where the plot puts its data.
struct ExposureAxes : Box {
  double time_min_s, time_max_s;
  double ev_min, ev_max;

  double x_px(double time_s) const {
    return left_px + (time_s - time_min_s) / (time_max_s - time_min_s) * (right_px - left_px);
  }
  double y_px(double ev100) const { return bottom_px - (ev100 - ev_min) / (ev_max - ev_min) * (bottom_px - top_px); }
};

/// Smallest accepted sides of the plot; below them the labels would collide.
inline constexpr std::uint32_t kMinPlotWidth_px = 320;
inline constexpr std::uint32_t kMinPlotHeight_px = 200;

/// The axes that draw_exposure_plot uses for the same arguments.
ExposureAxes exposure_axes(std::span<const ExposureSample> samples, std::uint32_t width_px = 1280,
                           std::uint32_t height_px = 640);

/// Draws samples in ascending order of time. A value that isn't finite leaves a gap in its line, a time that isn't
/// finite in all lines; no sample at all gives empty axes. The target line is left out where it can't be told from the
/// scene line. Throws std::invalid_argument below the smallest size, std::runtime_error when cairo fails.
Picture draw_exposure_plot(std::span<const ExposureSample> samples, const std::string& title,
                           std::uint32_t width_px = 1280, std::uint32_t height_px = 640);

}  // namespace plot

#endif
