// SPDX-License-Identifier: MIT
// Attempts at a case, and what came of them.
#include "regress/runner/case_runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "arguments/errors.h"
#include "compare/pictures/canvas.h"
#include "compare/pictures/mask.h"
#include "compare/rules/limits.h"
#include "compare/rules/scores.h"
#include "regress/runner/artifacts.h"
#include "regress/runner/case_plan.h"
#include "regress/runner/picture_checks.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

/// Of what a program printed, where all went well: of ten thousand cases that is enough.
constexpr std::size_t kMaxPassingOutput = 1024;

/// Whether the same picture, made again, may be judged otherwise.
bool may_change(const CaseResult& result) {
  return is_failure(result) && !result.must_fail && result.outcome != compare::Outcome::no_golden;
}

/// A score that is no number says nothing, neither of what must pass nor of what must fail.
void refuse_nan(CaseResult& result) {
  const auto is_nan = [](const compare::Check& check) { return std::isnan(check.value); };
  const auto nan = std::find_if(result.checks.begin(), result.checks.end(), is_nan);
  if (nan == result.checks.end()) return;
  result.outcome = compare::Outcome::error;
  result.message = nan->text + ": the score is not a number";
}

}  // namespace

void check_flashes(const Case& one, const Picture& picture, CaseResult& result) {
  if (!one.flashes || !picture.flash_verdict) return;
  const double value = *picture.flash_verdict, threshold = double(one.flashes->max_verdict);
  result.checks.push_back({kFlashCheck + (" <= " + std::to_string(int(one.flashes->max_verdict))), value, threshold,
                           threshold - value, value <= threshold});
  if (value <= threshold) return;
  const std::string verdict = flashes::name_of(reference::FlashVerdict(*picture.flash_verdict));
  const std::string limit = flashes::name_of(one.flashes->max_verdict);
  note(picture.note.empty() ? "flashes: verdict " + verdict + ", worse than " + limit : picture.note, result);
  result.outcome = std::max(result.outcome, compare::Outcome::differences);
  result.updatable = false;
  result.accept_as.clear();
}

void note(const std::string& words, CaseResult& result) {
  result.message += (result.message.empty() || words.empty() ? "" : "; ") + words;
}

std::uint64_t bytes_of(const LoadedCase& loaded) {
  return compare::bytes_of(loaded.frame) + (loaded.stored ? compare::bytes_of(loaded.stored->frame) : 0);
}

CaseResult SharedRun::blank_result(const Case& one) const {
  return {.name = one.name,
          .number = numbers.at(static_cast<std::size_t>(&one - suite.cases.data())),
          .line = static_cast<std::uint32_t>(one.line),
          .must_fail = one.must_fail,
          .updatable = !one.must_fail && one.golden.empty(),
          .rules = compare::words_of(one.rules)};
}

CaseRunner::Done CaseRunner::run(const Case& one, LoadedCase loaded) {
  const Clock::time_point start = Clock::now();
  is_accepted_ = false;
  const bool is_repeatable = one.test.empty() && options_.update == UpdateMode::none;
  const std::uint32_t retries = is_repeatable ? one.retries : 0;
  CaseResult result;
  std::vector<Attempt> failed;
  for (attempt_ = 0;; ++attempt_) {
    is_last_ = attempt_ == retries;
    result = try_case(one, loaded);
    if (is_last_ || !may_change(result) || loaded.problem.kind != GoldenProblem::Kind::none) break;
    failed.push_back({result.outcome, result.message, result.checks, result.actual, result.output});
  }
  result.attempts = std::move(failed);
  if (!is_failure(result) && result.output.size() > kMaxPassingOutput) {
    result.output.erase(0, result.output.size() - kMaxPassingOutput);
  }
  result.inputs_hash = loaded.inputs_hash;
  result.duration_s = std::chrono::duration<double>(Clock::now() - start).count();
  return {std::move(result), is_accepted_};
}

