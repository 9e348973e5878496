// SPDX-License-Identifier: MIT
// Run of one case after another on one device: take the picture, compare, write, accept.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_RUNNER_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_RUNNER_H

#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparer.h"
#include "compare/pictures/frame.h"
#include "regress/golden_store.h"
#include "regress/runner/benches.h"
#include "regress/runner/golden_problem.h"
#include "regress/runner/picture_taker.h"
#include "regress/runner/runner.h"

namespace regress {

/// What a case is about, decoded ahead.
struct LoadedCase {
  std::optional<GoldenStore::Golden> golden;  ///< none: there is none of this name
  compare::Frame frame;                       ///< the golden's; of channels by name none
  GoldenProblem problem;                      ///< it is told after what is wrong with the case
  std::optional<Picture> stored;              ///< of a case whose picture is stored
  std::exception_ptr stored_error;            ///< why it isn't there
  std::string inputs_hash;                    ///< CaseResult::inputs_hash
  std::optional<CaseResult> earlier;          ///< of a run with the same inputs: nothing is decoded then
};
std::uint64_t bytes_of(const LoadedCase& loaded);

/// What a run's cases share.
struct SharedRun {
  SharedRun(const Suite& of, const RunOptions& with) : suite(of), options(with), store(of.goldens) {}

  bool compares_variants() const { return options.variants.size() > 1; }
  /// Whose goldens come first. Of what isn't rendered here the device says nothing.
  const std::string& class_of(const Case& one) const { return one.is_rendered() ? device_class : options.device_class; }
  /// A case's result before anything has come of it.
  CaseResult blank_result(const Case& one) const;

  const Suite& suite;
  const RunOptions& options;
  GoldenStore store;
  std::mutex staging;  ///< of store, to which cases of several threads add
  std::string device_class;
  std::map<std::size_t, std::uint32_t> numbers;  ///< of selected cases by index: CaseResult::number
};

/// Adds to what a result's message says.
void note(const std::string& words, CaseResult& result);
/// Holds the picture's flashes against the case's limit, in steps of verdicts. Pictures beyond it never become goldens.
void check_flashes(const Case& one, const Picture& picture, CaseResult& result);

/// For one thread.
class CaseRunner {
 public:
  /// `options`: those of the run, with the variants of this runner's device. Both must outlive it.
  CaseRunner(SharedRun& shared, const RunOptions& options)
      : shared_(shared), options_(options), benches_(options), taker_(shared.suite, benches_) {}

  struct Done {
    CaseResult result;
    bool is_accepted = false;  ///< its picture is staged as a golden
  };
  /// Until it passes, or has been tried often enough.
  Done run(const Case& one, LoadedCase loaded);
  /// Throws engine::Error.
  DeviceInfo device_info(std::size_t variant) { return benches_.device_info(variant); }

 private:
  CaseResult try_case(const Case& one, LoadedCase& loaded);
  /// What the rules say of a pair, and what that was found from.
  struct Judgement {
    compare::Options options;
    compare::Comparison comparison;
  };
  void judge(const Case& one, Picture& actual, LoadedCase& loaded, CaseResult& result);
  void judge_channels(const Case& one, Picture& actual, LoadedCase& loaded, CaseResult& result);
  bool has_golden(const Case& one, const Picture& actual, const LoadedCase& loaded, CaseResult& result) const;
  void level(const Case& one, const LoadedCase& loaded, compare::Frame& expected, Picture& actual,
             CaseResult& result) const;
  Judgement hold_to_rules(const Case& one, const compare::Frame& expected, const Picture& picture,
                          const std::vector<std::uint8_t>& mask, CaseResult& result);
  void describe(const Case& one, const compare::Frame& expected, const Picture& picture,
                const std::vector<std::uint8_t>& mask, Judgement judgement, CaseResult& result);
  void add_details(const compare::Frame& expected, const compare::Frame& actual, const std::vector<std::uint8_t>& mask,
                   const compare::Options& options, compare::Comparison& comparison, CaseResult& result);
  void show_sizes(const Case& one, const compare::Frame& expected, const Picture& actual, CaseResult& result) const;
  void end(const Case& one, compare::Outcome outcome, const std::string& message, const Picture& actual,
           const compare::Frame* expected, CaseResult& result) const;
  std::string missing_text(const Case& one) const;
  void write_pictures(const Case& one, const Picture& actual, const compare::Frame* expected,
                      const std::map<photopic::MetricMap, std::vector<float>>& maps, CaseResult& result) const;
  std::string class_to_update(const Case& one, const LoadedCase& loaded) const;
  void update(const Case& one, const Picture& actual, const LoadedCase& loaded, CaseResult& result);

  SharedRun& shared_;
  const RunOptions& options_;
  Benches benches_;
  PictureTaker taker_;
  // Of the case that is run.
  std::uint32_t attempt_ = 0;
  bool is_last_ = true;  ///< there is no attempt after it
  bool is_accepted_ = false;
};

}  // namespace regress

#endif
