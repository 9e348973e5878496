// SPDX-License-Identifier: MIT
// Matching of patterns with names, and with the files of a folder.
#include "regress/suite/pattern.h"

#include <algorithm>
#include <span>

#include "files/error.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

bool has_wildcard(const std::string& part) { return part.find_first_of("*?") != std::string::npos; }

/// Parts of a pattern, from one with a wildcard on, against parts of a file's path.
bool match_parts(std::span<const std::string> patterns, std::span<const std::string> parts) {
  // reached[i]: the patterns so far can stand for the first i parts.
  std::vector<bool> reached(parts.size() + 1);
  reached[0] = true;
  for (const std::string& pattern : patterns) {
    std::vector<bool> next(reached.size());
    bool is_any = false;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      is_any = is_any || reached[i];
      if (pattern == "**") {
        next[i] = is_any;
      } else if (i > 0) {
        next[i] = reached[i - 1] && matches(pattern, parts[i - 1]);
      }
    }
    reached = std::move(next);
  }
  return reached.back();
}

std::vector<std::string> parts_of(const fs::path& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : path) parts.push_back(part.string());
  return parts;
}

}  // namespace

/// When the rest doesn't match, the last star takes one character more: no worse than lengths multiplied.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  std::size_t after_star = std::string_view::npos, taken_to = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      taken_to = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (after_star != std::string_view::npos) {
      p = after_star;
      n = ++taken_to;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Found find_files(const fs::path& pattern) {
  Found found;
  std::vector<std::string> patterns;
  for (const fs::path& part : pattern) {
    if (patterns.empty() && !has_wildcard(part.string())) {
      found.folder /= part;
    } else {
      patterns.push_back(part.string());
    }
  }
  if (patterns.empty()) {  // a file's name
    patterns.push_back(found.folder.filename().string());
    found.folder = found.folder.parent_path();
  }
  for (std::string& file : files_below(found.folder.empty() ? "." : found.folder)) {
    if (match_parts(patterns, parts_of(file))) found.files.push_back(std::move(file));
  }
  return found;
}

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().filename().string().starts_with('.')) {
      entry.disable_recursion_pending();
      continue;
    }
    std::error_code ignored;  // a link to nothing is no folder: who opens it tells
    if (!entry->is_directory(ignored)) files.push_back(entry->path().lexically_relative(folder).generic_string());
  }
  if (error) throw files::Error(folder, error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace regress
