// SPDX-License-Identifier: MIT
// Tests of shards that a scheduler's variables name.
#include <gtest/gtest.h>

#include <map>

#include "arguments/errors.h"
#include "arguments/shard.h"

namespace regress {
namespace {

using arguments::Environment;
using arguments::parse_shard;
using arguments::Shard;
using arguments::shard_of;

using Variables = std::map<std::string, std::string>;

Environment environment_of(const Variables& variables) {
  return [variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

std::string text_of(Shard shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

Variables slurm(const std::string& task, const std::string& first, const std::string& last, const std::string& count) {
  return {{"SLURM_ARRAY_TASK_ID", task},
          {"SLURM_ARRAY_TASK_MIN", first},
          {"SLURM_ARRAY_TASK_MAX", last},
          {"SLURM_ARRAY_TASK_COUNT", count}};
}

TEST(Shards, EveryServiceCountsInItsWay) {
  Variables stepped = slurm("14", "0", "14", "8");
  stepped["SLURM_ARRAY_TASK_STEP"] = "2";
  const std::pair<Variables, std::string> cases[] = {
      {slurm("1", "1", "8", "8"), "1/8"},
      {slurm("8", "1", "8", "8"), "8/8"},
      {slurm("0", "0", "3", "4"), "1/4"},
      {stepped, "8/8"},
      {{{"CI_NODE_INDEX", "2"}, {"CI_NODE_TOTAL", "5"}}, "2/5"},
      {{{"CI_NODE_TOTAL", "1"}}, "1/1"},  // GitLab without parallel
      {{{"CIRCLE_NODE_INDEX", "0"}, {"CIRCLE_NODE_TOTAL", "4"}}, "1/4"},
      {{{"BUILDKITE_PARALLEL_JOB", "3"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "4"}}, "4/4"},
  };
  for (const auto& [variables, expected] : cases) {
    SCOPED_TRACE(testing::PrintToString(variables));
    EXPECT_EQ(text_of(shard_of(environment_of(variables))), expected);
  }
}

/// A runner may be started by Slurm.
TEST(Shards, ASlurmArrayComesFirst) {
  Variables both = slurm("2", "1", "3", "3");
  both.insert({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "9"}});
  EXPECT_EQ(text_of(shard_of(environment_of(both))), "2/3");
}

TEST(Shards, WhatMakesNoSenseIsNamed) {
  Variables no_count = slurm("1", "1", "8", "8");
  no_count.erase("SLURM_ARRAY_TASK_COUNT");
  const std::pair<Variables, std::string> cases[] = {
      {{}, "SLURM_ARRAY_TASK_ID"},
      {slurm("7", "1", "7", "3"), "--array=1-N"},  // --array=1,3,7
      {slurm("9", "1", "8", "8"), "task 9"},
      {slurm("x", "1", "8", "8"), "SLURM_ARRAY_TASK_ID"},
      {no_count, "SLURM_ARRAY_TASK_COUNT"},
      {{{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "5"}}, "CI_NODE_INDEX"},
      {{{"CI_NODE_INDEX", "6"}, {"CI_NODE_TOTAL", "5"}}, "beyond the last of 5"},
      {{{"CI_NODE_TOTAL", "5"}}, "CI_NODE_INDEX"},
      {{{"CIRCLE_NODE_INDEX", "4"}, {"CIRCLE_NODE_TOTAL", "4"}}, "CIRCLE_NODE_INDEX"},
      {{{"BUILDKITE_PARALLEL_JOB", "0"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "0"}}, "BUILDKITE_PARALLEL_JOB_COUNT"},
  };
  for (const auto& [variables, word] : cases) {
    SCOPED_TRACE(testing::PrintToString(variables));
    try {
      shard_of(environment_of(variables));
      ADD_FAILURE() << "no error";
    } catch (const arguments::UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace regress
