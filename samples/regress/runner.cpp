// SPDX-License-Identifier: MIT
#include "regress/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <thread>

#include "cli/command_line.h"
#include "cli/errors.h"
#include "compare/comparer.h"
#include "compare/map_picture.h"
#include "compare/mask.h"
#include "compare/prefetch.h"
#include "compare/scores.h"
#include "io/image_file.h"
#include "regress/case_renderer.h"
#include "regress/picture_checks.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void write_png(const std::filesystem::path& file, VkExtent2D extent, const std::vector<std::byte>& rgba) {
  std::filesystem::create_directories(file.parent_path());
  const auto png = io::create_png(file, extent.width, extent.height);
  png->write_rows(extent.height, rgba.data());
  png->finish();
}

/// What every comparison shows, and what the rule asks for.
std::uint32_t metrics_of(const Case& one) {
  return photopic::kMetricErrors | photopic::kMetricPsnr | photopic::kMetricSsim | photopic::kMetricFlip |
         compare::metrics_for(one.rules);
}

/// A device with what is made on it. Anew after an error, for a lost device loses all.
struct Bench {
  explicit Bench(const Variant& variant) : renderer(variant), comparer(renderer.context()) {}
  CaseRenderer renderer;
  compare::Comparer comparer;
};

/// A golden, decoded ahead. None: there is none of this name.
struct LoadedGolden {
  std::optional<GoldenStore::Golden> golden;
  compare::Frame frame;
};

