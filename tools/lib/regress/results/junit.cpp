// SPDX-License-Identifier: MIT
// Results as JUnit XML.
#include <algorithm>
#include <charconv>
#include <string>

#include "files/atomic_file.h"
#include "files/xml_text.h"
#include "json/values.h"
#include "regress/results/ci.h"
#include "regress/results/results.h"

namespace regress {
namespace {

using files::xml_text;

/// Of whom a case's paths are.
struct Paths {
  std::filesystem::path folder, checkout;
};

/// ` name="value"`
std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_text(value) + "\"";
}

/// To the millisecond, which all readers take.
std::string seconds_text(double duration_s) {
  char buffer[400];  // holds every double
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, duration_s, std::chars_format::fixed, 3);
  return {buffer, result.ptr};
}

std::string property(const char* name, const std::string& value) {
  return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

std::string checks_text(const std::vector<compare::Check>& checks) {
  std::string text;
  for (const compare::Check& check : checks) {
    text += check.text + ": " + json::short_text(check.value) + (check.holds ? ", holds\n" : ", doesn't hold\n");
  }
  return text;
}

std::string details(const CaseResult& result) {
  std::string text;
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) text += what + ": " + value + "\n";
  };
  add("rules", result.rules);
  text += checks_text(result.checks);
  add("golden", result.golden);
  return text;
}

/// What GitLab and Jenkins show with a case.
std::string attachments(const CaseResult& result, const Paths& paths) {
  std::string text;
  const auto add = [&](const std::string& file) {
    if (!file.empty()) text += "[[ATTACHMENT|" + path_in_checkout(paths.folder / file, paths.checkout) + "]]\n";
  };
  add(result.expected);
  add(result.actual);
  for (const auto& [name, file] : result.maps) add(file);
  for (const Attempt& attempt : result.attempts) add(attempt.actual);
  if (is_unchanged(result)) text += "its inputs are unchanged since " + result.judged + ": not run again\n";
  if (!result.output.empty()) text += result.output + "\n";
  return text.empty() ? "" : "      <system-out>" + xml_text(text) + "</system-out>\n";
}

/// Tries before the last one, as Maven's Surefire has them: of a case that passed in the end flakyFailure and
/// flakyError, of others rerunFailure and rerunError.
std::string attempts(const CaseResult& result) {
  std::string xml;
  for (const Attempt& one : result.attempts) {
    const bool is_difference = one.outcome == compare::Outcome::differences;
    const std::string element =
        std::string(is_flaky(result) ? "flaky" : "rerun") + (is_difference ? "Failure" : "Error");
    xml += "      <" + element + attribute("type", compare::name_of(one.outcome)) +
           attribute("message", message_of(one)) + ">" + xml_text(checks_text(one.checks)) + "</" + element + ">\n";
  }
  return xml;
}

std::string test_case(const CaseResult& result, const SuiteResult& suite, const Paths& paths) {
  std::string xml = "    <testcase" + attribute("classname", suite.suite) + attribute("name", result.name) +
                    attribute("file", path_of_case(suite, result, paths.checkout)) +
                    (result.line == 0 ? "" : attribute("line", std::to_string(result.line))) +
                    attribute("time", seconds_text(result.duration_s));
  if (!is_failure(result) && !is_flaky(result) && !is_unchanged(result)) return xml + "/>\n";
  if (!is_failure(result)) return xml + ">\n" + attempts(result) + attachments(result, paths) + "    </testcase>\n";
  const compare::Outcome outcome = verdict(result);
  const std::string element = outcome == compare::Outcome::differences ? "failure" : "error";
  xml += ">\n      <" + element + attribute("type", compare::name_of(outcome)) +
         attribute("message", message_of(result)) + ">";
  return xml + xml_text(details(result)) + "</" + element + ">\n" + attempts(result) + attachments(result, paths) +
         "    </testcase>\n";
}

/// What a shard would have had. Readers of JUnit XML look at nothing but cases.
std::string missing_case(const SuiteResult& result) {
  if (result.missing_shards.empty()) return "";
  return "    <testcase" + attribute("classname", result.suite) + attribute("name", "missing shards") +
         attribute("time", seconds_text(0.0)) + ">\n      <error" + attribute("type", "error") +
         attribute("message", missing_text(result)) + "></error>\n    </testcase>\n";
}

std::string suite_attributes(const SuiteResult& result) {
  const auto differing = std::count_if(result.cases.begin(), result.cases.end(), [](const CaseResult& one) {
    return verdict(one) == compare::Outcome::differences;
  });
  const auto missing = std::ptrdiff_t(result.missing_shards.empty() ? 0 : 1);
  const auto failing = std::count_if(result.cases.begin(), result.cases.end(), is_failure) + missing;
  const auto flakes = std::count_if(result.cases.begin(), result.cases.end(), is_flaky);
  return attribute("name", result.suite) +
         attribute("tests", std::to_string(result.cases.size() + std::size_t(missing))) +
         attribute("failures", std::to_string(differing)) + attribute("errors", std::to_string(failing - differing)) +
         attribute("skipped", "0") + attribute("flakes", std::to_string(flakes)) +
         attribute("timestamp", result.started) + attribute("time", seconds_text(result.duration_s));
}

std::string properties(const SuiteResult& result) {
  std::string xml = "    <properties>\n" + property("photopic_version", result.photopic_version);
  for (const DeviceInfo& device : result.devices) {
    xml += property("device", device.name) + property("driver", device.driver) + property("api", device.api);
  }
  return xml + "    </properties>\n";
}

}  // namespace

void write_junit(const SuiteResult& result, const std::filesystem::path& file, const std::filesystem::path& checkout) {
  const Paths paths = {file.parent_path(), checkout};
  files::AtomicFile output(file);
  output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite" + suite_attributes(result) +
               ">\n" + properties(result));
  for (const CaseResult& one : result.cases) output.write(test_case(one, result, paths));
  output.write(missing_case(result));
  if (!result.unused_goldens.empty()) {
    std::string text;
    for (const std::string& golden : result.unused_goldens) text += "unused golden: " + golden + "\n";
    output.write("    <system-err>" + xml_text(text) + "</system-err>\n");
  }
  output.write("  </testsuite>\n</testsuites>\n");
  output.commit();
}

}  // namespace regress
