// SPDX-License-Identifier: MIT
// Calls of the effects on texels of the signal. The includer has FINISH_TABLES, EFFECTS and finish/dither.glsl; with
// SIGNAL_NEAR, a pass that knows signals around a texel; without HAS_NOISE, there is no grain.
#include "finish/effects/signal_texel.glsl"
#ifdef SIGNAL_NEAR
#include "sharpening/texel.glsl"
#endif
#ifdef HAS_NOISE
#include "grain/texel.glsl"
#endif

/// Whether add_signal_effects() does anything.
bool has_signal_effects() {
#ifdef PHOTOPIC_WITHOUT_EFFECTS
  return false;
#elif defined(SIGNAL_NEAR)
  return (EFFECTS & PHOTOPIC_SIGNAL_EFFECT_BITS) != 0u;
#else
  return (EFFECTS & (PHOTOPIC_SIGNAL_EFFECT_BITS & ~PHOTOPIC_BEHIND_EFFECT_BITS)) != 0u;
#endif
}

/// Effects between encoding and dither, in the order of the chain.
void add_signal_effects(inout SignalTexel signals[TEXELS_AT_ONCE]) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
#ifdef SIGNAL_NEAR
  if ((EFFECTS & PHOTOPIC_EFFECT_SHARPENING) != 0u) sharpening(signals, FINISH_TABLES.sharpening);
#endif
#ifdef HAS_NOISE
  if ((EFFECTS & PHOTOPIC_EFFECT_GRAIN) != 0u) grain(signals, FINISH_TABLES.grain);
#endif
#endif
}
