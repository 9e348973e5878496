// SPDX-License-Identifier: MIT
// Single-pass meter: HDR images -> exposure state in one dispatch each, tone mapping in the same read if asked for.
#ifndef PHOTOPIC_SRC_METER_SINGLE_PASS_H
#define PHOTOPIC_SRC_METER_SINGLE_PASS_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <span>

#include "gpu/host/gpu.h"
#include "gpu/memory/memory.h"
#include "gpu/memory/stand_in_image.h"
#include "gpu/passes/compute_pass.h"
#include "meter/color_meter.h"
#include "settings/variants.h"

namespace photopic {

/// Texels of all sources of a frame; of images of several samples, the samples.
std::uint64_t metered_texels(const MadeFor& info, const MeterFrame& frame) noexcept;
/// How many of those one measurement can hold.
std::uint64_t max_metered_texels(const MadeFor& info) noexcept;

/// Bits that the sum of `texels` quantised log2 luminances takes in the shader: what is above counts arrivals.
std::uint32_t meter_sum_bits(const MeterSettings& settings, std::uint32_t texels) noexcept;
/// Columns and rows of workgroups, `limit` at the most, that share columns and rows of tiles as evenly as can be.
VkExtent2D balanced_workgroups(VkExtent2D tiles, std::uint32_t limit) noexcept;
/// The same with as few columns as can be, so that each goes along rows.
VkExtent2D row_workgroups(VkExtent2D tiles, std::uint32_t limit) noexcept;

class SinglePass {
 public:
  /// `accumulators`: made by create_accumulators(), of all meters of an object, which measure one after another.
  SinglePass(const Gpu& gpu, const DeviceBuffer& accumulators)
      : gpu_(gpu),
        meter_(gpu),
        local_(gpu),
        fused_(gpu),
        accumulators_(accumulators),
        no_classes_(gpu, "meter no classes"),
        no_image_(gpu, "meter no mask, no depth"),
        colors_(gpu) {}

  Status create(const MadeFor& info) noexcept;
  static Status create_accumulators(DeviceBuffer* out) noexcept;

  /// What a frame needs from the adaptation: where its state is, and how it moves on.
  struct Adapting {
    gpu::AdaptParams params;
    bool is_full;  ///< needs_full_adaptation()
    Binding state;
    Binding tables;
    float pre_exposure_log2 = 0.0f;  ///< `params` and the settings beside it are of the image's values
  };

  /// Whether the meter's read can build local exposure's grid: that of a mean alone, without weights.
  bool builds_grid() const { return builds_grid(info_); }
  /// Whether the state's least and largest luminance are measured.
  bool measures_extrema() const { return measures_extrema(info_); }
  /// Where it is built: columns of the region's tiles.
  struct GridTarget {
    Binding columns = {};
    bool has_totals = false;  ///< of which totals are read

    bool is_there() const { return columns.buffer != VK_NULL_HANDLE; }
  };

  /// One dispatch per source, and with automatic white balance another one. Before: what Adaptation::record_begin
  /// orders.
  /// `grid`: with builds_grid(), for frames of one source; else empty.
  void record(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
              const Adapting& adapting, const GridTarget& grid) const noexcept;
  /// Tone maps the rectangle of `tone_map` at the origin and meters the frame's region of the same image. `tables`:
  /// MeterTables of the frame and FinishData; `lut`: as the final pass binds it.
  void record_fused(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                    const Adapting& adapting, const ToneMapFrame& tone_map, const Settings& finish_settings,
                    FinishVariant finish_variant, const Binding& tables, const Binding& lut) const noexcept;

