// SPDX-License-Identifier: MIT
// Glare: rows of its settings, its parameters on the device, and its passes.
#ifndef PHOTOPIC_SRC_GLARE_GLARE_H
#define PHOTOPIC_SRC_GLARE_GLARE_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include <cstdint>
#include <span>

#include "effects/effect_steps.h"
#include "glare/tables.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"
#include "gpu/memory/memory.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"
#include "settings/kept_settings.h"
#include "settings/made_for.h"
#include "settings/rows.h"

namespace photopic {
struct MadeFor;
}

namespace photopic::glare {

inline constexpr const char* kProfiles[] = {"off", "eye", "camera"};
inline constexpr const char* kSources[] = {"all", "excess"};
inline constexpr const char* kBorders[] = {"fold", "dark"};
inline constexpr const char* kKernels[] = {"b6", "j"};
inline constexpr std::uint32_t kNeeds = needs_effect(kEffectGlare);

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_CHOICE(glare, glare, kProfiles, kNeeds, "scatterer of light; eye = the viewer's eye, camera = a lens"),
    PHOTOPIC_NUMBER(glare, pigmentation, "", (SettingRange{0.0, 1.2}), kNeeds,
                    "glare eye: colour of the iris; 0 = very dark brown, 0.5 = brown, 1 = blue-green, 1.2 = light "
                    "blue"),
    PHOTOPIC_NUMBER(glare, veil_fraction, "", (SettingRange{0.0, 0.95}), kNeeds,
                    "glare camera: share of the light that is scattered"),
    PHOTOPIC_NUMBER(glare, falloff_exponent, "", (SettingRange{0.25, 3.0}), kNeeds,
                    "glare camera: each octave of angle has 2^-falloff-exponent of the light of the octave below"),
    PHOTOPIC_NUMBER(glare, glare_min_deg, "degrees", (SettingRange{0.0, 90.0}), kNeeds,
                    "smallest angle of scattered light, degrees; light within it stays in place"),
    PHOTOPIC_NUMBER(glare, bloom_scale, "", (SettingRange{0.0, 6.0}), kNeeds,
                    "factor of the scattered share, which is at most 0.95; 1 = as measured"),
    PHOTOPIC_CHOICE(glare, glare_source, kSources, kNeeds,
                    "light that is scattered; excess = only light above the display's peak"),
    PHOTOPIC_NUMBER(glare, firefly_limit_ev, "stops", (SettingRange{0.0, 32.0}), kNeeds,
                    "limit of a texel's scattered light over its brightest neighbour, stops; 0 = no limit"),
    PHOTOPIC_CHOICE(glare, glare_border, kBorders, kNeeds,
                    "treatment of light beyond the border; fold = folded back, dark = lost"),
    PHOTOPIC_CHOICE(glare, glare_kernel, kKernels, kNeeds,
                    "kernel of the pyramid; j is shorter and flickers more"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/glare/texel.glsl. Pure.
gpu::GlareParams params(const Settings& settings) noexcept;

/// Whether the final pass keeps and sums light from levels of that format as halves, two at once. Not on CPU devices:
/// they have no instructions for halves.
bool has_halves(const Gpu& gpu, VkFormat levels) noexcept;

/// A pyramid of the picture's light: down, to one texel, and up again. Its levels and the light's sums are made for
/// max_extent; each frame uses as much of them as its region needs.
class Passes : public EffectSteps {
 public:
  explicit Passes(const Gpu& gpu);
  ~Passes();

  Status create(const MadeFor& info) noexcept;
  Status make_sized(VkExtent2D max_extent) noexcept;
  // After the steps, a level holds what the final pass adds: the first one with a weight, or level 1, which is the
  // frame's veil then; the state has what was scattered and removed.
  void plan(const EffectFrame& frame, const Settings& settings) noexcept;
  void prepare(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// Down, but for the tail.
  bool record_first(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// The tail, a single workgroup. Writes to the state.
  bool record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// Up.
  bool record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// That level and GlareTables, for the overlay.
  void bind(std::span<Binding> out) const noexcept;
  Binding image() const noexcept { return level(plan_.shown); }
  /// What the final pass reads of the tables.
  const gpu::GlareShown& shown() const noexcept { return shown_; }

 private:
  struct Levels;
  /// Of a frame.
  struct Plan {
    VkExtent2D extent;     ///< of the picture
    std::uint32_t stored;  ///< levels in the image
    std::uint32_t shown;   ///< the level, counted from 1, that the final pass reads
    bool measures;         ///< the picture's light is added up
    std::uint32_t kernel;  ///< PHOTOPIC_GLARE_KERNEL_*
  };
  Binding level(std::uint32_t level) const noexcept;
  Status add_tail() noexcept;

  const Gpu& gpu_;
  ComputePass down_hdr_;
  ComputePass down_;
  ComputePass tail_;
  ComputePass up_;
  ContentSlots<gpu::GlareTables> slots_;
  DeviceBuffer up_rows_;  // GlareUpRows, from the first prepare() on
  bool has_up_rows_ = false;
  DeviceBuffer no_state_;  // bound where there is no ExposureState to report to
  Sized<Levels> levels_;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  KeptSettings table_settings_;
  VkExtent2D table_extent_ = {};
  gpu::GlareTables tables_of_settings_ = {};  // of these two
  Plan plan_ = {};                            // of the last plan()
  Binding tables_;                            // likewise
  gpu::GlareShown shown_ = {};                // likewise
};

}  // namespace photopic::glare

#endif
