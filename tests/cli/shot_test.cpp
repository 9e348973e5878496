// SPDX-License-Identifier: MIT
// Tests of a shot's work in parts: measured in shards, adapted, developed in shards, the frames are those of one run.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/cli_test.h"
#include "unit/sampling.h"

namespace cli_test {
namespace {

using nlohmann::json;

constexpr int kShotFrames = 7;
const Arguments kThreeShards = {"1/3", "2/3", "3/3"};

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void write_lines(const std::filesystem::path& file, const std::vector<std::string>& lines) {
  std::ofstream stream(file);
  for (const std::string& line : lines) stream << line << "\n";
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return bytes.str();
}

class Shot : public CliTest {
 protected:
  /// Frames 8 to 14 under lights of changing level and colour; one without a valid texel.
  void write_shot() {
    const double stops[kShotFrames] = {0.0, 0.2, 5.0, 5.5, -6.0, 0.0, -3.0};
    for (int i = 0; i < kShotFrames; ++i) {
      const double light = i == 5 ? std::nan("") : std::exp2(stops[i]);
      const double red = 1.0 + 0.2 * i, blue = 1.0 - 0.1 * i;
      write_half_exr(folder_ / name_of(i), 40, 24, [=](std::uint32_t x, std::uint32_t y) {
        const Rgb at = scene(x, y);
        return Rgb{at.r * light * red, at.g * light, at.b * light * blue};
      });
    }
  }

  static std::string name_of(int i) {
    char name[32];
    std::snprintf(name, sizeof name, "shot.%04d.exr", 8 + i);
    return name;
  }

