// SPDX-License-Identifier: MIT
// Tests of results: names of outcomes, verdicts, merging of shards.
#include "regress/results/results.h"

#include <stdexcept>

#include "regress/fixtures.h"
#include "regress/results/gathered_pictures.h"

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
  shards[0].unused_hashes = {{"a.png", "1"}, {"b.png", "2"}, {"d.png", "3"}};
  shards[1].unused_hashes = {{"b.png", "2"}, {"c.png", "4"}, {"d.png", "5"}};
  shards[1].started = "2026-01-31T22:00:00Z";
  shards[1].devices.push_back({"another", "", "", "nvidia"});
  const SuiteResult merged = regress::merge(shards);
  EXPECT_EQ(merged.unused_goldens, (std::vector<std::string>{"b.png", "d.png"})) << "unused in every shard";
  EXPECT_EQ(merged.unused_hashes, (std::map<std::string, std::string>{{"b.png", "2"}})) << "of one content";
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
  EXPECT_EQ(refusal({first, second, first}), "tests/suite.json: shard 1 of 3 is doubled");
  EXPECT_EQ(refusal({first, shard_of(whole, 2, 2)}),
            "tests/suite.json: shard 1 of 3 (4 cases in all) and shard 2 of 2 (4) don't belong together");
  EXPECT_EQ(refusal({first, shard_of(suite_result(5), 2, 3)}),
            "tests/suite.json: shard 1 of 3 (4 cases in all) and shard 2 of 3 (5) don't belong together");
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
  EXPECT_EQ(refusal({other, second, third}), "tests/suite.json: shard 1 of 3 has 0 cases; of 4, 2 are its own");
}

/// Results of versions before shards were divided by time.
TEST(Results, CasesWithoutNumbersAreDealtBack) {
  SuiteResult whole = suite_result(5);
  for (CaseResult& one : whole.cases) one.number = 0;
  const SuiteResult merged = regress::merge({shard_of(whole, 2, 2), shard_of(whole, 1, 2)});
  ASSERT_EQ(merged.cases.size(), whole.cases.size());
  for (std::size_t i = 0; i < whole.cases.size(); ++i) EXPECT_EQ(merged.cases[i].name, whole.cases[i].name);
}

/// Shards that are divided by time: cases say where they belong.
TEST(Results, NumberedCasesMergeInTheirOrder) {
  const SuiteResult whole = suite_result(5);
  SuiteResult first = shard_of(whole, 1, 2), second = shard_of(whole, 2, 2);
  first.cases = {whole.cases[1]};
  second.cases = {whole.cases[0], whole.cases[2], whole.cases[3], whole.cases[4]};
  const SuiteResult merged = regress::merge({second, first});
  ASSERT_EQ(merged.cases.size(), whole.cases.size());
  for (std::size_t i = 0; i < whole.cases.size(); ++i) EXPECT_EQ(merged.cases[i].name, whole.cases[i].name);

  SuiteResult truncated = second;
  truncated.cases.pop_back();
  EXPECT_EQ(refusal({first, truncated}), "tests/suite.json: the 2 shards have 4 of 5 cases");
  SuiteResult otherwise = first;  // by other times
  otherwise.cases = {whole.cases[2]};
  EXPECT_NE(refusal({otherwise, second}).find("--timings must be the same for all"), std::string::npos);
  SuiteResult beyond = first;
  beyond.cases[0].number = 6;
  EXPECT_NE(refusal({beyond, second}).find("has case 6"), std::string::npos) << refusal({beyond, second});
}

TEST(Results, MergeSaysWhichShardsAreMissingAndFails) {
  const SuiteResult whole = suite_result(8);
  const auto names = [](const SuiteResult& result) {
    std::string text;
    for (const CaseResult& one : result.cases) text += one.name.substr(one.name.size() - 1);
    return text;
  };
  SuiteResult merged = regress::merge({shard_of(whole, 3, 3), shard_of(whole, 1, 3)});
  EXPECT_EQ(names(merged), "02356") << "in the suite's order";
  EXPECT_EQ(merged.missing_shards, std::vector<std::uint32_t>{2});
  EXPECT_EQ(regress::missing_text(merged), "shard 2 is missing: 3 of 8 cases");
  merged.cases.resize(1);
  merged.cases[0] = with_outcome(Outcome::pass);
  EXPECT_EQ(worst(merged), Outcome::error);
  EXPECT_EQ(regress::missing_text(regress::merge({shard_of(whole, 2, 4)})),
            "shards 1, 3 and 4 are missing: 6 of 8 cases");
  const std::string many = regress::missing_text(regress::merge({shard_of(whole, 2, 1000)}));
  EXPECT_TRUE(many.ends_with(", 20, 21 and 979 more are missing: 7 of 8 cases")) << many;
  EXPECT_EQ(regress::missing_text(regress::merge({whole})), "");
  merged = regress::merge({regress::merge({shard_of(whole, 2, 4)})});
  EXPECT_EQ(merged.missing_shards.size(), 3u) << "merging once more finds nothing";
}

class Gathered : public FolderTest {
 protected:
  SuiteResult shard_in(const std::string& name, const std::string& file, std::uint32_t number) {
    std::filesystem::create_directories((folder_ / name / file).parent_path());
    test_files::write_file(folder_ / name / file, "picture of " + name);
    SuiteResult shard;
    shard.shard = number;
    shard.cases.resize(1);
    shard.cases[0].actual = file;
    return shard;
  }
};

TEST_F(Gathered, PicturesOfTheSameNameAreBothKept) {
  SuiteResult one = shard_in("one", "pictures/tone/a.png", 1), two = shard_in("two", "pictures/tone/a.png", 2);
  two.cases[0].expected = "pictures/tone/a.png";
  two.cases[0].maps = {{"abs", "pictures/none.png"}};
  for (int run = 0; run < 2; ++run) {
    SuiteResult first = one, second = two;
    regress::GatheredPictures pictures(folder_ / "merged");
    pictures.take(first, folder_ / "one/results.json");
    pictures.take(second, folder_ / "two/results.json");
    EXPECT_EQ(first.cases[0].actual, "pictures/tone/a.png");
    EXPECT_EQ(second.cases[0].actual, "pictures/shard-2/tone/a.png");
    EXPECT_EQ(second.cases[0].expected, second.cases[0].actual);
    EXPECT_EQ(second.cases[0].maps[0].second, "pictures/none.png") << "the report says that it isn't there";
    EXPECT_EQ(text_of(folder_ / "merged" / first.cases[0].actual), "picture of one");
    EXPECT_EQ(text_of(folder_ / "merged" / second.cases[0].actual), "picture of two");
  }
}

TEST_F(Gathered, NothingIsTakenFromElsewhere) {
  test_files::write_file(folder_ / "secret", std::string("secret"));
  SuiteResult shard = shard_in("one", "pictures/a.png", 1);
  std::filesystem::create_symlink(folder_ / "secret", folder_ / "one/link.png");
  const std::string absolute = folder_ / "secret";
  for (const char* file : {"../secret", "pictures/../../secret", absolute.c_str(), "link.png"}) {
    shard.cases[0].actual = file;
    const std::string message = error_of<files::Error>(
        [&] { regress::GatheredPictures(folder_ / "merged").take(shard, folder_ / "one/results.json"); });
    EXPECT_NE(message.find("lies outside of the results' folder"), std::string::npos) << message;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "merged"));
}

}  // namespace
}  // namespace regress_test
