// SPDX-License-Identifier: MIT
// Frames under uniform light through receptors and pupil.
#ifndef PHOTOPIC_TESTS_NIGHT_NIGHT_RIG_H
#define PHOTOPIC_TESTS_NIGHT_NIGHT_RIG_H

#include <vector>

#include "adapt/adaptation_rig.h"

namespace test {

struct NightFrame {
  double cd_m2 = 0.0;
  double dt_s = 0.0;
  bool reset_history = false;
};

/// One view of an object whose state has receptors.
class NightRig {
 public:
  explicit NightRig(photopic::MadeFor info = {});

  photopic::Settings settings;  ///< dark adaptation is on, 1 is 1 cd/m^2
  photopic::PostProcess& post() { return post_; }
  /// The state after each.
  std::vector<State> run(const std::vector<NightFrame>& frames);
  /// After the last one of as many frames as a span of time is split into.
  State run_span(double cd_m2, double time_s, std::size_t count);
  State run_one(double cd_m2, double dt_s, bool reset = false) { return run({{cd_m2, dt_s, reset}}).front(); }

 private:
  photopic::PostProcess post_;
  UniformImages images_;
};

}  // namespace test

#endif
