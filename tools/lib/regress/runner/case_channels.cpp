// SPDX-License-Identifier: MIT
// Cases of which channels are compared by name: a comparison for three of a layer, or one.
#include <algorithm>
#include <limits>

#include "compare/pictures/channels.h"
#include "compare/pictures/mask.h"
#include "regress/results/history.h"
#include "regress/runner/case_runner.h"
#include "regress/runner/picture_checks.h"

namespace regress {
namespace {

using Group = std::vector<std::string>;

std::vector<compare::Frame> load_groups(const std::filesystem::path& file, const std::vector<Group>& groups,
                                        const Case& one) {
  std::vector<compare::Frame> frames;
  for (const Group& group : groups) {
    frames.push_back(compare::read_reference(file, [&] { return load_channels(file, group, one); }));
  }
  return frames;
}

/// Worse first.
bool is_worse(const CaseResult& one, const CaseResult& other) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (one.outcome != other.outcome) return one.outcome > other.outcome;
  return least_margin(one).value_or(kNone) < least_margin(other).value_or(kNone);
}

}  // namespace

/// Each group is held to the rules. Scores and pictures are the worst one's.
void CaseRunner::judge_channels(const Case& one, Picture& actual, LoadedCase& loaded, CaseResult& result) {
  const Group names = compare::named_channels(actual.file, one.channels);
  const std::vector<Group> groups = compare::groups_of(names);
  std::vector<compare::Frame> frames = load_groups(actual.file, groups, one), goldens;
  actual.frame = frames.front();
  result.width = actual.frame.extent.width;
  result.height = actual.frame.extent.height;
  const bool is_blank = std::all_of(frames.begin(), frames.end(),
                                    [](const compare::Frame& frame) { return blank_color(frame).has_value(); });
  if (is_blank && !one.allow_blank) {
    return end(one, compare::Outcome::error, "the picture is blank: each channel has one value", actual, nullptr,
               result);
  }
  Group golden_names;
  if (loaded.golden && loaded.problem.kind == GoldenProblem::Kind::none) {
    loaded.problem = golden_problem_of([&] {
      golden_names = compare::present_channels(loaded.golden->path, one.channels);
      if (golden_names == names) goldens = load_groups(loaded.golden->path, groups, one);
    });
  }
  if (!has_golden(one, actual, loaded, result)) return;
  if (golden_names != names) {
    return end(one, compare::Outcome::mismatch,
               "the reference has the channels " + compare::list_text(golden_names) + ", the test " +
                   compare::list_text(names),
               actual, nullptr, result);
  }
  const std::vector<std::uint8_t> mask = compare::make_mask(actual.frame.extent, one.mask, one.ignore);
  std::vector<CaseResult> parts;
  std::vector<Judgement> judgements;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Picture picture = {std::move(frames[i]), actual.file, {}};
    CaseResult& part = parts.emplace_back(result);
    level(one, loaded, goldens[i], picture, part);
    if (part.outcome != compare::Outcome::pass) {
      result = part;
      check_flashes(one, actual, result);
      return;
    }
    judgements.push_back(hold_to_rules(one, goldens[i], picture, mask, part));
    frames[i] = std::move(picture.frame);
  }
  const auto worst = std::size_t(std::min_element(parts.begin(), parts.end(), is_worse) - parts.begin());
  result.outcome = parts[worst].outcome;
  result.message = parts[worst].message;
  const photopic::ErrorResult& errors = judgements[worst].comparison.result.errors;
  const std::string channel = compare::worst_channel(groups[worst], goldens[worst], frames[worst],
                                                     std::size_t{errors.max_y} * result.width + errors.max_x);
  if (!channel.empty()) note("the largest error is in " + channel, result);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (compare::Check check : parts[i].checks) {
      check.text = compare::list_text(groups[i]) + ": " + check.text;
      result.checks.push_back(std::move(check));
    }
  }
  check_flashes(one, actual, result);
  const Picture shown = {std::move(frames[worst]), actual.file, {}};
  describe(one, goldens[worst], shown, mask, std::move(judgements[worst]), result);
}

}  // namespace regress
