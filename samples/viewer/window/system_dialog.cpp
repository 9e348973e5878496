// SPDX-License-Identifier: MIT
// Processes of the desktop's dialogs.
#include "viewer/window/system_dialog.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

extern char** environ;

namespace viewer {
namespace {

std::string found_in_path(const char* name) {
  const char* folders = std::getenv("PATH");
  std::istringstream stream(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(stream, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) return file.string();
  }
  return "";
}

std::vector<std::string> command(const std::string& program, const std::string& title, const std::string& start,
                                 const std::string& kind, const std::string& endings, bool is_saved) {
  std::string patterns;
  std::istringstream words(endings);
  for (std::string word; words >> word;) patterns += (patterns.empty() ? "*." : " *.") + word;
  if (program.ends_with("kdialog")) {
    return {
        program, "--title", title, is_saved ? "--getsavefilename" : "--getopenfilename", start, patterns + "|" + kind};
  }
  std::vector<std::string> all = {program,
                                  "--file-selection",
                                  "--title=" + title,
                                  "--filename=" + start,
                                  "--file-filter=" + kind + " | " + patterns,
                                  "--file-filter=All files | *"};
  if (is_saved) all.insert(all.end(), {"--save", "--confirm-overwrite"});
  return all;
}

}  // namespace

SystemDialog::SystemDialog() {
  // KDE's has its own; elsewhere zenity belongs to the desktop.
  const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
  const bool is_kde = desktop != nullptr && std::string(desktop).find("KDE") != std::string::npos;
  program_ = found_in_path(is_kde ? "kdialog" : "zenity");
  if (program_.empty()) program_ = found_in_path(is_kde ? "zenity" : "kdialog");
}

SystemDialog::~SystemDialog() { close(); }

bool SystemDialog::open(const std::string& title, const std::string& start, const std::string& kind,
                        const std::string& endings, bool is_saved) {
  close();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe_ = files::Descriptor(ends[0]);
  std::vector<std::string> words = command(program_, title, start, kind, endings, is_saved);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int failure = posix_spawn(&child_, program_.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failure != 0) {
    child_ = -1;
    return false;
  }
  fcntl(pipe_.number(), F_SETFL, O_NONBLOCK);
  text_.clear();
  return true;
}

void SystemDialog::close() {
  if (child_ > 0) {
    kill(child_, SIGTERM);
    waitpid(child_, nullptr, 0);
  }
  pipe_.close();
  child_ = -1;
}

std::optional<std::string> SystemDialog::take_answer() {
  if (child_ <= 0) return std::nullopt;
  int status = 0;
  const bool is_over = waitpid(child_, &status, WNOHANG) == child_;
  char buffer[4096];
  for (ssize_t count; (count = read(pipe_.number(), buffer, sizeof buffer)) > 0;)
    text_.append(buffer, std::size_t(count));
  if (!is_over) return std::nullopt;
  child_ = -1;
  close();
  while (!text_.empty() && text_.back() == '\n') text_.pop_back();
  constexpr int kGiven = 0, kCancelled = 1;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == kGiven) return std::exchange(text_, {});
  if (code == kCancelled) return std::string();
  program_.clear();  // it doesn't work here
  return std::nullopt;
}

}  // namespace viewer
