// SPDX-License-Identifier: MIT
// State that the panels show and change.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_MODEL_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_MODEL_H

#include <viewer/interface.h>

#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "compare/comparer.h"
#include "files/output_guard.h"
#include "session/resize_lab.h"
#include "session/script_writer.h"
#include "session/session.h"
#include "session/settings/own_presets.h"
#include "session/source/navigation.h"
#include "session/window_change.h"
#include "viewer/files/file_list.h"
#include "viewer/files/file_question.h"
#include "viewer/files/file_watch.h"
#include "viewer/files/loading.h"
#include "viewer/files/other_file.h"
#include "viewer/files/thumbnails.h"
#include "viewer/inspection/difference.h"
#include "viewer/inspection/display_output.h"
#include "viewer/inspection/overlay_numbers.h"
#include "viewer/inspection/slot_picture.h"
#include "viewer/inspection/texel_grid.h"
#include "viewer/inspection/zoom.h"
#include "viewer/model/golden.h"
#include "viewer/model/history.h"
#include "viewer/model/messages.h"
#include "viewer/model/path_keys.h"
#include "viewer/model/path_recorder.h"
#include "viewer/model/recording.h"
#include "viewer/model/timings.h"
#include "viewer/window/system_dialog.h"
#include "viewer/window/texel_probe.h"

namespace viewer {

/// Keys that open and close panels, in the panels' order: GLFW's numbers of them are those of the characters.
inline constexpr std::string_view kPanelKeys = "1234567890-=OP";
static_assert(kPanelKeys.size() == session::kPanels);

/// By VIEWER_CHANNEL_*.
inline constexpr const char* kChannelNames[] = {"all", "red", "green", "blue", "alpha", "luminance"};

/// Panels that are open.
struct PanelState {
  std::array<bool, session::kPanels> is_open = {};
  std::optional<session::Panel> scroll_to;  ///< once
  bool is_shown = true;                     ///< all of them, and the menu
  bool wants_focus = false;                 ///< of the keyboard, once
  bool wants_menu_focus = false;            ///< likewise, for the menu
  bool has_keyboard = false;                ///< which was given to the panels: until Escape or a click
};

/// A question for a preset's name.
struct NameQuestion {
  bool is_asked = false;
  std::string old_name;  ///< to be renamed; empty: settings are to be saved
  std::string name;
  Replacement replacement;
  bool wants_focus = false;  ///< of the keyboard, for the name, once
};

struct Model {
  Model(engine::Context& its_context, session::Session& its_session, Loading& its_loading)
      : context(its_context),
        session(its_session),
        loading(its_loading),
        other(its_context),
        measurer(its_context),
        grid_reader(its_context),
        comparer(its_context) {}

  engine::Context& context;
  session::Session& session;
  Loading& loading;
  Loading relighting;  ///< of the scene that is shown
  Messages messages;
  PanelState panels;
  History history;
  Slots slots;
  session::OwnPresets presets{session::OwnPresets::default_folder()};
  NameQuestion preset_question;
  FileQuestion question;
  FileBrowser browser;
  Recents recents{{}};
  SystemDialog desktop_dialog;
  bool uses_desktop_dialogs = true;

  FileList files;
  OtherFile other;
  Thumbnails thumbnails;
  const std::map<std::filesystem::path, ThumbnailPlace>* thumbnail_places = nullptr;  ///< null: there is no interface
  FileWatch watch, other_watch;                                                       ///< over what is compared
  bool reloads = true;        ///< files that are written anew while they are shown
  bool is_reloading = false;  ///< that is what is being loaded

  image_io::LayerChoice layers;          ///< of the file that is shown
  std::filesystem::path pending;         ///< to be loaded, or opened once a frame says so; empty: none
  image_io::LayerChoice pending_layers;  ///< of that file
  photopic::gpu::ExposureState state = {};
  bool has_state = false;
  session::Playback playback;
  double animation_speed = 1.0;  ///< of a paused animation, once it goes on
  double speed_m_per_s = session::kWalkingSpeed_m_per_s;
  session::Surroundings shown_light;  ///< while it is dragged in the panel, ahead of what lights the scene
  bool is_light_dragged = false;

  Zoom zoom;
  std::uint32_t fitting_overlay_scale = 0;  ///< where nobody asks for another
  VkRect2D room = {};                       ///< for the picture, pixels of the window; of the frame before
  float pixels_per_unit = 1.0f;             ///< of the window system's coordinates
  bool is_inspecting = false;
  session::Measurer measurer;
  std::vector<session::MeasureValues> measured;   ///< a frame or two old
  std::optional<session::Measure> drawn_measure;  ///< while the mouse draws it
  session::RegionReader grid_reader;
  TexelGrid texel_grid;     ///< a frame or two old
  VkRect2D grid_read = {};  ///< what is being read for it
  std::uint32_t channel = VIEWER_CHANNEL_ALL;
  bool inspects_other = false;                    ///< a texel of the other file's picture
  std::optional<glm::ivec2> inspected;            ///< texel under the cursor, while it is looked into
  std::optional<TexelValues> texel;               ///< what came of it: a frame or two old
  std::optional<OverlayNumbers> overlay_numbers;  ///< likewise

