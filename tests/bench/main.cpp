// SPDX-License-Identifier: MIT
// photopic-bench: what metering and tone mapping cost on a device.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

#include "cli/errors.h"
#include "output_file.h"
#include "report.h"

namespace {

void report_validation(engine::Context& context, const bench::Options& options) {
  if (!options.context.validation) return;
  const auto messages = context.take_validation_messages();
  for (const std::string& message : messages) std::fprintf(stderr, "%s\n", message.c_str());
  if (!messages.empty()) throw engine::Error("validation: " + std::to_string(messages.size()) + " messages, see above");
  std::fprintf(stderr, "validation: no messages\n");
}

void show_cpu_costs(const bench::Rig& rig, const bench::Options& options) {
  try {
    bench::print_cpu_costs(bench::measure_cpu_costs(rig), options);
  } catch (const engine::Error& error) {
    bench::report_left_out("CPU time", error.what());
  }
}

int run(int argc, char** argv) {
  const auto options = bench::parse_options(argc, argv);
  if (!options) return cli::kExitOk;
  std::optional<bench::OutputFile> json;
  if (!options->json.empty()) json.emplace(options->json);

  engine::Context context(options->context);
  if (context.timestamp_valid_bits() == 0) {
    throw engine::Error(std::string("device '") + context.properties().deviceName + "' writes no timestamps");
  }
  const bench::Kernels kernels(context);
  const bench::Rig rig = {context, kernels};
  bench::print_header(context, *options);
  const auto results = bench::measure_all(
      rig, *options, [&](std::span<const bench::Result> some) { bench::print_results(some, *options); });
  if (results.empty()) throw engine::Error("nothing could be measured, see above");
  show_cpu_costs(rig, *options);
  if (json) json->commit(bench::json_text(context, results));
  report_validation(context, *options);
  return cli::kExitOk;
}

/// Output that was printed but not stored (a full disk) is an error too.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fprintf(stderr, "photopic-bench: standard output: %s\n", std::strerror(errno));
  return cli::kExitInput;
}

int fail(int exit_code, const char* what) {
  std::string line(what);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::fprintf(stderr, "photopic-bench: %s\n", line.c_str());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away, or a file size limit, then shows as a write error with a reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return flushed(run(argc, argv));
  } catch (const engine::Error& error) {
    return fail(cli::kExitDevice, error.what());
  } catch (const std::bad_alloc&) {
    return fail(cli::kExitDevice, "out of memory");
  } catch (const std::exception& error) {
    return fail(cli::kExitInput, error.what());
  }
}
