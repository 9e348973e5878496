// SPDX-License-Identifier: MIT
// Flashes of a window, frame by frame.
#ifndef PHOTOPIC_TOOLS_RUN_WINDOW_FLASHES_H
#define PHOTOPIC_TOOLS_RUN_WINDOW_FLASHES_H

#include <optional>

#include "flashes/analysis.h"
#include "run/frame_file.h"

namespace run {

/// How a window's frames are shown. Half floats are scRGB, unless `asked` has another encoding.
flashes::Display display_of(layer::Texels texels, flashes::Display asked);

/// Encoding of a window that `report` tells of. Throws files::Error for one whose texels aren't known as light.
photopic::OutputEncoding encoding_of(const layer::Report& report, const flashes::Display& asked);

/// From counts of the layer's tool, or from the frames themselves, on the CPU.
class WindowFlashes {
 public:
  /// `options`: Options::context isn't used.
  explicit WindowFlashes(const flashes::Options& options) : options_(options) {}

  /// What the layer's tool needs.
  layer::FlashTool tool() const;

  /// The window's next frame, counted on the CPU. Throws files::Error for a frame that isn't known as light.
  void add(const Frame& frame);
  /// The same, counted by the layer's tool. `cells`: words that came with it. Throws files::Error for what no tool
  /// says.
  void add(const layer::Report& report, std::span<const std::byte> cells);
  std::size_t frames() const { return analyser_ ? analyser_->analysis().frames.size() : 0; }
  /// Null with fewer than two frames: flashes are between frames.
  const flashes::Analysis* analysis() const { return frames() < 2 ? nullptr : &analyser_->analysis(); }

 private:
  flashes::Analyser& analyser(layer::Texels texels);

  flashes::Options options_;
  std::optional<flashes::Analyser> analyser_;
};

}  // namespace run

#endif
