// SPDX-License-Identifier: MIT
// Tests of the choice of a surface format, over lists as systems give them, and of HDR metadata.
#include <gtest/gtest.h>
#include <photopic/hdr_display.h>
#include <photopic/post_process.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using photopic::DisplaySettings;
using photopic::LimitPrimaries;
using photopic::OutputEncoding;
using photopic::SurfaceChoice;

using Formats = std::vector<VkSurfaceFormatKHR>;

constexpr VkFormat kAbgr10 = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
constexpr VkFormat kArgb10 = VK_FORMAT_A2R10G10B10_UNORM_PACK32;
constexpr VkFormat kRgba8 = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkFormat kBgra8 = VK_FORMAT_B8G8R8A8_UNORM;
constexpr VkFormat kHalf = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkColorSpaceKHR kSrgb = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
constexpr VkColorSpaceKHR kP3 = VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT;
constexpr VkColorSpaceKHR kPq = VK_COLOR_SPACE_HDR10_ST2084_EXT;
constexpr VkColorSpaceKHR kHlg = VK_COLOR_SPACE_HDR10_HLG_EXT;
constexpr VkColorSpaceKHR kScrgb = VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT;

/// As drivers list them, in their order: those that show no HDR begin with _SRGB formats.
const Formats kWindowsSdr = {
    {VK_FORMAT_B8G8R8A8_SRGB, kSrgb}, {kBgra8, kSrgb}, {VK_FORMAT_R8G8B8A8_SRGB, kSrgb}, {kRgba8, kSrgb}};
const Formats kWindowsHdr = {{kBgra8, kSrgb}, {VK_FORMAT_B8G8R8A8_SRGB, kSrgb}, {kAbgr10, kPq}, {kHalf, kScrgb}};
const Formats kLinuxDepth30 = {{kArgb10, kSrgb}, {kAbgr10, kSrgb}, {VK_FORMAT_B8G8R8A8_SRGB, kSrgb}};
const Formats kWayland = {{kBgra8, kSrgb},
                          {kBgra8, kPq},
                          {kArgb10, kSrgb},
                          {kArgb10, kPq},
                          {kHalf, kSrgb},
                          {kHalf, kScrgb},
                          {kArgb10, kP3},
                          {kArgb10, kHlg},
                          {kHalf, VK_COLOR_SPACE_BT2020_LINEAR_EXT},
                          {kHalf, VK_COLOR_SPACE_PASS_THROUGH_EXT}};
const Formats kMac = {{kBgra8, kSrgb}, {kBgra8, kP3}, {kHalf, kScrgb}, {kAbgr10, kPq}, {kAbgr10, kHlg}};

struct Found {
  bool is_found = false;
  SurfaceChoice choice;
};
Found found(const Formats& formats, OutputEncoding encoding, bool stores_10_bits = false) {
  Found result;
  result.is_found =
      choose_surface_format(formats.data(), std::uint32_t(formats.size()), encoding, stores_10_bits, &result.choice);
  return result;
}

void expect_pair(const Formats& formats, OutputEncoding encoding, VkFormat format, VkColorSpaceKHR space) {
  SCOPED_TRACE(testing::Message() << "encoding " << int(encoding));
  const auto [is_found, choice] = found(formats, encoding);
  ASSERT_TRUE(is_found);
  EXPECT_EQ(choice.surface.format, format);
  EXPECT_EQ(choice.surface.colorSpace, space);
}

TEST(SurfaceFormat, IsChosenWithItsColorSpace) {
  expect_pair(kWindowsSdr, OutputEncoding::srgb, kRgba8, kSrgb);
  expect_pair(kWindowsSdr, OutputEncoding::automatic, kRgba8, kSrgb);
  expect_pair(kWindowsHdr, OutputEncoding::power22, kBgra8, kSrgb);
  expect_pair(kWindowsHdr, OutputEncoding::hdr10, kAbgr10, kPq);
  expect_pair(kWindowsHdr, OutputEncoding::scrgb, kHalf, kScrgb);
  expect_pair(kLinuxDepth30, OutputEncoding::srgb, kAbgr10, kSrgb);
  expect_pair(kWayland, OutputEncoding::srgb, kBgra8, kSrgb);
  expect_pair(kWayland, OutputEncoding::hdr10, kArgb10, kPq);  // 8 bits are listed first
  expect_pair(kWayland, OutputEncoding::hlg, kArgb10, kHlg);
  expect_pair(kWayland, OutputEncoding::scrgb, kHalf, kScrgb);
  expect_pair(kWayland, OutputEncoding::display_p3, kArgb10, kP3);
  expect_pair(kMac, OutputEncoding::display_p3, kBgra8, kP3);
  expect_pair(kMac, OutputEncoding::hlg, kAbgr10, kHlg);
  expect_pair({{kHalf, kPq}, {kAbgr10, kSrgb}}, OutputEncoding::hdr10, kHalf, kPq);
}

