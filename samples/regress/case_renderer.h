// SPDX-License-Identifier: MIT
// Pictures of a suite's cases.
#ifndef PHOTOPIC_SAMPLES_REGRESS_CASE_RENDERER_H
#define PHOTOPIC_SAMPLES_REGRESS_CASE_RENDERER_H

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/context.h"
#include "regress/runner.h"
#include "viewer/source.h"

namespace regress {

/// sRGB-encoded RGBA texels, row by row.
struct Shot {
  VkExtent2D extent = {};
  std::vector<std::byte> rgba;
};

/// Cases on one device. A case's picture doesn't depend on those before it.
class CaseRenderer {
 public:
  /// Throws engine::Error.
  explicit CaseRenderer(const Variant& variant);

  engine::Context& context() { return context_; }
  DeviceInfo device_info() const;

  /// The last frame. Throws io::Error and cli::UsageError for what is wrong with the case, engine::Error for the
  /// device.
  Shot render(const Suite& suite, const Case& one);

 private:
  std::unique_ptr<viewer::Source> source_of(const std::filesystem::path& file, VkExtent2D extent);

  Variant variant_;
  engine::Context context_;
  /// Of the last case, since opening a scene takes longer than rendering it. Frames don't depend on those before.
  std::unique_ptr<viewer::Source> source_;
  std::filesystem::path source_file_;
};

/// "llvmpipe", "nvidia", "radv", "amd", "anv", ... of VkPhysicalDeviceDriverProperties.
std::string device_class_of(const engine::Context& context);

}  // namespace regress

#endif
