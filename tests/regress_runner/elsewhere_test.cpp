// SPDX-License-Identifier: MIT
// Tests of photopic regress with pictures made elsewhere: folders, stored files, commands, retries.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>
#include <utility>

#include "files/output_folder.h"
#include "image_io/image_file.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

namespace fs = std::filesystem;
using cli_test::kInputError;
using regress::CaseResult;

class RegressElsewhere : public RigTest {
 protected:
  /// 16 x 8, a ramp; `shade` is that of one texel.
  void put(const std::string& file, int shade = 0) const {
    fs::create_directories((*this / file).parent_path());
    std::vector<std::byte> rgba;
    for (int i = 0; i < 16 * 8; ++i) {
      const int code = i == 50 ? shade : i;
      for (const int value : {code, 2 * code % 256, 255 - code, 255}) rgba.push_back(std::byte(value));
    }
    image_io::write_png(*this / file, 16, 8, rgba.data());
  }
  std::string folders(int exit_code, Arguments more, std::initializer_list<std::string> words = {}) {
    Arguments all = {"regress", "--shots", "shots", "--goldens", "goldens", "-o", "out", "--device", "llvmpipe"};
    all.insert(all.end(), more.begin(), more.end());
    const ProcessResult result = run(all);
    EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
    for (const std::string& word : words) EXPECT_NE(result.out.find(word), std::string::npos) << word << result.out;
    return result.out;
  }
  /// Not of one that has ended and that nobody has waited for.
  static bool is_alive(int process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return bool(status >> number >> name >> state) && state != "Z";
  }
  static Json shell(const std::string& script) { return Json::array({"sh", "-c", script, "sh", "{out}", "{case}"}); }
};

TEST_F(RegressElsewhere, FoldersNeedNoSuite) {
  for (const char* file : {"a.png", "ui/b.png", "c.png"}) put(std::string("shots/") + file, 50);
  for (const char* file : {"a.png", "ui/b.png"}) put(std::string("goldens/") + file, 50);
  put("goldens/c.png", 90);
  const std::string text =
      folders(kDifferences, {}, {"FAIL  c.png: differences", "pass  ui/b.png", "3 cases, 1 failed"});
  const regress::SuiteResult all = results();
  ASSERT_EQ(all.cases.size(), 3u);
  const CaseResult& failing = all.cases[1];
  EXPECT_EQ(failing.name, "c.png");
  EXPECT_EQ(failing.accept_as, "c.png");
  EXPECT_EQ(cli_test::read_file(*this / "out" / failing.picture), cli_test::read_file(*this / "shots/c.png"))
      << "the very file";
  EXPECT_TRUE(fs::exists(*this / "out/report.html"));
  EXPECT_TRUE(fs::exists(*this / "out/junit.xml"));
  folders(kPass, {"--filter", "ui/*"}, {"1 case, 0 failed"});
  folders(kPass, {"--rules", R"({"max_delta": 80})"}, {"3 cases, 0 failed"});
}

TEST_F(RegressElsewhere, QuietIsWhatFailsAndTheLastLine) {
  for (const char* file : {"shots/a.png", "shots/b.png", "goldens/a.png", "goldens/b.png"}) put(file);
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const std::string passing = folders(kPass, {"--quiet"}, {"2 cases, 0 failed, "});
  EXPECT_EQ(lines(passing), 1) << passing;
  put("shots/b.png", 9);
  const std::string failing = folders(kDifferences, {"-q"}, {"FAIL  b.png: differences\n", "2 cases, 1 failed, "});
  EXPECT_EQ(lines(failing), 3) << failing;
}

TEST_F(RegressElsewhere, NothingIsExposedOrToneMapped) {
  const auto texel = [](std::uint32_t x, std::uint32_t y) {
    return cli_test::Rgb{float(x) * 100.0f, float(y) * 0.001f, 1.0f};
  };
  for (const char* folder : {"shots", "goldens"}) {
    fs::create_directory(*this / folder);
    cli_test::write_float_exr(*this / folder / "hdr.exr", 16, 8, texel);
  }
  folders(kPass, {});
  cli_test::write_float_exr(*this / "shots/hdr.exr", 16, 8, [&](std::uint32_t x, std::uint32_t y) {
    cli_test::Rgb rgb = texel(x, y);
    if (x == 3 && y == 3) rgb.r += 0.25f;
    return rgb;
  });
  folders(kDifferences, {});
  const CaseResult result = results().cases[0];
  EXPECT_EQ(result.picture, "pictures/hdr.exr.picture.exr");
  EXPECT_EQ(result.actual, "pictures/hdr.exr.actual.png");
  const auto error = std::find_if(result.scores.begin(), result.scores.end(),
                                  [](const auto& score) { return score.first == "rgb_max_abs"; });
  ASSERT_NE(error, result.scores.end());
  EXPECT_EQ(error->second, 0.25);
}

