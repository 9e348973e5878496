// SPDX-License-Identifier: MIT
// Exposure states on the GPU, and the parameters of the pass of adaptation.
#include "adapt/adaptation.h"

#include <photopic/exposure.h>
#include <photopic/exposure_state.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>

#include "adapt/passes.h"
#include "display/display.h"
#include "display/white_balance.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/report.h"
#include "gpu/passes/compute_pass.h"
#include "night/night.h"

namespace photopic {
namespace {

/// Rate of an exponential, 1/s, from a speed and a distance or from 1 and a time constant; finite where either is 0.
float rate_per_s(float numerator, float denominator) {
  constexpr float kAtOnce = 1e30f;  // times 1e6 s is still a finite float
  return numerator <= 0.0f ? 0.0f : std::min(numerator / std::max(denominator, 1.0f / kAtOnce), kAtOnce);
}

float fixed_ev100(const ExposureSettings& settings) {
  return settings.mode == ExposureMode::camera
             ? static_cast<float>(
                   ev100_from_camera(settings.aperture_f_number, settings.shutter_s, settings.sensitivity_iso))
             : settings.manual_ev100;
}

/// Speed and rate of the two phases in one direction, with the speed bounded: what the exponential phase does faster
/// than that becomes part of the linear one.
struct Approach {
  float ev_per_s;
  float rate_per_s;
  float transition_ev;
};

constexpr float kNeverLinearEv = 1e6f;  // beyond any distance
constexpr float kUnbounded = 1e30f;

Approach bounded(Approach approach, float max_ev_per_s) {
  if (approach.transition_ev < kNeverLinearEv && approach.ev_per_s <= max_ev_per_s) return approach;
  if (max_ev_per_s >= kUnbounded) return approach;
  approach.ev_per_s = max_ev_per_s;
  approach.transition_ev = approach.rate_per_s > 0.0f ? max_ev_per_s / approach.rate_per_s : kNeverLinearEv;
  return approach;
}

Approach approach(const ExposureSettings& settings, bool to_bright) {
  const float max_ev_per_s = settings.max_ev_per_s > 0.0f ? settings.max_ev_per_s : kUnbounded;
  if (settings.curve == AdaptationCurve::linear_exponential) {
    const float ev_per_s = to_bright ? settings.to_bright_ev_per_s : settings.to_dark_ev_per_s;
    return bounded({ev_per_s, rate_per_s(ev_per_s, settings.transition_ev), settings.transition_ev}, max_ev_per_s);
  }
  const float time_constant_s = to_bright ? settings.to_bright_time_constant_s : settings.to_dark_time_constant_s;
  return bounded({0.0f, rate_per_s(1.0f, time_constant_s), kNeverLinearEv}, max_ev_per_s);
}

gpu::CurveTable curve_table(const Curve& curve) {
  gpu::CurveTable table = {};
  table.count = curve.count;
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    table.points[2 * i] = curve.points[i].x;
    table.points[2 * i + 1] = curve.points[i].y;
  }
  return table;
}

constexpr const Curve ExposureSettings::*kCurves[] = {
    &ExposureSettings::compensation_curve, &ExposureSettings::target_curve, &ExposureSettings::min_curve,
    &ExposureSettings::max_curve};  // in the order of PHOTOPIC_CURVE_*
static_assert(std::size(kCurves) == PHOTOPIC_CURVE_COUNT && PHOTOPIC_CURVE_MAX == 3);

std::uint32_t adapt_flags(const ExposureSettings& settings) {
  std::uint32_t flags = (settings.mode != ExposureMode::automatic ? PHOTOPIC_ADAPT_FIXED : 0u) |
                        (settings.hold ? PHOTOPIC_ADAPT_HOLD : 0u);
  for (std::uint32_t i = 0; i < PHOTOPIC_CURVE_COUNT; ++i) {
    if ((settings.*kCurves[i]).count > 0) flags |= PHOTOPIC_ADAPT_CURVE << i;
  }
  return flags;
}

/// Members by the names that rows of weights have for them.
struct Weights : MeterSettings {
  static constexpr float kMaxStops = 64.0f;  // of the window; there it has no limit
  float window_log2;
  float lowest_luminance(float log2) const { return log2 > -kMaxStops ? std::exp2(log2 + window_log2) : 0.0f; }
  float highest_luminance(float log2) const {
    return log2 < kMaxStops ? std::exp2(log2 + window_log2) : std::numeric_limits<float>::max();
  }

