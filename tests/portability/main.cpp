// SPDX-License-Identifier: MIT
// Program that holds the shaders of a build against what is committed: photopic-portability [--update] CHECK...
#include <photopic/interface.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "portability/committed_list.h"
#include "portability/module_needs.h"
#include "portability/radv.h"
#include "portability/spirv_module.h"
#include "portability/translation.h"
#include "portability/uniformity.h"

namespace {

using namespace portability;

const std::string kFolder = PHOTOPIC_TEST_PROJECT_DIR "/tests/portability/";
const CommittedList kNeeds = {kFolder + "needs.txt"};
const CommittedList kCross = {kFolder + "cross.txt", 2, true};
const CommittedList kBarriers = {kFolder + "barriers.txt", 4};
const CommittedList kSteady = {kFolder + "steady_buffers.txt", 2, true};

/// Modules of the build, by the list that CMake writes.
std::vector<SpirvModule> all_modules() {
  std::vector<SpirvModule> modules;
  std::ifstream list(PHOTOPIC_TEST_MODULE_LIST);
  for (std::string path; std::getline(list, path);) modules.push_back(read_spirv_module(path));
  return modules;
}

std::size_t check_validity(const std::vector<SpirvModule>& modules) {
  const std::vector<Failure> failures = invalid(modules);
  for (const Failure& failure : failures) std::printf("%s: %s\n", failure.module.c_str(), failure.message.c_str());
  return failures.size();
}

std::size_t check_needs(const std::vector<SpirvModule>& modules, bool is_update) {
  const Devices devices = read_devices(kFolder + "limits.txt");
  std::vector<Columns> lines;
  for (const SpirvModule& module : modules) lines.push_back(needs_line(module, devices));
  return compare_list(kNeeds, lines, is_update);
}

std::size_t check_translation(const std::vector<SpirvModule>& modules, bool is_update) {
  std::vector<Columns> lines;
  const std::map<std::string, Columns> known = is_update ? std::map<std::string, Columns>() : read_list(kCross);
  for (const Failure& failure : not_translated(modules)) {
    if (!known.contains(failure.language + " " + failure.module)) {
      std::printf("%s %s: %s\n", failure.language.c_str(), failure.module.c_str(), failure.message.c_str());
    }
    lines.push_back({failure.language, failure.module});
  }
  return compare_list(kCross, lines, is_update);
}

/// Blocks of steady_buffers.txt, by the name of a module, or by its beginning with a * at its end.
class SteadyBuffers {
 public:
  SteadyBuffers() : lines_(read_list(kSteady)) {}

  std::set<std::string> blocks_of(const std::string& module) const {
    std::set<std::string> blocks;
    for (const auto& [key, columns] : lines_) {
      const std::string& pattern = columns[0];
      const bool is_beginning = pattern.ends_with('*');
      if (is_beginning ? module.starts_with(pattern.substr(0, pattern.size() - 1)) : module == pattern) {
        blocks.insert(columns[1]);
      }
    }
    return blocks;
  }
  /// Notes that a block decides something in this module.
  void need(const std::string& module, const std::string& block) {
    for (const auto& [key, columns] : lines_) {
      if (columns[1] == block && blocks_of(module).contains(block)) needed_.insert(key);
    }
  }
  /// Prints lines that no module needs, and returns how many there are: they would hide the next fault.
  std::size_t unneeded() const {
    std::size_t count = 0;
    for (const auto& [key, columns] : lines_) {
      if (needed_.contains(key)) continue;
      ++count;
      std::printf("%s: no barrier depends on the line '%s': remove it\n", kSteady.path.c_str(), key.c_str());
    }
    return count;
  }

 private:
  std::map<std::string, Columns> lines_;
  std::set<std::string> needed_;
};

std::vector<Barrier> barriers_of(const SpirvModule& module, SteadyBuffers& steady) {
  KnownFacts facts;
  facts.steady_blocks = steady.blocks_of(module.name);
  if (module.name.starts_with("single_pass")) facts.implications = {{PHOTOPIC_SPEC_HISTOGRAM, PHOTOPIC_SPEC_EXTREMA}};
  const std::vector<Barrier> barriers = portability::barriers_of(module.words, facts);
  for (const std::string& block : std::set<std::string>(facts.steady_blocks)) {
    KnownFacts less = facts;
    less.steady_blocks.erase(block);
    if (portability::barriers_of(module.words, less) != barriers) steady.need(module.name, block);
  }
  return barriers;
}

/// Barriers that a branch or a loop decides. Those in divergent flow fail, but for barriers of memory in modules that
/// Metal can't have: on Metal alone they are barriers of execution.
std::size_t check_barriers(const std::vector<SpirvModule>& modules, bool is_update) {
  const std::map<std::string, Columns> untranslated = read_list(kCross);
  SteadyBuffers steady;
  std::map<Columns, std::size_t> found;
  std::size_t failures = 0;
  for (const SpirvModule& module : modules) {
    if (!is_compute(module)) continue;
    for (const Barrier& barrier : barriers_of(module, steady)) {
      if (barrier.way == Spread::always) continue;
      const char* const kind = barrier.is_control ? "execution" : "memory";
      ++found[{module.name, barrier.function, kind, name_of(barrier.way)}];
      if (barrier.way != Spread::divergent) continue;
      if (!barrier.is_control && untranslated.contains("msl " + module.name)) continue;
      ++failures;
      std::printf(
          "%s: %s() has a barrier of %s in flow that isn't uniform over the workgroup. Let every invocation "
          "execute it\n",
          module.name.c_str(), barrier.function.c_str(), kind);
    }
  }
  failures += steady.unneeded();
  std::vector<Columns> lines;
  for (const auto& [columns, count] : found) {
    lines.push_back(columns);
    lines.back().push_back(std::to_string(count));
  }
  return failures + compare_list(kBarriers, lines, is_update);
}

int run(const std::vector<std::string>& arguments) {
  const bool is_update = std::find(arguments.begin(), arguments.end(), "--update") != arguments.end();
  const std::vector<SpirvModule> modules = all_modules();
  std::size_t failures = 0;
  for (const std::string& check : arguments) {
    if (check == "--update") continue;
    std::size_t count = 0;
    if (check == "validity") {
      count = check_validity(modules);
    } else if (check == "needs") {
      count = check_needs(modules, is_update);
    } else if (check == "cross") {
      count = check_translation(modules, is_update);
    } else if (check == "barriers") {
      count = check_barriers(modules, is_update);
    } else if (check == "radv") {
      count = check_radv(PHOTOPIC_TEST_ALL_PIPELINES, kFolder + "radv.txt", is_update);
    } else {
      std::fprintf(stderr,
                   "photopic-portability: unknown check '%s'; there are validity, needs, cross, barriers, radv\n",
                   check.c_str());
      return 2;
    }
    std::printf("%s: %zu modules, %zu failures\n", check.c_str(), modules.size(), count);
    failures += count;
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "photopic-portability: %s\n", error.what());
    return 2;
  }
}
