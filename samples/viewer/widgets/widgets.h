// SPDX-License-Identifier: MIT
// Rows of a panel: a label on the left, a control on the right.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WIDGETS_WIDGETS_H
#define PHOTOPIC_SAMPLES_VIEWER_WIDGETS_WIDGETS_H

#include <imgui.h>
#include <photopic/settings_table.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/model/formatted.h"
#include "viewer/model/model.h"

namespace viewer {

/// Draws the label and leaves room for one control over the rest of the width.
void row(const char* label, const char* help = nullptr);
/// A value that can't be changed.
void text_row(const char* label, const std::string& value, const char* help = nullptr);
bool float_row(const char* label, float& value, float min, float max, const char* format = "%.2f",
               const char* help = nullptr);
bool count_row(const char* label, std::uint32_t& value, std::uint32_t min, std::uint32_t max,
               const char* help = nullptr);
bool choice_row(const char* label, std::uint32_t& index, std::span<const char* const> words,
                const char* help = nullptr);
/// A check box with its label to the right.
bool check(const char* label, bool& value, const char* help = nullptr);
/// One bit of `bits`.
bool check_bit(const char* label, std::uint32_t& bits, std::uint32_t bit, const char* help = nullptr);
/// Over the panel's width, or `parts` of them beside each other.
bool button(const char* label, int parts = 1, const char* help = nullptr);
/// What the item before is or does, while the mouse is over it; null for nothing.
void tooltip(const char* help);
/// The same left of the window: it covers none of its controls.
void tooltip_beside(const char* help);

/// What keys do with the item before while Space or Enter is held on it: they leave the panel's other items alone.
struct HeldKeys {
  ImVec2 steps = {0.0f, 0.0f};         ///< of arrows, to the right and up; ten with Shift
  int next = 0;                        ///< 1 Page Down, -1 Page Up
  bool adds = false, removes = false;  ///< Insert, Delete
};
HeldKeys held_keys();
/// Whether the item before has the keyboard, and it is in use.
bool has_keyboard();

struct Marked {
  bool is_set, is_reset;
};
/// A row that has a mark while it `is_changed`: a right click asks for what it was at first, which `initial` names.
/// `draw` draws it with that help, and tells whether a hand changed it.
Marked marked_row(bool is_changed, std::string help, const std::string& initial,
                  const std::function<bool(const char* help)>& draw);
/// Such a row for a value of the viewer's own; true: it is another now.
template <class Value>
bool own_row(Value& value, const Value& initial, const std::string& initial_text, const std::string& help,
             const std::function<bool(const char* help)>& draw) {
  const Marked marked = marked_row(value != initial, help, initial_text, draw);
  if (marked.is_reset) value = initial;
  return marked.is_set || marked.is_reset;
}
/// Of these, the usual ones.
bool own_float_row(const char* label, float& value, float initial, float min, float max, const char* format,
                   const char* help);
bool own_choice_row(const char* label, std::uint32_t& index, std::uint32_t initial, std::span<const char* const> words,
                    const char* help);
bool own_check(const char* label, bool& value, bool initial, const char* help);
/// Off at first.
bool own_check_bit(const char* label, std::uint32_t& bits, std::uint32_t bit, const char* help);

/// The control that a setting needs, as the command line knows it: `name` as in a settings file. What doesn't go
/// together with other settings isn't taken, and a hint says why.
void setting_row(Model& model, const char* group, const char* name, const char* label);
/// The same with a label that is made of the name.
void setting_row(Model& model, const photopic::SettingInfo& info);
/// The settings whose labels aren't made of their names.
std::vector<std::string_view> settings_with_labels();
/// A node for the rows of a group of the table, marked where one of them is; true: open, until ImGui::TreePop().
bool setting_tree(Model& model, const char* group);

}  // namespace viewer

#endif
