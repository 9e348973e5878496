// SPDX-License-Identifier: MIT
// ImageMetrics: its sets of metrics, their recording and their results.
#include <photopic/image_metrics.h>
#include <photopic/metrics_interface.h>
#include <spirv/metrics_clear.h>
#include <spirv/metrics_copy.h>

#include <memory>
#include <new>

#include "gpu/barriers/barriers.h"
#include "gpu/host/checker.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/parts.h"
#include "metrics/planning.h"
#include "settings/validation.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_clear, kBuffer, MetricsWordsParams)
PHOTOPIC_PASS(metrics_copy, kBuffers, MetricsWordsParams)

}  // namespace passes

namespace {

constexpr std::uint32_t kMaxParts = 64;  // of the results of a recording
constexpr float kOne = 1.0f;             // of the SSIM map where no window is centred

}  // namespace

struct ImageMetrics::Impl {
  Gpu gpu;
  MetricParts parts{gpu};
  ComputePass clear_pass{gpu};
  ComputePass copy_pass{gpu};
  Sets sets;
  struct Slot {
    explicit Slot(const Gpu& on) : readback(on, "metric readback") {}
    DeviceBuffer readback;
    MetricRecord record;
    bool is_recorded = false;
  };
  std::array<std::unique_ptr<Slot>, kMaxSlots> slots;
  /// How far the strips of a picture were recorded, or finished.
  struct Progress {
    VkExtent2D extent = {};
    std::uint32_t end_row = 0;

    bool goes_on_with(VkExtent2D of, const MetricsStrip& strip) const {
      return strip.first_row == 0 || (same(of, extent) && strip.first_row == end_row && end_row != extent.height);
    }
  };
  Progress recorded, finished;

  /// Sets `info->strips`.
  Status plan(VkDeviceSize memory_bytes, MetricsCreateInfo* info) noexcept {
    constexpr const char* kFunction = "ImageMetrics::plan_strips";
    parts.info = *info;
    parts.info.strips = {kMetricsStripRows, 0};  // takes any size
    Status status = validate(gpu, kFunction, parts.info);
    if (status != Status::ok) return status;
    describe(info->format, info->bits, &parts.format);
    status = make_sets(gpu, info->metrics, &sets);
    if (status != Status::ok) return report(gpu.device, status, "%s: out of host memory", kFunction);
    status = photopic::plan_strips(gpu, sets, memory_bytes, &parts);
    if (status == Status::ok) info->strips = parts.info.strips;
    return status;
  }

  Status create(const MetricsCreateInfo& info) noexcept {
    parts.info = info;
    Status status = validate(gpu, "ImageMetrics::create", info);
    if (status != Status::ok) return status;
    describe(info.format, info.bits, &parts.format);
    if (make_sets(gpu, info.metrics, &sets) != Status::ok) return out_of_memory();
    lay_out(sets, &parts);
    if (largest_buffer(parts) > gpu.limits.maxStorageBufferRange) {
      return report(gpu.device, Status::unsupported,
                    "ImageMetrics::create: max_extent = %u x %u: takes a buffer of %llu bytes, more than the device's "
                    "storage buffers hold (%u bytes); compare in strips, see plan_strips()",
                    info.max_extent.width, info.max_extent.height,
                    static_cast<unsigned long long>(largest_buffer(parts)), gpu.limits.maxStorageBufferRange);
    }
    for_each_set(sets, [&](MetricPasses& set) {
      if (status == Status::ok) status = set.create();
    });
    if (status == Status::ok) status = clear_pass.create(passes::metrics_clear, kMaxParts);
    if (status == Status::ok) status = clear_pass.add_variant(0, {});
    if (status == Status::ok) status = copy_pass.create(passes::metrics_copy, kMaxParts);
    if (status == Status::ok) status = copy_pass.add_variant(0, {});
    if (status == Status::ok) status = gpu.batch.create(gpu);
    return status == Status::ok ? create_buffers() : status;
  }

  Status out_of_memory() const noexcept {
    return report(gpu.device, Status::out_of_memory, "ImageMetrics::create: out of host memory");
  }

  Status create_buffers() noexcept {
    constexpr VkBufferUsageFlags kUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    const VkDeviceSize result_bytes = VkDeviceSize{parts.sections.end_words()} * sizeof(std::uint32_t);
    Status status = parts.create_scratches();
    if (status == Status::ok) status = parts.results.create_zeroed(result_bytes, kUsage, result_bytes);
    for (std::uint32_t i = 0; i < parts.maps.size() && status == Status::ok; ++i) {
      if ((parts.info.maps & (1u << i)) != 0) {
        status = parts.maps[i].create(parts.map_bytes(), kUsage);
      }
    }
    for (std::uint32_t i = 0; i < parts.info.slots && status == Status::ok; ++i) {
      slots[i].reset(new (std::nothrow) Slot(gpu));
      status = slots[i] ? slots[i]->readback.create_readback(result_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)
                        : out_of_memory();
    }
    return status;
  }

