// SPDX-License-Identifier: MIT
// Tests of the history of runs.
#include "regress/results/history.h"

#include <sys/stat.h>

#include <limits>
#include <thread>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using compare::Outcome;
using regress::History;
using regress::SuiteResult;

class HistoryFile : public FolderTest {
 protected:
  std::filesystem::path file() const { return folder_ / "history.jsonl"; }
  /// A run of one case.
  static SuiteResult run(const std::string& started, Outcome outcome, double margin) {
    SuiteResult result = suite_result(0);
    result.started = started;
    result.cases.resize(1);
    result.cases[0].name = "tone/a";
    result.cases[0].outcome = outcome;
    result.cases[0].checks = {{"x", 0.0, 0.0, 1.0, true}, {"y", 0.0, 0.0, margin, margin >= 0.0}};
    return result;
  }
  History read(const std::string& suite = "elsewhere/suite.json") const {
    std::string torn;
    History history = regress::read_history(file(), suite, &torn);
    EXPECT_EQ(torn, "");
    return history;
  }
  std::string refusal(const std::string& line) const {
    append_history(run("1", Outcome::pass, 1.0), file());
    test_files::write_file(file(), text_of(file()) + line + "\n");
    const std::string message = error_of<files::Error>([&] { read(); });
    std::filesystem::remove(file());
    const std::string place = file().string() + ":2: ";
    EXPECT_EQ(message.substr(0, place.size()), place);
    return message.substr(std::min(place.size(), message.size()));
  }
};

TEST_F(HistoryFile, EachRunIsALine) {
  EXPECT_TRUE(read().empty()) << "there is no file yet";
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  append_history(run("1", Outcome::pass, 0.5), file());
  append_history(run("2", Outcome::differences, -kInfinity), file());
  SuiteResult third = run("3", Outcome::error, std::numeric_limits<double>::quiet_NaN());
  third.cases[0].name = "other";
  append_history(third, file());
  third.cases[0].checks.clear();
  append_history(third, file());
  EXPECT_EQ(text_of(file()).substr(0, text_of(file()).find('\n')),
            R"({"schema":"photopic-regress-run","version":1,"started":"1","suite":"suite.json",)"
            R"("device_class":"llvmpipe","outcome":"no-golden","failed":0,"cases":{"tone/a":["pass",0.5]}})");
  const std::deque<regress::PastRun> runs = read().at("llvmpipe");
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].started, "1");
  EXPECT_EQ(runs[0].cases.at("tone/a").margin, 0.5);
  EXPECT_EQ(runs[1].cases.at("tone/a").verdict, Outcome::differences);
  EXPECT_EQ(runs[1].cases.at("tone/a").margin, -kInfinity);
  EXPECT_FALSE(runs[2].cases.contains("tone/a"));
  EXPECT_EQ(runs[2].cases.at("other").margin, -kInfinity) << "nothing is further outside than NaN";
  EXPECT_EQ(runs[3].cases.at("other").margin, std::nullopt);
}

TEST_F(HistoryFile, SuitesAndDeviceClassesAreKeptApart) {
  SuiteResult other = run("1", Outcome::pass, 1.0);
  other.suite = "another.json";
  append_history(other, file());
  other.suite = "a/suite.json";
  other.devices[0].device_class = "nvidia";
  append_history(other, file());
  append_history(run("2", Outcome::pass, 1.0), file());
  EXPECT_EQ(read().size(), 2u);
  EXPECT_EQ(read().at("nvidia").size(), 1u);
  EXPECT_EQ(read("another.json").at("llvmpipe").size(), 1u);
}

TEST_F(HistoryFile, TheLastRunsAreKept) {
  for (int i = 0; i < 40; ++i) append_history(run(std::to_string(i), Outcome::pass, 1.0), file());
  const std::deque<regress::PastRun> runs = read().at("llvmpipe");
  EXPECT_EQ(runs.size(), regress::kMaxPastRuns);
  EXPECT_EQ(runs.back().started, "39");
}

