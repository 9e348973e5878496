// SPDX-License-Identifier: MIT
// Drawing of a panel's rows.
#include "viewer/widgets/widgets.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <map>
#include <string_view>

#include "arguments/errors.h"
#include "session/settings/setting_changes.h"

namespace viewer {
namespace {

constexpr float kLabelShare = 0.46f;  // of the panel's width

/// Where controls begin, from the window's left edge: the same in groups and below nodes of trees.
float control_left() { return kLabelShare * ImGui::GetWindowContentRegionMax().x; }

std::string id_of(const char* label) { return "##" + std::string(label); }

/// Change per pixel of the mouse: a few hundred pixels over a range of stops or percent, else a share of the value.
float drag_speed(float value, float min, float max) {
  const bool is_bounded = max - min <= 200.0f;
  return is_bounded ? (max - min) / 400.0f : 0.01f * std::max(std::abs(value), 1e-3f);
}

const session::SettingField& field_of(const char* group, const char* name) {
  const auto fields = session::setting_fields();
  return *std::find_if(fields.begin(), fields.end(), [&](const session::SettingField& field) {
    return std::strcmp(field.group, group) == 0 && std::strcmp(field.name, name) == 0;
  });
}

/// A row for a value that is typed, taken with Enter or when the field is left.
bool typed_row(std::map<std::uint32_t, std::string>& drafts, const char* label, std::string& text, const char* help) {
  row(label, help);
  const std::string id = id_of(label);
  const ImGuiID key = ImGui::GetID(id.c_str());
  const auto draft = drafts.find(key);
  std::string shown = draft == drafts.end() ? text : draft->second;
  ImGui::InputTextWithHint(id.c_str(), "none", &shown);
  tooltip(help);
  if (ImGui::IsItemActive()) {
    drafts[key] = shown;
    return false;
  }
  if (draft == drafts.end()) return false;
  drafts.erase(key);
  const bool is_changed = shown != text;
  text = shown;
  return is_changed;
}

/// A bar at the left edge: the setting isn't what programs start with.
void mark_row(float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = 0.2f * ImGui::GetFontSize();
  const float left = at.x - 2.0f * width;
  ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + width, at.y + height},
                                            ImGui::GetColorU32(ImGuiCol_CheckMark));
}

/// Draws the control of a field and tells whether it was changed.
struct Control {
  Model& model;
  const session::SettingField& field;
  const char* label;
  session::Settings& settings;
  const char* help;

  bool operator()(float* value) const {
    const auto bound = [](double number) { return float(std::clamp(number, -double(FLT_MAX), double(FLT_MAX))); };
    return float_row(label, *value, bound(field.range.min), bound(field.range.max), "%.4g", help);
  }
  bool operator()(bool* value) const { return check(label, *value, help); }
  bool operator()(std::uint32_t* value) const {
    const auto bound = [](double number) { return std::uint32_t(std::clamp(number, 0.0, 4294967295.0)); };
    return count_row(label, *value, bound(field.range.min), bound(field.range.max), help);
  }
  bool operator()(session::Choice choice) const {
    if (!choice_row(label, choice.index, choice.words, help)) return false;
    choice.set(settings, choice.index);
    return true;
  }
  bool operator()(session::Weights weights) const {
    row(label, help);
    bool is_changed = false;
    const auto names = session::weight_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i % 2 == 1) {
        ImGui::SameLine();
        ImGui::SetCursorPosX(0.72f * ImGui::GetWindowContentRegionMax().x);
      }
      if (i % 2 == 0 && i > 0) {
        ImGui::NewLine();
        ImGui::SameLine();
        ImGui::SetCursorPosX(control_left());
      }
      is_changed |= check_bit(names[i], *weights.bits, session::weight_bits()[i]);
    }
    return is_changed;
  }
  bool operator()(photopic::Curve* curve) const { return typed(curve); }
  bool operator()(std::filesystem::path* file) const { return typed(file); }
  bool operator()(session::LutSpace* space) const { return typed(space); }

 private:
  template <class Value>
  bool typed(const Value&) const {
    std::string text = session::value_text(field, settings);
    if (!typed_row(model.drafts, label, text, help)) return false;
    session::parse_setting(field, text, label, settings);
    return true;
  }
};

