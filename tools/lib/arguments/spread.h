// SPDX-License-Identifier: MIT
// Option --spread: work that is shared among devices of a kind.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_SPREAD_H
#define PHOTOPIC_TOOLS_ARGUMENTS_SPREAD_H

#include <optional>
#include <string>
#include <vector>

#include "arguments/device_options.h"

namespace arguments {

/// `what` is shared, "cases".
void add_spread_option(CLI::App& command, std::optional<std::string>& spread, const std::string& what);

/// "all" or "A,B,C": names as --device has them. Throws UsageError for an empty name, and where `options` choose a
/// device or a backend without such a choice; engine::Error when there is no device.
std::vector<std::string> spread_devices(const std::string& spread, const DeviceOptions& options);

/// What pictures and scores may depend on.
struct DeviceKind {
  std::string name, driver, api;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6", "Vulkan 1.3.230"

  bool operator==(const DeviceKind&) const = default;
};
DeviceKind kind_of(const engine::Context& context);
/// Throws UsageError that names both unless they are alike: results mustn't depend on which worker is free.
void check_alike(const DeviceKind& first, const DeviceKind& other);

}  // namespace arguments

#endif
