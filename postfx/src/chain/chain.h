// SPDX-License-Identifier: MIT
// Effects of the chain as the module sees them: what they are made of, and where they come in.
#ifndef PHOTOPIC_SRC_CHAIN_CHAIN_H
#define PHOTOPIC_SRC_CHAIN_CHAIN_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include "aberration/aberration.h"
#include "acuity/acuity.h"
#include "glare/glare.h"
#include "grain/grain.h"
#include "lens/lens.h"
#include "local_exposure/local_exposure.h"
#include "night/night.h"
#include "settings/made_for.h"
#include "sharpening/sharpening.h"

// EFFECT(name, bit) for each effect with passes of its own, in the order of the chain.
#define PHOTOPIC_PASS_EFFECTS(EFFECT)                    \
  EFFECT(glare, PHOTOPIC_EFFECT_GLARE)                   \
  EFFECT(acuity, PHOTOPIC_EFFECT_ACUITY)                 \
  EFFECT(local_exposure, PHOTOPIC_EFFECT_LOCAL_EXPOSURE) \
  EFFECT(night, PHOTOPIC_EFFECT_NIGHT)
// EFFECT(name, bit, binding of the final pass, its kind) for those whose image the final pass reads.
// <photopic/interface.h> numbers the bindings. What else the final pass reads of effects is in FinishData or, with
// acuity and night, in NightExposure: devices may have only 4 storage buffers per stage.
#define PHOTOPIC_IMAGE_EFFECTS(EFFECT)                                                          \
  EFFECT(glare, PHOTOPIC_EFFECT_GLARE, PHOTOPIC_TONE_MAP_GLARE, BindingKind::sampled_image)     \
  EFFECT(acuity, PHOTOPIC_EFFECT_ACUITY, PHOTOPIC_TONE_MAP_ACUITY, BindingKind::filtered_image) \
  EFFECT(local_exposure, PHOTOPIC_EFFECT_LOCAL_EXPOSURE, PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE, BindingKind::filtered_image)

namespace photopic {

inline constexpr std::uint32_t kPassEffects = kEffectGlare | kEffectAcuity | kEffectLocalExposure | kEffectNight;
/// Effects that are in how the final pass reads the HDR image.
inline constexpr std::uint32_t kSourceEffects = kEffectAberration;
/// Effects that look at more than a texel.
inline constexpr std::uint32_t kAroundEffects =
    kEffectAberration | kEffectGlare | kEffectAcuity | kEffectLocalExposure | kEffectSharpening;
/// Effects that the fused pass hasn't.
inline constexpr std::uint32_t kApartEffects = kPassEffects | kSourceEffects | PHOTOPIC_BEHIND_EFFECT_BITS;

/// Whether effects and the final pass read resolved samples.
inline bool is_resolved(const MadeFor& info) noexcept {
  return info.resolve && info.hdr_samples > 1 && (info.effects & kApartEffects) != 0;
}

}  // namespace photopic

#endif