class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const RunOptions& options, const OnCase& on_case)
      : suite_(suite), options_(options), on_case_(on_case), store_(suite.goldens), benches_(options.variants.size()) {}

  SuiteResult run() {
    const Clock::time_point start = Clock::now();
    const std::vector<std::size_t> selected = select(suite_, options_.shard, options_.filters);
    describe();
    const std::size_t threads = std::max(1u, std::thread::hardware_concurrency());
    compare::Prefetch<LoadedGolden> goldens(compares_variants() ? 0 : selected.size(), threads, threads + 1,
                                            [&](std::size_t i) { return load_golden(suite_.cases[selected[i]]); });
    for (const std::size_t index : selected) {
      // These are about goldens.
      if (compares_variants() && suite_.cases[index].must_fail) continue;
      result_.cases.push_back(run_case(suite_.cases[index], goldens));
      on_case_(result_.cases.back());
    }
    if (is_updated_) store_.commit();
    result_.duration_s = seconds_since(start);
    return std::move(result_);
  }

 private:
  bool compares_variants() const { return options_.variants.size() > 1; }

  void describe() {
    result_.suite = suite_.file.string();
    result_.photopic_version = cli::version();
    result_.started = utc_now();
    result_.shard = options_.shard.index;
    result_.shards = options_.shard.count;
    for (std::size_t i = 0; i < benches_.size(); ++i) result_.devices.push_back(bench(i).renderer.device_info());
    if (options_.device_class.empty()) {
      device_class_ = result_.devices[0].device_class;
    } else {
      device_class_ = result_.devices[0].device_class = options_.device_class;
    }
    if (compares_variants()) return;
    result_.update_command = options_.command + " --update changed --filter %NAME%";
    std::vector<std::string> names;
    for (const Case& one : suite_.cases) names.push_back(one.golden.empty() ? one.name : one.golden);
    result_.unused_goldens = store_.unused(names);
  }

  Bench& bench(std::size_t i) {
    if (!benches_[i]) benches_[i] = std::make_unique<Bench>(options_.variants[i]);
    return *benches_[i];
  }

  LoadedGolden load_golden(const Case& one) const {
    LoadedGolden loaded;
    loaded.golden = store_.find(one.golden.empty() ? one.name : one.golden, device_class_);
    if (loaded.golden) loaded.frame = compare::frame_of(io::read_code_image(loaded.golden->path));
    return loaded;
  }

  CaseResult run_case(const Case& one, compare::Prefetch<LoadedGolden>& goldens) {
    const Clock::time_point start = Clock::now();
    CaseResult result;
    result.name = one.name;
    result.must_fail = one.must_fail;
    result.rules = words_of(one.rules);
    const auto fail = [&](Outcome outcome, const std::string& message) {
      result.outcome = outcome;
      result.message = message;
    };
    try {
      // What is wrong with the golden is told after what is wrong with the case.
      LoadedGolden golden;
      std::string golden_error;
      if (!compares_variants()) {
        try {
          golden = goldens.next();
        } catch (const std::exception& error) {
          golden_error = error.what();
        }
      }
      const Shot shot = render(one);
      result.width = shot.extent.width;
      result.height = shot.extent.height;
      if (!golden_error.empty()) {
        fail(Outcome::no_golden, golden_error);
      } else {
        judge(one, shot, std::move(golden), result);
      }
      update(one, shot, result);
    } catch (const compare::Mismatch& mismatch) {
      fail(Outcome::mismatch, mismatch.what());
    } catch (const engine::Error& error) {
      fail(Outcome::device_error, error.what());
      for (auto& bench : benches_) bench.reset();
    } catch (const std::exception& error) {
      fail(Outcome::error, error.what());
    }
    result.duration_s = seconds_since(start);
    return result;
  }

  /// Of the last variant: the one that is tested.
  Shot render(const Case& one) { return bench(benches_.size() - 1).renderer.render(suite_, one); }

  void judge(const Case& one, const Shot& shot, LoadedGolden golden, CaseResult& result) {
    const compare::Frame actual = compare::frame_of(shot.extent, shot.rgba);
    if (!one.allow_blank) {
      if (const std::optional<std::string> color = blank_color(shot.rgba)) {
        write_artifacts(actual, nullptr, {}, result);
        result.outcome = Outcome::error;
        result.message = "the picture is blank: every pixel is " + *color;
        return;
      }
    }
    compare::Frame expected;
    if (compares_variants()) {
      Shot first = bench(0).renderer.render(suite_, one);
      expected = compare::frame_of(first.extent, std::move(first.rgba));
    } else if (golden.golden) {
      expected = std::move(golden.frame);
      result.golden = golden.golden->file;
      result.golden_key = golden.golden->key;
    } else {
      write_artifacts(actual, nullptr, {}, result);
      result.outcome = Outcome::no_golden;
      result.message = "there is no golden " + (one.golden.empty() ? one.name : one.golden) + ".png";
      return;
    }
    compare_with(one, expected, actual, result);
  }

  void compare_with(const Case& one, const compare::Frame& expected, const compare::Frame& actual, CaseResult& result) {
    const auto write_both = [&] { write_artifacts(actual, &expected, {}, result); };
    std::vector<std::uint8_t> mask;
    try {
      compare::check_alike(expected, actual);
      mask = compare::make_mask(actual.extent, one.mask, one.ignore);
    } catch (const compare::Mismatch&) {
      result.outcome = Outcome::mismatch;
      write_both();
      throw;
    }
    compare::Options options;
    options.metrics = metrics_of(one);
    options.settings.shift_radius = one.shift_radius;
    compare::Comparer& comparer = bench(benches_.size() - 1).comparer;
    compare::Comparison comparison = comparer.compare(expected, actual, options, mask);
    if (comparison.result.errors.pixels == 0) throw cli::UsageError("no pixel is left to be compared");
    const Verdict verdict = evaluate(one.rules, compare::measured_of(comparison.result, true));
    result.outcome = verdict.holds ? Outcome::pass : Outcome::differences;
    result.checks = verdict.checks;
    result.histogram = comparison.result.errors.histogram;
    if (comparison.result.errors.differing_pixels != 0) {
      result.worst_tiles = worst_tiles(actual.extent, expected.planes[0], actual.planes[0], mask);
    }
    if (wants_artifacts(result) || result.outcome != Outcome::pass) {
      options.metrics = photopic::kAllMetrics;
      options.maps = wants_artifacts(result) ? kMaps : 0;
      comparison = comparer.compare(expected, actual, options, mask);
    }
    result.scores = compare::scores_of(comparison.result, true);
    write_artifacts(actual, &expected, comparison.maps, result);
  }

  bool wants_artifacts(const CaseResult& result) const {
    if (options_.output_folder.empty() || options_.artifacts == Artifacts::never) return false;
    return options_.artifacts == Artifacts::always || is_failure(result) || result.outcome != Outcome::pass;
  }

  static constexpr std::uint32_t kMaps =
      photopic::kMapAbsolute | photopic::kMapSsim | photopic::kMapCiede2000 | photopic::kMapFlip;

  void write_artifacts(const compare::Frame& actual, const compare::Frame* expected,
                       const std::map<photopic::MetricMap, std::vector<float>>& maps, CaseResult& result) const {
    if (!wants_artifacts(result)) return;
    const auto write = [&](const std::string& suffix, VkExtent2D extent, const std::vector<std::byte>& rgba) {
      const std::string file = "pictures/" + result.name + "." + suffix + ".png";
      write_png(options_.output_folder / file, extent, rgba);
      return file;
    };
    result.actual = write("actual", actual.extent, actual.planes[0]);
    const bool is_shown = expected != nullptr && expected->format == actual.format;
    if (is_shown) result.expected = write("expected", expected->extent, expected->planes[0]);
    for (const auto& [map, values] : maps) {
      const std::string name = compare::name_of(map);
      result.maps.emplace_back(name, write(name, actual.extent, compare::map_picture(map, values, 255.0)));
    }
  }

  /// Must-fail cases and those with another case's golden have none of their own to update.
  void update(const Case& one, const Shot& shot, CaseResult& result) {
    if (options_.update == UpdateMode::none || one.must_fail || !one.golden.empty()) return;
    const bool is_missing = result.outcome == Outcome::no_golden && result.golden.empty();
    const bool is_changed = result.outcome == Outcome::differences || result.outcome == Outcome::mismatch ||
                            result.outcome == Outcome::no_golden;
    const bool is_wanted = options_.update == UpdateMode::all       ? result.outcome == Outcome::pass || is_changed
                           : options_.update == UpdateMode::changed ? is_changed
                                                                    : is_missing;
    if (!is_wanted) return;
    store_.stage(one.name, options_.updates_class ? device_class_ : "", shot.rgba, shot.extent.width,
                 shot.extent.height);
    is_updated_ = true;
    result.message = is_missing ? "accepted: there was no golden" : "accepted";
    result.outcome = Outcome::pass;
  }

  const Suite& suite_;
  const RunOptions& options_;
  const OnCase& on_case_;
  GoldenStore store_;
  std::vector<std::unique_ptr<Bench>> benches_;
  std::string device_class_;
  bool is_updated_ = false;
  SuiteResult result_;
};