CaseResult CaseRunner::try_case(const Case& one, LoadedCase& loaded) {
  CaseResult result = shared_.blank_result(one);
  const auto fail = [&](compare::Outcome outcome, const std::string& message) {
    result.outcome = outcome;
    result.message = message;
  };
  try {
    if (loaded.stored_error) std::rethrow_exception(loaded.stored_error);
    Picture actual = loaded.stored ? std::move(*loaded.stored) : taker_.take(one, options_.variants.size() - 1);
    result.width = actual.frame.extent.width;
    result.height = actual.frame.extent.height;
    judge(one, actual, loaded, result);
    // Before the picture is accepted.
    if (const std::string messages = benches_.take_validation(); !messages.empty()) throw engine::Error(messages);
    update(one, actual, loaded, result);
  } catch (const engine::Error& error) {
    fail(compare::Outcome::device_error, error.what());
    benches_.reset();
  } catch (const std::bad_alloc&) {
    fail(compare::Outcome::device_error, "out of memory");
  } catch (const compare::Mismatch& mismatch) {
    fail(compare::Outcome::mismatch, mismatch.what());
  } catch (const arguments::UsageError& error) {
    fail(compare::Outcome::error, place_of(shared_.suite, one) + error.what());
  } catch (const std::exception& error) {
    fail(compare::Outcome::error, error.what());
  }
  if (const std::string messages = benches_.take_validation(); !messages.empty()) {
    fail(compare::Outcome::device_error, messages);
  }
  if (one.test.empty()) result.output = taker_.output();  // of a program that failed, too
  return result;
}

/// Compares and puts what came of it in the result. What a new golden can't mend is thrown.
void CaseRunner::judge(const Case& one, Picture& actual, LoadedCase& loaded, CaseResult& result) {
  if (!one.channels.empty()) return judge_channels(one, actual, loaded, result);
  const std::optional<std::string> color = one.allow_blank ? std::nullopt : blank_color(actual.frame);
  if (color) {
    return end(one, compare::Outcome::error, "the picture is blank: every pixel is " + *color, actual, nullptr, result);
  }
  const std::vector<std::uint8_t> mask = compare::make_mask(actual.frame.extent, one.mask, one.ignore);
  compare::Frame expected;
  if (shared_.compares_variants()) {
    Shot first = benches_.render(shared_.suite, one, 0);
    expected = compare::frame_of(first.extent, std::move(first.rgba));
  } else {
    if (!has_golden(one, actual, loaded, result)) return;
    expected = is_last_ ? std::move(loaded.frame) : loaded.frame;
  }
  level(one, loaded, expected, actual, result);
  if (result.outcome != compare::Outcome::pass) return;
  describe(one, expected, actual, mask, hold_to_rules(one, expected, actual, mask, result), result);
}

/// False where the case ends for want of a golden.
bool CaseRunner::has_golden(const Case& one, const Picture& actual, const LoadedCase& loaded,
                            CaseResult& result) const {
  if (loaded.golden) {
    result.golden = loaded.golden->file;
    result.golden_key = loaded.golden->key;
  }
  if (result.updatable) {
    result.accept_as = one.golden_file;
    result.accept_class = class_to_update(one, loaded);
  }
  using Kind = GoldenProblem::Kind;
  if (loaded.problem.kind == Kind::not_read) {
    result.accept_as.clear();  // it may be as it should
    end(one, compare::Outcome::error, loaded.problem.reason, actual, nullptr, result);
    return false;
  }
  result.is_golden_unusable = loaded.problem.kind != Kind::none;
  if (loaded.golden && !result.is_golden_unusable) return true;
  const std::string reason = result.is_golden_unusable ? loaded.problem.reason : missing_text(one);
  end(one, compare::Outcome::no_golden, reason, actual, nullptr, result);
  return false;
}

