// SPDX-License-Identifier: MIT
// Tests of results files: round trips, refusals, lines.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>

#include "regress/fixtures.h"
#include "regress/results/earlier_results.h"
#include "unit/sampling.h"

namespace regress_test {
namespace {

using Json = nlohmann::ordered_json;
using regress::SuiteResult;

class ResultsJson : public FolderTest {
 protected:
  std::filesystem::path file() const { return folder_ / "results.json"; }
  Json written(const SuiteResult& result) const {
    write_json(result, file());
    return Json::parse(text_of(file()));
  }
  /// Why results are refused.
  std::string refusal(const std::string& text) const {
    test_files::write_file(file(), text);
    const std::string message = error_of<files::Error>([&] { regress::read_json(file()); });
    return test_files::reason_in(message, file());
  }
  /// Why results are refused in which `pointer` is `value`.
  std::string refusal_with(const std::string& pointer, const Json& value) const {
    Json json = written(suite_result(5));
    json.at(Json::json_pointer(pointer)) = value;
    const std::string reason = refusal(json.dump());
    EXPECT_TRUE(reason.ends_with(" (line 1)")) << reason;
    return reason.substr(0, reason.size() - std::string(" (line 1)").size());
  }
  std::string refusal_without(const std::string& pointer, const std::string& key) const {
    Json json = written(suite_result(5));
    json.at(Json::json_pointer(pointer)).erase(key);
    return refusal(json.dump());
  }
};

TEST_F(ResultsJson, RoundTripLosesNothing) {
  SuiteResult result = suite_result(8);
  result.missing_shards = {2, 5};
  result.selected_cases = 11;
  result.cases.back().is_golden_unusable = true;
  result.is_folder = true;
  result.unused_hashes = {{"old/a.png", "0123456789abcdef"}};
  result.cases.back().golden_width = 7;
  result.cases.back().golden_height = 9;
  write_json(result, file());
  const SuiteResult read = regress::read_json(file());
  EXPECT_EQ(read.suite, result.suite);
  EXPECT_EQ(read.goldens, result.goldens);
  EXPECT_EQ(read.is_folder, result.is_folder);
  EXPECT_EQ(read.photopic_version, result.photopic_version);
  EXPECT_EQ(read.started, result.started);
  EXPECT_EQ(read.devices, result.devices);
  EXPECT_EQ(read.shard, result.shard);
  EXPECT_EQ(read.shards, result.shards);
  EXPECT_EQ(read.selected_cases, result.selected_cases);
  EXPECT_EQ(read.missing_shards, result.missing_shards);
  EXPECT_EQ(read.unused_goldens, result.unused_goldens);
  EXPECT_EQ(read.unused_hashes, result.unused_hashes);
  EXPECT_EQ(read.duration_s, result.duration_s);
  ASSERT_EQ(read.cases.size(), result.cases.size());
  for (std::size_t i = 0; i < read.cases.size(); ++i) {
    const regress::CaseResult &a = read.cases[i], &b = result.cases[i];
    EXPECT_EQ(
        std::tie(a.name, a.outcome, a.must_fail, a.updatable, a.message, a.width, a.height, a.golden, a.golden_key,
                 a.is_golden_unusable, a.golden_width, a.golden_height, a.accept_as, a.accept_class, a.picture_hash),
        std::tie(b.name, b.outcome, b.must_fail, b.updatable, b.message, b.width, b.height, b.golden, b.golden_key,
                 b.is_golden_unusable, b.golden_width, b.golden_height, b.accept_as, b.accept_class, b.picture_hash));
    EXPECT_EQ(std::tie(a.line, a.difference_hash, a.scores, a.rules, a.histogram, a.actual, a.expected, a.maps,
                       a.picture, a.output, a.duration_s),
              std::tie(b.line, b.difference_hash, b.scores, b.rules, b.histogram, b.actual, b.expected, b.maps,
                       b.picture, b.output, b.duration_s));
    ASSERT_EQ(a.checks.size(), b.checks.size());
    for (std::size_t c = 0; c < a.checks.size(); ++c) {
      const compare::Check &x = a.checks[c], &y = b.checks[c];
      EXPECT_EQ(std::tie(x.text, x.value, x.threshold, x.margin, x.holds),
                std::tie(y.text, y.value, y.threshold, y.margin, y.holds));
    }
    ASSERT_EQ(a.attempts.size(), b.attempts.size());
    for (std::size_t n = 0; n < a.attempts.size(); ++n) {
      const regress::Attempt &x = a.attempts[n], &y = b.attempts[n];
      EXPECT_EQ(std::tie(x.outcome, x.message, x.actual, x.output), std::tie(y.outcome, y.message, y.actual, y.output));
      ASSERT_EQ(x.checks.size(), y.checks.size());
      for (std::size_t c = 0; c < x.checks.size(); ++c) EXPECT_EQ(x.checks[c].text, y.checks[c].text);
    }
    ASSERT_EQ(a.worst_tiles.size(), b.worst_tiles.size());
    for (std::size_t t = 0; t < a.worst_tiles.size(); ++t) {
      const regress::Tile &x = a.worst_tiles[t], &y = b.worst_tiles[t];
      EXPECT_EQ(std::tie(x.x, x.y, x.width, x.height, x.mean_squared_error),
                std::tie(y.x, y.y, y.width, y.height, y.mean_squared_error));
    }
  }
  const std::string text = text_of(file());
  write_json(read, file());
  EXPECT_EQ(text_of(file()), text);
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(ResultsJson, EmptyResultsRoundTripToo) {
  write_json(SuiteResult(), file());
  const SuiteResult read = regress::read_json(file());
  EXPECT_TRUE(read.cases.empty());
  EXPECT_TRUE(read.devices.empty());
}

TEST_F(ResultsJson, NumbersThatAreNotFiniteAreWords) {
  SuiteResult result = suite_result(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  result.cases[0].scores = {{"a", kInfinity}, {"b", -kInfinity}, {"c", nan}, {"d", -nan}};
  result.cases[0].checks = {{"c >= 1 (not measured)", nan, 1.0, -kInfinity, false}};
  const Json json = written(result)["cases"][0];
  EXPECT_EQ(json["scores"].dump(), R"({"a":"inf","b":"-inf","c":"nan","d":"nan"})");
  EXPECT_EQ(json["checks"][0]["value"], "nan");
  EXPECT_EQ(json["checks"][0]["margin"], "-inf");
  const regress::CaseResult read = regress::read_json(file()).cases[0];
  EXPECT_EQ(read.scores[0].second, kInfinity);
  EXPECT_EQ(read.scores[1].second, -kInfinity);
  EXPECT_TRUE(std::isnan(read.scores[2].second));
  EXPECT_TRUE(std::isnan(read.checks[0].value));
}

TEST_F(ResultsJson, MembersThatOthersRead) {
  const SuiteResult result = suite_result(3);
  const Json json = written(result);
  EXPECT_EQ(json["schema"], "photopic-regress");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["outcome"], "no-golden");
  EXPECT_EQ(json["cases"][1]["outcome"], "differences");
  EXPECT_EQ(json["cases"][1]["must_fail"], true);
  EXPECT_EQ(json["cases"][1]["failed"], false);
  EXPECT_EQ(json["cases"][2]["failed"], true);
  EXPECT_EQ(json["cases"][2]["histogram"].size(), 256u);
  EXPECT_EQ(json["cases"][2]["maps"]["flip"], "maps/2.flip.png");
}

TEST_F(ResultsJson, GoldensAreFoundFromTheResultsFolder) {
  SuiteResult result = suite_result(1);
  const std::filesystem::path root = std::filesystem::canonical(folder_.path());
  std::filesystem::create_directories(root / "here/out");
  result.goldens = root / "here/tests/goldens";
  write_json(result, root / "here/out/results.json");
  EXPECT_EQ(Json::parse(text_of(root / "here/out/results.json"))["goldens"], "../tests/goldens");
  std::filesystem::rename(root / "here", root / "there");
  EXPECT_EQ(regress::read_json(root / "there/out/results.json").goldens, root / "there/tests/goldens");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(root / "there/out");
  EXPECT_EQ(regress::read_json("results.json").goldens, root / "there/tests/goldens");
  std::filesystem::current_path(before);
  result.goldens.clear();
  write_json(result, file());
  EXPECT_EQ(regress::read_json(file()).goldens, "");
}

TEST_F(ResultsJson, EachCaseHasALine) {
  write_json(suite_result(3), file());
  const std::string text = text_of(file());
  EXPECT_NE(text.find("\"cases\": [\n{\"name\":\"tone/case-0\""), std::string::npos) << text.substr(0, 1000);
  EXPECT_NE(text.find("},\n{\"name\":\"tone/case-2\""), std::string::npos);
  EXPECT_TRUE(text.ends_with("}\n]\n}\n"));
}

TEST_F(ResultsJson, NamesThatAreNotUtf8AreWritten) {
  SuiteResult result = suite_result(1);
  result.suite = "caf\xe9.json";
  write_json(result, file());
  EXPECT_EQ(regress::read_json(file()).suite, "caf\xef\xbf\xbd.json");
}

TEST_F(ResultsJson, MembersOfLaterVersionsAreSkipped) {
  Json json = written(suite_result(1));
  json["later"] = {1, 2};
  json["cases"][0]["later"] = nullptr;
  test_files::write_file(file(), json.dump());
  EXPECT_EQ(regress::read_json(file()).cases.size(), 1u);
}

TEST_F(ResultsJson, OtherSchemasAreRefused) {
  EXPECT_EQ(refusal_with("/schema", "coverage"), "schema: not the results of a regression suite");
  EXPECT_EQ(refusal_with("/version", 2), "version: is 2; only 1 can be read");
  EXPECT_EQ(refusal_with("/version", "1"), "version: not a number");
  EXPECT_EQ(refusal("[]"), "not an object (line 1)");
  EXPECT_EQ(refusal("{\n}"), "has no schema (line 1)");
}

TEST_F(ResultsJson, RefusalsNameTheMember) {
  EXPECT_EQ(refusal_with("/cases/3/scores/flip_mean", "much"), "cases[3].scores.flip_mean: not a number");
  EXPECT_EQ(refusal_with("/cases/0/scores/flip_mean", nullptr), "cases[0].scores.flip_mean: not a number");
  EXPECT_EQ(refusal_with("/cases/1/outcome", "fine"), "cases[1].outcome: 'fine' is no outcome");
  EXPECT_EQ(refusal_with("/cases/1/name", ""), "cases[1].name: is empty");
  EXPECT_EQ(refusal_with("/cases/1/width", -1), "cases[1].width: not a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal_with("/cases/1/must_fail", 1), "cases[1].must_fail: not true or false");
  EXPECT_EQ(refusal_with("/cases/1/histogram", {1, 2}), "cases[1].histogram: has 2 bins, not 256");
  EXPECT_EQ(refusal_with("/cases/1/histogram/7", 0.5).find("cases[1].histogram[7]: not a whole number"), 0u);
  EXPECT_EQ(refusal_with("/cases/1/checks/0/holds", "yes"), "cases[1].checks[0].holds: not true or false");
  EXPECT_EQ(refusal_with("/cases/1/maps/flip", 1), "cases[1].maps.flip: not a string");
  EXPECT_EQ(refusal_with("/cases/1/duration_s", -1), "cases[1].duration_s: not a number from 0 to inf");
  EXPECT_EQ(refusal_with("/cases/2", 1), "cases[2]: not an object");
  EXPECT_EQ(refusal_with("/cases", Json::object()), "cases: not an array");
  EXPECT_EQ(refusal_with("/devices/0/api", 1), "devices[0].api: not a string");
  EXPECT_EQ(refusal_with("/unused_goldens/1", 1), "unused_goldens[1]: not a string");
  EXPECT_EQ(refusal_with("/shards", 0), "shards: not a whole number from 1 to 4294967295");
  EXPECT_EQ(refusal_with("/selected_cases", 4), "selected_cases: is less than there are cases");
  EXPECT_EQ(refusal_with("/shard", 2), "shard: not a whole number from 1 to 1");
}

TEST_F(ResultsJson, NothingMayBeMissing) {
  const Json json = written(suite_result(1));
  for (const auto& [key, value] : json.items()) {
    if (key == "outcome" || key == "unused_hashes" || key == "is_folder")
      continue;  // for others to read; older results lack it
    EXPECT_EQ(refusal_without("", key), "has no " + key + " (line 1)");
  }
  for (const auto& [key, value] : json["cases"][0].items()) {
    const auto is_any = [&key = key](std::initializer_list<const char*> names) {
      return std::find(names.begin(), names.end(), key) != names.end();
    };
    if (is_any({"failed", "flaky"}) || is_any({"number", "inputs_hash", "judged", "golden_unusable"}) ||
        is_any({"golden_width", "golden_height"}))
      continue;  // older results lack some
    EXPECT_EQ(refusal_without("/cases/0", key), "cases[0]: has no " + key + " (line 1)");
  }
}

TEST_F(ResultsJson, ACaseInOneLineIsTheCase) {
  regress::CaseResult one = suite_result(3).cases[1];
  one.inputs_hash = "0123456789abcdef";
  one.judged = "2026-01-31T23:59:59Z";
  const std::string line = regress::case_line(one);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const json::Json json = json::Json::parse(line);
  const regress::CaseResult read = regress::read_case(json::Node(json));
  EXPECT_EQ(regress::case_line(read), line);
  EXPECT_EQ(read.inputs_hash, one.inputs_hash);
  EXPECT_EQ(read.judged, one.judged);
}

TEST_F(ResultsJson, LinesAreThoseOfTheCase) {
  write_json(suite_result(4), file());
  std::string text = text_of(file());
  const std::string name = "\"name\":\"tone/case-3\"";
  text.replace(text.find(name), name.size(), "\"name\":3");
  EXPECT_EQ(refusal(text), "cases[3].name: not a string (line 22)");
}

TEST_F(ResultsJson, FilesThatCannotBeReadOrWritten) {
  EXPECT_EQ(refusal("{\"schema\":\n \"photopic-regress\""),
            "is not valid JSON: syntax error while parsing object - unexpected end of input; expected '}' (line 2:20)");
  EXPECT_EQ(error_of<files::Error>([&] { regress::read_json(folder_ / "none"); }),
            (folder_ / "none").string() + ": No such file or directory");
  EXPECT_EQ(error_of<files::Error>([&] { regress::read_json(folder_.path()); }),
            folder_.path().string() + ": Is a directory");
  EXPECT_EQ(error_of<files::Error>([&] { write_json(suite_result(1), folder_ / "none" / "a.json"); }),
            (folder_ / "none" / "a.json").string() + ": No such file or directory");
}

TEST_F(ResultsJson, NoTruncationIsRead) {
  write_json(suite_result(1), file());
  const std::string text = text_of(file());
  ASSERT_TRUE(text.ends_with("}\n"));
  for (const std::size_t size : sampling::sampled(text.size() - 1, 8))
    ASSERT_NE(refusal(text.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace regress_test
