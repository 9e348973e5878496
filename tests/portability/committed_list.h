// SPDX-License-Identifier: MIT
// Text files of the repository that hold what a check has found: one finding a line, columns set apart by spaces.
#ifndef PHOTOPIC_TESTS_PORTABILITY_COMMITTED_LIST_H
#define PHOTOPIC_TESTS_PORTABILITY_COMMITTED_LIST_H

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace portability {

using Columns = std::vector<std::string>;

struct CommittedList {
  std::string path;
  std::size_t key_columns = 1;  ///< the first columns of a line, which name it
  bool has_notes = false;       ///< the rest of a line is a reason that people write; findings are keys only
};

/// Lines but for comments (#) and empty ones, by their key. Throws std::runtime_error if the file is missing, or names
/// something twice.
std::map<std::string, Columns> read_list(const CommittedList& list);

/// Compares findings with the file. Prints each line that differs, before and after, and returns how many there are.
/// With `is_update`, writes the file anew instead and returns 0: comments above the first line stay, and notes stay
/// with their key. A finding has no notes; a new one gets "reason missing", which is a difference until somebody writes
/// it.
std::size_t compare_list(const CommittedList& list, const std::vector<Columns>& findings, bool is_update);

}  // namespace portability

#endif
