// SPDX-License-Identifier: MIT
// Verdicts of results, and merging of shards.
#include "regress/results/results.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace regress {
namespace {

std::string shard_text(std::uint32_t shard, std::uint32_t shards) {
  return "shard " + std::to_string(shard) + " of " + std::to_string(shards);
}

/// The shards by their numbers, none missing.
std::vector<const SuiteResult*> in_order(const std::vector<SuiteResult>& shards) {
  if (shards.empty()) throw std::invalid_argument("there are no results to merge");
  const SuiteResult& first = shards.front();
  std::map<std::uint32_t, const SuiteResult*> by_number;
  for (const SuiteResult& one : shards) {
    const std::string text = shard_text(one.shard, one.shards);
    // Workers may have it in folders of their own.
    if (std::filesystem::path(one.suite).filename() != std::filesystem::path(first.suite).filename()) {
      throw std::invalid_argument("the results are of two suites, " + first.suite + " and " + one.suite);
    }
    if (one.photopic_version != first.photopic_version) {
      throw std::invalid_argument(one.suite + ": the results are of two versions of Photopic, " +
                                  first.photopic_version + " and " + one.photopic_version);
    }
    if (one.shards != first.shards) {
      throw std::invalid_argument(one.suite + ": " + shard_text(first.shard, first.shards) + " and " + text +
                                  " don't belong together");
    }
    if (one.shard < 1 || one.shard > one.shards) throw std::invalid_argument(one.suite + ": there is no " + text);
    if (!by_number.emplace(one.shard, &one).second)
      throw std::invalid_argument(one.suite + ": " + text + " is doubled");
  }
  std::vector<const SuiteResult*> ordered;
  for (const auto& [number, one] : by_number) {
    if (number == ordered.size() + 1) ordered.push_back(one);
  }
  if (ordered.size() < first.shards) {
    const auto missing = static_cast<std::uint32_t>(ordered.size() + 1);
    throw std::invalid_argument(first.suite + ": " + shard_text(missing, first.shards) + " is missing");
  }
  return ordered;
}

/// Deals the cases back: shard i of n had those of index i - 1, i - 1 + n, ...
std::vector<CaseResult> interleaved(const std::vector<const SuiteResult*>& shards) {
  std::size_t total = 0;
  for (const SuiteResult* one : shards) total += one->cases.size();
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const std::size_t wanted = (total + shards.size() - 1 - i) / shards.size();
    if (shards[i]->cases.size() == wanted) continue;
    throw std::invalid_argument(shards[i]->suite + ": " + shard_text(shards[i]->shard, shards[i]->shards) + " has " +
                                std::to_string(shards[i]->cases.size()) + " cases; of " + std::to_string(total) + ", " +
                                std::to_string(wanted) + " are its own");
  }
  std::vector<CaseResult> cases;
  cases.reserve(total);
  for (std::size_t i = 0; i < total; ++i) cases.push_back(shards[i % shards.size()]->cases[i / shards.size()]);
  return cases;
}

template <class T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

compare::Outcome verdict(const CaseResult& result) {
  if (!result.must_fail) return result.outcome;
  if (result.outcome == compare::Outcome::pass) return compare::Outcome::differences;
  return result.outcome == compare::Outcome::differences ? compare::Outcome::pass : result.outcome;
}

bool is_failure(const CaseResult& result) { return verdict(result) != compare::Outcome::pass; }

compare::Outcome worst(const SuiteResult& result) {
  if (result.cases.empty()) return compare::Outcome::error;
  compare::Outcome worst = result.unused_goldens.empty() ? compare::Outcome::pass : compare::Outcome::no_golden;
  for (const CaseResult& one : result.cases) worst = std::max(worst, verdict(one));
  return worst;
}

SuiteResult merge(const std::vector<SuiteResult>& shards) {
  const std::vector<const SuiteResult*> ordered = in_order(shards);
  SuiteResult whole = *ordered.front();
  whole.shard = whole.shards = 1;
  whole.cases = interleaved(ordered);
  for (std::size_t i = 1; i < ordered.size(); ++i) {
    const SuiteResult& shard = *ordered[i];
    whole.started = std::min(whole.started, shard.started);  // of this form the earlier text is the earlier time
    whole.duration_s += shard.duration_s;
    for (const DeviceInfo& device : shard.devices) {
      if (!contains(whole.devices, device)) whole.devices.push_back(device);
    }
    std::erase_if(whole.unused_goldens,
                  [&](const std::string& golden) { return !contains(shard.unused_goldens, golden); });
  }
  return whole;
}

}  // namespace regress
