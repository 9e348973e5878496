// SPDX-License-Identifier: MIT
// The results of a suite as a page for people.
#ifndef PHOTOPIC_TOOLS_REGRESS_REPORT_REPORT_H
#define PHOTOPIC_TOOLS_REGRESS_REPORT_REPORT_H

#include <filesystem>
#include <string>

#include "regress/results/history.h"
#include "regress/results/results.h"

namespace regress {

/// How a page has its pictures.
enum class Pictures {
  linked,    ///< in the files that the results name, from the page's folder on
  embedded,  ///< in the page itself: it is one file that needs nothing else
};

/// Writes an HTML page that needs no network and no server, to `results_folder` / "report.html" or, with embedded
/// pictures, anywhere. Pictures are those that `result` names, relative to `results_folder`; of one that can't be read,
/// the page says so. `past`: earlier runs, oldest first. No more than a part of one picture is held in memory. Throws
/// files::Error when `file` can't be written.
void write_report(const SuiteResult& result, const std::filesystem::path& results_folder,
                  const std::filesystem::path& file, Pictures pictures = Pictures::linked,
                  const std::deque<PastRun>& past = {});

/// A Content-Security-Policy of servers: whatever a page holds, no script runs but that of the pages which this very
/// program writes.
std::string page_policy();
/// Throws files::Error for a page that shows nothing under page_policy(), as of another version.
void check_page(const std::filesystem::path& file);

}  // namespace regress

#endif
