// SPDX-License-Identifier: MIT
// Tests of what numbers and goldens of the viewer judge: the picture, whatever views are drawn over it, and its unit.
#include <ImfStandardAttributes.h>
#include <gtest/gtest.h>

#include "cli/cli_test.h"
#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "image_io/fixtures/io_exr_fixtures.h"
#include "session/source/hdr_source.h"
#include "viewer/inspection/meter_weight.h"
#include "viewer/model/model.h"
#include "viewer/wall.h"

namespace {

class Judged : public cli_test::CliTest {
 protected:
  Judged() {
    cli_test::write_half_exr(folder_ / "picture.exr", 60, 40, cli_test::scene);
    cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
    session_.keeps_picture = true;
  }
  void draw() {
    session_.reset_exposure();  // the same noise in each picture
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) { session_.record(command_buffer, 0.1); });
  }

  engine::Context context_{engine::ContextOptions{}};
  session::Session session_{context_, {16, 16}, session::Depth::any};
  viewer::Loading loading_;
  viewer::Model model_{context_, session_, loading_};
};

TEST_F(Judged, ThePictureUnderPairsOfViews) {
  session_.open(folder_ / "picture.exr");
  draw();
  const auto plain = viewer::read_picture(model_);
  viewer::capture_golden(model_);
  constexpr auto kViews = std::uint32_t(std::size(session::kOverlayNames));
  for (std::uint32_t i = 0; i < kViews; ++i) {
    // The copy is made before any view is drawn: a few of the pairs show it. OverlayPairs has all of them.
    for (const std::uint32_t other : {1u << (i + 1) % kViews, std::uint32_t(photopic::kOverlayZebra)}) {
      session_.controls.overlay.views = 1u << i | other;
      draw();
      // What the inspector reads, and what goldens are made of.
      ASSERT_EQ(engine::read_back(context_, session_.picture()), plain) << i << " and " << other;
    }
  }
  EXPECT_NE(viewer::read_picture(model_), plain) << "a screenshot has what is drawn";
  viewer::compare_golden(model_);
  ASSERT_TRUE(model_.difference.has_value());
  EXPECT_EQ(model_.difference->errors.differing_pixels, 0u);
  session_.controls.overlay.views = 0;
  draw();
  EXPECT_EQ(&session_.picture(), &session_.ldr());
}

/// Luminances are those of the meter, by the primaries that the picture is said to have.
TEST_F(Judged, LuminanceOfWidePrimaries) {
  cli_test::write_half_exr(folder_ / "green.exr", 60, 40, [](auto, auto) { return cli_test::Rgb{0.0, 8.0, 0.0}; });
  session_.controls.settings.input.primaries = photopic::Primaries::bt2020;
  session_.open(folder_ / "green.exr");
  draw();
  const double luminance = viewer::luminance_of(session_.weights(), {0.0f, 8.0f, 0.0f});
  EXPECT_NEAR(luminance, 8.0 * 0.6780, 1e-3);  // ITU-R BT.2020, four digits
  photopic::gpu::ExposureState state = session::read_state(context_, session_.post());
  EXPECT_NEAR(viewer::texel_ev100(session_.controls.settings, luminance), double(state.scene_ev100), 1e-3);
}

/// Relative light has a range of its own in false colours, and no cd/m^2; a range that was chosen stays.
TEST_F(Judged, LightWithoutAUnit) {
  const bool& is_automatic = session_.controls.overlay.false_color_automatic;
  session_.open(folder_ / "picture.exr");
  EXPECT_FALSE(session_.nits_of_one().has_value());
  EXPECT_TRUE(is_automatic);
  session_.open(folder_ / "wall.gltf");
  EXPECT_EQ(session_.nits_of_one(), 1.0);
  EXPECT_FALSE(is_automatic);
  session_.open(folder_ / "picture.exr");
  EXPECT_TRUE(is_automatic);
  session_.controls.overlay.false_color_automatic = false;
  session_.open(folder_ / "picture.exr");
  EXPECT_FALSE(is_automatic) << "it was chosen";
  session_.controls.settings.view.cd_m2_per_unit = 40.0f;
  EXPECT_EQ(session_.nits_of_one(), 40.0);
  EXPECT_EQ(viewer::luminance_text(session_.nits_of_one(), 2.0), "80 cd/m\u00b2");
  EXPECT_EQ(viewer::luminance_text({}, 0.5), "0.5 relative");
}

TEST_F(Judged, UnitsThatFilesName) {
  io_test::write_exr(folder_ / "bright.exr",
                     {.edit = [](Imf::Header& header) { Imf::addWhiteLuminance(header, 80.0f); }});
  session_.open(folder_ / "bright.exr");
  EXPECT_EQ(session_.nits_of_one(), 80.0);
  session_.input_light.white_nits = 100.0;
  session_.open(folder_ / "bright.exr");
  EXPECT_EQ(session_.nits_of_one(), 100.0);
}

}  // namespace
