// SPDX-License-Identifier: MIT
// Reading of window changes from JSON.
#include "session/window_change.h"

#include <algorithm>

#include "arguments/errors.h"

namespace session {
namespace {

VkExtent2D size_of(const json::Json& value) {
  if (!value.is_array() || value.size() != 2) throw arguments::UsageError("size is not two numbers");
  constexpr std::uint32_t kMaxSide = 32768;
  return {count_of(value[0], "size", 1, kMaxSide), count_of(value[1], "size", 1, kMaxSide)};
}

SweepPlan sweep_of(const json::Json& json) {
  SweepPlan plan;
  for (const auto& [key, value] : json.items()) {
    if (key == "first_width") {
      plan.first_width = count_of(value, key, SweepPlan::kMinWidth, SweepPlan::kMaxSide);
    } else if (key == "last_width") {
      plan.last_width = count_of(value, key, SweepPlan::kMinWidth, SweepPlan::kMaxSide);
    } else if (key == "step") {
      plan.step = count_of(value, key, 1, SweepPlan::kMaxSide);
    } else if (key == "height") {
      plan.height = count_of(value, key, 1, SweepPlan::kMaxSide);
    } else {
      throw arguments::UsageError("a sweep has no '" + key + "'");
    }
  }
  if (plan.last_width < plan.first_width) throw arguments::UsageError("last_width is below first_width");
  return plan;
}

void assign(const std::string& key, const json::Json& value, const std::filesystem::path& folder,
            WindowChange& change) {
  const auto text = [&] { return value.get<std::string>(); };
  if (key == "size") {
    change.size = size_of(value);
  } else if (key == "minimised") {
    change.is_minimised = value.get<bool>();
  } else if (key == "full_screen") {
    change.is_full_screen = value.get<bool>();
  } else if (key == "vsync") {
    change.is_vsync = value.get<bool>();
  } else if (key == "shows_panels") {
    change.shows_panels = value.get<bool>();
  } else if (key == "help") {
    change.shows_help = value.get<bool>();
  } else if (key == "panels") {
    change.panels.emplace();
    for (const json::Json& name : value) change.panels->push_back(panel_of(name.get<std::string>()));
  } else if (key == "sweep") {
    change.sweep = sweep_of(value);
  } else if (key == "drop") {
    change.drop = folder / text();
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

Panel panel_of(const std::string& name) {
  const auto* const found = std::find(std::begin(kPanelNames), std::end(kPanelNames), name);
  if (found != std::end(kPanelNames)) return Panel(found - std::begin(kPanelNames));
  std::string names;
  for (const char* one : kPanelNames) names += (names.empty() ? "" : ", ") + std::string(one);
  throw arguments::UsageError("panels: '" + name + "' is none of " + names);
}

WindowChange window_change(const json::Json& json, const std::filesystem::path& folder) {
  WindowChange change;
  for (const auto& [key, value] : json.items()) assign(key, value, folder, change);
  return change;
}

}  // namespace session
