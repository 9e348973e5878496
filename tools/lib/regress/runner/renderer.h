// SPDX-License-Identifier: MIT
// Interface of whatever renders cases.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_RENDERER_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_RENDERER_H

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "arguments/device_options.h"
#include "engine/device/context.h"
#include "regress/results/results.h"
#include "regress/suite/suite.h"
#include "session/settings/settings.h"

namespace regress {

/// sRGB-encoded RGBA texels, row by row.
struct Shot {
  VkExtent2D extent = {};
  std::vector<std::byte> rgba;
  std::optional<std::uint32_t> flash_verdict;  ///< the worst of all frames, if the case asks for it
};

/// Renders cases on a device of its own. A case's picture doesn't depend on those before it. After an engine::Error
/// nothing is sure to work any more.
class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual engine::Context& context() = 0;
  virtual DeviceInfo device_info() const = 0;
  /// The case's last frame; `method` takes the place of the case's own. Throws files::Error and arguments::UsageError
  /// for what is wrong with the case, engine::Error for the device.
  virtual Shot render(const Suite& suite, const Case& one, std::optional<session::MeteringMethod> method) = 0;
};

/// Throws engine::Error when there is no such device.
using MakeRenderer = std::function<std::unique_ptr<Renderer>(const arguments::DeviceOptions& device)>;

}  // namespace regress

#endif
