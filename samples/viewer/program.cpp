// SPDX-License-Identifier: MIT
// The program photopic-viewer, with a window or without.
#include "viewer/program.h"

#include "arguments/errors.h"
#include "arguments/program.h"
#include "viewer/application.h"
#include "viewer/headless.h"

namespace viewer {
namespace {

int run(int argc, char** argv) {
  const auto options = parse_options(argc, argv);
  if (!options) return arguments::kExitOk;
  return options->is_headless ? run_headless(*options) : run_windowed(*options);
}

}  // namespace

int run_viewer(int argc, char** argv) {
  return arguments::run_program("photopic-viewer", [&] { return run(argc, argv); });
}

}  // namespace viewer
