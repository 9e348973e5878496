// SPDX-License-Identifier: MIT
// The device of the test process, its checks, and states read back.
#include "gpu/fixture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "module/impl.h"

namespace test {
namespace {

struct Process {
  explicit Process(const engine::ContextOptions& options) : context(options), ring(context, 1) {}
  engine::Context context;
  engine::CommandRing ring;
};
std::unique_ptr<Process> process;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool validation_wanted() { return environment("PHOTOPIC_TEST_VALIDATION") != "0"; }
bool full_wanted() { return environment("PHOTOPIC_TEST_FULL") == "1" || exhaustive_wanted(); }

bool exhaustive_wanted() { return environment("PHOTOPIC_TEST_EXHAUSTIVE") == "1"; }

void open_context() {
  engine::ContextOptions options;
  options.validation = validation_wanted();
  options.int64_atomics = environment("PHOTOPIC_TEST_INT64") != "0";
  options.float64 = environment("PHOTOPIC_TEST_FLOAT64") != "0";
  options.device = environment("PHOTOPIC_TEST_DEVICE");
  options.shares_pipelines = environment("PHOTOPIC_TEST_SHARED_PIPELINES") == "1";
  process = std::make_unique<Process>(options);
}

void close_context() { process.reset(); }

engine::Context& context() { return process->context; }

photopic::Status create(const photopic::Device& device, const photopic::MadeFor& info, photopic::PostProcess* out) {
  return photopic::Inside::create(device, info, out);
}

photopic::PostProcess make(const photopic::Device& device, const photopic::MadeFor& info) {
  photopic::PostProcess post;
  context().check(test::create(device, info, &post));
  return post;
}

photopic::PostProcess make(const photopic::MadeFor& info) { return make(context().lend(), info); }

photopic::PostProcess make_used(const photopic::Device& device, const photopic::CreateInfo& info) {
  photopic::PostProcess post;
  context().check(post.create(device, info));
  return post;
}

photopic::PostProcess make_used(const photopic::CreateInfo& info) { return make_used(context().lend(), info); }

photopic::NaiveMeter make(const photopic::Device& device, const photopic::NaiveMeterInfo& info) {
  photopic::NaiveMeter naive;
  context().check(photopic::NaiveMeter::create(device, info, &naive));
  return naive;
}

photopic::NaiveMeter make(const photopic::NaiveMeterInfo& info) { return make(context().lend(), info); }

std::vector<std::uint32_t> workgroup_sides() {
  if (context().properties().limits.maxComputeWorkGroupInvocations < 16 * 16) return {8};
  return {8, 16};
}

std::uint32_t calls_at_once() {
  constexpr std::uint32_t kMost = 500;
  const std::uint32_t in_flight = context().lend().frames_in_flight;
  return in_flight != 0 ? in_flight : kMost;
}

void submit(const std::function<void(VkCommandBuffer)>& record) {
  record(process->ring.begin());
  process->ring.submit();
  process->ring.wait();
}

namespace {

/// Of a state, bytes up to the last one that such an object writes.
VkDeviceSize written_bytes(const photopic::MadeFor& info) {
  if (info.dark_adaptation || (info.effects & photopic::kEffectNight) != 0) return sizeof(State);
  return info.auto_white_balance ? offsetof(State, night) : offsetof(State, white_balance);
}

}  // namespace

StateLog::StateLog(std::uint32_t capacity)
    : capacity_(capacity),
      buffer_(context(), capacity * sizeof(State), VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback) {
  std::memset(buffer_.mapped().data(), 0, buffer_.mapped().size());
}

void StateLog::record(VkCommandBuffer command_buffer, const photopic::PostProcess& post, std::uint32_t view) {
  record(command_buffer, post.state_buffer(), post.state_stride_bytes() * view,
         written_bytes(photopic::Inside::of(post)->written_by_any()));
}

void StateLog::record(VkCommandBuffer command_buffer, const photopic::NaiveMeter& meter) {
  record(command_buffer, meter.state_buffer(), 0, written_bytes({}));
}

void StateLog::record(VkCommandBuffer command_buffer, VkBuffer buffer, VkDeviceSize offset_bytes,
                      VkDeviceSize size_bytes) {
  if (count_ == capacity_) throw engine::Error("the state log is full");
  engine::memory_barrier(context(), command_buffer, engine::kComputeWrite, engine::kTransferRead);
  const VkBufferCopy copy = {offset_bytes, count_++ * sizeof(State), size_bytes};
  context().vk().vkCmdCopyBuffer(command_buffer, buffer, buffer_.handle(), 1, &copy);
  engine::memory_barrier(context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
}

std::vector<State> StateLog::take() {
  std::vector<State> states(std::exchange(count_, 0));
  std::memcpy(states.data(), buffer_.mapped().data(), states.size() * sizeof(State));
  return states;
}

State state_of(const photopic::PostProcess& post, std::uint32_t view) {
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) { log.record(command_buffer, post, view); });
  return log.take()[0];
}

photopic::MeterSettings asking_for(const photopic::PostProcess& post, const photopic::MeterSettings& settings) {
  const photopic::MadeFor& made = photopic::made_for(post);
  const photopic::MeterSettings none;
  const auto has = [&](photopic::Weight weight) { return (made.weights & weight) != 0; };
  photopic::MeterSettings meter = settings;
  meter.centre = has(photopic::kWeightCentre);
  meter.spot = has(photopic::kWeightSpot);
  meter.ellipse = has(photopic::kWeightEllipse);
  meter.mask = has(photopic::kWeightMask);
  // Of a pair of limits, `high` is beside its default where neither is set.
  const auto limit = [&](bool is_wanted, auto low, auto high, float beside) {
    if (!is_wanted) {
      meter.*low = none.*low;
      meter.*high = none.*high;
    } else if (meter.*low == none.*low && meter.*high == none.*high) {
      meter.*high = std::nextafter(none.*high, beside);
    }
  };
  using S = photopic::MeterSettings;
  limit(has(photopic::kWeightDepth), &S::depth_min, &S::depth_max, 2.0f);
  limit(has(photopic::kWeightWindow), &S::window_min_log2, &S::window_max_log2, 0.0f);
  limit(made.highlights_and_black, &S::black_stops, &S::highlight_stops, 0.0f);
  const bool has_all = std::equal(none.metered_classes, none.metered_classes + 8, meter.metered_classes);
  if (!has(photopic::kWeightClasses)) {
    std::copy_n(none.metered_classes, 8, meter.metered_classes);
  } else if (has_all) {
    meter.metered_classes[7] &= ~0u >> 1;
  }
  if (!made.histogram) {
    meter.low_percentile = none.low_percentile;
    meter.high_percentile = none.high_percentile;
    meter.median_blend = none.median_blend;
  }
  return meter;
}

State meter_once(photopic::PostProcess& post, const photopic::Frame& frame, const photopic::MeterSettings& meter,
                 const photopic::ExposureSettings& exposure) {
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) {
    context().check(post.record_meter(command_buffer, frame, {.meter = asking_for(post, meter), .exposure = exposure}));
    log.record(command_buffer, post, frame.view);
  });
  return log.take()[0];
}

