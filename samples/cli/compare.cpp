// SPDX-License-Identifier: MIT
#include "cli/compare.h"

#include <photopic/post_process.h>

#include <cstring>

#include "cli/errors.h"
#include "cli/hdr_source.h"
#include "engine/commands.h"
#include "io/image_file.h"
#include "reference/metering.h"
#include "reference/texel_formats.h"

namespace cli {
namespace {

using photopic::CreateInfo;
using photopic::LevelFormat;
using photopic::MeterMethod;
using photopic::PyramidFactor;
using photopic::PyramidTap;

struct Method {
  const char* name;
  CreateInfo info;
};

const Method kMethods[] = {
    {"pyramid, r32f", {}},
    {"pyramid, r16f", {.level_format = LevelFormat::r16f}},
    {"pyramid, linear tap as published", {.pyramid_tap = PyramidTap::linear}},
    {"pyramid, factor as published", {.pyramid_factor = PyramidFactor::published}},
    {"blit chain", {.meter_method = MeterMethod::blit_chain}},
    {"blit chain, even crop", {.meter_method = MeterMethod::blit_chain_even_crop}},
};

template <class Channel, class ToDouble>
void append_rows(const std::vector<std::byte>& rows, std::size_t texels, ToDouble to_double,
                 std::vector<reference::Rgb>& out) {
  for (std::size_t i = 0; i < texels; ++i) {
    Channel channels[4];
    std::memcpy(channels, rows.data() + i * sizeof channels, sizeof channels);
    out.push_back({to_double(channels[0]), to_double(channels[1]), to_double(channels[2])});
  }
}

double true_mean(const std::filesystem::path& file, const photopic::MeterSettings& settings) {
  const auto reader = io::open_image(file);
  const io::ImageInfo info = reader->info();
  std::vector<std::byte> row(info.width * io::texel_bytes(info.format));
  std::vector<reference::Rgb> texels;
  texels.reserve(std::size_t{info.width} * info.height);
  for (std::uint32_t y = 0; y < info.height; ++y) {
    reader->read_rows(y, 1, row.data());
    if (info.format == io::TexelFormat::rgba16f) {
      append_rows<std::uint16_t>(row, info.width, reference::half_to_double, texels);
    } else {
      append_rows<float>(
          row, info.width, [](float value) { return double(value); }, texels);
    }
  }
  return reference::meter(texels, double(settings.min_log2_luminance), double(settings.max_log2_luminance))
      .mean_log2_luminance;
}

double measured_mean(engine::Context& context, const engine::Image& hdr, photopic::PostProcess& post,
                     const photopic::MeterSettings& settings) {
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    const photopic::MeterFrame frame = {.hdr = hdr.view(), .region = {{0, 0}, hdr.extent()}};
    require(context, post.record_meter(command_buffer, frame, settings, {}));
  });
  return double(read_state(context, post).mean_log2_luminance);
}

}  // namespace

std::vector<ComparedMethod> compare_methods(engine::Context& context, const std::filesystem::path& file,
                                            const engine::Image& hdr, const photopic::MeterSettings& settings) {
  const double truth = true_mean(file, settings);
  std::vector<ComparedMethod> rows = {{"truth, double precision", truth, 0.0}};
  for (const Method& method : kMethods) {
    CreateInfo info = method.info;
    info.max_extent = hdr.extent();
    info.steps = photopic::kMeterStep;
    photopic::PostProcess post;
    const photopic::Status status = photopic::PostProcess::create(context.lend(), info, &post);
    if (status == photopic::Status::unsupported) continue;
    require(context, status);
    const double mean = measured_mean(context, hdr, post, settings);
    rows.push_back({method.name, mean, mean - truth});
  }
  return rows;
}

}  // namespace cli
