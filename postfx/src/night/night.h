// SPDX-License-Identifier: MIT
// The eye at night: rows of its settings, and its parameters on the device.
#ifndef PHOTOPIC_SRC_NIGHT_NIGHT_H
#define PHOTOPIC_SRC_NIGHT_NIGHT_H

#include <photopic/interface.h>
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>

#include "effects/effect_steps.h"
#include "gpu/host/gpu.h"
#include "night/mesopic_tables.h"
#include "settings/rows.h"

namespace photopic::night {

inline constexpr const char* kModels[] = {"mesopic", "lmsr-opponent"};
inline constexpr const char* kDarkAdaptations[] = {"off", "rods-and-cones"};
inline constexpr SettingRange kTintRange = {0.01, 100.0};
inline constexpr std::uint32_t kNeeds = needs_effect(kEffectNight);

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(night, night_strength, "", kShareRange, kNeeds,
                    "share of night vision in the picture; 0 = off; needs cd-m2-per-unit"),
    PHOTOPIC_CHOICE(night, night_model, kModels, kNeeds,
                    "night: model of colours; lmsr-opponent is for comparison"),
    PHOTOPIC_NUMBER(night, local_adaptation, "", kShareRange, kNeeds,
                    "night: share by which the eye adapts to each texel instead of the whole picture"),
    PHOTOPIC_NUMBER(night, scene_s_over_p, "", (SettingRange{0.0, 4.0}), kNeeds,
                    "night: scotopic over photopic luminance of the light, 0.2 to 4; 0 = of the measured light, else "
                    "of D65"),
    PHOTOPIC_NUMBER(night, night_tint_red, "", kTintRange, kNeeds,
                    "night: red of the colour that rods see, linear BT.709"),
    PHOTOPIC_NUMBER(night, night_tint_green, "", kTintRange, kNeeds,
                    "night: green of the colour that rods see, linear BT.709"),
    PHOTOPIC_NUMBER(night, night_tint_blue, "", kTintRange, kNeeds,
                    "night: blue of the colour that rods see, linear BT.709"),
    PHOTOPIC_NUMBER(night, night_noise, "", kShareRange, kNeeds, "night: noise of rods, just visible differences"),
    PHOTOPIC_CHOICE(night, dark_adaptation, kDarkAdaptations, kNeedsDarkAdaptation,
                    "dark adaptation: rods-and-cones limits the adapted EV while thresholds fall; needs "
                    "cd-m2-per-unit"),
    PHOTOPIC_NUMBER(night, time_scale, "", (SettingRange{0.0, 1000.0, true}), kNeedsDarkAdaptation,
                    "dark adaptation: speed of its time"),
    PHOTOPIC_FLAG(night, pupil, kNeedsDarkAdaptation,
                  "true computes the pupil in the exposure state; needs cd-m2-per-unit"),
    PHOTOPIC_NUMBER(night, pupil_field_deg2, "square degrees", (SettingRange{0.0, 41253.0}), kNeedsDarkAdaptation,
                    "pupil: area of the light, square degrees; 0 = area of the picture"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/night/texel.glsl. Pure.
gpu::NightParams params(const Settings& settings) noexcept;
/// What the mesopic pass is told of a frame. Pure.
gpu::MesopicParams mesopic_params(const Settings& settings, bool has_state, bool has_light) noexcept;
/// PHOTOPIC_NIGHT_*: of receptors and pupil, which see a picture of these sides. Pure.
void receptor_parameters(const Settings& settings, VkExtent2D picture,
                         float (*parameters)[PHOTOPIC_NIGHT_PARAMETERS]) noexcept;

/// The pass that says how far an eye sees with cones: a table for each view.
class Passes : public EffectSteps {
 public:
  explicit Passes(const Gpu& gpu) : mesopic_(gpu, "night tables") {}

  Status create(const MadeFor& info) noexcept { return mesopic_.create(info); }
  bool record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept {
    if (!frame.has_night_table) mesopic_.record(command_buffer, frame, settings, /*reports=*/true, nullptr);
    return !frame.has_night_table;
  }
  /// The view's NightExposure.
  Binding table(std::uint32_t view) const noexcept { return mesopic_.table(view); }

 private:
  MesopicTables mesopic_;
};

}  // namespace photopic::night

#endif