  static Arguments joined(Arguments a, const Arguments& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  /// What all commands take, in a file.
  void write_settings(const Arguments& options) {
    const Arguments print = {"sequence", "--print-settings"};
    std::ofstream(folder_ / "look.json") << output_of(joined(print, options));
  }

  void measure(const Arguments& options = {"--settings", "look.json"}) {
    for (const std::string& shard : kThreeShards) {
      output_of(joined({"meter", "shot.####.exr", "--measurements", file_of(shard), "--shard", shard}, options));
    }
  }
  static std::string file_of(const std::string& shard) { return "m." + shard.substr(0, 1) + ".jsonl"; }

  /// In any order.
  const Arguments kMeasurements = {"m.2.jsonl", "m.3.jsonl", "m.1.jsonl"};

  ProcessResult adapt(const Arguments& options = {}) {
    return run(joined(joined({"adapt"}, kMeasurements),
                      joined({"-o", "exposure.jsonl", "--settings", "look.json", "--fps", "6"}, options)));
  }

  Arguments sequence(const std::string& folder, const Arguments& options = {}) {
    return joined({"sequence", "shot.####.exr", "-o", folder, "--settings", "look.json", "--fps", "6"}, options);
  }

  void expect_parts_are_the_whole() {
    output_of(sequence("plain"));
    measure();
    const ProcessResult adapted = adapt();
    ASSERT_EQ(adapted.exit_code, 0) << adapted.err;
    for (const std::string& shard : kThreeShards) {
      output_of(sequence("parts", {"--exposure", "exposure.jsonl", "--shard", shard}));
    }
    EXPECT_EQ(names_in("parts").size(), std::size_t{kShotFrames}) << "frames alone";
    for (const std::string& name : names_in("parts")) {
      EXPECT_EQ(bytes_of(folder_ / "parts" / name), bytes_of(folder_ / "plain" / name)) << name;
    }
  }

  /// Takes a line out of a file, or puts another in its place.
  void edit(const std::string& file, std::size_t line, const std::optional<std::string>& text) {
    std::vector<std::string> lines = lines_of(folder_ / file);
    ASSERT_LT(line, lines.size());
    if (text) {
      lines[line] = *text;
    } else {
      lines.erase(lines.begin() + std::ptrdiff_t(line));
    }
    write_lines(folder_ / file, lines);
  }

  void expect_adapt_error(std::initializer_list<std::string> words, const Arguments& options = {}) {
    std::filesystem::remove(folder_ / "exposure.jsonl");
    expect_error(kInputError,
                 joined(joined({"adapt"}, kMeasurements), joined({"-o", "exposure.jsonl", "--fps", "6"}, options)),
                 words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "exposure.jsonl"));
  }
};

TEST_F(Shot, PartsAreTheWhole) {
  write_shot();
  const Arguments kPercentiles = {"--low-percentile", "10", "--high-percentile", "90", "--weights", "centre"};
  const Arguments kNight = {"--preset",      "night", "--cd-m2-per-unit", "0.01", "--dark-adaptation", "rods-and-cones",
                            "--pupil",       "true",  "--white-balance",  "auto", "--cut-low-ev",      "1",
                            "--cut-high-ev", "4"};
  std::vector<Arguments> all = {kPercentiles, kNight};
  if (sampling::full_wanted()) {
    all.push_back({"--preset", "film"});
    all.push_back({"--preset", "game", "--max-ev-per-s", "3", "--max-reversals-per-s", "2", "--hold-on-black", "true"});
    all.push_back({"--preset", "archviz", "--method", "single-pass", "--adaptation-degree", "1"});
    all.push_back({"--method", "pyramid", "--target-curve", "0:3,9:5"});
    all.push_back({"--mode", "manual", "--manual-ev100", "4"});
  }
  for (const Arguments& options : all) {
    SCOPED_TRACE(::testing::PrintToString(options));
    for (const char* folder : {"plain", "parts"}) std::filesystem::remove_all(folder_ / folder);
    write_settings(options);
    expect_parts_are_the_whole();
  }
}

TEST_F(Shot, OneRunWithExposuresWritesWhatAPlainOneDoes) {
  write_shot();
  // The mean alone.
  write_settings({"--high-percentile", "100", "--highlight-stops", "64", "--black-stops", "128", "--curve",
                  "two-exponentials", "--dither", "true", "--white-balance", "auto"});
  output_of(sequence("plain"));
  output_of({"meter", "shot.####.exr", "--measurements", "m.1.jsonl", "--settings", "look.json"});
  output_of({"adapt", "m.1.jsonl", "-o", "exposure.jsonl", "--settings", "look.json", "--fps", "6"});
  output_of(sequence("whole", {"--exposure", "exposure.jsonl"}));
  ASSERT_EQ(names_in("whole"), names_in("plain"));
  for (const std::string& name : names_in("plain")) {
    EXPECT_EQ(bytes_of(folder_ / "whole" / name), bytes_of(folder_ / "plain" / name)) << name;
  }
  // Some of its frames again.
  output_of(sequence("some", {"--exposure", "exposure.jsonl", "--first", "10", "--last", "12"}));
  EXPECT_EQ(bytes_of(folder_ / "some/frame.0011.png"), bytes_of(folder_ / "plain/frame.0011.png"));
}

TEST_F(Shot, StartsFromTheSettingsOfSequence) {
  write_shot();
  output_of({"sequence", "shot.####.exr", "-o", "plain"});
  output_of({"meter", "shot.####.exr", "--measurements", "m.jsonl"});
  output_of({"adapt", "m.jsonl", "-o", "exposure.jsonl"});
  output_of({"sequence", "shot.####.exr", "-o", "whole", "--exposure", "exposure.jsonl"});
  EXPECT_EQ(bytes_of(folder_ / "whole/exposure.csv"), bytes_of(folder_ / "plain/exposure.csv"));
}

TEST_F(Shot, FilesHaveALineForEachFrame) {
  write_shot();
  write_settings({"--white-balance", "auto"});
  measure();
  const std::vector<std::string> lines = lines_of(folder_ / "m.2.jsonl");
  ASSERT_EQ(lines.size(), 3u) << "a head, and frames 9 and 12";
  const json head = json::parse(lines[0]);
  EXPECT_EQ(head.at("photopic"), "measurements");
  EXPECT_EQ(head.at("first"), 8);
  EXPECT_EQ(head.at("last"), 14);
  EXPECT_EQ(head.at("settings").at("meter").at("high_percentile"), 99);
  const json frame = json::parse(lines[2]);
  EXPECT_EQ(frame.at("frame"), 12);
  EXPECT_EQ(frame.at("file"), "shot.0012.exr");
  EXPECT_EQ(frame.at("settings_hash"), head.at("settings_hash"));
  EXPECT_GT(frame.at("light_weight"), 0.0);
  ASSERT_EQ(adapt().exit_code, 0);
  const std::vector<std::string> exposures = lines_of(folder_ / "exposure.jsonl");
  ASSERT_EQ(exposures.size(), 1u + kShotFrames);
  for (int i = 0; i < kShotFrames; ++i) {
    const json state = json::parse(exposures[std::size_t(i) + 1]);
    EXPECT_EQ(state.at("frame"), 8 + i);
    EXPECT_EQ(state.at("frames"), i + 1);
    EXPECT_GT(state.at("exposure"), 0.0);
    EXPECT_TRUE(state.contains("white_balance.temperature_k"));
  }
  // Files one behind another are as good.
  std::ofstream all(folder_ / "all.jsonl");
  for (const std::string& file : kMeasurements) all << bytes_of(folder_ / file);
  all.close();
  output_of({"adapt", "all.jsonl", "-o", "again.jsonl", "--settings", "look.json", "--fps", "6"});
  EXPECT_EQ(bytes_of(folder_ / "again.jsonl"), bytes_of(folder_ / "exposure.jsonl"));
}

TEST_F(Shot, DamagedMeasurementsAreNamed) {
  write_shot();
  measure({});
  const std::vector<std::string> first = lines_of(folder_ / "m.1.jsonl");
  const auto restored = [&] { write_lines(folder_ / "m.1.jsonl", first); };
  const std::string line = first[2];
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = line;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, changed.find_first_of(",}", at) - at, to);
  };
  const std::pair<std::string, std::string> damages[] = {
      {line.substr(0, line.size() / 2), "cut short"},
      {with("\"mean_log2_luminance\"", "\"mean_log2_luminance\":NaN"), "damaged"},
      {with("\"mean_log2_luminance\"", "\"mean_log2_luminance\":null"), "mean_log2_luminance is null"},
      {with("\"mean_log2_luminance\"", "\"mean_log2_luminance\":1e39"), "mean_log2_luminance is beyond"},
      {with("\"mean_log2_luminance\"", "\"mean\":1"), "mean_log2_luminance is missing"},
      {with("\"valid_texels\"", "\"valid_texels\":-1"), "valid_texels is -1"},
      {with("\"valid_texels\"", "\"valid_texels\":0.5"), "valid_texels is 0.5"},
      {with("\"frame\"", "\"frame\":15"), "frame: not a whole number from 8 to 14"},
      {with("\"settings_hash\"", "\"settings_hash\":\"0\""), "other settings"},
      {"[]", "no JSON object"},
      {first[1], "frame 8 is in m.1.jsonl line 2 already"}};
  for (const auto& [text, words] : damages) {
    edit("m.1.jsonl", 2, text);
    expect_adapt_error({"m.1.jsonl: line 3: ", words});
    restored();
  }
  edit("m.1.jsonl", 0, std::nullopt);
  expect_adapt_error({"m.1.jsonl: line 1: ", "before a head"});
  restored();
  edit("m.1.jsonl", 2, std::nullopt);
  expect_adapt_error({"frame 11 is missing", "8 to 14"});
  restored();
  write_lines(folder_ / "m.1.jsonl", {});
  expect_adapt_error({"m.1.jsonl: is empty"});
  std::filesystem::remove(folder_ / "m.1.jsonl");
  expect_adapt_error({"m.1.jsonl: No such file"});
}

