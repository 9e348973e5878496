// SPDX-License-Identifier: MIT
// Shards of a suite as users and schedulers name them.
#ifndef PHOTOPIC_SAMPLES_REGRESS_SUITE_SHARD_H
#define PHOTOPIC_SAMPLES_REGRESS_SUITE_SHARD_H

#include <functional>
#include <optional>
#include <string>

#include "regress/suite/suite.h"

namespace regress {

/// Value of an environment variable; none for one that isn't set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// "2/8". Throws arguments::UsageError.
Shard parse_shard(const std::string& text);

/// The job's place among those that a scheduler started together: a Slurm array, a parallel job of GitLab, CircleCI or
/// Buildkite, looked for in this order. Throws arguments::UsageError for none of them, and for variables that make no
/// sense, by their names.
Shard shard_of(const Environment& environment);

}  // namespace regress

#endif
