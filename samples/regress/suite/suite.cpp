// SPDX-License-Identifier: MIT
// Selection of a suite's cases.
#include "regress/suite/suite.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "regress/suite/pattern.h"

namespace regress {
namespace {

/// "tag:slow": a tag; else the name.
bool matches(const std::string& filter, const Case& one) {
  constexpr std::string_view kTag = "tag:";  // no name has a colon
  if (!filter.starts_with(kTag)) return matches(filter, one.name);
  return std::any_of(one.tags.begin(), one.tags.end(),
                     [&](const std::string& tag) { return matches(filter.substr(kTag.size()), tag); });
}

}  // namespace

std::vector<std::size_t> select(const Suite& suite, Shard shard, const std::vector<std::string>& filters) {
  if (shard.index < 1 || shard.index > shard.count) {
    throw std::invalid_argument("there is no shard " + std::to_string(shard.index) + " of " +
                                std::to_string(shard.count));
  }
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
  std::vector<std::size_t> selected;
  for (std::size_t i = shard.index - 1; i < matching.size(); i += shard.count) selected.push_back(matching[i]);
  return selected;
}

}  // namespace regress
