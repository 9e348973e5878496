// SPDX-License-Identifier: MIT
// A suite's run: render, compare, update goldens.
#include "regress/runner/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <map>
#include <new>
#include <thread>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "compare/pictures/mask.h"
#include "compare/prefetch.h"
#include "compare/rules/limits.h"
#include "compare/rules/scores.h"
#include "files/path.h"
#include "regress/runner/artifacts.h"
#include "regress/runner/benches.h"
#include "regress/runner/case_plan.h"
#include "regress/runner/outputs.h"
#include "regress/runner/picture_checks.h"
#include "regress/runner/picture_taker.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

/// More of them would only hold more goldens in memory: rendering takes longer than decoding.
constexpr unsigned kMaxDecoders = 4;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// What a case is about, decoded ahead.
struct Loaded {
  std::optional<GoldenStore::Golden> golden;  ///< none: there is none of this name
  compare::Frame frame;                       ///< the golden's
  std::string error;                          ///< why there is no frame; it is told after what is wrong with the case
  std::optional<Picture> stored;              ///< of a case whose picture is stored
  std::exception_ptr stored_error;            ///< why it isn't there
};

std::uint64_t bytes_of(const Loaded& loaded) {
  return compare::bytes_of(loaded.frame) + (loaded.stored ? compare::bytes_of(loaded.stored->frame) : 0);
}

/// Whether the same picture, made again, may be judged otherwise.
bool may_change(const CaseResult& result) {
  return is_failure(result) && !result.must_fail && result.outcome != compare::Outcome::no_golden;
}

/// Of what a program printed, where all went well: of ten thousand cases that is enough.
constexpr std::size_t kMaxPassingOutput = 1024;

