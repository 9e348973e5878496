// SPDX-License-Identifier: MIT
// Tests of results: names of outcomes, verdicts, merging of shards.
#include "regress/results/results.h"

#include <stdexcept>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using compare::Outcome;
using regress::CaseResult;
using regress::SuiteResult;

/// What a run of shard `index` of `count` would have found of `whole`.
SuiteResult shard_of(const SuiteResult& whole, std::uint32_t index, std::uint32_t count) {
  SuiteResult shard = whole;
  shard.shard = index;
  shard.shards = count;
  shard.duration_s = whole.duration_s / count;
  shard.cases.clear();
  for (std::size_t i = index - 1; i < whole.cases.size(); i += count) shard.cases.push_back(whole.cases[i]);
  return shard;
}

std::string refusal(const std::vector<SuiteResult>& shards) {
  return error_of<std::invalid_argument>([&] { regress::merge(shards); });
}

CaseResult with_outcome(Outcome outcome, bool must_fail = false) {
  CaseResult result;
  result.outcome = outcome;
  result.must_fail = must_fail;
  return result;
}

TEST(Results, OutcomesHaveNames) {
  EXPECT_STREQ(compare::name_of(Outcome::pass), "pass");
  EXPECT_STREQ(compare::name_of(Outcome::differences), "differences");
  EXPECT_STREQ(compare::name_of(Outcome::no_golden), "no-golden");
  EXPECT_STREQ(compare::name_of(Outcome::mismatch), "mismatch");
  EXPECT_STREQ(compare::name_of(Outcome::error), "error");
  EXPECT_STREQ(compare::name_of(Outcome::device_error), "device-error");
}

TEST(Results, MustFailTurnsPassAndDifferencesAround) {
  EXPECT_FALSE(is_failure(with_outcome(Outcome::pass)));
  EXPECT_TRUE(is_failure(with_outcome(Outcome::differences)));
  EXPECT_EQ(verdict(with_outcome(Outcome::pass, true)), Outcome::differences);
  EXPECT_TRUE(is_failure(with_outcome(Outcome::pass, true)));
  EXPECT_FALSE(is_failure(with_outcome(Outcome::differences, true)));
  for (const Outcome outcome : {Outcome::no_golden, Outcome::mismatch, Outcome::error, Outcome::device_error}) {
    EXPECT_EQ(verdict(with_outcome(outcome, true)), outcome) << "what wasn't compared didn't fail as it must";
    EXPECT_EQ(verdict(with_outcome(outcome)), outcome);
  }
}

TEST(Results, WorstOfTheCases) {
  SuiteResult result;
  EXPECT_EQ(worst(result), Outcome::error) << "no cases";
  result.cases = {with_outcome(Outcome::pass), with_outcome(Outcome::differences, true)};
  EXPECT_EQ(worst(result), Outcome::pass);
  result.cases.push_back(with_outcome(Outcome::pass, true));
  EXPECT_EQ(worst(result), Outcome::differences);
  result.unused_goldens = {"a.png"};
  EXPECT_EQ(worst(result), Outcome::no_golden);
  result.cases.push_back(with_outcome(Outcome::device_error));
  result.cases.push_back(with_outcome(Outcome::mismatch));
  EXPECT_EQ(worst(result), Outcome::device_error);
}

TEST(Results, MergedShardsAreTheWhole) {
  const test_files::TempFolder folder;
  for (const int cases : {1, 2, 7, 12}) {
    const SuiteResult whole = suite_result(cases);
    write_json(whole, folder / "whole.json");
    for (const std::uint32_t count : {1u, 2u, 4u, 16u}) {
      std::vector<SuiteResult> shards;
      for (std::uint32_t i = count; i > 0; --i) shards.push_back(shard_of(whole, i, count));
      write_json(regress::merge(shards), folder / "merged.json");
      EXPECT_EQ(text_of(folder / "merged.json"), text_of(folder / "whole.json")) << cases << " in " << count;
    }
  }
}

TEST(Results, MergeUnitesWhatShardsKnowEachAlone) {
  const SuiteResult whole = suite_result(3);
  std::vector<SuiteResult> shards = {shard_of(whole, 1, 2), shard_of(whole, 2, 2)};
  shards[0].unused_goldens = {"a.png", "b.png", "d.png"};
  shards[1].unused_goldens = {"b.png", "c.png", "d.png"};
  shards[1].started = "2026-01-31T22:00:00Z";
  shards[1].devices.push_back({"another", "", "", "nvidia"});
  const SuiteResult merged = regress::merge(shards);
  EXPECT_EQ(merged.unused_goldens, (std::vector<std::string>{"b.png", "d.png"})) << "unused in every shard";
  EXPECT_EQ(merged.started, "2026-01-31T22:00:00Z");
  ASSERT_EQ(merged.devices.size(), 2u);
  EXPECT_EQ(merged.devices[0], whole.devices[0]);
  EXPECT_EQ(merged.devices[1].name, "another");
  EXPECT_EQ(merged.shard, 1u);
  EXPECT_EQ(merged.shards, 1u);
}

TEST(Results, MergeRefusesWhatDoesNotBelongTogether) {
  const SuiteResult whole = suite_result(4);
  const SuiteResult first = shard_of(whole, 1, 3), second = shard_of(whole, 2, 3), third = shard_of(whole, 3, 3);
  EXPECT_EQ(refusal({}), "there are no results to merge");
  EXPECT_EQ(refusal({first, third}), "tests/suite.json: shard 2 of 3 is missing");
  EXPECT_EQ(refusal({second, third}), "tests/suite.json: shard 1 of 3 is missing");
  EXPECT_EQ(refusal({first, second}), "tests/suite.json: shard 3 of 3 is missing");
  EXPECT_EQ(refusal({first, second, first}), "tests/suite.json: shard 1 of 3 is doubled");
  EXPECT_EQ(refusal({first, shard_of(whole, 2, 2)}),
            "tests/suite.json: shard 1 of 3 and shard 2 of 2 don't belong together");
  SuiteResult other = second;
  other.suite = "other.json";
  EXPECT_EQ(refusal({first, other, third}), "the results are of two suites, tests/suite.json and other.json");
  other.suite = "elsewhere/suite.json";  // as a worker has it
  EXPECT_EQ(regress::merge({first, other, third}).cases.size(), 4u);
  other = second;
  other.photopic_version = "1.3.0";
  EXPECT_EQ(refusal({first, other, third}),
            "tests/suite.json: the results are of two versions of Photopic, 1.2.3 and 1.3.0");
  other = second;
  other.shard = 4;
  EXPECT_EQ(refusal({first, other, third}), "tests/suite.json: there is no shard 4 of 3");
  other = first;
  other.cases.clear();
  EXPECT_EQ(refusal({other, second, third}), "tests/suite.json: shard 1 of 3 has 0 cases; of 2, 1 are its own");
}

}  // namespace
}  // namespace regress_test