TEST_F(HistoryFile, OfALongFileTheEndIsReadAndLinesAreCountedAllTheSame) {
  std::string text = "no run\n" + std::string(33u << 20, ' ') + "\n";
  test_files::write_file(file(), text);
  append_history(run("4", Outcome::pass, 1.0), file());
  EXPECT_EQ(read().at("llvmpipe").size(), 1u) << "the lines before weren't read";
  text = text_of(file());
  test_files::write_file(file(), text + "{}\n");
  EXPECT_EQ(error_of<files::Error>([&] { read(); }), file().string() + ":4: has no schema");
}

TEST_F(HistoryFile, BadLinesAreNamed) {
  EXPECT_EQ(refusal("{}"), "has no schema");
  EXPECT_EQ(refusal("{\"schema\": \"photopic-regress\"}"), "schema: not a run of a regression suite");
  EXPECT_NE(refusal("{\"sch").find("is not valid JSON"), std::string::npos) << "the line has an end: it isn't torn";
  EXPECT_NE(refusal("").find("is not valid JSON"), std::string::npos);
  const std::string start =
      R"({"schema":"photopic-regress-run","version":1,"started":"1","suite":"s","device_class":"","cases":)";
  EXPECT_EQ(refusal(start + R"({"a":["fine",1]}})"), "cases.a[0]: 'fine' is no outcome");
  EXPECT_EQ(refusal(start + R"({"a":["pass","much"]}})"), "cases.a[1]: not a number");
  EXPECT_EQ(refusal(start + R"({"a":["pass"]}})"), "cases.a: not an outcome and a margin");
  EXPECT_EQ(refusal(start + R"([]})"), "cases: not an object");
}

TEST_F(HistoryFile, ALineWithoutItsEndIsEnded) {
  append_history(run("1", Outcome::pass, 1.0), file());
  const std::string text = text_of(file());
  test_files::write_file(file(), text.substr(0, text.size() - 1));
  append_history(run("2", Outcome::pass, 1.0), file());
  EXPECT_EQ(read().at("llvmpipe").size(), 2u);
}

/// Of any length, and whatever the machine left there.
TEST_F(HistoryFile, ATornLastLineIsSkippedAndReplaced) {
  append_history(run("1", Outcome::pass, 1.0), file());
  const std::string whole = text_of(file());
  const std::string torn_lines[] = {
      "{",    whole.substr(0, whole.size() - 2), std::string(5000, '\0'), "{\"a\": \"" + std::string(200000, 'x'),
      "\xc3", whole.substr(0, 40) + "\r"};
  for (const std::string& torn_line : torn_lines) {
    test_files::write_file(file(), whole + torn_line);
    std::string torn;
    EXPECT_EQ(regress::read_history(file(), "suite.json", &torn).at("llvmpipe").size(), 1u);
    EXPECT_EQ(torn, file().string() +
                        ":2: ends early, as of a run that was killed; it is skipped, and this run's line "
                        "takes its place");
    EXPECT_EQ(text_of(file()), whole + torn_line) << "reading changes nothing";
    append_history(run("2", Outcome::pass, 1.0), file());
    EXPECT_EQ(text_of(file()).substr(0, whole.size()), whole);
    EXPECT_EQ(read().at("llvmpipe").size(), 2u);
  }
  test_files::write_file(file(), std::string("{\"sch"));
  append_history(run("1", Outcome::pass, 1.0), file());
  EXPECT_EQ(text_of(file()), whole);
}

TEST_F(HistoryFile, RunsAtTheSameTimeDoNotMixLines) {
  std::vector<std::thread> threads;
  SuiteResult result = suite_result(200);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) append_history(result, file());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(read().at("llvmpipe").size(), 20u);
}

TEST_F(HistoryFile, WhatIsNoFileIsRefused) {
  const auto refused = [&](const std::filesystem::path& path) {
    std::string torn;
    EXPECT_NE(error_of<files::Error>([&] { regress::read_history(path, "suite.json", &torn); }), "") << path;
    EXPECT_NE(error_of<files::Error>([&] { append_history(suite_result(1), path); }), "") << path;
  };
  refused(folder_.path());
  refused("/dev/null");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  refused(folder_ / "pipe");
  EXPECT_NE(error_of<files::Error>([&] { append_history(suite_result(1), folder_ / "none/a.jsonl"); }), "");
}

}  // namespace
}  // namespace regress_test
