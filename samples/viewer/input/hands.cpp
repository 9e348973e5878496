// SPDX-License-Identifier: MIT
// Keys, gamepad, and the camera in hand.
#include "viewer/input/hands.h"

// After Vulkan's header: GLFW then declares its Vulkan functions.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/files/file_actions.h"
#include "viewer/input/path_actions.h"
#include "viewer/model/formatted.h"

namespace viewer {
namespace {

constexpr double kFast = 5.0;             // with Shift
constexpr double kTurn_deg_per_s = 60.0;  // by arrows
constexpr double kFastTurn = 3.0;         // with Shift
constexpr double kPanRooms_per_s = 0.5;   // by arrows, shares of the picture's room
constexpr double kKeyStep_s = 0.1;        // by which a key of the path moves
constexpr double kWheelStep = 1.2;        // of the speed
const double kZoomStep = std::sqrt(2.0);  // two clicks are twice as large
constexpr double kLeastSpeed_m_per_s = 0.01, kMostSpeed_m_per_s = 1000.0;

void set_speed(Model& model, double steps) {
  model.speed_m_per_s =
      std::clamp(model.speed_m_per_s * std::pow(kWheelStep, steps), kLeastSpeed_m_per_s, kMostSpeed_m_per_s);
  model.messages.hint(formatted("speed %.3g m/s", model.speed_m_per_s));
}

/// Or a list to choose from: it has the keyboard.
bool is_menu_open() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

/// About the middle of the room.
void zoom_by(Model& model, double factor) {
  const VkRect2D& room = model.room;
  model.zoom.by(factor, model.session.extent(), room,
                {room.offset.x + 0.5 * room.extent.width, room.offset.y + 0.5 * room.extent.height});
}

/// `with_control`: keys that have other meanings without it. True if it was one.
bool zooms(Model& model, const KeyPress& press) {
  const bool is_with = press.with_control;
  if (press.key == GLFW_KEY_KP_ADD || (is_with && (press.letter == '+' || press.letter == '='))) {
    zoom_by(model, kZoomStep);
  } else if (press.key == GLFW_KEY_KP_SUBTRACT || (is_with && press.letter == '-')) {
    zoom_by(model, 1.0 / kZoomStep);
  } else if (is_with && (press.key == GLFW_KEY_0 || press.key == GLFW_KEY_KP_0)) {
    model.zoom.fit();
  } else if (is_with && (press.key == GLFW_KEY_1 || press.key == GLFW_KEY_KP_1)) {
    model.zoom.whole(model.session.extent(), model.room);
  } else {
    return false;
  }
  return true;
}

/// By buttons and keys that are down.
SceneDrag::Kind scene_drag_kind() {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsKeyDown(GLFW_KEY_T)) return SceneDrag::Kind::light;
  if (!io.MouseDown[1] && !io.KeyAlt) return SceneDrag::Kind::look;
  return io.KeyShift ? SceneDrag::Kind::dolly : SceneDrag::Kind::orbit;
}

/// Keys of the timeline.
void take_path_key(Model& model, const KeyPress& press) {
  if (model.path_recorder.is_on() || model.session.source().kind() == session::SourceKind::picture) return;
  const double aside_s = press.key == GLFW_KEY_PAGE_UP ? -kKeyStep_s : kKeyStep_s;
  const session::CameraPath& path = model.playback.path;
  if (press.letter == 'k' && press.with_shift && model.playback.is_possible()) {
    set_key(model);
  } else if (press.letter == 'k') {
    add_key(model);
  } else if (!model.playback.is_possible()) {
    return;
  } else if (press.key == GLFW_KEY_DELETE) {
    remove_key(model);
  } else if (press.key == GLFW_KEY_PAGE_UP || press.key == GLFW_KEY_PAGE_DOWN) {
    if (press.with_shift) {
      model.path_key = std::min(model.path_key, path.keys().size() - 1);
      move_key(model, path.keys()[model.path_key].time_s + aside_s);
    } else {
      step_to_key(model, press.key == GLFW_KEY_PAGE_UP ? -1 : 1);
    }
  } else {
    return;
  }
  model.messages.hint(formatted("key %zu of %zu, at %.2f s", model.path_key + 1, path.keys().size(),
                                path.keys()[model.path_key].time_s));
}

void take_control_key(Model& model, const KeyPress& press) {
  if (press.letter == 'q') model.wants_quit = true;
  if (model.question.asked || model.preset_question.is_asked) return;
  if (press.letter == 'o') model.question.asked = FileQuestion::What::open;
  if (ImGui::GetIO().WantTextInput) return;  // a field has its own
  if (zooms(model, press)) return;
  session::Controls& controls = model.session.controls;
  if (press.letter == 'y' || (press.letter == 'z' && press.with_shift)) {
    model.history.redo(controls, model.playback.path);
  } else if (press.letter == 'z') {
    model.history.undo(controls, model.playback.path);
  }
}

/// The picture again, where an error map or a calibration screen has its place.
bool leaves_screen(Model& model) {
  session::CalibrationScreen& calibration = model.session.controls.calibration;
  const bool is_left = model.shown_difference.picture() != nullptr || calibration != session::CalibrationScreen::none ||
                       model.other.show == OtherFile::Show::whole;
  if (is_left) model.shown_difference.to = Difference::To::nothing;
  if (is_left) calibration = session::CalibrationScreen::none;
  if (is_left) model.other.show = OtherFile::Show::nothing;
  return is_left;
}

/// Escape, where Dear ImGui and dialogs have no use for it: the desktop's dialog is closed, else help is closed, else
/// loading or a recording stops, else the newest error is closed, else panels lose the keyboard, or the picture is
/// shown again.
void leave(Model& model) {
  if (model.desktop_dialog.is_open()) {
    model.desktop_dialog.close();
    model.question.asked.reset();
  }
  if (model.question.asked || model.preset_question.is_asked) return;
  if (model.is_help_shown) {
    model.is_help_shown = false;
  } else if (model.loading.is_on()) {
    model.loading.stop();
  } else if (model.recording.is_on() && !is_menu_open()) {
    finish_recording(model);
  } else if (!ImGui::IsAnyItemActive() && !is_menu_open() && !model.messages.close_error()) {
    const bool is_in_panels = std::exchange(model.panels.has_keyboard, false) || ImGui::GetIO().NavVisible;
    if (is_in_panels || !leaves_screen(model)) ImGui::SetWindowFocus(nullptr);
  }
}

void take_key(Model& model, const KeyPress& press, bool is_drawn) {
  switch (press.key) {
    case GLFW_KEY_F1:
      model.is_help_shown = !model.is_help_shown;
      return;
    case GLFW_KEY_F6:
      model.panels.is_shown = true;
      model.panels.wants_focus = true;
      model.panels.has_keyboard = true;
      return;
    case GLFW_KEY_F10:
      model.panels.is_shown = true;
      model.panels.wants_menu_focus = true;
      return;
    case GLFW_KEY_ESCAPE:
      leave(model);
      return;
    case GLFW_KEY_F11:
      model.wants_full_screen = !model.wants_full_screen;
      return;
    case GLFW_KEY_F12:
      if (!is_drawn) return;
      if (press.with_shift) {
        model.wants_window_shot = next_screenshot(model);
      } else {
        save_picture(model, next_screenshot(model));
      }
      return;
    default:
      break;
  }
  // What follows are letters, which may be meant for a field.
  if (ImGui::GetIO().WantTextInput || model.question.asked || model.preset_question.is_asked) return;
  if (is_menu_open()) return;
  bool& is_locked = model.session.controls.settings.exposure.hold;
  if (press.letter == 'r') model.session.reset_exposure();
  if (press.letter == 'l') is_locked = !is_locked;
  if (press.letter == 'i') model.is_inspecting = !model.is_inspecting;
  if (press.letter == 'c') {
    constexpr std::uint32_t kChannels = std::size(kChannelNames);
    model.channel = (model.channel + (press.with_shift ? kChannels - 1 : 1)) % kChannels;
    model.messages.hint(model.channel == 0 ? "all channels" : std::string(kChannelNames[model.channel]) + " alone");
  }
  if (press.letter == ',') step_file(model, -1);
  if (press.letter == '.') step_file(model, 1);
  if (press.letter == 'x') toggle_other(model, OtherFile::Show::whole);
  if (press.letter == 'v') toggle_other(model, OtherFile::Show::wipe);
  if (press.letter == 'f' && press.with_shift) {
    model.zoom.whole(model.session.extent(), model.room);
  } else if (press.letter == 'f') {
    model.zoom.fit();
  }
  if (zooms(model, press)) return;
  if (!Hands::do_arrows_navigate(model)) take_path_key(model, press);
  const bool is_scene = model.session.source().kind() == session::SourceKind::scene;
  if (press.key == GLFW_KEY_HOME && is_scene && !Hands::do_arrows_navigate(model)) {
    const ImVec2 cursor = ImGui::GetIO().MousePos;
    model.playback.is_playing = false;
    if (press.with_shift) {
      frame_object(model, double(model.pixels_per_unit) * glm::dvec2(cursor.x, cursor.y));
    } else {
      frame_all(model);
    }
  }
  switch (press.key) {
    case GLFW_KEY_TAB:
      model.panels.is_shown = !model.panels.is_shown;
      return;
    case GLFW_KEY_SPACE:
      if (!ImGui::GetIO().NavVisible) model.toggle_play();  // else it presses what is marked in a panel
      return;
    default:
      break;
  }
  const std::size_t index = std::size_t(std::ranges::find(kPanelKeys, press.key) - kPanelKeys.begin());
  if (press.with_alt) {
    if (index < Slots::kCount) go_to_slot(model, index);
    return;
  }
  if (index >= session::kPanels) return;
  bool& is_open = model.panels.is_open[index];
  is_open = !is_open;
  if (is_open) model.panels.scroll_to = session::Panel(index);
}

}  // namespace

