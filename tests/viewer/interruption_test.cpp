// SPDX-License-Identifier: MIT
// Tests of runs without a window that a signal ends: what was written is complete.
#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "cli/cli_test.h"
#include "image_io/video/video.h"

namespace {

class Interrupted : public cli_test::CliTest {
 protected:
  /// Runs until there are frames in `out`, then sends the signal.
  cli_test::ProcessResult run_until(int signal, const std::string& video, const std::string& path = "/none") {
    cli_test::write_half_exr(folder_ / "picture.exr", 64, 48, cli_test::scene);
    const auto meanwhile = [this, signal](pid_t child) {
      for (int i = 0; i < 60000 && !std::filesystem::exists(folder_ / "out/frame.0002.png"); ++i) ::usleep(1000);
      ::kill(child, signal);
    };
    return run(
        {"--headless", "--scene", "picture.exr", "--frames", "1000000", "--fps", "10", "-o", "out", "--video", video},
        {.environment = {{"PATH", path}}, .meanwhile = meanwhile});
  }
  std::size_t frames_in_folder() {
    std::size_t count = 0;
    for (const std::string& name : names_in("out")) count += name.starts_with("frame.") ? 1 : 0;
    return count;
  }
};

TEST_F(Interrupted, CompletesWhatWasWritten) {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove_all(folder_ / "out");
    const cli_test::ProcessResult result = run_until(signal, "out.y4m");
    EXPECT_EQ(result.exit_code, 128 + signal);
    EXPECT_NE(result.err.find("stopped by a signal after "), std::string::npos) << result.err;
    const std::size_t frames = frames_in_folder();
    EXPECT_GE(frames, 3u);
    EXPECT_EQ(image_io::open_y4m(folder_ / "out.y4m")->frames(), frames);
    const auto table = cli_test::read_file(folder_ / "out" / "exposure.csv");
    EXPECT_EQ(std::size_t(std::count(table.begin(), table.end(), '\n')), frames + 1);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "contact_sheet.png"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "exposure.png"));
  }
}

/// A terminal sends Ctrl+C to all programs of a process group: ffmpeg has one of its own.
TEST_F(Interrupted, FfmpegGoesOn) {
  std::filesystem::create_directory(folder_ / "programs");
  cli_test::write_file(folder_ / "programs" / "ffmpeg",
                       "#!/bin/sh\nfor last; do :; done\nread x y z w group rest < /proc/self/stat\n"
                       "echo $group > group\n/bin/cat > \"$last\"\n");
  std::filesystem::permissions(folder_ / "programs" / "ffmpeg", std::filesystem::perms::owner_all);
  EXPECT_EQ(run_until(SIGINT, "out.mp4", (folder_ / "programs").string()).exit_code, 128 + SIGINT);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out.mp4"));
  const auto group = cli_test::read_file(folder_ / "group");
  EXPECT_NE(std::atoi(std::string(group.begin(), group.end()).c_str()), int(::getpgrp()));
}

}  // namespace