State meter_once(photopic::NaiveMeter& naive, const photopic::Frame& frame, const photopic::MeterSettings& meter,
                 const photopic::ExposureSettings& exposure) {
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) {
    context().check(naive.record(command_buffer, frame, meter, exposure));
    log.record(command_buffer, naive);
  });
  return log.take()[0];
}

photopic::Settings with_passes() {
  photopic::Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.view.cd_m2_per_unit = 1.0f;
  settings.night.night_strength = 1.0f;
  settings.acuity.acuity_loss = 1.0f;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  return settings;
}

engine::Image make_ldr(VkExtent2D extent, VkFormat format, std::uint32_t layers) {
  engine::Image image(context(), {.type = layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                                  .extent = {extent.width, extent.height, 1},
                                  .format = format,
                                  .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                           VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                                  .layers = layers});
  submit([&](VkCommandBuffer command_buffer) {
    engine::image_barrier(context(), command_buffer, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                          engine::kTransferWrite, engine::kTransferWrite);
    const VkClearColorValue zero = {};
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, layers};
    context().vk().vkCmdClearColorImage(command_buffer, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &all);
    engine::memory_barrier(context(), command_buffer, engine::kTransferWrite,
                           engine::kComputeWrite | engine::kTransferRead);
  });
  return image;
}

bool same_bits(const State& a, const State& b) {
  const auto without_owner = [](State state) {
    state.epoch_instance = state.epoch_reset = state.serial = state.checksum = 0;
    state.glare_scattered_fraction = state.glare_removed_fraction = 0;
    state.white_balance.checksum = state.night.checksum = 0;  // the serial is in them
    state.white_balance.epoch_instance = state.white_balance.epoch_reset = state.white_balance.serial = 0;
    return state;
  };
  const State left = without_owner(a);
  const State right = without_owner(b);
  return std::memcmp(&left, &right, sizeof left) == 0;
}

std::string to_string(const State& state) {
  char text[512];
  std::snprintf(text, sizeof text,
                "exposure %.9g previous %.9g adapted %.9g low %.9g target %.9g scene %.9g mean %.9g min %.9g max %.9g "
                "invalid %u valid %u frames %u epoch %u %u",
                double(state.exposure), double(state.previous_exposure), double(state.adapted_ev100),
                double(state.adapted_ev100_low), double(state.target_ev100), double(state.scene_ev100),
                double(state.mean_log2_luminance), double(state.min_luminance), double(state.max_luminance),
                state.invalid_texels, state.valid_texels, state.frames, state.epoch_instance, state.epoch_reset);
  return text;
}

}  // namespace test
