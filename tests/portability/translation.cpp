// SPDX-License-Identifier: MIT
// Runs of one program a module, on all CPUs.
#include "portability/translation.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

#include "cli/program/process.h"

namespace portability {
namespace {

struct Job {
  std::string language;
  const SpirvModule* module;
  std::vector<std::string> command;
};

std::vector<Failure> failures_of(const std::vector<Job>& jobs) {
  std::vector<std::string> messages(jobs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      const cli_test::ProcessResult result = cli_test::run_process(jobs[i].command, {});
      if (result.exit_code == 0) continue;
      const std::string message = result.err + result.out;
      messages[i] =
          message.empty() ? "exit code " + std::to_string(result.exit_code) : message.substr(0, message.find('\n'));
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  std::vector<Failure> failures;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!messages[i].empty()) failures.push_back({jobs[i].language, jobs[i].module->name, messages[i]});
  }
  return failures;
}

}  // namespace

std::vector<Failure> invalid(const std::vector<SpirvModule>& modules) {
  std::vector<Job> jobs;
  for (const SpirvModule& module : modules) {
    jobs.push_back({"", &module, {PHOTOPIC_TEST_SPIRV_VAL, "--target-env", "vulkan1.2", module.path}});
  }
  return failures_of(jobs);
}

std::vector<Failure> not_translated(const std::vector<SpirvModule>& modules) {
  std::vector<Job> jobs;
  for (const SpirvModule& module : modules) {
    const auto add = [&](const std::string& language, const std::vector<std::string>& options) {
      Job job = {language, &module, {PHOTOPIC_TEST_SPIRV_CROSS, module.path}};
      job.command.insert(job.command.end(), options.begin(), options.end());
      jobs.push_back(job);
    };
    add("msl", {"--msl", "--msl-version", "20300"});
    add("hlsl", {"--hlsl", "--shader-model", "60"});
  }
  return failures_of(jobs);
}

}  // namespace portability