class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const RunOptions& options, const OnCase& on_case)
      : suite_(suite),
        options_(options),
        on_case_(on_case),
        store_(suite.goldens),
        benches_(options),
        taker_(suite, benches_) {}

  SuiteResult run() {
    const Clock::time_point start = Clock::now();
    std::vector<std::size_t> selected = select(suite_, options_.filters);
    if (compares_variants()) {
      std::erase_if(selected, [&](std::size_t index) {
        return suite_.cases[index].must_fail || !suite_.cases[index].is_rendered();
      });
    }
    result_.selected_cases = static_cast<std::uint32_t>(selected.size());
    for (std::size_t i = 0; i < selected.size(); ++i) numbers_[selected[i]] = static_cast<std::uint32_t>(i + 1);
    selected = options_.timings.empty() ? share_of(options_.shard, selected)
                                        : share_of(options_.shard, selected, durations_of(selected));
    describe();
    check_outputs(suite_, options_, selected, store_, device_class_);
    check(selected);
    render_all(selected);
    commit();
    result_.duration_s = seconds_since(start);
    return std::move(result_);
  }

 private:
  bool compares_variants() const { return options_.variants.size() > 1; }
  /// The variant that is tested.
  std::size_t last_variant() const { return options_.variants.size() - 1; }
  const compare::Rule& rules_of(const Case& one) const { return options_.rules ? *options_.rules : one.rules; }

  /// By the timings; of cases that they don't know, their mean.
  std::vector<double> durations_of(const std::vector<std::size_t>& selected) const {
    double sum_s = 0.0;
    for (const auto& [name, duration_s] : options_.timings) sum_s += duration_s;
    const double mean_s = sum_s / static_cast<double>(options_.timings.size());
    std::vector<double> durations_s;
    for (const std::size_t index : selected) {
      const auto found = options_.timings.find(suite_.cases[index].name);
      durations_s.push_back(found == options_.timings.end() ? mean_s : found->second);
    }
    return durations_s;
  }

  void describe() {
    result_.suite = suite_.file.string();
    result_.photopic_version = arguments::version();
    result_.started = utc_now();
    result_.shard = options_.shard.index;
    result_.shards = options_.shard.count;
    for (std::size_t i = 0; i < options_.variants.size(); ++i) result_.devices.push_back(benches_.device_info(i));
    if (!options_.device_class.empty()) result_.devices[0].device_class = options_.device_class;
    device_class_ = result_.devices[0].device_class;
    if (compares_variants()) return;
    result_.goldens = files::resolved(suite_.goldens).string();
    if (suite_.shares_goldens) return;
    std::vector<GoldenStore::Used> used;
    for (const Case& one : suite_.cases) used.push_back({one.golden_file, !class_of(one).empty()});
    result_.unused_goldens = store_.unused(used);
  }

  /// Whose goldens come first. Of what isn't rendered here the device says nothing.
  const std::string& class_of(const Case& one) const {
    return one.is_rendered() ? device_class_ : options_.device_class;
  }

  CaseResult result_of(const Case& one) const {
    CaseResult result;
    result.name = one.name;
    result.number = numbers_.at(static_cast<std::size_t>(&one - suite_.cases.data()));
    result.line = static_cast<std::uint32_t>(one.line);
    result.must_fail = one.must_fail;
    result.updatable = !one.must_fail && one.golden.empty();
    result.rules = compare::words_of(rules_of(one));
    return result;
  }

  /// Nobody should wait for a typo in the last case.
  void check(const std::vector<std::size_t>& selected) {
    for (const std::size_t index : selected) {
      const Case& one = suite_.cases[index];
      try {
        check_command(one, options_);
        for (const Variant& variant : options_.variants) check_case(suite_, one, variant.method, rules_of(one));
      } catch (const std::exception& error) {
        CaseResult result = result_of(one);
        result.outcome = compare::Outcome::error;
        result.message = place_of(suite_, one) + error.what();
        on_case_(result);
        refused_.emplace(index, std::move(result));
      }
    }
  }

  void render_all(const std::vector<std::size_t>& selected) {
    std::vector<std::size_t> rendered;
    for (const std::size_t index : selected) {
      if (!refused_.contains(index)) rendered.push_back(index);
    }
    const std::size_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxDecoders);
    compare::Prefetch<Loaded> loading(
        compares_variants() ? 0 : rendered.size(), threads, threads + 1,
        [&](std::size_t i) { return load(suite_.cases[rendered[i]]); }, bytes_of, image_io::read_limits().memory_bytes);
    for (const std::size_t index : selected) {
      const auto refused = refused_.find(index);
      if (refused != refused_.end()) {
        result_.cases.push_back(std::move(refused->second));
        continue;
      }
      result_.cases.push_back(run_case(suite_.cases[index], compares_variants() ? Loaded() : loading.next()));
      on_case_(result_.cases.back());
    }
  }

  Loaded load(const Case& one) const {
    Loaded loaded;
    try {
      if (!one.test.empty()) loaded.stored = load_picture(one.test);
    } catch (...) {
      loaded.stored_error = std::current_exception();
    }
    try {
      loaded.golden = store_.find(one.golden_file, class_of(one));
      if (loaded.golden) loaded.frame = compare::frame_of(image_io::read_code_image(loaded.golden->path));
    } catch (const std::exception& error) {
      loaded.error = error.what();
    }
    return loaded;
  }

  /// Until it passes, or has been tried often enough.
  CaseResult run_case(const Case& one, Loaded loaded) {
    const Clock::time_point start = Clock::now();
    const bool is_repeatable = one.test.empty() && options_.update == UpdateMode::none;
    const std::uint32_t retries = is_repeatable ? one.retries : 0;
    CaseResult result;
    std::vector<Attempt> failed;
    for (attempt_ = 0;; ++attempt_) {
      is_last_ = attempt_ == retries;
      result = try_case(one, loaded);
      if (is_last_ || !may_change(result)) break;
      failed.push_back({result.outcome, result.message, result.checks, result.actual, result.output});
    }
    result.attempts = std::move(failed);
    if (!is_failure(result) && result.output.size() > kMaxPassingOutput) {
      result.output.erase(0, result.output.size() - kMaxPassingOutput);
    }
    result.duration_s = seconds_since(start);
    return result;
  }

  CaseResult try_case(const Case& one, Loaded& loaded) {
    CaseResult result = result_of(one);
    const auto fail = [&](compare::Outcome outcome, const std::string& message) {
      result.outcome = outcome;
      result.message = message;
    };
    try {
      if (loaded.stored_error) std::rethrow_exception(loaded.stored_error);
      Picture actual = loaded.stored ? std::move(*loaded.stored) : taker_.take(one, last_variant());
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
      fail(compare::Outcome::error, place_of(suite_, one) + error.what());
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
  void judge(const Case& one, Picture& actual, Loaded& loaded, CaseResult& result) {
    const auto fail = [&](compare::Outcome outcome, const std::string& message,
                          const compare::Frame* expected = nullptr) {
      result.outcome = outcome;
      result.message = message;
      if (wants_artifacts(options_, result, attempt_)) write_pictures(one, actual, expected, {}, result);
    };
    const std::optional<std::string> color = one.allow_blank ? std::nullopt : blank_color(actual.frame);
    if (color) return fail(compare::Outcome::error, "the picture is blank: every pixel is " + *color);
    const std::vector<std::uint8_t> mask = compare::make_mask(actual.frame.extent, one.mask, one.ignore);
    compare::Frame expected;
    if (compares_variants()) {
      Shot first = benches_.render(suite_, one, 0);
      expected = compare::frame_of(first.extent, std::move(first.rgba));
    } else {
      if (loaded.golden) {
        result.golden = loaded.golden->file;
        result.golden_key = loaded.golden->key;
      }
      if (result.updatable) {
        result.accept_as = one.golden_file;
        result.accept_class = class_to_update(one, loaded);
      }
      if (!loaded.error.empty()) return fail(compare::Outcome::no_golden, loaded.error);
      if (!loaded.golden) return fail(compare::Outcome::no_golden, missing_text(one));
      expected = is_last_ ? std::move(loaded.frame) : loaded.frame;
    }
    try {
      if (loaded.golden && !options_.ignores_encoding) {
        const std::string name = actual.file.empty() ? "the rendered picture" : actual.file.string();
        compare::check_encodings(expected, loaded.golden->path.string(), actual.frame, name);
      }
      result.message = compare::make_alike(expected, actual.frame);
    } catch (const compare::EncodingMismatch& mismatch) {
      return fail(compare::Outcome::mismatch, mismatch.what(), &expected);
    } catch (const compare::Mismatch& mismatch) {
      return fail(compare::Outcome::mismatch, mismatch.what(), &expected);
    }
    measure(one, expected, actual, mask, result);
  }

  std::string missing_text(const Case& one) const {
    std::string text = "there is no golden " + (suite_.goldens / one.golden_file).string();
    if (one.must_fail && one.golden.empty()) text += "; what must fail needs another case's, see its member golden";
    if (options_.update != UpdateMode::none && !one.golden.empty()) text += "; the next run has what this one accepts";
    return text;
  }

  void measure(const Case& one, const compare::Frame& expected, const Picture& picture,
               const std::vector<std::uint8_t>& mask, CaseResult& result) {
    const compare::Frame& actual = picture.frame;
    const compare::Rule rules = compare::rule_for(rules_of(one), expected);
    compare::Options options;
    options.required = compare::metrics_for(rules);
    options.metrics = options_.metrics | options.required;
    options.settings.shift_radius = one.shift_radius;
    options.settings.ignores_antialiasing = one.ignore_antialiasing;
    options.cluster_delta = compare::cluster_delta_of(rules).value_or(0);
    compare::Comparer& comparer = benches_.of(last_variant()).comparer;
    compare::Comparison comparison = comparer.compare(expected, actual, options, mask);
    if (comparison.result.errors.pixels == 0) throw arguments::UsageError("no pixel is left to be compared");
    const compare::Verdict verdict =
        compare::evaluate(rules, compare::measured_of(comparison.result, true, comparison.alpha));
    result.checks = verdict.checks;
    result.outcome = verdict.holds ? compare::Outcome::pass : compare::Outcome::differences;
    check_flashes(one, picture, result);
    refuse_nan(result);
    result.histogram = comparison.result.errors.histogram;
    if (comparison.result.errors.differing_pixels != 0) {
      result.worst_tiles = worst_tiles(expected, actual, mask);
    }
    const bool is_shown = wants_artifacts(options_, result, attempt_);
    if (is_failure(result)) {
      result.difference_hash = difference_hash(expected, actual, mask);
    }
    if (is_shown || is_failure(result)) {
      options.metrics = photopic::kAllMetrics;
      options.maps = is_shown ? kArtifactMaps : 0;
      comparison = comparer.compare(expected, actual, options, mask);
    }
    result.scores = compare::scores_of(comparison.result, true, comparison.alpha);
    if (is_shown) write_pictures(one, picture, &expected, comparison.maps, result);
  }

  /// A new golden doesn't mend it.
  static void check_flashes(const Case& one, const Picture& picture, CaseResult& result) {
    if (!one.max_flash_verdict || !picture.flash_verdict) return;
    const double value = *picture.flash_verdict, threshold = *one.max_flash_verdict;
    const double margin = threshold == 0.0 ? -value : (threshold - value) / threshold;
    result.checks.push_back(
        {"flash_verdict <= " + std::to_string(*one.max_flash_verdict), value, threshold, margin, value <= threshold});
    if (value <= threshold) return;
    result.outcome = compare::Outcome::differences;
    result.updatable = false;
    result.accept_as.clear();
  }

  void write_pictures(const Case& one, const Picture& actual, const compare::Frame* expected,
                      const std::map<photopic::MetricMap, std::vector<float>>& maps, CaseResult& result) const {
    write_artifacts(options_, attempt_stem(one.name, attempt_), actual, expected, maps, result);
  }

  /// A score that is no number says nothing, neither of what must pass nor of what must fail.
  static void refuse_nan(CaseResult& result) {
    const auto is_nan = [](const compare::Check& check) { return std::isnan(check.value); };
    const auto nan = std::find_if(result.checks.begin(), result.checks.end(), is_nan);
    if (nan == result.checks.end()) return;
    result.outcome = compare::Outcome::error;
    result.message = nan->text + ": the score is not a number";
  }

  /// Whose golden is replaced.
  std::string class_to_update(const Case& one, const Loaded& loaded) const {
    if (options_.updates_class) return class_of(one);
    return loaded.golden ? loaded.golden->key : "";
  }

  /// Must-fail cases and those with another case's golden have none of their own to update.
  void update(const Case& one, const Picture& actual, const Loaded& loaded, CaseResult& result) {
    if (options_.update == UpdateMode::none || !result.updatable) return;
    const bool is_missing = result.outcome == compare::Outcome::no_golden && !loaded.golden && loaded.error.empty();
    const bool is_changed = result.outcome == compare::Outcome::differences ||
                            result.outcome == compare::Outcome::mismatch ||
                            result.outcome == compare::Outcome::no_golden;
    const bool is_wanted = options_.update == UpdateMode::all ? result.outcome == compare::Outcome::pass || is_changed
                           : options_.update == UpdateMode::changed ? is_changed
                                                                    : is_missing;
    if (!is_wanted) return;
    const std::string device_class = class_to_update(one, loaded);
    const VkExtent2D extent = actual.frame.extent;
    if (actual.file.empty()) {
      store_.stage(one.golden_file, device_class, actual.frame.planes[0], extent.width, extent.height);
    } else {
      store_.stage_file(one.golden_file, device_class, actual.file);
    }
    accepted_.push_back(result_.cases.size());
    result.message = is_missing ? "accepted: there was no golden" : "accepted";
    result.outcome = compare::Outcome::pass;
  }

  void commit() {
    if (accepted_.empty()) return;
    try {
      store_.commit();
    } catch (const std::exception& error) {
      // Some may be in place; which is for the next run to tell.
      for (const std::size_t i : accepted_) {
        result_.cases[i].outcome = compare::Outcome::error;
        result_.cases[i].message = std::string("not all goldens could be replaced: ") + error.what();
        on_case_(result_.cases[i]);
      }
    }
  }

  const Suite& suite_;
  const RunOptions& options_;
  const OnCase& on_case_;
  GoldenStore store_;
  Benches benches_;
  PictureTaker taker_;
  std::string device_class_;
  std::map<std::size_t, std::uint32_t> numbers_;  ///< of selected cases by index: CaseResult::number
  std::uint32_t attempt_ = 0;                     ///< at the case that is run
  bool is_last_ = true;                           ///< there is none after it
  std::map<std::size_t, CaseResult> refused_;     ///< by case: what check() found
  std::vector<std::size_t> accepted_;             ///< of result_.cases
  SuiteResult result_;
};

}  // namespace

SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case) {
  return SuiteRun(suite, options, on_case).run();
}

}  // namespace regress
