// SPDX-License-Identifier: MIT
// Reading and writing of what is known of cases before a run ends.
#include "regress/results/earlier_results.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "files/error.h"
#include "files/hash.h"
#include "files/text_file.h"
#include "json/node.h"
#include "json/text.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

void add_unfinished(const fs::path& file, EarlierResults& results) {
  files::LineReader reader(file, kMaxLineBytes);
  while (const auto line = reader.next()) {
    const std::optional<json::Json> json = json::parsed(*line);
    if (!json || !json->is_object()) continue;
    try {
      const json::Node node(*json);
      results.add(read_case(node.at("case")), node.at("started").text());
    } catch (const json::Error&) {
      continue;
    }
  }
}

}  // namespace

void EarlierResults::add(CaseResult result, const std::string& started) {
  if (result.judged.empty()) result.judged = started;
  const std::string name = result.name;
  results_.insert_or_assign(name, std::move(result));
}

bool EarlierResults::has_pictures(const CaseResult& result) const {
  for (const std::string& file : {result.actual, result.expected, result.picture}) {
    if (!file.empty() && !is_there(folder_ / file)) return false;
  }
  for (const auto& [name, file] : result.maps) {
    if (!is_there(folder_ / file)) return false;
  }
  try {
    return result.picture.empty() || files::hash_of_file(folder_ / result.picture) == result.picture_hash;
  } catch (const files::Error&) {
    return false;
  }
}

std::optional<CaseResult> EarlierResults::find(const std::string& name, const std::string& inputs_hash) const {
  const auto found = results_.find(name);
  if (inputs_hash.empty() || found == results_.end()) return std::nullopt;
  const CaseResult& result = found->second;
  const bool is_settled = result.outcome != compare::Outcome::error &&
                          result.outcome != compare::Outcome::device_error && result.attempts.empty();
  if (result.inputs_hash != inputs_hash || !is_settled || !has_pictures(result)) return std::nullopt;
  return result;
}

EarlierResults read_earlier_results(const fs::path& folder) {
  EarlierResults results(folder);
  if (is_there(folder / kResultsName)) {
    const SuiteResult before = read_json(folder / kResultsName);
    for (const CaseResult& one : before.cases) results.add(one, before.started);
  }
  if (is_there(folder / kUnfinishedName)) add_unfinished(folder / kUnfinishedName, results);
  return results;
}

ResultsLog::ResultsLog(const fs::path& folder, std::string started, bool keeps)
    : file_(folder / kUnfinishedName), started_(std::move(started)) {
  stream_.open(file_, std::ios::binary | (keeps ? std::ios::app : std::ios::trunc));
  if (!stream_) throw files::Error(file_, files::system_reason(errno));
  if (keeps) stream_ << "\n";  // behind a line that was cut short
}

void ResultsLog::add(const CaseResult& result) {
  stream_ << "{\"started\":\"" << started_ << "\",\"case\":" << case_line(result) << "}\n" << std::flush;
  if (!stream_) throw files::Error(file_, files::system_reason(errno));
}

void remove_unfinished(const fs::path& folder) {
  std::error_code error;
  fs::remove(folder / kUnfinishedName, error);
  if (error) throw files::Error(folder / kUnfinishedName, error.message());
}

}  // namespace regress
