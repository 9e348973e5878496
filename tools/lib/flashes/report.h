// SPDX-License-Identifier: MIT
// Report on the flashes of a sequence: text, JSON, JUnit XML and figures.
#ifndef PHOTOPIC_TOOLS_FLASHES_REPORT_H
#define PHOTOPIC_TOOLS_FLASHES_REPORT_H

#include <filesystem>
#include <string>

#include "flashes/analysis.h"
#include "json/document.h"

namespace flashes {

/// Which stands in every report.
inline constexpr const char* kNoCertification =
    "no certification: neither a standard's body nor a clinic has judged this analyser";

/// What of a report its reader chose.
struct ReportOf {
  std::string input;  ///< "shot.####.png"
  reference::FlashVerdict max_verdict = reference::FlashVerdict::extended;
  std::string device;  ///< "CPU", or a device's name
};

/// "fails the limit: verdict fail, first in frame 60 (1.000 s)", or why it holds.
std::string summary_of(const Analysis& analysis, const ReportOf& of);
std::string text_of(const Analysis& analysis, const ReportOf& of);
/// With every frame.
json::Json json_of(const Analysis& analysis, const ReportOf& of);

/// Writes flashes.json, flashes.png, risk_map.png (not of Profile::iris) and junit.xml. Throws files::Error.
void write_report(const Analysis& analysis, const ReportOf& of, const std::filesystem::path& folder);
/// Names of these files.
std::vector<std::string> report_files();

}  // namespace flashes

#endif
