// SPDX-License-Identifier: MIT
// The stepping clock, where it was preloaded.
#ifndef PHOTOPIC_LAYER_CLOCK_STEPS_H
#define PHOTOPIC_LAYER_CLOCK_STEPS_H

#include <dlfcn.h>

#include <cstdint>

namespace layer {

/// A frame was presented.
inline void step_clock() {
  static const auto step = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "photopic_clock_presented"));
  if (step != nullptr) step();
}

/// Report::clock.
inline std::uint32_t clock_state() {
  static const auto state = reinterpret_cast<std::uint32_t (*)()>(::dlsym(RTLD_DEFAULT, "photopic_clock_state"));
  return state != nullptr ? state() : 0;
}

}  // namespace layer

#endif
