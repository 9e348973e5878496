// SPDX-License-Identifier: MIT
// A suite's run: render, compare, update goldens.
#include "regress/runner/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <new>
#include <thread>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "compare/pictures/mask.h"
#include "compare/prefetch.h"
#include "compare/rules/scores.h"
#include "files/path.h"
#include "regress/runner/artifacts.h"
#include "regress/runner/benches.h"
#include "regress/runner/case_plan.h"
#include "regress/runner/outputs.h"
#include "regress/runner/picture_checks.h"

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

const std::string& golden_name(const Case& one) { return one.golden.empty() ? one.name : one.golden; }

/// A golden, decoded ahead.
struct LoadedGolden {
  std::optional<GoldenStore::Golden> golden;  ///< none: there is none of this name
  compare::Frame frame;
  std::string error;  ///< why there is no frame; it is told after what is wrong with the case
};

class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const RunOptions& options, const OnCase& on_case)
      : suite_(suite), options_(options), on_case_(on_case), store_(suite.goldens), benches_(options) {}

  SuiteResult run() {
    const Clock::time_point start = Clock::now();
    std::vector<std::size_t> selected = select(suite_, options_.filters);
    if (compares_variants()) std::erase_if(selected, [&](std::size_t index) { return suite_.cases[index].must_fail; });
    result_.selected_cases = static_cast<std::uint32_t>(selected.size());
    selected = share_of(options_.shard, selected);
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
    std::vector<std::string> names;
    for (const Case& one : suite_.cases) names.push_back(golden_name(one));
    result_.unused_goldens = store_.unused(names);
  }

  CaseResult result_of(const Case& one) const {
    CaseResult result;
    result.name = one.name;
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
    compare::Prefetch<LoadedGolden> goldens(
        compares_variants() ? 0 : rendered.size(), threads, threads + 1,
        [&](std::size_t i) { return load_golden(suite_.cases[rendered[i]]); },
        [](const LoadedGolden& loaded) { return compare::bytes_of(loaded.frame); },
        image_io::read_limits().memory_bytes);
    for (const std::size_t index : selected) {
      const auto refused = refused_.find(index);
      if (refused != refused_.end()) {
        result_.cases.push_back(std::move(refused->second));
        continue;
      }
      result_.cases.push_back(run_case(suite_.cases[index], compares_variants() ? LoadedGolden() : goldens.next()));
      on_case_(result_.cases.back());
    }
  }

  LoadedGolden load_golden(const Case& one) const {
    LoadedGolden loaded;
    try {
      loaded.golden = store_.find(golden_name(one), device_class_);
      if (loaded.golden) loaded.frame = compare::frame_of(image_io::read_code_image(loaded.golden->path));
    } catch (const std::exception& error) {
      loaded.error = error.what();
    }
    return loaded;
  }

  CaseResult run_case(const Case& one, LoadedGolden golden) {
    const Clock::time_point start = Clock::now();
    CaseResult result = result_of(one);
    const auto fail = [&](compare::Outcome outcome, const std::string& message) {
      result.outcome = outcome;
      result.message = message;
    };
    try {
      const Shot shot = benches_.render(suite_, one, last_variant());
      result.width = shot.extent.width;
      result.height = shot.extent.height;
      judge(one, shot, golden, result);
      // Before the picture is accepted.
      if (const std::string messages = benches_.take_validation(); !messages.empty()) throw engine::Error(messages);
      update(one, shot, golden, result);
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
    result.duration_s = seconds_since(start);
    return result;
  }

  /// Compares and puts what came of it in the result. What a new golden can't mend is thrown.
  void judge(const Case& one, const Shot& shot, LoadedGolden& golden, CaseResult& result) {
    compare::Frame actual = compare::frame_of(shot.extent, shot.rgba);
    const auto fail = [&](compare::Outcome outcome, const std::string& message,
                          const compare::Frame* expected = nullptr) {
      result.outcome = outcome;
      result.message = message;
      if (wants_artifacts(options_, result)) write_artifacts(options_, actual, expected, {}, result);
    };
    const std::optional<std::string> color = one.allow_blank ? std::nullopt : blank_color(shot.rgba);
    if (color) return fail(compare::Outcome::error, "the picture is blank: every pixel is " + *color);
    const std::vector<std::uint8_t> mask = compare::make_mask(actual.extent, one.mask, one.ignore);
    compare::Frame expected;
    if (compares_variants()) {
      Shot first = benches_.render(suite_, one, 0);
      expected = compare::frame_of(first.extent, std::move(first.rgba));
    } else {
      if (golden.golden) {
        result.golden = golden.golden->file;
        result.golden_key = golden.golden->key;
      }
      if (result.updatable) result.accept_as = golden_file(one.name, class_to_update(golden));
      if (!golden.error.empty()) return fail(compare::Outcome::no_golden, golden.error);
      if (!golden.golden) return fail(compare::Outcome::no_golden, missing_text(one));
      expected = std::move(golden.frame);
    }
    try {
      result.message = compare::make_alike(expected, actual);
    } catch (const compare::Mismatch& mismatch) {
      return fail(compare::Outcome::mismatch, mismatch.what(), &expected);
    }
    measure(one, expected, actual, mask, result);
  }

  std::string missing_text(const Case& one) const {
    std::string text = "there is no golden " + (suite_.goldens / (golden_name(one) + ".png")).string();
    if (one.must_fail && one.golden.empty()) text += "; what must fail needs another case's, see its member golden";
    if (options_.update != UpdateMode::none && !one.golden.empty()) text += "; the next run has what this one accepts";
    return text;
  }

  void measure(const Case& one, const compare::Frame& expected, const compare::Frame& actual,
               const std::vector<std::uint8_t>& mask, CaseResult& result) {
    const compare::Rule& rules = rules_of(one);
    compare::Options options;
    options.metrics = options_.metrics | compare::metrics_for(rules);
    options.settings.shift_radius = one.shift_radius;
    options.settings.ignores_antialiasing = one.ignore_antialiasing;
    options.cluster_delta = compare::cluster_delta_of(rules).value_or(0);
    compare::Comparer& comparer = benches_.of(last_variant()).comparer;
    compare::Comparison comparison = comparer.compare(expected, actual, options, mask);
    if (comparison.result.errors.pixels == 0) throw arguments::UsageError("no pixel is left to be compared");
    const compare::Verdict verdict = compare::evaluate(rules, compare::measured_of(comparison.result, true));
    result.checks = verdict.checks;
    result.outcome = verdict.holds ? compare::Outcome::pass : compare::Outcome::differences;
    refuse_nan(result);
    result.histogram = comparison.result.errors.histogram;
    if (comparison.result.errors.differing_pixels != 0) {
      result.worst_tiles = worst_tiles(actual.extent, expected.planes[0], actual.planes[0], mask);
    }
    const bool is_shown = wants_artifacts(options_, result);
    if (is_failure(result)) {
      result.difference_hash = difference_hash(actual.extent, expected.planes[0], actual.planes[0], mask);
    }
    if (is_shown || is_failure(result)) {
      options.metrics = photopic::kAllMetrics;
      options.maps = is_shown ? kArtifactMaps : 0;
      comparison = comparer.compare(expected, actual, options, mask);
    }
    result.scores = compare::scores_of(comparison.result, true);
    if (is_shown) write_artifacts(options_, actual, &expected, comparison.maps, result);
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
  std::string class_to_update(const LoadedGolden& golden) const {
    if (options_.updates_class) return device_class_;
    return golden.golden ? golden.golden->key : "";
  }

  /// Must-fail cases and those with another case's golden have none of their own to update.
  void update(const Case& one, const Shot& shot, const LoadedGolden& golden, CaseResult& result) {
    if (options_.update == UpdateMode::none || !result.updatable) return;
    const bool is_missing = result.outcome == compare::Outcome::no_golden && !golden.golden && golden.error.empty();
    const bool is_changed = result.outcome == compare::Outcome::differences ||
                            result.outcome == compare::Outcome::mismatch ||
                            result.outcome == compare::Outcome::no_golden;
    const bool is_wanted = options_.update == UpdateMode::all ? result.outcome == compare::Outcome::pass || is_changed
                           : options_.update == UpdateMode::changed ? is_changed
                                                                    : is_missing;
    if (!is_wanted) return;
    store_.stage(one.name, class_to_update(golden), shot.rgba, shot.extent.width, shot.extent.height);
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
  std::string device_class_;
  std::map<std::size_t, CaseResult> refused_;  ///< by case: what check() found
  std::vector<std::size_t> accepted_;          ///< of result_.cases
  SuiteResult result_;
};

}  // namespace

SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case) {
  return SuiteRun(suite, options, on_case).run();
}

}  // namespace regress
