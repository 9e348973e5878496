// SPDX-License-Identifier: MIT
// Pairs of files to compare: two files, or those of the same name in two folders.
#ifndef PHOTOPIC_TOOLS_COMPARE_FILE_PAIRS_H
#define PHOTOPIC_TOOLS_COMPARE_FILE_PAIRS_H

#include <filesystem>
#include <string>
#include <vector>

namespace compare {

/// A file of each side by the same name. One of them may be missing: empty.
struct FilePair {
  std::string name;
  std::filesystem::path reference, test;
  std::string problem = {};  ///< why the two aren't compared; empty: they are
};

/// Of two files; or of all pictures and videos of two folders and those in them, by relative name. A name that
/// naming_problem() refuses is the pair's problem, and written by readable_name(). A missing reference is left to
/// compare_files() to report. Throws arguments::UsageError for a file and a folder, files::Error for a missing test,
/// and for folders without any picture.
std::vector<FilePair> pair_files(const std::filesystem::path& reference, const std::filesystem::path& test);

}  // namespace compare

#endif
