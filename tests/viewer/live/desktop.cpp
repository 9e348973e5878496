// SPDX-License-Identifier: MIT
// Start and end of the X server and the window manager.
#include "viewer/live/desktop.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace viewer_test {
namespace {

/// Runs `arguments` in the background, silently, without what the tests preload.
pid_t start(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    unsetenv("LD_PRELOAD");
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    execvp(pointers.front(), pointers.data());
    _exit(127);
  }
  return child;
}

void stop(pid_t child) {
  if (child <= 0) return;
  kill(child, SIGTERM);
  waitpid(child, nullptr, 0);
}

}  // namespace

Desktop::Desktop() {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe");
  const std::string screen = std::to_string(kWidth) + "x" + std::to_string(kHeight) + "x24";
  // The server chooses a free display, and writes its number once it can be reached.
  server_ = start({"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", screen, "-nolisten", "tcp"});
  close(ends[1]);
  std::string number;
  for (char digit = 0; read(ends[0], &digit, 1) == 1 && digit != '\n';) number += digit;
  close(ends[0]);
  if (number.empty()) {
    stop(server_);
    throw std::runtime_error("Xvfb doesn't start: install the Debian package xvfb");
  }
  name_ = ":" + number;
  // "fixed" is in the server: no packages of fonts are needed.
  std::ofstream(folder_ / "twmrc") << R"(
RandomPlacement
BorderWidth 0
NoTitle
NoGrabServer
UsePPosition "on"
MaxWindowSize "4096x4096"
TitleFont "fixed"
MenuFont "fixed"
IconFont "fixed"
ResizeFont "fixed"
IconManagerFont "fixed"
)";
  manager_ = start({"twm", "-display", name_, "-f", (folder_ / "twmrc").string()});
}

Desktop::~Desktop() {
  stop(manager_);
  stop(server_);
}

}  // namespace viewer_test
