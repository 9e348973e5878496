// SPDX-License-Identifier: MIT
// Reading of shards from arguments and from the variables of schedulers.
#include "arguments/shard.h"

#include <cstdlib>

#include "arguments/errors.h"
#include "arguments/parse_number.h"

namespace arguments {
namespace {

constexpr double kMaxShards = 1e6;

/// Variables of a service that counts its parallel jobs.
struct Service {
  const char* name;
  const char* index;
  const char* count;
  std::uint32_t first;  // index of the first job
};
constexpr Service kServices[] = {{"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
                                 {"CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
                                 {"Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0}};

std::uint32_t number_in(const Environment& environment, const std::string& name, double least) {
  const std::optional<std::string> text = environment(name);
  if (!text) throw UsageError("--shard auto: the variable " + name + " isn't set");
  return parse_number<std::uint32_t>(*text, "--shard auto: " + name, {least, kMaxShards});
}

/// Tasks of an array are numbered as the user wrote it: "--array=1-8", "--array=0-14:2".
Shard shard_of_slurm(const Environment& environment) {
  const std::uint32_t task = number_in(environment, "SLURM_ARRAY_TASK_ID", 0);
  const std::uint32_t first = number_in(environment, "SLURM_ARRAY_TASK_MIN", 0);
  const std::uint32_t last = number_in(environment, "SLURM_ARRAY_TASK_MAX", 0);
  const std::uint32_t count = number_in(environment, "SLURM_ARRAY_TASK_COUNT", 1);
  const std::uint32_t step =
      environment("SLURM_ARRAY_TASK_STEP") ? number_in(environment, "SLURM_ARRAY_TASK_STEP", 1) : 1;
  const bool is_range = last >= first && std::uint64_t{count - 1} * step == last - first;
  if (!is_range || task < first || task > last || (task - first) % step != 0) {
    throw UsageError("--shard auto: task " + std::to_string(task) + " of the Slurm array of " + std::to_string(count) +
                     " from " + std::to_string(first) + " to " + std::to_string(last) +
                     " has no place in a range; submit it as --array=1-N");
  }
  return {.index = (task - first) / step + 1, .count = count};
}

Shard shard_of_service(const Service& service, const Environment& environment) {
  const std::uint32_t count = number_in(environment, service.count, 1);
  if (count == 1 && !environment(service.index)) return {};  // no parallel job
  const std::uint32_t index = number_in(environment, service.index, service.first);
  if (index - service.first >= count) {
    throw UsageError(std::string("--shard auto: ") + service.index + " = " + std::to_string(index) + " of " +
                     service.name + " is beyond the last of " + std::to_string(count) + " jobs");
  }
  return {.index = index - service.first + 1, .count = count};
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    throw UsageError("--shard: '" + text + "' is neither auto nor INDEX/COUNT, such as 2/8");
  }
  const Shard shard = {
      .index = parse_number<std::uint32_t>(text.substr(0, slash), "--shard: index", {1.0, kMaxShards}),
      .count = parse_number<std::uint32_t>(text.substr(slash + 1), "--shard: count", {1.0, kMaxShards})};
  if (shard.index > shard.count) throw UsageError("--shard: '" + text + "' is beyond the last one");
  return shard;
}

Shard shard_of(const Environment& environment) {
  if (environment("SLURM_ARRAY_TASK_ID")) return shard_of_slurm(environment);
  for (const Service& service : kServices) {
    if (environment(service.count)) return shard_of_service(service, environment);
  }
  throw UsageError(
      "--shard auto: this is no task of a Slurm array and no parallel job of GitLab, CircleCI or Buildkite; none of "
      "the variables SLURM_ARRAY_TASK_ID, CI_NODE_TOTAL, CIRCLE_NODE_TOTAL, BUILDKITE_PARALLEL_JOB_COUNT is set");
}

Shard shard_option(const std::string& text) {
  if (text != "auto") return parse_shard(text);
  return shard_of([](const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
}

}  // namespace arguments
