// SPDX-License-Identifier: MIT
// Program photopic-bench: times of metering and tone mapping on a device.

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/program.h"
#include "bench/report.h"
#include "files/atomic_file.h"
#include "files/error.h"

namespace {

void show_cpu_costs(const bench::Rig& rig, const bench::Options& options) {
  try {
    bench::print_cpu_costs(bench::measure_cpu_costs(rig, options), options);
  } catch (const engine::Error& error) {
    bench::report_left_out("CPU time", error.what());
  }
}

void show_create_costs(const bench::Rig& rig, const bench::Options& options) {
  try {
    bench::print_create_costs(bench::measure_create_costs(rig, options));
  } catch (const engine::Error& error) {
    bench::report_left_out("create()", error.what());
  }
}

/// Runs `action` on the file of the results; what is wrong with that is said with its name in quotes.
template <class Action>
void with_file(const std::filesystem::path& file, const Action& action) {
  try {
    action();
  } catch (const files::Error& error) {
    throw arguments::UsageError("'" + file.string() + "'" + std::string(error.what()).substr(file.string().size()));
  }
}

int run(int argc, char** argv) {
  const auto options = bench::parse_options(argc, argv);
  if (!options) return arguments::kExitOk;
  std::optional<bench::OtherCode> other;
  if (!options->against.empty()) other.emplace(options->against);
  // Opened first: what can't be written shows before anything was measured.
  std::optional<files::AtomicFile> json;
  if (!options->json.empty()) with_file(options->json, [&] { json.emplace(options->json); });

  engine::Context context(options->context);
  if (context.timestamp_valid_bits() == 0) {
    throw engine::Error(std::string("device '") + context.properties().deviceName + "' writes no timestamps");
  }
  const bench::Kernels kernels(context);
  bench::PipelineWatch watch(context);
  const bench::Rig rig = {context, kernels, watch};
  bench::print_header(context, *options);
  show_create_costs(rig, *options);
  const bench::Report report =
      bench::measure_all(rig, *options, other ? &*other : nullptr,
                         [&](const bench::Report& some) { bench::print_report(some, *options); });
  if (report.results.empty()) throw engine::Error("nothing could be measured, see above");
  show_cpu_costs(rig, *options);
  bench::print_codes(watch.codes());
  if (json) {
    with_file(options->json, [&] {
      json->write(bench::json_text(context, report, watch.codes()));
      json->commit();
    });
  }
  if (options->context.validation) arguments::report_validation(context.take_validation_messages());
  return arguments::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  return arguments::run_program("photopic-bench", [&] { return run(argc, argv); });
}
