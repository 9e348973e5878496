// SPDX-License-Identifier: MIT
// A suite's run: render, compare, update goldens.
#include "regress/runner/runner.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <thread>

#include "arguments/spread.h"
#include "arguments/version.h"
#include "compare/prefetch.h"
#include "compare/work_queue.h"
#include "files/hash.h"
#include "files/path.h"
#include "image_io/image_file.h"
#include "regress/results/earlier_results.h"
#include "regress/runner/case_inputs.h"
#include "regress/runner/case_plan.h"
#include "regress/runner/case_runner.h"
#include "regress/runner/outputs.h"

namespace regress {
namespace {

using Clock = std::chrono::steady_clock;

/// For each worker. More of them would only hold more goldens in memory: rendering takes longer than decoding.
constexpr std::size_t kMaxDecoders = 4;
/// Of stored pictures, which come in twos and of which a GPU compares hundreds a second.
constexpr std::size_t kMaxStoredDecoders = 32;

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// The run's options with a device of its own for each worker.
std::vector<RunOptions> worker_options(const RunOptions& options) {
  std::vector<RunOptions> workers(std::max<std::size_t>(options.spread.size(), 1), options);
  for (std::size_t i = 0; i < options.spread.size(); ++i) workers[i].variants[0].device.device = options.spread[i];
  return workers;
}

class SuiteRun {
 public:
  SuiteRun(const Suite& suite, const RunOptions& options, const OnCase& on_case)
      : suite_(suite),
        options_(options),
        on_case_(on_case),
        shared_(suite, options),
        workers_(worker_options(options)) {
    for (const RunOptions& worker : workers_) runners_.push_back(std::make_unique<CaseRunner>(shared_, worker));
  }

  SuiteResult run() {
    const Clock::time_point start = Clock::now();
    std::vector<std::size_t> selected = select(suite_, options_.filters);
    if (shared_.compares_variants()) {
      std::erase_if(selected, [&](std::size_t index) {
        return suite_.cases[index].must_fail || !suite_.cases[index].is_rendered();
      });
    }
    result_.selected_cases = static_cast<std::uint32_t>(selected.size());
    for (std::size_t i = 0; i < selected.size(); ++i) shared_.numbers[selected[i]] = static_cast<std::uint32_t>(i + 1);
    selected = options_.timings.empty() ? share_of(options_.shard, selected)
                                        : share_of(options_.shard, selected, durations_of(selected));
    describe();
    check(selected);
    std::vector<std::size_t> runnable = selected;
    std::erase_if(runnable, [&](std::size_t index) { return !suite_.cases[index].problem.empty(); });
    check_outputs(suite_, options_, runnable, shared_.store, shared_.device_class);
    open_records();
    run_all(selected);
    commit();
    result_.duration_s = std::chrono::duration<double>(Clock::now() - start).count();
    return std::move(result_);
  }

 private:
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
    result_.is_folder = suite_.is_folder;
    result_.photopic_version = arguments::version();
    result_.started = utc_now();
    result_.shard = options_.shard.index;
    result_.shards = options_.shard.count;
    for (std::size_t i = 0; i < options_.variants.size(); ++i) {
      result_.devices.push_back(runners_.front()->device_info(i));
    }
    check_alike();
    if (!options_.device_class.empty()) result_.devices[0].device_class = options_.device_class;
    shared_.device_class = result_.devices[0].device_class;
    if (shared_.compares_variants()) return;
    result_.goldens = files::resolved(suite_.goldens).string();
    if (suite_.shares_goldens) return;
    std::vector<GoldenStore::Used> used;
    for (const Case& one : suite_.cases) used.push_back({one.golden_file, !shared_.class_of(one).empty()});
    result_.unused_goldens = shared_.store.unused(used);
    for (const std::string& golden : result_.unused_goldens) {
      try {
        result_.unused_hashes[golden] = files::hash_of_file(suite_.goldens / golden);
      } catch (const files::Error&) {
        // It can't be removed by these results then.
      }
    }
  }

  /// A case's picture mustn't depend on which worker is free.
  void check_alike() const {
    const auto kind_of = [](const DeviceInfo& info) { return arguments::DeviceKind{info.name, info.driver, info.api}; };
    for (std::size_t i = 1; i < runners_.size(); ++i) {
      arguments::check_alike(kind_of(result_.devices.front()), kind_of(runners_[i]->device_info(0)));
    }
  }

  /// Nobody should wait for a typo in the last case.
  void check(const std::vector<std::size_t>& selected) {
    for (const std::size_t index : selected) {
      const Case& one = suite_.cases[index];
      const std::string problem = one.problem.empty() ? problem_of(one) : one.problem;
      if (problem.empty()) continue;
      CaseResult result = shared_.blank_result(one);
      result.outcome = compare::Outcome::error;
      result.message = problem;
      on_case_(result);
      refused_.emplace(index, std::move(result));
    }
  }

