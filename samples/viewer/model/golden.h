// SPDX-License-Identifier: MIT
// Picture that others are compared with.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_GOLDEN_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_GOLDEN_H

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "files/output_guard.h"

namespace viewer {

/// sRGB-encoded RGBA texels, row by row.
class Golden {
 public:
  bool is_empty() const { return rgba_.empty(); }
  VkExtent2D extent() const { return extent_; }
  std::span<const std::byte> rgba() const { return rgba_; }

  void capture(VkExtent2D extent, std::span<const std::byte> rgba);
  /// PNG. Throw files::Error: save() where it would overwrite an input, too; load() keeps what was there.
  void save(const std::filesystem::path& file, const files::OutputGuard& inputs) const;
  void load(const std::filesystem::path& file);

 private:
  VkExtent2D extent_ = {};
  std::vector<std::byte> rgba_;
};

}  // namespace viewer

#endif
