// SPDX-License-Identifier: MIT
// Temporary file that is renamed once it is complete.
#include "files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "files/error.h"
#include "files/path.h"

namespace files {
namespace {

namespace fs = std::filesystem;

struct Target {
  fs::path path;
  bool in_place = false;
};

// /dev/stdout leads through /proc: such a file is already open elsewhere, so it is written in place even when it
// happens to be a regular file.
Target find_target(const fs::path& file) {
  const auto [path, is_descriptor] = follow_links(file);
  if (is_descriptor) return {file, true};
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) throw Error(file, system_reason(errno));
    return {path, false};
  }
  if (S_ISDIR(status.st_mode)) throw Error(file, system_reason(EISDIR));
  return {path, !S_ISREG(status.st_mode)};
}

}  // namespace

AtomicFile::AtomicFile(fs::path file) : final_(std::move(file)) {
  if (final_.empty()) throw Error(final_, "no file name given");
  Target target = find_target(final_);
  target_ = std::move(target.path);
  if (!target_.has_filename()) throw Error(final_, system_reason(EISDIR));
  if (target.in_place) {
    open_in_place();
  } else {
    open_temporary();
  }
}

AtomicFile::~AtomicFile() {
  if (stream_ != nullptr) std::fclose(stream_);
}

void AtomicFile::open_temporary() {
  try {
    temporary_.emplace(Temporary::Kind::file, target_.parent_path(), target_.filename().string());
  } catch (const std::system_error& error) {
    throw Error(final_, error.code().message());
  }
  // A second descriptor: the lock of the first lasts until the file has its name.
  const int descriptor = ::fcntl(temporary_->descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor >= 0) stream_ = ::fdopen(descriptor, "wb");
  if (stream_ != nullptr) return;
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  throw Error(final_, system_reason(reason));
}

void AtomicFile::open_in_place() {
  stream_ = std::fopen(target_.c_str(), "wbe");
  if (stream_ == nullptr) throw Error(final_, system_reason(errno));
}

void AtomicFile::write(const void* data, std::size_t size_bytes) {
  if (stream_ == nullptr) throw Error(final_, "written to after it was closed");
  if (size_bytes == 0) return;
  errno = 0;
  if (std::fwrite(data, 1, size_bytes, stream_) != size_bytes) throw Error(final_, system_reason(errno));
  position_ += size_bytes;
}

void AtomicFile::seek(std::uint64_t position) {
  if (stream_ == nullptr) throw Error(final_, "written to after it was closed");
  if (position == position_) return;
  if (::fseeko(stream_, static_cast<off_t>(position), SEEK_SET) != 0) throw Error(final_, system_reason(errno));
  position_ = position;
}

void AtomicFile::commit() {
  if (stream_ == nullptr) throw Error(final_, "committed twice");
  if (std::fflush(stream_) != 0) throw Error(final_, system_reason(errno));
  // Pipes and devices cannot be synchronised; everything else must be.
  const bool in_place = !temporary_;
  if (::fsync(::fileno(stream_)) != 0 && !(in_place && (errno == EINVAL || errno == EROFS || errno == ENOTSUP))) {
    throw Error(final_, system_reason(errno));
  }
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) throw Error(final_, system_reason(errno));
  if (in_place) return;
  try {
    temporary_->rename_to(target_);
  } catch (const std::system_error& error) {
    throw Error(final_, error.code().message());
  }
}

void write_text(const fs::path& file, std::string_view text) {
  AtomicFile written(file);
  written.write(text);
  written.commit();
}

}  // namespace files
