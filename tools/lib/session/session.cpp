// SPDX-License-Identifier: MIT
// Recording of a session's frames.
#include "session/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "session/output/coded_picture.h"
#include "session/source/hdr_source.h"

namespace session {
namespace {

bool same(VkExtent2D a, VkExtent2D b) { return a.width == b.width && a.height == b.height; }

/// What the module's object is made with. The pyramid where nothing asks for another method: its levels can be looked
/// at.
struct ObjectInfo {
  photopic::Tuning tuning;
  photopic::CreateInfo info;
  photopic::Settings compared;

  ObjectInfo(VkExtent2D extent, const Settings& settings, const Comparison& comparison) : compared(settings) {
    info = create_info(extent, settings, method_of(settings), &tuning);
    info.output.format = picture_format(settings.display.encoding);
    if (!comparison.is_on) return;
    compared.tone_map.tone_mapper = comparison.tone_mapper;
    info.uses[1] = compared;
  }
  ObjectInfo(const ObjectInfo&) = delete;
  ObjectInfo& operator=(const ObjectInfo&) = delete;
};

/// Whether an object of `has` can be prepared for what one of `wanted` does.
bool serves(const photopic::CreateInfo& has, const photopic::CreateInfo& wanted) {
  return has.output.format == wanted.output.format && has.tuning->meter_method == wanted.tuning->meter_method &&
         (wanted.with & ~has.with) == 0 && has.tuning->lut_size == wanted.tuning->lut_size &&
         has.tuning->glare_levels == wanted.tuning->glare_levels;
}

/// Black, but on OpenGL, which has no windows: a window shows no stale memory if the first frame fails.
engine::Image make_ldr(const engine::Context& context, VkExtent2D extent, VkFormat format) {
  engine::Image image(context, extent, format,
                      VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                          VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    constexpr VkImageSubresourceRange kWhole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    constexpr VkClearColorValue kBlack = {};
    engine::image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                          engine::kComputeRead, engine::kComputeWrite | engine::kTransferWrite);
    if (context.backend() == engine::Backend::opengl) return;
    context.vk().vkCmdClearColorImage(command_buffer, image.handle(), VK_IMAGE_LAYOUT_GENERAL, &kBlack, 1, &kWhole);
    engine::memory_barrier(context, command_buffer, engine::kTransferWrite,
                           engine::kComputeRead | engine::kComputeWrite);
  });
  return image;
}

/// Of statistics(): two frames in flight never disturb each other.
constexpr std::uint32_t kStatisticsSlots = 3;

