// SPDX-License-Identifier: MIT
// Rendering and comparison of a suite's cases: the work of photopic regress.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_RUNNER_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_RUNNER_H

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arguments/device_options.h"
#include "regress/golden_store.h"
#include "regress/results/results.h"
#include "regress/runner/case_renderer.h"
#include "regress/runner/renderer.h"
#include "regress/suite/suite.h"
#include "session/settings/settings.h"

namespace regress {

/// Of which cases pictures are written.
enum class Artifacts {
  on_failure,  ///< of those that fail; those that must and do have passed
  always,
  never,
};

/// One way to render a case. Without a method, that of the case.
struct Variant {
  arguments::DeviceOptions device;
  std::optional<session::MeteringMethod> method;
};

struct RunOptions {
  Shard shard;
  std::map<std::string, double> timings;  ///< seconds of cases by name, which shards are divided by; empty: by number
  std::vector<std::string> filters;
  /// One: against the goldens. Two: the second against the first; goldens aren't looked at, and cases that must fail or
  /// aren't rendered are left out.
  std::vector<Variant> variants = {Variant{}};
  /// Devices of a kind that share the cases, a worker each, with one variant alone; empty: the variants' own.
  std::vector<std::string> spread;
  std::uint32_t metrics = 0;  ///< of cases that pass, besides those of their rules; others have all
  std::string device_class;   ///< empty: that of the device
  UpdateMode update = UpdateMode::none;
  /// Updates are goldens of the device class. Otherwise they replace what was compared with, or are for all.
  bool updates_class = false;
  std::filesystem::path output_folder;  ///< results and pictures; empty: none are written
  /// Cases whose inputs are those of results in the output folder aren't run: they keep what came of them.
  bool resumes = false;
  Artifacts artifacts = Artifacts::on_failure;
  bool ignores_encoding = false;                     ///< compares codes whatever the files say that they mean
  bool allows_commands = false;                      ///< runs programs that the suite names
  std::vector<std::filesystem::path> other_outputs;  ///< files that the caller writes: no input may be one of them
  MakeRenderer make_renderer = make_case_renderer;   ///< may be called again after a device was lost
};

/// Told after each case.
using OnCase = std::function<void(const CaseResult&)>;

/// Runs the selected cases in order and gives what came of them; what is wrong with one case is in its result. All
/// settings are read before anything is rendered: cases in which they are wrong are told first. After a device error
/// the device is made anew for the next case; if it can't be, the rest are device errors. Updated goldens are in place
/// in the end, without retries; cases whose goldens couldn't be replaced are told once more, as errors. Throws
/// std::invalid_argument for filters and shards, engine::Error when there is no device, files::Error for a goldens'
/// folder that can't be read.
SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case);

/// The first variant renders a case `runs` times, at least 2, or all variants do in turn: what these differ by.
struct NoiseFloor {
  std::string name;
  double max_delta = 0.0;  ///< codes of 8 bits or floats, of any pixel and any run against the first
  bool is_float = false;
  std::uint64_t differing_pixels = 0;  ///< most of any
  std::optional<double> min_ssim;      ///< none: the picture is too small for it
  std::optional<double> max_flip;
  json::Json rules;  ///< proposed: exact where nothing differs, else the noise with room to spare
  compare::Outcome outcome = compare::Outcome::pass;  ///< else what went wrong, in `message`
  std::string message;
};
/// Of each selected case but those that must fail. Throws as run_suite().
std::vector<NoiseFloor> calibrate(const Suite& suite, const RunOptions& options, std::uint32_t runs,
                                  const std::function<void(const NoiseFloor&)>& on_case);

}  // namespace regress

#endif
