// SPDX-License-Identifier: MIT
// Escaping and limits of the services' formats.
#include "regress/results/ci.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "arguments/words.h"
#include "files/atomic_file.h"
#include "files/hash.h"
#include "files/path.h"
#include "json/text.h"
#include "json/values.h"

namespace regress {
namespace {

constexpr std::size_t kMaxAnnotations = 30;   // GitHub shows ten of a step
constexpr std::size_t kMaxSummaryRows = 200;  // of a summary GitHub keeps 1 MiB
constexpr std::size_t kMaxCellBytes = 500;

/// As GitHub's runner reads it back: data of a command, or with `is_property` the value of one of its properties.
std::string github_text(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char c : text) {
    if (c == '%') {
      escaped += "%25";
    } else if (c == '\r') {
      escaped += "%0D";
    } else if (c == '\n') {
      escaped += "%0A";
    } else if (is_property && c == ':') {
      escaped += "%3A";
    } else if (is_property && c == ',') {
      escaped += "%2C";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// Text of a table's cell: no markup, one line.
std::string markdown_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text.substr(0, kMaxCellBytes)) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      escaped += ' ';
    } else {
      if (std::string_view("\\`*_[]|~#@").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped + (text.size() > kMaxCellBytes ? " ..." : "");
}

std::vector<const CaseResult*> failing_cases(const SuiteResult& result) {
  std::vector<const CaseResult*> failing;
  for (const CaseResult& one : result.cases) {
    if (is_failure(one)) failing.push_back(&one);
  }
  return failing;
}

/// The check that is furthest outside; none: nothing was compared.
const compare::Check* worst_check(const std::vector<compare::Check>& checks) {
  const auto worst =
      std::min_element(checks.begin(), checks.end(),
                       [](const compare::Check& a, const compare::Check& b) { return a.margin < b.margin; });
  return worst == checks.end() ? nullptr : &*worst;
}

/// "max delta 2 <= 1: is 4"
std::string check_text(const compare::Check& check) { return check.text + ": is " + json::short_text(check.value); }

/// With three digits.
std::string rounded_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return std::isfinite(number) ? json::short_text(std::strtod(text, nullptr)) : json::short_text(number);
}

std::string message_of(compare::Outcome outcome, const std::vector<compare::Check>& checks) {
  const compare::Check* const worst = worst_check(checks);
  const std::string name = compare::name_of(outcome);
  return worst == nullptr ? name : name + ": " + check_text(*worst);
}

/// "12.5 % within", "3 % beyond", "15 x the limit"; where the threshold is 0 or a verdict, "0.5 beyond".
std::string margin_words(const compare::Check& check) {
  if (std::isnan(check.value)) return "not a number";
  const char* const side = check.margin < 0.0 ? "beyond" : "within";
  if (check.threshold == 0.0 || is_flash_check(check)) return json::short_text(std::fabs(check.margin)) + " " + side;
  const double times = check.value / check.threshold;
  if (check.margin < 0.0 && times >= 10.0) return rounded_text(times) + " x the limit";
  return rounded_text(100.0 * std::fabs(check.margin)) + " % " + side;
}

std::string annotation(const std::string& properties, const std::string& message) {
  return "::error " + properties + "::" + github_text(message, false) + "\n";
}

json::Json issue(const std::string& description, compare::Outcome outcome, const std::string& identity,
                 const std::string& path, std::uint32_t line) {
  files::Fnv1a hash;
  hash.add(identity);
  const bool is_difference = outcome == compare::Outcome::differences;
  return {{"description", description},
          {"check_name", std::string("photopic-") + compare::name_of(outcome)},
          {"fingerprint", hash.hex()},
          {"severity", is_difference ? "major" : "critical"},
          {"location", {{"path", path}, {"lines", {{"begin", std::max(line, 1u)}}}}}};
}

}  // namespace

std::string path_in_checkout(const std::filesystem::path& path, const std::filesystem::path& checkout) {
  if (checkout.empty() || !files::is_within(path, checkout)) return path.lexically_normal().generic_string();
  return files::resolved(path).lexically_relative(files::resolved(checkout)).generic_string();
}

std::string golden_path(const SuiteResult& result, const std::string& golden, const std::filesystem::path& checkout) {
  if (result.goldens.empty()) return golden;
  const std::filesystem::path path = std::filesystem::path(result.goldens) / golden;
  if (!checkout.empty() || !files::is_within(path, ".")) return path_in_checkout(path, checkout);
  return path.lexically_relative(files::resolved(".")).generic_string();
}

std::string path_of_case(const SuiteResult& result, const CaseResult& one, const std::filesystem::path& checkout) {
  if (!result.is_folder) return path_in_checkout(result.suite, checkout);
  const std::string& golden = one.golden.empty() ? one.accept_as : one.golden;
  if (!golden.empty()) return golden_path(result, golden, checkout);
  return path_in_checkout(std::filesystem::path(result.suite) / one.name, checkout);
}

std::string message_of(const CaseResult& result) {
  if (!result.message.empty()) return result.message;
  if (result.must_fail && result.outcome == compare::Outcome::pass) return "the rules hold, and must not";
  return message_of(result.outcome, result.checks);
}

std::string message_of(const Attempt& attempt) {
  return attempt.message.empty() ? message_of(attempt.outcome, attempt.checks) : attempt.message;
}

std::string github_annotations(const SuiteResult& result, const std::filesystem::path& checkout) {
  const auto file_property = [](const std::string& path) { return "file=" + github_text(path, true); };
  const std::string file = file_property(path_in_checkout(result.suite, checkout));
  const std::vector<const CaseResult*> failing = failing_cases(result);
  std::string text;
  for (std::size_t i = 0; i < std::min(failing.size(), kMaxAnnotations); ++i) {
    const std::string line = failing[i]->line == 0 ? "" : ",line=" + std::to_string(failing[i]->line);
    const std::string path = file_property(path_of_case(result, *failing[i], checkout));
    text += annotation(path + line + ",title=" + github_text(failing[i]->name, true), message_of(*failing[i]));
  }
  if (failing.size() > kMaxAnnotations) {
    text += annotation(file, std::to_string(failing.size() - kMaxAnnotations) + " more cases fail");
  }
  if (!result.missing_shards.empty()) text += annotation(file, missing_text(result));
  for (std::size_t i = 0; i < std::min(result.unused_goldens.size(), kMaxAnnotations); ++i) {
    const std::string& golden = result.unused_goldens[i];
    const std::string path = result.goldens.empty() ? file : file_property(golden_path(result, golden, checkout));
    text += annotation(path, "no case has the golden " + golden);
  }
  return text;
}

std::string github_summary(const SuiteResult& result) {
  const std::vector<const CaseResult*> failing = failing_cases(result);
  std::string text = "### " + markdown_cell(result.suite) + ": " + compare::name_of(worst(result)) + "\n\n" +
                     arguments::counted(result.cases.size(), "case") + ", " + std::to_string(failing.size()) +
                     " failed, " + arguments::counted(result.unused_goldens.size(), "unused golden");
  if (!result.missing_shards.empty()) text += "; " + missing_text(result);
  text += "\n\n";
  if (failing.empty()) return text;
  text += "| case | outcome | message | margin |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < std::min(failing.size(), kMaxSummaryRows); ++i) {
    const compare::Check* const worst = worst_check(failing[i]->checks);
    text += "| " + markdown_cell(failing[i]->name) + " | " + compare::name_of(verdict(*failing[i])) + " | " +
            markdown_cell(message_of(*failing[i])) + " | " + (worst == nullptr ? "" : margin_words(*worst)) + " |\n";
  }
  if (failing.size() > kMaxSummaryRows) {
    text += "\nand " + std::to_string(failing.size() - kMaxSummaryRows) + " more; the report has all\n";
  }
  return text + "\n";
}

void write_code_quality(const SuiteResult& result, const std::filesystem::path& checkout,
                        const std::filesystem::path& file) {
  const std::string path = path_in_checkout(result.suite, checkout);
  json::Json issues = json::Json::array();
  for (const CaseResult* const one : failing_cases(result)) {
    issues.push_back(issue(one->name + ": " + message_of(*one), verdict(*one), path + "\n" + one->name,
                           path_of_case(result, *one, checkout), one->line));
  }
  for (const std::string& golden : result.unused_goldens) {
    const std::string place = result.goldens.empty() ? path : golden_path(result, golden, checkout);
    issues.push_back(
        issue("no case has the golden " + golden, compare::Outcome::no_golden, path + "\n\n" + golden, place, 1));
  }
  if (!result.missing_shards.empty()) {
    issues.push_back(issue(missing_text(result), compare::Outcome::error, path + "\n\n\nshards", path, 1));
  }
  files::write_text(file, json::to_text(issues, 1) + "\n");
}

}  // namespace regress
