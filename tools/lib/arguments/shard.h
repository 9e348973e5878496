// SPDX-License-Identifier: MIT
// Shards of work, as users and schedulers name them.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_SHARD_H
#define PHOTOPIC_TOOLS_ARGUMENTS_SHARD_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace arguments {

/// Part `index` of `count`, from 1.
struct Shard {
  std::uint32_t index = 1, count = 1;
};

/// Value of an environment variable; none for one that isn't set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// "2/8". Throws UsageError.
Shard parse_shard(const std::string& text);

/// The job's place among those that a scheduler started together: a Slurm array, a parallel job of GitLab, CircleCI or
/// Buildkite, looked for in this order. Throws UsageError for none of them, and for variables that make no
/// sense, by their names.
Shard shard_of(const Environment& environment);

/// Value of --shard: as parse_shard(), or "auto", as shard_of() of this process.
Shard shard_option(const std::string& text);

}  // namespace arguments

#endif
