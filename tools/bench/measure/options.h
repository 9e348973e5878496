// SPDX-License-Identifier: MIT
// Options of the benchmark.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_OPTIONS_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_OPTIONS_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure/cache_state.h"

namespace bench {

struct Options {
  std::vector<MethodInfo> methods;  ///< with those that always run
  std::vector<VkExtent2D> sizes;
  std::vector<HdrFormat> formats;
  std::vector<CacheInfo> caches;
  std::uint32_t repetitions = 200;
  std::uint32_t warm_up = 20;      ///< repetitions before them that don't count
  std::vector<std::string> split;  ///< methods each of whose dispatches is timed by itself
  std::filesystem::path against;   ///< folder of other SPIR-V; empty: none
  std::filesystem::path json;      ///< empty: none
  engine::ContextOptions context;
};

/// Nothing when help or version were asked for, and printed. Throws arguments::UsageError.
std::optional<Options> parse_options(int argc, char** argv);

/// "1280x720"
std::string size_name(VkExtent2D extent);

}  // namespace bench

#endif
