// SPDX-License-Identifier: MIT
// Tests of every setting by option and by file; what is printed reads back the same.
#include <photopic/settings.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_test.h"
#include "unit/sampling.h"

namespace cli_test {
namespace {

using nlohmann::json;

struct SettingCase {
  const char* option;
  const char* group;
  const char* key;
  const char* text;  ///< not the default
  json value;
};

/// What the table of settings doesn't make by itself: names of files and lists, curves, counts, values that go together
/// with others, and ways to write a number.
const SettingCase kCases[] = {
    {"--method", "meter", "method", "single-pass", "single-pass"},
    {"--weights", "meter", "weights", "spot,centre", "centre,spot"},
    {"--mask", "meter", "mask", "a mask, süd.png", "a mask, süd.png"},
    {"--min-log2-luminance", "meter", "min_log2_luminance", "-9.1", -9.1},
    {"--max-log2-luminance", "meter", "max_log2_luminance", "+7.3", 7.3},
    {"--low-percentile", "meter", "low_percentile", "2.5", 2.5},
    {"--high-percentile", "meter", "high_percentile", "97.1", 97.1},
    {"--window-min-log2", "meter", "window_min_log2", "-3.3", -3.3},
    {"--window-max-log2", "meter", "window_max_log2", "12.9", 12.9},
    {"--compensation-ev", "exposure", "compensation_ev", "+0.7", 0.7},
    {"--compensation-curve", "exposure", "compensation_curve", "-3.1:+0.1,4:0", json::parse("[[-3.1, 0.1], [4, 0]]")},
    {"--target-curve", "exposure", "target_curve", "-4e9:-2.2", json::parse("[[-4e9, -2.2]]")},
    {"--min-ev100", "exposure", "min_ev100", "-3.5", -3.5},
    {"--max-ev100", "exposure", "max_ev100", "17.1", 17.1},
    {"--min-curve", "exposure", "min_curve", "0:1,2:3,4:64", json::parse("[[0, 1], [2, 3], [4, 64]]")},
    {"--max-curve", "exposure", "max_curve", "1:0.3", json::parse("[[1, 0.3]]")},
    {"--sensitivity-iso", "exposure", "sensitivity_iso", "1e3", 1000.0},
    {"--cut-low-ev", "exposure", "cut_low_ev", "2.1", 2.1},
    {"--cut-high-ev", "exposure", "cut_high_ev", "4.1", 4.1},
    {"--primaries", "input", "primaries", "ap0", "ap0"},
    {"--red-x", "input", "red_x", "0.7", 0.7},
    {"--red-y", "input", "red_y", "0.3", 0.3},
    {"--green-x", "input", "green_x", "0.2", 0.2},
    {"--green-y", "input", "green_y", "0.8", 0.8},
    {"--blue-x", "input", "blue_x", "0.1", 0.1},
    {"--blue-y", "input", "blue_y", "-0.05", -0.05},
    {"--white-x", "input", "white_x", "0.33", 0.33},
    {"--white-y", "input", "white_y", "0.34", 0.34},
    {"--white-balance", "white_balance", "white_balance", "daylight", "daylight"},
    {"--temperature-k", "white_balance", "temperature_k", "5600.5", 5600.5},
    {"--tone-mapper", "tone_map", "tone_mapper", "custom", "custom"},
    {"--encoding", "display", "encoding", "hdr10", "hdr10"},
    {"--paper-white-nits", "display", "paper_white_nits", "250", 250.0},
    {"--peak-nits", "display", "peak_nits", "640", 640.0},
    {"--dither-seed", "tone_map", "dither_seed", "4294967295", 4294967295u},
    {"--shadows-start", "grade", "shadows_start", "0.05", 0.05},
    {"--shadows-end", "grade", "shadows_end", "0.25", 0.25},
    {"--highlights-start", "grade", "highlights_start", "0.6", 0.6},
    {"--highlights-end", "grade", "highlights_end", "2.5", 2.5},
    {"--hue-vs-hue", "grade", "hue_vs_hue", "20:10,359.5:-170", json::parse("[[20, 10], [359.5, -170]]")},
    {"--hue-vs-saturation", "grade", "hue_vs_saturation", "0:0.5", json::parse("[[0, 0.5]]")},
    {"--hue-vs-luminance", "grade", "hue_vs_luminance", "100:2,200:0", json::parse("[[100, 2], [200, 0]]")},
    {"--scene-lut", "grade", "scene_lut", "film stock.cube", "film stock.cube"},
    {"--scene-lut-space", "grade", "scene_lut_space", "logc3,bt2020", "logc3,bt2020"},
    {"--tone-mapper-lut", "grade", "tone_mapper_lut", "t.cube", "t.cube"},
    {"--lut", "grade", "lut", "d.cube", "d.cube"},
    {"--lut-size", "grade", "lut_size", "48", 48u},
    {"--glare-levels", "glare", "glare_levels", "b10g11r11", "b10g11r11"},
};

std::string option_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}

struct AnyCase {
  std::string option, group, key, text;
  json value;
};

/// A value of the row's range that isn't the default; of short digits, so that it is printed as it is given.
json other_value(const photopic::SettingInfo& row) {
  photopic::Settings defaults;
  switch (row.type) {
    case photopic::SettingType::flag:
      return !photopic::setting_ref<bool>(row, defaults);
    case photopic::SettingType::choice: {
      const std::uint32_t last = row.word_count - 1;
      return row.words[photopic::setting_value<std::uint32_t>(row, defaults) == last ? 0 : last];
    }
    case photopic::SettingType::number:
      for (const double value : {0.25, 0.5, 1.5, 0.0625, 0.015625, 0.9375, 2.0, 6.0, 40.0, 300.0, 3000.0}) {
        if (value > row.min && value < row.max && value != double(photopic::setting_ref<float>(row, defaults))) {
          return value;
        }
      }
      break;
    default:
      break;
  }
  ADD_FAILURE() << row.name << " needs a case of its own";
  return 0;
}

/// kCases, and each row of the table of settings that has none there and a place in `printed`, what a command prints.
std::vector<AnyCase> all_cases(const json& printed) {
  std::vector<AnyCase> cases;
  for (const SettingCase& one : kCases) cases.push_back({one.option, one.group, one.key, one.text, one.value});
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const auto is_row = [&](const AnyCase& one) { return one.group == row.group && one.key == row.name; };
    if (std::any_of(cases.begin(), cases.end(), is_row) || !printed.at(row.group).contains(row.name)) continue;
    const json value = other_value(row);
    cases.push_back(
        {option_of(row.name), row.group, row.name, value.is_string() ? value.get<std::string>() : value.dump(), value});
  }
  return cases;
}

