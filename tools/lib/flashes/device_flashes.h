// SPDX-License-Identifier: MIT
// Flashes of pictures that are uploaded to a device: the module's analyser.
#ifndef PHOTOPIC_TOOLS_FLASHES_DEVICE_FLASHES_H
#define PHOTOPIC_TOOLS_FLASHES_DEVICE_FLASHES_H

#include <photopic/flash_analyser.h>

#include <functional>

#include "engine/transfer/memory.h"
#include "flashes/analysis.h"

namespace flashes {

/// Format of an image that takes the texels of a CodeImage as they are.
VkFormat format_of(image_io::CodeImage::Samples samples);

/// Throws files::Error "FILE: the pixel at (1, 2) isn't finite".
void check_finite(const image_io::CodeImage& image, const std::filesystem::path& file);

reference::FlashFrame frame_of(const photopic::FlashStatistics& statistics);
/// By cell, from words of photopic::FlashAnalyser::cells_buffer(): the most of the kinds for which `counts` is true.
std::vector<std::uint32_t> most_transitions(std::span<const std::uint32_t> words,
                                            const std::function<bool(reference::FlashKind)>& counts);

class DeviceFlashes {
 public:
  DeviceFlashes(engine::Context& context, const Options& options);

  /// Uploads, records, waits. Throws engine::Error, and files::Error if the encoding changes from frame to frame.
  reference::FlashFrame add(std::int64_t time_us, const image_io::CodeImage& image, photopic::OutputEncoding encoding);
  /// Of the last frame's cells, the most of the kinds for which `counts` is true.
  std::vector<std::uint32_t> transitions(const std::function<bool(reference::FlashKind)>& counts) const;

 private:
  engine::Context& context_;
  photopic::FlashSettings settings_;
  photopic::FlashCreateInfo info_;
  photopic::FlashAnalyser analyser_;
  engine::Image image_;
};

}  // namespace flashes

#endif
