// SPDX-License-Identifier: MIT
// Screens by which people set the luminances of their display, in the picture's own encoding.
#ifndef PHOTOPIC_TOOLS_SESSION_CALIBRATION_H
#define PHOTOPIC_TOOLS_SESSION_CALIBRATION_H

#include <photopic/settings.h>

#include <cstdint>
#include <vector>

#include "engine/transfer/memory.h"

namespace session {

enum class CalibrationScreen : std::uint32_t {
  none,
  peak,         ///< an emblem of peak_nits on a field of 10000 nits: raise the peak until it just vanishes
  black,        ///< an emblem of min_nits on black: raise the minimum until it just shows
  paper_white,  ///< a page of paper_white_nits on middle grey: as bright as paper beside the display
};
/// In scripts and on the command line.
inline constexpr const char* kCalibrationNames[] = {"none", "peak", "black", "paper-white"};

/// Nits of a texel of a screen.
double calibration_nits(CalibrationScreen screen, VkExtent2D extent, std::uint32_t x, std::uint32_t y,
                        const photopic::DisplaySettings& display);
/// The whole screen as texels of picture_format() of the display's encoding. An encoding shows what it can: SDR up to
/// paper white, HLG up to 1000 nits.
std::vector<std::byte> calibration_texels(CalibrationScreen screen, VkExtent2D extent,
                                          const photopic::DisplaySettings& display);

/// Such texels in a buffer that can be copied from.
class CalibrationPicture {
 public:
  CalibrationPicture() = default;
  CalibrationPicture(const engine::Context& context, CalibrationScreen screen, VkExtent2D extent,
                     const photopic::DisplaySettings& display);
  /// Whether it is what the arguments would make.
  bool shows(CalibrationScreen screen, VkExtent2D extent, const photopic::DisplaySettings& display) const;
  const engine::Buffer& texels() const { return texels_; }

 private:
  CalibrationScreen screen_ = CalibrationScreen::none;
  VkExtent2D extent_ = {};
  photopic::DisplaySettings display_;
  engine::Buffer texels_;
};

}  // namespace session

#endif