class Settings : public CliTest {
 protected:
  void expect_file_error(const std::string& text, std::initializer_list<std::string> words) {
    SCOPED_TRACE(text);
    write_file(folder_ / "s.json", text);
    expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", "--settings", "s.json"}, words);
    expect_error(kInputError, {"develop", "--settings", "s.json", "--print-settings"}, {"s.json: "});
  }
};

TEST_F(Settings, EveryOptionIsPrintedAndReadBackIdentically) {
  Arguments arguments = {"develop", "--print-settings"};
  const std::vector<AnyCase> cases = all_cases(json::parse(output_of({"develop", "--print-settings"})));
  for (const AnyCase& one : cases) arguments.insert(arguments.end(), {one.option, one.text});
  const std::string printed = output_of(arguments);
  const json root = json::parse(printed);
  std::size_t count = 0;
  for (const auto& [group, values] : root.items()) count += values.size();
  EXPECT_EQ(count, cases.size()) << "a setting without a case here";
  for (const AnyCase& one : cases) EXPECT_EQ(root.at(one.group).at(one.key), one.value) << one.option;

  write_file(folder_ / "s.json", printed);
  for (const char* command : {"develop", "meter", "sequence", "pan"}) {
    EXPECT_EQ(output_of({command, "--settings", "s.json", "--print-settings"}), printed) << command;
  }
}

TEST_F(Settings, DefaultsReadBackIdentically) {
  const std::string printed = output_of({"develop", "--print-settings"});
  const json defaults = json::parse(printed);
  for (const AnyCase& one : all_cases(defaults)) EXPECT_NE(defaults.at(one.group).at(one.key), one.value) << one.option;
  write_file(folder_ / "s.json", printed);
  EXPECT_EQ(output_of({"develop", "--settings", "s.json", "--print-settings"}), printed);
}

TEST_F(Settings, OptionWinsOverFileAndFileOverDefault) {
  write_file(folder_ / "s.json", std::string(R"({"exposure": {"compensation_ev": 1, "hold": true}})"));
  for (const bool is_file_first : {true, false}) {
    Arguments arguments = {"develop", "--print-settings"};
    const Arguments file = {"--settings", "s.json"};
    const Arguments option = {"--compensation-ev", "2"};
    for (const Arguments& part : {is_file_first ? file : option, is_file_first ? option : file}) {
      arguments.insert(arguments.end(), part.begin(), part.end());
    }
    const json root = json::parse(output_of(arguments));
    EXPECT_EQ(root.at("exposure").at("compensation_ev"), 2.0);
    EXPECT_EQ(root.at("exposure").at("hold"), true);
    EXPECT_EQ(root.at("tone_map").at("tone_mapper"), "agx");
  }
}