/// "local_exposure" as "Local exposure".
std::string words_of(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  words[0] = char(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

/// What is in a group of effects, where its name doesn't say it.
constexpr std::pair<std::string_view, const char*> kEffectTitles[] = {
    {"aberration", "Aberration (colour fringes)"},
    {"glare", "Glare (bloom)"},
    {"acuity", "Acuity (blur in the dark)"},
    {"lens", "Lens (vignette)"},
    {"local_exposure", "Local exposure (shadows, highlights)"},
    {"night", "Night (colours in the dark)"},
    {"view", "View (field of view, cd/m\u00b2)"},
    {"grain", "Grain (film)"}};

std::string effect_title(std::string_view group) {
  for (const auto& [name, title] : kEffectTitles) {
    if (name == group) return title;
  }
  return words_of(group);
}

/// "-32 to 32" at the end of a help text: on one line.
void keep_range_together(std::string& help) {
  constexpr std::size_t kLongest = 24;
  const std::size_t end = help.rfind("; ");
  if (end == std::string::npos || help.size() - end > kLongest || help.find(" to ", end) == std::string::npos) return;
  for (std::size_t at = end + 2; (at = help.find(' ', at)) != std::string::npos;) help.replace(at, 1, "\u00a0");
}

/// Units at the end of a setting's name, and what stands for them behind its label.
struct UnitOfName {
  std::string_view unit, ending, symbol;
};
constexpr UnitOfName kUnitsOfNames[] = {
    {"degrees", "_deg", "\u00b0"},
    {"square degrees", "_deg2", "deg\u00b2"},
    {"stops", "_ev", "EV"},
    {"EV", "_ev", "EV"},
    {"nits", "_nits", "nits"},
    {"K", "_k", "K"},
    {"s", "_s", "s"},
    {"years", "_years", "years"},
    {"mired/s", "_mired_per_s", "mired/s"},
    {"texels", "_texels", "texels"},
};

/// Names that make no label by themselves, or none that has room.
constexpr struct {
  std::string_view name;
  const char* label;
} kNamedLabels[] = {{"field_of_view_vertical_deg", "Vertical field, \u00b0"},
                    {"cd_m2_per_unit", "cd/m\u00b2 per unit"},
                    {"chromatic_aberration_texels", "Chromatic, texels"},
                    {"observer_age_years", "Observer, years"},
                    {"scene_s_over_p", "Scene's S/P"},
                    {"grain_color", "Grain in colour"},
                    {"middle_grey_bias_ev", "Grey's bias, EV"},
                    {"blurred_luminance_blend", "Blur's share"},
                    {"highlight_threshold_ev", "Bright from, EV"},
                    {"shadow_threshold_ev", "Dark from, EV"},
                    {"local_time_constant_s", "Time constant, s"},
                    {"light_time_constant_s", "Time constant, s"},
                    {"spline_knee_adaptation", "Knee's adaptation"},
                    {"lpm_saturation_red", "Red's saturation"},
                    {"lpm_saturation_green", "Green's saturation"},
                    {"lpm_saturation_blue", "Blue's saturation"},
                    {"lpm_crosstalk_red", "Red's crosstalk"},
                    {"lpm_crosstalk_green", "Green's crosstalk"},
                    {"lpm_crosstalk_blue", "Blue's crosstalk"}};

std::string label_of(const photopic::SettingInfo& info) {
  const std::string_view name = info.name;
  for (const auto& named : kNamedLabels) {
    if (named.name == name) return named.label;
  }
  for (const UnitOfName& one : kUnitsOfNames) {
    if (one.unit != info.unit || !name.ends_with(one.ending)) continue;
    const std::string label = words_of(name.substr(0, name.size() - one.ending.size()));
    const std::string with_unit = label + ", " + std::string(one.symbol);
    const float room = control_left() - ImGui::GetCursorPosX();
    return ImGui::CalcTextSize(with_unit.c_str()).x < room ? with_unit : label;
  }
  return words_of(name);
}

}  // namespace

std::vector<std::string_view> settings_with_labels() {
  std::vector<std::string_view> names;
  for (const auto& named : kNamedLabels) names.push_back(named.name);
  return names;
}

void tooltip(const char* help) {
  if (help == nullptr || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24.0f);
  ImGui::TextUnformatted(help);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void tooltip_beside(const char* help) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const float gap = 0.5f * ImGui::GetFontSize();
  ImGui::SetNextWindowPos({ImGui::GetWindowPos().x - gap, ImGui::GetItemRectMin().y}, ImGuiCond_Always, {1.0f, 0.0f});
  tooltip(help);
}

void row(const char* label, const char* help) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  tooltip(help);
  ImGui::SameLine();
  ImGui::SetCursorPosX(control_left());
  ImGui::SetNextItemWidth(-FLT_MIN);
}

