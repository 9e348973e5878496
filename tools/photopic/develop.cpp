// SPDX-License-Identifier: MIT
// Command develop IN -o OUT: one still picture, metered, exposed, tone mapped.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <span>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "engine/gpu_timer.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "engine/transfer/uploads.h"
#include "files/path.h"
#include "photopic/options.h"
#include "photopic/pictures/developed_picture.h"
#include "photopic/pictures/es2_still.h"
#include "photopic/pictures/open_picture.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

/// Tone maps and hands on band by band: the display-referred picture isn't held whole on the device, unless effects
/// look around in it.
class BandWriter {
 public:
  BandWriter(engine::Context& context, photopic::PostProcess& post, const engine::Image& hdr,
             const photopic::LookTables* tables, bool is_whole)
      : context_(context), post_(post), hdr_(hdr), tables_(tables) {
    const VkExtent2D extent = hdr.extent();
    const VkFormat format = post.info().output.format;
    band_rows_ = std::min(extent.height, engine::band_rows(extent.width * engine::texel_bytes(format)));
    if (is_whole) band_rows_ = extent.height;
    ldr_ = engine::Image(context, {extent.width, band_rows_}, format,
                         VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    if ((post.info().with & photopic::kWithContentLight) == 0) return;
    const photopic::gpu::ContentLightSums zero = {};
    light_ = engine::upload_buffer(context, std::as_bytes(std::span(&zero, 1)),
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT, "the light levels");
  }

  void write(const photopic::Settings& settings, engine::GpuTimer& timer, DevelopedPicture& picture,
             std::size_t rendering) {
    const VkExtent2D extent = hdr_.extent();
    for (std::uint32_t row = 0; row < extent.height; row += band_rows_) {
      const std::uint32_t count = std::min(band_rows_, extent.height - row);
      tone_map_band(settings, timer, row, count);
      const auto rows = engine::read_back(context_, ldr_, count);
      picture.add_rows(rendering, count, rows);
      for (const auto& result : timer.results()) tone_map_us_ += result.time_us;
    }
    if (light_.handle() != VK_NULL_HANDLE) picture.set_light(content_light());
  }

  double tone_map_us() const { return tone_map_us_; }

 private:
  void tone_map_band(const photopic::Settings& settings, engine::GpuTimer& timer, std::uint32_t row,
                     std::uint32_t count) {
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) {
      timer.reset(command_buffer);
      engine::image_barrier(context_, command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                            engine::kTransferRead, engine::kComputeWrite);
      timer.begin(command_buffer, "tone map");
      const photopic::Frame frame = {.hdr = {hdr_.view()},
                                     .ldr = {ldr_.view()},
                                     .extent = {hdr_.extent().width, count},
                                     .offset = {0, static_cast<std::int32_t>(row)},
                                     .picture = {{0, 0}, hdr_.extent()},
                                     .content_light = {light_.handle()},
                                     .tables = tables_};
      arguments::require(context_, post_.record_finish(command_buffer, frame, settings));
      timer.end(command_buffer);
    });
  }

  photopic::ContentLight content_light() const {
    photopic::gpu::ContentLightSums sums = {};
    const auto bytes = engine::read_back(context_, light_.handle(), 0, sizeof sums);
    std::memcpy(&sums, bytes.data(), sizeof sums);
    return photopic::content_light_of(sums);
  }

  engine::Context& context_;
  photopic::PostProcess& post_;
  const engine::Image& hdr_;
  const photopic::LookTables* tables_;
  engine::Image ldr_;
  engine::Buffer light_;  ///< gpu::ContentLightSums, where the file takes them
  std::uint32_t band_rows_ = 0;
  double tone_map_us_ = 0.0;
};

double meter_once(engine::Context& context, photopic::PostProcess& post, const photopic::Frame& frame,
                  const session::Settings& settings, engine::GpuTimer& timer) {
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    timer.reset(command_buffer);
    timer.begin(command_buffer, "meter");
    arguments::require(context, post.record_meter(command_buffer, frame, settings));
    timer.end(command_buffer);
  });
  const auto results = timer.results();
  return results.empty() ? 0.0 : results.front().time_us;
}

