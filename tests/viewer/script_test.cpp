// SPDX-License-Identifier: MIT
// Tests of scripts: overlay names, bad files, empty ones.
#include "session/script.h"

#include "arguments/errors.h"
#include "cli/cli_test.h"
#include "image_io/image_file.h"

namespace {

class Script : public cli_test::CliTest {
 protected:
  void expect_refused(const std::string& text, const std::string& words) {
    cli_test::write_file(folder_ / "script.json", text);
    try {
      session::Script script(folder_ / "script.json");
      ADD_FAILURE() << "taken: " << text;
    } catch (const files::Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("script.json: "), std::string::npos) << message;
      EXPECT_NE(message.find(words), std::string::npos) << message;
    }
  }
};

TEST_F(Script, OverlayNames) {
  EXPECT_EQ(session::overlay_views("", "--overlay"), 0u);
  EXPECT_EQ(session::overlay_views("all", "--overlay"), photopic::kAllOverlayViews);
  EXPECT_EQ(session::overlay_views("naive,false-color", "--overlay"),
            photopic::kOverlayNaive | photopic::kOverlayFalseColor);
  // Bit i is name i.
  EXPECT_EQ(session::overlay_views("histogram", ""), photopic::kOverlayHistogram);
  EXPECT_EQ(session::overlay_views("weights", ""), photopic::kOverlayWeights);
  EXPECT_EQ(session::overlay_views("pyramid", ""), photopic::kOverlayPyramid);
  EXPECT_EQ(session::overlay_views("zebra", ""), photopic::kOverlayZebra);
  EXPECT_EQ(session::overlay_views("invalid", ""), photopic::kOverlayInvalid);
  EXPECT_EQ(session::overlay_views("strip-chart", ""), photopic::kOverlayStripChart);
  EXPECT_EQ(session::overlay_views("split", ""), photopic::kOverlaySplit);
  EXPECT_THROW(session::overlay_views("naive,naif", "--overlay"), arguments::UsageError);
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
  expect_refused(R"([{"time_s": 0, "open": {"layer": "AO"}}])", "file");
  expect_refused(R"([{"time_s": 0, "open": {"file": "a.exr", "layers": "AO"}}])",
                 "open has no 'layers'; there are file, part, layer, rgb");
  expect_refused(R"([{"time_s": 0, "open": {"file": "a.exr", "rgb": ["R", "G"]}}])", "rgb takes one channel or three");
  expect_refused(R"([{"time_s": 0, "open": {"file": "a.exr", "layer": "AO", "rgb": ["R"]}}])", "no layer beside them");
  expect_refused(R"([{"time_s": 0, "reset": 1}])", "step 1: ");
  expect_refused(R"([{"time_s": 0, "fov_deg": 500}])", "fov_deg is not a number from 1 to 170");
  expect_refused(R"([{"time_s": 0, "scene": {"sun": "moon"}}])", "sun: 'moon' is none of file, day");
  expect_refused(R"([{"time_s": 0, "scene": {"sun_scale": -1}}])", "sun_scale is not a number from 0");
  expect_refused(R"([{"time_s": 0, "overlay": {"scale": 99}}])", "scale is not a whole number from 1 to 8");
  expect_refused(R"([{"time_s": 0, "overlay": {"pyramid_level": -1}}])", "pyramid_level is not a whole number");
  expect_refused(R"([{"time_s": 0, "overlay": {"pyramid_level": 2.7}}])", "pyramid_level is not a whole number");
  expect_refused(R"([{"time_s": 0, "overlay": {"views": "naive"}}])", "views is not an array");
  expect_refused(R"([{"time_s": 0, "comparison": {"split": 2}}])", "split is not a number from 0 to 1");
  expect_refused(R"([{"time_s": 0, "comparison": {"tone_mapper": "film"}}])", "'film'");
  expect_refused(R"([{"time_s": 0, "comparison": {"ungraded": 1}}])", "ungraded");
  expect_refused(R"([{"time_s": 0, "comparison": {"without": ["meter"]}}])", "'meter' is no effect");
  expect_refused(R"([{"time_s": 0, "calibration": "white"}])", "'white' is none of");
  expect_refused(R"([{"time_s": 0, "window": {"panels": ["time"]}}])", "'time' is none of");
  EXPECT_THROW(session::Script(folder_ / "none.json"), files::Error);
}

TEST_F(Script, AnEmptyOneIsTaken) {
  cli_test::write_file(folder_ / "script.json", "[]");
  EXPECT_NO_THROW(session::Script(folder_ / "script.json"));
}

}  // namespace
