// SPDX-License-Identifier: MIT
// Making, locking and removing of temporaries.
#include "files/temporary.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

#include "files/file_lock.h"
#include "files/path.h"

namespace files {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".photopic-";
constexpr std::size_t kLetters = 6;

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

std::string name_of(const std::string& stem) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t kMaxStem = 200;  // leaves room under the 255 bytes of a name
  thread_local std::random_device random;
  std::uniform_int_distribution<std::size_t> pick(0, kAlphabet.size() - 1);
  std::string name = "." + stem.substr(0, kMaxStem) + std::string(kMark);
  for (std::size_t i = 0; i < kLetters; ++i) name += kAlphabet[pick(random)];
  return name;
}

bool is_temporary(const std::string& name) {
  const std::size_t mark = name.rfind(kMark);
  return name.starts_with('.') && mark != std::string::npos && mark + kMark.size() + kLetters == name.size();
}

/// What can't be removed stays.
void remove_left_behind(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (!is_temporary(entry.path().filename().string())) continue;
    const bool is_folder = entry.is_directory(ignored) && !entry.is_symlink(ignored);
    const int kind = is_folder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_NONBLOCK;
    const Descriptor open(::open(entry.path().c_str(), kind | O_NOFOLLOW | O_CLOEXEC));
    if (open && lock_file(open.number(), LOCK_EX | LOCK_NB) && is_at(entry.path(), open.number())) {
      fs::remove_all(entry.path(), ignored);
    }
  }
}

/// Folders that were searched for what others left. Used with Ephemeral::mutex() locked.
std::set<fs::path>& searched_folders() {
  static auto* const all = new std::set<fs::path>;
  return *all;
}

}  // namespace

Temporary::Temporary(Kind kind, const fs::path& folder, const std::string& stem) : kind_(kind) {
  const std::lock_guard guard(mutex());
  const fs::path searched = resolved(folder.empty() ? "." : folder);
  if (searched_folders().insert(searched).second) remove_left_behind(searched);
  constexpr int kAttempts = 100;
  for (int i = 0; i < kAttempts; ++i) {
    path_ = folder / name_of(stem);
    if (make()) {
      list();
      return;
    }
    if (errno != EEXIST) break;
  }
  fail();
}

/// False with an errno; EEXIST where another name may do.
bool Temporary::make() {
  if (kind_ == Kind::folder) {
    if (::mkdir(path_.c_str(), 0700) != 0) return false;
    open_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  } else {
    // Not mkstemp(): the mode then follows the umask, which cannot be read without changing it.
    open_ = Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  }
  if (!open_) {
    const int reason = errno;
    if (kind_ == Kind::folder) ::rmdir(path_.c_str());
    // Between making and opening, another process took the folder for left behind.
    errno = kind_ == Kind::folder && reason == ENOENT ? EEXIST : reason;
    return false;
  }
  lock_file(descriptor(), LOCK_EX);  // where there are no locks, it is never known to be left behind
  if (is_at(path_, descriptor())) return true;
  // The same between making and locking.
  open_.close();
  errno = EEXIST;
  return false;
}

Temporary::~Temporary() {
  const std::lock_guard guard(mutex());
  unlist();
  if (!path_.empty()) remove();
}

void Temporary::remove() const {
  std::error_code ignored;
  if (kind_ == Kind::file) {
    ::unlink(path_.c_str());
  } else {
    fs::remove_all(path_, ignored);
  }
}

void Temporary::rename_to(const fs::path& target) {
  const std::lock_guard guard(mutex());
  if (std::rename(path_.c_str(), target.c_str()) != 0) fail();
  unlist();
  path_.clear();
}

}  // namespace files
