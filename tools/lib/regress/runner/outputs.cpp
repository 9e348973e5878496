// SPDX-License-Identifier: MIT
// Inputs of cases, and the names of all that a run may write.
#include "regress/runner/outputs.h"

#include <array>
#include <set>

#include "regress/results/earlier_results.h"
#include "regress/runner/artifacts.h"
#include "regress/runner/case_plan.h"
#include "session/source/source.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

/// Scenes and pictures that a case shows, and masks of its meter. What is wrong with a case, its run tells.
std::set<fs::path> sources_of(const Suite& suite, const Case& one) {
  std::set<fs::path> files;
  if (!one.is_rendered()) return files;
  try {
    const CasePlan plan = plan_case(suite, one);
    files.insert(plan.source);
    files.insert(plan.path_file);
    files.insert(plan.script.inputs().begin(), plan.script.inputs().end());
    for (const session::Script& start : plan.starts) files.insert(start.inputs().begin(), start.inputs().end());
  } catch (const std::exception&) {
    files.insert({one.source, one.path});
  }
  return files;
}

/// Files of a case that it shows as they are, or not at all.
std::array<fs::path, 3> files_by_name(const Case& one) { return {one.script_file, one.mask, one.test}; }

/// The golden of that file, for a class or for all, as far as it can be told where it stands.
std::vector<fs::path> goldens_of(const GoldenStore& store, const std::string& file, const std::string& device_class) {
  std::vector<fs::path> files;
  for (const std::string& key : {std::string(), device_class}) {
    try {
      files.push_back(store.place_of(file, key));
    } catch (const files::Error&) {
      // The case's own run tells.
    }
  }
  return files;
}

}  // namespace

std::set<fs::path> files_of(const Suite& suite, const Case& one) {
  std::set<fs::path> files;
  for (const fs::path& source : sources_of(suite, one)) {
    for (const fs::path& file : session::source_files(source)) files.insert(file);
  }
  for (const fs::path& file : files_by_name(one)) files.insert(file);
  files.erase(fs::path());
  return files;
}

files::OutputGuard inputs_of(const Suite& suite, const std::vector<std::size_t>& cases) {
  std::set<fs::path> sources;  // many cases show the same
  files::OutputGuard inputs;
  inputs.add_input(suite.file);
  for (const std::size_t index : cases) {
    const Case& one = suite.cases[index];
    sources.merge(sources_of(suite, one));
    for (const fs::path& file : files_by_name(one)) inputs.add_input(file);
  }
  for (const fs::path& source : sources) {
    for (const fs::path& file : session::source_files(source)) inputs.add_input(file);
  }
  return inputs;
}

void check_results(const files::OutputGuard& inputs, const fs::path& folder) {
  for (const char* name : {kResultsName, kJunitName, kReportName, kUnfinishedName}) inputs.check_output(folder / name);
}

void check_outputs(const Suite& suite, const RunOptions& options, const std::vector<std::size_t>& cases,
                   const GoldenStore& store, const std::string& device_class) {
  files::OutputGuard inputs = inputs_of(suite, cases);
  for (const std::size_t index : cases) {
    const Case& one = suite.cases[index];
    if (options.update == UpdateMode::none || one.must_fail || !one.golden.empty()) continue;
    for (const fs::path& golden : goldens_of(store, one.golden_file, device_class)) inputs.check_output(golden);
  }
  for (const std::size_t index : cases) {
    for (const fs::path& golden : goldens_of(store, suite.cases[index].golden_file, device_class)) {
      inputs.add_input(golden);
    }
  }
  for (const fs::path& file : options.other_outputs) inputs.check_output(file);
  if (options.output_folder.empty()) return;
  check_results(inputs, options.output_folder);
  for (const std::size_t index : cases) {
    const Case& one = suite.cases[index];
    for (std::uint32_t attempt = 0; attempt <= one.retries; ++attempt) {
      for (const std::string& file : artifact_files(attempt_stem(one.name, attempt))) {
        inputs.check_output(options.output_folder / file);
      }
    }
  }
}

}  // namespace regress