  void copy_to(float* parameters) const {
    const auto copy = [parameters](std::uint32_t weight, auto... values) {
      static_assert(sizeof...(values) <= PHOTOPIC_WEIGHT_MAX_PARAMETERS);
      float* to = parameters + weight * PHOTOPIC_WEIGHT_MAX_PARAMETERS;
      ((*to++ = values), ...);
    };
#define PHOTOPIC_LIST(...) __VA_OPT__(, ) __VA_ARGS__
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, list) copy(number PHOTOPIC_LIST list);
    PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
#undef PHOTOPIC_LIST
  }
};

bool has_curves(const ExposureSettings& settings) {
  return std::any_of(std::begin(kCurves), std::end(kCurves),
                     [&](const auto curve) { return (settings.*curve).count > 0; });
}

}  // namespace

static_assert(Curve::kMaxPoints == PHOTOPIC_CURVE_MAX_POINTS);
static_assert(sizeof MeterSettings::metered_classes == sizeof gpu::MeterTables::classes);
static_assert(sizeof(gpu::ExposureState) == PHOTOPIC_STATE_ALL_WORDS * 4 &&
              PHOTOPIC_STATE_NIGHT == PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_WORDS &&
              PHOTOPIC_STATE_ALL_WORDS == PHOTOPIC_STATE_NIGHT + PHOTOPIC_NIGHT_WORDS);
static_assert(offsetof(gpu::ExposureState, white_balance) == 4 * PHOTOPIC_STATE_BALANCE &&
              offsetof(gpu::ExposureState, night) == 4 * PHOTOPIC_STATE_NIGHT);
// The passes address members by these numbers.
#define CHECK_WORD(word, type, name, ...) static_assert(offsetof(gpu::ExposureState, name) == 4 * (word));
PHOTOPIC_STATE_SHOWN(CHECK_WORD)
PHOTOPIC_STATE_KEPT(CHECK_WORD)
PHOTOPIC_STATE_GLARE(CHECK_WORD)
PHOTOPIC_STATE_OWNER(CHECK_WORD)
#undef CHECK_WORD

gpu::AdaptParams adapt_params(const ExposureSettings& settings, const MeterSettings& meter, float delta_time_s,
                              std::uint32_t texels) noexcept {
  constexpr float kNeverBlack = -1e30f;
  constexpr float kNeverS = 1e29f;               // a wait that ends sooner than the shader's long ago
  constexpr float kBlackToleranceStops = 4e-6f;  // what a mean may be off
  const Approach to_bright = approach(settings, true);
  const Approach to_dark = approach(settings, false);
  gpu::AdaptParams params = {};
  params.texels = texels;
  params.flags = adapt_flags(settings);
  if (meter.black_stops < MeterSettings().black_stops) params.flags |= PHOTOPIC_ADAPT_FIRST_LIGHT;
  params.delta_time_s = delta_time_s;
  params.min_ev100 = settings.mode == ExposureMode::automatic ? settings.min_ev100 : fixed_ev100(settings);
  params.max_ev100 = settings.mode == ExposureMode::automatic ? settings.max_ev100 : fixed_ev100(settings);
  params.compensation_ev = settings.compensation_ev;
  params.ev100_of_luminance_one = static_cast<float>(std::log2(100.0 / static_cast<double>(settings.calibration_k)));
  params.black_log2 = settings.hold_on_black ? meter.min_log2_luminance + kBlackToleranceStops : kNeverBlack;
  params.to_bright_ev_per_s = to_bright.ev_per_s;
  params.to_dark_ev_per_s = to_dark.ev_per_s;
  params.to_bright_rate_per_s = to_bright.rate_per_s;
  params.to_dark_rate_per_s = to_dark.rate_per_s;
  params.to_bright_transition_ev = to_bright.transition_ev;
  params.to_dark_transition_ev = to_dark.transition_ev;
  params.slow_rate_ratio =
      settings.curve == AdaptationCurve::two_exponentials ? 1.0f / settings.slow_time_constant_ratio : 0.0f;
  params.dead_band_ev = settings.dead_band_ev;
  params.max_ev_per_s = settings.max_ev_per_s > 0.0f ? settings.max_ev_per_s : kUnbounded;
  params.min_reversal_s =
      settings.max_reversals_per_s > 0.0f ? std::min(1.0f / settings.max_reversals_per_s, kNeverS) : 0.0f;
  params.cut_low_ev = settings.cut_low_ev;
  params.cut_high_ev = settings.cut_high_ev;
  params.min_log2 = meter.min_log2_luminance;
  params.max_log2 = meter.max_log2_luminance;
  return params;
}

