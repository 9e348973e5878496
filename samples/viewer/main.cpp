// SPDX-License-Identifier: MIT
// photopic-viewer: scenes and pictures through an eye that adapts.
#include "cli/errors.h"
#include "cli/program.h"
#include "viewer/headless.h"

namespace {

int run(int argc, char** argv) {
  const auto options = viewer::parse_options(argc, argv);
  if (!options) return cli::kExitOk;
  if (!options->is_headless) throw cli::UsageError("there is no window yet: --headless is needed");
  return viewer::run_headless(*options);
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_program("photopic-viewer", [&] { return run(argc, argv); });
}
