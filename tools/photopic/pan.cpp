// SPDX-License-Identifier: MIT
// Command pan PANORAMA -o DIR: a virtual camera sweeps a panorama, the exposure follows.
#include <cmath>
#include <numbers>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "engine/scene/renderer/panorama_view.h"
#include "engine/transfer/image_transfer.h"
#include "files/output_folder.h"
#include "photopic/options.h"
#include "photopic/pictures/open_picture.h"
#include "session/output/animation.h"
#include "session/output/coded_picture.h"
#include "session/output/frame_writer.h"
#include "session/source/hdr_source.h"
#include "session/source/source.h"

namespace cli {
namespace {

constexpr std::uint32_t kSamplesPerSide = 2;

float radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180.0); }

std::size_t frame_count(const PanOptions& options) {
  if (options.frames) return *options.frames;
  const double frames = options.duration_s * options.animation.fps;
  if (frames > kMaxPanFrames) {
    throw arguments::UsageError("--duration-s: at this --fps that is more than " + std::to_string(kMaxPanFrames) +
                                " frames");
  }
  return std::max<std::size_t>(1, std::size_t(std::llround(frames)));
}

void check_outputs(const files::OutputGuard& inputs, const PanOptions& options, std::size_t count) {
  const std::filesystem::path& folder = options.animation.output_folder;
  session::check_summary(inputs, folder);
  for (std::size_t i = 0; i < count; ++i) {
    session::check_frame(inputs, folder, session::four_digits(i));
    if (options.write_exr) inputs.check_output(session::frame_file(folder, session::four_digits(i), ".exr"));
  }
}

scene::PanoramaViewParams view_of(const PanOptions& options, std::size_t frame, std::size_t count) {
  const double t = count > 1 ? double(frame) / double(count - 1) : 0.0;
  return {.yaw_rad = radians(options.yaw_from_deg + t * (options.yaw_to_deg - options.yaw_from_deg)),
          .pitch_rad = radians(options.pitch_deg),
          .tan_half_fov = std::tan(radians(options.fov_deg) / 2.0f),
          .samples_per_side = kSamplesPerSide};
}

void write_exr(const engine::Context& context, const engine::Image& hdr, const std::filesystem::path& file) {
  const auto texels = engine::read_back(context, hdr, hdr.extent().height, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  const auto writer =
      image_io::create_exr(file, {hdr.extent().width, hdr.extent().height, image_io::TexelFormat::rgba16f});
  writer->write_rows(hdr.extent().height, texels.data());
  writer->finish();
}

}  // namespace

int pan(const PanOptions& options, const session::Settings& settings, files::OutputGuard inputs) {
  session::check_frame_encoding(settings.display);
  const std::size_t count = frame_count(options);
  inputs.add_input(options.panorama);
  check_outputs(inputs, options, count);
  const auto reader = open_picture(options.panorama, options.reading);
  session::Settings in_force = settings;
  in_force.input = session::input_of(settings.input, reader->facts(), options.panorama);
  in_force.view.field_of_view_vertical_deg =
      session::vertical_fov_deg(options.fov_deg, {options.width, options.height});
  session::check_settings(in_force);
  engine::Context context(arguments::context_options(options.animation.device));
  {
    const std::uint32_t limit = context.properties().limits.maxImageDimension2D;
    if (options.width > limit || options.height > limit) {
      throw arguments::UsageError("--size: the device takes up to " + std::to_string(limit) + " texels a side");
    }
    const engine::Image mask = session::load_mask(context, settings.metering);
    const engine::Image panorama = session::load_image(context, options.panorama, *reader);
    const engine::PanoramaView view(context, {options.width, options.height});
    const files::OutputFolder output(options.animation.output_folder);
    session::Animation animation(context, {options.width, options.height}, count, options.animation, in_force, mask,
                                 options.panorama.filename().string());
    arguments::Progress progress("frames", count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string digits = session::four_digits(i);
      animation.add_frame(view.target(), digits, [&](VkCommandBuffer command_buffer) {
        view.record(command_buffer, panorama, view_of(options, i, count));
      });
      if (options.write_exr) {
        write_exr(context, view.target(), session::frame_file(options.animation.output_folder, digits, ".exr"));
      }
      progress.step();
    }
    animation.finish();
  }
  arguments::report_validation(context.take_validation_messages(), options.animation.device);
  return arguments::kExitOk;
}

}  // namespace cli
