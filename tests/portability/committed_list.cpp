// SPDX-License-Identifier: MIT
// Reading, comparing and writing of committed lists.
#include "portability/committed_list.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace portability {
namespace {

const std::string kMissingNote = "reason missing";

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": is missing. Write it with --update");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool is_comment(const std::string& line) { return line.empty() || line[0] == '#'; }

Columns columns_of(const std::string& line, const CommittedList& list) {
  std::istringstream text(line);
  Columns columns;
  std::string word;
  while ((!list.has_notes || columns.size() < list.key_columns) && text >> word) columns.push_back(word);
  if (list.has_notes) {
    std::getline(text >> std::ws, word);
    columns.push_back(word);
  }
  return columns;
}

std::string key_of(const Columns& columns, const CommittedList& list) {
  std::string key;
  for (std::size_t i = 0; i < std::min(list.key_columns, columns.size()); ++i) key += (i != 0 ? " " : "") + columns[i];
  return key;
}

std::string joined(const Columns& columns) {
  std::string text;
  for (const std::string& column : columns) text += (text.empty() ? "" : "  ") + column;
  return text;
}

void write(const CommittedList& list, const std::vector<std::string>& comments, const std::vector<Columns>& rows) {
  std::vector<std::size_t> widths;
  for (const Columns& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::ofstream file(list.path);
  for (const std::string& comment : comments) file << comment << "\n";
  for (const Columns& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - row[i].size() + 2, ' ');
    }
    file << line << "\n";
  }
  if (!file.flush()) throw std::runtime_error(list.path + ": can't be written");
}

}  // namespace

std::map<std::string, Columns> read_list(const CommittedList& list) {
  std::map<std::string, Columns> rows;
  for (const std::string& line : lines_of(list.path)) {
    if (is_comment(line)) continue;
    const Columns columns = columns_of(line, list);
    if (!rows.emplace(key_of(columns, list), columns).second) {
      throw std::runtime_error(list.path + ": has two lines of " + key_of(columns, list));
    }
  }
  return rows;
}

std::size_t compare_list(const CommittedList& list, const std::vector<Columns>& findings, bool is_update) {
  std::map<std::string, Columns> after;
  for (const Columns& finding : findings) after[key_of(finding, list)] = finding;
  std::map<std::string, Columns> before;
  if (!is_update || std::ifstream(list.path)) before = read_list(list);
  if (list.has_notes) {
    for (auto& [key, columns] : after) {
      const auto found = before.find(key);
      columns.push_back(found != before.end() ? found->second.back() : kMissingNote);
    }
  }
  if (is_update) {
    std::vector<std::string> comments;
    if (std::ifstream(list.path)) {
      const std::vector<std::string> lines = lines_of(list.path);
      comments = {lines.begin(), std::find_if_not(lines.begin(), lines.end(), is_comment)};
    }
    std::vector<Columns> rows;
    for (const auto& [key, columns] : after) rows.push_back(columns);
    write(list, comments, rows);
    return 0;
  }
  std::size_t differences = 0;
  const auto tell = [&](const char* sign, const Columns& columns) {
    std::printf("%s %s\n", sign, joined(columns).c_str());
  };
  for (const auto& [key, columns] : before) {
    const auto found = after.find(key);
    if (found != after.end() && found->second == columns && columns.back() != kMissingNote) continue;
    ++differences;
    tell("-", columns);
    if (found != after.end()) tell("+", found->second);
  }
  for (const auto& [key, columns] : after) {
    if (before.contains(key)) continue;
    ++differences;
    tell("+", columns);
  }
  if (differences != 0) {
    std::printf(
        "%s: %zu lines differ (- committed, + found). Look at each, then accept them: "
        "scripts/portability --update\n",
        list.path.c_str(), differences);
  }
  return differences;
}

}  // namespace portability