/// Twice the noise that was seen, and a little: more runs would have seen more.
Json proposed_rules(const NoiseFloor& noise) {
  if (noise.differing_pixels == 0) return "exact";
  return {{"max_delta", std::min<std::uint32_t>(2 * noise.max_delta, 255)},
          {"max_pixels", noise.differing_pixels / 2 + 1},
          {"min_ssim", std::floor((1.0 - 2.0 * (1.0 - noise.min_ssim)) * 1e4) / 1e4},
          {"max_flip", std::ceil(2.0 * noise.max_flip * 1e4) / 1e4}};
}

NoiseFloor noise_of(const Suite& suite, const Case& one, std::vector<std::unique_ptr<Bench>>& benches,
                    std::uint32_t runs) {
  NoiseFloor noise;
  noise.name = one.name;
  const Shot first = benches[0]->renderer.render(suite, one);
  compare::Options options;
  options.metrics = photopic::kMetricErrors | photopic::kMetricSsim | photopic::kMetricFlip;
  for (std::uint32_t run = 1; run < runs; ++run) {
    const Shot next = benches[run % benches.size()]->renderer.render(suite, one);
    const photopic::MetricsResult result =
        benches[0]
            ->comparer
            .compare(compare::frame_of(first.extent, first.rgba), compare::frame_of(next.extent, next.rgba), options)
            .result;
    noise.max_delta = std::max(noise.max_delta, std::uint32_t(result.errors.max_error));
    noise.differing_pixels = std::max(noise.differing_pixels, result.errors.differing_pixels);
    if ((result.metrics & photopic::kMetricSsim) != 0) noise.min_ssim = std::min(noise.min_ssim, result.ssim.score);
    noise.max_flip = std::max(noise.max_flip, result.flip.mean);
  }
  noise.rules = proposed_rules(noise);
  return noise;
}

}  // namespace

SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case) {
  return SuiteRun(suite, options, on_case).run();
}

std::vector<NoiseFloor> calibrate(const Suite& suite, const RunOptions& options, std::uint32_t runs,
                                  const std::function<void(const NoiseFloor&)>& on_case) {
  std::vector<std::unique_ptr<Bench>> benches;
  for (const Variant& variant : options.variants) benches.push_back(std::make_unique<Bench>(variant));
  std::vector<NoiseFloor> noises;
  for (const std::size_t index : select(suite, options.shard, options.filters)) {
    NoiseFloor noise;
    try {
      noise = noise_of(suite, suite.cases[index], benches, runs);
    } catch (const engine::Error&) {
      throw;
    } catch (const std::exception& error) {
      noise.name = suite.cases[index].name;
      noise.message = error.what();
    }
    noises.push_back(noise);
    on_case(noises.back());
  }
  return noises;
}

}  // namespace regress
