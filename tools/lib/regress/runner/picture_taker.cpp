// SPDX-License-Identifier: MIT
// Rendering, decoding and commands of cases.
#include "regress/runner/picture_taker.h"

#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arguments/errors.h"
#include "files/error.h"
#include "image_io/code_image.h"
#include "regress/runner/command_run.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

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
  return {one.channels.empty() ? load_frame(file, one) : compare::Frame(), file, {}, is_file_shown};
}

void check_command(const Case& one, const RunOptions& options) {
  if (one.command.arguments.empty() || options.allows_commands) return;
  throw arguments::UsageError("command: programs are run with --allow-commands only");
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

}  // namespace regress
