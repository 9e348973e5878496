// SPDX-License-Identifier: MIT
// Run of photopic gpgpu: one result for each size.
#include <cstdio>
#include <optional>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "files/output_folder.h"
#include "photopic/gpgpu/output.h"

namespace gpgpu {
namespace {

/// As pictures that differ have it.
constexpr int kExitBroken = 1;

void report_broken(const Result& result) {
  const auto report = [&](const char* version, const Accuracy& accuracy) {
    if (accuracy.is_within()) return;
    std::fprintf(stderr, "photopic: %s, %s: %s breaks its bound: error %.4g, bound %.4g\n",
                 name_of(result.problem).c_str(), size_text(result.problem.size).c_str(), version, accuracy.error,
                 accuracy.bound);
  };
  report("the device", result.device);
  report("the straightforward version", result.straightforward);
  report("the vectorised version", result.vectorised);
}

}  // namespace

int run(const Options& options) {
  Device device(options.validate);
  std::optional<files::OutputFolder> output;
  if (!options.output_folder.empty()) output.emplace(options.output_folder);  // or fail before minutes pass
  std::vector<Result> results;
  int exit_code = arguments::kExitOk;
  if (!options.json) std::fputs(heading_of(options, device.name()).c_str(), stdout);
  for (const VkExtent2D size : options.sizes) {
    const Problem problem = {options.operation, size, options.kernel, options.stride};
    results.push_back(options.is_bench ? measure(device, problem, options.repetitions) : check(device, problem));
    if (!results.back().is_within()) exit_code = kExitBroken;
    if (!options.json) std::fputs(row_of(results.back()).c_str(), stdout);
    std::fflush(stdout);
    report_broken(results.back());
  }
  if (options.json) std::fputs(json_of(results, device.name()).c_str(), stdout);
  if (output) write_files(options.output_folder, results, device.name());
  if (options.validate) arguments::report_validation(device.take_messages());
  return exit_code;
}

}  // namespace gpgpu
