// SPDX-License-Identifier: MIT
// Choice of a physical device by kind, index or name.
#include "engine/device/device_choice.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace engine {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

struct DeviceType {
  VkPhysicalDeviceType type;
  const char* name;
};
/// Those that are preferred first.
constexpr DeviceType kTypes[] = {{VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "discrete GPU"},
                                 {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, "integrated GPU"},
                                 {VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, "virtual GPU"},
                                 {VK_PHYSICAL_DEVICE_TYPE_OTHER, "other"},
                                 {VK_PHYSICAL_DEVICE_TYPE_CPU, "CPU"}};

std::size_t rank(VkPhysicalDeviceType type) {
  const auto* const found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const DeviceType& one) { return one.type == type; });
  return found == std::end(kTypes) ? rank(VK_PHYSICAL_DEVICE_TYPE_OTHER) : std::size_t(found - std::begin(kTypes));
}

std::string listed(const std::vector<DeviceFacts>& devices) {
  std::string text;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(i) + ": " + devices[i].name;
  }
  return text;
}

std::optional<std::size_t> parse_index(const std::string& text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool is_number =
      !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return std::nullopt;
  return error == std::errc() ? index : std::size_t(-1);  // too large for a number is out of range as well
}

std::size_t preferred(const std::vector<DeviceFacts>& devices) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].lacks.empty() && (!best || rank(devices[i].type) < rank(devices[*best].type))) best = i;
  }
  if (!best) throw Error("no usable Vulkan device: " + devices.front().name + " lacks " + devices.front().lacks);
  return *best;
}

}  // namespace

const char* type_name(VkPhysicalDeviceType type) { return kTypes[rank(type)].name; }

std::size_t choose_device(const std::vector<DeviceFacts>& devices, const std::string& choice) {
  if (devices.empty()) {
    throw Error("no Vulkan device found: install a driver, such as the Debian package mesa-vulkan-drivers");
  }
  if (choice.empty()) return preferred(devices);
  std::size_t chosen = devices.size();
  if (const auto index = parse_index(choice)) {
    chosen = *index;
  } else {
    const auto matches = [&](const DeviceFacts& facts) {
      return lower(facts.name).find(lower(choice)) != std::string::npos;
    };
    chosen = std::size_t(std::find_if(devices.begin(), devices.end(), matches) - devices.begin());
  }
  if (chosen >= devices.size()) throw Error("no device '" + choice + "'; there is " + listed(devices));
  if (!devices[chosen].lacks.empty()) {
    throw Error("device '" + devices[chosen].name + "' lacks " + devices[chosen].lacks);
  }
  return chosen;
}

}  // namespace engine