 private:
  bool is_weighted() const { return info_.weights != 0; }
  static bool measures_extrema(const MadeFor& info) { return info.extrema || info.histogram || info.weights != 0; }
  bool builds_grid(const MadeFor& info) const {
    // CPU devices are faster with a read for the build; with a number of workgroups of the host's, as tests have, the
    // meter builds it there too.
    if (gpu_.is_cpu && info.max_workgroups == 0) return false;
    return info.local_grid && info.weights == 0 && !info.histogram && info.hdr_samples == 1;
  }
  /// What is decided when recording; a pipeline each, fused for every operator.
  struct Variant {
    bool is_full;     ///< needs_full_adaptation(), or a range of luminance that few have
    bool has_border;  ///< tiles don't fit what is read, or not all of that is metered
    std::uint32_t dither = PHOTOPIC_DITHER_OFF;
    std::uint32_t index(std::uint32_t finish = 0) const {
      return kVariantCount * finish + (is_full ? 1u : 0u) + (has_border ? 2u : 0u) + 4u * dither;
    }
  };
  static constexpr std::uint32_t kVariantCount = 4 * kDitherCount;
  /// `finish`: FinishVariant::index(), and `constants` those of it; none for the meter alone.
  Status create_variants(ComputePass& pass, std::uint32_t finish, std::span<const Specialization> constants) noexcept;
  Variant variant_of(const VkRect2D& metered, VkExtent2D frame, VkExtent2D steps, const Adapting& adapting,
                     bool is_fused) const noexcept;
  /// On a CPU device the rest of a fused pass takes so long that a pipeline less is worth more than 1 % of its time.
  bool is_full_when_fused() const { return gpu_.is_cpu; }
  void record_prepare(VkCommandBuffer command_buffer) const noexcept;
  gpu::MeterParams meter_params(const VkRect2D& region, const MeterSettings& settings,
                                const Adapting& adapting) const noexcept;
  std::uint32_t max_workgroups(const MeterSettings& settings, std::uint32_t texels, std::uint32_t usual) const noexcept;
  VkExtent2D workgroups(VkExtent2D tiles, std::uint32_t limit) const noexcept;
  std::uint32_t usual_workgroups(std::uint32_t texels) const noexcept;
  /// Where the light's colours are read before it, and its state moves on.
  struct Colors {
    std::uint32_t workgroups;  ///< of all sources
    bool has_end;              ///< a dispatch behind the meter's, of one more
  };
  Colors record_colors(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                       const Adapting& adapting, bool is_fused) const noexcept;
  void record_colors_end(VkCommandBuffer command_buffer, const Colors& colors, const MeterFrame& frame,
                         const MeterSettings& settings, const Adapting& adapting) const noexcept;
  void record_with_grid(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                        const Adapting& adapting, const GridTarget& grid) const noexcept;
  /// Workgroups that only end a measurement: one with Gpu::ends_apart.
  std::uint32_t ends() const noexcept { return gpu_.ends_apart ? 1 : 0; }
  /// Dispatches, with record_end().
  void dispatch_and_end(VkCommandBuffer command_buffer, const ComputePass& pass, std::uint32_t variant,
                        VkExtent2D groups, gpu::MeterParams params, std::span<const Binding> bindings) const noexcept;
  /// The end of a measurement by so many workgroups, which count it as one more; nothing without ends().
  void record_end(VkCommandBuffer command_buffer, const ComputePass& pass, std::uint32_t variant,
                  std::uint32_t workgroups, gpu::MeterParams params, std::span<const Binding> bindings) const noexcept;
  struct Bindings;
  Bindings bindings(const MeterSource& source, const Adapting& adapting) const noexcept;

  const Gpu& gpu_;
  MadeFor info_;
  std::uint32_t cpu_workgroups_ = 0;  // at most, on a CPU device
  ComputePass meter_;
  ComputePass local_;  // with builds_grid()
  ComputePass fused_;
  const DeviceBuffer& accumulators_;
  StandInImage no_classes_;  // weighted, but not by classes
  StandInImage no_image_;    // weighted, not by all, with samples: the HDR image can't stand in for one of one sample
  ColorMeter colors_;        // with automatic white balance
};

}  // namespace photopic

#endif
