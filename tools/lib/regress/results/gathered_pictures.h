// SPDX-License-Identifier: MIT
// Pictures of several results, brought together in one folder.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_GATHERED_PICTURES_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_GATHERED_PICTURES_H

#include <filesystem>
#include <set>
#include <string>

#include "regress/results/results.h"

namespace regress {

/// Links or copies pictures of shards to "pictures" in a folder, where no two get the same name.
class GatheredPictures {
 public:
  explicit GatheredPictures(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Those that `shard`, read from `results_file`, names: it then names the new ones. Files that aren't there are left
  /// out. Throws files::Error for what can't be copied, and for a picture outside of the results' folder.
  void take(SuiteResult& shard, const std::filesystem::path& results_file);

 private:
  std::string take_file(const std::string& file, const SuiteResult& shard, const std::filesystem::path& results_file);

  std::filesystem::path folder_;
  std::set<std::string> taken_;  ///< names in lower case
};

}  // namespace regress

#endif
