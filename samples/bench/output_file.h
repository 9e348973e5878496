// SPDX-License-Identifier: MIT
// A text file that appears under its name only when it is complete.
#ifndef PHOTOPIC_SAMPLES_BENCH_OUTPUT_FILE_H
#define PHOTOPIC_SAMPLES_BENCH_OUTPUT_FILE_H

#include <cstdio>
#include <filesystem>
#include <string>

namespace bench {

/// Opens a temporary file beside `file`: what can't be written shows before anything was measured. commit() renames it;
/// the destructor removes what was not committed. What exists and is no regular file (/dev/stdout, a pipe) is written
/// straight into. Throws arguments::UsageError with the system's reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void commit(const std::string& text);

 private:
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path file_;
  std::filesystem::path temporary_;  ///< empty: none
  std::FILE* stream_ = nullptr;
};

}  // namespace bench

#endif