TEST_F(RegressElsewhere, PicturesOfOtherFormatsAreKeptAsTheyAre) {
  for (const char* folder : {"shots", "goldens"}) {
    fs::create_directory(*this / folder);
    std::vector<unsigned char> tga = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 8, 0, 24, 0x20};
    for (int i = 0; i < 16 * 8 * 3; ++i) tga.push_back(static_cast<unsigned char>(i));
    cli_test::write_file(*this / folder / "same.tga", tga);
    if (folder == std::string("goldens")) tga.back() = 200;
    cli_test::write_file(*this / folder / "ui.tga", tga);
  }
  folders(kDifferences, {}, {"pass  same.tga", "FAIL  ui.tga: differences"});
  const regress::SuiteResult all = results();
  const auto failing = std::find_if(all.cases.begin(), all.cases.end(),
                                    [](const CaseResult& result) { return result.name == "ui.tga"; });
  ASSERT_NE(failing, all.cases.end());
  EXPECT_EQ(failing->picture, "pictures/ui.tga.picture.tga");
  EXPECT_EQ(failing->actual, "pictures/ui.tga.actual.png");
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass);
  folders(kPass, {});
}

TEST_F(RegressElsewhere, AnotherEncodingIsRefusedAndMayBeAccepted) {
  const std::vector<std::byte> rgba = [] {
    std::vector<std::byte> ramp;
    for (int i = 0; i < 16 * 8 * 4; ++i) ramp.push_back(std::byte(i));
    return ramp;
  }();
  for (const char* folder : {"shots", "goldens"}) {
    fs::create_directory(*this / folder);
    image_io::CodeFormat format;
    if (folder == std::string("shots")) format.color.cicp = image_io::kCicpDisplayP3;
    const auto writer = image_io::create_png(*this / folder / "a.png", 16, 8, format);
    writer->write_rows(8, rgba.data());
    writer->finish();
  }
  const std::string words = "goldens/a.png is encoded as sRGB (no cICP), shots/a.png as Display P3 (cICP 12/13/0/1)";
  folders(kMismatch, {}, {"FAIL  a.png: mismatch: " + words});
  folders(kPass, {"--ignore-encoding"}, {"pass  a.png"});
  folders(kMismatch, {});
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass) << "a picture of the new encoding is a good one";
  folders(kPass, {});
}

TEST_F(RegressElsewhere, OfAnotherSizeTheDifferenceIsShownAll) {
  put("goldens/a.png");
  const std::vector<std::byte> rgba(4 * 20 * 6, std::byte{9});
  fs::create_directory(*this / "shots");
  std::vector<std::byte> other = rgba;
  other[0] = std::byte{77};  // not blank
  image_io::write_png(*this / "shots/a.png", 20, 6, other.data());
  folders(kMismatch, {},
          {"FAIL  a.png: mismatch: the reference has 16 x 8, RGB, 8 bits, the test 20 x 6, RGB, 8 bits"});
  const CaseResult one = results().cases[0];
  EXPECT_EQ(std::pair(one.width, one.height), std::pair(20u, 6u));
  EXPECT_EQ(std::pair(one.golden_width, one.golden_height), std::pair(16u, 8u));
  ASSERT_EQ(one.maps.size(), 1u);
  EXPECT_EQ(one.maps[0].first, "abs");
  const cli_test::Picture map = cli_test::read_picture(*this / "out" / one.maps[0].second);
  EXPECT_EQ(std::pair(map.width, map.height), std::pair(20u, 8u));
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass);
  folders(kPass, {});
  folders(kPass, {"--artifacts", "never"});
}

