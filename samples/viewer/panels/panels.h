// SPDX-License-Identifier: MIT
// Panels, menu and messages over the picture.
#ifndef PHOTOPIC_SAMPLES_VIEWER_PANELS_PANELS_H
#define PHOTOPIC_SAMPLES_VIEWER_PANELS_PANELS_H

#include <vector>

#include "viewer/inspection/picture_places.h"
#include "viewer/model/model.h"

namespace viewer {

/// Draws all of it, and returns what is left for the picture.
Area draw_interface(Model& model, float scale);
struct PanelEntry {
  const char* title;
  void (*draw)(Model& model);
};
/// In the order of session::Panel.
extern const PanelEntry kPanelEntries[session::kPanels];

/// Its height.
float draw_menu(Model& model);
/// How many pictures there are a second; of one that stands still, that it does.
std::string rate_text(const Model& model);
/// Row for the place of the line between two looks, a share of the width; the mouse drags the line, too.
void draw_split_row(float& split, float initial);
/// The question for a preset's name, if there is one.
void draw_preset_question(Model& model);
/// Over the picture: lines between two looks with their names, and the inspector.
void draw_picture_tools(Model& model, const Area& room);
/// The same for the debug overlay: `picture` is where the picture lies.
void draw_overlay_tools(Model& model, const Area& picture, const Area& room);
/// Measures, and numbers of texels; `picture` is where the picture lies.
void draw_measures_over(Model& model, const Area& picture, const Area& room);
/// Panels of the overlay as they were drawn last.
std::vector<Area> overlay_panels(const Model& model, const Area& room);
/// A window without looks that takes the mouse from the picture, and an item as large as it: until
/// end_picture_handle().
void begin_picture_handle(const char* id, const Area& area);
void end_picture_handle();
/// The dialog of model.question, if there is one.
void draw_question(Model& model);

/// Keys of the camera path over time, which are dragged, set and taken away: rows of a panel.
void draw_timeline(Model& model);

// One panel each, within its window.
void draw_exposure(Model& model);
void draw_metering(Model& model);
void draw_tone_mapping(Model& model);
void draw_effects(Model& model);
void draw_grade(Model& model);
void draw_display(Model& model);
void draw_overlay(Model& model);
void draw_pyramid(Model& model);
void draw_resize_lab(Model& model);
void draw_timing(Model& model);
void draw_scene(Model& model);
void draw_regression(Model& model);
void draw_files(Model& model);
void draw_measures(Model& model);

}  // namespace viewer

#endif
