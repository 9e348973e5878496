// SPDX-License-Identifier: MIT
// Selection of a suite's cases.
#include "regress/suite/suite.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>

#include "regress/suite/pattern.h"

namespace regress {
namespace {

/// "tag:slow": a tag; else the name.
bool is_meant(const std::string& filter, const Case& one) {
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
      if (!is_meant(filters[f], suite.cases[i])) continue;
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

namespace {

void check_shard(Shard shard) {
  if (shard.index >= 1 && shard.index <= shard.count) return;
  throw std::invalid_argument("there is no shard " + std::to_string(shard.index) + " of " +
                              std::to_string(shard.count));
}

}  // namespace

std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected,
                                  const std::vector<double>& duration_s) {
  check_shard(shard);
  std::vector<std::size_t> longest_first(selected.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::stable_sort(longest_first.begin(), longest_first.end(),
                   [&](std::size_t a, std::size_t b) { return duration_s[a] > duration_s[b]; });
  std::vector<double> taken_s(shard.count, 0.0);
  std::vector<std::size_t> share;
  for (const std::size_t i : longest_first) {
    const auto least = std::min_element(taken_s.begin(), taken_s.end());
    *least += duration_s[i];
    if (least - taken_s.begin() == std::ptrdiff_t{shard.index} - 1) share.push_back(selected[i]);
  }
  std::sort(share.begin(), share.end());
  return share;
}

std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected) {
  check_shard(shard);
  std::vector<std::size_t> share;
  for (std::size_t i = shard.index - 1; i < selected.size(); i += shard.count) share.push_back(selected[i]);
  return share;
}

}  // namespace regress
