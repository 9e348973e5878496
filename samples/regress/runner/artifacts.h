// SPDX-License-Identifier: MIT
// Pictures beside the results, for whoever looks at them.
#ifndef PHOTOPIC_SAMPLES_REGRESS_RUNNER_ARTIFACTS_H
#define PHOTOPIC_SAMPLES_REGRESS_RUNNER_ARTIFACTS_H

#include "compare/comparer.h"
#include "regress/runner/runner.h"

namespace regress {

/// Those that are shown.
inline constexpr std::uint32_t kArtifactMaps =
    photopic::kMapAbsolute | photopic::kMapSsim | photopic::kMapCiede2000 | photopic::kMapFlip;

/// Whether a case's pictures are to be written.
bool wants_artifacts(const RunOptions& options, const CaseResult& result);

/// All that write_artifacts() may write for a case, relative to the output folder.
std::vector<std::string> artifact_files(const std::string& name);

/// Writes pictures/NAME.actual.png and, if there are, .expected.png and the maps', and puts their names in the result.
/// Throws files::Error.
void write_artifacts(const RunOptions& options, const compare::Frame& actual, const compare::Frame* expected,
                     const std::map<photopic::MetricMap, std::vector<float>>& maps, CaseResult& result);

}  // namespace regress

#endif
