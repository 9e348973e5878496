// SPDX-License-Identifier: MIT
// The exposure of one view from frame to frame: limits, curves, adaptation, and what bounds its movement.
#ifndef PHOTOPIC_TESTS_REFERENCE_EXPOSURE_MODEL_H
#define PHOTOPIC_TESTS_REFERENCE_EXPOSURE_MODEL_H

#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "reference/adaptation.h"

namespace reference {

struct CurvePoint {
  double x = 0.0;
  double y = 0.0;
};

/// Linear between its points, constant beyond the ends; x rises from each to the next, and there is at least one.
double evaluate_curve(std::span<const CurvePoint> curve, double x);

/// The average of two exponentials towards the same target. Each is slow or fast by its own direction.
struct TwoExponentials {
  Exponential fast;
  double slow_ratio = 4.0;  ///< time constants of the slower one over those of the other
};

/// As adapt(), at no more than `max_ev_per_s` (0 = no bound). The rate of the exponential part stays as it is, so that
/// it takes over nearer to the target, where its velocity has fallen to the bound.
double adapt_bounded(double adapted_ev, double target_ev, double dt_s, const LinearExponential& curve,
                     double max_ev_per_s);
/// As adapt_exponential(), with constant velocity up to there.
double adapt_bounded(double adapted_ev, double target_ev, double dt_s, const Exponential& curve, double max_ev_per_s);

struct ExposureModelSettings {
  double min_ev100 = -16.0;
  double max_ev100 = 24.0;  ///< holds where the two cross
  double compensation_ev = 0.0;
  double calibration_k = 12.5;  ///< EV100 = log2(L 100 / K)
  std::variant<LinearExponential, Exponential, TwoExponentials> adaptation = {};
  // Empty: none.
  std::vector<CurvePoint> compensation_curve = {};  ///< stops over adapted EV100, added to compensation_ev
  std::vector<CurvePoint> target_curve = {};        ///< EV100 over the scene's
  std::vector<CurvePoint> min_curve = {};           ///< in place of min_ev100, over the scene's EV100
  std::vector<CurvePoint> max_curve = {};
  double dead_band_ev = 0.0;  ///< no movement up to this distance, and it ends as far before the target
  double max_ev_per_s = 0.0;  ///< 0 = no bound
  /// Reversals begin at least 1 / this apart; 0 = no bound.
  double max_reversals_per_s = 0.0;
  /// Change of the scene's EV within a frame that begins to count as a cut, and that is one altogether; high 0 = off.
  double cut_low_ev = 0.0;
  double cut_high_ev = 0.0;
  bool hold = false;
  bool hold_on_black = false;
  /// Until a second of light has been seen, brighter scenes are taken at once.
  bool takes_first_light = false;
  std::optional<double> fixed_ev100 = {};  ///< manual: at once, without limits
};

/// Settings may change from frame to frame.
class ExposureModel {
 public:
  struct Frame {
    double metered_log2 = std::numeric_limits<double>::quiet_NaN();  ///< of luminance; NaN = nothing was measured
    double dt_s = 0.0;                                               ///< no time: also NaN or negative
    bool reset = false;
    bool is_black = false;
    double dark_share = 0.0;  ///< of the weight that is too dark to count; 1 = no light, and nothing was metered
  };

  struct State {
    double scene_ev100 = 0.0;
    double target_ev100 = 0.0;
    double adapted_ev100 = 0.0;
    // Components of two exponentials; else both are what is adapted to.
    double fast_ev100 = 0.0;
    double slow_ev100 = 0.0;
    int direction = 0;  ///< of the last movement: +1 to bright, -1 to dark, 0 none yet
    /// Since the last reversal began; infinite before the first.
    double reversal_age_s = std::numeric_limits<double>::infinity();
    double exposure = 0.0;
    double previous_exposure = 0.0;  ///< of the frame before; on a first frame its own
    double exposure_ratio = 1.0;     ///< previous / current
    double adapted_luminance = 0.0;
    double dlss_exposure = 0.0;
    double light_s = 0.0;  ///< since the view started
  };

  /// A first frame without a measurement, and each until there is one with light, is exposed as for luminance 1; one
  /// with little light partly as for its own.
  const State& step(const Frame& frame, const ExposureModelSettings& settings);
  const State& state() const { return state_; }

 private:
  void start_at(double ev100);
  struct Components {
    double adapted_ev100;
    double fast_ev100;
    double slow_ev100;
  };
  /// Where the eye is after `time_s` on the way to `aim_ev100`.
  Components components_after(double time_s, double aim_ev100, double cut, const ExposureModelSettings& settings) const;
  /// `cut`: share of the way that is gone at once.
  void move(double dt_s, double cut, const ExposureModelSettings& settings);
  void update_exposure(bool is_first, const ExposureModelSettings& settings);

  State state_;
  bool is_first_ = true;
};

}  // namespace reference

#endif
