// SPDX-License-Identifier: MIT
// Results in the words of CI services: annotations, a summary, code quality.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_CI_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_CI_H

#include <filesystem>
#include <string>

#include "regress/results/results.h"

namespace regress {

/// Services find files by their paths from the checkout on: that of `path` if it lies in `checkout`, else `path` as it
/// is. An empty checkout is that of no service.
std::string path_in_checkout(const std::filesystem::path& path, const std::filesystem::path& checkout);

/// The same of a golden, relative to its folder; without a checkout, and below it, from the working directory on.
std::string golden_path(const SuiteResult& result, const std::string& golden, const std::filesystem::path& checkout);

/// Where a case may be mended, from the checkout on: its suite's file, or of folders of pictures its golden.
std::string path_of_case(const SuiteResult& result, const CaseResult& one, const std::filesystem::path& checkout);

/// What a case that fails says, or what its outcome is called.
std::string message_of(const CaseResult& result);
/// The same of an attempt.
std::string message_of(const Attempt& attempt);

/// GitHub's "::error file=...,line=...,title=...::..." for the first cases that fail, and one line for the rest.
std::string github_annotations(const SuiteResult& result, const std::filesystem::path& checkout);

/// A table in Markdown, of the first cases that fail, with their least margins in words: "12 % beyond".
std::string github_summary(const SuiteResult& result);

/// GitLab's code quality report: an issue for each case that fails. Throws files::Error.
void write_code_quality(const SuiteResult& result, const std::filesystem::path& checkout,
                        const std::filesystem::path& file);

}  // namespace regress

#endif
