// SPDX-License-Identifier: MIT
// Figures of flashes: transitions over time, and where a frame flashes.
#ifndef PHOTOPIC_TOOLS_PLOT_FLASH_PLOT_H
#define PHOTOPIC_TOOLS_PLOT_FLASH_PLOT_H

#include <cstdint>
#include <span>
#include <string>

#include "plot/picture.h"

namespace plot {

struct FlashSample {
  double time_s = 0.0;
  std::uint32_t verdict = 0;        ///< 0 pass, 1 warning, 2 extended, 3 fail: shaded
  double screen_transitions = 0.0;  ///< of luminance, in the last second
  double red_transitions = 0.0;     ///< of the red that has most
  double cell_transitions = 0.0;    ///< of the cell that has most
  double window_share = 0.0;        ///< 0 to 1
};

/// 1280 x 640 pixels. Transitions with their limits of 4 and 7 on the left, the share of the worst window below.
/// Samples in ascending order of time, at least two. Throws std::invalid_argument, std::runtime_error when cairo fails.
Picture draw_flash_plot(std::span<const FlashSample> samples, const std::string& title);

/// Cells of a frame by transitions in its last second, 0 to 8, with a scale; about 1280 pixels wide, and as high as the
/// picture is in proportion. Throws as above for a count of cells that isn't columns x rows.
Picture draw_flash_map(std::span<const std::uint32_t> transitions, std::uint32_t columns, std::uint32_t rows,
                       double aspect, const std::string& title);

}  // namespace plot

#endif
