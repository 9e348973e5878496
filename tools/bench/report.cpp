// SPDX-License-Identifier: MIT
// Tables and JSON of the bench's results.
#include "bench/report.h"
#include "json/document.h"
#include "json/text.h"

#include <algorithm>
#include <cstdio>

namespace bench {
namespace {

constexpr int kNameColumns = 52;  // the longest name has 51
constexpr int kLineColumns = kNameColumns + 2 * 17 + 2 * 13;

void print_line() { std::printf("%s\n", std::string(kLineColumns, '-').c_str()); }

void print_producers(engine::Context& context, const Options& options) {
  const bool is_produced = std::any_of(options.caches.begin(), options.caches.end(),
                                       [](const CacheInfo& cache) { return cache.state == CacheState::produced; });
  if (!is_produced) return;
  for (const HdrFormat format : options.formats) {
    std::printf("produced, %s: written by %s\n", format.name,
                Producer(context, format).is_copy() ? "vkCmdCopyImage" : "a compute pass");
  }
}

void print_results(const std::vector<Result>& results, const Options& options) {
  for (const Result& result : results) {
    std::printf("%-*s%14.2f us%14.2f us%13u%13.3f\n", kNameColumns, result_name(result).c_str(), result.median_us,
                result.p10_us, unsigned(options.repetitions), result.ratio_to_read);
  }
}

void print_difference(const Difference& difference) {
  std::printf("%-*s%14.2f us%11.2f us other\n", kNameColumns, difference.name.c_str(), difference.own_us,
              difference.other_us);
  if (difference.most_codes == 0) {
    std::printf("  the same picture\n");
  } else {
    std::printf("  picture: %.6f %% of codes differ, %.6f %% by more than 1, at most %d; mean %+.6f codes\n",
                100.0 * difference.share, 100.0 * difference.share_above_1, difference.most_codes,
                difference.mean_codes);
  }
}

/// Those of one method after each other, and their sum.
void print_dispatches(const std::vector<DispatchTime>& dispatches) {
  double sum_us = 0.0;
  for (std::size_t i = 0; i < dispatches.size(); ++i) {
    const DispatchTime& dispatch = dispatches[i];
    if (i == 0 || dispatches[i - 1].name != dispatch.name) {
      std::printf("Dispatches of %s, each by itself\n", dispatch.name.c_str());
      sum_us = 0.0;
    }
    std::printf("  %-*s%14.2f us\n", kNameColumns - 2, dispatch.pass.c_str(), dispatch.median_us);
    sum_us += dispatch.median_us;
    if (i + 1 == dispatches.size() || dispatches[i + 1].name != dispatch.name) {
      std::printf("  %-*s%14.2f us\n", kNameColumns - 2, "sum", sum_us);
    }
  }
}

}  // namespace

std::string driver_name(const engine::Context& context) {
  const VkPhysicalDeviceDriverProperties driver = context.driver();
  return std::string(driver.driverName) + " " + driver.driverInfo;
}

void print_header(engine::Context& context, const Options& options) {
  std::printf("Device: %s\n", context.properties().deviceName);
  std::printf("Driver: %s\n", driver_name(context).c_str());
  std::printf("Timestamp period: %g ns\n", double(context.properties().limits.timestampPeriod));
  std::printf(
      "%s: the faster of two kernels, one workgroup for each %ux%u texels or at most %u that stride over %ux%u\n",
      kReadEverything, unsigned(BENCH_READ_BLOCK_SIDE), unsigned(BENCH_READ_BLOCK_SIDE),
      unsigned(BENCH_READ_WORKGROUPS), unsigned(BENCH_READ_TILE_SIDE), unsigned(BENCH_READ_TILE_SIDE));
  print_producers(context, options);
  print_line();
  std::printf("%-*s%17s%17s%13s%13s\n", kNameColumns, "Benchmark", "Time (median)", "p10", "Iterations", "vs read");
  print_line();
  std::fflush(stdout);
}

void print_report(const Report& report, const Options& options) {
  print_results(report.results, options);
  for (const Difference& difference : report.differences) print_difference(difference);
  print_dispatches(report.dispatches);
  std::fflush(stdout);
}

void print_cpu_costs(const std::vector<CpuCost>& costs, const Options& options) {
  print_line();
  std::printf("CPU time of recording, median of %d calls%s\n", kCpuCalls,
              options.context.validation ? ", validation included" : "");
  for (const CpuCost& cost : costs) std::printf("%-*s%14.2f us\n", kNameColumns, cost.name.c_str(), cost.median_us);
  std::fflush(stdout);
}

void print_create_costs(const std::vector<CreateCosts>& all) {
  print_line();
  for (const CreateCosts& costs : all) {
    std::printf("create() with %s\n", costs.name);
    std::printf("%-*s%14.1f ms\n", kNameColumns, "first, no VkPipelineCache", costs.first_ms);
    std::printf("%-*s%14.1f ms, median of %d calls\n", kNameColumns, "full VkPipelineCache", costs.cached_ms,
                kCreateCalls);
  }
  std::fflush(stdout);
}

void print_codes(const std::vector<PipelineCode>& codes) {
  print_line();
  if (codes.empty()) {
    std::printf("Code of pipelines: the device has no VK_KHR_pipeline_executable_properties\n");
  } else {
    std::printf("Code of pipelines that a method binds, as the driver describes it\n");
  }
  for (const PipelineCode& code : codes) {
    std::printf("%-*s", kNameColumns, (code.method + "/" + code.pipeline).c_str());
    const char* separator = " ";
    for (const Statistic& statistic : code.statistics) {
      std::printf("%s%s %s", separator, statistic.name.c_str(), statistic.value.c_str());
      separator = ", ";
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

std::string json_text(const engine::Context& context, const Report& report, const std::vector<PipelineCode>& codes) {
  json::Json json = {
      {"device", context.properties().deviceName}, {"driver", driver_name(context)}, {"results", json::Json::array()}};
  json["pipelines"] = json::Json::array();
  json["differences"] = json::Json::array();
  json["dispatches"] = json::Json::array();
  for (const Result& result : report.results) {
    json["results"].push_back({{"name", result.name},
                               {"format", result.format},
                               {"width", result.extent.width},
                               {"height", result.extent.height},
                               {"cache", result.cache},
                               {"median_us", result.median_us},
                               {"p10_us", result.p10_us},
                               {"ratio_to_read", result.ratio_to_read}});
  }
  for (const PipelineCode& code : codes) {
    json::Json statistics = json::Json::object();
    for (const Statistic& statistic : code.statistics) statistics[statistic.name] = statistic.value;
    json["pipelines"].push_back({{"method", code.method}, {"pipeline", code.pipeline}, {"statistics", statistics}});
  }
  for (const Difference& difference : report.differences) {
    json["differences"].push_back({{"name", difference.name},
                                   {"own_us", difference.own_us},
                                   {"other_us", difference.other_us},
                                   {"most_codes", difference.most_codes},
                                   {"share", difference.share},
                                   {"share_above_1", difference.share_above_1},
                                   {"mean_codes", difference.mean_codes}});
  }
  for (const DispatchTime& dispatch : report.dispatches) {
    json["dispatches"].push_back({{"name", dispatch.name}, {"pass", dispatch.pass}, {"median_us", dispatch.median_us}});
  }
  // A device name may be anything.
  return json::to_text(json, 2) + "\n";
}

}  // namespace bench
