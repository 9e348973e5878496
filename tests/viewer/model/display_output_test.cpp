// SPDX-License-Identifier: MIT
// Tests of the choice of a window's format, and of wheels.
#include "viewer/inspection/display_output.h"

#include <gtest/gtest.h>

#include "viewer/inspection/wheel.h"

namespace {

using photopic::OutputEncoding;
using Surfaces = std::vector<VkSurfaceFormatKHR>;

constexpr VkSurfaceFormatKHR kSdr = {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
constexpr VkSurfaceFormatKHR kSdrTwice = {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
constexpr VkSurfaceFormatKHR kPq = {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT};
constexpr VkSurfaceFormatKHR kScrgb = {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT};
constexpr VkSurfaceFormatKHR kP3 = {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT};

void expect_surface(const viewer::DisplayOutput& output, VkSurfaceFormatKHR surface, OutputEncoding encoding) {
  EXPECT_EQ(output.surface.format, surface.format);
  EXPECT_EQ(output.surface.colorSpace, surface.colorSpace);
  EXPECT_EQ(output.encoding, encoding);
}

TEST(DisplayOutput, TakesThePicturesOwnEncoding) {
  const Surfaces all = {kSdrTwice, kSdr, kScrgb, kPq, kP3};
  expect_surface(viewer::choose_output(all, OutputEncoding::hdr10, true), kPq, OutputEncoding::hdr10);
  expect_surface(viewer::choose_output(all, OutputEncoding::scrgb, true), kScrgb, OutputEncoding::scrgb);
  expect_surface(viewer::choose_output(all, OutputEncoding::display_p3, true), kP3, OutputEncoding::display_p3);
  for (const OutputEncoding sdr : {OutputEncoding::automatic, OutputEncoding::srgb, OutputEncoding::power22}) {
    const viewer::DisplayOutput output = viewer::choose_output(all, sdr, true);
    expect_surface(output, kSdr, OutputEncoding::srgb);
    EXPECT_EQ(output.missing, "");
    EXPECT_FALSE(output.is_hdr());
  }
}

TEST(DisplayOutput, ConvertsToAnotherOfTheSameRange) {
  const Surfaces scrgb_alone = {kSdr, kScrgb};
  for (const OutputEncoding hdr : {OutputEncoding::hdr10, OutputEncoding::hlg, OutputEncoding::linear}) {
    const viewer::DisplayOutput output = viewer::choose_output(scrgb_alone, hdr, true);
    expect_surface(output, kScrgb, OutputEncoding::scrgb);
    EXPECT_TRUE(output.is_hdr());
    EXPECT_EQ(output.missing, "");
  }
}

TEST(DisplayOutput, SaysWhyThereIsNoHdr) {
  const Surfaces sdr = {kSdr, kSdrTwice, kP3};
  const viewer::DisplayOutput none = viewer::choose_output(sdr, OutputEncoding::hdr10, true);
  expect_surface(none, kSdr, OutputEncoding::srgb);
  EXPECT_FALSE(none.is_hdr());
  EXPECT_EQ(none.missing, "the system offers this window no HDR, only SRGB_NONLINEAR, DISPLAY_P3_NONLINEAR");
  EXPECT_EQ(viewer::choose_output(sdr, OutputEncoding::scrgb, false).missing,
            "the Vulkan driver has no VK_EXT_swapchain_colorspace");
  EXPECT_EQ(viewer::choose_output({&kSdr, 1}, OutputEncoding::display_p3, true).missing,
            "the system offers this window no P3, only SRGB_NONLINEAR");
  EXPECT_EQ(viewer::choose_output({}, OutputEncoding::srgb, true).surface.format, VK_FORMAT_UNDEFINED);
}

/// Any three channels are a place and a mean, and back.
TEST(Wheel, RoundTrip) {
  for (const std::array<float, 3>& rgb :
       {std::array<float, 3>{1.0f, 1.0f, 1.0f}, {1.2f, 0.7f, 0.3f}, {-0.1f, 0.0f, 0.25f}}) {
    const std::array<float, 3> back = viewer::wheel_rgb(viewer::wheel_place(rgb));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(back[i], rgb[i], 1e-6f);  // floats
  }
  const viewer::WheelPlace red = viewer::wheel_place({1.5f, 0.75f, 0.75f});
  EXPECT_FLOAT_EQ(red.x, 0.75f);
  EXPECT_FLOAT_EQ(red.y, 0.0f);
  EXPECT_FLOAT_EQ(red.mean, 1.0f);
}

}  // namespace
