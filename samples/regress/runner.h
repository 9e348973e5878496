// SPDX-License-Identifier: MIT
// Renders a suite's cases and compares them: what photopic regress does.
#ifndef PHOTOPIC_SAMPLES_REGRESS_RUNNER_H
#define PHOTOPIC_SAMPLES_REGRESS_RUNNER_H

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/settings.h"
#include "regress/golden_store.h"
#include "regress/results.h"
#include "regress/suite.h"

namespace regress {

enum class Artifacts { on_failure, always, never };

/// One way to render a case. Without a method, that of the case.
struct Variant {
  cli::DeviceOptions device;
  std::optional<cli::MeteringMethod> method;
};

struct RunOptions {
  Shard shard;
  std::vector<std::string> filters;
  /// One: against the goldens. Two: the second against the first, and goldens aren't looked at.
  std::vector<Variant> variants = {Variant{}};
  std::string device_class;  ///< empty: that of the device
  UpdateMode update = UpdateMode::none;
  bool updates_class = false;           ///< goldens of the device class, not those for all
  std::filesystem::path output_folder;  ///< results and pictures; empty: none are written
  Artifacts artifacts = Artifacts::on_failure;
  std::string command;  ///< how the suite is named in commands for the user: "photopic regress suite.json"
};

/// Told after each case.
using OnCase = std::function<void(const CaseResult&)>;

/// Runs the selected cases in order and gives what came of them; what is wrong with one case is in its result, and so
/// are all that a lost device leaves undone. Updated goldens are in place in the end. Throws std::invalid_argument for
/// filters and shards, engine::Error when there is no device, io::Error for folders that can't be written.
SuiteResult run_suite(const Suite& suite, const RunOptions& options, const OnCase& on_case);

/// What `runs` runs of a case differ by among themselves.
struct NoiseFloor {
  std::string name;
  std::uint32_t max_delta = 0;         ///< codes, of any pixel and pair of runs with the first
  std::uint64_t differing_pixels = 0;  ///< most of any
  double min_ssim = 1.0;
  double max_flip = 0.0;
  Json rules;           ///< proposed: exact where nothing differs, else the noise with room to spare
  std::string message;  ///< what went wrong; empty: nothing
};
/// Renders each selected case `runs` times, at least 2, on each variant in turn. Throws as run_suite().
std::vector<NoiseFloor> calibrate(const Suite& suite, const RunOptions& options, std::uint32_t runs,
                                  const std::function<void(const NoiseFloor&)>& on_case);

}  // namespace regress

#endif
