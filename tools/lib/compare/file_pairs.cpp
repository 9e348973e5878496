// SPDX-License-Identifier: MIT
// Pairs of files of the same name in two folders.
#include "compare/file_pairs.h"

#include <set>
#include <system_error>

#include "arguments/errors.h"
#include "compare/file_name.h"
#include "files/error.h"
#include "files/path.h"
#include "image_io/image_file.h"

namespace compare {
namespace {

namespace fs = std::filesystem;

bool is_comparable(const fs::path& file) {
  const std::string extension = files::lower_extension(file);
  return image_io::is_picture_name(file) || extension == ".y4m" || extension == ".yuv";
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    std::error_code unknown;  // as a broken link's kind: no file
    if (entries->is_regular_file(unknown) && is_comparable(entries->path())) {
      names.insert(entries->path().lexically_relative(folder).generic_string());
    }
  }
  if (error) throw files::Error(folder, error.message());
  return names;
}

enum class Kind { missing, file, folder };

/// What can't be looked at counts as a file: reading it tells why.
Kind kind_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return Kind::missing;
  return fs::is_directory(status) ? Kind::folder : Kind::file;
}

}  // namespace

std::vector<FilePair> pair_files(const fs::path& reference, const fs::path& test) {
  const Kind reference_kind = kind_of(reference), test_kind = kind_of(test);
  if (test_kind == Kind::missing) throw files::Error(test, "there is no such file or folder");
  if (reference_kind != Kind::missing && reference_kind != test_kind) {
    const fs::path& folder = reference_kind == Kind::folder ? reference : test;
    throw arguments::UsageError(folder.string() + " is a folder, and the other isn't");
  }
  if (test_kind == Kind::file) return {{test.filename().string(), reference, test}};
  const std::set<std::string> references =
      reference_kind == Kind::missing ? std::set<std::string>() : names_in(reference);
  const std::set<std::string> tests = names_in(test);
  std::set<std::string> names = references;
  names.insert(tests.begin(), tests.end());
  if (names.empty()) throw files::Error(reference, "has no pictures, nor has " + test.string());
  std::vector<FilePair> pairs;
  for (const std::string& name : names) {
    const std::string problem = naming_problem(name);
    pairs.push_back({problem.empty() ? name : readable_name(name),
                     references.contains(name) ? reference / name : fs::path(),
                     tests.contains(name) ? test / name : fs::path(), problem.empty() ? "" : "its name " + problem});
  }
  return pairs;
}

}  // namespace compare
