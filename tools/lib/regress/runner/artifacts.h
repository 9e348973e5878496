// SPDX-License-Identifier: MIT
// Pictures beside the results, for whoever looks at them.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_ARTIFACTS_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_ARTIFACTS_H

#include "compare/comparer.h"
#include "compare/pictures/canvas.h"
#include "regress/runner/picture_taker.h"
#include "regress/runner/runner.h"

namespace regress {

/// Those that are shown.
inline constexpr std::uint32_t kArtifactMaps =
    photopic::kMapAbsolute | photopic::kMapSsim | photopic::kMapCiede2000 | photopic::kMapFlip;

/// Whether a case's pictures are to be written: also of flaky ones. `attempt`: from 0.
bool wants_artifacts(const RunOptions& options, const CaseResult& result, std::uint32_t attempt);

/// The name of what an attempt writes, from 0: "tone/agx", "tone/agx.retry-1".
std::string attempt_stem(const std::string& name, std::uint32_t attempt);

/// All that write_artifacts() may write under a stem, relative to the output folder.
std::vector<std::string> artifact_files(const std::string& stem);

/// Writes pictures/STEM.actual.png and, if there are, .expected.png and the maps', and puts their names in the result.
/// A picture that was read from a PNG file is that file, unless its alpha is shown otherwise; of other files there is
/// STEM.picture.EXTENSION beside it, and what is shown of floats is clipped to [0, 1]. Throws files::Error.
void write_artifacts(const RunOptions& options, const std::string& stem, const Picture& actual,
                     const compare::Frame* expected, const std::map<photopic::MetricMap, std::vector<float>>& maps,
                     CaseResult& result);

/// Writes pictures/STEM.abs.png and puts its name in the result. Throws files::Error.
void write_canvas(const RunOptions& options, const std::string& stem, const compare::Canvas& canvas,
                  CaseResult& result);

}  // namespace regress

#endif