TEST_F(RegressElsewhere, MissingUnusedAndBadFilesOfFolders) {
  put("shots/a.png");
  put("shots/new.png");
  put("goldens/a.png");
  put("goldens/old.png");
  put("goldens/a@nvidia.png");
  cli_test::write_file(*this / "shots/bad.png", std::string("no picture"));
  put("goldens/bad.png");
  folders(kError, {},
          {"FAIL  bad.png: error: ", "FAIL  new.png: no-golden: there is no golden goldens/new.png",
           "FAIL  old.png: no case has this golden", "FAIL  a@nvidia.png: no case has this golden"});
  const std::string text =
      folders(kNoGolden, {"--filter", "a.png", "--device-class", "nvidia"}, {"FAIL  old.png: no case has this golden"});
  EXPECT_EQ(text.find("a@nvidia.png"), std::string::npos) << "it is that class's";
}

/// Of a line feed, a byte that isn't UTF-8, and 211 bytes; the rest is judged and reported.
TEST_F(RegressElsewhere, ABadNameIsAnErrorOfItsCaseAlone) {
  const std::string too_long(207, 'n'), longest = std::string(196, 'm');
  for (const std::string& name : {std::string("ok"), std::string("line\nfeed"), std::string("latin \xe9"), too_long}) {
    put("shots/" + name + ".png");
  }
  put("shots/" + longest + ".png", 9);
  put("goldens/ok.png");
  put("goldens/" + longest + ".png");
  put("goldens/line\nfeed.png");
  const std::string text =
      folders(kError, {"--code-quality", "quality.json"},
              {"FAIL  line\\nfeed.png: error: its name has a control character\n",
               "FAIL  latin \\xe9.png: error: its name isn't UTF-8\n",
               ".png: error: its name has a part of 211 bytes; the limit is 200\n", "pass  ok.png\n",
               "FAIL  " + longest + ".png: differences\n", "5 cases, 4 failed, 0 unused goldens"});
  EXPECT_EQ(results().cases.size(), 5u);
  for (const char* file : {"out/report.html", "out/junit.xml", "quality.json"}) {
    EXPECT_TRUE(fs::exists(*this / file)) << file;
  }
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass) << "of the case that differs";
  EXPECT_EQ(cli_test::read_file(*this / "goldens" / (longest + ".png")),
            cli_test::read_file(*this / "shots" / (longest + ".png")));
}

TEST_F(RegressElsewhere, UsageErrorsOfFolders) {
  put("shots/a.png");
  const auto refuse = [&](Arguments arguments, const std::string& words) {
    arguments.insert(arguments.begin(), "regress");
    expect_error(kInputError, arguments, {words});
  };
  refuse({"--shots", "shots"}, "--shots: --goldens DIR is missing");
  refuse({"--shots", "shots", "--goldens", "./shots"}, "--shots and --goldens are one folder");
  refuse({"suite.json", "--shots", "shots", "--goldens", "goldens"}, "--shots doesn't go with SUITE");
  refuse({"--shots", "shots", "--goldens", "goldens", "--update", "all", "--force"}, "'photopic accept'");
  refuse({"--shots", "shots", "--goldens", "goldens", "--methods", "pyramid,single-pass"}, "nothing is rendered");
  refuse({"--shots", "none", "--goldens", "goldens"}, "none: No such file or directory");
}

TEST_F(RegressElsewhere, SuitesMixRenderedStoredAndMade) {
  put("shot.png", 5);
  put("made.png", 7);
  write_suite({test_case("rendered"), test_case("stored", {{"test", "shot.png"}}),
               test_case("made", {{"command", shell("echo working; cp made.png \"$1\"")}})});
  expect(kPass, {"--update", "all", "--allow-commands"});
  EXPECT_EQ(cli_test::read_file(*this / "goldens/stored.png"), cli_test::read_file(*this / "shot.png"));
  EXPECT_EQ(cli_test::read_file(*this / "goldens/made.png"), cli_test::read_file(*this / "made.png"));
  expect(kPass, {"--allow-commands", "-o", "out"}, {"3 cases, 0 failed"});
  EXPECT_EQ(results().cases[2].output, "working\n");
  put("made.png", 8);
  expect(kDifferences, {"--allow-commands", "-o", "out"}, {"FAIL  made: differences"});
  expect(kError, {}, {"suite.json:", ": made: command: programs are run with --allow-commands only"});
  expect(kPass, {"--methods", "pyramid,single-pass", "--rules", R"({"max_delta": 255})"}, {"1 case, 0 failed"});
}

