// SPDX-License-Identifier: MIT
// Tests of temporaries: of programs that are interrupted, killed, or still running.
#include "files/temporary.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <system_error>

#include "files/atomic_file.h"
#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

namespace fs = std::filesystem;

class Temporary : public FolderTest {
 protected:
  /// A process with a temporary file and a temporary folder that isn't empty; it waits for a signal.
  pid_t start_owner(bool is_careful, std::size_t others = 0) const {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) own(is_careful, ready[1]);
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    EXPECT_EQ(folder_.file_count(), 2u + others) << "a file, and another in a folder";
    return child;
  }

  static int status_of(pid_t child, int signal) {
    EXPECT_EQ(::kill(child, signal), 0);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
  }

  bool is_empty() const { return fs::is_empty(folder_.path()); }

 private:
  [[noreturn]] void own(bool is_careful, int ready) const {
    ::signal(SIGINT, SIG_DFL);  // which shells have their background's programs ignore
    if (is_careful) files::end_on_signals();
    try {
      files::AtomicFile file(folder_ / "a.txt");
      const files::Temporary folder(files::Temporary::Kind::folder, folder_.path(), "staging");
      write_file(folder.path() / "inside", std::string("x"));
      file.write("half");
      if (::write(ready, "x", 1) == 1) ::alarm(60);
      for (;;) ::pause();
    } catch (...) {
    }
    ::_exit(1);
  }
};

TEST_F(Temporary, GoesWithASignal) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const int status = status_of(start_owner(true), signal);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_TRUE(is_empty());
  }
}

/// Between making a folder and locking it, a process that begins may take it for left behind.
TEST_F(Temporary, FoldersAreMadeWhileOtherProcessesLookForLeftBehindOnes) {
  constexpr int kFolders = 1500;
  const pid_t maker = ::fork();
  if (maker == 0) {
    int made = 0;
    try {
      for (; made < kFolders; ++made) {
        const files::Temporary folder(files::Temporary::Kind::folder, folder_.path(), "mine");
        if (!fs::is_directory(folder.path())) break;
      }
    } catch (...) {
    }
    ::_exit(made == kFolders ? 0 : 1);
  }
  int status = 0;
  do {
    const pid_t searcher = ::fork();
    if (searcher == 0) {
      { const files::Temporary file(files::Temporary::Kind::file, folder_.path(), "other"); }
      ::_exit(0);
    }
    EXPECT_EQ(::waitpid(searcher, nullptr, 0), searcher);
  } while (::waitpid(maker, &status, WNOHANG) == 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(is_empty());
}

TEST_F(Temporary, OfAKilledProcessIsRemovedByTheNextAndOfARunningOneNot) {
  EXPECT_TRUE(WIFSIGNALED(status_of(start_owner(false), SIGKILL)));
  EXPECT_EQ(folder_.file_count(), 2u) << "left behind";
  write_file(folder_ / ".b.txt.photopic-longer1", std::string("another's"));
  write_file(folder_ / "b.txt.photopic-abc123", std::string("another's"));
  const pid_t running = start_owner(false, 2);
  EXPECT_EQ(folder_.file_count(), 4u) << "the running one's two, and another's two";
  { const files::Temporary mine(files::Temporary::Kind::file, folder_.path(), "mine"); }
  EXPECT_EQ(folder_.file_count(), 4u);
  status_of(running, SIGKILL);
}

TEST_F(Temporary, TakesItsPlaceAtOnce) {
  write_file(folder_ / "a", std::string("old"));
  {
    files::Temporary file(files::Temporary::Kind::file, folder_.path(), std::string(300, 'n'));
    EXPECT_EQ(file.path().filename().string().front(), '.');
    EXPECT_EQ(::write(file.descriptor(), "new", 3), 3);
    file.rename_to(folder_ / "a");
  }
  EXPECT_EQ(read_file(folder_ / "a"), (Bytes{'n', 'e', 'w'}));
  EXPECT_EQ(folder_.file_count(), 1u);
  EXPECT_THROW(files::Temporary(files::Temporary::Kind::folder, folder_ / "none", "x"), std::system_error);
}

TEST(TemporaryWords, ControlCharactersAreWritten) {
  EXPECT_EQ(files::printable("a\nb\tc\x1b[31m\x7f \xc2\x9b \xc3\xa4 \\n"),
            "a\\nb\\tc\\x1b[31m\\x7f \\x9b \xc3\xa4 \\n");
  EXPECT_EQ(files::printable("\xc2"), "\xc2");
  // Marks of direction and separators of lines; not their neighbours, nor the joiner of letters.
  EXPECT_EQ(files::printable("a\xe2\x80\xaegnp.exe"), "a\\u202egnp.exe");
  EXPECT_EQ(files::printable("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xa8\xe2\x80\xaa\xe2\x81\xa6\xe2\x81\xa9"),
            "\\u061c\\u200e\\u200f\\u2028\\u202a\\u2066\\u2069");
  const std::string others = "\xd8\x9b \xe2\x80\x8d \xe2\x80\xa7 \xe2\x80\xaf \xe2\x81\xa5 \xe2\x81\xaa \xe2\x82\xae";
  EXPECT_EQ(files::printable(others), others);
  EXPECT_EQ(files::printable("\xe2\x80"), "\xe2\x80");
  EXPECT_EQ(std::string(files::Error("a\nb: pass", "no\nreason\n").what()), "a\\nb: pass: no reason");
}

}  // namespace
}  // namespace io_test
