// SPDX-License-Identifier: MIT
// Runs of RADV's null hardware, and the table of what they print.
#include "portability/radv.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "cli/program/process.h"
#include "portability/committed_list.h"

namespace portability {
namespace {

struct Family {
  const char* name;
  /// Target per SIMD, docs/portability.md. On RDNA, RADV counts a wave of 64 invocations as two: it names up to 40 on
  /// navi10, whose SIMD has room for 20.
  std::uint64_t fewest_waves;
};
constexpr std::array<Family, 5> kFamilies = {{
    {"polaris10", 3},
    {"vega10", 3},
    {"navi10", 8},
    {"navi21", 8},
    {"gfx1100", 8},
}};

const std::string kDriverFolder = "/usr/share/vulkan/icd.d";
const std::string kDriverKey = "driver";
const std::string kNotMade = "-";  // by a family without a feature, such as shaderFloat16

using Numbers = std::map<std::string, std::uint64_t>;
struct Run {
  std::string driver;
  std::map<std::string, Numbers> pipelines;
};

std::string driver_file() {
  if (std::filesystem::exists(kDriverFolder)) {
    for (const auto& entry : std::filesystem::directory_iterator(kDriverFolder)) {
      if (entry.path().filename().string().starts_with("radeon_icd")) return entry.path();
    }
  }
  throw std::runtime_error(kDriverFolder + ": has no radeon_icd*.json. Install mesa-vulkan-drivers");
}

Run run_of(const std::string& program, const std::string& family, const std::string& driver) {
  cli_test::ProcessOptions options;
  options.environment = {{"RADV_FORCE_FAMILY", family},
                         {"VK_DRIVER_FILES", driver},
                         {"VK_ICD_FILENAMES", driver},
                         {"MESA_SHADER_CACHE_DISABLE", "true"}};
  const cli_test::ProcessResult result = cli_test::run_process({program}, options);
  if (result.exit_code != 0) throw std::runtime_error(family + ": " + program + " failed: " + result.err);
  Run run;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::string name;
    std::getline(cells, name, '\t');
    for (std::string cell; std::getline(cells, cell, '\t');) {
      const std::size_t equals = cell.rfind('=');
      if (name == kDriverKey) {
        run.driver = cell;
      } else {
        run.pipelines[name][cell.substr(0, equals)] = std::stoull(cell.substr(equals + 1));
      }
    }
  }
  return run;
}

std::vector<Run> all_runs(const std::string& program) {
  const std::string driver = driver_file();
  std::vector<Run> runs(kFamilies.size());
  std::vector<std::string> errors(kFamilies.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) {
      try {
        runs[i] = run_of(program, kFamilies[i].name, driver);
      } catch (const std::exception& error) {
        errors[i] = error.what();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (const std::string& error : errors) {
    if (!error.empty()) throw std::runtime_error(error);
  }
  return runs;
}

/// VGPRs/SGPRs/waves/code bytes, and spills and scratch where there are any.
std::string cell_of(const Numbers& numbers) {
  std::string text = std::to_string(numbers.at("VGPRs"));
  for (const char* name : {"SGPRs", "Subgroups per SIMD", "Code size"}) text += "/" + std::to_string(numbers.at(name));
  const auto add = [&](const char* label, const char* name) {
    if (numbers.at(name) != 0) text += std::string("+") + label + std::to_string(numbers.at(name));
  };
  add("spilled-vgprs:", "Spilled VGPRs");
  add("spilled-sgprs:", "Spilled SGPRs");
  add("scratch:", "Scratch size");
  return text;
}

/// A pipeline that may have fewer waves than the target.
struct FewWaves {
  const char* pass;       ///< how its name begins
  const char* constants;  ///< part of its constants; null: any
  const char* reason;
};
constexpr FewWaves kFewWaves[] = {
    {"tone_map", "6=255", "all effects in one pass"},
    {"tone_map", "6=63", "all effects but those of the signal, which another pass adds"},
    {"metrics_flip_rows", nullptr, "filters in registers, and 20.5 KiB of workgroup memory"},
};

const FewWaves* few_waves_of(const std::string& pipeline) {
  for (const FewWaves& one : kFewWaves) {
    const bool has_constants = one.constants == nullptr || pipeline.find(one.constants) != pipeline.npos;
    if (pipeline.starts_with(one.pass) && has_constants) return &one;
  }
  return nullptr;
}

/// `needed`: exceptions that were used.
std::size_t failures_of(const Family& family, const std::string& pipeline, const Numbers& numbers,
                        std::set<const FewWaves*>& needed) {
  std::size_t failures = 0;
  const auto fail = [&](const char* what, std::uint64_t number) {
    ++failures;
    std::printf("%s on %s: %s %llu\n", pipeline.c_str(), family.name, what, static_cast<unsigned long long>(number));
  };
  if (numbers.at("Spilled VGPRs") != 0) fail("spilled VGPRs:", numbers.at("Spilled VGPRs"));
  if (numbers.at("Scratch size") != 0) fail("scratch, bytes:", numbers.at("Scratch size"));
  const std::uint64_t waves = numbers.at("Subgroups per SIMD");
  if (waves >= family.fewest_waves) return failures;
  const FewWaves* exception = few_waves_of(pipeline);
  if (exception == nullptr) fail("too few waves per SIMD:", waves);
  needed.insert(exception);
  return failures;
}

std::size_t unneeded(const std::set<const FewWaves*>& needed) {
  std::size_t count = 0;
  for (const FewWaves& one : kFewWaves) {
    if (needed.contains(&one)) continue;
    ++count;
    std::printf("%s %s has enough waves: remove it from kFewWaves of radv.cpp\n", one.pass,
                one.constants == nullptr ? "" : one.constants);
  }
  return count;
}

}  // namespace

std::size_t check_radv(const std::string& program, const std::string& path, bool is_update) {
  const std::vector<Run> runs = all_runs(program);
  std::size_t failures = 0;
  std::set<const FewWaves*> needed;
  std::vector<Columns> lines = {{kDriverKey}};
  std::istringstream driver(runs[0].driver);
  for (std::string word; driver >> word;) lines[0].push_back(word);
  std::map<std::string, Numbers> all;
  for (const Run& run : runs) all.insert(run.pipelines.begin(), run.pipelines.end());
  for (const auto& [pipeline, numbers] : all) {
    lines.push_back({pipeline, std::to_string(numbers.at("LDS size"))});
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto found = runs[i].pipelines.find(pipeline);
      lines.back().push_back(found != runs[i].pipelines.end() ? cell_of(found->second) : kNotMade);
      if (found != runs[i].pipelines.end()) failures += failures_of(kFamilies[i], pipeline, found->second, needed);
    }
  }
  failures += unneeded(needed);
  const CommittedList list = {path};
  if (!is_update) {
    const std::map<std::string, Columns> committed = read_list(list);
    const auto of_driver = committed.find(kDriverKey);
    if (of_driver == committed.end() || of_driver->second != lines[0]) {
      std::printf("%s: is of another driver than this one, %s. Only spills, scratch and waves are checked\n",
                  path.c_str(), runs[0].driver.c_str());
      return failures;
    }
  }
  return failures + compare_list(list, lines, is_update);
}

}  // namespace portability
