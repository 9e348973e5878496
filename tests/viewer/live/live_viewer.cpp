// SPDX-License-Identifier: MIT
// Hands by xdotool.
#include "viewer/live/live_viewer.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace viewer_test {
namespace {

using std::chrono::milliseconds;

constexpr int kPatience = 1200;  // looks, a tenth of a second apart

/// What the kernel says of a process or thread, from its state on; empty where there is none.
std::string state_of(const std::filesystem::path& folder) {
  std::ifstream stream(folder / "stat");
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos ? "" : text.substr(name_end + 2);
}

/// Whether a thread of the process runs, or would if a CPU were free.
bool is_runnable(const std::string& process) {
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/" + process + "/task", error)) {
    if (state_of(thread.path()).starts_with('R')) return true;
  }
  return false;
}

/// Time that a process has had, ticks of the clock.
long ticks_of(const std::string& process) {
  const std::string state = state_of("/proc/" + process);
  if (state.empty()) return -1;
  std::istringstream rest(state);
  std::string word;
  for (int i = 0; i < 11; ++i) rest >> word;  // from the state to the page faults
  long user = 0, system = 0;
  rest >> user >> system;
  return user + system;
}

}  // namespace

LiveViewer::LiveViewer(std::string display, std::filesystem::path folder, std::function<cli_test::ProcessResult()> run)
    : display_(std::move(display)), folder_(std::move(folder)), thread_([this, run = std::move(run)] {
        result_ = run();
        is_over_ = true;
      }) {}

LiveViewer::~LiveViewer() {
  if (thread_.joinable()) quit();
}

std::string LiveViewer::xdotool(const cli_test::Arguments& arguments) const {
  cli_test::Arguments all = {"/usr/bin/xdotool"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::string out = cli_test::run_process(all, {.environment = {{"DISPLAY", display_}, {"LD_PRELOAD", {}}}}).out;
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

std::string LiveViewer::next_name() const {
  for (int i = 1;; ++i) {
    char name[32];
    std::snprintf(name, sizeof name, "photopic-%04d.png", i);
    if (!std::filesystem::exists(folder_ / name)) return name;
  }
}

bool LiveViewer::has_begun() {
  for (int i = 0; i < kPatience && !is_over_ && window_.empty(); ++i) {
    window_ = xdotool({"search", "--name", "Photopic$"});
    window_ = window_.substr(0, window_.find('\n'));
    std::this_thread::sleep_for(milliseconds(50));
  }
  if (window_.empty()) return false;
  const std::string name = next_name();
  for (int i = 0; i < kPatience && !is_over_; ++i) {
    // Taps that were early have waited: once it rests, none is left.
    if (std::filesystem::exists(folder_ / name)) return true;
    if (i % 5 == 0) {
      move(40, 60);
      key("F12");  // before the first picture, nothing is saved
    }
    std::this_thread::sleep_for(milliseconds(100));
  }
  return false;
}

void LiveViewer::key(const std::string& key) { xdotool({"key", key}); }
void LiveViewer::key_down(const std::string& key) { xdotool({"keydown", key}); }
void LiveViewer::key_up(const std::string& key) { xdotool({"keyup", key}); }
void LiveViewer::type(const std::string& text) { xdotool({"type", "--delay", "0", text}); }
void LiveViewer::move(int x, int y) {
  xdotool({"mousemove", "--window", window_, std::to_string(x), std::to_string(y)});
}
void LiveViewer::click(int x, int y, int button) {
  xdotool({"mousemove", "--window", window_, std::to_string(x), std::to_string(y), "click", std::to_string(button)});
}
void LiveViewer::drag(int from_x, int from_y, int to_x, int to_y, int button) {
  const std::string which = std::to_string(button);
  xdotool({"mousemove", "--window", window_, std::to_string(from_x), std::to_string(from_y), "mousedown", which,
           "mousemove", "--window", window_, std::to_string(to_x), std::to_string(to_y), "mouseup", which});
}
void LiveViewer::wheel(int clicks, const std::string& with_key) {
  cli_test::Arguments arguments;
  if (!with_key.empty()) arguments = {"keydown", with_key};
  for (const char* word : {"click", "--repeat"}) arguments.emplace_back(word);
  arguments.push_back(std::to_string(std::abs(clicks)));
  arguments.emplace_back(clicks > 0 ? "4" : "5");
  if (!with_key.empty()) arguments.insert(arguments.end(), {"keyup", with_key});
  xdotool(arguments);
}

std::string LiveViewer::shot(bool is_window) {
  const std::string name = next_name();
  key(is_window ? "shift+F12" : "F12");
  for (int i = 0; i < kPatience && !is_over_; ++i) {
    if (std::filesystem::exists(folder_ / name)) return name;
    std::this_thread::sleep_for(milliseconds(50));
  }
  return "";
}

bool LiveViewer::is_busy() const {
  const std::string process = xdotool({"getwindowpid", window_});
  const long most = sysconf(_SC_CLK_TCK) / 100;  // in half a second
  const long before = ticks_of(process);
  int waits = 0;  // on a busy machine, work may get no time for that long
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(milliseconds(100));
    waits += is_runnable(process) ? 1 : 0;
  }
  return waits > 1 || ticks_of(process) - before > most;
}

bool LiveViewer::rests() {
  for (int i = 0; i < kPatience / 10 && !is_over_; ++i) {
    if (!is_busy()) return true;
  }
  return false;
}

cli_test::ProcessResult LiveViewer::quit() {
  if (!is_over_) key("ctrl+q");
  thread_.join();
  return result_;
}

}  // namespace viewer_test
