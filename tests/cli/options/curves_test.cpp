// SPDX-License-Identifier: MIT
// Tests of curves by option and by file: their effect on the exposure, and refusals.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "reference/adaptation.h"

namespace cli_test {
namespace {

using nlohmann::json;

constexpr double kEv100 = 5.0;  // of the picture
constexpr double kTolerance_stops = 2e-5;

const char* const kCurves[] = {"compensation_curve", "target_curve", "min_curve", "max_curve"};

std::string option_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

/// As many points as asked for, X from 0.
std::string points(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + std::to_string(i) + ":0";
  return text;
}

class Curves : public CliTest {
 protected:
  Curves() {
    write_half_exr(folder_ / "in.exr", 16, 16, [](auto, auto) { return Rgb{4.0, 4.0, 4.0}; });
  }

  json meter(Arguments options) {
    options.insert(options.begin(), {"meter", "--json", "in.exr"});
    return json::parse(output_of(options)).at(0);
  }
  /// EV100 that the picture is exposed for.
  double exposed_ev100(const Arguments& options) {
    const json reading = meter(options);
    EXPECT_NEAR(reading.at("ev100"), kEv100, kTolerance_stops) << "the scene stays what it is";
    return -std::log2(double(reading.at("exposure")) / reference::exposure_from_ev100(0.0));
  }
  json printed(const Arguments& options) {
    Arguments arguments = {"develop", "--print-settings"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return json::parse(output_of(arguments)).at("exposure");
  }
};

TEST_F(Curves, CompensationIsAddedAtTheAdaptedEv) {
  EXPECT_NEAR(exposed_ev100({}), kEv100, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--compensation-curve", "4:0,6:3"}), kEv100 - 1.5, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--compensation-curve", "-3:1,5:-2.25,9:4"}), kEv100 + 2.25, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--compensation-curve", "6:1.5,7:9"}), kEv100 - 1.5, kTolerance_stops) << "below its ends";
  EXPECT_NEAR(exposed_ev100({"--compensation-curve", "0:0,1:-7"}), kEv100 + 7.0, kTolerance_stops) << "above its ends";
  EXPECT_NEAR(exposed_ev100({"--compensation-curve", "5:1", "--compensation-ev", "2"}), kEv100 - 3.0, kTolerance_stops);
}

TEST_F(Curves, TheTargetIsThatOfTheScene) {
  EXPECT_NEAR(exposed_ev100({"--target-curve", "0:1,10:3"}), 2.0, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--target-curve", "5:-30", "--min-ev100", "-20"}), -20.0, kTolerance_stops);
}

TEST_F(Curves, LimitsTakeThePlaceOfTheirNumbers) {
  EXPECT_NEAR(exposed_ev100({"--min-curve", "4:6,6:8"}), 7.0, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--min-curve", "4:0,6:0", "--min-ev100", "9"}), kEv100, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--max-curve", "0:3,10:1"}), 2.0, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--max-curve", "0:9", "--max-ev100", "1"}), kEv100, kTolerance_stops);
  EXPECT_NEAR(exposed_ev100({"--min-curve", "0:9", "--max-curve", "0:2"}), 2.0, kTolerance_stops);
}

TEST_F(Curves, AFileDoesWhatItsOptionsDo) {
  for (const char* curve : kCurves) {
    SCOPED_TRACE(curve);
    write_file(folder_ / "s.json", R"({"exposure": {")" + std::string(curve) + R"(": [[-3, 7.5], [6, 7], [1e1, 9]]}})");
    const double by_option = exposed_ev100({option_of(curve), "-3:7.5,6:7,1e1:9"});
    EXPECT_EQ(exposed_ev100({"--settings", "s.json"}), by_option);
    EXPECT_EQ(printed({"--settings", "s.json"}).at(curve), json::parse("[[-3, 7.5], [6, 7], [10, 9]]"));
    // An empty curve is none.
    EXPECT_EQ(printed({"--settings", "s.json", option_of(curve), ""}).at(curve), json::array());
    EXPECT_EQ(exposed_ev100({"--settings", "s.json", option_of(curve), ""}), exposed_ev100({}));
  }
}

TEST_F(Curves, SixteenPointsAreTaken) {
  for (const char* curve : kCurves) {
    EXPECT_EQ(printed({option_of(curve), points(16)}).at(curve).size(), 16u);
    expect_error(kInputError, {"meter", "in.exr", option_of(curve), points(17)},
                 {option_of(curve) + ": 17 points are given; up to 16 are taken"});
  }
  EXPECT_NEAR(exposed_ev100({"--target-curve", points(15) + ",15:1"}), 0.0, kTolerance_stops);
}

TEST_F(Curves, BadOnesAreRefusedWithTheReason) {
  const std::initializer_list<std::pair<const char*, const char*>> kBad = {
      {"1", "'1' is not X:Y"},
      {"1:2,3", "'3' is not X:Y"},
      {"1:2,", "'' is not X:Y"},
      {",", "'' is not X:Y"},
      {"1;2", "'1;2' is not X:Y"},
      {":", "'' is not a number"},
      {"1:", "'' is not a number"},
      {"one:2", "'one' is not a number"},
      {"1:2:3", "'2:3' is not a number"},
      {"1:2, 3:4", "' 3' is not a number"},
      {"nan:1", "'nan' is out of range: any finite number"},
      {"1e39:1", "'1e39' is out of range: any finite number"},
      {"0:64.1", "'64.1' is out of range: -64 to 64"},
      {"0:inf", "'inf' is out of range: -64 to 64"},
      {"1:2,1:3", "'1:3' follows '1:2', but X must rise"},
      {"2:0,1:0", "'1:0' follows '2:0', but X must rise"}};
  for (const char* curve : kCurves) {
    for (const auto& [text, reason] : kBad) {
      expect_error(kInputError, {"meter", "in.exr", option_of(curve), text}, {option_of(curve) + ": " + reason});
    }
  }
}

TEST_F(Curves, BadFilesAreNamedWithTheirKeyAndReason) {
  const std::initializer_list<std::pair<const char*, const char*>> kBad = {
      {R"("1:2")", R"("1:2" is not an array of [x, y])"},
      {"3", "3 is not an array of [x, y]"},
      {"{}", "the object is not an array of [x, y]"},
      {"[1, 2]", "1 is not two numbers, [x, y]"},
      {"[[1]]", "the array is not two numbers, [x, y]"},
      {"[[1, 2, 3]]", "the array is not two numbers, [x, y]"},
      {R"([[1, "2"]])", "the array is not two numbers, [x, y]"},
      {"[[1, null]]", "the array is not two numbers, [x, y]"},
      {"[[1, 2], [1, 3]]", "X must rise"},
      {"[[1, 65]]", "'65' is out of range: -64 to 64"}};
  for (const char* curve : kCurves) {
    for (const auto& [value, reason] : kBad) {
      write_file(folder_ / "s.json", R"({"exposure": {")" + std::string(curve) + "\": " + value + "}}");
      expect_error(kInputError, {"meter", "in.exr", "--settings", "s.json"},
                   {"s.json: exposure." + std::string(curve) + ": ", reason});
    }
  }
}

}  // namespace
}  // namespace cli_test