int develop_on_es2(const DevelopOptions& options, const session::Settings& settings, image_io::ImageReader& reader) {
  if (files::lower_extension(options.output) != ".png") {
    throw arguments::UsageError("--output: --backend es2 has 8 bits a channel, .png alone");
  }
  if (settings.display.encoding != photopic::OutputEncoding::automatic &&
      settings.display.encoding != photopic::OutputEncoding::srgb) {
    throw arguments::UsageError("--encoding: --backend es2 has sRGB alone");
  }
  if (options.print_timings) throw arguments::UsageError("--timings: OpenGL ES 2.0 tells no GPU times");
  if (const std::uint32_t effects = photopic::effects_of(settings); effects != 0) {
    throw arguments::UsageError("--backend es2 has no effects: no " + session::options_of_effects(effects));
  }
  if (photopic::needs_dark_adaptation(settings)) {
    throw arguments::UsageError("--backend es2 has neither --dark-adaptation nor --pupil");
  }
  check_es2_input(settings, reader.facts(), options.input);
  if (settings.display.transform == photopic::DisplayTransform::baked || session::has_look(settings)) {
    throw arguments::UsageError("--backend es2 has no LUT: no --transform baked, no grade, no lookup tables");
  }
  arguments::check_device_options(options.device);
  Es2Still still(options.device.validate);
  still.load(reader);
  still.meter(settings);
  const std::vector<std::byte> texels = still.tone_map(settings.tone_map);
  const VkExtent2D extent = {reader.info().width, reader.info().height};
  const auto picture = create_developed(options.output, extent, settings.display, /*has_gain_map=*/false);
  picture->add_rows(0, extent.height, texels);
  picture->finish();
  arguments::report_validation(still.take_messages(), options.device);
  return arguments::kExitOk;
}

}  // namespace

int develop(const DevelopOptions& options, const session::Settings& given, files::OutputGuard inputs) {
  check_developed(options.output, given.display, options.has_gain_map);
  inputs.add_input(options.input);
  inputs.check_output(options.output);
  const auto reader = open_picture(options.input, options.reading);  // before any device: bad input is found at once
  if (options.device.backend == arguments::Backend::es2) return develop_on_es2(options, given, *reader);
  session::Settings settings = given;
  settings.input = session::input_of(given.input, reader->facts(), options.input);
  session::check_settings(settings);
  engine::Context context(arguments::context_options(options.device));
  const engine::Image mask = session::load_mask(context, settings.metering);
  const engine::Image hdr = session::load_image(context, options.input, *reader);
  const session::LoadedLook look(context, settings.look);

  const auto picture = create_developed(options.output, hdr.extent(), settings.display, options.has_gain_map);
  photopic::Tuning tuning;
  photopic::CreateInfo info =
      session::create_info(hdr.extent(), settings, session::method_of(settings, session::kFastestMethod), &tuning);
  info.output.format = picture->renderings()[0].format;
  tuning.packed_format = picture->renderings()[0].packed_format;
  if (picture->takes_light()) info.with |= photopic::kWithContentLight;
  std::array<photopic::Settings, PHOTOPIC_MAX_USES> uses;
  for (std::size_t i = 0; i < picture->renderings().size(); ++i) {
    uses[i] = settings;
    uses[i].display.encoding = picture->renderings()[i].encoding;
    info.uses[i] = uses[i];
  }
  photopic::PostProcess post;
  arguments::require(context, post.create(context.lend(), info));
  engine::GpuTimer timer(context, 1);
  const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .weights = {.mask = {mask.view()}}};
  const double meter_us = meter_once(context, post, frame, settings, timer);
  BandWriter bands(context, post, hdr, look.tables(), photopic::needs_whole_picture(settings));
  for (std::size_t i = 0; i < picture->renderings().size(); ++i) {
    settings.display.encoding = picture->renderings()[i].encoding;
    bands.write(settings, timer, *picture, i);
  }
  picture->finish();
  if (options.print_timings) {
    std::fprintf(stderr, "%s: meter %.1f us, tone map %.1f us\n", context.properties().deviceName, meter_us,
                 bands.tone_map_us());
  }
  arguments::report_validation(context.take_validation_messages(), options.device);
  return arguments::kExitOk;
}

}  // namespace cli
