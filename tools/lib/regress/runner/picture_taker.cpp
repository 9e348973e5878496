// SPDX-License-Identifier: MIT
// Rendering, decoding and commands of cases.
#include "regress/runner/picture_taker.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arguments/errors.h"
#include "files/descriptor.h"
#include "files/error.h"
#include "flashes/report.h"
#include "image_io/code_image.h"
#include "regress/runner/command_run.h"
#include "run/program_run.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr double kFps = 60.0;  // of programs whose clock doesn't step

std::string replaced(std::string text, std::string_view mark, const std::string& value) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
    text.replace(at, mark.size(), value);
  }
  return text;
}

}  // namespace

compare::Frame load_frame(const fs::path& file, const Case& one) {
  compare::Frame frame = compare::frame_of(image_io::read_code_image(file));
  compare::apply_alpha(one.alpha, frame);
  if (!one.nan_equal) compare::check_finite(frame, file);
  return frame;
}

compare::Frame load_channels(const fs::path& file, const std::vector<std::string>& names, const Case& one) {
  compare::Frame frame = compare::frame_of(image_io::read_exr_channels(file, names));
  if (!one.nan_equal) compare::check_finite(frame, file);
  return frame;
}

Picture load_picture(const fs::path& file, const Case& one) {
  const bool is_file_shown = one.alpha.what == compare::AlphaMode::What::compare;
  return {.frame = one.channels.empty() ? load_frame(file, one) : compare::Frame(),
          .file = file,
          .is_file_shown = is_file_shown};
}

void check_command(const Case& one, const RunOptions& options) {
  if (one.command.arguments.empty() || options.allows_commands) return;
  const char* const member = one.program.run.empty() ? "command" : "program";
  throw arguments::UsageError(member + std::string(": programs are run with --allow-commands only"));
}

Picture PictureTaker::take(const Case& one, std::size_t variant) {
  output_.clear();
  if (!one.is_rendered()) return run(one);
  Shot shot = benches_.render(suite_, one, variant);
  return {compare::frame_of(shot.extent, std::move(shot.rgba)), {}, shot.flash_verdict};
}

void PictureTaker::make_folder() {
  const char* const variable = std::getenv("TMPDIR");
  const fs::path place = variable != nullptr && *variable != '\0' ? variable : "/tmp";
  try {
    folder_.emplace(files::Temporary::Kind::folder, place, "regress");
  } catch (const std::system_error& error) {
    throw files::Error(place,
                       error.code().message() + "; programs write pictures there: set TMPDIR to a folder for them");
  }
}

Picture PictureTaker::run(const Case& one) {
  if (!folder_) make_folder();
  if (!one.program.run.empty()) return frame_of(one);
  const fs::path file = folder_->path() / ("picture." + one.command.format);
  std::error_code error;
  fs::remove_all(file, error);  // of the case before
  std::vector<std::string> arguments = one.command.arguments;
  for (std::string& argument : arguments) {
    argument = replaced(replaced(std::move(argument), "{case}", one.name), "{out}", file.string());
  }
  CommandRun run = run_command(arguments, suite_.folder, one.command.environment, one.command.timeout_s);
  output_ = std::move(run.output);
  if (!run.problem.empty()) throw files::Error(one.command.arguments.front(), run.problem);
  if (!fs::exists(file, error)) throw files::Error(one.command.arguments.front(), "wrote no picture to {out}");
  return load_picture(file, one);
}

/// Of the run that the last case was of, unless it has been taken from that already: it is tried again then.
Picture PictureTaker::frame_of(const Case& one) {
  const fs::path frames = folder_->path() / "frames";
  const fs::path file = frames / (std::to_string(one.program.frame) + "." + one.command.format);
  if (run_ != one.program.run || !untaken_.erase(one.program.frame)) {
    run_frames(one, frames);
    untaken_.erase(one.program.frame);
  }
  output_ = run_output_;
  if (!run_problem_.empty()) throw files::Error(one.command.arguments.front(), run_problem_);
  Picture picture = load_picture(file, one);
  picture.flash_verdict = run_verdict_;
  picture.note = run_flashes_;
  const VkExtent2D extent = picture.frame.extent;
  if (one.width != 0 && (extent.width != one.width || extent.height != one.height)) {
    throw files::Error(one.command.arguments.front(),
                       "has a window of " + std::to_string(extent.width) + " x " + std::to_string(extent.height) +
                           " pixels, not of " + std::to_string(one.width) + " x " + std::to_string(one.height));
  }
  return picture;
}

void PictureTaker::run_frames(const Case& one, const fs::path& frames) {
  std::error_code error;
  fs::remove_all(frames, error);
  fs::create_directory(frames);
  const fs::path output = folder_->path() / "output.txt";
  run_ = one.program.run;
  run_problem_.clear();
  run_verdict_.reset();
  run_flashes_.clear();
  untaken_ = {one.program.frames.begin(), one.program.frames.end()};
  const files::Descriptor printed(::open(output.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  run::RunOptions options = {.program = one.command.arguments,
                             .folder = suite_.folder,
                             .environment = one.command.environment,
                             .frames = one.program.frames,
                             .window = one.program.window,
                             .step_ms = one.program.step_ms,
                             .time_limit_s = one.command.timeout_s,
                             .is_silent = true,
                             .output = printed.number(),
                             .error_output = printed.number()};
  if (one.program.screen_width != 0) {
    options.screen = run::ScreenSize{one.program.screen_width, one.program.screen_height, one.program.screen_depth};
  }
  std::optional<run::WindowFlashes> flashes;
  if (one.flashes) {
    flashes.emplace(flashes::Options{.profile = one.flashes->profile,
                                     .rate = {one.program.step_ms ? 1000.0 / *one.program.step_ms : kFps, 1.0}});
    options.flashes = &*flashes;
  }
  try {
    run_problem_ = run::run_program(options, [&](const run::Frame& frame) {
                     run::write_frame(frames / (std::to_string(frame.number) + "." + one.command.format), frame);
                   }).problem;
  } catch (const files::Error& reason) {
    run_problem_ = reason.what();
  }
  if (const flashes::Analysis* const analysis = flashes ? flashes->analysis() : nullptr) {
    run_verdict_ = std::uint32_t(analysis->verdict);
    if (analysis->verdict > one.flashes->max_verdict) {
      run_flashes_ = "flashes: " + flashes::summary_of(*analysis, {.max_verdict = one.flashes->max_verdict});
    }
  }
  std::array<char, kMaxOutputBytes> end{};
  const off_t size = ::lseek(printed.number(), 0, SEEK_END);
  const ssize_t got = ::pread(printed.number(), end.data(), end.size(), std::max<off_t>(size - off_t(end.size()), 0));
  run_output_.assign(end.data(), std::size_t(std::max<ssize_t>(got, 0)));
}

}  // namespace regress