TEST_F(RegressElsewhere, GoldensOfOtherNamesInASharedFolder) {
  for (const char* file : {"shot.png", "goldens/old name.png", "goldens/another's.png"}) put(file, 5);
  Json suite = {{"version", 1},
                {"goldens", "goldens"},
                {"cases", Json::array({{{"name", "a"}, {"test", "shot.png"}, {"golden_file", "old name.png"}}})}};
  const auto write = [&] { cli_test::write_file(*this / "suite.json", suite.dump(1)); };
  write();
  expect(kNoGolden, {}, {"pass  a\n", "FAIL  another's.png: no case has this golden"});
  suite["shares_goldens"] = true;
  write();
  const std::string passing = expect(kPass, {"-o", "goldens/out"}, {"1 case, 0 failed, 0 unused"});
  EXPECT_EQ(passing.find("photopic accept"), std::string::npos);
  put("shot.png", 8);
  expect(kDifferences, {"-o", "out"}, {"if the pictures are right: photopic accept out/results.json\n"});
  expect(kDifferences, {"-o", "it's out"}, {"photopic accept 'it'\\''s out/results.json'\n"});
  EXPECT_EQ(results().cases[0].accept_as, "old name.png");
  cli_test::write_file(*this / "shot.png", std::string("no picture"));
  EXPECT_EQ(expect(kError, {"-o", "out"}).find("photopic accept"), std::string::npos) << "there is none";
}

TEST_F(RegressElsewhere, WhatCommandsAreGiven) {
  write_suite({test_case("tone/a", {{"command", shell("echo \"$2 $SEED\"; pwd; cat; ls no-such-file; exit 3")},
                                    {"environment", {{"SEED", "17"}}}})});
  expect(kError, {"--allow-commands", "-o", "out"}, {"FAIL  tone/a: error: sh: ended with exit code 3"});
  const std::string output = results().cases[0].output;
  EXPECT_TRUE(output.starts_with("tone/a 17\n" + fs::canonical(folder_.path()).string() + "\n")) << output;
  EXPECT_NE(output.find("no-such-file"), std::string::npos) << "stderr too";
}

TEST_F(RegressElsewhere, CommandsThatFail) {
  const auto fails = [&](const std::string& script, const std::string& reason) {
    write_suite({test_case("a", {{"command", shell(script)}, {"timeout_s", 0.5}})});
    expect(kError, {"--allow-commands"}, {"FAIL  a: error: sh: " + reason});
  };
  fails("kill -TERM $$", "was ended by the signal Terminated");
  fails("sleep 100", "took longer than 0.5 s and was stopped");
  fails("sleep 100 & sleep 100", "took longer than 0.5 s and was stopped");
  fails(":", "wrote no picture to {out}");
  write_suite({test_case("a", {{"command", Json::array({"./none", "{out}"})}})});
  expect(kError, {"--allow-commands"}, {"FAIL  a: error: ./none: can't be run: No such file or directory"});
  write_suite({test_case("a", {{"command", shell("echo x > \"$1\"")}})});
  expect(kError, {"--allow-commands"}, {"picture.png: "});
}

TEST_F(RegressElsewhere, OutputIsBounded) {
  write_suite({test_case("a", {{"command", shell("yes | head -c 1000000; echo end; exit 1")}})});
  expect(kError, {"--allow-commands", "-o", "out"});
  const std::string output = results().cases[0].output;
  EXPECT_EQ(output.size(), 8192u);
  EXPECT_TRUE(output.ends_with("y\nend\n"));
}

TEST_F(RegressElsewhere, FlakyCasesAreTriedAgain) {
  put("good.png", 5);
  put("bad.png", 9);
  // The third run is the first whose picture is right.
  const std::string script =
      "echo >> runs; if [ $(wc -l < runs) -lt 3 ]; then cp bad.png \"$1\"; else cp good.png "
      "\"$1\"; fi; wc -l < runs";
  const auto flaky = [&](int retries) {
    fs::remove(*this / "runs");
    write_suite({test_case("a", {{"command", shell(script)}, {"retries", retries}}),
                 test_case("b", {{"command", shell("cp good.png \"$1\"")}, {"retries", retries}})});
  };
  put("goldens/a.png", 5);
  put("goldens/b.png", 5);
  flaky(2);
  expect(kPass, {"--allow-commands", "-o", "out"},
         {"pass  a (flaky: passes at attempt 3)", "pass  b\n", "2 cases, 0 failed, 1 flaky, "});
  regress::SuiteResult all = results();
  ASSERT_EQ(all.cases[0].attempts.size(), 2u);
  EXPECT_TRUE(regress::is_flaky(all.cases[0]));
  EXPECT_EQ(all.cases[0].attempts[1].outcome, compare::Outcome::differences);
  EXPECT_EQ(all.cases[0].attempts[1].output, "2\n");
  EXPECT_EQ(all.cases[0].attempts[1].actual, "pictures/a.retry-1.actual.png");
  EXPECT_TRUE(fs::exists(*this / "out/pictures/a.retry-1.actual.png"));
  EXPECT_EQ(all.cases[0].actual, "pictures/a.retry-2.actual.png") << "what passed is shown beside what failed";
  EXPECT_TRUE(all.cases[1].attempts.empty());
  flaky(1);
  expect(kDifferences, {"--allow-commands", "-o", "out"}, {"FAIL  a: differences"});
  all = results();
  EXPECT_EQ(all.cases[0].attempts.size(), 1u);
  EXPECT_FALSE(regress::is_flaky(all.cases[0]));
}