/// Brings both to one form. Where that can't be, the case ends.
void CaseRunner::level(const Case& one, const LoadedCase& loaded, compare::Frame& expected, Picture& actual,
                       CaseResult& result) const {
  using compare::Outcome;
  try {
    if (loaded.golden && !options_.ignores_encoding) {
      const std::string name = actual.file.empty() ? "the rendered picture" : actual.file.string();
      compare::check_encodings(expected, loaded.golden->path.string(), actual.frame, name);
    }
    note(compare::make_alike(expected, actual.frame), result);
    if (one.nan_equal) note(compare::level_not_finite(expected, actual.frame), result);
  } catch (const compare::EncodingMismatch& mismatch) {
    end(one, Outcome::mismatch, mismatch.what(), actual, &expected, result);
  } catch (const compare::Mismatch& mismatch) {
    end(one, Outcome::mismatch, mismatch.what(), actual, &expected, result);
    if (!compare::are_as_large(expected, actual.frame)) show_sizes(one, expected, actual, result);
  } catch (const compare::NotFinite& difference) {
    end(one, Outcome::differences, difference.what(), actual, &expected, result);
  }
}

/// Of the picture and a golden of another size.
void CaseRunner::show_sizes(const Case& one, const compare::Frame& expected, const Picture& actual,
                            CaseResult& result) const {
  result.golden_width = expected.extent.width;
  result.golden_height = expected.extent.height;
  const bool is_shown = wants_artifacts(options_, result, attempt_);
  if (const auto canvas = is_shown ? compare::canvas_of(expected, actual.frame) : std::nullopt) {
    write_canvas(options_, attempt_stem(one.name, attempt_), *canvas, result);
  }
}

/// Without a comparison.
void CaseRunner::end(const Case& one, compare::Outcome outcome, const std::string& message, const Picture& actual,
                     const compare::Frame* expected, CaseResult& result) const {
  result.outcome = outcome;
  result.message = message;
  check_flashes(one, actual, result);
  if (wants_artifacts(options_, result, attempt_)) write_pictures(one, actual, expected, {}, result);
}

std::string CaseRunner::missing_text(const Case& one) const {
  std::string text = "there is no golden " + (shared_.suite.goldens / one.golden_file).string();
  if (one.must_fail && one.golden.empty()) text += "; what must fail needs another case's, see its member golden";
  if (options_.update != UpdateMode::none && !one.golden.empty()) text += "; the next run has what this one accepts";
  return text;
}

CaseRunner::Judgement CaseRunner::hold_to_rules(const Case& one, const compare::Frame& expected, const Picture& picture,
                                                const std::vector<std::uint8_t>& mask, CaseResult& result) {
  const compare::Frame& actual = picture.frame;
  const bool are_equal = compare::are_equal(expected, actual, mask);
  const compare::Rule own = one.ignore_antialiasing ? compare::without_antialiasing(one.rules) : one.rules;
  const auto [rules, left_out] = compare::rule_for(own, expected, are_equal);
  note(left_out, result);
  Judgement judgement;
  compare::Options& options = judgement.options;
  const std::uint32_t needed = compare::metrics_for(rules);
  if (!are_equal) options.required = needed;
  options.metrics = options_.metrics | needed;
  options.settings.shift_radius = one.shift_radius;
  options.settings.ignores_antialiasing = one.ignore_antialiasing;
  options.distances = compare::distances_of(rules);
  options.cluster_delta = compare::cluster_delta_of(rules).value_or(0);
  compare::Comparer& comparer = benches_.of(options_.variants.size() - 1).comparer;
  judgement.comparison = comparer.compare(expected, actual, options, mask);
  const compare::Comparison& comparison = judgement.comparison;
  if (comparison.result.errors.pixels == 0) throw arguments::UsageError("no pixel is left to be compared");
  const compare::Verdict verdict = compare::evaluate(rules, compare::measured_of(comparison, true, are_equal));
  result.checks = verdict.checks;
  result.outcome = verdict.holds ? compare::Outcome::pass : compare::Outcome::differences;
  check_flashes(one, picture, result);
  refuse_nan(result);
  return judgement;
}