  std::string problem_of(const Case& one) const {
    try {
      check_command(one, options_);
      for (const Variant& variant : options_.variants) {
        check_case(suite_, one, variant.method);
      }
      return "";
    } catch (const std::exception& error) {
      return place_of(suite_, one) + error.what();
    }
  }

  /// Of runs before this one, and what this one leaves for the next.
  void open_records() {
    if (options_.output_folder.empty()) return;
    inputs_.emplace(suite_, options_, result_.devices);
    if (options_.resumes) earlier_ = read_earlier_results(options_.output_folder);
    log_.emplace(options_.output_folder, result_.started, options_.resumes);
  }

  void run_all(const std::vector<std::size_t>& selected) {
    std::vector<std::size_t> rest;
    for (const std::size_t index : selected) {
      if (!refused_.contains(index)) rest.push_back(index);
    }
    const std::size_t decoders = decoder_count(rest);
    compare::Prefetch<LoadedCase> loading(
        rest.size(), decoders, decoders + 1, [&](std::size_t i) { return load(suite_.cases[rest[i]]); }, bytes_of,
        image_io::read_limits().memory_bytes);
    const auto run = [&](std::size_t worker, std::size_t i, LoadedCase loaded) -> CaseRunner::Done {
      if (loaded.earlier) return {std::move(*loaded.earlier)};
      return runners_[worker]->run(suite_.cases[rest[i]], std::move(loaded));
    };
    compare::WorkQueue<LoadedCase, CaseRunner::Done> queue(
        runners_.size(), rest.size(), [&] { return loading.next(); }, run);
    for (const std::size_t index : selected) {
      const auto refused = refused_.find(index);
      if (refused != refused_.end()) {
        result_.cases.push_back(std::move(refused->second));
        continue;
      }
      CaseRunner::Done done = queue.next();
      if (done.is_accepted) accepted_.push_back(result_.cases.size());
      result_.cases.push_back(std::move(done.result));
      if (log_) log_->add(result_.cases.back());
      on_case_(result_.cases.back());
    }
  }

  std::size_t decoder_count(const std::vector<std::size_t>& cases) const {
    const auto is_stored = [&](std::size_t index) { return !suite_.cases[index].test.empty(); };
    const bool has_stored = std::any_of(cases.begin(), cases.end(), is_stored);
    const std::size_t most = has_stored ? kMaxStoredDecoders : kMaxDecoders * runners_.size();
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most);
  }

  /// On several threads at once.
  LoadedCase load(const Case& one) const {
    LoadedCase loaded;
    if (!shared_.compares_variants()) {
      loaded.problem =
          golden_problem_of([&] { loaded.golden = shared_.store.find(one.golden_file, shared_.class_of(one)); });
    }
    if (inputs_) loaded.inputs_hash = inputs_->hash_of(one, loaded.golden, loaded.problem.reason);
    if (options_.resumes) loaded.earlier = find_earlier(one, loaded.inputs_hash);
    if (loaded.earlier || shared_.compares_variants()) return loaded;
    try {
      if (!one.test.empty()) loaded.stored = load_picture(one.test, one);
    } catch (...) {
      loaded.stored_error = std::current_exception();
    }
    if (loaded.golden && one.channels.empty()) {
      const std::filesystem::path& file = loaded.golden->path;
      loaded.problem = golden_problem_of(
          [&] { loaded.frame = compare::read_reference(file, [&] { return load_frame(file, one); }); });
    }
    return loaded;
  }

  std::optional<CaseResult> find_earlier(const Case& one, const std::string& inputs_hash) const {
    std::optional<CaseResult> result = earlier_.find(one.name, inputs_hash);
    if (!result) return std::nullopt;
    const CaseResult here = shared_.blank_result(one);
    result->number = here.number;
    result->line = here.line;
    return result;
  }

  void commit() {
    if (accepted_.empty()) return;
    try {
      shared_.store.commit();
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
  SharedRun shared_;
  std::vector<RunOptions> workers_;  ///< by worker
  std::vector<std::unique_ptr<CaseRunner>> runners_;
  std::map<std::size_t, CaseResult> refused_;  ///< by case: what check() found
  std::vector<std::size_t> accepted_;          ///< of result_.cases
  std::optional<CaseInputs> inputs_;
  EarlierResults earlier_;
  std::optional<ResultsLog> log_;
  SuiteResult result_;
};

}  // namespace

SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case) {
  return SuiteRun(suite, options, on_case).run();
}

}  // namespace regress
