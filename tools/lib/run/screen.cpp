// SPDX-License-Identifier: MIT
#include "run/screen.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>

#include "arguments/errors.h"
#include "arguments/parse_number.h"
#include "files/error.h"

namespace run {
namespace {

constexpr int kStartMs = 20000;

/// What Xvfb writes once it takes clients: the number of its display and a line end. Empty: it has ended or waits.
std::string read_line(int pipe) {
  std::string line;
  pollfd waiting = {pipe, POLLIN, 0};
  while (::poll(&waiting, 1, kStartMs) > 0) {
    std::array<char, 64> buffer{};
    const ssize_t size = ::read(pipe, buffer.data(), buffer.size());
    if (size <= 0) return "";
    line.append(buffer.data(), std::size_t(size));
    if (line.ends_with('\n')) return line.substr(0, line.size() - 1);
  }
  return "";
}

}  // namespace

ScreenSize parse_screen(const std::string& text, const std::string& option) {
  constexpr arguments::Range kSides = {1.0, 16384.0};
  const std::size_t first = text.find('x'), second = text.find('x', first + 1);
  if (first == std::string::npos) {
    throw arguments::UsageError(option + ": '" + text + "' is no size, such as 1280x720 or 1280x720x30");
  }
  ScreenSize size;
  size.width = arguments::parse_number<std::uint32_t>(text.substr(0, first), option, kSides);
  size.height = arguments::parse_number<std::uint32_t>(text.substr(first + 1, second - first - 1), option, kSides);
  if (second == std::string::npos) return size;
  size.depth = arguments::parse_number<std::uint32_t>(text.substr(second + 1), option, {24.0, 30.0});
  if (size.depth != 24 && size.depth != 30) throw arguments::UsageError(option + ": the depth is 24 or 30 bits");
  return size;
}

Screen::Screen(const ScreenSize& size) {
  files::Pipe ready;
  const std::string place =
      std::to_string(size.width) + "x" + std::to_string(size.height) + "x" + std::to_string(size.depth);
  const files::Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));  // it speaks of displays that others have
  try {
    server_ = std::make_unique<files::ChildProcess>(
        files::ProgramStart{.arguments = {"Xvfb", "-displayfd", std::to_string(ready.write.number()), "-screen", "0",
                                          place, "-nolisten", "tcp", "-noreset"},
                            .output = nowhere.number(),
                            .error_output = nowhere.number(),
                            .kept = {ready.write.number()}});
  } catch (const files::Error&) {
    throw files::Error("Xvfb", "isn't installed; Debian's package is xvfb");
  }
  ready.write.close();
  const std::string number = read_line(ready.read.number());
  if (number.empty()) throw files::Error("Xvfb", "doesn't start with a screen of " + place);
  display_ = ":" + number;
}

}  // namespace run
