// SPDX-License-Identifier: MIT
// Making, taking over and removing of a folder's lock.
#include "files/output_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <string>

#include "files/error.h"
#include "files/file_lock.h"
#include "files/path.h"

namespace files {
namespace {

constexpr const char* kName = ".photopic.lock";

std::string own_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return "process " + std::to_string(::getpid()) + " on " + host.data();
}

/// Whose lock it is, as own_name() wrote it.
std::string owner_of(int descriptor) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "another process";
}

}  // namespace

OutputFolder::OutputFolder(const std::filesystem::path& folder, Use use) : file_(folder / kName) {
  make_output_folder(folder);
  const std::lock_guard guard(mutex());
  open_lock(use == Use::alone ? LOCK_EX : LOCK_SH);
  list();
}

void OutputFolder::open_lock(int how) {
  while (true) {
    lock_ = Descriptor(::open(file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
    if (!lock_) throw Error(file_, system_reason(errno));
    if (!lock_file(lock_.number(), how | LOCK_NB) && errno == EWOULDBLOCK) {
      throw Error(file_.parent_path(),
                  "is being written by " + owner_of(lock_.number()) + ": wait for it, or name another folder");
    }
    if (is_at(file_, lock_.number())) break;  // else the process before has just removed it
  }
  const std::string name = own_name();
  if (::ftruncate(lock_.number(), 0) != 0 || ::pwrite(lock_.number(), name.data(), name.size(), 0) < 0) {
    const int reason = errno;
    remove();
    throw Error(file_, system_reason(reason));
  }
}

OutputFolder::~OutputFolder() {
  const std::lock_guard guard(mutex());
  unlist();
  remove();
}

/// The last of those that share it removes it.
void OutputFolder::remove() const {
  if (lock_file(lock_.number(), LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) ::unlink(file_.c_str());
}

}  // namespace files