bool needs_full_adaptation(const ExposureSettings& settings) noexcept {
  return has_curves(settings) || settings.curve == AdaptationCurve::two_exponentials || settings.dead_band_ev > 0.0f ||
         settings.cut_high_ev > 0.0f || settings.max_ev_per_s > 0.0f || settings.max_reversals_per_s > 0.0f;
}

float pre_exposure_log2(float pre_exposure) noexcept {
  return static_cast<float>(std::log2(static_cast<double>(pre_exposure)));
}

MeterSettings pre_exposed(const MeterSettings& meter, float log2) noexcept {
  MeterSettings result = meter;
  result.min_log2_luminance += log2;
  result.max_log2_luminance += log2;
  return result;
}

gpu::MeterTables meter_tables(const Settings& settings, VkExtent2D picture, float window_log2) noexcept {
  const MeterSettings& meter = settings.meter;
  gpu::MeterTables tables = {};
  for (std::uint32_t i = 0; i < PHOTOPIC_CURVE_COUNT; ++i) {
    tables.curves[i] = curve_table(settings.exposure.*kCurves[i]);
  }
  Weights{meter, window_log2}.copy_to(tables.weight_parameters);
  std::memcpy(tables.classes, meter.metered_classes, sizeof tables.classes);
  const auto share = [](float percent) { return static_cast<std::uint32_t>(std::lround(percent / 100.0f * 65535.0f)); };
  tables.percentiles = share(meter.low_percentile) | share(meter.high_percentile) << 16;
  tables.median_blend = meter.median_blend;
  const std::array<float, 3> row = luminance_row(settings.input);
  std::copy(row.begin(), row.end(), tables.luminance_row);
  tables.highlight_stops = meter.highlight_stops;
  tables.highlight_share = meter.highlight_percent / 100.0f;
  tables.black_stops = meter.black_stops;
  balance_parameters(settings.white_balance, &tables.white_balance);
  const Matrix3 to_bt709 = rgb_to_rgb(chromaticities_of(settings.input), chromaticities_of(Primaries::bt709));
  for (std::size_t i = 0; i < 9; ++i) tables.input_to_bt709[i] = static_cast<float>(to_bt709[i / 3][i % 3]);
  night::receptor_parameters(settings, picture, &tables.night);
  return tables;
}

VkDeviceSize state_stride_bytes(const Gpu& gpu) noexcept {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu.limits.minStorageBufferOffsetAlignment, 1);
  return (sizeof(gpu::ExposureState) + alignment - 1) / alignment * alignment;
}

