// SPDX-License-Identifier: MIT
#include "path.h"

#include <system_error>

#include "io_internal.h"

namespace io {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::absolute(path, error);
  if (!error) result = fs::weakly_canonical(result, error);
  if (error) throw Error(path, error.message());
  return result.has_filename() ? result : result.parent_path();
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const fs::path inside = resolved(path).lexically_relative(resolved(folder));
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace io