TEST(SurfaceFormat, IsNoneWhereThePairIsMissing) {
  const auto expect_none = [](const Formats& formats, OutputEncoding encoding) {
    EXPECT_FALSE(found(formats, encoding).is_found) << "encoding " << int(encoding);
  };
  for (const auto encoding : {OutputEncoding::hdr10, OutputEncoding::hlg, OutputEncoding::scrgb,
                              OutputEncoding::display_p3, OutputEncoding::linear}) {
    expect_none(kWindowsSdr, encoding);
    expect_none(kLinuxDepth30, encoding);  // 10 bits, but SDR
  }
  expect_none({{kBgra8, kPq}, {kRgba8, kPq}}, OutputEncoding::hdr10);
  expect_none({{kAbgr10, kHlg}}, OutputEncoding::hdr10);
  expect_none({{VK_FORMAT_B8G8R8A8_SRGB, kSrgb}, {VK_FORMAT_R8G8B8A8_SRGB, kSrgb}}, OutputEncoding::srgb);
  expect_none({{kHalf, kSrgb}}, OutputEncoding::scrgb);
  expect_none({{kHalf, VK_COLOR_SPACE_EXTENDED_SRGB_NONLINEAR_EXT}}, OutputEncoding::scrgb);
  for (std::uint32_t i = 0; i < photopic::kOutputEncodingCount; ++i) {
    const auto encoding = OutputEncoding(i);
    expect_none({}, encoding);
    expect_none({{kAbgr10, VK_COLOR_SPACE_PASS_THROUGH_EXT}, {kHalf, VK_COLOR_SPACE_DISPLAY_NATIVE_AMD}}, encoding);
  }
  expect_none(kWayland, OutputEncoding::linear);
}

/// Whatever the driver's order: the first of the documented order that is left in the list.
TEST(SurfaceFormat, FallsBackInTheDocumentedOrder) {
  struct Order {
    OutputEncoding encoding;
    VkColorSpaceKHR space;
    std::vector<VkFormat> formats;
  };
  const Order orders[] = {{OutputEncoding::automatic, kSrgb, {kRgba8, kBgra8, kAbgr10, kArgb10}},
                          {OutputEncoding::srgb, kSrgb, {kRgba8, kBgra8, kAbgr10, kArgb10}},
                          {OutputEncoding::power22, kSrgb, {kRgba8, kBgra8, kAbgr10, kArgb10}},
                          {OutputEncoding::display_p3, kP3, {kAbgr10, kArgb10, kRgba8, kBgra8}},
                          {OutputEncoding::hdr10, kPq, {kAbgr10, kArgb10, kHalf}},
                          {OutputEncoding::hlg, kHlg, {kAbgr10, kArgb10, kHalf}},
                          {OutputEncoding::scrgb, kScrgb, {kHalf}}};
  Formats all;
  for (const VkColorSpaceKHR space : {kSrgb, kP3, kPq, kHlg, kScrgb}) {
    for (const VkFormat format : {VK_FORMAT_B8G8R8A8_SRGB, kHalf, kArgb10, kBgra8, kAbgr10, kRgba8}) {
      all.push_back({format, space});
    }
  }
  for (const Order& order : orders) {
    Formats left = all;
    for (const VkFormat format : order.formats) {
      expect_pair(left, order.encoding, format, order.space);
      std::reverse(left.begin(), left.end());
      expect_pair(left, order.encoding, format, order.space);
      std::erase_if(left, [&](const VkSurfaceFormatKHR& listed) {
        return listed.format == format && listed.colorSpace == order.space;
      });
    }
    EXPECT_FALSE(found(left, order.encoding).is_found);
  }
}

TEST(SurfaceFormat, SaysHowItIsWritten) {
  const auto expect_written = [](VkFormat listed, VkColorSpaceKHR space, OutputEncoding encoding, bool stores_10_bits,
                                 VkFormat ldr_format, VkFormat packed_format) {
    const Found result = found({{listed, space}}, encoding, stores_10_bits);
    ASSERT_TRUE(result.is_found);
    EXPECT_EQ(result.choice.ldr_format, ldr_format);
    EXPECT_EQ(result.choice.packed_format, packed_format);
  };
  constexpr VkFormat kPacked = VK_FORMAT_R32_UINT;
  const VkFormat unused = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
  for (const bool stores_10_bits : {false, true}) {
    expect_written(kRgba8, kSrgb, OutputEncoding::srgb, stores_10_bits, kRgba8, unused);
    expect_written(kBgra8, kSrgb, OutputEncoding::srgb, stores_10_bits, kPacked, kBgra8);
    expect_written(kHalf, kScrgb, OutputEncoding::scrgb, stores_10_bits, kHalf, unused);
    expect_written(kArgb10, kPq, OutputEncoding::hdr10, stores_10_bits, kPacked, kArgb10);
  }
  expect_written(kAbgr10, kPq, OutputEncoding::hdr10, false, kPacked, kAbgr10);
  expect_written(kAbgr10, kPq, OutputEncoding::hdr10, true, kAbgr10, unused);
}

