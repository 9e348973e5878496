// SPDX-License-Identifier: MIT
// Order of kinds of devices, and search for the one of an index or a name.
#include "headless/device_choice.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace photopic {
namespace {

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
constexpr std::size_t kOther = 3;

std::size_t rank(VkPhysicalDeviceType type) {
  const auto* const found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [=](const DeviceType& one) { return one.type == type; });
  return found == std::end(kTypes) ? kOther : static_cast<std::size_t>(found - std::begin(kTypes));
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool contains(const char* text, const char* part) {
  const char* const end = text + std::strlen(text);
  return std::search(text, end, part, part + std::strlen(part), [](char a, char b) { return lower(a) == lower(b); }) !=
         end;
}

bool is_index(const char* text) { return *text != '\0' && text[std::strspn(text, "0123456789")] == '\0'; }

/// Whether the digits are this number.
bool is_number(const char* digits, unsigned number) {
  const std::size_t zeros = std::strspn(digits, "0");
  char text[24];
  std::snprintf(text, sizeof text, "%u", number);
  return std::strcmp(digits[zeros] == '\0' ? "0" : digits + zeros, text) == 0;
}

/// Appends to a text that is cut at the end of its room.
class Words {
 public:
  explicit Words(std::span<char> room) : room_(room) {}
  void add(const char* text) {
    for (; *text != '\0' && length_ + 1 < room_.size(); ++text) room_[length_++] = *text;
    if (length_ < room_.size()) room_[length_] = '\0';
  }

 private:
  std::span<char> room_;
  std::size_t length_ = 0;
};

void explain(std::span<const DeviceFacts> devices, const char* choice, std::span<char> why) {
  Words words(why);
  if (devices.empty()) {
    words.add("no Vulkan device found: install a driver, such as the Debian package mesa-vulkan-drivers");
    return;
  }
  words.add("no usable Vulkan device");
  if (choice != nullptr) {
    words.add(" '");
    words.add(choice);
    words.add("'");
  }
  words.add("; there is ");
  for (unsigned i = 0; i < devices.size(); ++i) {
    char number[24];
    std::snprintf(number, sizeof number, "%s%u: ", i > 0 ? ", " : "", i);
    words.add(number);
    words.add(devices[i].name);
    if (devices[i].lack == nullptr) continue;
    words.add(", which lacks ");
    words.add(devices[i].lack);
  }
}

}  // namespace

const char* type_name(VkPhysicalDeviceType type) noexcept { return kTypes[rank(type)].name; }

std::uint32_t choose_device(std::span<const DeviceFacts> devices, const char* choice, std::span<char> why) noexcept {
  std::uint32_t best = kNoDevice;
  for (std::uint32_t i = 0; i < devices.size(); ++i) {
    const DeviceFacts& facts = devices[i];
    if (facts.lack != nullptr) continue;
    const bool is_better = best == kNoDevice || (choice == nullptr && rank(facts.type) < rank(devices[best].type));
    const bool is_wanted =
        choice == nullptr || (is_index(choice) ? is_number(choice, i) : contains(facts.name, choice));
    if (is_better && is_wanted) best = i;
  }
  if (best == kNoDevice) explain(devices, choice, why);
  return best;
}

}  // namespace photopic