/// What is recorded while it lives.
class Scope {
 public:
  Scope(engine::GpuTimer* timer, VkCommandBuffer command_buffer, const char* name)
      : timer_(timer), command_buffer_(command_buffer) {
    if (timer_ != nullptr) timer_->begin(command_buffer_, name);
  }
  ~Scope() {
    if (timer_ != nullptr) timer_->end(command_buffer_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  engine::GpuTimer* timer_;
  VkCommandBuffer command_buffer_;
};

}  // namespace

void prepare_pipelines(engine::Context& context, const Controls& controls) {
  constexpr VkExtent2D kAny = {16, 16};
  photopic::Device device = context.lend();
  device.message = nullptr;  // the session's own call says what is wrong
  photopic::PostProcess object;
  const Settings settings = with_transform(controls.settings);
  const ObjectInfo made(kAny, settings, controls.comparison);
  (void)object.create(device, made.info);
}

Session::Session(engine::Context& context, VkExtent2D extent, Depth depth)
    : context_(context), wanted_extent_(extent), depth_(depth) {}

void Session::open(const std::filesystem::path& file) { open(file, controls.view.surroundings); }

void Session::open(const std::filesystem::path& file, const Surroundings& surroundings,
                   const image_io::LayerChoice& layers) {
  open(*read_source(file, surroundings, light_cache, nullptr, {layers, input_light}), file);
  controls.view.surroundings = surroundings;
}

void Session::open(SourceData& data, const std::filesystem::path& file) {
  std::unique_ptr<Source> source = data.make(context_, wanted_extent_, scene_samples);
  (void)input_of(controls.settings.input, source->facts(),
                 file);  // unusable colours are refused now, not by each frame
  show(std::move(source), file);
  start_false_color();
}

std::optional<double> Session::nits_of_one() const {
  const double chosen = double(controls.settings.view.cd_m2_per_unit);
  return chosen > 0.0 ? chosen : source_->nits_of_one();
}

/// Unless the range was chosen: it isn't as the last file has set it.
void Session::start_false_color() {
  const photopic::OverlaySettings first;
  photopic::OverlaySettings& now = controls.overlay;
  const bool is_chosen = now.false_color_min_ev100 != first.false_color_min_ev100 ||
                         now.false_color_max_ev100 != first.false_color_max_ev100 ||
                         now.false_color_automatic != starts_automatic_;
  starts_automatic_ = !nits_of_one();
  if (!is_chosen) now.false_color_automatic = starts_automatic_;
}

std::unique_ptr<Source> Session::release_source() {
  context_.wait();
  return std::move(source_);
}

void Session::show(std::unique_ptr<Source> source, const std::filesystem::path& file) {
  context_.wait();
  const bool has_picture = source_ != nullptr && has_state_ && !is_restarted_;
  Shown before = {std::move(source_), file_,    controls.view.pose, controls.view.animation, {}, {},
                  ldr_display_,       has_kept_};
  if (has_picture) {
    before.ldr = std::exchange(ldr_, {});
    before.kept = std::exchange(kept_, {});
  }
  source_ = std::move(source);
  file_ = file;
  try {
    fit_to_source();
    controls.view.pose = source_->start(controls.view.horizontal_fov_deg);
    if (!before.file.empty()) start_animation();
    if (!file.empty()) check_animation();
    if (has_picture) rehearse();
  } catch (...) {
    take_back(std::move(before), has_picture);
    throw;
  }
  is_cut_ = true;
}

/// The first frame, but for what counts in later ones: what can't be shown is refused while the picture before is
/// there.
void Session::rehearse() {
  const Settings settings = settings_in_force();
  fit_to_settings(settings);
  View view = controls.view;
  view.surroundings = source_->surroundings();
  engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) { source_->record(command_buffer, view); });
  // Never submitted: what the module records does nothing then.
  const engine::CommandPool pool = engine::make_command_pool(context_);
  const VkCommandBuffer command_buffer = engine::allocate_command_buffer(context_, pool);
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  engine::check(context_.vk().vkBeginCommandBuffer(command_buffer, &begin), "vkBeginCommandBuffer");
  record_picture(command_buffer, settings, 0.0, nullptr);
  engine::check(context_.vk().vkEndCommandBuffer(command_buffer), "vkEndCommandBuffer");
}

/// What was shown, after something else couldn't be.
void Session::take_back(Shown before, bool has_picture) {
  source_ = std::move(before.source);
  file_ = before.file;
  controls.view.pose = before.pose;
  controls.view.animation = before.animation;
  if (!has_picture) {
    if (source_ != nullptr) fit_to_source();
    return;
  }
  ldr_ = std::move(before.ldr);
  kept_ = std::move(before.kept);
  ldr_display_ = before.ldr_display;
  has_kept_ = before.has_kept;
  is_fitted_ = post_.resize(ldr_.extent()) == photopic::Status::ok;
}

void Session::restart(VkExtent2D extent) {
  context_.wait();
  source_.reset();
  file_.clear();
  controls = {};
  starts_automatic_ = controls.overlay.false_color_automatic;
  wanted_extent_ = extent;
  is_restarted_ = true;
  if (!is_charted_) return;
  overlay_ = {};
  overlay_extent_ = {};
  overlay_tone_mappers_ = photopic::kPortableToneMappers;
  ldr_ = {};  // so that the next source is fitted, and the overlay made anew
  is_charted_ = false;
}

void Session::resize(VkExtent2D extent) {
  if (!same(extent, wanted_extent_)) {
    if (source_ != nullptr) source_->resize(extent);
    wanted_extent_ = extent;
  }
  if (source_ != nullptr) fit_to_source();  // also what failed the last time
}

/// All that has the frame's size. The exposure stays.
void Session::fit_to_source() {
  const VkExtent2D extent = source_->hdr().extent();
  if (same(extent, ldr_.extent()) && is_fitted_) return;
  context_.wait();
  engine::Image ldr = make_ldr(context_, extent, picture_format(ldr_display_.encoding));
  fit_overlay(extent);
  if (has_state_) arguments::require(context_, post_.resize(extent));
  ldr_ = std::move(ldr);  // last: its size says that all fits
  is_fitted_ = true;
}

