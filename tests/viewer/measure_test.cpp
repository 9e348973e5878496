// SPDX-License-Identifier: MIT
// Tests of measures: their places, their files, and what is measured without a window and in one.
#include "session/measure.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "viewer/live/live_fixture.h"

namespace {

using cli_test::Rgb;
using session::Measure;
using Live = viewer_test::Live;

std::vector<Measure> read(const std::string& text) {
  const json::Json parsed = json::Json::parse(text);
  return session::read_measures(json::Node(parsed));
}

TEST(Measures, AreReadAsTheyAreWritten) {
  const std::vector<Measure> measures = {{"A", {0.25, 0.5}, {0.25, 0.5}}, {"door", {0.75, 0.5}, {0.125, 1.0}}};
  const json::Json written = session::measures_json(measures);
  EXPECT_EQ(session::read_measures(json::Node(written)), measures);
  EXPECT_EQ(session::free_name(measures), "B");
  EXPECT_TRUE(read("[]").empty());
  for (const char* bad : {R"([{"at": [0, 0]}])", R"([{"name": "A"}])", R"([{"name": "A", "at": [0, 2]}])",
                          R"([{"name": "A", "at": [0]}])", R"([{"name": "A", "from": [0, 0]}])",
                          R"([{"name": "A", "at": [0, 0], "to": [0, 0]}])", R"([{"name": "A", "at": [0, 0], "x": 1}])",
                          R"([{"name": "A", "at": [0, 0]}, {"name": "A", "at": [1, 1]}])", R"({})"}) {
    EXPECT_THROW(read(bad), json::Error) << bad;
  }
}

TEST(Measures, AreOfTheTexelsThatHavePartInThem) {
  const VkExtent2D picture = {10, 4};
  const auto expect = [&](const Measure& measure, VkRect2D expected) {
    const VkRect2D is = session::texels_of(measure, picture);
    EXPECT_EQ(is.offset.x, expected.offset.x);
    EXPECT_EQ(is.offset.y, expected.offset.y);
    EXPECT_EQ(is.extent.width, expected.extent.width);
    EXPECT_EQ(is.extent.height, expected.extent.height);
  };
  expect({"A", {0, 0}, {1, 1}}, {{0, 0}, {10, 4}});
  expect({"A", {0.55, 0.5}, {0.15, 0.3}}, {{1, 1}, {5, 1}});  // from any corner
  expect({"A", {0.3, 0.5}, {0.3, 0.5}}, {{3, 2}, {1, 1}});
  expect({"A", {1, 1}, {1, 1}}, {{9, 3}, {1, 1}});
}

/// The left half is grey, the right one orange but for a texel that is no number, and one below 0.
TEST_F(Live, MeasuresAreWrittenWithoutAWindow) {
  cli_test::write_half_exr(folder_ / "halves.exr", 8, 5, [](std::size_t x, std::size_t y) -> Rgb {
    if (x == 7 && y == 0) return {std::numeric_limits<double>::quiet_NaN(), 1, 1};
    if (x == 7 && y == 1) return {-1, -1, -1};
    return x < 4 ? Rgb{0.25, 0.25, 0.25} : Rgb{1.0, 0.5, 0.0};
  });
  cli_test::write_file(folder_ / "script.json", R"([{"time_s": 0.1, "measures": [
    {"name": "A", "at": [0.2, 0.5]}, {"name": "B", "from": [0.5, 0], "to": [1, 1]},
    {"name": "all", "from": [0, 0], "to": [1, 1]}]}])");
  const auto run_it = [&](const std::string& folder, cli_test::Arguments more) {
    cli_test::Arguments arguments = {"--headless", "halves.exr", "--script", "script.json", "--frames",  "3",
                                     "--fps",      "10",         "-o",       folder,        "--validate"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const cli_test::ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const auto bytes = cli_test::read_file(folder_ / folder / "measures.json");
    return nlohmann::json::parse(bytes.begin(), bytes.end());
  };
  const nlohmann::json found = run_it("out", {});
  EXPECT_EQ(found["unit"], "relative");
  ASSERT_EQ(found["frames"].size(), 2u);  // from the step on
  EXPECT_EQ(found["frames"][0]["time_s"], 0.1);
  const nlohmann::json& rows = found["frames"][1]["measures"];
  ASSERT_EQ(rows.size(), 3u);
  const double right = 0.2126 + 0.5 * 0.7152;
  EXPECT_EQ(rows[0]["name"], "A");
  EXPECT_EQ(rows[0]["texels"], 1);
  EXPECT_NEAR(rows[0]["mean"].get<double>(), 0.25, 1e-6);
  EXPECT_NEAR(rows[0]["ev100"].get<double>(), std::log2(0.25 * 100 / 12.5), 1e-4);
  EXPECT_EQ(rows[0]["to_first"], 1.0);
  EXPECT_EQ(rows[1]["texels"], 20);
  EXPECT_EQ(rows[1]["invalid_texels"], 2);
  EXPECT_NEAR(rows[1]["mean"].get<double>(), right, 1e-4);
  EXPECT_NEAR(rows[1]["to_first"].get<double>(), right / 0.25, 1e-3);
  EXPECT_NEAR(rows[2]["mean"].get<double>(), (20 * 0.25 + 18 * right) / 38, 1e-4);
  EXPECT_NEAR(rows[2]["min"].get<double>(), 0.25, 1e-6);
  EXPECT_NEAR(rows[2]["max"].get<double>(), right, 1e-4);
  // In cd/m2 where something says how bright 1 is, and by the weights of the picture's primaries.
  const nlohmann::json lit = run_it("lit", {"--cd-m2-per-unit", "100", "--primaries", "bt2020"});
  EXPECT_EQ(lit["unit"], "cd/m2");
  EXPECT_NEAR(lit["frames"][0]["measures"][1]["mean"].get<double>(), 100 * (0.2627 + 0.5 * 0.6780), 0.01);
}

/// A spot and a rectangle by the mouse; a script that is recorded meanwhile has them.
TEST_F(Live, MeasuresAreDrawn) {
  const auto viewer = start({"picture.exr", "--size", "640x480", "--panels", "measures"});
  ASSERT_TRUE(viewer->has_started());
  const std::vector<cli_test::Code> plain = top_of(viewer->shot(true));
  viewer->key_down("m");
  viewer->click(60, 200);
  viewer->drag(100, 180, 200, 230);
  viewer->key_up("m");
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(differing(plain, top_of(viewer->shot(true))), 300u);
  viewer->key("ctrl+z");
  viewer->key("ctrl+z");
  ASSERT_TRUE(viewer->rests());
  EXPECT_EQ(differing(plain, top_of(viewer->shot(true))), 0u);
  // One channel after the other, and all again.
  viewer->key("c");
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(differing(plain, top_of(viewer->shot(true))), plain.size() / 4);
  for (int i = 0; i < 5; ++i) viewer->key("c");
  ASSERT_TRUE(viewer->rests());
  std::this_thread::sleep_for(std::chrono::seconds(3));  // the hint goes
  EXPECT_EQ(differing(plain, top_of(viewer->shot(true))), 0u);
  expect_clean(viewer->quit());
}

}  // namespace