/// Commands that show pictures start from the studied settings wherever those have a place; `meter` never does.
TEST_F(Settings, StudiedSettingsAreWhereCommandsThatShowPicturesStart) {
  const auto printed = [&](Arguments arguments) {
    arguments.push_back("--print-settings");
    return json::parse(output_of(arguments));
  };
  const json studied = printed({"develop"}), neutral = printed({"meter"});
  EXPECT_EQ(studied.at("meter").at("high_percentile"), 99.0);
  EXPECT_EQ(studied.at("meter").at("highlight_stops"), 4.75);
  EXPECT_EQ(studied.at("meter").at("black_stops"), 9.0);
  EXPECT_EQ(studied.at("exposure").at("compensation_ev"), 0.8);
  EXPECT_EQ(neutral.at("meter").at("high_percentile"), 100.0);
  EXPECT_EQ(neutral.at("meter").at("highlight_stops"), 128.0);
  EXPECT_EQ(neutral.at("meter").at("black_stops"), 128.0);
  EXPECT_EQ(neutral.at("exposure").at("compensation_ev"), 0.0);
  for (const char* command : {"sequence", "pan"}) EXPECT_EQ(printed({command}), studied) << command;
  EXPECT_EQ(printed({"develop", "--backend", "opengl"}), studied);
  EXPECT_EQ(printed({"develop", "--backend", "es2"}), neutral);
  for (const auto& [option, value] : {std::pair{"--method", "pyramid"}, {"--mode", "manual"}, {"--mode", "camera"}}) {
    json expected = neutral;
    expected.at(option[3] == 'e' ? "meter" : "exposure").at(option + 2) = value;
    EXPECT_EQ(printed({"develop", option, value}), expected) << option << " " << value;
  }
  // What is given wins, by option or by a file that can be read but once; the rest stays studied.
  write_file(folder_ / "s.json", std::string(R"({"meter": {"highlight_stops": 6}})"));
  json expected = studied;
  expected.at("meter").at("highlight_stops") = 6.0;
  EXPECT_EQ(printed({"develop", "--highlight-stops", "6"}), expected);
  EXPECT_EQ(printed({"develop", "--settings", "s.json"}), expected);
  write_file(folder_ / "s.json", std::string(R"({"meter": {"method": "pyramid"}})"));
  EXPECT_EQ(printed({"develop", "--settings", "s.json"}), printed({"develop", "--method", "pyramid"}));
}

/// 18 % grey is shown as bright by each operator, which alone would differ by more than a stop.
TEST_F(Settings, EveryOperatorShowsTheSameGrey) {
  write_half_exr(folder_ / "grey.exr", 16, 16, [](auto, auto) { return Rgb{3, 3, 3}; });
  const auto shown = [&](Arguments options) {
    options.insert(options.begin(), {"develop", "grey.exr", "-o", "out.png"});
    output_of(options);
    return read_codes(folder_ / "out.png").front().g;
  };
  const int wanted = shown({});
  for (const std::size_t i : sampling::sampled(photopic::kToneMapperCount, 5)) {
    if ((photopic::kExactToneMappers >> i & 1u) == 0) continue;  // a table is what it is
    const char* const name = photopic::tone_mapper_name(photopic::ToneMapper(i));
    EXPECT_NEAR(shown({"--tone-mapper", name}), wanted, 2) << name;  // 0.025 stop
  }
  EXPECT_GT(shown({"--tone-mapper", "lottes", "--compensation-ev", "0.8"}),
            shown({"--tone-mapper", "hable", "--compensation-ev", "0.8"}) + 40);
}

