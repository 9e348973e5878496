// SPDX-License-Identifier: MIT
// A picture file as an image on the device.
#ifndef PHOTOPIC_SAMPLES_CLI_HDR_SOURCE_H
#define PHOTOPIC_SAMPLES_CLI_HDR_SOURCE_H

#include <photopic/post_process.h>

#include <filesystem>

#include "cli/options.h"
#include "engine/memory.h"
#include "io/image_file.h"

namespace cli {

/// Throws UsageError for a choice of device where there is none.
void check_device_options(const DeviceOptions& options);

/// Context options of every command: the user's device and the shared pipeline cache. Throws as above.
engine::ContextOptions context_options(const DeviceOptions& options);

/// Prints what the validation layer or OpenGL said, and throws engine::Error if it said anything.
void report_validation(const std::vector<std::string>& messages);
/// The same, if it was asked for.
void report_validation(const std::vector<std::string>& messages, const DeviceOptions& options);

/// Decodes band by band into a new image, so that one decoded copy exists, on the device. Throws io::Error for sides
/// beyond the device's limit too.
engine::Image load_image(const engine::Context& context, const std::filesystem::path& file, io::ImageReader& reader);
engine::Image load_image(const engine::Context& context, const std::filesystem::path& file);

/// The picture of the settings' mask; an image without a view if there is none. Throws io::Error as load_image().
engine::Image load_mask(const engine::Context& context, const MeterSettings& settings);

/// Throws io::Error if `output` is the very file of `input`, under whatever name.
void refuse_overwrite(const std::filesystem::path& input, const std::filesystem::path& output);

/// The exposure state of view 0. Waits for the GPU.
photopic::gpu::ExposureState read_state(const engine::Context& context, const photopic::PostProcess& post);

}  // namespace cli

#endif
