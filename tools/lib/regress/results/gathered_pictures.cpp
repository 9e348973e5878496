// SPDX-License-Identifier: MIT
// Names, links and copies of gathered pictures.
#include "regress/results/gathered_pictures.h"

#include <map>
#include <system_error>

#include "files/error.h"
#include "files/path.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

/// A link where the file system has them, else a copy.
void link_or_copy(const fs::path& source, const fs::path& target) {
  files::make_output_folder(target.parent_path());
  std::error_code error;
  fs::remove(target, error);  // of an earlier merge
  if (!error) fs::create_hard_link(source, target, error);
  if (!error) return;
  error.clear();
  fs::copy_file(source, target, fs::copy_options::overwrite_existing, error);
  if (error) throw files::Error(target, error.message());
}

}  // namespace

std::string GatheredPictures::take_file(const std::string& file, const SuiteResult& shard,
                                        const fs::path& results_file) {
  const fs::path source = path_of(file, results_file);
  const fs::path inside = fs::path(file).lexically_normal();
  const fs::path name = *inside.begin() == "pictures" ? inside.lexically_relative("pictures") : inside;
  fs::path place = "pictures" / name;
  for (std::string shard_folder = "shard-" + std::to_string(shard.shard);
       !taken_.insert(files::lower_case(place.generic_string())).second; shard_folder += "-") {
    place = fs::path("pictures") / shard_folder / name;
  }
  if (fs::is_regular_file(source)) link_or_copy(files::resolved(source), folder_ / place);
  return place.generic_string();
}

void GatheredPictures::take(SuiteResult& shard, const fs::path& results_file) {
  std::map<std::string, std::string> places;  // cases may share pictures
  const auto take = [&](std::string& file) {
    if (file.empty()) return;
    const auto [place, is_new] = places.emplace(file, "");
    if (is_new) place->second = take_file(file, shard, results_file);
    file = place->second;
  };
  for (CaseResult& one : shard.cases) {
    take(one.actual);
    take(one.expected);
    for (auto& [name, file] : one.maps) take(file);
    take(one.picture);
    for (Attempt& attempt : one.attempts) take(attempt.actual);
  }
}

}  // namespace regress