bool Hands::do_arrows_navigate(const Model& model) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_in_panels = model.panels.is_shown && (model.panels.has_keyboard || io.NavVisible);
  return is_in_panels || io.WantTextInput || is_menu_open() || model.question.asked || model.preset_question.is_asked;
}

void Hands::take_keys(Model& model, const std::vector<KeyPress>& pressed, bool is_drawn) {
  for (const KeyPress& press : pressed) {
    if (press.with_control) {
      take_control_key(model, press);
    } else {
      take_key(model, press, is_drawn);
    }
  }
}

void Hands::take_gamepad(Model& model, const std::optional<PadState>& pad, double delta_time_s) {
  if (!pad) {
    pad_before_ = {};
    return;
  }
  const PadMoves moves = pad_moves(*pad, pad_before_, delta_time_s);
  pad_before_ = *pad;
  if (moves.toggles_play) model.toggle_play();
  if (moves.toggles_panels) model.panels.is_shown = !model.panels.is_shown;
  if (moves.resets_exposure) model.session.reset_exposure();
  bool& is_locked = model.session.controls.settings.exposure.hold;
  if (moves.toggles_lock) is_locked = !is_locked;
  if (moves.speed_steps != 0) set_speed(model, moves.speed_steps);
  if (!moves.moves_camera()) return;
  session::Pose& pose = model.session.controls.view.pose;
  pose = session::turned(pose, moves.right_deg, moves.up_deg);
  pose = session::moved(pose, moves.motion, delta_time_s * model.speed_m_per_s);
  model.playback.is_playing = false;
}

