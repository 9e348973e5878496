// SPDX-License-Identifier: MIT
// Picture file as an image on the device.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_HDR_SOURCE_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_HDR_SOURCE_H

#include <photopic/post_process.h>

#include <filesystem>

#include <vector>
#include "engine/transfer/memory.h"

#include "image_io/image_file.h"
#include "session/settings/settings.h"

namespace session {

/// Decodes band by band into a new image, so that one decoded copy exists, on the device. Throws files::Error for sides
/// beyond the device's limit too.
engine::Image load_image(const engine::Context& context, const std::filesystem::path& file,
                         image_io::ImageReader& reader);
engine::Image load_image(const engine::Context& context, const std::filesystem::path& file,
                         const image_io::ReadOptions& options = {});

/// A picture in memory: scene-linear RGBA in BT.709's primaries, row by row from the top.
struct HdrPixels {
  std::uint32_t width = 0, height = 0;
  std::vector<float> rgba;
};
/// Throws files::Error for what isn't a picture twice as wide as high, of up to engine::kMaxPanoramaWidth, and for
/// chromaticities that make no colours.
HdrPixels read_panorama(const std::filesystem::path& file);

/// The picture of the settings' mask; an image without a view if there is none. Throws files::Error as load_image().
engine::Image load_mask(const engine::Context& context, const Metering& metering);

/// The exposure state of view 0. Waits for the GPU.
photopic::gpu::ExposureState read_state(const engine::Context& context, const photopic::PostProcess& post);

}  // namespace session

#endif
