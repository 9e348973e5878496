// SPDX-License-Identifier: MIT
// Verdicts of results, and merging of shards.
#include "regress/results/results.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "files/error.h"
#include "files/path.h"

namespace regress {
namespace {

std::string shard_text(std::uint32_t shard, std::uint32_t shards) {
  return "shard " + std::to_string(shard) + " of " + std::to_string(shards);
}

/// Whether its cases say themselves where they belong: written since shards may be divided by time.
bool has_numbers(const SuiteResult& shard) {
  return !shard.cases.empty() &&
         std::all_of(shard.cases.begin(), shard.cases.end(), [](const CaseResult& one) { return one.number != 0; });
}

/// The shards by their numbers.
std::map<std::uint32_t, const SuiteResult*> in_order(const std::vector<SuiteResult>& shards) {
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
    if (one.shards != first.shards || one.selected_cases != first.selected_cases) {
      throw std::invalid_argument(one.suite + ": " + shard_text(first.shard, first.shards) + " (" +
                                  std::to_string(first.selected_cases) + " cases in all) and " + text + " (" +
                                  std::to_string(one.selected_cases) + ") don't belong together");
    }
    if (one.shard < 1 || one.shard > one.shards) throw std::invalid_argument(one.suite + ": there is no " + text);
    if (!by_number.emplace(one.shard, &one).second)
      throw std::invalid_argument(one.suite + ": " + text + " is doubled");
    if (has_numbers(one)) continue;
    const std::size_t wanted = (one.selected_cases + one.shards - one.shard) / one.shards;
    // Merged results that are merged once more lack what they lacked.
    if (one.cases.size() == wanted || !one.missing_shards.empty()) continue;
    throw std::invalid_argument(one.suite + ": " + text + " has " + std::to_string(one.cases.size()) + " cases; of " +
                                std::to_string(one.selected_cases) + ", " + std::to_string(wanted) + " are its own");
  }
  return by_number;
}

/// All cases by their numbers. Without numbers, shard i of n has those of i, i + n, ...
std::vector<CaseResult> in_suite_order(const std::map<std::uint32_t, const SuiteResult*>& shards) {
  std::map<std::uint32_t, CaseResult> cases;
  for (const auto& [shard, one] : shards) {
    const bool is_numbered = has_numbers(*one);
    for (std::size_t i = 0; i < one->cases.size(); ++i) {
      CaseResult result = one->cases[i];
      const std::uint32_t number = is_numbered ? result.number : shard + static_cast<std::uint32_t>(i) * one->shards;
      result.number = number;
      const auto [found, is_new] = cases.emplace(number, std::move(result));
      if (is_new && number <= one->selected_cases) continue;
      throw std::invalid_argument(one->suite + ": " + shard_text(shard, one->shards) + " has case " +
                                  std::to_string(number) + " (" + one->cases[i].name + ")" +
                                  (is_new ? " of " + std::to_string(one->selected_cases)
                                          : ", as another shard has: --timings must be the same for all"));
    }
  }
  std::vector<CaseResult> all;
  for (auto& [number, result] : cases) all.push_back(std::move(result));
  return all;
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

bool is_flash_check(const compare::Check& check) { return check.text.starts_with(kFlashCheck); }

bool is_beyond_flash_limit(const CaseResult& result) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [](const compare::Check& check) { return !check.holds && is_flash_check(check); });
}

bool is_flash_failure(const CaseResult& result) {
  const bool holds_rules = std::all_of(result.checks.begin(), result.checks.end(), [](const compare::Check& check) {
    return check.holds || is_flash_check(check);
  });
  return result.outcome == compare::Outcome::differences && holds_rules && is_beyond_flash_limit(result);
}

bool is_flaky(const CaseResult& result) { return !result.attempts.empty() && !is_failure(result); }

bool is_unchanged(const CaseResult& result) { return !result.judged.empty(); }

