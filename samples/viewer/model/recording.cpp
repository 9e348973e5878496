// SPDX-License-Identifier: MIT
// Start and end of a video from the window.
#include "viewer/model/recording.h"

namespace viewer {

void Recording::start(const std::filesystem::path& file, VkExtent2D extent, std::size_t frames) {
  writer_.emplace(file, extent, kFps);
  file_ = file;
  extent_ = extent;
  frames_ = frames;
  done_ = 0;
}

void Recording::add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display) {
  try {
    writer_->add(extent, texels, display);
    ++done_;
  } catch (...) {
    writer_.reset();
    throw;
  }
}

void Recording::finish() {
  try {
    writer_->finish();
  } catch (...) {
    writer_.reset();
    throw;
  }
  writer_.reset();
}

}  // namespace viewer
