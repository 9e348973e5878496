// SPDX-License-Identifier: MIT
// Tests of output that can't be written: one line names the file and the reason; no part of it is left, and what was
// there stays.
#include <unistd.h>

#include <csignal>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

constexpr std::uint64_t kFileLimit = 6000;  ///< bytes; less than any output below

class OutputError : public CliTest {
 protected:
  OutputError() { write_half_exr(folder_ / "in.1.exr", 200, 100, scene); }

  static std::vector<Arguments> folder_commands(const std::string& folder) {
    return {{"sequence", "in.#.exr", "-o", folder},
            {"pan", "in.1.exr", "-o", folder, "--frames", "1", "--size", "160x90"}};
  }
};

TEST_F(OutputError, FolderOfAFileIsMissingOrNoFolder) {
  for (const char* extension : {"png", "exr"}) {
    const std::string name = std::string("no/out.") + extension;
    expect_error(kInputError, {"develop", "in.1.exr", "-o", name}, {name, "No such file or directory"});
    const std::string inside = std::string("in.1.exr/out.") + extension;
    expect_error(kInputError, {"develop", "in.1.exr", "-o", inside}, {inside, "Not a directory"});
    expect_error(kInputError, {"develop", "in.1.exr", "-o", std::string("/proc/out.") + extension}, {"/proc/out."});
  }
  EXPECT_EQ(names_in(), std::vector<std::string>{"in.1.exr"});
}

TEST_F(OutputError, OutputIsAFolder) {
  std::filesystem::create_directory(folder_ / "out.png");
  expect_error(kInputError, {"develop", "in.1.exr", "-o", "out.png"}, {"out.png: Is a directory"});
  EXPECT_EQ(names_in("out.png"), std::vector<std::string>{});
  EXPECT_EQ(names_in(), (std::vector<std::string>{"in.1.exr", "out.png"}));
}

TEST_F(OutputError, FolderCannotBeMade) {
  for (const char* folder : {"in.1.exr", "in.1.exr/out", "/proc/out", "/dev/full"}) {
    for (const Arguments& arguments : folder_commands(folder)) {
      expect_error(kInputError, arguments, {std::string(folder) + ": "});
    }
  }
  EXPECT_EQ(names_in(), std::vector<std::string>{"in.1.exr"});
}

TEST_F(OutputError, FolderIsMadeWithItsParents) {
  for (const Arguments& arguments : folder_commands("new/deep folder")) output_of(arguments);
  EXPECT_GE(names_in("new/deep folder").size(), 4u);
}

TEST_F(OutputError, FolderIsReadOnly) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is read-only for root; /proc stands for it above";
  using std::filesystem::perms;
  std::filesystem::create_directory(folder_ / "out");
  std::filesystem::permissions(folder_ / "out", perms::owner_read | perms::owner_exec);
  for (const Arguments& arguments : folder_commands("out")) expect_error(kInputError, arguments, {"denied"});
  expect_error(kInputError, {"develop", "in.1.exr", "-o", "out/out.png"}, {"out/out.png: Permission denied"});
  std::filesystem::permissions(folder_ / "out", perms::owner_all);
  EXPECT_EQ(names_in("out"), std::vector<std::string>{});
}

TEST_F(OutputError, FileSizeLimit) {
  const ProcessOptions limited = {.file_size_limit = kFileLimit};
  for (const char* name : {"out.png", "out.exr"}) {
    const ProcessResult result = run({"develop", "in.1.exr", "-o", name}, limited);
    expect_error(result, kInputError, {name, "File too large"});
  }
  EXPECT_EQ(names_in(), std::vector<std::string>{"in.1.exr"});
  for (const Arguments& arguments : folder_commands("out")) {
    const ProcessResult result = run(arguments, limited);
    expect_error(result, kInputError, {"out/frame.", "File too large"});
    EXPECT_EQ(names_in("out"), std::vector<std::string>{});
  }
}

