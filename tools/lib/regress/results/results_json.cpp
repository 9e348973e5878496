// SPDX-License-Identifier: MIT
// The file of a suite's results.
#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "files/atomic_file.h"
#include "files/path.h"
#include "json/file.h"
#include "json/node.h"
#include "json/text.h"
#include "json/values.h"
#include "regress/results/earlier_results.h"
#include "regress/results/json_values.h"
#include "regress/results/results.h"

namespace regress {
namespace {

constexpr const char* kSchema = "photopic-regress";
// ---- writing --------------------------------------------------------------------------------------------------------

json::Json case_json(const CaseResult& result) {
  json::Json json = {{"name", result.name},
                     {"number", result.number},
                     {"line", result.line},
                     {"outcome", compare::name_of(result.outcome)},
                     {"must_fail", result.must_fail},
                     {"updatable", result.updatable},
                     {"failed", is_failure(result)},
                     {"flaky", is_flaky(result)},
                     {"message", result.message},
                     {"width", result.width},
                     {"height", result.height},
                     {"golden_width", result.golden_width},
                     {"golden_height", result.golden_height},
                     {"golden", result.golden},
                     {"golden_key", result.golden_key},
                     {"golden_unusable", result.is_golden_unusable},
                     {"accept_as", result.accept_as},
                     {"accept_class", result.accept_class}};
  json::Json& scores = json["scores"] = json::Json::object();
  for (const auto& [name, value] : result.scores) scores[name] = json::json_of(value);
  json["rules"] = result.rules;
  json["checks"] = json::json_array(result.checks);
  json["histogram"] = result.histogram;
  json["worst_tiles"] = json::json_array(result.worst_tiles);
  json["difference_hash"] = result.difference_hash;
  json["actual"] = result.actual;
  json["expected"] = result.expected;
  json::Json& maps = json["maps"] = json::Json::object();
  for (const auto& [name, file] : result.maps) maps[name] = file;
  json["picture"] = result.picture;
  json["picture_hash"] = result.picture_hash;
  json["output"] = result.output;
  json["attempts"] = json::json_array(result.attempts);
  json["duration_s"] = result.duration_s;
  json["inputs_hash"] = result.inputs_hash;
  json["judged"] = result.judged;
  return json;
}

/// Files may be moved together, as from one machine to another.
std::string relative_goldens(const SuiteResult& result, const std::filesystem::path& folder) {
  if (result.goldens.empty()) return "";
  return files::resolved(result.goldens).lexically_relative(files::resolved(folder)).generic_string();
}

json::Json suite_json(const SuiteResult& result, const std::filesystem::path& folder) {
  json::Json cases = json::Json::array();
  for (const CaseResult& one : result.cases) cases.push_back(case_json(one));
  return {{"schema", kSchema},
          {"version", kSchemaVersion},
          {"suite", result.suite},
          {"is_folder", result.is_folder},
          {"goldens", relative_goldens(result, folder)},
          {"photopic_version", result.photopic_version},
          {"started", result.started},
          {"duration_s", result.duration_s},
          {"outcome", compare::name_of(worst(result))},
          {"shard", result.shard},
          {"shards", result.shards},
          {"selected_cases", result.selected_cases},
          {"missing_shards", result.missing_shards},
          {"devices", json::json_array(result.devices)},
          {"unused_goldens", result.unused_goldens},
          {"unused_hashes", result.unused_hashes},
          {"cases", std::move(cases)}};
}

/// File names may be invalid UTF-8: bad bytes become a replacement character.
/// An array in lines of one element each, so that files can be searched and compared by line.
std::string lines_of(const json::Json& array) {
  std::string text = "[";
  for (const json::Json& element : array) text += (text == "[" ? "\n" : ",\n") + json::to_text(element);
  return text + "\n]";
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// A number, or one of the words for those that JSON lacks.
double any_number(const json::Node& node) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (node.json() == "inf") return kInfinity;
  if (node.json() == "-inf") return -kInfinity;
  if (node.json() == "nan") return std::numeric_limits<double>::quiet_NaN();
  return node.number();
}

double duration_s(const json::Node& node) { return node.number(0.0, std::numeric_limits<double>::infinity()); }

std::uint32_t whole(const json::Node& node) { return node.whole32(0, std::numeric_limits<std::uint32_t>::max()); }

compare::Outcome outcome_of(const json::Node& node) {
  const std::string name = node.text();
  const auto* const found = std::find(std::begin(compare::kOutcomeNames), std::end(compare::kOutcomeNames), name);
  if (found != std::end(compare::kOutcomeNames)) return compare::Outcome(found - std::begin(compare::kOutcomeNames));
  node.fail("'" + name + "' is no outcome");
}

template <class T>
std::vector<T> elements_of(const json::Node& node, T (*read)(const json::Node&)) {
  std::vector<T> values;
  for (const json::Node& element : node.elements()) values.push_back(read(element));
  return values;
}

template <class T>
std::vector<std::pair<std::string, T>> members_of(const json::Node& node, T (*read)(const json::Node&)) {
  std::vector<std::pair<std::string, T>> values;
  for (const auto& [name, member] : node.members()) values.emplace_back(name, read(member));
  return values;
}

std::string text_of(const json::Node& node) { return node.text(); }

compare::Check check_of(const json::Node& node) {
  return {node.at("text").text(), any_number(node.at("value")), any_number(node.at("threshold")),
          any_number(node.at("margin")), node.at("holds").flag()};
}

Attempt attempt_of(const json::Node& node) {
  return {outcome_of(node.at("outcome")), node.at("message").text(), elements_of(node.at("checks"), check_of),
          node.at("actual").text(), node.at("output").text()};
}

Tile tile_of(const json::Node& node) {
  return {whole(node.at("x")), whole(node.at("y")), whole(node.at("width")), whole(node.at("height")),
          any_number(node.at("mean_squared_error"))};
}

DeviceInfo device_of(const json::Node& node) {
  return {node.at("name").text(), node.at("driver").text(), node.at("api").text(), node.at("device_class").text()};
}

void read_histogram(const json::Node& node, CaseResult& result) {
  const std::vector<json::Node> bins = node.elements();
  if (bins.size() != result.histogram.size()) {
    node.fail("has " + std::to_string(bins.size()) + " bins, not " + std::to_string(result.histogram.size()));
  }
  std::transform(bins.begin(), bins.end(), result.histogram.begin(),
                 [](const json::Node& bin) { return bin.whole(0, std::numeric_limits<std::uint64_t>::max()); });
}

CaseResult case_of(const json::Node& node) {
  CaseResult result;
  result.name = node.at("name").words();
  if (const std::optional<json::Node> number = node.find("number")) result.number = whole(*number);
  result.line = whole(node.at("line"));
  result.outcome = outcome_of(node.at("outcome"));
  result.must_fail = node.at("must_fail").flag();
  result.updatable = node.at("updatable").flag();
  result.message = node.at("message").text();
  result.width = whole(node.at("width"));
  result.height = whole(node.at("height"));
  if (const std::optional<json::Node> width = node.find("golden_width")) result.golden_width = whole(*width);
  if (const std::optional<json::Node> height = node.find("golden_height")) result.golden_height = whole(*height);
  result.golden = node.at("golden").text();
  result.golden_key = node.at("golden_key").text();
  if (const std::optional<json::Node> unusable = node.find("golden_unusable")) {
    result.is_golden_unusable = unusable->flag();
  }
  result.accept_as = node.at("accept_as").text();
  result.accept_class = node.at("accept_class").text();
  result.scores = members_of(node.at("scores"), any_number);
  result.rules = node.at("rules").text();
  result.checks = elements_of(node.at("checks"), check_of);
  read_histogram(node.at("histogram"), result);
  result.worst_tiles = elements_of(node.at("worst_tiles"), tile_of);
  result.difference_hash = node.at("difference_hash").text();
  result.actual = node.at("actual").text();
  result.expected = node.at("expected").text();
  result.maps = members_of<std::string>(node.at("maps"), text_of);
  result.picture = node.at("picture").text();
  result.picture_hash = node.at("picture_hash").text();
  result.output = node.at("output").text();
  result.attempts = elements_of(node.at("attempts"), attempt_of);
  result.duration_s = duration_s(node.at("duration_s"));
  if (const std::optional<json::Node> hash = node.find("inputs_hash")) result.inputs_hash = hash->text();
  if (const std::optional<json::Node> judged = node.find("judged")) result.judged = judged->text();
  return result;
}

SuiteResult result_of_suite(const json::Node& node, const std::filesystem::path& folder) {
  if (node.at("schema").text() != kSchema) node.at("schema").fail("not the results of a regression suite");
  node.at("version").require_version(kSchemaVersion);
  SuiteResult result;
  result.suite = node.at("suite").text();
  if (const std::optional<json::Node> flag = node.find("is_folder")) result.is_folder = flag->flag();
  const std::string goldens = node.at("goldens").text();
  if (!goldens.empty()) result.goldens = files::resolved(folder / goldens).string();
  result.photopic_version = node.at("photopic_version").text();
  result.started = node.at("started").text();
  result.duration_s = duration_s(node.at("duration_s"));
  result.shards = node.at("shards").whole32(1, std::numeric_limits<std::uint32_t>::max());
  result.shard = node.at("shard").whole32(1, result.shards);
  result.selected_cases = whole(node.at("selected_cases"));
  result.missing_shards = elements_of(node.at("missing_shards"), whole);
  result.devices = elements_of(node.at("devices"), device_of);
  result.unused_goldens = elements_of<std::string>(node.at("unused_goldens"), text_of);
  if (const std::optional<json::Node> hashes = node.find("unused_hashes")) {
    for (const auto& [file, hash] : hashes->members()) result.unused_hashes[file] = hash.text();
  }
  result.cases = elements_of(node.at("cases"), case_of);
  if (result.cases.size() > result.selected_cases) node.at("selected_cases").fail("is less than there are cases");
  return result;
}

}  // namespace

std::string case_line(const CaseResult& result) { return json::to_text(case_json(result)); }

CaseResult read_case(const json::Node& node) { return case_of(node); }

void write_json(const SuiteResult& result, const std::filesystem::path& file) {
  const json::Json json = suite_json(result, std::filesystem::absolute(file).parent_path());
  files::AtomicFile output(file);
  std::string_view separator = "{\n";
  for (const auto& [key, value] : json.items()) {
    output.write(separator);
    output.write(json::to_text(key) + ": " + (key == "cases" ? lines_of(value) : json::to_text(value)));
    separator = ",\n";
  }
  output.write("\n}\n");
  output.commit();
}

SuiteResult read_json(const std::filesystem::path& file) {
  SuiteResult result;
  constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;  // ten thousand cases have less
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  json::read_file(
      file, [&](const json::Node& root) { result = result_of_suite(root, folder); }, kMaxBytes);
  return result;
}

}  // namespace regress