TEST(SurfaceFormat, LeavesTheChoiceAloneIfThereIsNone) {
  SurfaceChoice choice = {{kBgra8, kSrgb}, kRgba8, kBgra8};
  EXPECT_FALSE(photopic::choose_surface_format(nullptr, 0, OutputEncoding::hdr10, true, &choice));
  EXPECT_EQ(choice.surface.format, kBgra8);
  EXPECT_EQ(choice.ldr_format, kRgba8);
}

void expect_xy(VkXYColorEXT value, float x, float y) {
  EXPECT_EQ(value.x, x);
  EXPECT_EQ(value.y, y);
}

TEST(HdrMetadata, IsOfTheDisplay) {
  const DisplaySettings display = {
      .encoding = OutputEncoding::hdr10, .peak_nits = 800.0f, .min_nits = 0.01f, .limit_primaries = LimitPrimaries::p3};
  const VkHdrMetadataEXT metadata = photopic::hdr_metadata(display);
  EXPECT_EQ(metadata.sType, VK_STRUCTURE_TYPE_HDR_METADATA_EXT);
  EXPECT_EQ(metadata.pNext, nullptr);
  expect_xy(metadata.displayPrimaryRed, 0.680f, 0.320f);
  expect_xy(metadata.displayPrimaryGreen, 0.265f, 0.690f);
  expect_xy(metadata.displayPrimaryBlue, 0.150f, 0.060f);
  expect_xy(metadata.whitePoint, 0.3127f, 0.3290f);
  EXPECT_EQ(metadata.maxLuminance, 800.0f);
  EXPECT_EQ(metadata.minLuminance, 0.01f);
  EXPECT_EQ(metadata.maxContentLightLevel, 800.0f);
  EXPECT_EQ(metadata.maxFrameAverageLightLevel, 400.0f);
}

/// Those that pictures are kept within: the smaller of the display's and the encoding's.
TEST(HdrMetadata, HasThePrimariesThatAreShown) {
  DisplaySettings display = {.encoding = OutputEncoding::hdr10, .limit_primaries = LimitPrimaries::bt2020};
  expect_xy(photopic::hdr_metadata(display).displayPrimaryGreen, 0.170f, 0.797f);
  display.limit_primaries = LimitPrimaries::bt709;
  expect_xy(photopic::hdr_metadata(display).displayPrimaryGreen, 0.30f, 0.60f);
  display = {.encoding = OutputEncoding::scrgb, .limit_primaries = LimitPrimaries::bt2020};
  expect_xy(photopic::hdr_metadata(display).displayPrimaryRed, 0.708f, 0.292f);  // channels below 0
  display.encoding = OutputEncoding::display_p3;
  const VkHdrMetadataEXT sdr = photopic::hdr_metadata(display);
  expect_xy(sdr.displayPrimaryRed, 0.680f, 0.320f);
  EXPECT_EQ(sdr.maxLuminance, display.paper_white_nits);
}

TEST(HdrMetadata, TakesWhatIsKnownOfTheContent) {
  const DisplaySettings display = {.encoding = OutputEncoding::hdr10, .peak_nits = 1000.0f};
  const auto levels = [&](photopic::ContentLight content) {
    const VkHdrMetadataEXT metadata = photopic::hdr_metadata(display, content);
    return std::array{metadata.maxContentLightLevel, metadata.maxFrameAverageLightLevel};
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(levels({620.0f, 90.0f}), (std::array{620.0f, 90.0f}));
  EXPECT_EQ(levels({4000.0f, 2000.0f}), (std::array{1000.0f, 1000.0f}));
  EXPECT_EQ(levels({0.0f, 90.0f}), (std::array{1000.0f, 90.0f}));
  EXPECT_EQ(levels({300.0f, 0.0f}), (std::array{300.0f, 300.0f}));
  EXPECT_EQ(levels({kNan, -1.0f}), (std::array{1000.0f, 500.0f}));
}

}  // namespace
