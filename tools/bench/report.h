// SPDX-License-Identifier: MIT
// Results as a table on stdout and as JSON.
#ifndef PHOTOPIC_TOOLS_BENCH_REPORT_H
#define PHOTOPIC_TOOLS_BENCH_REPORT_H

#include "bench/measure/cpu_cost.h"
#include "bench/measure/measure.h"

namespace bench {

/// "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
std::string driver_name(const engine::Context& context);

void print_header(engine::Context& context, const Options& options);
/// Rows of times, then those of --against and of --split.
void print_report(const Report& report, const Options& options);
void print_cpu_costs(const std::vector<CpuCost>& costs, const Options& options);

void print_create_costs(const std::vector<CreateCosts>& costs);
/// One line for each pipeline; one that says so where the driver tells nothing.
void print_codes(const std::vector<PipelineCode>& codes);

std::string json_text(const engine::Context& context, const Report& report, const std::vector<PipelineCode>& codes);

}  // namespace bench

#endif
