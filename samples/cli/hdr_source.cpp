// SPDX-License-Identifier: MIT
#include "cli/hdr_source.h"

#include <cstdio>
#include <cstring>

#include "cli/errors.h"
#include "engine/image_transfer.h"

namespace cli {

void check_device_options(const DeviceOptions& options) {
  if (options.backend != Backend::vulkan && !options.device.empty()) {
    throw UsageError("--device doesn't go with --backend: OpenGL has no choice of devices");
  }
}

engine::ContextOptions context_options(const DeviceOptions& options) {
  check_device_options(options);
  return {.backend = options.backend == Backend::opengl ? engine::Backend::opengl : engine::Backend::vulkan,
          .validation = options.validate,
          .device = options.device,
          .pipeline_cache = engine::default_pipeline_cache_file()};
}

void report_validation(const std::vector<std::string>& messages, const DeviceOptions& options) {
  if (options.validate) report_validation(messages);
}

void report_validation(const std::vector<std::string>& messages) {
  for (const std::string& message : messages) std::fprintf(stderr, "%s\n", message.c_str());
  if (!messages.empty()) throw engine::Error("validation: " + std::to_string(messages.size()) + " messages, see above");
  std::fprintf(stderr, "validation: no messages\n");
}

engine::Image load_image(const engine::Context& context, const std::filesystem::path& file, io::ImageReader& reader) {
  const io::ImageInfo& info = reader.info();
  const std::uint32_t limit = context.properties().limits.maxImageDimension2D;
  if (info.width > limit || info.height > limit) {
    throw io::Error(file, "is " + std::to_string(info.width) + "x" + std::to_string(info.height) +
                              " texels; the device takes up to " + std::to_string(limit) + " a side");
  }
  const VkFormat format =
      info.format == io::TexelFormat::rgba16f ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT;
  engine::Image image(context, {info.width, info.height}, format,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    reader.read_rows(first_row, row_count, rows);
  });
  return image;
}

engine::Image load_image(const engine::Context& context, const std::filesystem::path& file) {
  return load_image(context, file, *io::open_image(file));
}

engine::Image load_mask(const engine::Context& context, const MeterSettings& settings) {
  return settings.mask.empty() ? engine::Image() : load_image(context, settings.mask);
}

void refuse_overwrite(const std::filesystem::path& input, const std::filesystem::path& output) {
  std::error_code error;  // an output that doesn't exist yet is no error
  if (std::filesystem::equivalent(input, output, error)) throw io::Error(output, "is an input; it isn't overwritten");
}

photopic::gpu::ExposureState read_state(const engine::Context& context, const photopic::PostProcess& post) {
  photopic::gpu::ExposureState state;
  const auto bytes = engine::read_back(context, post.state_buffer(), 0, sizeof state);
  std::memcpy(&state, bytes.data(), sizeof state);
  return state;
}

}  // namespace cli