/// What was asked for, with the primaries of the file that is shown.
Settings Session::settings_in_force() const {
  Settings settings = with_transform(controls.settings);
  if (depth_ == Depth::eight_bits && picture_format(settings.display.encoding) != VK_FORMAT_R8G8B8A8_UNORM) {
    throw arguments::UsageError("--encoding: this picture is of 8 bits, for auto, srgb and power22");
  }
  settings.input = input_of(settings.input, source_->facts(), file_);
  if (source_->kind() != SourceKind::picture) {  // its camera is ours
    settings.view.field_of_view_vertical_deg = vertical_fov_deg(controls.view.horizontal_fov_deg, extent());
  }
  check_settings(settings);
  return settings;
}

/// The picture in the encoding's format.
void Session::fit_ldr(const photopic::DisplaySettings& display) {
  const VkFormat format = picture_format(display.encoding);
  if (ldr_.format() == format) return;
  context_.wait();
  ldr_ = make_ldr(context_, extent(), format);
  ldr_display_ = display;
}

/// Made once there is something to show. Its strip chart goes on as long as it is large enough, and knows the operator.
void Session::fit_overlay(VkExtent2D extent) {
  if (controls.overlay.views == 0) return;
  const bool is_large_enough = extent.width <= overlay_extent_.width && extent.height <= overlay_extent_.height;
  const photopic::OutputEncoding encoding = controls.settings.display.encoding;
  const std::uint32_t tone_mappers =
      overlay_tone_mappers_ | photopic::tone_mapper_bit(controls.settings.tone_map.tone_mapper);
  if (is_large_enough && tone_mappers == overlay_tone_mappers_ && encoding == overlay_encoding_) return;
  context_.wait();
  const VkExtent2D largest = {std::max(extent.width, overlay_extent_.width),
                              std::max(extent.height, overlay_extent_.height)};
  const photopic::OverlayCreateInfo info = {.max_extent = largest,
                                            .ldr_format = picture_format(encoding),
                                            .encoding = encoding,
                                            .tone_mappers = tone_mappers};
  arguments::require(context_, photopic::DebugOverlay::create(context_.lend(), info, &overlay_));
  overlay_extent_ = largest;
  overlay_tone_mappers_ = tone_mappers;
  overlay_encoding_ = encoding;
}

/// What is made for settings: the mask, and the module's object.
void Session::fit_to_settings(const Settings& settings) {
  fit_overlay(extent());
  const bool is_new_mask = mask_file_ != settings.metering.mask;
  engine::Image mask;
  if (is_new_mask) mask = load_mask(context_, settings.metering);
  const bool is_new_look = look_files_ != settings.look;
  LoadedLook look;
  if (is_new_look) look = LoadedLook(context_, settings.look);
  fit_object(settings);
  fit_ldr(settings.display);
  if (!is_new_mask && !is_new_look) return;
  context_.wait();
  if (is_new_mask) {
    mask_ = std::move(mask);
    mask_file_ = settings.metering.mask;
  }
  if (is_new_look) {
    look_ = std::move(look);
    look_files_ = settings.look;
  }
}

/// What was shown once may be shown again: the object is made for the last few settings that it lacked something for.
void Session::fit_object(const Settings& settings) {
  ObjectInfo made(extent(), settings, controls.comparison);
  const bool is_new = !has_state_ || !serves(post_.info(), made.info);
  if (is_new || is_restarted_) used_.clear();
  const bool has_all =
      !is_new && post_.is_prepared(settings) && (!controls.comparison.is_on || post_.is_prepared(made.compared));
  if (has_all) return;
  const std::size_t own = controls.comparison.is_on ? 2 : 1;
  used_.resize(std::min<std::size_t>(used_.size(), PHOTOPIC_MAX_USES - own));
  for (std::size_t i = 0; i < used_.size(); ++i) made.info.uses[own + i] = used_[i];
  made.info.statistics_slots = kStatisticsSlots;
  photopic::PostProcess next;
  arguments::require(context_, next.create(context_.lend(), made.info));
  used_.push_front(settings);
  context_.wait();
  if (has_state_) keep_state(next);
  post_ = std::move(next);
  is_restarted_ = false;
}

/// Another way to meter is no reason to lose the eye's adaptation.
void Session::keep_state(photopic::PostProcess& next) {
  const photopic::gpu::ExposureState state = read_state(context_, post_);
  if (state.frames == 0) return;
  engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) {
    arguments::require(context_, next.record_import(command_buffer, 0, state));
  });
}