  /// `*resolved`: with what 0 stands for.
  Status check(VkCommandBuffer command_buffer, const MetricsPair& pair, const MetricsSettings& settings,
               MetricsSettings* resolved) const noexcept {
    constexpr const char* kFunction = "ImageMetrics::record";
    *resolved = settings;
    if (settings.metrics == 0) resolved->metrics = parts.info.metrics;
    Status status = validate(gpu, kFunction, command_buffer);
    if (status == Status::ok) status = validate(gpu, kFunction, parts.info, pair);
    if (status == Status::ok) status = validate(gpu, kFunction, parts.info, pair.extent, *resolved);
    if (status != Status::ok || !parts.has_strips()) return status;
    const MetricsStrip wanted = strip_of(parts, sets, pair.extent, pair.strip.first_row);
    const bool is_strip = pair.strip.rows == wanted.rows && pair.strip.image_row == wanted.image_row &&
                          pair.strip.image_rows == wanted.image_rows;
    return Checker(gpu, kFunction)
        .require(recorded.goes_on_with(pair.extent, pair.strip), "strip", "isn't the one after the last, or the first")
        .require(is_strip, "strip", "isn't what strip() gives")
        .status();
  }

  /// What passes find before the first step. Counters are zero from the recording before on, or from creation.
  void prepare(const MetricRecording& recording, const MetricRecord& record) const noexcept {
    const VkCommandBuffer command_buffer = recording.command_buffer;
    const bool fills_map = recording.wants_map(kMapSsim);
    bool is_transferring = fills_map;
    for_each_set(sets, [&](const MetricPasses& set) {
      is_transferring = is_transferring || (set.has_transfers() && set.steps(recording) != 0);
    });
    const Access writes = is_transferring ? kComputeWrite | kTransferWrite : kComputeWrite;
    // Producers: an earlier recording. Consumers: these writes and all passes.
    memory_barrier(gpu, command_buffer, kComputeReadWrite | writes, kComputeReadWrite | writes);
    for_each_set(sets, [&](const MetricPasses& set) {
      if (set.steps(recording) != 0) set.prepare(recording);
    });
    if (fills_map) {
      gpu.vk.vkCmdFillBuffer(command_buffer, parts.map(kMapSsim).handle(), 0, VK_WHOLE_SIZE,
                             std::bit_cast<std::uint32_t>(kOne));
    }
    if (!parts.results.is_zeroed()) clear_counters(command_buffer, record);
    if (is_transferring || !parts.results.is_zeroed()) {
      memory_barrier(gpu, command_buffer, writes, kComputeReadWrite);
    }
  }

  /// Gives `todo` each recorded part of the results, and how many of its words are counters.
  template <class Do>
  void for_each_part(const MetricRecord& record, const Do& todo) const noexcept {
    for_each_set(sets, [&](const MetricPasses& set) {
      for (std::uint32_t i = 0;; ++i) {
        const std::optional<Section> used = set.used(record, i);
        if (!used) break;
        if (used->words != 0) todo(*used, set.counters(record, i));
      }
    });
  }

  static VkExtent2D word_groups(std::uint32_t words) { return {divide_up(words, PHOTOPIC_METRICS_INVOCATIONS), 1}; }

  /// Where the CPU couldn't at creation.
  void clear_counters(VkCommandBuffer command_buffer, const MetricRecord& record) const noexcept {
    for_each_part(record, [&](Section part, std::uint32_t counters) {
      if (counters == 0) return;
      const Binding target = parts.binding({part.offset_words, counters});
      clear_pass.dispatch(command_buffer, 0, word_groups(counters), gpu::MetricsWordsParams{counters, 0}, {&target, 1});
    });
  }

  void record_steps(const MetricRecording& recording) const noexcept {
    std::uint32_t steps = 0;
    for_each_set(sets, [&](const MetricPasses& set) { steps = std::max(steps, set.steps(recording)); });
    for (std::uint32_t step = 0; step < steps; ++step) {
      // Producers: the passes of the step before. Consumers: those of this one.
      if (step != 0) memory_barrier(gpu, recording.command_buffer, kComputeWrite, kComputeReadWrite);
      for_each_set(sets, [&](const MetricPasses& set) {
        if (step < set.steps(recording)) set.record(recording, step);
      });
    }
  }

  void read_back(VkCommandBuffer command_buffer, const Slot& slot) const noexcept {
    // Producers: the last passes. Consumers: copies, which leave the counters 0.
    memory_barrier(gpu, command_buffer, kComputeWrite, kComputeReadWrite);
    for_each_part(slot.record, [&](Section part, std::uint32_t counters) {
      Binding target = parts.binding(part);
      target.buffer = slot.readback.handle();
      const Binding bindings[] = {parts.binding(part), target};
      copy_pass.dispatch(command_buffer, 0, word_groups(part.words), gpu::MetricsWordsParams{part.words, counters},
                         bindings);
    });
    memory_barrier(gpu, command_buffer, kComputeWrite, kHostRead);  // the copies, for finish()
  }

