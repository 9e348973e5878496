// SPDX-License-Identifier: MIT
// photopic-viewer: scenes and pictures through an eye that adapts.
#include "cli/errors.h"
#include "cli/program.h"
#include "viewer/headless.h"
#include "viewer/window/application.h"

namespace {

int run(int argc, char** argv) {
  const auto options = viewer::parse_options(argc, argv);
  if (!options) return cli::kExitOk;
  return options->is_headless ? viewer::run_headless(*options) : viewer::run_windowed(*options);
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_program("photopic-viewer", [&] { return run(argc, argv); });
}