  Recording recording;
  PathRecorder path_recorder;
  std::size_t path_key = 0;  ///< of playback.path, that is marked on the timeline
  TimelineSpan timeline_span;
  std::optional<session::ScriptWriter> script_recorder;  ///< while a script is recorded
  double script_started_s = 0.0;                         ///< of time_s
  double time_s = 0.0;                                   ///< of the frames

  session::ResizeLab lab;
  session::SweepPlan sweep;
  Timings timings;
  double picture_ms = 0.0;       ///< from a picture to the next frame, smoothed; 0: not known
  bool has_new_picture = false;  ///< the frame before had one: not the interface alone was drawn
  bool is_still = false;         ///< the next frame is of the interface alone, if a hand does nothing
  bool is_vsync = true;

  Golden golden;
  compare::Comparer comparer;
  bool compares_each_frame = false;
  std::optional<photopic::MetricsResult> difference;
  Difference shown_difference;
  SlotPicture slot_picture;  ///< that the difference is shown to, if it is one of settings that aren't shown

  DisplayOutput output;                     ///< of the window
  std::vector<VkSurfaceFormatKHR> offered;  ///< by the system, for the window
  bool has_hdr_metadata = false;            ///< the window tells the system the display's range
  bool is_preview_dimmed = false;           ///< HDR pictures on SDR windows with the peak as white, not paper white

  files::OutputGuard inputs;
  std::filesystem::path settings_file;          ///< that was loaded last, and may be saved again; empty: none
  std::filesystem::path output_folder;          ///< of screenshots; empty: the current one
  std::map<std::uint32_t, std::string> drafts;  ///< what is being typed, by the field's id, until it is taken
  bool is_help_shown = false;
  bool wants_full_screen = false;
  std::filesystem::path wants_window_shot;  ///< file for a picture of the next frame's window; empty: none
  bool wants_quit = false;

  /// Plays the camera path from its start, and says so.
  void play();
  /// Plays or pauses the camera path; without one, the scene's animation.
  void toggle_play();
  void toggle_animation();
  /// What settings go back to: what programs start from, with the operator that is chosen.
  const session::Settings& defaults();

 private:
  std::optional<session::Settings> defaults_;
};

/// Runs `action`; what it throws becomes a message, in the window and on stderr. False if it threw.
template <class Action>
bool attempt(Model& model, const Action& action) {
  try {
    action();
    return true;
  } catch (const std::exception& error) {
    model.messages.error(error.what());
    return false;
  }
}

/// Says that an animation is played, and how to pause it.
void tell_animation(Model& model);
/// Tells the source's warnings, in the window and on stderr.
void tell_warnings(Model& model);
/// Opens `file` in a frame to come, in place of another that waits.
void open_soon(Model& model, const std::filesystem::path& file, const image_io::LayerChoice& layers = {});
/// Shows `file`, with a message if it can't be shown; what was shown then stays. Waits until it is read.
void open(Model& model, const std::filesystem::path& file, const image_io::LayerChoice& layers = {});
/// The same of what has been loaded.
void show_loaded(Model& model);
/// What was dropped on the window: a panorama on a scene is its environment; of all else, the first is opened.
void take_dropped(Model& model, const std::vector<std::filesystem::path>& files);
/// Completes the video that is recorded.
void finish_recording(Model& model);
/// Takes settings that go together; a hint tells why others don't. Another method than before, the pyramid, takes back
/// what it can't do.
void apply(Model& model, session::Settings settings);
/// The picture with what the overlay draws, without the panels: texels of session::picture_format(). Waits for the
/// queue.
std::vector<std::byte> read_picture(const Model& model);
/// Of 8 bits as PNG, of codes of 10 as PNG of 16 that says its encoding, of floats as OpenEXR, whatever the file's name
/// ends in.
void save_picture(Model& model, const std::filesystem::path& file);
/// Goldens, and what is compared, are the picture without the overlay.
void capture_golden(Model& model);
void compare_golden(Model& model);
/// Makes what model.shown_difference is to show, of the picture as it is now. Waits for the queue.
void make_difference(Model& model);
/// Of the slot that differences are shown to; null if it is none, the one that is shown, or one that was never used.
const session::Settings* compared_settings(const Model& model);
/// Settings of another slot.
void go_to_slot(Model& model, std::size_t slot);
/// Carries out what a file name was asked for.
void answer(Model& model, FileQuestion::What what, const std::filesystem::path& file);
/// "photopic-0001.png" in the output folder: the first of these that doesn't exist.
std::filesystem::path next_screenshot(const Model& model);

}  // namespace viewer

#endif
