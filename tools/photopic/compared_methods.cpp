// SPDX-License-Identifier: MIT
// Means of one picture by each method, and by double precision.
#include "photopic/compared_methods.h"

#include <photopic/naive_meters.h>

#include <cstring>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/memory.h"
#include "photopic/pictures/texels.h"
#include "reference/meter.h"
#include "session/settings/settings.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

using photopic::LevelFormat;
using photopic::NaiveFactor;
using photopic::NaiveMethod;
using photopic::PyramidTap;

struct Naive {
  const char* name;
  photopic::NaiveMeterInfo info;
};

const Naive kNaive[] = {
    {"pyramid, r16f",
     {.method = NaiveMethod::pyramid,
      .level_format = LevelFormat::r16f,
      .pyramid_tap = PyramidTap::gather,
      .pyramid_factor = NaiveFactor::block_counts}},
    {"pyramid, linear tap as published", {.method = NaiveMethod::pyramid, .pyramid_factor = NaiveFactor::corrected}},
    {"pyramid, factor as published", {.method = NaiveMethod::pyramid, .pyramid_tap = PyramidTap::gather}},
    {"blit chain", {.method = NaiveMethod::blit_chain}},
    {"blit chain, even crop", {.method = NaiveMethod::blit_chain_even_crop}},
};

double true_mean(const std::filesystem::path& file, const image_io::ReadOptions& reading,
                 const photopic::MeterSettings& settings) {
  const auto reader = image_io::open_image(file, reading);
  std::vector<reference::Rgb> texels;
  texels.reserve(std::size_t{reader->info().width} * reader->info().height);
  for_each_texel(*reader, [&](const reference::Rgb& texel) { texels.push_back(texel); });
  return reference::meter(texels, double(settings.min_log2_luminance), double(settings.max_log2_luminance))
      .mean_log2_luminance;
}

/// `record` meters a frame and exports the state.
template <class Record>
double measured_mean(engine::Context& context, const engine::Image& hdr, const Record& record) {
  const engine::Buffer state(context, sizeof(photopic::gpu::ExposureState), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                             engine::MemoryUse::readback);
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    record(command_buffer, photopic::Frame{.hdr = {hdr.view()}, .extent = hdr.extent()}, state.handle());
    engine::memory_barrier(context, command_buffer, engine::kTransferWrite, engine::kHostRead);
  });
  photopic::gpu::ExposureState measured;
  std::memcpy(&measured, state.mapped().data(), sizeof measured);
  return double(measured.mean_log2_luminance);
}

double pyramid_mean(engine::Context& context, const engine::Image& hdr, const photopic::MeterSettings& settings) {
  photopic::PostProcess post;
  const photopic::Tuning tuning = {.meter_method = photopic::MeterMethod::pyramid};
  const photopic::CreateInfo info = {.max_extent = hdr.extent(), .steps = photopic::kMeter, .tuning = &tuning};
  arguments::require(context, post.create(context.lend(), info));
  photopic::Settings all;
  all.meter = session::mean_of_all(settings);
  return measured_mean(context, hdr, [&](VkCommandBuffer commands, const photopic::Frame& frame, VkBuffer state) {
    arguments::require(context, post.record_meter(commands, frame, all));
    arguments::require(context, post.record_export(commands, 0, {state, 0}));
  });
}

double naive_mean(engine::Context& context, const engine::Image& hdr, const photopic::MeterSettings& settings,
                  photopic::NaiveMeter& meter) {
  return measured_mean(context, hdr, [&](VkCommandBuffer commands, const photopic::Frame& frame, VkBuffer state) {
    arguments::require(context, meter.record(commands, frame, settings, {}));
    arguments::require(context, meter.record_export(commands, state, 0));
  });
}

}  // namespace

std::vector<ComparedMethod> compare_methods(engine::Context& context, const std::filesystem::path& file,
                                            const image_io::ReadOptions& reading, const engine::Image& hdr,
                                            const photopic::MeterSettings& settings) {
  const double truth = true_mean(file, reading, settings);
  std::vector<ComparedMethod> rows = {{"truth, double precision", truth, 0.0}};
  const auto add = [&](const char* name, double mean) { rows.push_back({name, mean, mean - truth}); };
  add("pyramid, r32f", pyramid_mean(context, hdr, settings));
  for (const Naive& naive : kNaive) {
    photopic::NaiveMeterInfo info = naive.info;
    info.max_extent = hdr.extent();
    photopic::NaiveMeter meter;
    const photopic::Status status = photopic::NaiveMeter::create(context.lend(), info, &meter);
    if (status == photopic::Status::unsupported) continue;
    arguments::require(context, status);
    add(naive.name, naive_mean(context, hdr, settings, meter));
  }
  return rows;
}

}  // namespace cli