void text_row(const char* label, const std::string& value, const char* help) {
  row(label, help);
  ImGui::PushTextWrapPos(0.0f);  // long ones on more lines
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopTextWrapPos();
  tooltip(help);
}

bool float_row(const char* label, float& value, float min, float max, const char* format, const char* help) {
  row(label, help);
  const bool is_changed = ImGui::DragFloat(id_of(label).c_str(), &value, drag_speed(value, min, max), min, max, format,
                                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  tooltip(help);
  value = std::clamp(value, min, max);  // Dear ImGui clamps only where min is below max
  return is_changed && std::isfinite(value);
}

bool count_row(const char* label, std::uint32_t& value, std::uint32_t min, std::uint32_t max, const char* help) {
  row(label, help);
  const float speed = std::max(0.05f, std::min(float(max - min) / 400.0f, 1.0f));
  const bool is_changed = ImGui::DragScalar(id_of(label).c_str(), ImGuiDataType_U32, &value, speed, &min, &max, "%u",
                                            ImGuiSliderFlags_AlwaysClamp);
  tooltip(help);
  value = std::clamp(value, min, max);
  return is_changed;
}

bool choice_row(const char* label, std::uint32_t& index, std::span<const char* const> words, const char* help) {
  row(label, help);
  bool is_changed = false;
  const bool is_open = ImGui::BeginCombo(id_of(label).c_str(), words[index]);
  if (!is_open) tooltip(help);
  if (!is_open) return false;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (ImGui::Selectable(words[i], i == index)) {
      is_changed = i != index;
      index = i;
    }
    if (i == index) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
  return is_changed;
}

bool check(const char* label, bool& value, const char* help) {
  const bool is_changed = ImGui::Checkbox(label, &value);
  tooltip(help);
  return is_changed;
}

bool check_bit(const char* label, std::uint32_t& bits, std::uint32_t bit, const char* help) {
  bool is_set = (bits & bit) != 0;
  if (!check(label, is_set, help)) return false;
  bits = is_set ? bits | bit : bits & ~bit;
  return true;
}

bool button(const char* label, int parts, const char* help) {
  const float gaps = float(parts - 1) * ImGui::GetStyle().ItemSpacing.x;
  const float width =
      (ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x - gaps) / float(parts);
  const bool is_pressed = ImGui::Button(label, {width, 0.0f});
  tooltip(help);
  return is_pressed;
}

HeldKeys held_keys() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (!ImGui::IsItemActive() || context.ActiveIdSource != ImGuiInputSource_Nav) return {};
  constexpr ImU32 kDirections = 0xF;
  context.ActiveIdUsingNavDirMask |= kDirections;
  for (const ImGuiKey_ key : {ImGuiKey_PageUp, ImGuiKey_PageDown}) context.ActiveIdUsingKeyInputMask |= 1ull << key;
  const auto pressed = [](ImGuiKey_ key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  const auto way = [&](ImGuiKey_ forward, ImGuiKey_ back) { return int(pressed(forward)) - int(pressed(back)); };
  const float step = ImGui::GetIO().KeyShift ? 10.0f : 1.0f;
  return {.steps = {step * float(way(ImGuiKey_RightArrow, ImGuiKey_LeftArrow)),
                    step * float(way(ImGuiKey_UpArrow, ImGuiKey_DownArrow))},
          .next = way(ImGuiKey_PageDown, ImGuiKey_PageUp),
          .adds = pressed(ImGuiKey_Insert),
          .removes = pressed(ImGuiKey_Delete)};
}

bool has_keyboard() { return ImGui::IsItemFocused() && ImGui::GetIO().NavVisible; }

Marked marked_row(bool is_changed, std::string help, const std::string& initial,
                  const std::function<bool(const char* help)>& draw) {
  // The option's name stays last.
  if (is_changed) {
    help.insert(std::min(help.rfind("\n--"), help.size()),
                "\nRight click: back to " + (initial.empty() ? "nothing" : initial));
  }
  ImGui::BeginGroup();
  if (is_changed) mark_row(ImGui::GetFrameHeight());
  const bool is_set = draw(help.c_str());
  ImGui::EndGroup();
  return {is_set, !is_set && is_changed && ImGui::IsItemHovered() && ImGui::IsMouseClicked(1)};
}

bool own_float_row(const char* label, float& value, float initial, float min, float max, const char* format,
                   const char* help) {
  return own_row(value, initial, formatted(format, double(initial)), help,
                 [&](const char* words) { return float_row(label, value, min, max, format, words); });
}

bool own_choice_row(const char* label, std::uint32_t& index, std::uint32_t initial, std::span<const char* const> words,
                    const char* help) {
  return own_row(index, initial, words[initial], help,
                 [&](const char* shown) { return choice_row(label, index, words, shown); });
}

bool own_check(const char* label, bool& value, bool initial, const char* help) {
  return own_row(value, initial, initial ? "on" : "off", help,
                 [&](const char* words) { return check(label, value, words); });
}

bool own_check_bit(const char* label, std::uint32_t& bits, std::uint32_t bit, const char* help) {
  bool is_set = (bits & bit) != 0;
  if (!own_check(label, is_set, false, help)) return false;
  bits = is_set ? bits | bit : bits & ~bit;
  return true;
}

void setting_row(Model& model, const char* group, const char* name, const char* label) {
  const session::SettingField& field = field_of(group, name);
  session::Settings settings = model.session.controls.settings;
  std::string help = session::help_text(field);
  constexpr std::string_view kPlainUnit = "cd/m^2";
  for (std::size_t at; (at = help.find(kPlainUnit)) != std::string::npos;) {
    help.replace(at, kPlainUnit.size(), "cd/m\u00b2");
  }
  keep_range_together(help);
  help += "\n" + session::option_name(field);
  const bool is_changed = !session::is_same(field, settings, model.defaults());
  try {
    const Marked marked =
        marked_row(is_changed, std::move(help), session::value_text(field, model.defaults()), [&](const char* words) {
          return std::visit(Control{model, field, label, settings, words}, field.ref(settings));
        });
    if (marked.is_reset) session::copy_setting(field, model.defaults(), settings);
    if (marked.is_set || marked.is_reset) apply(model, settings);
  } catch (const arguments::UsageError& error) {
    model.messages.hint(error.what());
  }
}

bool setting_tree(Model& model, const char* group) {
  const session::Settings& settings = model.session.controls.settings;
  const auto fields = session::setting_fields();
  const bool is_changed = std::any_of(fields.begin(), fields.end(), [&](const session::SettingField& field) {
    return std::strcmp(field.group, group) == 0 && !session::is_same(field, settings, model.defaults());
  });
  if (is_changed) mark_row(ImGui::GetTextLineHeight());
  return ImGui::TreeNode(effect_title(group).c_str());
}

void setting_row(Model& model, const photopic::SettingInfo& info) {
  setting_row(model, info.group, info.name, label_of(info).c_str());
}

}  // namespace viewer