/// That of exposed_as, between meter and picture.
void Session::take_exposure(VkCommandBuffer command_buffer) {
  if (exposed_as == nullptr || !exposed_as->has_state_) return;
  constexpr VkBufferCopy kWhole = {0, 0, sizeof(photopic::gpu::ExposureState)};
  // Statistics of the frame are being copied out.
  engine::memory_barrier(context_, command_buffer, engine::kComputeRead | engine::kComputeWrite | engine::kTransferRead,
                         engine::kTransferRead | engine::kTransferWrite);
  context_.vk().vkCmdCopyBuffer(command_buffer, exposed_as->post_.state_buffer(), post_.state_buffer(), 1, &kWhole);
  engine::memory_barrier(context_, command_buffer, engine::kTransferRead | engine::kTransferWrite,
                         engine::kComputeRead | engine::kComputeWrite);
}

/// The picture on one side of the split, and what it is compared with on the other: a picture before grade or effects
/// is left of it, a second operator right. Where effects look around in either, both are finished as a whole.
void Session::record_tone_map(VkCommandBuffer command_buffer, const Settings& in_force) {
  const Comparison& comparison = controls.comparison;
  photopic::Settings other = without_effects(in_force, comparison.without);
  if (comparison.is_ungraded) other.grade = {};
  if (comparison.without == 0 && !comparison.is_ungraded) {
    other.tone_map.tone_mapper = comparison.tone_mapper;
  }
  const photopic::LookTables* const other_tables = comparison.is_ungraded ? look_.operator_tables() : look_.tables();
  const std::uint32_t width = extent().width;
  const auto split =
      comparison.is_on ? std::uint32_t(std::lround(double(std::clamp(comparison.split, 0.0f, 1.0f)) * width)) : width;
  const auto part = [&](const engine::Image& ldr, std::uint32_t left, std::uint32_t right,
                        const photopic::Settings& settings, const photopic::LookTables* tables) {
    if (left == right) return;
    arguments::require(context_, post_.record_finish(command_buffer,
                                                     {.hdr = {source_->hdr().view()},
                                                      .ldr = {ldr.view()},
                                                      .extent = {right - left, extent().height},
                                                      .pre_exposure = source_->pre_exposure(),
                                                      .offset = {int(left), 0},
                                                      .ldr_offset = {int(left), 0},
                                                      .picture = {{0, 0}, extent()},
                                                      .tables = tables},
                                                     settings));
  };
  const bool has_before = comparison.is_on && (comparison.without != 0 || comparison.is_ungraded);
  const photopic::Settings& shown = in_force;
  const auto finish_left = [&](std::uint32_t left, std::uint32_t right) {
    part(ldr_, left, right, has_before ? other : shown, has_before ? other_tables : look_.tables());
  };
  const auto finish_right = [&](const engine::Image& ldr, std::uint32_t left, std::uint32_t right) {
    part(ldr, left, right, has_before ? shown : other, has_before ? look_.tables() : other_tables);
  };
  const bool is_split = split > 0 && split < width;
  if (is_split && (photopic::needs_whole_picture(in_force) || photopic::needs_whole_picture(other))) {
    if (!same(beside_.extent(), extent()) || beside_.format() != ldr_.format()) {
      context_.wait();  // for what reads the last one
      beside_ = make_ldr(context_, extent(), ldr_.format());
    }
    finish_left(0, width);
    finish_right(beside_, 0, width);
    copy_picture(command_buffer, beside_, ldr_, split);
  } else {
    finish_left(0, split);
    finish_right(ldr_, split, width);
  }
}

/// From the column `left` on, one picture over another of its size and format.
void Session::copy_picture(VkCommandBuffer command_buffer, const engine::Image& from, const engine::Image& to,
                           std::uint32_t left) {
  constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;
  constexpr VkImageLayout kSource = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  constexpr VkImageLayout kTarget = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  // Producer: the finish of both, and copies. Consumer: the copy.
  constexpr engine::Scope kWritten = engine::kComputeWrite | engine::kTransferWrite;
  engine::image_barrier(context_, command_buffer, from.handle(), kGeneral, kSource, kWritten, engine::kTransferRead);
  engine::image_barrier(context_, command_buffer, to.handle(), kGeneral, kTarget, kWritten | engine::kTransferRead,
                        engine::kTransferWrite);
  VkImageCopy copy = {};
  copy.srcSubresource = copy.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.srcOffset = copy.dstOffset = {int(left), 0, 0};
  copy.extent = {extent().width - left, extent().height, 1};
  context_.vk().vkCmdCopyImage(command_buffer, from.handle(), kSource, to.handle(), kTarget, 1, &copy);
  // Written at COMPUTE_SHADER, for whoever comes next: the overlay, and the next frame's second picture.
  engine::image_barrier(context_, command_buffer, from.handle(), kSource, kGeneral, engine::kTransferRead,
                        engine::kComputeRead | engine::kComputeWrite);
  engine::image_barrier(context_, command_buffer, to.handle(), kTarget, kGeneral, engine::kTransferWrite,
                        engine::kComputeRead | engine::kComputeWrite | engine::kTransferRead);
}

