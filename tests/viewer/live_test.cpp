// SPDX-License-Identifier: MIT
// Tests of the viewer in hands: keys and mouse of an X server, on slow and still windows.
#include <cstdlib>

#include "image_io/image_file.h"
#include "viewer/desktop.h"
#include "viewer/live_viewer.h"
#include "viewer/wall.h"

namespace {

using cli_test::Arguments;
using cli_test::Code;
using cli_test::ProcessResult;

class Live : public cli_test::CliTest {
 protected:
  static void SetUpTestSuite() { live_desktop_ = std::make_unique<viewer_test::Desktop>(); }
  static void TearDownTestSuite() { live_desktop_.reset(); }

  Live() {
    cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
    cli_test::write_half_exr(folder_ / "picture.exr", 150, 100, cli_test::scene);
  }

  std::unique_ptr<viewer_test::LiveViewer> start(Arguments arguments) {
    arguments.insert(arguments.end(), {"--validate", "-o", "."});
    return std::make_unique<viewer_test::LiveViewer>(live_desktop_->name(), folder_.path(), [this, arguments] {
      return run(arguments, {.environment = {{"DISPLAY", live_desktop_->name()}}});
    });
  }

  image_io::ImageInfo size_of(const std::string& name) { return image_io::open_image(folder_ / name)->info(); }
  bool is_same_file(const std::string& a, const std::string& b) {
    return cli_test::read_file(folder_ / a) == cli_test::read_file(folder_ / b);
  }

  static std::unique_ptr<viewer_test::Desktop> live_desktop_;
};
std::unique_ptr<viewer_test::Desktop> Live::live_desktop_;

/// One window through what hands do with a scene.
TEST_F(Live, AScene) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "320x240", "--hide-panels"});
  ASSERT_TRUE(viewer->has_started());
  ASSERT_TRUE(viewer->rests());  // nothing changes, nothing is drawn
  const std::string first = viewer->shot();
  EXPECT_EQ(size_of(first).width, 320u);
  viewer->key("s");  // a step back, however short the tap
  const std::string stepped = viewer->shot();
  EXPECT_FALSE(is_same_file(first, stepped));
  ASSERT_TRUE(viewer->rests());
  viewer->key("Tab");  // the panels: the picture has less room
  EXPECT_LT(size_of(viewer->shot()).width, 320u);
  const ProcessResult result = viewer->quit();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "validation: no messages\n");
}

}  // namespace
