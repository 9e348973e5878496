// SPDX-License-Identifier: MIT
// Still pictures on OpenGL ES 2.0 in builds without PHOTOPIC_OPENGL: an error.
#include "engine/device/vk.h"
#include "photopic/pictures/es2_still.h"

namespace cli {

struct Es2Still::Impl {};

Es2Still::Es2Still(bool) {
  throw engine::Error("this build has no OpenGL ES: it was configured with PHOTOPIC_OPENGL=OFF");
}
Es2Still::~Es2Still() = default;
void Es2Still::load(image_io::ImageReader&) {}
photopic::gpu::ExposureState Es2Still::meter(const session::Settings&) { return {}; }
std::vector<std::byte> Es2Still::tone_map(const photopic::ToneMapSettings&) { return {}; }
std::vector<std::string> Es2Still::take_messages() { return {}; }

}  // namespace cli