TEST_F(Shot, FramesThatAreMissingOrThereTwiceAreNamed) {
  write_shot();
  measure({});
  expect_error(kInputError, {"adapt", "m.1.jsonl", "-o", "exposure.jsonl"},
               {"frames 9, 10, 12 and 1 more are missing"});
  expect_error(kInputError, {"adapt", "m.1.jsonl", "m.2.jsonl", "m.3.jsonl", "m.2.jsonl", "-o", "exposure.jsonl"},
               {"m.2.jsonl: line 2", "frame 9 is in m.2.jsonl line 2 already"});
}

TEST_F(Shot, OtherSettingsAreNamed) {
  write_shot();
  measure({});
  output_of({"meter", "shot.####.exr", "--measurements", "m.2.jsonl", "--shard", "2/3", "--low-percentile", "5"});
  expect_adapt_error({"m.3.jsonl: line 1", "m.2.jsonl", "meter.low_percentile is 5.0 there, 0.0 here"});
  output_of({"meter", "shot.####.exr", "--measurements", "m.2.jsonl", "--shard", "1/3", "--last", "13"});
  expect_adapt_error({"m.3.jsonl: line 1", "of frames 8 to 13, this of frames 8 to 14"});
  measure({});
  expect_adapt_error({"m.2.jsonl: was measured with other settings: meter.low_percentile is 0.0 there, 5.0 here"},
                     {"--low-percentile", "5"});
  expect_adapt_error({"m.2.jsonl: was measured without --white-balance auto"}, {"--white-balance", "auto"});

  output_of(joined(joined({"adapt"}, kMeasurements), {"-o", "exposure.jsonl"}));
  const auto expect_refused = [&](const Arguments& options, std::initializer_list<std::string> words) {
    expect_error(kInputError,
                 joined({"sequence", "shot.####.exr", "-o", "out", "--exposure", "exposure.jsonl"}, options), words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  };
  expect_refused({"--to-dark-ev-per-s", "2"}, {"exposure.jsonl", "exposure.to_dark_ev_per_s is 1.0 there, 2.0 here"});
  expect_refused({"--white-balance", "auto"}, {"exposure.jsonl", "white_balance isn't among its settings"});
  expect_refused({"--fps", "25"}, {"exposure.jsonl", "--fps 24", "25"});
  output_of(joined(joined({"adapt"}, kMeasurements),
                   {"-o", "exposure.jsonl", "--dark-adaptation", "rods-and-cones", "--cd-m2-per-unit", "100"}));
  expect_refused({}, {"exposure.jsonl", "night counts there, but not here"});
  output_of(joined(joined({"adapt"}, kMeasurements), {"-o", "exposure.jsonl"}));
  expect_refused({"--shard", "2/3", "--local-exposure", "on", "--local-time-constant-s", "1"},
                 {"--local-time-constant-s", "without --shard"});
  expect_refused({"--shard", "9/9"}, {"--shard", "9", "frames, 7"});
  for (const char* name : {"shot.0015.exr", "shot.0016.exr"}) write_half_exr(folder_ / name, 40, 24, scene);
  expect_refused({}, {"exposure.jsonl: has no exposure of frame 15"});
  expect_refused({"--exposure", "m.1.jsonl"}, {"more than once"});
  expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "out", "--exposure", "m.1.jsonl"},
               {"m.1.jsonl: line 1: has measurements, not exposures"});
}