TEST_F(RegressElsewhere, CommandsCanBeCalibrated) {
  put("even.png", 5);
  put("odd.png", 9);
  const std::string script =
      "echo >> runs; if [ $(($(wc -l < runs) % 2)) = 0 ]; then cp even.png \"$1\"; else cp "
      "odd.png \"$1\"; fi";
  write_suite({test_case("a", {{"command", shell(script)}})});
  expect(kPass, {"--allow-commands", "--calibrate", "3"}, {"a: max delta 8, 1 pixels"});
}

/// With all that it began, and with the folder for its picture.
TEST_F(RegressElsewhere, ACommandEndsWithItsRun) {
  write_suite({test_case("a", {{"command", shell("sleep 100 & echo $! > process; wait")}})});
  fs::create_directory(*this / "temporary");
  const auto is_running = [&] {
    if (!fs::exists(*this / "process")) return false;
    const cli_test::Bytes bytes = cli_test::read_file(*this / "process");
    const int process = std::atoi(std::string(bytes.begin(), bytes.end()).c_str());
    return process > 0 && is_alive(process);
  };
  for (const auto& [signal, disposition] : {std::pair(SIGINT, SIG_DFL), std::pair(SIGINT, SIG_IGN),
                                            std::pair(SIGHUP, SIG_DFL), std::pair(SIGTERM, SIG_DFL)}) {
    SCOPED_TRACE(signal);
    const auto before = std::signal(signal, disposition);  // scripts start programs in the background without SIGINT
    const ProcessResult result =
        run({"regress", "suite.json", "--device", "llvmpipe", "--allow-commands"},
            {.environment = {{"TMPDIR", (*this / "temporary").string()}}, .meanwhile = [&](pid_t runner) {
               while (!is_running()) {
                 std::this_thread::sleep_for(std::chrono::milliseconds(10));
               }
               EXPECT_EQ(names_in("temporary").size(), 1u);
               ::kill(runner, signal);
             }});
    EXPECT_EQ(result.exit_code, 128 + signal);
    EXPECT_FALSE(is_running()) << "the run has waited for it";
    EXPECT_EQ(names_in("temporary"), std::vector<std::string>{});
    fs::remove(*this / "process");
    std::signal(signal, before);
  }
}

TEST_F(RegressElsewhere, ASecondRunIntoTheSameFolderIsRefused) {
  for (const char* folder : {"shots", "goldens"}) put(std::string(folder) + "/a.png", 50);
  {
    const files::OutputFolder other(*this / "out");
    Arguments all = {"regress", "--shots", "shots", "--goldens", "goldens", "-o", "out", "--device", "llvmpipe"};
    expect_error(kInputError, all, {"out: is being written by process " + std::to_string(::getpid()) + " on "});
    EXPECT_EQ(names_in("out"), std::vector<std::string>{".photopic.lock"});
  }
  folders(kPass, {});
  for (const std::string& name : names_in("out")) EXPECT_FALSE(name.starts_with('.')) << name;
}

TEST_F(RegressElsewhere, AMissingFolderForTemporariesIsNamed) {
  write_suite({test_case("a", {{"command", shell("exit 0")}})});
  const ProcessResult result = run({"regress", "suite.json", "--device", "llvmpipe", "--allow-commands"},
                                   {.environment = {{"TMPDIR", (*this / "none").string()}}});
  EXPECT_EQ(result.exit_code, kError);
  EXPECT_NE(result.out.find("FAIL  a: error: " + (*this / "none").string() +
                            ": No such file or directory; programs write pictures there: set TMPDIR"),
            std::string::npos)
      << result.out;
}

}  // namespace
}  // namespace regress_runner_test
