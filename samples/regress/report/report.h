// SPDX-License-Identifier: MIT
// The results of a suite as a page for people.
#ifndef PHOTOPIC_SAMPLES_REGRESS_REPORT_REPORT_H
#define PHOTOPIC_SAMPLES_REGRESS_REPORT_REPORT_H

#include <filesystem>

#include "regress/results/results.h"

namespace regress {

/// Writes one HTML file that needs nothing else: no network, no other file, no server. The pictures that `result`
/// names, relative to `results_folder`, stand in it whole; of one that can't be read, the page says so. No more than a
/// part of one picture is held in memory. Throws files::Error when `file` can't be written.
void write_report(const SuiteResult& result, const std::filesystem::path& results_folder,
                  const std::filesystem::path& file);

}  // namespace regress

#endif
