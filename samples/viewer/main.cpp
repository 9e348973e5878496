// SPDX-License-Identifier: MIT
// Program photopic-viewer: scenes and pictures through an eye that adapts.
#include "arguments/errors.h"
#include "arguments/program.h"
#include "viewer/application.h"
#include "viewer/headless.h"

namespace {

int run(int argc, char** argv) {
  const auto options = viewer::parse_options(argc, argv);
  if (!options) return arguments::kExitOk;
  return options->is_headless ? viewer::run_headless(*options) : viewer::run_windowed(*options);
}

}  // namespace

int main(int argc, char** argv) {
  return arguments::run_program("photopic-viewer", [&] { return run(argc, argv); });
}
