// SPDX-License-Identifier: MIT
// Rendering, decoding and commands of cases.
#include "regress/runner/picture_taker.h"

#include <stdlib.h>

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "files/error.h"
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

/// Where programs write, for this process alone.
fs::path make_folder() {
  std::string pattern = fs::temp_directory_path() / "photopic-regress-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw files::Error(pattern, files::system_reason(errno));
  return pattern;
}

}  // namespace

PictureTaker::~PictureTaker() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Picture PictureTaker::take(const Case& one, std::size_t variant) {
  output_.clear();
  if (one.is_rendered()) {
    Shot shot = benches_.render(suite_, one, variant);
    return {compare::frame_of(shot.extent, std::move(shot.rgba)), {}};
  }
  if (!one.test.empty()) return {compare::load_frame(one.test), one.test};
  return run(one);
}

Picture PictureTaker::run(const Case& one) {
  if (folder_.empty()) folder_ = make_folder();
  const fs::path file = folder_ / ("picture." + one.command.format);
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
  return {compare::load_frame(file), file};
}

}  // namespace regress
