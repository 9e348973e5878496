// SPDX-License-Identifier: MIT
// Command photopic gpgpu in builds without PHOTOPIC_OPENGL: an error.
#include "arguments/errors.h"
#include "engine/opengl/opengl_device.h"
#include "photopic/gpgpu/options.h"

namespace gpgpu {

int run(const Options&) {
  engine::OpenGlDevice(/*is_checked=*/false);  // throws what such a build lacks
  return arguments::kExitDevice;
}

}  // namespace gpgpu
