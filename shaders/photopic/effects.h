// SPDX-License-Identifier: MIT
// Table of effects in the order of the chain, for C++ and GLSL.
#ifndef PHOTOPIC_EFFECTS_H
#define PHOTOPIC_EFFECTS_H

#include "photopic/aberration.h"
#include "photopic/acuity.h"
#include "photopic/glare.h"
#include "photopic/grain.h"
#include "photopic/lens.h"
#include "photopic/local_exposure.h"
#include "photopic/night.h"
#include "photopic/sharpening.h"

#define PHOTOPIC_EFFECT_ABERRATION 1u
#define PHOTOPIC_EFFECT_GLARE 2u
#define PHOTOPIC_EFFECT_ACUITY 4u
#define PHOTOPIC_EFFECT_LENS 8u
#define PHOTOPIC_EFFECT_LOCAL_EXPOSURE 16u
#define PHOTOPIC_EFFECT_NIGHT 32u
#define PHOTOPIC_EFFECT_SHARPENING 64u
#define PHOTOPIC_EFFECT_GRAIN 128u

// EFFECT(name, bit) for each effect.
#define PHOTOPIC_EFFECTS(EFFECT)                         \
  EFFECT(aberration, PHOTOPIC_EFFECT_ABERRATION)         \
  EFFECT(glare, PHOTOPIC_EFFECT_GLARE)                   \
  EFFECT(acuity, PHOTOPIC_EFFECT_ACUITY)                 \
  EFFECT(lens, PHOTOPIC_EFFECT_LENS)                     \
  EFFECT(local_exposure, PHOTOPIC_EFFECT_LOCAL_EXPOSURE) \
  EFFECT(night, PHOTOPIC_EFFECT_NIGHT)                   \
  EFFECT(sharpening, PHOTOPIC_EFFECT_SHARPENING)         \
  EFFECT(grain, PHOTOPIC_EFFECT_GRAIN)

// Effects on scene-linear texels, before exposure.
#define PHOTOPIC_SCENE_EFFECT_BITS                                                                          \
  (PHOTOPIC_EFFECT_GLARE | PHOTOPIC_EFFECT_ACUITY | PHOTOPIC_EFFECT_LENS | PHOTOPIC_EFFECT_LOCAL_EXPOSURE | \
   PHOTOPIC_EFFECT_NIGHT)
// Effects on the encoded signal.
#define PHOTOPIC_SIGNAL_EFFECT_BITS (PHOTOPIC_EFFECT_SHARPENING | PHOTOPIC_EFFECT_GRAIN)
// Effects on the signal that read neighbouring texels. A pass after them stores the picture.
#define PHOTOPIC_BEHIND_EFFECT_BITS PHOTOPIC_EFFECT_SHARPENING
// Effects that use shared memory of a workgroup.
#define PHOTOPIC_SHARED_EFFECT_BITS (PHOTOPIC_EFFECT_GLARE | PHOTOPIC_EFFECT_ACUITY)

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Effects, as bits. Settings turn them on; effects_of() returns them.
enum Effect : std::uint32_t {
  kEffectAberration = PHOTOPIC_EFFECT_ABERRATION,         ///< <photopic/aberration.h>
  kEffectGlare = PHOTOPIC_EFFECT_GLARE,                   ///< <photopic/glare.h>
  kEffectAcuity = PHOTOPIC_EFFECT_ACUITY,                 ///< <photopic/acuity.h>
  kEffectLens = PHOTOPIC_EFFECT_LENS,                     ///< <photopic/lens.h>
  kEffectLocalExposure = PHOTOPIC_EFFECT_LOCAL_EXPOSURE,  ///< <photopic/local_exposure.h>
  kEffectNight = PHOTOPIC_EFFECT_NIGHT,                   ///< <photopic/night.h>
  kEffectSharpening = PHOTOPIC_EFFECT_SHARPENING,         ///< <photopic/sharpening.h>
  kEffectGrain = PHOTOPIC_EFFECT_GRAIN,                   ///< <photopic/grain.h>
};
inline constexpr std::uint32_t kAllEffects = 255u;

}  // namespace photopic
#endif
#endif
