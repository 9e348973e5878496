// SPDX-License-Identifier: MIT
#include "viewer/script.h"

#include "cli/cli_test.h"
#include "cli/errors.h"
#include "io/image_file.h"

namespace {

class Script : public cli_test::CliTest {
 protected:
  void expect_refused(const std::string& text, const std::string& words) {
    cli_test::write_file(folder_ / "script.json", text);
    try {
      viewer::Script script(folder_ / "script.json");
      ADD_FAILURE() << "taken: " << text;
    } catch (const io::Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("script.json: "), std::string::npos) << message;
      EXPECT_NE(message.find(words), std::string::npos) << message;
    }
  }
};

TEST_F(Script, OverlayNames) {
  EXPECT_EQ(viewer::overlay_views("", "--overlay"), 0u);
  EXPECT_EQ(viewer::overlay_views("all", "--overlay"), photopic::kAllOverlayViews);
  EXPECT_EQ(viewer::overlay_views("naive,false-color", "--overlay"),
            photopic::kOverlayNaive | photopic::kOverlayFalseColor);
  // Bit i is name i.
  EXPECT_EQ(viewer::overlay_views("histogram", ""), photopic::kOverlayHistogram);
  EXPECT_EQ(viewer::overlay_views("weights", ""), photopic::kOverlayWeights);
  EXPECT_EQ(viewer::overlay_views("pyramid", ""), photopic::kOverlayPyramid);
  EXPECT_EQ(viewer::overlay_views("zebra", ""), photopic::kOverlayZebra);
  EXPECT_EQ(viewer::overlay_views("invalid", ""), photopic::kOverlayInvalid);
  EXPECT_EQ(viewer::overlay_views("strip-chart", ""), photopic::kOverlayStripChart);
  EXPECT_EQ(viewer::overlay_views("split", ""), photopic::kOverlaySplit);
  EXPECT_THROW(viewer::overlay_views("naive,naif", "--overlay"), cli::UsageError);
}

TEST_F(Script, BadFiles) {
  expect_refused("", "is not valid JSON");
  expect_refused("{}", "is not an array of steps");
  expect_refused("[1]", "step 1: is not an object");
  expect_refused(R"([{"overlay": {}}])", "step 1: has no time_s");
  expect_refused(R"([{"time_s": "1"}])", "step 1: time_s is not a number");
  expect_refused(R"([{"time_s": 2}, {"time_s": 1}])", "step 2: time_s is before the last step's");
  expect_refused(R"([{"time_s": 0, "zoom": 2}])", "step 1: there is no 'zoom'");
  expect_refused(R"([{"time_s": 0, "settings": {"exposure": {"mood": 1}}}])", "there is no setting 'exposure.mood'");
  expect_refused(R"([{"time_s": 0, "settings": {"exposure": {"compensation_ev": 99}}}])", "compensation_ev");
  expect_refused(R"([{"time_s": 0, "overlay": {"views": ["naif"]}}])", "'naif' is none of");
  expect_refused(R"([{"time_s": 0, "overlay": {"size": 2}}])", "there is no overlay setting 'size'");
  expect_refused(R"([{"time_s": 0, "scene": {"moon": 2}}])", "there is no scene setting 'moon'");
  expect_refused(R"([{"time_s": 0, "reset": 1}])", "step 1: ");
  EXPECT_THROW(viewer::Script(folder_ / "none.json"), io::Error);
}

TEST_F(Script, AnEmptyOneIsDone) {
  cli_test::write_file(folder_ / "script.json", "[]");
  EXPECT_TRUE(viewer::Script(folder_ / "script.json").is_done());
  EXPECT_TRUE(viewer::Script().is_done());
}

}  // namespace
