// SPDX-License-Identifier: MIT
// Session of the command line or the viewer: a source of HDR frames, settings, and their pictures. No window.
#ifndef PHOTOPIC_TOOLS_SESSION_SESSION_H
#define PHOTOPIC_TOOLS_SESSION_SESSION_H

#include <photopic/debug_overlay.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "engine/gpu_timer.h"
#include "session/calibration.h"
#include "session/measure.h"
#include "session/settings/settings.h"
#include "session/source/source.h"

namespace session {

/// The right part of the picture with another operator; or the left part before the grade, or without effects.
struct Comparison {
  bool is_on = false;
  photopic::ToneMapper tone_mapper = photopic::ToneMapper::reinhard_extended;
  bool is_ungraded = false;   ///< left: the same operator, without grade and lookup tables; `tone_mapper` is unused
  std::uint32_t without = 0;  ///< bits photopic::Effect: the same operator without these, likewise
  float split = 0.5f;         ///< share of the width that the left part has; [0, 1]

  bool operator==(const Comparison&) const = default;
};

/// All that a frame depends on besides the source and the time.
struct Controls {
  Settings settings;
  photopic::OverlaySettings overlay;
  Comparison comparison;
  View view;
  CalibrationScreen calibration = CalibrationScreen::none;
  std::vector<Measure> measures;
};

/// Whether both make the same picture of the same scene, and measure the same in it.
bool is_same(const Controls& a, const Controls& b);

/// Makes pipelines that a session's first frame will need with these. A context that shares pipelines keeps them: while
/// a file is read, on any thread.
void prepare_pipelines(engine::Context& context, const Controls& controls);

/// Encodings that a session may be asked for.
enum class Depth {
  eight_bits,  ///< auto, sRGB, power 2.2: pictures of R8G8B8A8_UNORM
  any,         ///< all, in pictures of picture_format()
};

/// Not for several threads at once; the context must outlive it.
class Session {
 public:
  /// Frames of `extent` texels, but for pictures, which keep their size. Throws engine::Error.
  Session(engine::Context& context, VkExtent2D extent, Depth depth = Depth::eight_bits);

  Controls controls;
  image_io::LightChoice input_light;  ///< of pictures that are opened from now on
  std::uint32_t scene_samples = 1;    ///< of a pixel, of scenes that are opened from now on: 1 or 4
  engine::LightCache light_cache;     ///< of scenes that open() reads
  bool keeps_picture = false;         ///< picture() has no overlay, for one more image and a copy a frame
  /// Of frames in place of those of `controls`: until their light, which takes long, has come by relight().
  std::optional<Surroundings> kept_surroundings;
  /// Another session, whose last frame was recorded before this one's: frames are exposed as that one's, whatever is
  /// measured here. Null: as measured.
  const Session* exposed_as = nullptr;

  /// Shows `file` from its start, with an exposure of its own from the first frame on. Its first animation is played,
  /// unless none was; without a file before, the one that `controls` name, at their time. Throws files::Error,
  /// arguments::UsageError or engine::Error, also for what the first frame would throw, and keeps what was shown, with
  /// its picture in ldr(). Waits for the queue.
  void open(const std::filesystem::path& file);
  /// The same in other surroundings, which `controls` get.
  void open(const std::filesystem::path& file, const Surroundings& surroundings,
            const image_io::LayerChoice& layers = {});
  /// The same of what was read of `file`, in the surroundings that it was read for.
  void open(SourceData& data, const std::filesystem::path& file);
  /// The same of a source that was opened from `file`. The source is lost if this throws.
  void show(std::unique_ptr<Source> source, const std::filesystem::path& file);
  /// As Source::relight().
  void relight(SourceData& data) { source_->relight(data); }
  /// What is shown, for another session; this one has none then. Waits for the queue.
  std::unique_ptr<Source> release_source();
  /// As a new session would be, without a source and with an exposure, strip chart and controls of its own, but much
  /// sooner: what takes long to make is kept as long as it serves. Waits for the queue.
  void restart(VkExtent2D extent);
  /// What open() was given; empty without a source.
  const std::filesystem::path& file() const { return file_; }
  const Source& source() const { return *source_; }
  /// The picture's numbers before the module, of the last frame.
  Measurer::Source measured() const { return {source_->hdr(), weights(), double(source_->pre_exposure())}; }
  /// Of luminance, by channel of the source: as the meter has them.
  std::array<double, 3> weights() const {
    return luminance_weights(input_of(controls.settings.input, source_->facts(), file_));
  }
  /// Whether the next frame is another by itself: an animation is played.
  bool is_moving() const;
  /// The animation goes on, if one is played.
  void advance_animation(double delta_time_s);
  /// Throws arguments::UsageError for an animation that the file doesn't have.
  void check_animation() const;
  /// As Source::pick().
  std::optional<engine::SceneRenderer::Picked> pick(const glm::dvec3& from_m, const glm::dvec3& direction) {
    return source_->pick(from_m, direction);
  }
  /// Waits for the queue.
  void resize(VkExtent2D extent);
  /// The next frame takes the measured value at once, as after a cut. So does one in another panorama's light.
  void reset_exposure() { is_cut_ = true; }
  /// cd/m^2 of 1.0 in the source: ViewSettings::cd_m2_per_unit, or what the file says. Nothing: light is relative.
  std::optional<double> nits_of_one() const;
  /// What open() has set for OverlaySettings::false_color_automatic: true for relative light, which has no EV range of
  /// its own. A range that was chosen stays.
  bool starts_false_color_automatic() const { return starts_automatic_; }
  /// Whether it will: also of a source that was opened just now.
  bool is_cut() const { return is_cut_; }