  void record(VkCommandBuffer command_buffer, MetricsPair pair, const MetricsSettings& settings) noexcept {
    if (!parts.has_strips()) pair.strip = whole_strip(pair.extent);
    recorded = {pair.extent, rows_of(pair.strip).end};
    Slot& slot = *slots[settings.slot];
    slot.record = {pair.extent, settings, pair.strip};
    slot.is_recorded = true;
    const MetricRecording recording = {command_buffer, pair, settings};
    const DebugLabel label(gpu, command_buffer, "image metrics");
    prepare(recording, slot.record);
    record_steps(recording);
    read_back(command_buffer, slot);
  }

  Status finish(std::uint32_t index, MetricsResult* out) noexcept {
    constexpr const char* kFunction = "ImageMetrics::finish";
    if (out == nullptr) return report(gpu.device, Status::invalid_argument, "%s: out is null", kFunction);
    if (index >= parts.info.slots) {
      return report(gpu.device, Status::invalid_argument, "%s: slot %u: there are %u", kFunction, index,
                    parts.info.slots);
    }
    Slot& slot = *slots[index];
    if (!slot.is_recorded) {
      return report(gpu.device, Status::invalid_argument, "%s: slot %u: nothing was recorded for it", kFunction, index);
    }
    const MetricRecord& record = slot.record;
    if (parts.has_strips()) {
      if (!finished.goes_on_with(record.extent, record.strip)) {
        return report(gpu.device, Status::invalid_argument, "%s: slot %u: its strip isn't the one after the last",
                      kFunction, index);
      }
      slot.is_recorded = false;
      finished = {record.extent, record.rows().end};
    }
    const auto* const words = static_cast<const std::uint32_t*>(slot.readback.mapped());
    const auto for_each_recorded = [&](const auto& todo) {
      for (std::uint32_t i = 0; i < metric_sets().size(); ++i) {
        if ((record.settings.metrics & metric_sets()[i]->metrics()) != 0) todo(*sets[i]);
      }
    };
    for_each_recorded([&](MetricPasses& set) { set.take(record, words); });
    if (!record.is_last()) return Status::ok;
    *out = {};
    out->metrics = record.settings.metrics;
    for_each_recorded([&](const MetricPasses& set) { set.finish(record, out); });
    return Status::ok;
  }
};

template struct detail::Destroy<ImageMetrics::Impl>;

Status ImageMetrics::create(const Device& device, const MetricsCreateInfo& info, ImageMetrics* out) noexcept {
  return create_owned("ImageMetrics::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status ImageMetrics::plan_strips(const Device& device, VkDeviceSize memory_bytes, MetricsCreateInfo* info) noexcept {
  if (info == nullptr) return report(device, Status::invalid_argument, "ImageMetrics::plan_strips: info is null");
  const std::unique_ptr<Impl> made(new (std::nothrow) Impl);
  if (made == nullptr) return report(device, Status::out_of_memory, "ImageMetrics::plan_strips: out of host memory");
  const Status status = made->gpu.init(device);
  return status == Status::ok ? made->plan(memory_bytes, info) : status;
}

MetricsStrip ImageMetrics::strip(VkExtent2D extent, std::uint32_t first_row) const noexcept {
  return impl_ == nullptr ? MetricsStrip() : strip_of(impl_->parts, impl_->sets, extent, first_row);
}

VkExtent2D ImageMetrics::image_extent(VkExtent2D extent, const MetricsStrip& strip,
                                      std::uint32_t plane) const noexcept {
  return impl_ == nullptr ? VkExtent2D() : photopic::image_extent(impl_->parts.info, extent, strip, plane);
}

Status ImageMetrics::record(VkCommandBuffer command_buffer, const MetricsPair& pair,
                            const MetricsSettings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  MetricsSettings resolved;
  const Status status = impl_->check(command_buffer, pair, settings, &resolved);
  if (status == Status::ok) impl_->record(command_buffer, pair, resolved);
  return status;
}

Status ImageMetrics::finish(std::uint32_t slot, MetricsResult* out) noexcept {
  return impl_ == nullptr ? Status::invalid_argument : impl_->finish(slot, out);
}

VkBuffer ImageMetrics::map_buffer(MetricMap map) const noexcept {
  return impl_ == nullptr || !std::has_single_bit(std::uint32_t{map}) || map > kMapFlip
             ? VK_NULL_HANDLE
             : impl_->parts.map(map).handle();
}

VkDeviceSize ImageMetrics::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
