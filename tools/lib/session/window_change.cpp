// SPDX-License-Identifier: MIT
// Reading of window changes from JSON.
#include "session/window_change.h"

#include "arguments/errors.h"
#include "arguments/words.h"
#include "session/values.h"

namespace session {
namespace {

VkExtent2D size_of(const json::Node& value) {
  if (!value.json().is_array() || value.json().size() != 2) value.refuse("size is not two numbers");
  constexpr std::uint32_t kMaxSide = 32768;
  const std::vector<json::Node> sides = value.elements();
  return {count_of(sides[0], 1, kMaxSide), count_of(sides[1], 1, kMaxSide)};
}

SweepPlan sweep_of(const json::Node& node) {
  SweepPlan plan;
  for (const auto& [key, value] : node.members()) {
    if (key == "first_width") {
      plan.first_width = count_of(value, SweepPlan::kMinWidth, SweepPlan::kMaxSide);
    } else if (key == "last_width") {
      plan.last_width = count_of(value, SweepPlan::kMinWidth, SweepPlan::kMaxSide);
    } else if (key == "step") {
      plan.step = count_of(value, 1, SweepPlan::kMaxSide);
    } else if (key == "height") {
      plan.height = count_of(value, 1, SweepPlan::kMaxSide);
    } else {
      throw arguments::UsageError("a sweep has no '" + key + "'");
    }
  }
  if (plan.last_width < plan.first_width) throw arguments::UsageError("last_width is below first_width");
  return plan;
}

OtherChange other_of(const json::Node& node, const std::filesystem::path& folder) {
  OtherChange other;
  for (const auto& [key, value] : node.members()) {
    if (key == "file") {
      other.file = folder / value.text();
    } else if (key == "show") {
      other.show = std::uint32_t(arguments::word_index(kOtherShows, value.text(), "show"));
    } else if (key == "split") {
      other.split = float(number_of(value, 0.0, 1.0));
    } else if (key == "own_exposure") {
      other.has_own_exposure = value.flag();
    } else {
      throw arguments::UsageError("the other file has no '" + key + "'");
    }
  }
  return other;
}

void assign(const std::string& key, const json::Node& value, const std::filesystem::path& folder,
            WindowChange& change) {
  const auto text = [&] { return value.text(); };
  if (key == "size") {
    change.size = size_of(value);
  } else if (key == "minimised") {
    change.is_minimised = value.flag();
  } else if (key == "full_screen") {
    change.is_full_screen = value.flag();
  } else if (key == "vsync") {
    change.is_vsync = value.flag();
  } else if (key == "shows_panels") {
    change.shows_panels = value.flag();
  } else if (key == "help") {
    change.shows_help = value.flag();
  } else if (key == "panels") {
    change.panels.emplace();
    for (const json::Node& name : value.elements()) change.panels->push_back(panel_of(name.text()));
  } else if (key == "sweep") {
    change.sweep = sweep_of(value);
  } else if (key == "drop") {
    change.drop = folder / text();
  } else if (key == "other") {
    change.other = other_of(value, folder);
  } else if (key == "save_window") {
    change.window = text();
  } else if (key == "save_picture") {
    change.picture = text();
  } else if (key == "golden" && text() == "capture") {
    change.captures_golden = true;
  } else if (key == "golden" && text() == "compare") {
    change.compares_golden = true;
  } else {
    throw arguments::UsageError("there is no window change '" + key + "'" + (key == "golden" ? " of that kind" : ""));
  }
}

}  // namespace

Panel panel_of(const std::string& name) { return Panel(arguments::word_index(kPanelNames, name, "panels")); }

WindowChange window_change(const json::Node& node, const std::filesystem::path& folder) {
  WindowChange change;
  for (const auto& [key, value] : node.members()) {
    try {
      assign(key, value, folder, change);
    } catch (const arguments::UsageError& error) {
      value.refuse(error.what());
    }
  }
  return change;
}

}  // namespace session
