// SPDX-License-Identifier: MIT
// What frames depend on: comparison, and animations through time.
#include <tuple>

#include "session/session.h"
#include "session/settings/setting_changes.h"

namespace session {
namespace {

bool is_same(const photopic::OverlaySettings& a, const photopic::OverlaySettings& b) {
  const auto all = [](const photopic::OverlaySettings& o) {
    return std::tie(o.views, o.scale, o.false_color_min_ev100, o.false_color_max_ev100, o.false_color_automatic,
                    o.pyramid_level, o.zebra_under, o.zebra_over, o.split, o.local_x, o.local_y);
  };
  return all(a) == all(b);
}

}  // namespace

bool is_same(const Controls& a, const Controls& b) {
  return a.calibration == b.calibration && a.view == b.view && is_same(a.overlay, b.overlay) &&
         a.comparison == b.comparison && a.measures == b.measures && is_same(a.settings, b.settings);
}

/// Names are those of the file before.
void Session::start_animation() {
  PlayedAnimation& animation = controls.view.animation;
  if (animation.name != kNoAnimation) animation.name.clear();
  animation.time_s = 0.0;
}

bool Session::is_moving() const {
  const PlayedAnimation& animation = controls.view.animation;
  return animation.speed != 0.0 && chosen_animation(source_->animations(), animation.name).has_value();
}

void Session::advance_animation(double delta_time_s) {
  PlayedAnimation& animation = controls.view.animation;
  if (is_moving()) animation.time_s += animation.speed * delta_time_s;
}

void Session::check_animation() const {
  if (source_ != nullptr) session::check_animation(file_, source_->animations(), controls.view.animation.name);
}

}  // namespace session