TEST_F(Shot, OptionsThatDontGoTogether) {
  write_shot();
  const auto expect_refused = [&](const Arguments& arguments, std::initializer_list<std::string> words) {
    expect_error(kInputError, arguments, words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  };
  expect_refused({"sequence", "shot.####.exr", "-o", "out", "--shard", "1/3"}, {"--shard needs --exposure"});
  expect_refused({"sequence", "shot.####.exr", "-o", "out", "--exposure", ""}, {"--exposure is missing"});
  expect_refused({"sequence", "shot.####.exr", "-o", "out", "--exposure", "nosuch.jsonl"}, {"nosuch.jsonl: No such"});
  expect_refused({"meter", "shot.0008.exr", "--shard", "1/3"}, {"--shard needs --measurements"});
  expect_refused({"meter", "shot.0008.exr", "--first", "1"}, {"--first needs --measurements"});
  expect_refused({"meter", "shot.####.exr", "--measurements", "out", "--json"}, {"--measurements", "--json"});
  expect_refused({"meter", "shot.####.exr", "--measurements", ""}, {"--measurements is missing"});
  expect_refused({"meter", "shot.0008.exr", "shot.0009.exr", "--measurements", "out"}, {"one IN"});
  expect_refused({"meter", "shot.####.exr", "--measurements", "out", "--shard", "4/3"}, {"--shard: '4/3'"});
  expect_refused({"meter", "shot.####.exr", "--measurements", "out", "--shard", "8/8"}, {"--shard", "8", "frames, 7"});
  expect_refused({"meter", "shot.####.exr", "--measurements", "shot.0009.exr"}, {"shot.0009.exr", "overwrite"});
  expect_refused({"adapt", "-o", "out"}, {"MEASUREMENTS is missing"});
  expect_refused({"adapt", "m.jsonl"}, {"-o FILE is missing"});
  output_of({"meter", "shot.####.exr", "--measurements", "m.jsonl"});
  expect_refused({"adapt", "m.jsonl", "-o", "m.jsonl"}, {"m.jsonl: would overwrite an input"});
}

}  // namespace
}  // namespace cli_test
