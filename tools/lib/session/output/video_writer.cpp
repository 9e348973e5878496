// SPDX-License-Identifier: MIT
// Planes of a video, and the process that codes them.
#include "session/output/video_writer.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <numeric>
#include <system_error>

#include "files/error.h"
#include "session/output/coded_picture.h"

extern char** environ;

namespace session {
namespace {

/// ITU-R BT.709-6, items 3.2, 3.3 and 4.6, of 8-bit R'G'B'.
struct Ycbcr {
  unsigned char y, cb, cr;
};
Ycbcr ycbcr_of(double r, double g, double b) {
  const double y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const auto code = [](double value) { return static_cast<unsigned char>(std::lround(value)); };
  return {code(16.0 + 219.0 / 255.0 * y), code(128.0 + 224.0 / 255.0 * (b - y) / 1.8556),
          code(128.0 + 224.0 / 255.0 * (r - y) / 1.5748)};
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

}  // namespace

std::string y4m_rate(double fps) {
  const double thousands = fps * 1001.0 / 1000.0;
  const bool is_whole = std::abs(fps - std::round(fps)) < 1e-6;
  if (!is_whole && thousands > 0.5 && std::abs(thousands - std::round(thousands)) < 0.002) {
    return std::to_string(std::llround(thousands) * 1000) + ":1001";
  }
  const long long numerator = std::max(std::llround(fps * 1000.0), 1LL);
  const long long common = std::gcd(numerator, 1000LL);
  return std::to_string(numerator / common) + ":" + std::to_string(1000 / common);
}

VideoWriter::VideoWriter(const std::filesystem::path& file, VkExtent2D extent, double fps)
    : file_(file), extent_(extent), planes_(std::size_t(3) * extent.width * extent.height) {
  if (file.extension() == ".y4m") {
    plain_.emplace(file);
  } else {
    start_ffmpeg(fps);
  }
  const std::string header = "YUV4MPEG2 W" + std::to_string(extent.width) + " H" + std::to_string(extent.height) +
                             " F" + y4m_rate(fps) + " Ip A1:1 C444 XCOLORRANGE=LIMITED\n";
  write(header.data(), header.size());
}

VideoWriter::~VideoWriter() { stop_ffmpeg(); }

void VideoWriter::start_ffmpeg(double fps) {
  if (file_.extension().empty()) throw files::Error(file_, "has no ending that says what video it is: .y4m or .mp4");
  try {
    temporary_.emplace(files::Temporary::Kind::folder, folder_of(file_), file_.stem().string());
  } catch (const std::system_error& error) {
    throw files::Error(file_, files::system_reason(error.code().value()));
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw files::Error(file_, files::system_reason(errno));
  pipe_ = files::Descriptor(ends[1]);
  const std::string out = (temporary_->path() / ("video" + file_.extension().string())).string();
  const std::string keyframes = std::to_string(std::max(std::lround(2.0 * fps), 1L));
  std::vector<std::string> words = {"ffmpeg", "-y", "-loglevel", "error", "-f", "yuv4mpegpipe", "-i", "pipe:0",
                                    // Codecs of 4:2:0 want even sides.
                                    "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p", "-g", keyframes,
                                    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                                    "-color_range", "tv", out};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  // In a process group of its own: Ctrl+C in a terminal is for this program, which completes the video.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int failure = posix_spawnp(&ffmpeg_, "ffmpeg", &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (failure != 0) {
    ffmpeg_ = -1;
    if (failure == ENOENT) throw files::Error(file_, "ffmpeg isn't installed; .y4m needs none");
    throw files::Error(file_, "ffmpeg: " + files::system_reason(failure));
  }
}

void VideoWriter::write(const void* data, std::size_t size_bytes) {
  if (plain_) {
    plain_->write(data, size_bytes);
    return;
  }
  const auto* bytes = static_cast<const char*>(data);
  while (size_bytes > 0) {
    const ssize_t count = ::write(pipe_.number(), bytes, size_bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw files::Error(file_, "ffmpeg has ended: it doesn't write this kind of file, or the disk is full");
    bytes += count;
    size_bytes -= std::size_t(count);
  }
}

void VideoWriter::add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display) {
  if (extent.width != extent_.width || extent.height != extent_.height) {
    throw files::Error(file_, "a frame of " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
                                  " in a video of " + std::to_string(extent_.width) + "x" +
                                  std::to_string(extent_.height));
  }
  const std::vector<std::byte> rgba = sdr_preview(texels, display);
  const std::size_t count = planes_.size() / 3;
  for (std::size_t i = 0; i < count; ++i) {
    const auto channel = [&](std::size_t c) { return std::to_integer<int>(rgba[4 * i + c]); };
    const Ycbcr codes = ycbcr_of(channel(0), channel(1), channel(2));
    planes_[i] = codes.y;
    planes_[count + i] = codes.cb;
    planes_[2 * count + i] = codes.cr;
  }
  write("FRAME\n", 6);
  write(planes_.data(), planes_.size());
}

void VideoWriter::finish() {
  if (plain_) {
    plain_->commit();
    return;
  }
  pipe_.close();
  int status = 0;
  while (waitpid(ffmpeg_, &status, 0) < 0 && errno == EINTR) {
  }
  ffmpeg_ = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw files::Error(file_, "ffmpeg couldn't write it");
  std::error_code error;
  std::filesystem::rename(temporary_->path() / ("video" + file_.extension().string()), file_, error);
  if (error) throw files::Error(file_, error.message());
}

/// One that is given up.
void VideoWriter::stop_ffmpeg() {
  pipe_.close();
  if (ffmpeg_ <= 0) return;
  kill(ffmpeg_, SIGKILL);
  waitpid(ffmpeg_, nullptr, 0);
}

}  // namespace session
