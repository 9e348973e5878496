// SPDX-License-Identifier: MIT
// Tests of locks of output folders: of runs at the same time, ended, killed, and of shards.
#include "files/output_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

using files::OutputFolder;

class OutputFolders : public FolderTest {
 protected:
  std::filesystem::path out() const { return folder_ / "results" / "out"; }
  std::filesystem::path lock() const { return out() / ".photopic.lock"; }
  /// A process that holds the folder and waits for a signal.
  pid_t start_owner() const {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGHUP, SIG_DFL);
      files::end_on_signals();
      try {
        const OutputFolder output(out());
        if (::write(ready[1], "x", 1) == 1) ::alarm(60);
        for (;;) ::pause();
      } catch (...) {
      }
      ::_exit(1);
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    return child;
  }
  static void end(pid_t child, int signal) {
    EXPECT_EQ(::kill(child, signal), 0);
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  }
};

TEST_F(OutputFolders, ARunningOneRefusesOthersByItsProcess) {
  const pid_t owner = start_owner();
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  const std::string expected =
      "is being written by process " + std::to_string(owner) + " on " + host + ": wait for it, or name another folder";
  for (const OutputFolder::Use use : {OutputFolder::Use::alone, OutputFolder::Use::shared}) {
    EXPECT_EQ(reason_of(out(), [&] { const OutputFolder other(out(), use); }), expected);
  }
  end(owner, SIGHUP);
  EXPECT_TRUE(std::filesystem::is_empty(out()));
  { const OutputFolder next(out()); }
  EXPECT_TRUE(std::filesystem::is_empty(out()));
}

TEST_F(OutputFolders, AKilledOneHoldsNothing) {
  end(start_owner(), SIGKILL);
  EXPECT_TRUE(std::filesystem::exists(lock())) << "left behind";
  {
    const OutputFolder next(out());
    const Bytes bytes = read_file(lock());
    const std::string text(bytes.begin(), bytes.end());
    EXPECT_EQ(text.find("process " + std::to_string(::getpid()) + " on "), 0u) << text;
  }
  EXPECT_TRUE(std::filesystem::is_empty(out()));
}

TEST_F(OutputFolders, ShardsShareAndTheLastOneRemovesTheLock) {
  std::optional<OutputFolder> first, second;
  first.emplace(out(), OutputFolder::Use::shared);
  second.emplace(out(), OutputFolder::Use::shared);
  EXPECT_THROW(OutputFolder{out()}, files::Error);
  first.reset();
  EXPECT_TRUE(std::filesystem::exists(lock()));
  EXPECT_THROW(OutputFolder{out()}, files::Error);
  second.reset();
  EXPECT_TRUE(std::filesystem::is_empty(out()));
}

TEST_F(OutputFolders, WhatCantBeOneIsNamed) {
  write_file(folder_ / "file", std::string("x"));
  EXPECT_NE(reason_of(folder_ / "file", [&] { const OutputFolder output(folder_ / "file"); }), "");
  std::filesystem::create_directories(lock());
  EXPECT_EQ(reason_of(lock(), [&] { const OutputFolder output(out()); }), "Is a directory");
}

}  // namespace
}  // namespace io_test
