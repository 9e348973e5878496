// SPDX-License-Identifier: MIT
// Choice of a physical device by kind, index or name.
#include "engine/device_choice.h"

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

int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return 4;
    default:
      return 3;
  }
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

const char* type_name(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "CPU";
    default:
      return "other";
  }
}

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
