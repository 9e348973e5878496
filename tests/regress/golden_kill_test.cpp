// SPDX-License-Identifier: MIT
// Tests of runs that are killed while they replace goldens.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>
#include <set>

#include "regress/fixtures.h"
#include "regress/golden_store.h"

namespace {

/// Renames that this process still makes; it is killed where the next one would be. Negative: no limit.
int renames_left = -1;

}  // namespace

/// The C library's, which std::filesystem calls: of two functions of that name the program's own is taken.
extern "C" int rename(const char* from, const char* to) noexcept {
  if (renames_left == 0) ::raise(SIGKILL);
  if (renames_left > 0) --renames_left;
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

namespace regress_test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWidth = 64, kHeight = 32;
constexpr int kGoldens = 12;
constexpr int kOldShade = 10, kNewShade = 200;

std::string name_of(int golden) {
  return "group-" + std::to_string(golden % 3) + "/golden-" + std::to_string(golden) + ".png";
}

/// Waits for `child`, which is killed, and didn't end by itself.
void expect_killed(pid_t child) {
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended with status " << status;
}

/// Killed after so many `renames` of the commit; negative: not killed.
void replace_all(const fs::path& folder, int shade, int renames = -1) {
  const std::vector<std::byte> rgba(std::size_t{4} * kWidth * kHeight, std::byte(shade));
  regress::GoldenStore store(folder);
  for (int i = 0; i < kGoldens; ++i) store.stage(name_of(i), "", rgba, kWidth, kHeight);
  renames_left = renames;
  store.commit();
}

/// Never returns: replaces the goldens by the new ones and back, without end.
[[noreturn]] void replace_for_ever(const fs::path& folder) {
  try {
    for (;;) {
      replace_all(folder, kNewShade);
      replace_all(folder, kOldShade);
    }
  } catch (...) {
    ::_exit(1);
  }
}

class GoldenKill : public FolderTest {
 protected:
  GoldenKill() {
    for (const int shade : {kOldShade, kNewShade}) {
      const fs::path folder = folder_ / std::to_string(shade);
      replace_all(folder, shade);
      whole_.insert(test_files::read_file(folder / name_of(0)));
    }
    replace_all(goldens(), kOldShade);
  }
  fs::path goldens() const { return folder_ / "goldens"; }

  /// Every golden is one or the other, whole, and nothing else is among them but what is staged. How many are new.
  int new_ones() const {
    int count = 0;
    for (int i = 0; i < kGoldens; ++i) {
      const test_files::Bytes bytes = test_files::read_file(goldens() / name_of(i));
      EXPECT_TRUE(whole_.contains(bytes)) << name_of(i) << " is a file of " << bytes.size() << " bytes";
      count += bytes == test_files::read_file(folder_ / std::to_string(kNewShade) / name_of(i));
    }
    int files = 0;
    for (fs::recursive_directory_iterator entry(goldens()), end; entry != end; ++entry) {
      if (entry->path().filename().string().starts_with(".staging.")) entry.disable_recursion_pending();
      files += entry->is_regular_file();
    }
    EXPECT_EQ(files, kGoldens);
    return count;
  }

  std::set<test_files::Bytes> whole_;
};

TEST_F(GoldenKill, AmongTheRenamesTheFirstAreNew) {
  for (int renames = 0; renames < kGoldens; ++renames) {
    replace_all(goldens(), kOldShade);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      replace_all(goldens(), kNewShade, renames);
      ::_exit(1);
    }
    expect_killed(child);
    EXPECT_EQ(new_ones(), renames);
  }
  replace_all(goldens(), kNewShade);  // what a killed run left behind is in nobody's way
  EXPECT_EQ(new_ones(), kGoldens);
}

TEST_F(GoldenKill, AtAnyTimeEveryGoldenIsOldOrNew) {
  constexpr int kRounds = 40;
  const auto start = std::chrono::steady_clock::now();
  replace_all(goldens(), kOldShade);
  const std::chrono::duration<double, std::micro> once = std::chrono::steady_clock::now() - start;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> delay_us(0.0, 3.0 * once.count());
  for (int round = 0; round < kRounds; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) replace_for_ever(goldens());
    ::usleep(static_cast<useconds_t>(delay_us(random)));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    expect_killed(child);
    new_ones();
  }
}

TEST_F(GoldenKill, AStagingFolderLeftBehindIsInNobodysWay) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    regress::GoldenStore store(goldens());
    store.stage("half.png", "", std::vector<std::byte>(4), 1, 1);
    ::raise(SIGKILL);
  }
  expect_killed(child);
  EXPECT_EQ(new_ones(), 0);
  EXPECT_EQ(regress::GoldenStore(goldens()).unused({}).size(), std::size_t{kGoldens});
  replace_all(goldens(), kNewShade);
  EXPECT_EQ(new_ones(), kGoldens);
  for (const auto& entry : fs::directory_iterator(goldens())) {
    EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path() << " is left";
  }
}

}  // namespace
}  // namespace regress_test