bool Hands::has_gamepad_moved(const std::optional<PadState>& pad) {
  const bool has_moved = pad && (pad != seen_pad_ || pad_moves(*pad, *pad, 1.0).moves_camera());
  seen_pad_ = pad;
  return has_moved;
}

void Hands::move_camera(Model& model, double delta_time_s) {
  const ImGuiIO& io = ImGui::GetIO();
  session::Pose& pose = model.session.controls.view.pose;
  const session::Pose before = pose;
  // Where a frame is slow, the mouse may have come from afar in the one in which it clicks.
  const bool has_clicked = ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1) || ImGui::IsMouseClicked(2);
  const glm::dvec2 dragged = has_clicked ? glm::dvec2(0.0) : glm::dvec2(io.MouseDelta.x, io.MouseDelta.y);
  const bool is_button_down = io.MouseDown[0] || io.MouseDown[1] || io.MouseDown[2];
  if (!is_button_down) {
    is_looking_ = false;
    MeasureDrag::end(model);
  }
  const double pixels = double(model.pixels_per_unit);
  const VkExtent2D picture = model.session.extent();
  const bool is_scene = model.session.source().kind() == session::SourceKind::scene;
  const bool is_picture = model.session.source().kind() == session::SourceKind::picture;
  const glm::dvec2 cursor = pixels * glm::dvec2(io.MousePos.x, io.MousePos.y);
  if (!io.WantCaptureMouse && has_clicked) {
    is_looking_ = true;
    if (ImGui::IsKeyDown(GLFW_KEY_M)) measure_drag_.begin(model, cursor);
    drag_.begin(model, is_scene ? scene_drag_kind() : SceneDrag::Kind::look, cursor);
    if (is_scene && ImGui::IsMouseDoubleClicked(0)) focus(model, cursor);
  }
  if (model.drawn_measure) {
    measure_drag_.move(model, cursor);
  } else if (is_looking_ && (is_picture || io.KeyCtrl || io.MouseDown[2])) {
    model.zoom.pan(pixels * dragged, picture, model.room);
  } else if (is_looking_) {
    drag_.move(model, cursor, pixels * dragged);
  }
  if (!io.WantCaptureMouse && io.MouseWheel != 0.0f) {
    if (is_scene && io.KeyShift) {
      dolly(model, cursor, double(io.MouseWheel));
    } else if (is_scene && !io.KeyCtrl) {
      set_speed(model, double(io.MouseWheel));
    } else {
      model.zoom.by(std::pow(kZoomStep, double(io.MouseWheel)), picture, model.room, cursor);
    }
  }
  if (has_clicked) model.panels.has_keyboard = false;
  const auto axis = [](int positive, int negative) {
    return double(ImGui::IsKeyDown(positive)) - double(ImGui::IsKeyDown(negative));
  };
  const glm::dvec2 arrows = do_arrows_navigate(model)
                                ? glm::dvec2(0.0)
                                : glm::dvec2(axis(GLFW_KEY_RIGHT, GLFW_KEY_LEFT), axis(GLFW_KEY_UP, GLFW_KEY_DOWN));
  // Whoever lets go of Ctrl before the arrow still means to pan.
  is_panning_ = arrows != glm::dvec2(0.0) && (is_picture || io.KeyCtrl || is_panning_);
  if (is_panning_) {
    const double pixels_per_s = kPanRooms_per_s * double(std::max(model.room.extent.width, model.room.extent.height));
    model.zoom.pan(delta_time_s * pixels_per_s * glm::dvec2(-arrows.x, arrows.y), picture, model.room);
  } else if (arrows != glm::dvec2(0.0)) {
    const double enlarged = std::max(1.0, model.zoom.scale(picture, model.room));
    const double degrees = delta_time_s * kTurn_deg_per_s * (io.KeyShift ? kFastTurn : 1.0) / enlarged;
    pose = session::turned(pose, degrees * arrows.x, degrees * arrows.y);
  }
  if (!io.WantTextInput && !io.KeyCtrl && !is_menu_open()) {
    const session::Motion motion = {axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q),
                                    axis(GLFW_KEY_W, GLFW_KEY_S)};
    pose = session::moved(pose, motion, delta_time_s * model.speed_m_per_s * (io.KeyShift ? kFast : 1.0));
  }
  // Whoever takes the camera in hand leaves the path.
  if (pose != before) model.playback.is_playing = false;
}

}  // namespace viewer
