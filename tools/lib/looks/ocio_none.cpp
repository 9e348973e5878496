// SPDX-License-Identifier: MIT
// OpenColorIO's place in a build without it.
#include "files/error.h"
#include "looks/ocio.h"

namespace looks {

void apply_ocio(const OcioView& view, std::span<std::array<float, 3>>) {
  throw files::Error(view.config, "needs a build with OpenColorIO (PHOTOPIC_OCIO)");
}

}  // namespace looks
