// SPDX-License-Identifier: MIT
// Starting of the browser, and messages of its protocol.
#include "report/browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "cli/program/process.h"

namespace report_test {
namespace {

using BrowserClock = std::chrono::steady_clock;
constexpr std::chrono::minutes kPatience{10};  // a busy machine

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error("browser: " + what); }

/// Both ends above the numbers that the browser's protocol has for its own.
struct Pipe {
  int read_end = -1, write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail(std::strerror(errno));
    read_end = fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
    write_end = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    close(ends[0]);
    close(ends[1]);
    if (read_end < 0 || write_end < 0) fail(std::strerror(errno));
  }
};

/// The tests' environment, but what a sanitizer's build loads into every process, and with a home of its own.
std::vector<std::string> environment_in(const std::filesystem::path& folder) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const bool is_ours = text.starts_with("LD_PRELOAD=") || text.starts_with("HOME=") || text.starts_with("XDG_");
    if (!is_ours) entries.emplace_back(text);
  }
  entries.push_back("HOME=" + folder.string());
  return entries;
}

int virtual_key(const std::string& key) {
  static const std::map<std::string, int> kCodes = {{"Enter", 13},      {"Escape", 27},    {"End", 35},
                                                    {"Home", 36},       {"ArrowLeft", 37}, {"ArrowUp", 38},
                                                    {"ArrowRight", 39}, {"ArrowDown", 40}, {"Tab", 9}};
  const auto found = kCodes.find(key);
  if (found != kCodes.end()) return found->second;
  return key.size() == 1 ? std::toupper(key.front()) : 0;
}

std::string shortened(const std::string& url) { return url.starts_with("data:") ? url.substr(0, 24) : url; }

}  // namespace

Browser::Browser(const std::filesystem::path& folder, const std::vector<std::string>& options) {
  start(folder, options);
  const Json target = call("Target.createTarget", {{"url", "about:blank"}}, false);
  session_ =
      call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}}, false).at("sessionId");
  for (const char* domain : {"Page", "Runtime", "Log", "Network"}) call(std::string(domain) + ".enable");
  call("Browser.grantPermissions", {{"permissions", {"clipboardReadWrite", "clipboardSanitizedWrite"}}}, false);
}

Browser::~Browser() {
  close(to_browser_);
  close(from_browser_);
  kill(-process_, SIGKILL);  // its group: whatever it started
  waitpid(process_, nullptr, 0);
}

void Browser::start(const std::filesystem::path& folder, const std::vector<std::string>& options) {
  const Pipe commands, answers;
  std::vector<std::string> arguments = {PHOTOPIC_TEST_CHROMIUM,
                                        "--headless",
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-dev-shm-usage",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-extensions",
                                        "--disable-sync",
                                        "--disable-breakpad",
                                        "--no-first-run",
                                        "--no-default-browser-check",
                                        "--password-store=basic",
                                        "--hide-scrollbars",
                                        "--force-device-scale-factor=1",
                                        "--window-size=1400,1000",
                                        "--remote-debugging-pipe",
                                        "--user-data-dir=" + (folder / "profile").string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.emplace_back("about:blank");
  std::vector<std::string> environment = environment_in(folder);
  const std::vector<char*> argv = cli_test::pointers_to(arguments);
  const std::vector<char*> envp = cli_test::pointers_to(environment);
  const int log = ::open((folder / "browser.log").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  process_ = fork();
  if (process_ < 0) fail(std::strerror(errno));
  if (process_ == 0) {  // nothing here may allocate
    setpgid(0, 0);
    const bool is_ready = dup2(log, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0 &&
                          dup2(commands.read_end, 3) >= 0 && dup2(answers.write_end, 4) >= 0;
    if (is_ready) execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  setpgid(process_, process_);  // here too: whichever is first
  signal(SIGPIPE, SIG_IGN);     // a browser that ended is an error of write()
  close(log);
  close(commands.read_end);
  close(answers.write_end);
  to_browser_ = commands.write_end;
  from_browser_ = answers.read_end;
}

Json Browser::receive() {
  const auto deadline = BrowserClock::now() + kPatience;
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = unread_.find('\0', searched);
    if (end != std::string::npos) {
      Json message = Json::parse(unread_.begin(), unread_.begin() + static_cast<std::ptrdiff_t>(end));
      unread_.erase(0, end + 1);
      return message;
    }
    searched = unread_.size();
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - BrowserClock::now());
    pollfd ready = {from_browser_, POLLIN, 0};
    if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) fail("no answer");
    char bytes[65536];
    const ssize_t size = read(from_browser_, bytes, sizeof bytes);
    if (size <= 0) fail("it ended");
    unread_.append(bytes, static_cast<std::size_t>(size));
  }
}

Json Browser::call(const std::string& method, const Json& parameters, bool to_page) {
  const int id = ++last_id_;
  Json command = {{"id", id}, {"method", method}, {"params", parameters}};
  if (to_page) command["sessionId"] = session_;
  const std::string text = command.dump();
  const std::string_view bytes(text.c_str(), text.size() + 1);
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = write(to_browser_, bytes.data() + at, bytes.size() - at);
    if (written <= 0) fail("it doesn't listen");
    at += static_cast<std::size_t>(written);
  }
  while (true) {
    const Json message = receive();
    if (!message.contains("id")) {
      note(message);
    } else if (message.at("id") == id) {
      if (message.contains("error")) fail(method + ": " + message.at("error").dump());
      return message.at("result");
    }
  }
}