TEST_F(OutputError, AGoodFileSurvivesAFailedRun) {
  const Bytes old = {'o', 'l', 'd'};
  std::filesystem::create_directory(folder_ / "out");
  for (const char* name : {"out.png", "out.exr", "out/frame.1.png", "out/frame.0000.png", "out/exposure.csv"}) {
    write_file(folder_ / name, old);
  }
  const auto before = names_in("out");
  const ProcessOptions limited = {.file_size_limit = kFileLimit};
  EXPECT_EQ(run({"develop", "in.1.exr", "-o", "out.png"}, limited).exit_code, kInputError);
  EXPECT_EQ(run({"develop", "in.1.exr", "-o", "out.exr"}, limited).exit_code, kInputError);
  for (const Arguments& arguments : folder_commands("out")) EXPECT_EQ(run(arguments, limited).exit_code, kInputError);
  for (const char* name : {"out.png", "out.exr", "out/frame.1.png", "out/frame.0000.png", "out/exposure.csv"}) {
    EXPECT_EQ(read_file(folder_ / name), old) << name;
  }
  EXPECT_EQ(names_in("out"), before);
  EXPECT_EQ(names_in(), (std::vector<std::string>{"in.1.exr", "out", "out.exr", "out.png"}));

  output_of({"develop", "in.1.exr", "-o", "out.png"});
  EXPECT_EQ(read_codes(folder_ / "out.png").size(), 200u * 100u) << "a good run replaces it";
}

TEST_F(OutputError, FullDisk) {
  for (const char* name : {"full.png", "full.exr"}) {
    std::filesystem::create_symlink("/dev/full", folder_ / name);
    expect_error(kInputError, {"develop", "in.1.exr", "-o", name}, {name, "No space left on device"});
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"full.exr", "full.png", "in.1.exr"}));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "full.png"));
}

TEST_F(OutputError, FullStandardOutput) {
  const ProcessOptions full = {.stdout_file = "/dev/full"};
  for (const Arguments& arguments :
       {Arguments{"meter", "in.1.exr"}, Arguments{"meter", "--json", "in.1.exr"}, Arguments{"devices"},
        Arguments{"--help"}, Arguments{"develop", "--help"}, Arguments{"develop", "--print-settings"}}) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    expect_error(run(arguments, full), kInputError, {"standard output", "No space left on device"});
  }
}

/// No file gets the number of a standard output that is closed.
TEST_F(OutputError, ClosedStandardOutput) {
  const ProcessOptions closed = {.has_no_stdout = true};
  for (const Arguments& arguments : {Arguments{"meter", "in.1.exr"}, Arguments{"develop", "--print-settings"}}) {
    expect_error(run(arguments, closed), kInputError, {"standard output", "Bad file descriptor"});
  }
  EXPECT_EQ(run({"develop", "in.1.exr", "-o", "out.png"}, closed).exit_code, 0);
  EXPECT_EQ(run({"develop", "in.1.exr", "-o", "expected.png"}).exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "out.png"), read_file(folder_ / "expected.png"));
}

TEST_F(OutputError, AnInterruptedRunKeepsWholeFilesAlone) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const ProcessOptions interrupted = {.meanwhile = [&](pid_t child) {
      for (int i = 0; i < 60000 && !std::filesystem::exists(folder_ / "out/frame.0001.png"); ++i) ::usleep(1000);
      ::kill(child, signal);
    }};
    const ProcessResult result =
        run({"pan", "in.1.exr", "-o", "out", "--frames", "1000000", "--size", "640x360"}, interrupted);
    EXPECT_EQ(result.exit_code, 128 + signal);
    for (const std::string& name : names_in("out")) EXPECT_TRUE(name.starts_with("frame.")) << name;
    EXPECT_EQ(read_codes(folder_ / "out/frame.0000.png").size(), 640u * 360u);
    std::filesystem::remove_all(folder_ / "out");
  }
}

}  // namespace
}  // namespace cli_test
