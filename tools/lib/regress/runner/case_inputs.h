// SPDX-License-Identifier: MIT
// Hashes of all that a case's result follows from.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_INPUTS_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_INPUTS_H

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "regress/golden_store.h"
#include "regress/runner/runner.h"

namespace regress {

/// The program, the devices, the run's options, the case, its golden, and the contents of the files that it reads.
class CaseInputs {
 public:
  /// Suite and options must outlive it.
  CaseInputs(const Suite& suite, const RunOptions& options, const std::vector<DeviceInfo>& devices);

  /// 16 digits, or nothing for a case with a command, which may read whatever it wants, and for one whose files can't
  /// be read. Files are read once. May be called on several threads at once.
  std::string hash_of(const Case& one, const std::optional<GoldenStore::Golden>& golden,
                      const std::string& golden_error) const;

 private:
  std::string hash_of_file(const std::filesystem::path& file) const;

  const Suite& suite_;
  const RunOptions& options_;
  std::string of_run_;  ///< what all cases have in common
  mutable std::mutex mutex_;
  mutable std::map<std::filesystem::path, std::string> files_;
};

}  // namespace regress

#endif
