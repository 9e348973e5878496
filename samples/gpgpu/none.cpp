// SPDX-License-Identifier: MIT
// Builds without PHOTOPIC_OPENGL.
#include "cli/errors.h"
#include "engine/opengl/opengl_device.h"
#include "gpgpu/options.h"

namespace gpgpu {

int run(const Options&) {
  engine::OpenGlDevice(/*is_checked=*/false);  // throws what such a build lacks
  return cli::kExitDevice;
}

}  // namespace gpgpu
