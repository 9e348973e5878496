// SPDX-License-Identifier: MIT
// JSON file of the bench, opened before anything is measured.
#include "bench/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "arguments/errors.h"

namespace bench {

namespace fs = std::filesystem;

OutputFile::OutputFile(fs::path file) : file_(std::move(file)) {
  std::error_code ignored;
  const bool is_special = fs::exists(file_, ignored) && !fs::is_regular_file(file_, ignored);
  if (!is_special) {
    // A link is followed: the file that it names is replaced.
    if (fs::path named; fs::is_symlink(file_, ignored) && !(named = fs::weakly_canonical(file_, ignored)).empty()) {
      file_ = named;
    }
    if (!file_.has_filename()) fail(EISDIR);
    temporary_ = file_;
    temporary_ += "." + std::to_string(getpid()) + ".tmp";
  }
  // "x": a file of that name is someone else's.
  stream_ = is_special ? std::fopen(file_.c_str(), "we") : std::fopen(temporary_.c_str(), "wxe");
  if (stream_ == nullptr) {
    const int reason = errno;
    temporary_.clear();
    fail(reason);
  }
}

OutputFile::~OutputFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size() || std::fflush(stream_) != 0) fail(errno);
  // Pipes and devices can't be synchronised; files must be.
  if (!temporary_.empty() && ::fsync(::fileno(stream_)) != 0) fail(errno);
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::fail(int reason) const {
  throw arguments::UsageError("'" + file_.string() + "': " + std::strerror(reason));
}

}  // namespace bench