/// What picture() is from here on. Before the overlay draws.
void Session::keep_picture(VkCommandBuffer command_buffer) {
  has_kept_ = keeps_picture && controls.overlay.views != 0;
  if (!has_kept_) return;
  if (!same(kept_.extent(), extent()) || kept_.format() != ldr_.format()) {
    context_.wait();  // for what reads the last one
    kept_ = make_ldr(context_, extent(), ldr_.format());
  }
  copy_picture(command_buffer, ldr_, kept_, 0);
}

/// A screen in the picture's place.
void Session::record_calibration(VkCommandBuffer command_buffer, const Settings& settings) {
  if (!calibration_.shows(controls.calibration, extent(), settings.display)) {
    context_.wait();  // for what reads the last one
    calibration_ = CalibrationPicture(context_, controls.calibration, extent(), settings.display);
  }
  const auto turn = [&](VkImageLayout from, VkImageLayout to, engine::Scope producer, engine::Scope consumer) {
    engine::image_barrier(context_, command_buffer, ldr_.handle(), from, to, producer, consumer);
  };
  turn(VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kComputeWrite, engine::kTransferWrite);
  const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                  .imageExtent = {extent().width, extent().height, 1}};
  context_.vk().vkCmdCopyBufferToImage(command_buffer, calibration_.texels().handle(), ldr_.handle(),
                                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  // Written at COMPUTE_SHADER, for whoever comes next.
  turn(VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL, engine::kTransferWrite,
       engine::kComputeRead | engine::kComputeWrite);
}

void Session::record(VkCommandBuffer command_buffer, double delta_time_s, engine::GpuTimer* timer) {
  Settings settings = settings_in_force();
  View view = controls.view;
  if (kept_surroundings) view.surroundings = *kept_surroundings;
  is_cut_ |= source_->kind() == SourceKind::scene && view.surroundings.environment != lit_by_;
  lit_by_ = view.surroundings.environment;
  if (is_cut_) frames_since_cut_ = 0;
  settings.tone_map.dither_seed += frames_since_cut_++;  // noise that moves, the same in every run
  fit_to_settings(settings);
  {
    const Scope scope(timer, command_buffer, "Scene");
    source_->record(command_buffer, view,
                    has_state_ && !is_cut_ && !is_restarted_ ? post_.state_buffer() : VK_NULL_HANDLE);
  }
  record_picture(command_buffer, settings, delta_time_s, timer);
  is_cut_ = false;
  has_state_ = true;
  ldr_display_ = settings.display;
}

/// What the source has rendered, as a picture.
void Session::record_picture(VkCommandBuffer command_buffer, const Settings& settings, double delta_time_s,
                             engine::GpuTimer* timer) {
  const photopic::Frame frame = {.hdr = {source_->hdr().view()},
                                 .ldr = {ldr_.view()},
                                 .extent = extent(),
                                 .delta_time_s = static_cast<float>(delta_time_s),
                                 .cut = is_cut_ ? VK_TRUE : VK_FALSE,
                                 .pre_exposure = source_->pre_exposure(),
                                 .weights = {.mask = {mask_.view()}}};
  {
    const Scope scope(timer, command_buffer, "Metering");
    arguments::require(context_, post_.record_meter(command_buffer, frame, settings));
    take_exposure(command_buffer);
  }
  {
    const Scope scope(timer, command_buffer, "Tone mapping");
    record_tone_map(command_buffer, settings);
  }
  if (controls.calibration != CalibrationScreen::none) record_calibration(command_buffer, settings);
  keep_picture(command_buffer);
  if (controls.overlay.views == 0) return;
  const Scope scope(timer, command_buffer, "Overlay");
  photopic::OverlaySettings overlay = controls.overlay;
  is_charted_ = true;
  // Its naive part is drawn with the first operator, which has no more than this.
  if (controls.comparison.is_on) overlay.split = std::min(overlay.split, controls.comparison.split);
  constexpr double kMostCdM2PerUnit = 1e9;  // of the setting's row
  Settings known = settings;  // with the source's own unit, so that the legend tells EV100 from relative values
  known.view.cd_m2_per_unit = float(std::min(nits_of_one().value_or(0.0), kMostCdM2PerUnit));
  arguments::require(context_, overlay_.record(command_buffer, post_, frame, known, overlay));
}

}  // namespace session