Status Adaptation::create(const MadeFor& info, bool has_pass) noexcept {
  const std::uint32_t view_count = info.view_count;
  stride_bytes_ = state_stride_bytes(gpu_);
  const std::uint64_t number = instance_number(this);
  epoch_instance_ = static_cast<std::uint32_t>(number);
  epoch_resets_.reset(new (std::nothrow) std::uint32_t[view_count]);
  started_.reset(new (std::nothrow) bool[view_count]());
  if (epoch_resets_ == nullptr || started_ == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  std::fill_n(epoch_resets_.get(), view_count, static_cast<std::uint32_t>(number >> 32));

  Status status = Status::ok;
  if (has_pass) status = adapt_.create(passes::adapt);
  const Specialization receptors[] = {{PHOTOPIC_SPEC_RECEPTORS, info.dark_adaptation ? 1u : 0u}};
  if (has_pass && status == Status::ok) status = adapt_.add_variant(0, receptors);
  if (status == Status::ok) {
    // Zeros where they cost nothing: a host's copy of a whole state has no noise in words that nothing writes.
    status = buffer_.create_zeroed(
        stride_bytes_ * view_count,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        stride_bytes_ * view_count);
  }
  return status == Status::ok ? tables_.create(settings_slot_count(view_count)) : status;
}

Binding Adaptation::state(std::uint32_t view) const noexcept {
  return buffer_binding(buffer_.handle(), stride_bytes_ * view, sizeof(gpu::ExposureState));
}

Binding Adaptation::tables(const Settings& settings, VkExtent2D picture, bool is_needed, float window_log2,
                           gpu::MeterTables* content) noexcept {
  if (content != nullptr) *content = {};
  if (!is_needed && !has_curves(settings.exposure)) return tables_.any();
  const gpu::MeterTables tables = meter_tables(settings, picture, window_log2);
  if (content != nullptr) *content = tables;
  return tables_.binding_of(tables);
}

void Adaptation::record_parts(VkCommandBuffer command_buffer, std::uint32_t view, std::uint32_t cleared,
                              bool syncs_balance) const noexcept {
  if (cleared == 0 && !syncs_balance) return;
  const VkDeviceSize base = state(view).offset_bytes;
  // Producers: earlier frames, which read and write the state, and copies of it. Consumers: these.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite | kTransferRead | kTransferWrite,
                 kTransferRead | kTransferWrite);
  const auto parts = state_parts({});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if ((cleared >> i & 1u) == 0) continue;
    gpu_.vk.vkCmdFillBuffer(command_buffer, buffer_.handle(), base + parts[i].offset_bytes, parts[i].size_bytes, 0);
  }
  if (!syncs_balance) return;
  // Producer: the fill. Consumer: the copies.
  if (cleared != 0) memory_barrier(gpu_, command_buffer, kTransferWrite, kTransferWrite);
  constexpr VkDeviceSize kBalance = offsetof(gpu::ExposureState, white_balance);
  const VkBufferCopy copies[] = {
      {base + offsetof(gpu::ExposureState, epoch_instance),
       base + kBalance + offsetof(gpu::WhiteBalanceState, epoch_instance), 2 * sizeof(std::uint32_t)},
      {base + offsetof(gpu::ExposureState, serial), base + kBalance + offsetof(gpu::WhiteBalanceState, serial),
       sizeof(std::uint32_t)}};
  gpu_.vk.vkCmdCopyBuffer(command_buffer, buffer_.handle(), buffer_.handle(), 2, copies);
}

void Adaptation::record_begin(VkCommandBuffer command_buffer) const noexcept {
  // Producers: the previous frame's passes, which write and read states and sums, copies of states to and from them.
  // Consumers: the passes of this frame.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite | kTransferRead | kTransferWrite, kComputeReadWrite);
}

gpu::AdaptParams Adaptation::next_params(const MeterFrame& frame, std::uint32_t texels, const MeterSettings& meter,
                                         const ExposureSettings& settings) noexcept {
  if (frame.reset_history) ++epoch_resets_[frame.view];
  started_[frame.view] = true;
  gpu::AdaptParams params = adapt_params(settings, meter, frame.delta_time_s, texels);
  params.epoch_instance = epoch_instance_;
  params.epoch_reset = epoch_resets_[frame.view];
  return params;
}

void Adaptation::record(VkCommandBuffer command_buffer, VkImageView mean, const Binding& stats, std::uint32_t view,
                        const gpu::AdaptPassParams& params, const Binding& tables) const noexcept {
  const Binding bindings[] = {image_binding(mean, VK_IMAGE_LAYOUT_GENERAL), stats, state(view), tables};
  adapt_.dispatch(command_buffer, 0, {1, 1}, params, bindings);
}

void Adaptation::record_export(VkCommandBuffer command_buffer, const MadeFor& made, std::uint32_t view,
                               VkBuffer destination, VkDeviceSize offset_bytes) const noexcept {
  // Producers: the pass that adapts, or an import. Consumer: the copy.
  memory_barrier(gpu_, command_buffer, kComputeWrite | kTransferWrite, kTransferRead);
  for (const StatePart& part : state_parts(made)) {
    const VkDeviceSize to_bytes = offset_bytes + part.offset_bytes;
    if (part.is_written) {
      const VkBufferCopy copy = {state(view).offset_bytes + part.offset_bytes, to_bytes, part.size_bytes};
      gpu_.vk.vkCmdCopyBuffer(command_buffer, buffer_.handle(), destination, 1, &copy);
    } else {
      gpu_.vk.vkCmdFillBuffer(command_buffer, destination, to_bytes, part.size_bytes, 0);
    }
  }
}

void Adaptation::claim(std::uint32_t view, gpu::ExposureState* state) const noexcept {
  state->epoch_instance = epoch_instance_;
  state->epoch_reset = epoch_resets_[view];
}

}  // namespace photopic