/// --match-middle-grey: 18 % grey is 18 % of paper white with any operator, its parameters, any peak, any exposure
/// mode; a compensation that is given comes on top.
TEST_F(Settings, MiddleGreyIsMatched) {
  write_half_exr(folder_ / "grey.exr", 16, 16, [](auto, auto) { return Rgb{0.18f, 0.18f, 0.18f}; });
  const auto shown = [&](Arguments options) {
    const Arguments exposed = {"develop", "grey.exr",       "-o",        "out.png", "--mode",
                               "manual",  "--manual-ev100", "-0.2630344"};
    options.insert(options.begin(), exposed.begin(), exposed.end());
    options.push_back("--match-middle-grey");
    output_of(options);
    return read_codes(folder_ / "out.png").front().g;
  };
  for (const std::size_t i : sampling::sampled(photopic::kToneMapperCount, 5)) {
    if ((photopic::kExactToneMappers >> i & 1u) == 0) continue;  // a table is what it is
    const char* const name = photopic::tone_mapper_name(photopic::ToneMapper(i));
    EXPECT_NEAR(shown({"--tone-mapper", name}), 118, 1) << name;  // sRGB of 0.18
  }
  EXPECT_NEAR(shown({"--tone-mapper", "hable", "--hable-white", "4"}), 118, 1);
  EXPECT_NEAR(shown({"--tone-mapper", "none", "--compensation-ev", "1"}), 162, 1);  // sRGB of 0.36

  const auto compensation_ev = [&](Arguments options) {
    options.insert(options.begin(), {"develop", "--print-settings", "--match-middle-grey"});
    return json::parse(output_of(options)).at("exposure").at("compensation_ev").get<double>();
  };
  EXPECT_NEAR(compensation_ev({"--tone-mapper", "none"}), 0.8, 1e-6);  // studied; none shows what is exposed
  EXPECT_NEAR(compensation_ev({"--tone-mapper", "lpm", "--encoding", "hdr10"}), 0.8, 1e-6);  // anchored
  // Rising: 203 nits and 1000 of peak show 0.18 as 26.72 nits of 203 (spec of ACES 2: greys by peak).
  EXPECT_LT(compensation_ev({"--tone-mapper", "aces2", "--encoding", "hdr10"}),
            compensation_ev({"--tone-mapper", "aces2"}) - 0.2);
  expect_error(kInputError, {"meter", "grey.exr", "--match-middle-grey"}, {"--match-middle-grey"});
}

/// Files and options win over presets.
TEST_F(Settings, PresetsAreBelowFilesAndOptions) {
  const auto printed = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), "develop");
    arguments.push_back("--print-settings");
    return json::parse(output_of(arguments));
  };
  const json plain = printed({});
  write_file(folder_ / "s.json", std::string(R"({"night": {"night_strength": 0.5, "night_noise": 0.25}})"));
  EXPECT_EQ(printed({"--preset", "studied"}), plain);
  for (const char* name : {"archviz", "film", "game", "night", "photo", "viewer"}) {
    SCOPED_TRACE(name);
    const json preset = printed({"--preset", name});
    EXPECT_NE(preset, plain);
    json expected = preset;
    expected.at("night").at("night_strength") = 0.75;
    expected.at("night").at("night_noise") = 0.25;
    expected.at("view").at("cd_m2_per_unit") = 2.0;
    EXPECT_EQ(printed({"--cd-m2-per-unit", "2", "--night-strength", "0.75", "--settings", "s.json", "--preset", name}),
              expected);
  }
  write_half_exr(folder_ / "in.exr", 40, 30, scene);
  output_of({"develop", "in.exr", "-o", "night.png", "--preset", "night"});
  output_of({"develop", "in.exr", "-o", "plain.png"});
  EXPECT_NE(read_file(folder_ / "night.png"), read_file(folder_ / "plain.png"));
  expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", "--preset", "x"},
               {"--preset: 'x' is none of archviz, film, game, night, photo, studied, viewer"});
  expect_error(kInputError, {"meter", "in.exr", "--preset", "film"}, {"--preset"});
}

TEST_F(Settings, AFileDevelopsLikeItsOptions) {
  write_half_exr(folder_ / "in.exr", 40, 30, scene);
  write_file(folder_ / "s.json", std::string(R"({"exposure": {"compensation_ev": 1.25},
                                                 "tone_map": {"tone_mapper": "uchimura"}})"));
  output_of({"develop", "in.exr", "-o", "file.png", "--settings", "s.json"});
  output_of({"develop", "in.exr", "-o", "options.png", "--compensation-ev", "1.25", "--tone-mapper", "uchimura"});
  output_of({"develop", "in.exr", "-o", "default.png"});
  EXPECT_EQ(read_file(folder_ / "file.png"), read_file(folder_ / "options.png"));
  EXPECT_NE(read_file(folder_ / "file.png"), read_file(folder_ / "default.png"));
}

