// SPDX-License-Identifier: MIT
// Local exposure: rows of its settings, its parameters on the device, and the passes that make its grid of tone curves.
#ifndef PHOTOPIC_SRC_LOCAL_EXPOSURE_LOCAL_EXPOSURE_H
#define PHOTOPIC_SRC_LOCAL_EXPOSURE_LOCAL_EXPOSURE_H

#include <local_exposure/interface.h>
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>
#include <memory>

#include "effects/effect_steps.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/memory.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"
#include "settings/rows.h"

namespace photopic::local_exposure {

inline constexpr const char* kWords[] = {"off", "on"};
inline constexpr const char* kSources[] = {"scene", "after-glare"};
inline constexpr SettingRange kBiasRange = {-16.0, 16.0};
inline constexpr SettingRange kThresholdRange = {0.0, 32.0};  // all that the grid tells apart
inline constexpr SettingRange kMostRange = {0.0, 16.0};       // 2^16 is a finite half
inline constexpr SettingRange kDetailRange = {0.0, 4.0};
// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_CHOICE(local_exposure, local_exposure, kWords, needs_effect(kEffectLocalExposure),
                    "local exposure: brings bright and dark surroundings nearer to each other"),
    PHOTOPIC_NUMBER(local_exposure, highlight_contrast, "", kShareRange, needs_effect(kEffectLocalExposure),
                    "share of the distance between bright surroundings and the adapted luminance that stays; 1 = all"),
    PHOTOPIC_NUMBER(local_exposure, shadow_contrast, "", kShareRange, needs_effect(kEffectLocalExposure),
                    "share of the distance between dark surroundings and the adapted luminance that stays; 1 = all"),
    PHOTOPIC_CHOICE(local_exposure, local_source, kSources, needs_effect(kEffectLocalExposure),
                    "source of the surroundings; after-glare includes light that glare adds to dark places"),
    PHOTOPIC_NUMBER(local_exposure, detail, "", kDetailRange, needs_effect(kEffectLocalExposure),
                    "gain of a texel's difference from its surroundings"),
    PHOTOPIC_NUMBER(local_exposure, middle_grey_bias_ev, "EV", kBiasRange, needs_effect(kEffectLocalExposure),
                    "offset of the luminance that keeps its exposure, EV"),
    PHOTOPIC_NUMBER(local_exposure, blurred_luminance_blend, "", kShareRange, needs_effect(kEffectLocalExposure),
                    "share of a wide blur in the surroundings; softer, but with halos at edges"),
    PHOTOPIC_NUMBER(local_exposure, highlight_threshold_ev, "EV", kThresholdRange, needs_effect(kEffectLocalExposure),
                    "distance up to which bright surroundings keep their exposure, EV from the adapted luminance"),
    PHOTOPIC_NUMBER(local_exposure, shadow_threshold_ev, "EV", kThresholdRange, needs_effect(kEffectLocalExposure),
                    "distance up to which dark surroundings keep their exposure, EV from the adapted luminance"),
    PHOTOPIC_NUMBER(local_exposure, local_max_ev, "EV", kMostRange, needs_effect(kEffectLocalExposure),
                    "limit of the change of exposure in both directions, EV"),
    PHOTOPIC_NUMBER(local_exposure, local_time_constant_s, "s", kNotNegativeRange, needs_effect(kEffectLocalExposure),
                    "seconds to 63.2 % of a change; 0 = at once"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// Whether it measures what glare has added, too.
bool reads_veil(const Settings& settings) noexcept;
/// Whether the solve reads totals of columns.
bool reads_totals(const Settings& settings) noexcept;
/// For shaders/local_exposure/texel.glsl. Pure.
gpu::LocalExposureParams params(const Settings& settings) noexcept;

/// The build and the solve. A grid of curves for each frame; what time constants need is kept by view.
class Passes : public EffectSteps {
 public:
  explicit Passes(const Gpu& gpu) : gpu_(gpu), build_(gpu), solve_(gpu), grid_(gpu) {}

  /// `sample_side`: the build takes averages of so many texels a side, 1, 2 or 4.
  Status create(const MadeFor& info, std::uint32_t sample_side = kSampleSide) noexcept;
  Status make_sized(VkExtent2D max_extent) noexcept;
  void plan(const EffectFrame& frame, const Settings&) noexcept { origin_ = frame.region.offset; }
  void prepare(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// The build, beside the one workgroup of glare's tail; where it reads what glare adds, it is in the last step.
  bool record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  bool record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// Where the meter builds the grid instead, EffectFrame::has_columns. Before: earlier frames' passes finished.
  Binding columns() const noexcept { return buffer_binding(grid_->columns.handle(), 0, VK_WHOLE_SIZE); }
  /// Of the curves.
  Binding image() const noexcept { return image_binding(grid_->curves.level(0), VK_IMAGE_LAYOUT_GENERAL); }
  /// Members that the last plan() knows.
  void show(gpu::LocalExposureParams* params) const noexcept;

  /// Of a view, a LocalGrid and what is kept: PHOTOPIC_LOCAL_NODE_WORDS for each node, in rows of pitch().width nodes.
  Binding nodes(std::uint32_t view) const noexcept;
  /// Nodes of the largest region.
  VkExtent2D pitch() const { return grid_->pitch; }

 private:
  static constexpr std::uint32_t kSampleSide = 2;
  /// Memory for regions of up to a size.
  struct Grid {
    explicit Grid(const Gpu& device)
        : gpu(device),
          columns(gpu, "local exposure columns"),
          nodes(gpu, "local exposure nodes"),
          curves(gpu, "local exposure") {}
    Status create(VkExtent2D max_extent, std::uint32_t view_count) noexcept;

    const Gpu& gpu;
    DeviceBuffer columns;
    DeviceBuffer nodes;
    LevelImage curves;
    VkExtent2D pitch = {};
    VkDeviceSize nodes_stride_bytes = 0;  ///< by view
    std::uint32_t number = 1;             ///< of the object's grids, counted
  };
  void record_build(VkCommandBuffer command_buffer, const EffectFrame& frame, const Settings& settings) const noexcept;
  gpu::LocalSolveParams solve_params(const EffectFrame& frame, const Settings& settings) const noexcept;

  const Gpu& gpu_;
  ComputePass build_;
  ComputePass solve_;
  Sized<Grid> grid_;
  VkOffset2D origin_ = {};  // of the last plan()
  std::uint32_t view_count_ = 0;
  std::uint32_t instance_ = 0;
  std::unique_ptr<std::uint32_t[]> resets_;  // by view
};

}  // namespace photopic::local_exposure

#endif
