// SPDX-License-Identifier: MIT
// Sequences of uniform images through the module and through the exposure model in double, side by side.
#ifndef PHOTOPIC_TESTS_ADAPT_MODEL_RIG_H
#define PHOTOPIC_TESTS_ADAPT_MODEL_RIG_H

#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "adapt/adaptation_rig.h"
#include "reference/exposure_model.h"

namespace test {

// RigFrame::scene_ev100 of images that aren't just of some luminance.
inline constexpr double kBlackEv100 = -1000.0;                                    // 0 in any format
inline constexpr double kInvalidEv100 = std::numeric_limits<double>::infinity();  // infinite: nothing to measure

photopic::Curve make_curve(std::initializer_list<photopic::Curve::Point> points);
reference::ExposureModelSettings model_settings(const photopic::ExposureSettings& settings);
/// As the default MeterSettings measure it.
reference::ExposureModel::Frame model_frame(const RigFrame& frame);

inline double adapted_ev100(const State& state) {
  return double(state.adapted_ev100) + double(state.adapted_ev100_low);
}

/// The state's floats, by name.
struct FloatField {
  const char* name;
  float State::*member;
};
const std::vector<FloatField>& float_fields();
/// Empty if every float of the state is finite and its exposures are above 0; else which isn't.
std::string first_bad_field(const State& state);

/// The sequence's first frame resets, so that one object serves many.
class ModelRig {
 public:
  explicit ModelRig(photopic::MadeFor info);

  std::vector<State> run(std::vector<RigFrame> frames);
  /// run(), and expects each state to be the model's.
  std::vector<State> expect_model(const std::vector<RigFrame>& frames);
  photopic::PostProcess& post() { return post_; }

  double worst_ev100() const { return worst_ev100_; }
  double worst_exposure() const { return worst_exposure_; }  ///< relative

 private:
  void expect_state(const State& state, const reference::ExposureModel::State& expected, bool is_measured);

  photopic::PostProcess post_;
  UniformImages images_;
  double worst_ev100_ = 0.0;
  double worst_exposure_ = 0.0;
};

}  // namespace test

#endif
