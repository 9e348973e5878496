// SPDX-License-Identifier: MIT
// Tests that pictures can be written as the choice of a surface format says.
#include <photopic/hdr_display.h>

#include "display/display_rig.h"

namespace {

using photopic::OutputEncoding;

constexpr VkSurfaceFormatKHR kListed[] = {{VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
                                          {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT},
                                          {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT},
                                          {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_HDR10_HLG_EXT},
                                          {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT}};

TEST(DisplaySurfaceFormat, PicturesAreWrittenAsItSays) {
  struct White {
    OutputEncoding encoding;
    double stored;  ///< white of 203 nits: a code, or a number of half floats
  };
  // PQ and HLG: ITU-R BT.2408. 3/4 within a step of a half.
  const White whites[] = {{OutputEncoding::automatic, 255.0},   {OutputEncoding::power22, 255.0},
                          {OutputEncoding::display_p3, 1023.0}, {OutputEncoding::hdr10, 594.0},
                          {OutputEncoding::hlg, 0.749877},      {OutputEncoding::scrgb, 2.5375}};
  const bool stores_10_bits = test::context().lend().shader_storage_image_extended_formats;
  for (const White& white : whites) {
    SCOPED_TRACE(testing::Message() << "encoding " << int(white.encoding));
    photopic::SurfaceChoice choice;
    ASSERT_TRUE(photopic::choose_surface_format(kListed, std::size(kListed), white.encoding, stores_10_bits, &choice));
    test::DisplayRig rig({"chosen", choice.ldr_format, choice.packed_format, 0.0},
                         photopic::tone_mapper_bit(photopic::ToneMapper::none), photopic::encoding_bit(white.encoding));
    photopic::Settings settings;
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    settings.display.encoding = white.encoding;
    const test::Rgba color = {1, 1, 1, 1};
    const test::LdrTexel texel = rig.show(std::span(&color, 1), settings)[0];
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(texel[i], white.stored, white.stored * 0x1p-10);
  }
}

}  // namespace
