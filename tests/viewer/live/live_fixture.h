// SPDX-License-Identifier: MIT
// Fixture of tests with a viewer in hands, on an X server of their own.
#ifndef PHOTOPIC_TESTS_VIEWER_LIVE_FIXTURE_H
#define PHOTOPIC_TESTS_VIEWER_LIVE_FIXTURE_H

#include <memory>
#include <string>
#include <vector>

#include "image_io/image_file.h"
#include "viewer/live/desktop.h"
#include "viewer/live/live_viewer.h"
#include "viewer/wall.h"

namespace viewer_test {

class Live : public cli_test::CliTest {
 protected:
  static void SetUpTestSuite() { live_desktop_ = std::make_unique<Desktop>(); }
  static void TearDownTestSuite() { live_desktop_.reset(); }

  Live() {
    cli_test::write_file(folder_ / "wall.gltf", kWall);
    cli_test::write_half_exr(folder_ / "picture.exr", 150, 100, cli_test::scene);
  }

  /// With the desktop's dialogs that are in `programs`.
  std::unique_ptr<LiveViewer> start(cli_test::Arguments arguments, const std::string& programs = "/none") {
    arguments.insert(arguments.end(), {"--validate", "-o", "."});
    return std::make_unique<LiveViewer>(live_desktop_->name(), folder_.path(), [this, arguments, programs] {
      return run(arguments,
                 {.environment = {
                      {"DISPLAY", live_desktop_->name()}, {"PATH", programs}, {"XDG_CONFIG_HOME", path("config")}}});
    });
  }

  image_io::ImageInfo size_of(const std::string& name) { return image_io::open_image(folder_ / name)->info(); }
  static void expect_clean(const cli_test::ProcessResult& result) {
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "validation: no messages\n");
  }
  bool is_same_file(const std::string& a, const std::string& b) {
    return cli_test::read_file(folder_ / a) == cli_test::read_file(folder_ / b);
  }

  /// The picture with the exposure that is measured: without what the eye still lacks when it counts as adapted.
  static std::string measured(LiveViewer& viewer) {
    viewer.key("r");
    EXPECT_TRUE(viewer.rests());
    return viewer.shot();
  }

  /// Codes of a window of 640 columns above the middle, where no messages are, beside the panels.
  std::vector<cli_test::Code> top_of(const std::string& window) {
    const std::vector<cli_test::Code> codes = cli_test::read_codes(folder_ / window);
    std::vector<cli_test::Code> top;
    for (std::size_t row = 30; row < 300; ++row) {
      top.insert(top.end(), codes.begin() + std::ptrdiff_t(640 * row), codes.begin() + std::ptrdiff_t(640 * row + 280));
    }
    return top;
  }
  /// Its rows with the menu.
  std::vector<cli_test::Code> menu_of(const std::string& window) {
    const std::vector<cli_test::Code> codes = cli_test::read_codes(folder_ / window);
    return {codes.begin(), codes.begin() + std::ptrdiff_t(640 * 20)};
  }
  static std::size_t differing(const std::vector<cli_test::Code>& a, const std::vector<cli_test::Code>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += cli_test::difference(a[i], b[i]) > 0;
    return count;
  }

  static inline std::unique_ptr<Desktop> live_desktop_;
};

}  // namespace viewer_test

#endif
