// SPDX-License-Identifier: MIT
// Command lut -o OUT.cube: the look of settings as a lookup table, made by the final pass.
#include <cmath>
#include <cstring>
#include <vector>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "files/path.h"
#include "looks/cube_file.h"
#include "photopic/options.h"
#include "photopic/pictures/developed_picture.h"
#include "reference/display/shaper.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"
#include "session/output/coded_picture.h"
#include "session/settings/settings_file.h"

namespace cli {
namespace {

/// log2(1 + gain x) over its value at 128, back.
double linlog_decode(double position, double gain) {
  return reference::Shaper{.max = PHOTOPIC_TABLE_LINLOG_MAX, .offset = 1.0 / gain}.decode(position);
}

/// ARRI 2011, "ALEXA Log C Curve", EI 800.
double logc3_decode(double t) {
  constexpr double kCut = 5.367655 * 0.010591 + 0.092809;
  return t > kCut ? (std::pow(10.0, (t - 0.385537) / 0.247190) - 0.052272) / 5.555556 : (t - 0.092809) / 5.367655;
}

/// Scene-linear value of a place in the table, from 0 to 1.
double linear_of(photopic::TableCurve curve, double place) {
  switch (curve) {
    case photopic::TableCurve::by_default:
    case photopic::TableCurve::linear:
      return place;
    case photopic::TableCurve::acescct:
      return reference::acescct_decode(place);
    case photopic::TableCurve::logc3:
      return logc3_decode(place);
    case photopic::TableCurve::linlog_sdr:
      return linlog_decode(place, PHOTOPIC_TABLE_LINLOG_GAIN_SDR);
    case photopic::TableCurve::linlog_hdr:
      return linlog_decode(place, PHOTOPIC_TABLE_LINLOG_GAIN_HDR);
  }
  return place;
}

using Colors = std::vector<std::array<float, 3>>;

/// Scene-linear colours of the nodes, red fastest.
Colors node_colors(std::uint32_t size, photopic::TableCurve curve) {
  std::vector<float> linear(size);
  for (std::uint32_t i = 0; i < size; ++i) linear[i] = static_cast<float>(linear_of(curve, double(i) / (size - 1)));
  Colors colors;
  colors.reserve(looks::cube_nodes(size));
  for (const float blue : linear) {
    for (const float green : linear) {
      for (const float red : linear) colors.push_back({red, green, blue});
    }
  }
  return colors;
}

/// Nodes of red side by side, those of green below each other, the slices of blue below these.
engine::Image node_image(engine::Context& context, std::uint32_t size, const Colors& colors) {
  engine::Image image(context, {size, size * size}, VK_FORMAT_R32G32B32A32_SFLOAT,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    for (std::size_t i = 0; i < std::size_t{size} * row_count; ++i) {
      const std::array<float, 3>& color = colors[std::size_t{size} * first_row + i];
      const float texel[] = {color[0], color[1], color[2], 1.0f};
      std::memcpy(rows + i * sizeof texel, texel, sizeof texel);
    }
  });
  return image;
}

/// A buffer that holds 1, the exposure.
engine::Buffer unit_exposure(const engine::Context& context) {
  engine::Buffer buffer(context, sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::upload);
  const float exposure = 1.0f;
  std::memcpy(buffer.mapped().data(), &exposure, sizeof exposure);
  return buffer;
}

/// What the final pass makes of the colours, exposed by 1.
Colors shown_by_settings(const LutOptions& options, const session::Settings& settings, const Colors& colors) {
  engine::Context context(arguments::context_options(options.device));
  const engine::Image nodes = node_image(context, options.size, colors);
  const session::LoadedLook look(context, settings.look);
  const engine::Buffer exposure = unit_exposure(context);
  photopic::Tuning tuning;
  photopic::CreateInfo info = session::create_info(nodes.extent(), settings, session::kFastestMethod, &tuning);
  info.steps = photopic::kFinish;
  info.output.format = VK_FORMAT_R16G16B16A16_SFLOAT;
  photopic::PostProcess post;
  arguments::require(context, post.create(context.lend(), info));
  const engine::Image shown(context, nodes.extent(), info.output.format,
                            VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    engine::image_barrier(context, command_buffer, shown.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                          engine::kTransferRead, engine::kComputeWrite);
    const photopic::Frame frame = {.hdr = {nodes.view()},
                                   .ldr = {shown.view()},
                                   .extent = nodes.extent(),
                                   .exposure = {exposure.handle()},
                                   .tables = look.tables()};
    arguments::require(context, post.record_finish(command_buffer, frame, settings));
  });
  const std::vector<std::byte> texels = engine::read_back(context, shown);
  Colors result(colors.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::array<std::uint16_t, 4> halves;
    std::memcpy(halves.data(), texels.data() + i * sizeof halves, sizeof halves);
    for (std::size_t c = 0; c < 3; ++c) result[i][c] = static_cast<float>(reference::half_to_double(halves[c]));
  }
  arguments::report_validation(context.take_validation_messages(), options.device);
  return result;
}

/// A view is taken as it is.
void check_ocio(const session::Settings& given) {
  session::Settings expected;
  expected.display.encoding = given.display.encoding;
  session::Settings compared = given;
  for (session::Settings* settings : {&expected, &compared}) {
    settings->meter = {};
    settings->exposure = {};
  }
  if (session::settings_json(compared) == session::settings_json(expected)) return;
  throw arguments::UsageError(
      "--ocio-config: the view is taken as it is; of the settings, --encoding alone goes with it");
}

}  // namespace

int lut(const LutOptions& options, const session::Settings& given, const files::OutputGuard& inputs) {
  using photopic::OutputEncoding;
  session::Settings settings = given;
  if (files::lower_extension(options.output) != ".cube") {
    throw arguments::UsageError("--output: '" + options.output.string() + "' doesn't end in .cube");
  }
  if (session::is_of_floats(settings.display.encoding)) {
    throw arguments::UsageError("--encoding: a lookup table holds codes, not the floats of linear and scrgb");
  }
  files::OutputGuard guard = inputs;
  guard.add_input(options.ocio.config);
  guard.check_output(options.output);
  if (!options.ocio.config.empty()) check_ocio(given);
  if (settings.display.encoding == OutputEncoding::automatic) settings.display.encoding = OutputEncoding::srgb;
  const bool is_hdr = photopic::is_hdr(settings.display.encoding);
  const session::LutSpace space = options.space.value_or(session::LutSpace{
      is_hdr ? photopic::TableCurve::linlog_hdr : photopic::TableCurve::linlog_sdr, photopic::Primaries::bt709});
  settings.input = {.primaries = space.primaries};

  Colors colors = node_colors(options.size, space.curve);
  if (options.ocio.config.empty()) {
    colors = shown_by_settings(options, settings, colors);
  } else {
    looks::apply_ocio(options.ocio, colors);
  }
  looks::Lut written;
  written.title = session::tone_mapper_title({space, settings.display.encoding});
  written.cube.emplace();
  written.cube->size = options.size;
  written.cube->nodes = std::move(colors);
  looks::write_cube(options.output, written);
  return arguments::kExitOk;
}

}  // namespace cli
