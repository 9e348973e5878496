// SPDX-License-Identifier: MIT
// Results of runs before this one, also of one that was interrupted.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_EARLIER_RESULTS_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_EARLIER_RESULTS_H

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "json/node.h"
#include "regress/results/results.h"

namespace regress {

/// In the folder of results while a run lasts: a line for each case that is done.
inline constexpr const char* kUnfinishedName = "unfinished.jsonl";

class EarlierResults {
 public:
  EarlierResults() = default;
  explicit EarlierResults(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// `started`: of the run that judged it, unless the result has `judged`.
  void add(CaseResult result, const std::string& started);
  /// One with these inputs that would come out the same: neither an error nor flaky, with all of its pictures as they
  /// were. It says in `judged` when it was. May be called on several threads at once.
  std::optional<CaseResult> find(const std::string& name, const std::string& inputs_hash) const;

 private:
  bool has_pictures(const CaseResult& result) const;

  std::filesystem::path folder_;
  std::map<std::string, CaseResult> results_;  ///< by case
};

/// Of results.json, then of unfinished.jsonl, in a folder; files that aren't there have none. Damaged lines of the
/// latter are left out: who wrote them was killed. Throws files::Error as read_json().
EarlierResults read_earlier_results(const std::filesystem::path& folder);

/// Writes unfinished.jsonl.
class ResultsLog {
 public:
  /// `keeps` what earlier runs have written. Throws files::Error.
  ResultsLog(const std::filesystem::path& folder, std::string started, bool keeps);
  void add(const CaseResult& result);

 private:
  std::filesystem::path file_;
  std::string started_;
  std::ofstream stream_;
};

/// Once results.json has all. Throws files::Error.
void remove_unfinished(const std::filesystem::path& folder);

/// A case of results.json in one line, and back; read_case() throws json::Error.
std::string case_line(const CaseResult& result);
CaseResult read_case(const json::Node& node);

}  // namespace regress

#endif
