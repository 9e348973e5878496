// SPDX-License-Identifier: MIT
// Comparison of exposure states over time.
#include "viewer/model/stillness.h"

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

// Slower than this, an exponential with a time constant of ten seconds is within 0.005 EV of its end: a quarter of what
// one 8-bit code of a mid grey is.
constexpr double kStillEv_per_s = 5e-4;
// Receptors recover over minutes: within 0.02 EV of the end for a time constant of 200 s.
constexpr double kStillNight_per_s = 1e-4;
constexpr double kStillBalance_per_s = 1e-4;  // log2 of a ratio of channels
constexpr double kHistories = 6.0;            // time constants of local exposure until its history is within 0.3 %
constexpr double kLongest_s = 60.0;
constexpr std::uint32_t kStates = 3;    // equal ones in a row
constexpr std::uint32_t kPictures = 4;  // more than there are in flight: states lag behind

/// Whether nothing of the state moves faster than is seen.
bool is_slow(const photopic::gpu::ExposureState& a, const photopic::gpu::ExposureState& b, double passed_s) {
  const auto within = [&](float x, float y, double rate_per_s) {
    return x == y || std::abs(double(x) - double(y)) <= rate_per_s * passed_s;
  };
  const photopic::gpu::NightState &p = a.night, &q = b.night;
  return within(a.adapted_ev100, b.adapted_ev100, kStillEv_per_s) &&
         within(a.slow_offset_ev100, b.slow_offset_ev100, kStillEv_per_s) &&
         within(std::log2(a.exposure), std::log2(b.exposure), kStillEv_per_s) &&
         within(a.scene_ev100, b.scene_ev100, kStillEv_per_s) &&
         within(a.white_balance.log2_rg, b.white_balance.log2_rg, kStillBalance_per_s) &&
         within(a.white_balance.log2_bg, b.white_balance.log2_bg, kStillBalance_per_s) &&
         within(p.cone_ev, q.cone_ev, kStillNight_per_s) && within(p.rod_ev, q.rod_ev, kStillNight_per_s) &&
         within(p.pupil_mm, q.pupil_mm, kStillNight_per_s);
}

}  // namespace

void Stillness::note_picture(double delta_time_s, bool is_changed) {
  if (is_changed) {
    since_change_s_ = 0.0;
    pictures_ = 0;
    states_since_move_ = 0;
  }
  ++pictures_;
  since_change_s_ += delta_time_s;
  since_state_s_ += delta_time_s;
}

void Stillness::observe(const photopic::gpu::ExposureState& state) {
  if (state.serial == state_.serial && state.epoch_instance == state_.epoch_instance) return;
  const bool is_slow_now = is_slow(state, state_, since_state_s_);
  states_since_move_ = is_slow_now ? states_since_move_ + 1 : 0;
  if (!is_slow_now) since_change_s_ = 0.0;
  state_ = state;
  since_state_s_ = 0.0;
}

bool Stillness::is_still(const photopic::Settings& settings) const {
  return pictures_ >= kPictures && states_since_move_ >= kStates &&
         since_change_s_ >= std::min(kHistories * double(settings.local_exposure.local_time_constant_s), kLongest_s);
}

}  // namespace viewer