/// What the result says beside the verdict; pictures, too.
void CaseRunner::describe(const Case& one, const compare::Frame& expected, const Picture& picture,
                          const std::vector<std::uint8_t>& mask, Judgement judgement, CaseResult& result) {
  auto& [options, comparison] = judgement;
  result.histogram = comparison.result.errors.histogram;
  if (comparison.result.errors.differing_pixels != 0) {
    result.worst_tiles = worst_tiles(expected, picture.frame, mask);
  }
  const bool is_shown = wants_artifacts(options_, result, attempt_);
  if (is_failure(result)) {
    result.difference_hash = difference_hash(expected, picture.frame, mask);
  }
  if (is_shown || is_failure(result)) {
    options.metrics = photopic::kAllMetrics;
    options.distances.clear();
    options.maps = is_shown ? kArtifactMaps : 0;
    add_details(expected, picture.frame, mask, options, comparison, result);
  }
  result.scores = compare::scores_of(comparison.result, true, comparison.alpha);
  if (is_shown) write_pictures(one, picture, &expected, comparison.maps, result);
}

/// Scores and maps that the verdict didn't need, which stands without them.
void CaseRunner::add_details(const compare::Frame& expected, const compare::Frame& actual,
                             const std::vector<std::uint8_t>& mask, const compare::Options& options,
                             compare::Comparison& comparison, CaseResult& result) {
  try {
    compare::Comparer& comparer = benches_.of(options_.variants.size() - 1).comparer;
    comparison = comparer.compare(expected, actual, options, mask);
    note(comparison.note, result);
  } catch (const engine::Error& error) {
    note(std::string("no further scores and maps: ") + error.what(), result);
    benches_.reset();
  } catch (const std::bad_alloc&) {
    note("no further scores and maps: out of memory", result);
  }
}

void CaseRunner::write_pictures(const Case& one, const Picture& actual, const compare::Frame* expected,
                                const std::map<photopic::MetricMap, std::vector<float>>& maps,
                                CaseResult& result) const {
  write_artifacts(options_, attempt_stem(one.name, attempt_), actual, expected, maps, result);
}

/// Whose golden is replaced.
std::string CaseRunner::class_to_update(const Case& one, const LoadedCase& loaded) const {
  if (options_.updates_class) return shared_.class_of(one);
  return loaded.golden ? loaded.golden->key : "";
}

/// Must-fail cases and those with another case's golden have none of their own to update.
void CaseRunner::update(const Case& one, const Picture& actual, const LoadedCase& loaded, CaseResult& result) {
  if (options_.update == UpdateMode::none || !result.updatable) return;
  if (loaded.problem.kind == GoldenProblem::Kind::stand_in) return;  // the golden is elsewhere
  const bool is_missing = result.outcome == compare::Outcome::no_golden && !loaded.golden && !result.is_golden_unusable;
  const bool is_changed = result.outcome == compare::Outcome::differences ||
                          result.outcome == compare::Outcome::mismatch || result.outcome == compare::Outcome::no_golden;
  const bool is_wanted = options_.update == UpdateMode::all ? result.outcome == compare::Outcome::pass || is_changed
                         : options_.update == UpdateMode::changed ? is_changed
                                                                  : is_missing;
  if (!is_wanted) return;
  const std::string device_class = class_to_update(one, loaded);
  const std::lock_guard lock(shared_.staging);
  const VkExtent2D extent = actual.frame.extent;
  if (actual.file.empty()) {
    shared_.store.stage(one.golden_file, device_class, actual.frame.planes[0], extent.width, extent.height);
  } else {
    shared_.store.stage_file(one.golden_file, device_class, actual.file);
  }
  is_accepted_ = true;
  result.message = is_missing ? "accepted: there was no golden" : "accepted";
  result.outcome = compare::Outcome::pass;
}

}  // namespace regress
