// SPDX-License-Identifier: MIT
// Comparison of what frames depend on.
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

}  // namespace session
