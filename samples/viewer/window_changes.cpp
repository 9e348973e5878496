// SPDX-License-Identifier: MIT
// A script's changes of the window, one by one.
#include "viewer/window_changes.h"

#include "viewer/files/file_actions.h"

namespace viewer {

void change_window(Model& model, Window& window, const session::WindowChange& change) {
  if (change.size) window.resize(*change.size);
  if (change.is_minimised) window.minimise(*change.is_minimised);
  if (change.is_full_screen) model.wants_full_screen = *change.is_full_screen;
  if (change.is_vsync) model.is_vsync = *change.is_vsync;
  if (change.shows_panels) model.panels.is_shown = *change.shows_panels;
  if (change.shows_help) model.is_help_shown = *change.shows_help;
  if (change.panels) {
    model.panels.is_open = {};
    for (const session::Panel panel : *change.panels) model.panels.is_open[std::size_t(panel)] = true;
    if (!change.panels->empty()) model.panels.scroll_to = change.panels->front();
  }
  if (change.sweep) {
    model.sweep = *change.sweep;
    model.lab.start(model.context, *change.sweep);
  }
  if (change.drop) take_dropped(model, {*change.drop});
  if (change.other) change_other(model, *change.other);
  if (change.window) model.wants_window_shot = model.output_folder / *change.window;
}

void keep_picture(Model& model, const session::WindowChange& change) {
  if (change.picture) save_picture(model, model.output_folder / *change.picture);
  if (change.captures_golden) capture_golden(model);
  if (change.compares_golden) compare_golden(model);
}

}  // namespace viewer
