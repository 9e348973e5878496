// SPDX-License-Identifier: MIT
// Means of one picture by each method, and by double precision.
#include "photopic/compared_methods.h"

#include <photopic/post_process.h>

#include "arguments/errors.h"
#include "engine/commands.h"
#include "photopic/texels.h"
#include "reference/meter.h"
#include "session/source/hdr_source.h"

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

double true_mean(const std::filesystem::path& file, const photopic::MeterSettings& settings) {
  const auto reader = image_io::open_image(file);
  std::vector<reference::Rgb> texels;
  texels.reserve(std::size_t{reader->info().width} * reader->info().height);
  for_each_texel(*reader, [&](const reference::Rgb& texel) { texels.push_back(texel); });
  return reference::meter(texels, double(settings.min_log2_luminance), double(settings.max_log2_luminance))
      .mean_log2_luminance;
}

double measured_mean(engine::Context& context, const engine::Image& hdr, photopic::PostProcess& post,
                     const photopic::MeterSettings& settings) {
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    const photopic::MeterFrame frame = {.hdr = hdr.view(), .region = {{0, 0}, hdr.extent()}};
    arguments::require(context, post.record_meter(command_buffer, frame, settings, {}));
  });
  return double(session::read_state(context, post).mean_log2_luminance);
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
    arguments::require(context, status);
    const double mean = measured_mean(context, hdr, post, settings);
    rows.push_back({method.name, mean, mean - truth});
  }
  return rows;
}

}  // namespace cli
