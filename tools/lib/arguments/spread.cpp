// SPDX-License-Identifier: MIT
// Names of devices that share work, and what they must have in common.
#include "arguments/spread.h"

#include <algorithm>

#include "arguments/command_line.h"
#include "arguments/errors.h"

namespace arguments {

void add_spread_option(CLI::App& command, std::optional<std::string>& spread, const std::string& what) {
  add_value(command, "--spread", spread, "all|A,B,...",
            "share the " + what + " among devices of one kind, one worker each: all devices of the machine, or a list");
}

std::vector<std::string> spread_devices(const std::string& spread, const DeviceOptions& options) {
  if (!options.device.empty()) throw UsageError("--spread doesn't go with --device");
  if (options.backend != Backend::vulkan) {
    throw UsageError("--spread doesn't go with --backend: OpenGL has no choice of devices");
  }
  if (spread == "all") return engine::devices_of_a_kind();
  std::vector<std::string> devices;
  for (std::size_t begin = 0; begin <= spread.size();) {
    const std::size_t end = std::min(spread.find(',', begin), spread.size());
    if (end == begin) throw UsageError("--spread: '" + spread + "' has an empty name");
    devices.push_back(spread.substr(begin, end - begin));
    begin = end + 1;
  }
  return devices;
}

DeviceKind kind_of(const engine::Context& context) {
  const VkPhysicalDeviceDriverProperties driver = context.driver();
  return {context.properties().deviceName, std::string(driver.driverName) + " " + driver.driverInfo, context.api()};
}

void check_alike(const DeviceKind& first, const DeviceKind& other) {
  if (other == first) return;
  throw UsageError("--spread: " + first.name + " (" + first.driver + ") and " + other.name + " (" + other.driver +
                   ") are no devices of a kind, and their results may differ");
}

}  // namespace arguments
