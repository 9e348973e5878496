// SPDX-License-Identifier: MIT
// Selection of a suite's cases.
#include "regress/suite/suite.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace regress {
namespace {

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

/// "tag:slow": a tag; else the name.
bool matches(const std::string& filter, const Case& one) {
  constexpr std::string_view kTag = "tag:";  // no name has a colon
  if (!filter.starts_with(kTag)) return matches(filter, one.name);
  return std::any_of(one.tags.begin(), one.tags.end(),
                     [&](const std::string& tag) { return matches(filter.substr(kTag.size()), tag); });
}

}  // namespace

std::vector<std::size_t> select(const Suite& suite, const std::vector<std::string>& filters) {
  std::vector<bool> is_used(filters.size());
  std::vector<std::size_t> matching;
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    bool is_match = filters.empty();
    for (std::size_t f = 0; f < filters.size(); ++f) {
      if (!matches(filters[f], suite.cases[i])) continue;
      is_match = is_used[f] = true;
    }
    if (is_match) matching.push_back(i);
  }
  const auto unused = std::find(is_used.begin(), is_used.end(), false);
  if (unused != is_used.end()) {
    const std::string& filter = filters[static_cast<std::size_t>(unused - is_used.begin())];
    throw std::invalid_argument("no case of " + suite.file.string() + " matches '" + filter + "'");
  }
  return matching;
}

std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected) {
  if (shard.index < 1 || shard.index > shard.count) {
    throw std::invalid_argument("there is no shard " + std::to_string(shard.index) + " of " +
                                std::to_string(shard.count));
  }
  std::vector<std::size_t> share;
  for (std::size_t i = shard.index - 1; i < selected.size(); i += shard.count) share.push_back(selected[i]);
  return share;
}

}  // namespace regress