TEST_F(Settings, BadFilesAreNamedWithTheirKeyAndReason) {
  write_half_exr(folder_ / "in.exr", 4, 4, scene);
  expect_file_error(R"({"exposure": {"nosuch": 1}})", {"s.json: ", "exposure.nosuch"});
  expect_file_error(R"({"tonemap": {"dither": true}})", {"s.json: ", "tonemap"});
  expect_file_error(R"({"exposure": {"compensation_ev": "1"}})", {"exposure.compensation_ev", "not a number"});
  expect_file_error(R"({"exposure": {"compensation_ev": null}})", {"exposure.compensation_ev", "not a number"});
  expect_file_error(R"({"exposure": {"compensation_ev": [1]}})", {"exposure.compensation_ev", "not a number"});
  expect_file_error(R"({"exposure": {"compensation_ev": 1e39}})", {"exposure.compensation_ev", "out of range"});
  expect_file_error(R"({"exposure": {"compensation_ev": 1e999}})", {"not valid JSON"});
  expect_file_error(R"({"exposure": {"compensation_ev": NaN}})", {"not valid JSON"});
  expect_file_error(R"({"exposure": {"hold": 1}})", {"exposure.hold", "true or false"});
  expect_file_error(R"({"exposure": {"mode": "auto"}})", {"exposure.mode", "'auto'", "automatic", "camera"});
  expect_file_error(R"({"exposure": {"mode": 1}})", {"exposure.mode", "not a string"});
  expect_file_error(R"({"exposure": {"curve": "linear"}})", {"exposure.curve", "'linear'", "two-exponentials"});
  expect_file_error(R"({"meter": {"method": "blit"}})", {"meter.method", "'blit'", "auto, pyramid, single-pass"});
  expect_file_error(R"({"meter": {"method": true}})", {"meter.method", "not a string"});
  expect_file_error(R"({"meter": {"weights": ["spot"]}})", {"meter.weights", "the array is not a string"});
  expect_file_error(R"({"meter": {"weights": "spot,sky"}})", {"meter.weights", "'sky'", "centre, spot, ellipse"});
  expect_file_error(R"({"meter": {"mask": 1}})", {"meter.mask", "1 is not a string"});
  expect_file_error(R"({"meter": {"low_percentile": 101}})", {"meter.low_percentile", "out of range: 0 to 100"});
  expect_file_error(R"({"tone_map": {"dither_seed": 1.5}})", {"tone_map.dither_seed", "whole number"});
  expect_file_error(R"({"tone_map": {"dither_seed": -1}})", {"tone_map.dither_seed", "out of range"});
  expect_file_error(R"({"tone_map": {"dither_seed": 4294967296}})", {"tone_map.dither_seed", "out of range"});
  expect_file_error(R"({"tone_map": {"tone_mapper": "filmic"}})", {"tone_map.tone_mapper", "'filmic'", "agx"});
  expect_file_error(R"({"tone_map": 3})", {"'tone_map' is not an object"});
  EXPECT_EQ(names_in(), (std::vector<std::string>{"in.exr", "s.json"}));
}

TEST_F(Settings, MalformedJsonIsSaidToBe) {
  for (const std::string text : {"", "{", "[]", "{} {}", "{\"exposure\": }", "\x76\x2f\x31\x01", "{'meter': {}}"}) {
    expect_file_error(text, {"s.json: ", "JSON"});
  }
  // Deep enough to overflow the stack of whoever walks it recursively.
  const std::string deep(500000, '[');
  expect_file_error(deep, {"s.json: ", "JSON"});
  expect_file_error("{\"exposure\":\n{\"min_curve\":" + deep + std::string(deep.size(), ']') + "}}",
                    {"s.json: JSON values are nested deeper than 64 (line 2)"});
}

TEST_F(Settings, AMaskThatJsonCannotNameIsSaidSo) {
  expect_error(kInputError, {"develop", "--print-settings", "--method", "single-pass", "--mask", "bad\xff.png"},
               {"--mask: 'bad\xff.png' is not UTF-8"});
}

TEST_F(Settings, UnreadableFilesAreNamed) {
  std::filesystem::create_directory(folder_ / "folder");
  expect_error(kInputError, {"develop", "--print-settings", "--settings", "nosuch.json"},
               {"nosuch.json: No such file or directory"});
  expect_error(kInputError, {"develop", "--print-settings", "--settings", "folder"}, {"folder: Is a directory"});
  expect_error(kInputError, {"develop", "--print-settings", "--settings", ""}, {"--settings"});
}

}  // namespace
}  // namespace cli_test