  /// Renders, meters, adapts by `delta_time_s`, tone maps and draws the overlay. Needs a source. Throws
  /// arguments::UsageError for settings that don't go together, files::Error for a mask that can't be read. Before:
  /// readers of ldr(), at any stage, were submitted earlier and are ordered before COMPUTE_SHADER writes. After: ldr()
  /// in GENERAL, written at COMPUTE_SHADER. With a timer, which must be reset: a scope for each pass, up to kMaxScopes.
  void record(VkCommandBuffer command_buffer, double delta_time_s, engine::GpuTimer* timer = nullptr);
  static constexpr std::uint32_t kMaxScopes = 4;

  /// Of picture_format(ldr_display().encoding). Usage STORAGE, SAMPLED, TRANSFER_SRC and TRANSFER_DST.
  const engine::Image& ldr() const { return ldr_; }
  /// ldr() before the overlay drew over it, where `keeps_picture` is set; else ldr(). The same size, format and usage.
  const engine::Image& picture() const { return has_kept_ ? kept_ : ldr_; }
  /// The display that ldr() is encoded for: of the last frame that was recorded.
  const photopic::DisplaySettings& ldr_display() const { return ldr_display_; }
  const photopic::PostProcess& post() const { return post_; }
  /// photopic::DebugOverlay::data_buffer(): of another object after record() or resize().
  VkBuffer overlay_data() const { return overlay_.data_buffer(); }
  /// The newest exposure that has reached the CPU, without waiting. False, and `*state` untouched, before the first.
  bool statistics(photopic::gpu::ExposureState* state) const {
    return has_state_ && post_.statistics(0, state) == photopic::Status::ok;
  }
  VkExtent2D extent() const { return ldr_.extent(); }

 private:
  /// All that a source brings.
  struct Shown {
    std::unique_ptr<Source> source;
    std::filesystem::path file;
    Pose pose;
    PlayedAnimation animation;
    engine::Image ldr, kept;
    photopic::DisplaySettings ldr_display;
    bool has_kept;
  };

  void start_false_color();
  void start_animation();
  void rehearse();
  void take_back(Shown before, bool has_picture);
  void fit_to_source();
  Settings settings_in_force() const;
  void fit_ldr(const photopic::DisplaySettings& display);
  void fit_overlay(VkExtent2D extent);
  void fit_to_settings(const Settings& settings);
  void fit_object(const Settings& settings);
  void keep_state(photopic::PostProcess& next);
  void take_exposure(VkCommandBuffer command_buffer);
  void record_picture(VkCommandBuffer command_buffer, const Settings& settings, double delta_time_s,
                      engine::GpuTimer* timer);
  void record_calibration(VkCommandBuffer command_buffer, const Settings& settings);
  void record_tone_map(VkCommandBuffer command_buffer, const Settings& settings);
  void copy_picture(VkCommandBuffer command_buffer, const engine::Image& from, const engine::Image& to,
                    std::uint32_t left);
  void keep_picture(VkCommandBuffer command_buffer);

  engine::Context& context_;
  VkExtent2D wanted_extent_;
  Depth depth_;
  std::unique_ptr<Source> source_;
  std::filesystem::path file_;
  std::filesystem::path lit_by_;  ///< the last frame's panorama
  photopic::PostProcess post_;
  std::deque<photopic::Settings> used_;  ///< that post_ was made for, newest first
  photopic::DebugOverlay overlay_;
  VkExtent2D overlay_extent_ = {};                                       ///< largest picture that it takes
  std::uint32_t overlay_tone_mappers_ = photopic::kPortableToneMappers;  ///< that it can show
  photopic::OutputEncoding overlay_encoding_ = photopic::OutputEncoding::automatic;
  engine::Image ldr_;
  engine::Image beside_;  ///< the second picture of a comparison, where effects look around; of ldr_'s size and format
  engine::Image kept_;    ///< picture(), if has_kept_
  photopic::DisplaySettings ldr_display_;
  CalibrationPicture calibration_;
  bool is_cut_ = false;
  bool has_kept_ = false;
  bool starts_automatic_ = photopic::OverlaySettings().false_color_automatic;
  bool is_fitted_ = false;     ///< post_ has the size of ldr_
  bool has_state_ = false;     ///< a frame was recorded with post_
  bool is_restarted_ = false;  ///< and post_ is from before that
  bool is_charted_ = false;    ///< overlay_ has drawn, and its strip chart remembers
  std::uint32_t frames_since_cut_ = 0;
  std::filesystem::path mask_file_;
  engine::Image mask_;
  LookFiles look_files_;  ///< that look_ was read from
  LoadedLook look_;
};

}  // namespace session

#endif
