// SPDX-License-Identifier: MIT
// Tests of the choice among devices, which this machine hasn't.
#include "headless/device_choice.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace {

using photopic::choose_device;
using photopic::DeviceFacts;
using photopic::kNoDevice;

constexpr DeviceFacts kMachine[] = {{"llvmpipe", VK_PHYSICAL_DEVICE_TYPE_CPU, nullptr},
                                    {"Old 9000", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "Vulkan 1.2"},
                                    {"Iris", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, nullptr},
                                    {"New 9000", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, nullptr},
                                    {"New 9000", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, nullptr}};

std::uint32_t chosen(std::span<const DeviceFacts> devices, const char* choice, const std::string& expected_why = {}) {
  char why[256] = "";
  const std::uint32_t index = choose_device(devices, choice, why);
  EXPECT_EQ(why, expected_why);
  return index;
}

TEST(DeviceChoice, IsTheFirstUsableOfTheBestKind) {
  EXPECT_EQ(chosen(kMachine, nullptr), 3U);
  EXPECT_EQ(chosen(std::span(kMachine).first(3), nullptr), 2U);
  EXPECT_EQ(chosen(std::span(kMachine).first(2), nullptr), 0U);
  const DeviceFacts unknown = {"?", static_cast<VkPhysicalDeviceType>(77), nullptr};
  EXPECT_EQ(chosen(std::array{kMachine[0], unknown}, nullptr), 1U);
}

TEST(DeviceChoice, IsTheOneThatIsAskedFor) {
  EXPECT_EQ(chosen(kMachine, "0"), 0U);
  EXPECT_EQ(chosen(kMachine, "004"), 4U);
  EXPECT_EQ(chosen(kMachine, "LLVM"), 0U);
  EXPECT_EQ(chosen(kMachine, "9000",
                   "no usable Vulkan device '9000'; there is 0: llvmpipe, 1: Old 9000, "
                   "which lacks Vulkan 1.2, 2: Iris, 3: New 9000, 4: New 9000"),
            kNoDevice);
  EXPECT_EQ(chosen(kMachine, " 9000"), 3U);  // the first one of that name can't be used
}

TEST(DeviceChoice, ThatCannotBeMadeIsExplained) {
  EXPECT_EQ(
      chosen({}, nullptr, "no Vulkan device found: install a driver, such as the Debian package mesa-vulkan-drivers"),
      kNoDevice);
  EXPECT_EQ(chosen(std::span(kMachine).subspan(1, 1), nullptr,
                   "no usable Vulkan device; there is 0: Old 9000, which lacks Vulkan 1.2"),
            kNoDevice);
  EXPECT_EQ(chosen(std::span(kMachine).subspan(1, 1), "0",
                   "no usable Vulkan device '0'; there is 0: Old 9000, which lacks Vulkan 1.2"),
            kNoDevice);
  EXPECT_EQ(chosen(std::span(kMachine).first(1), "99999999999999999999999",
                   "no usable Vulkan device '99999999999999999999999'; there is 0: llvmpipe"),
            kNoDevice);
  char few[12] = "";
  EXPECT_EQ(choose_device(kMachine, "none such", few), kNoDevice);
  EXPECT_STREQ(few, "no usable V");
}

}  // namespace