void Browser::note(const Json& event) {
  const std::string method = event.at("method");
  const Json& parameters = event.at("params");
  if (method == "Page.loadEventFired") {
    loaded_ = true;
  } else if (method == "Network.requestWillBeSent") {
    requests_.push_back(shortened(parameters.at("request").at("url")));
  } else if (method == "Runtime.exceptionThrown" || method == "Page.javascriptDialogOpening") {
    complaints_.push_back(parameters.dump());
  } else if (method == "Runtime.consoleAPICalled") {
    complaints_.push_back(parameters.at("args").dump());
  } else if (method == "Log.entryAdded") {
    complaints_.push_back(parameters.at("entry").at("text"));
  }
}

void Browser::open(const std::string& url) {
  call("Page.navigate", {{"url", "about:blank"}});
  evaluate("0");
  complaints_.clear();
  requests_.clear();
  loaded_ = false;
  const Json answer = call("Page.navigate", {{"url", url}});
  if (answer.contains("errorText")) fail(url + ": " + std::string(answer.at("errorText")));
  while (!loaded_) {
    const Json message = receive();
    if (!message.contains("id")) note(message);
  }
}

void Browser::resize(int width, int height) {
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

Json Browser::evaluate(const std::string& expression) {
  const Json answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}, {"userGesture", true}});
  if (answer.contains("exceptionDetails")) fail(expression + ": " + answer.at("exceptionDetails").dump());
  const Json& result = answer.at("result");
  return result.contains("value") ? result.at("value") : Json();
}

void Browser::wait_for(const std::string& expression) {
  const auto deadline = BrowserClock::now() + kPatience;
  while (evaluate("Boolean(" + expression + ")") != true) {
    if (BrowserClock::now() > deadline) fail("never true: " + expression);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

double Browser::cpu_s() const {
  long ticks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stream(entry.path() / "stat");
    std::string line;
    if (!std::getline(stream, line) || line.rfind(')') == std::string::npos) continue;
    // After the name: state, parent, group, then eight that are of no use here, and the times (proc(5)).
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    std::string state, skipped;
    long parent = 0, group = 0, time = 0;
    fields >> state >> parent >> group;
    if (group != process_) continue;
    for (int i = 0; i < 8; ++i) fields >> skipped;
    for (int i = 0; i < 4 && fields >> time; ++i) ticks += time;
  }
  return double(ticks) / double(sysconf(_SC_CLK_TCK));
}

void Browser::mouse(const char* type, Point at, bool with_button, double delta_y) {
  Json parameters = {{"type", type}, {"x", at.x}, {"y", at.y}, {"buttons", button_is_down_ ? 1 : 0}};
  if (with_button) {
    parameters["button"] = "left";
    parameters["clickCount"] = 1;
  }
  if (delta_y != 0.0) {
    parameters["deltaX"] = 0;
    parameters["deltaY"] = delta_y;
  }
  call("Input.dispatchMouseEvent", parameters);
}

void Browser::move(Point to) { mouse("mouseMoved", to, button_is_down_); }
void Browser::wheel(Point at, double delta_y) { mouse("mouseWheel", at, false, delta_y); }

void Browser::press_button(Point at) {
  move(at);
  button_is_down_ = true;
  mouse("mousePressed", at, true);
}

void Browser::release_button(Point at) {
  button_is_down_ = false;
  mouse("mouseReleased", at, true);
}

void Browser::click(Point at) {
  press_button(at);
  release_button(at);
}

void Browser::key(const char* type, const std::string& key, int modifiers) {
  Json parameters = {
      {"type", type}, {"key", key}, {"modifiers", modifiers}, {"windowsVirtualKeyCode", virtual_key(key)}};
  if (std::string_view(type) == "keyDown") {
    if (key == "Enter") parameters["text"] = "\r";
    if (key.size() == 1) parameters["text"] = key;
  }
  call("Input.dispatchKeyEvent", parameters);
}

void Browser::key_down(const std::string& name, int modifiers) { key("keyDown", name, modifiers); }
void Browser::key_up(const std::string& name, int modifiers) { key("keyUp", name, modifiers); }

void Browser::press(const std::string& name, int modifiers) {
  key_down(name, modifiers);
  key_up(name, modifiers);
}

void Browser::type(const std::string& text) { call("Input.insertText", {{"text", text}}); }

}  // namespace report_test
