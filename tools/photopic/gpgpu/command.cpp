// SPDX-License-Identifier: MIT
// Options of photopic gpgpu.
#include "photopic/gpgpu/command.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/words.h"
#include "photopic/gpgpu/options.h"

namespace gpgpu {
namespace {

using arguments::UsageError;

constexpr double kMaxSide = 1 << 24;             // of photopic::es2's arrays
constexpr std::uint64_t kMaxElements = 1 << 26;  // of which host and device hold about ten arrays, 256 MiB each
constexpr std::uint32_t kMaxKernelSide = 255;

/// Options as given on the command line, else empty.
struct Arguments {
  std::string operation;
  std::vector<std::string> sizes;
  std::string kernel, stride;
  std::optional<std::uint32_t> repetitions;
  Options options;
};

Operation parse_operation(const std::string& name) {
  return Operation(arguments::word_index(kOperationNames, name, "OPERATION"));
}

/// "1000" or "640x360"
VkExtent2D parse_elements(const std::string& text) {
  VkExtent2D size = {1, 1};
  if (text.find('x') == std::string::npos) {
    size.width = arguments::parse_number<std::uint32_t>(text, "--size", {1.0, kMaxSide});
  } else {
    size = arguments::parse_size(text, "--size");
  }
  if (std::uint64_t{size.width} * size.height > kMaxElements) {
    throw UsageError("--size: '" + text + "' is more than " + std::to_string(kMaxElements) + " elements");
  }
  return size;
}

/// 64 to 4194304 elements, each four times as many as the one before.
std::vector<VkExtent2D> default_sizes() {
  std::vector<VkExtent2D> sizes;
  for (std::uint32_t side = 8; side <= 2048; side *= 2) sizes.push_back({side, side});
  return sizes;
}

VkExtent2D parse_kernel(const std::string& text) {
  const VkExtent2D kernel = arguments::parse_size(text, "--kernel");
  if (kernel.width % 2 == 0 || kernel.height % 2 == 0) throw UsageError("--kernel: '" + text + "' has an even side");
  if (std::max(kernel.width, kernel.height) > kMaxKernelSide) {
    throw UsageError("--kernel: '" + text + "' has a side above " + std::to_string(kMaxKernelSide));
  }
  return kernel;
}

Options options_of(const Arguments& arguments) {
  if (arguments.operation.empty()) throw UsageError("OPERATION is missing; see 'photopic gpgpu --help'");
  Options options = arguments.options;
  options.operation = parse_operation(arguments.operation);
  for (const std::string& size : arguments.sizes) options.sizes.push_back(parse_elements(size));
  if (options.sizes.empty()) options.sizes = default_sizes();
  if (options.operation != Operation::convolve) {
    if (!arguments.kernel.empty()) throw UsageError("--kernel: " + arguments.operation + " has none");
    if (!arguments.stride.empty()) throw UsageError("--stride: " + arguments.operation + " has none");
  }
  if (!arguments.kernel.empty()) options.kernel = parse_kernel(arguments.kernel);
  if (!arguments.stride.empty()) options.stride = arguments::parse_size(arguments.stride, "--stride");
  if (!options.is_bench) {
    if (!options.output_folder.empty()) throw UsageError("-o: files are written of measurements alone; add --bench");
    if (arguments.repetitions) throw UsageError("--repetitions: of measurements alone; add --bench");
  }
  options.repetitions = arguments.repetitions.value_or(options.repetitions);
  return options;
}

}  // namespace

arguments::Command add_gpgpu(CLI::App& app) {
  auto* command = arguments::add_command(app, "gpgpu", "check and time floats in RGBA8 textures on OpenGL ES 2",
                                         "add|convolve|reduce [OPTIONS]");
  auto arguments = std::make_shared<Arguments>();
  arguments::add_text(*command, "OPERATION", arguments->operation, parse_operation, "",
                      "add (two arrays), convolve, or reduce (to a sum)");
  arguments::add_value(*command, "--size", arguments->sizes, "N|WIDTHxHEIGHT",
                       "elements, one or several sizes; default: squares from 8x8 to 2048x2048");
  arguments::add_value(*command, "--kernel", arguments->kernel, "WIDTHxHEIGHT",
                       "convolve: size of the kernel, odd sides up to 255; default 3x3");
  arguments::add_value(*command, "--stride", arguments->stride, "XxY",
                       "convolve: distance of outputs, elements; default 1x1");
  command->add_flag("--bench", arguments->options.is_bench, "time the device, and two versions on the CPU");
  arguments::add_number(
      *command, "--repetitions", arguments->repetitions, {1.0, 10000.0},
      "number of measurements per time, of which the median is printed; default 31, fewer if they take seconds");
  arguments::add_value(*command, "-o,--output", arguments->options.output_folder, "DIR",
                       "folder for plot and numbers of --bench; it is made if it is missing");
  command->add_flag("--json", arguments->options.json, "print an array with one object per size");
  command->add_flag("--validate", arguments->options.validate,
                    "run with OpenGL debug messages; any message is an error");
  command->footer(
      "Compares results with double precision. Prints the error that is nearest to its bound, and the bound.\n"
      "Exit codes: 0 all errors are within bounds; 1 an error is not; 4 output or usage; 5 no OpenGL ES 2, or a device "
      "error.\n"
      "Example: photopic gpgpu convolve --kernel 5x5 --bench -o out");
  return {command, [=] { return run(options_of(*arguments)); }};
}

}  // namespace gpgpu
