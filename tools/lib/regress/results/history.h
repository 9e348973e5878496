// SPDX-License-Identifier: MIT
// Outcomes of earlier runs, a line each in a file that grows.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_HISTORY_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_HISTORY_H

#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "regress/results/results.h"

namespace regress {

/// A run as its line tells.
struct PastRun {
  struct PastCase {
    compare::Outcome verdict = compare::Outcome::pass;
    std::optional<double> margin;  ///< the least of the checks'; none: nothing was compared
  };
  std::string started;
  std::unordered_map<std::string, PastCase> cases;  ///< by name
};

/// How many runs are kept of those that are read.
inline constexpr std::size_t kMaxPastRuns = 30;

/// The last runs of one suite, by device class, oldest first.
using History = std::map<std::string, std::deque<PastRun>>;

/// The least margin of the checks; none: nothing was compared. NaN is the least of all.
std::optional<double> least_margin(const CaseResult& result);

/// Those of the suite that has the file name of `suite`; none if there is no file. Of a long file the last 32 MiB are
/// read. A last line that is torn, without its line feed and no JSON, is skipped: a run was killed, or the machine was;
/// `*torn` becomes a note about it, "FILE:LINE: REASON". Throws files::Error in these words for a line that is no
/// run's, also of another suite, and for what is no file.
History read_history(const std::filesystem::path& file, const std::string& suite, std::string* torn);

/// Adds a line, as a whole and after those of other processes that do so at the same time, in place of a torn one.
/// After an error the file is as it was, less the torn line. Throws files::Error.
void append_history(const SuiteResult& result, const std::filesystem::path& file);

}  // namespace regress

#endif
