// SPDX-License-Identifier: MIT
// Members of AdaptParams in interface.h that adaptation needs here, by the same names.
struct AdaptParams {
  float delta_time_s;
  float min_ev100;
  float max_ev100;
  float compensation_ev;
  float ev100_of_luminance_one;
  float black_log2;
  float to_bright_ev_per_s;
  float to_dark_ev_per_s;
  float to_bright_rate_per_s;
  float to_dark_rate_per_s;
  float to_bright_transition_ev;
  float to_dark_transition_ev;
  float min_log2;
};
