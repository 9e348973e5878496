// SPDX-License-Identifier: MIT
// Frames of the viewer's window: sizes, outputs, what is recorded and presented.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/common.hpp>
#include <utility>

#include "viewer/files/file_actions.h"
#include "viewer/live_application.h"
#include "viewer/window/overlay_scale.h"

namespace viewer {
namespace {

constexpr VkExtent2D kLeastPicture = {16, 16};  // where panels leave no room: a frame must have some size

/// Whether the picture's settings have local exposure there.
bool is_locally_exposed(const session::Controls& controls, VkExtent2D extent, glm::ivec2 texel) {
  if (controls.settings.local_exposure.local_exposure == photopic::LocalExposure::off) return false;
  const session::Comparison& comparison = controls.comparison;
  const bool is_right = double(texel.x) >= double(comparison.split) * double(extent.width);
  return !(comparison.is_on && is_right && (comparison.without & photopic::kEffectLocalExposure) != 0);
}

}  // namespace

/// What the interface leaves for the picture, pixels of the window.
VkRect2D Application::room() const {
  const float pixels = window_.pixels_per_unit();
  return {{int(picture_.left * pixels), int(picture_.top * pixels)},
          {std::uint32_t(std::max(picture_.width * pixels, 0.0f)),
           std::uint32_t(std::max(picture_.height * pixels, 0.0f))}};
}

/// The session's frames have the size of the room for them, or what the resize lab asks for.
void Application::fit_picture() {
  const VkExtent2D inside = room().extent;
  const VkExtent2D fitting = {std::max(kLeastPicture.width, inside.width),
                              std::max(kLeastPicture.height, inside.height)};
  session_.resize(model_.lab.is_running()    ? model_.lab.extent()
                  : model_.recording.is_on() ? model_.recording.extent()
                                             : fitting);
  fit_overlay(fitting);
}

/// Text of the overlay as large as the interface's, also where a picture is shown smaller than it is; until someone
/// says otherwise.
void Application::fit_overlay(VkExtent2D fitting) {
  const float density = gui_.scale() * window_.pixels_per_unit();
  const float shrink = std::max(float(session_.extent().width) / float(fitting.width),
                                float(session_.extent().height) / float(fitting.height));
  const std::uint32_t scale = fitting_overlay_scale(density * std::max(1.0f, shrink), session_.extent());
  if (scale == model_.fitting_overlay_scale) return;
  model_.fitting_overlay_scale = scale;
  if (!options_.has_overlay_scale) session_.controls.overlay.scale = scale;
}

double Application::running_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

/// The window's format, by the picture's encoding and what the system offers now.
void Application::fit_output() {
  const photopic::DisplaySettings& display = session_.controls.settings.display;
  const double now_s = running_s();
  const bool is_changed =
      display.encoding != output_display_.encoding || display.paper_white_nits != output_display_.paper_white_nits ||
      display.peak_nits != output_display_.peak_nits || display.min_nits != output_display_.min_nits ||
      display.limit_primaries != output_display_.limit_primaries;
  if (!is_changed && now_s < output_checked_s_ + kOutputCheck_s) return;
  output_checked_s_ = now_s;
  output_display_ = display;
  try {
    model_.offered = swapchain_.formats();
  } catch (const engine::Error&) {
    return;  // of a surface that is lost, which begin() finds out, and mends
  }
  model_.output = choose_output(model_.offered, display.encoding, context_.has_swapchain_colorspace());
  if (model_.output.surface.format != VK_FORMAT_UNDEFINED) swapchain_.choose(model_.output.surface);
  if (is_changed) swapchain_.set_metadata(photopic::hdr_metadata(display));
}

/// After begin(): whatever the swapchain's images are now.
void Application::fit_targets() {
  if (generation_ == swapchain_.generation()) return;
  presenter_.set_targets(swapchain_.format(), swapchain_.views(), swapchain_.extent());
  generation_ = swapchain_.generation();
}

gpu::PresentParams Application::present_params() const {
  const photopic::DisplaySettings& display = session_.ldr_display();
  const engine::Image* const difference = model_.shown_difference.picture();
  const bool is_flipped = is_other_shown(model_, OtherFile::Show::whole);
  const VkExtent2D picture = difference != nullptr ? difference->extent()
                             : is_flipped          ? model_.other.ldr().extent()
                                                   : session_.extent();
  const VkRect2D inside = clipped(room(), swapchain_.extent());
  const auto place_of = [&](VkExtent2D extent) {
    const VkRect2D at = extent.width == 0 ? VkRect2D{} : model_.zoom.place(extent, inside);
    return gpu::PresentPlace{.left = at.offset.x,
                             .top = at.offset.y,
                             .width = at.extent.width,
                             .height = at.extent.height,
                             .picture_width = extent.width,
                             .picture_height = extent.height,
                             .unused_0 = 0,
                             .unused_1 = 0};
  };
  const gpu::PresentPlace place = place_of(picture);
  const bool is_wiped = is_other_shown(model_, OtherFile::Show::wipe);
  const bool is_hdr = model_.output.is_hdr();
  const float surface_white =
      photopic::is_hdr(display.encoding) && model_.is_preview_dimmed ? display.peak_nits : display.paper_white_nits;
  return {.picture = place,
          .other = is_wiped ? place_of(model_.other.ldr().extent()) : gpu::PresentPlace{},
          .channel = difference != nullptr ? VIEWER_CHANNEL_ALL : model_.channel,
          .wipe = place.left + int(std::lround(double(model_.other.split) * double(place.width))),
          .picture_encoding = std::uint32_t(display.encoding),
          .surface_encoding = std::uint32_t(model_.output.encoding),
          .paper_white_nits = display.paper_white_nits,
          // White of the interface is the window's white, except where that is brighter than paper.
          .ui_white_nits = is_hdr ? display.ui_white_nits : surface_white,
          .scrgb_reference_nits = display.scrgb_reference_nits,
          .surface_white_nits = surface_white,
          .is_nearest = model_.zoom.is_nearest(picture, inside) ? 1u : 0u,
          .clip_left = inside.offset.x,
          .clip_top = inside.offset.y,
          .clip_width = inside.extent.width,
          .clip_height = inside.extent.height};
}

void Application::draw_frame() {
  fit_output();
  const auto frame = swapchain_.begin(window_.extent(), model_.is_vsync);
  if (!frame) {
    gui_.drop_frame();
    if (!is_scripted()) recorded_time_s_ = time_s_;  // the eye rests while nothing is shown
    return;
  }
  fit_targets();
  engine::GpuTimer& timer = *timers_[frame->slot];
  model_.timings.add(timer.results());  // of the frame that had this slot
  if (const auto values = probe_.take(frame->slot)) {
    // The inspector's window shows what it has a frame after it was laid out.
    if (!model_.texel || *model_.texel != *values) frames_due_ = kSettlingFrames + 1;
    model_.texel = values;
  }
  if (const auto numbers = overlay_probe_.take(frame->slot)) {
    model_.overlay_numbers = numbers;
    frames_due_ = std::max(frames_due_, 1);  // handles follow it
  }
  take_measures(frame->slot);
  collect_sweep();
  timer.reset(frame->command_buffer);
  shot_.prepare(model_, swapchain_);
  record(*frame);
  swapchain_.end(*frame);
  shot_.save(model_, swapchain_, !is_scripted());
  if (is_drawn_) {
    for (const session::WindowChange& change : std::exchange(kept_changes_, {})) keep_picture(model_, change);
  }
  if (model_.recording.is_on()) record_video();
  if (is_drawn_ && model_.shown_difference.is_due()) {
    make_difference(model_);
    frames_due_ = std::max(frames_due_, 2);  // shows it
  }
  recorded_time_s_ = time_s_;
}

/// What was read of the frame that had this slot.
void Application::take_measures(std::uint32_t slot) {
  if (auto values = model_.measurer.take(slot)) {
    if (*values != model_.measured) frames_due_ = std::max(frames_due_, kSettlingFrames);
    model_.measured = std::move(*values);
  }
  TexelGrid grid = {.region = model_.grid_read, .texels = {}};
  const float scale = 1.0f / (is_shown() ? session_.source().pre_exposure() : 1.0f);
  const auto add = [&](std::size_t, const glm::vec4& texel) { grid.texels.push_back(scale * texel); };
  if (!model_.grid_reader.take(slot, add)) return;
  if (grid.texels.size() == std::size_t{grid.region.extent.width} * grid.region.extent.height) model_.texel_grid = grid;
}

void Application::record_video() {
  attempt(model_, [&] { model_.recording.add(session_.extent(), read_picture(model_), session_.ldr_display()); });
  if (model_.recording.is_on() && model_.recording.is_complete()) {
    finish_recording(model_);
    model_.playback.is_playing = false;
  }
}

void Application::collect_sweep() {
  if (model_.lab.is_running()) {
    model_.lab.collect(engine::Swapchain::kInFlight);
  } else if (model_.lab.has_uncollected()) {
    swapchain_.wait();  // once: for the last widths
    model_.lab.collect(0);
  }
}

/// The picture that differences are shown to.
void Application::record_slot(VkCommandBuffer command_buffer, double delta_s, bool is_cut) {
  const session::Settings* settings = compared_settings(model_);
  if (settings == nullptr) {
    model_.slot_picture.clear();
    return;
  }
  const auto record = [&] {
    model_.slot_picture.record(context_, command_buffer, session_, *settings, delta_s, is_cut);
  };
  if (!attempt(model_, record)) model_.shown_difference.to = Difference::To::nothing;
}

void Application::record_measures(VkCommandBuffer command_buffer, std::uint32_t slot) {
  const std::vector<session::Measure>& measures = session_.controls.measures;
  if (measures.empty() || !is_drawn_) return;
  attempt(model_, [&] { model_.measurer.record(command_buffer, slot, session_.measured(), measures); });
}

/// The texels that are seen, where numbers have room in them; each frame, since the picture may be panned.
void Application::record_grid(VkCommandBuffer command_buffer, std::uint32_t slot) {
  const VkExtent2D extent = session_.extent();
  const bool is_hidden =
      !is_drawn_ || model_.shown_difference.picture() != nullptr || is_other_shown(model_, OtherFile::Show::whole);
  if (is_hidden || model_.zoom.scale(extent, model_.room) < kNumbersFrom) {
    model_.texel_grid = {};
    return;
  }
  const VkRect2D& room = model_.room;
  const auto within = [&](double x, double y) {
    const glm::ivec2 texel = model_.zoom.texel_at(extent, room, {x, y});
    return glm::clamp(texel, glm::ivec2(0), glm::ivec2(extent.width, extent.height) - 1);
  };
  const glm::ivec2 first = within(room.offset.x, room.offset.y);
  const glm::ivec2 last = within(double(room.offset.x) + room.extent.width, double(room.offset.y) + room.extent.height);
  const VkRect2D region = {{first.x, first.y},
                           {std::uint32_t(last.x - first.x + 1), std::uint32_t(last.y - first.y + 1)}};
  const bool is_new = std::memcmp(&region, &model_.grid_read, sizeof region) != 0 || model_.texel_grid.texels.empty();
  if (is_new) frames_due_ = std::max(frames_due_, kSettlingFrames);
  model_.grid_read = region;
  attempt(model_, [&] { model_.grid_reader.record(command_buffer, slot, session_.source().hdr(), {&region, 1}); });
}

/// The picture of the file that the shown one is compared with.
void Application::record_other(VkCommandBuffer command_buffer, double delta_s, bool is_cut) {
  if (!is_other_wanted(model_)) {
    model_.other.expire();
    return;
  }
  attempt(model_, [&] { model_.other.record(command_buffer, session_, delta_s, is_cut); });
}

/// What is under the cursor.
void Application::record_probe(VkCommandBuffer command_buffer, std::uint32_t slot) {
  if (!model_.inspected || !is_drawn_) return;
  const bool is_other = model_.inspects_other && model_.other.has_picture();
  const session::Session& shown = is_other ? model_.other.session() : session_;
  const VkExtent2D extent = shown.extent();
  if (std::uint32_t(model_.inspected->x) >= extent.width || std::uint32_t(model_.inspected->y) >= extent.height) return;
  probe_.record(command_buffer, slot, shown.source().hdr(), shown.source().pre_exposure(), shown.picture(),
                *model_.inspected);
  if (is_other) return;
  if (is_locally_exposed(working_, session_.extent(), *model_.inspected)) {
    probe_.record_local(command_buffer, slot, session_.post(), session_.weights());
  }
}

/// Notes the settings that are shown, for the script that is recorded.
void Application::note_script(bool is_cut) {
  if (!model_.script_recorder) return;
  model_.script_recorder->note(time_s_ - model_.script_started_s, session_.controls, is_cut);
}

/// The session's picture, if it may be another than the last.
void Application::record_picture(VkCommandBuffer command_buffer, std::uint32_t slot) {
  model_.has_new_picture = false;
  if (!is_shown()) return;
  engine::GpuTimer& timer = *timers_[slot];
  const double delta_s = time_s_ - recorded_time_s_;
  const bool is_cut = session_.is_cut();
  const bool is_changed = is_cut || is_relit_ || !session::is_same(session_.controls, working_);
  bool is_wanted = true;
  const auto record = [&] {
    fit_picture();
    is_wanted = wants_picture();
    if (!is_wanted) return;
    session_.record(command_buffer, delta_s, &timer);
    if (session_.controls.overlay.views != 0) {
      overlay_probe_.record(command_buffer, slot, session_.overlay_data(), session_.extent(),
                            session_.controls.overlay.views);
    }
    if (model_.lab.is_running()) {
      model_.lab.record(command_buffer, session_.source().hdr(), session_.source().pre_exposure(),
                        session_.controls.settings.meter);
    }
  };
  // An error ends the program where there is no picture, not even with the settings that it was started with.
  const bool is_hopeless = !is_drawn_ && failures_ > 0;
  if (is_hopeless) record();
  const bool is_recorded = is_hopeless || attempt(model_, record);
  if (is_recorded) note_script(is_cut && is_wanted);
  if (!is_wanted) return;
  if (is_recorded) {
    failures_ = 0;
    model_.has_new_picture = true;
    frames_due_ = std::max(frames_due_, 2);  // the last one is followed by the interface that says so
    record_slot(command_buffer, delta_s, is_cut);
    record_other(command_buffer, delta_s, is_cut);
    record_measures(command_buffer, slot);
    stillness_.note_picture(delta_s, is_changed || !is_drawn_);
    working_ = session_.controls;
    recorded_extent_ = session_.extent();
    is_drawn_ = true;
    is_relit_ = false;
    model_.shown_difference.expire();
  } else {
    ++failures_;
    // What can't be shown is taken back; the picture of the frame before stays.
    const session::View view = session_.controls.view;
    session_.controls = working_;
    session_.controls.view.pose = view.pose;
    if (failures_ > 1) working_.view.pose = view.pose;  // it isn't what failed
    is_relit_ = false;
  }
}

void Application::record(const engine::Swapchain::Frame& frame) {
  const VkCommandBuffer command_buffer = frame.command_buffer;
  engine::GpuTimer& timer = *timers_[frame.slot];
  record_picture(command_buffer, frame.slot);
  record_probe(command_buffer, frame.slot);
  record_grid(command_buffer, frame.slot);
  timer.begin(command_buffer, "Interface");
  const engine::Image& ui = gui_.record(command_buffer, swapchain_.extent());
  const engine::Image* const difference = model_.shown_difference.picture();
  const engine::Image& own = is_drawn_ ? session_.ldr() : nothing_;
  const engine::Image& picture = is_other_shown(model_, OtherFile::Show::whole) ? model_.other.ldr() : own;
  const engine::Image* const other = is_other_shown(model_, OtherFile::Show::wipe) ? &model_.other.ldr() : nullptr;
  presenter_.record(command_buffer, frame.image, difference != nullptr ? *difference : picture, other, ui,
                    present_params());
  timer.end(command_buffer);
  record_present(command_buffer, swapchain_, frame.image, shot_.buffer());
}

}  // namespace viewer