std::string accept_problem(const CaseResult& result, bool replaces_unusable) {
  if (result.must_fail) return "it must fail";
  if (result.outcome == compare::Outcome::pass) return "it passes";
  if (compare::is_problem(result.outcome) && result.outcome != compare::Outcome::no_golden) {
    return "it ended with an error: " + result.message;
  }
  if (is_beyond_flash_limit(result)) return "its flashes are beyond the case's limit, which no golden mends";
  if (result.accept_as.empty()) return "it has no golden of its own";
  if (result.is_golden_unusable && !replaces_unusable) {
    return result.message + "; '--case " + result.name + " --replace-unreadable' replaces it";
  }
  return result.picture.empty() ? "its picture wasn't written" : "";
}

std::filesystem::path path_of(const std::string& file, const std::filesystem::path& results_file) {
  const std::filesystem::path folder = std::filesystem::absolute(results_file).parent_path();
  if (std::filesystem::path(file).is_absolute() || !files::is_within(folder / file, folder)) {
    throw files::Error(results_file, "the picture " + file + " lies outside of the results' folder");
  }
  return folder / file;
}

compare::Outcome worst(const SuiteResult& result) {
  const bool is_incomplete = result.cases.empty() || !result.missing_shards.empty();
  compare::Outcome worst = is_incomplete                   ? compare::Outcome::error
                           : result.unused_goldens.empty() ? compare::Outcome::pass
                                                           : compare::Outcome::no_golden;
  for (const CaseResult& one : result.cases) worst = std::max(worst, verdict(one));
  return worst;
}

std::string missing_text(const SuiteResult& result) {
  const std::vector<std::uint32_t>& missing = result.missing_shards;
  if (missing.empty()) return "";
  constexpr std::size_t kMaxNamed = 20;
  std::string numbers;
  for (std::size_t i = 0; i < std::min(missing.size(), kMaxNamed); ++i) {
    if (i > 0) numbers += i + 1 == missing.size() ? " and " : ", ";
    numbers += std::to_string(missing[i]);
  }
  if (missing.size() > kMaxNamed) numbers += " and " + std::to_string(missing.size() - kMaxNamed) + " more";
  return (missing.size() == 1 ? "shard " : "shards ") + numbers + (missing.size() == 1 ? " is" : " are") +
         " missing: " + std::to_string(result.selected_cases - result.cases.size()) + " of " +
         std::to_string(result.selected_cases) + " cases";
}

SuiteResult merge(const std::vector<SuiteResult>& shards) {
  const std::map<std::uint32_t, const SuiteResult*> ordered = in_order(shards);
  SuiteResult whole = *ordered.begin()->second;
  const std::uint32_t count = whole.shards;
  for (std::uint32_t number = 1; number <= count; ++number) {
    if (!ordered.contains(number)) whole.missing_shards.push_back(number);
  }
  whole.shard = whole.shards = 1;
  whole.cases = in_suite_order(ordered);
  const bool is_whole = ordered.begin()->second->missing_shards.empty() && whole.missing_shards.empty();
  if (is_whole && whole.cases.size() != whole.selected_cases) {
    throw std::invalid_argument(whole.suite + ": the " + std::to_string(count) + " shards have " +
                                std::to_string(whole.cases.size()) + " of " + std::to_string(whole.selected_cases) +
                                " cases");
  }
  for (const auto& [number, shard] : ordered) {
    if (shard == ordered.begin()->second) continue;
    whole.started = std::min(whole.started, shard->started);  // of this form the earlier text is the earlier time
    whole.duration_s += shard->duration_s;
    for (const DeviceInfo& device : shard->devices) {
      if (!contains(whole.devices, device)) whole.devices.push_back(device);
    }
    std::erase_if(whole.unused_goldens,
                  [&shard = shard](const std::string& golden) { return !contains(shard->unused_goldens, golden); });
    // Of other contents, none is the one that was found.
    std::erase_if(whole.unused_hashes, [&shard = shard](const auto& one) {
      const auto found = shard->unused_hashes.find(one.first);
      return found == shard->unused_hashes.end() || found->second != one.second;
    });
  }
  return whole;
}

}  // namespace regress
