// SPDX-License-Identifier: MIT
// DebugOverlay: its passes, their parameters and their recording.
#include <photopic/debug_overlay.h>
#include <photopic/overlay_interface.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <tuple>

#include "display/display.h"
#include "display/output_formats.h"
#include "finish/aces2_slots.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/checker.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/memory/level_image.h"
#include "gpu/passes/compute_pass.h"
#include "module/needs.h"
#include "naive/blit_weights.h"
#include "overlay/font.h"
#include "overlay/layout.h"
#include "overlay/params.h"
#include "overlay/passes.h"
#include "settings/made_for.h"
#include "settings/validation.h"
#include "settings/variants.h"

namespace photopic {
namespace {

bool same(const OverlaySettings& a, const OverlaySettings& b) {
  const auto all = [](const OverlaySettings& o) {
    return std::tie(o.views, o.scale, o.false_color_min_ev100, o.false_color_max_ev100, o.false_color_automatic,
                    o.pyramid_level, o.zebra_under, o.zebra_over, o.split, o.local_x, o.local_y);
  };
  return all(a) == all(b);
}

/// What finished pictures are measured and drawn by.
bool same(const DisplaySettings& a, const DisplaySettings& b) {
  const auto all = [](const DisplaySettings& d) {
    return std::tie(d.encoding, d.paper_white_nits, d.peak_nits, d.min_nits, d.ui_white_nits, d.scrgb_reference_nits,
                    d.limit_primaries);
  };
  return all(a) == all(b);
}

static_assert(kAllOverlayViews == PHOTOPIC_OVERLAY_VIEWS && kOverlayGlareSpread == PHOTOPIC_OVERLAY_GLARE_SPREAD);

constexpr VkDeviceSize kMaxUpdateBytes = 65536;  // of one vkCmdUpdateBuffer
constexpr VkDeviceSize kCountsOffset = offsetof(gpu::OverlayData, counts);
constexpr VkDeviceSize kZeroedBytes = offsetof(gpu::OverlayData, history_owner) - kCountsOffset;
static_assert(PHOTOPIC_OVERLAY_CURVE_EDGES ==
              PHOTOPIC_OVERLAY_CELL_WIDTH * PHOTOPIC_OVERLAY_COLUMNS * PHOTOPIC_OVERLAY_MAX_SCALE + 1);
static_assert(sizeof(gpu::OverlayParams) <= kMaxUpdateBytes && sizeof(gpu::OverlayParams) % 4 == 0);

/// Whether every texel is read, and weighed as a chain of blits would.
bool gathers(OverlaySource source, const OverlaySettings& overlay) {
  constexpr std::uint32_t kRanged = kOverlayFalseColor | kOverlayLocalBase;
  const std::uint32_t views = kOverlayHistogram | kOverlayNaive | kOverlaySplit | kOverlayInvalid |
                              (overlay.false_color_automatic ? kRanged : 0u) |
                              (source == OverlaySource::stored ? kOverlayNits : 0u);
  return (overlay.views & views) != 0;
}

/// Views that show the scene, texel by texel: those that the shader reads `hdr` for.
constexpr std::uint32_t kLocalViews = kOverlayLocalExposure | kOverlayLocalBase | kOverlayLocalDetail;
constexpr std::uint32_t kSceneViews =
    kOverlayFalseColor | kOverlayWeights | kOverlayInvalid | kOverlayGlare | kLocalViews;
/// Views of the whole picture that read its texels only.
constexpr std::uint32_t kPlainViews = kOverlayZebra | kOverlaySplit | kOverlayNits;

/// Variants of overlay_draw.
enum Drawing : std::uint32_t { kPlainPicture, kScenePicture, kPanels };

/// Workgroups of overlay_display: rows of the split's tiles, then as many of the tone curves as they need.
VkExtent2D display_groups(VkExtent2D extent, const OverlaySettings& overlay) {
  const auto columns = static_cast<std::uint32_t>(std::ceil(overlay.split * static_cast<float>(extent.width)));
  const bool has_split = (overlay.views & kOverlaySplit) != 0;
  VkExtent2D groups = {std::max(1u, divide_up(has_split ? columns : 0, PHOTOPIC_OVERLAY_TILE_SIDE)),
                       has_split ? divide_up(extent.height, PHOTOPIC_OVERLAY_TILE_SIDE) : 0};
  if ((overlay.views & kOverlayHistogram) != 0) {
    groups.height += divide_up(divide_up(PHOTOPIC_OVERLAY_CURVE_VALUES, PHOTOPIC_OVERLAY_INVOCATIONS), groups.width);
  }
  return groups;
}

}  // namespace

struct DebugOverlay::Impl {
  Gpu gpu;
  OverlayCreateInfo info;
  ComputePass gather{gpu};
  ComputePass compose{gpu};
  ComputePass display{gpu};
  ComputePass draw{gpu};
  ComputePass waveform{gpu};
  DeviceBuffer data{gpu, "overlay data"};
  DeviceBuffer blit{gpu, "overlay blit weights"};
  LevelImage no_classes{gpu, "overlay no classes"};
  Aces2Slots aces2{gpu};
  std::uint32_t owner = 0;  // of the strip chart
  // Of `blit_extent`; what the GPU has is written anew for each frame.
  VkExtent2D blit_extent = {};
  std::unique_ptr<float[]> weights;  // columns, then rows
  std::unique_ptr<double[]> scratch;
  float zero_share = 0.0f;
  float max_weight = 0.0f;
  // What `data` has numbers and plots of; views 0: nothing. Finished pictures only.
  VkExtent2D numbered_extent = {};
  OverlaySettings numbered = {};
  DisplaySettings numbered_display = {};
  std::uint32_t numbered_groups = 0;

  OutputEncoding encoding(const Settings& settings) const noexcept {
    return compiled_encoding(info.ldr_format, settings.display.encoding);
  }
  std::uint32_t max_weights() const { return info.max_extent.width + info.max_extent.height; }

  Status create(const OverlayCreateInfo& create_info) noexcept {
    info = create_info;
    owner = static_cast<std::uint32_t>(instance_number(this)) | 1u;  // fresh memory is often 0
    Status status = validate(gpu, "create", info);
    if (status != Status::ok) return status;
    weights.reset(new (std::nothrow) float[max_weights()]);
    scratch.reset(new (std::nothrow) double[max_weights()]);
    if (!weights || !scratch) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
    constexpr VkBufferUsageFlags kUsage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    status = create_passes();
    if (status == Status::ok) status = data.create(gpu::kOverlayPlotsOffset + sizeof(gpu::OverlayPlots), kUsage);
    if (status == Status::ok) status = blit.create(max_weights() * sizeof(float), kUsage);
    if (status == Status::ok) status = no_classes.create({1, 1}, VK_FORMAT_R8_UINT, VK_IMAGE_USAGE_SAMPLED_BIT);
    if (status == Status::ok && !is_stored()) status = aces2.create(info.tone_mappers, settings_slot_count(1));
    return status == Status::ok && !info.defer_pipelines ? gpu.batch.create(gpu) : status;
  }

  bool is_stored() const noexcept { return info.source == OverlaySource::stored; }

  Status create_passes() noexcept {
    const Specialization constants[] = {
        {PHOTOPIC_SPEC_OPERATORS, info.tone_mappers},
        {PHOTOPIC_SPEC_ENCODING, static_cast<std::uint32_t>(compiled_encoding(info.ldr_format, info.encoding))},
        {PHOTOPIC_SPEC_PACKING, packing_of(info.packed_format)},
        {PHOTOPIC_SPEC_CONVERT_INPUT, 1},  // by a matrix that may be the identity
        {PHOTOPIC_SPEC_HALVES, halves_of(gpu, info.ldr_format)},
        {PHOTOPIC_SPEC_WHITE_BALANCE, 1}};
    const std::uint32_t row = output_format_row(info.ldr_format);
    const std::span<const Specialization> stored = std::span(constants).subspan(1, 2);
    const std::span<const Specialization> gathered = std::span(constants).subspan(1, 3);
    const std::span<const Specialization> drawn = std::span(constants).subspan(1, 4);
    PHOTOPIC_TRY(is_stored() ? create_pass(gather, *passes::overlay_gather_stored_of[row], gathered)
                             : create_pass(gather, passes::overlay_gather, gathered.last(1)));
    PHOTOPIC_TRY(create_pass(compose, passes::overlay_compose));
    if (!is_stored()) PHOTOPIC_TRY(create_pass(display, *passes::overlay_display_to[row], constants));
    PHOTOPIC_TRY(create_pass(waveform, *passes::overlay_waveform_of[row], stored));
    PHOTOPIC_TRY(draw.create(*passes::overlay_draw_to[row]));
    const std::uint32_t all = is_stored() ? kStoredOverlayViews : kAllOverlayViews;
    PHOTOPIC_TRY(add_drawing(kPlainPicture, is_stored() ? all : kPlainViews, drawn));
    if (!is_stored()) PHOTOPIC_TRY(add_drawing(kScenePicture, all, drawn));
    return add_drawing(kPanels, all, drawn);
  }

  Status add_drawing(Drawing drawing, std::uint32_t views, std::span<const Specialization> stored) noexcept {
    Specialization constants[7] = {{PHOTOPIC_OVERLAY_SPEC_VIEWS, views},
                                   {PHOTOPIC_OVERLAY_SPEC_PANELS, drawing == kPanels ? 1u : 0u},
                                   {PHOTOPIC_OVERLAY_SPEC_STORED, is_stored() ? 1u : 0u}};
    const auto end = std::copy(stored.begin(), stored.end(), std::begin(constants) + 3);
    return draw.add_variant(drawing, {std::begin(constants), end});
  }

  static Status create_pass(ComputePass& pass, const PassDesc& desc,
                            std::span<const Specialization> constants = {}) noexcept {
    const Status status = pass.create(desc);
    return status == Status::ok ? pass.add_variant(0, constants) : status;
  }

  Status check(const char* function, VkCommandBuffer command_buffer, const PostProcess& post, const Frame& frame,
               const Settings& settings, const OverlaySettings& overlay) const noexcept {
    Status status = validate(gpu, function, command_buffer);
    if (status == Status::ok) status = validate(gpu, function, overlay);
    if (status != Status::ok) return status;
    PHOTOPIC_TRY(check_source(function, OverlaySource::scene));
    if (post.state_buffer() == VK_NULL_HANDLE) {
      return report(gpu.device, Status::invalid_argument, "%s: post: was created without kMeter", function);
    }
    if (made_for(post).hdr_samples != 1) {
      return report(gpu.device, Status::invalid_argument,
                    "%s: post: has several samples: the overlay reads one of a texel", function);
    }
    MadeFor limits = metered_by(made_for(post), settings);
    limits.max_extent = info.max_extent;
    // The picture need not be this object's: hosts tone map by themselves, or draw.
    limits.steps = kMeterStep | kToneMapStep;
    limits.ui = limits.content_light = true;
    const ToneMapFrame picture = tone_map_frame_of(frame);
    status = validate(gpu, function, limits, meter_frame_of(frame));
    if (status == Status::ok) status = validate(gpu, function, limits, picture);
    if (status == Status::ok) status = validate(gpu, function, limits, settings.meter);
    if (status == Status::ok) status = validate(gpu, function, settings.exposure);
    if (status == Status::ok) status = validate_white_balance(gpu, function, limits, settings.white_balance);
    if (status == Status::ok) status = validate_finish(gpu, function, limits, settings);
    if (status != Status::ok) return status;
    return Checker(gpu, function)
        .require(picture.ldr != picture.hdr, "ldr",
                 "is the same view as hdr: the picture has replaced the scene that the overlay reads")
        .require(encoding(settings) == compiled_encoding(info.ldr_format, info.encoding), "encoding",
                 "isn't that of DebugOverlay::create")
        .require((info.tone_mappers & tone_mapper_bit(settings.tone_map.tone_mapper)) != 0, "tone_mapper",
                 "not among the tone_mappers of DebugOverlay::create")
        .status();
  }

  Status check_source(const char* function, OverlaySource source) const noexcept {
    return Checker(gpu, function)
        .require(info.source == source, "source",
                 is_stored() ? "of DebugOverlay::create is stored, which takes a StoredPicture"
                             : "of DebugOverlay::create is scene, which takes a PostProcess and its Frame")
        .status();
  }

  Status check(const char* function, VkCommandBuffer command_buffer, const StoredPicture& picture,
               const Settings& settings, const OverlaySettings& overlay) const noexcept {
    PHOTOPIC_TRY(validate(gpu, function, command_buffer));
    PHOTOPIC_TRY(validate(gpu, function, overlay));
    PHOTOPIC_TRY(check_source(function, OverlaySource::stored));
    MadeFor limits;
    limits.ldr_format = info.ldr_format;
    PHOTOPIC_TRY(validate_finish(gpu, function, limits, settings));
    return Checker(gpu, function)
        .require((overlay.views & ~kStoredOverlayViews) == 0, "views",
                 "need a scene: over a finished picture there are kOverlayHistogram, kOverlayNaive, kOverlayZebra, "
                 "kOverlayNits and kOverlayWaveform")
        .require(picture.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
        .range("extent.width", picture.extent.width, 1, info.max_extent.width)
        .range("extent.height", picture.extent.height, 1, info.max_extent.height)
        .status();
  }

  /// The same for the same extent.
  void find_blit_weights(VkExtent2D extent) noexcept {
    if (same(extent, blit_extent)) return;
    blit_extent = extent;
    const std::span<float> columns(weights.get(), extent.width), rows(weights.get() + extent.width, extent.height);
    const std::span<double> room(scratch.get(), max_weights());
    blit_weights(columns, room);
    blit_weights(rows, room);
    const auto used = [](std::span<const float> axis) {
      return static_cast<double>(std::count_if(axis.begin(), axis.end(), [](float w) { return w > 0.0f; })) /
             static_cast<double>(axis.size());
    };
    zero_share = static_cast<float>(1.0 - used(columns) * used(rows));
    max_weight = *std::max_element(columns.begin(), columns.end()) * *std::max_element(rows.begin(), rows.end());
  }

  void upload_blit_weights(VkCommandBuffer command_buffer) const noexcept {
    const VkDeviceSize size_bytes = VkDeviceSize{blit_extent.width + blit_extent.height} * sizeof(float);
    for (VkDeviceSize offset = 0; offset < size_bytes; offset += kMaxUpdateBytes) {
      gpu.vk.vkCmdUpdateBuffer(command_buffer, blit.handle(), offset, std::min(kMaxUpdateBytes, size_bytes - offset),
                               weights.get() + offset / sizeof(float));
    }
  }

  void add_own(gpu::OverlayParams* params) const noexcept {
    params->history_owner = owner;
    params->blit_zero_share = zero_share;
    params->blit_max_weight = max_weight;
  }

  void upload(VkCommandBuffer command_buffer, const gpu::OverlayParams& now, const OverlaySettings& overlay) noexcept {
    // Producers: the passes that wrote picture and state, and the overlay of the frame before. Consumers: these writes,
    // and through the barrier behind them the passes below.
    memory_barrier(gpu, command_buffer, kComputeReadWrite | kTransferWrite, kComputeReadWrite | kTransferWrite);
    if (gathers(info.source, overlay)) upload_blit_weights(command_buffer);
    gpu.vk.vkCmdUpdateBuffer(command_buffer, data.handle(), 0, sizeof now, &now);
    gpu.vk.vkCmdFillBuffer(command_buffer, data.handle(), kCountsOffset, kZeroedBytes, 0);
    const std::span<const std::uint32_t> letters = font_words(overlay.scale);
    gpu.vk.vkCmdUpdateBuffer(command_buffer, data.handle(), offsetof(gpu::OverlayData, font), letters.size_bytes(),
                             letters.data());
    if ((overlay.views & kOverlayWaveform) != 0) {
      gpu.vk.vkCmdFillBuffer(command_buffer, data.handle(),
                             gpu::kOverlayPlotsOffset + offsetof(gpu::OverlayPlots, waveform),
                             sizeof gpu::OverlayPlots::waveform, 0);
    }
    layout_barrier(gpu, command_buffer, no_classes.handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                   kComputeRead, kComputeRead);
    memory_barrier(gpu, command_buffer, kTransferWrite, kComputeReadWrite);
  }

  static gpu::OverlayPush push_of(VkExtent2D extent, const gpu::DisplayParams& shown, const OverlaySettings& overlay) {
    gpu::OverlayPush push = {};
    push.views = overlay.views;
    push.width = extent.width;
    push.height = extent.height;
    push.scale = overlay.scale;
    push.paper_white_nits = shown.paper_white_nits;
    push.paper_white_scrgb = shown.paper_white_scrgb;
    return push;
  }
  Binding numbers() const noexcept { return buffer_binding(data.handle(), 0, sizeof(gpu::OverlayData)); }
  Binding plots() const noexcept {
    return buffer_binding(data.handle(), gpu::kOverlayPlotsOffset, sizeof(gpu::OverlayPlots));
  }
  Binding blits() const noexcept { return buffer_binding(blit.handle(), 0, max_weights() * sizeof(float)); }

  /// Numbers, plots and texts. `metered` is what `gather` reads, `shown` the picture.
  void record_numbers(VkCommandBuffer command_buffer, const OverlaySettings& overlay, const gpu::OverlayPush& push,
                      const Binding& metered, const Binding& state, const Binding& shown) noexcept {
    if (gathers(info.source, overlay)) {
      const Binding gathered[] = {metered, numbers(), blits()};
      gather.dispatch(command_buffer, 0, {PHOTOPIC_OVERLAY_GATHER_GROUPS, 1}, push, gathered);
      memory_barrier(gpu, command_buffer, kComputeWrite, kComputeReadWrite);  // gather -> compose
    }
    if ((overlay.views & kOverlayWaveform) != 0) {
      const Binding waved[] = {shown, plots()};
      waveform.dispatch(command_buffer, 0, {PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS, PHOTOPIC_OVERLAY_WAVEFORM_PARTS}, push,
                        waved);
    }
    const Binding composed[] = {state, numbers()};
    compose.dispatch(command_buffer, 0, {1, 1}, push, composed);
    memory_barrier(gpu, command_buffer, kComputeWrite, kComputeReadWrite);  // compose, waveform -> display, draw
  }

  void record_drawing(VkCommandBuffer command_buffer, VkExtent2D extent, std::uint32_t views,
                      std::uint32_t panel_groups, const gpu::OverlayPush& push,
                      std::span<const Binding> drawn) noexcept {
    // Neither writes a texel of the other's.
    if ((views & (kSceneViews | kPlainViews)) != 0) {
      draw.dispatch(command_buffer, (views & kSceneViews) != 0 ? kScenePicture : kPlainPicture,
                    divide_up(extent, PHOTOPIC_STEP_SIDE), push, drawn);
    }
    if (panel_groups != 0) {
      const std::uint32_t rows = divide_up(panel_groups, gpu.limits.maxComputeWorkGroupCount[0]);
      draw.dispatch(command_buffer, kPanels, {divide_up(panel_groups, rows), rows}, push, drawn);
    }
  }

  void record(VkCommandBuffer command_buffer, const PostProcess& post, const Frame& frame, const Settings& settings,
              const OverlaySettings& overlay) noexcept {
    const DebugLabel label(gpu, command_buffer, "debug overlay");
    const MeterFrame metered = meter_frame_of(frame);
    find_blit_weights(metered.region.extent);
    gpu::OverlayParams now = scene_params(post, frame, settings, overlay, encoding(settings));
    add_own(&now);
    const std::uint32_t panel_groups = lay_out_overlay(frame.extent, settings, overlay, &now);
    upload(command_buffer, now, overlay);
    const gpu::DisplayParams shown_display = display_params(settings, encoding(settings));
    gpu::OverlayPush push = push_of(frame.extent, shown_display, overlay);
    push.shows_previous = post.shows_previous_exposure(frame.view) ? 1u : 0u;
    const Binding hdr = image_binding(metered.hdr, metered.hdr_layout);
    const Binding state =
        buffer_binding(post.state_buffer(), frame.view * post.state_stride_bytes(), sizeof(gpu::ExposureState));
    const Binding shown = image_binding(frame.ldr.view, VK_IMAGE_LAYOUT_GENERAL);
    record_numbers(command_buffer, overlay, push, hdr, state, shown);
    const std::uint32_t weights_on = weights_of(settings.meter);
    const VkImageView level = post.log_luminance_view(overlay.pyramid_level);
    const local_exposure::Passes* local = local_passes(post, settings);
    const glare::Passes* glare = glare_passes(post, settings);
    // Unused bindings need a valid image, too; the shader leaves it unread.
    const auto or_hdr = [&](VkImageView view, VkImageLayout layout, Weight weight) {
      return (weights_on & weight) != 0 ? image_binding(view, layout) : hdr;
    };
    const Binding nodes = local != nullptr ? local->nodes(frame.view) : numbers();
    Binding shown_glare[] = {hdr, numbers()};
    if (glare != nullptr) glare->bind(shown_glare);
    const VkExtent2D displayed_groups = display_groups(frame.extent, overlay);
    if (displayed_groups.height > 0) {
      const Binding displayed[] = {
          hdr,
          numbers(),
          state,
          shown,
          nodes,
          plots(),
          aces2.binding_of(settings.tone_map.tone_mapper == ToneMapper::aces2, shown_display, numbers())};
      display.dispatch(command_buffer, 0, displayed_groups, push, displayed);
      memory_barrier(gpu, command_buffer, kComputeWrite, kComputeReadWrite);  // display -> draw
    }
    const Binding drawn[] = {hdr,
                             numbers(),
                             state,
                             shown,
                             nodes,
                             plots(),
                             blits(),
                             level != VK_NULL_HANDLE ? image_binding(level, VK_IMAGE_LAYOUT_GENERAL) : hdr,
                             or_hdr(metered.mask, metered.mask_layout, kWeightMask),
                             or_hdr(metered.depth, metered.depth_layout, kWeightDepth),
                             (weights_on & kWeightClasses) != 0
                                 ? image_binding(metered.classes, metered.classes_layout)
                                 : image_binding(no_classes.level(0), VK_IMAGE_LAYOUT_GENERAL),
                             shown_glare[0],
                             shown_glare[1]};
    record_drawing(command_buffer, frame.extent, overlay.views, panel_groups, push, drawn);
  }

  void record(VkCommandBuffer command_buffer, const StoredPicture& picture, const Settings& settings,
              const OverlaySettings& overlay) noexcept {
    const DebugLabel label(gpu, command_buffer, "debug overlay");
    const gpu::OverlayPush push = push_of(picture.extent, display_params(settings, encoding(settings)), overlay);
    const Binding shown = image_binding(picture.ldr, VK_IMAGE_LAYOUT_GENERAL);
    if (picture.keeps_numbers && same(picture.extent, numbered_extent) && same(overlay, numbered) &&
        same(settings.display, numbered_display)) {
      memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);  // as the first of upload()
    } else {
      find_blit_weights(picture.extent);
      gpu::OverlayParams now = stored_params(picture.extent, settings, overlay, encoding(settings));
      add_own(&now);
      numbered_groups = lay_out_overlay(picture.extent, settings, overlay, &now);
      numbered_extent = picture.extent;
      numbered = overlay;
      numbered_display = settings.display;
      upload(command_buffer, now, overlay);
      record_numbers(command_buffer, overlay, push, shown, numbers(), shown);
    }
    // The code of these variants reads no image but the picture.
    const Binding none = image_binding(no_classes.level(0), VK_IMAGE_LAYOUT_GENERAL);
    const Binding drawn[] = {none, numbers(), numbers(), shown, numbers(), plots(),  blits(),
                             none, none,      none,      none,  none,      numbers()};
    record_drawing(command_buffer, picture.extent, overlay.views, numbered_groups, push, drawn);
  }
};

template struct detail::Destroy<DebugOverlay::Impl>;

Status DebugOverlay::create(const Device& device, const OverlayCreateInfo& info, DebugOverlay* out) noexcept {
  return create_owned("DebugOverlay::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status DebugOverlay::record(VkCommandBuffer command_buffer, const PostProcess& post, const Frame& frame,
                            const Settings& settings, const OverlaySettings& overlay) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  if (overlay.views == 0) return Status::ok;
  constexpr const char* kFunction = "DebugOverlay::record";
  PHOTOPIC_TRY(impl_->gpu.batch.check_made(impl_->gpu, kFunction));
  PHOTOPIC_TRY(impl_->check(kFunction, command_buffer, post, frame, settings, overlay));
  impl_->record(command_buffer, post, frame, settings, overlay);
  return Status::ok;
}

Status DebugOverlay::record(VkCommandBuffer command_buffer, const StoredPicture& picture,
                            const OverlaySettings& overlay) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  if (overlay.views == 0) return Status::ok;
  constexpr const char* kFunction = "DebugOverlay::record";
  PHOTOPIC_TRY(impl_->gpu.batch.check_made(impl_->gpu, kFunction));
  const Settings settings = settings_of(picture, impl_->info.encoding);
  PHOTOPIC_TRY(impl_->check(kFunction, command_buffer, picture, settings, overlay));
  impl_->record(command_buffer, picture, settings, overlay);
  return Status::ok;
}

Status DebugOverlay::prepare(std::uint32_t max_pipelines) noexcept {
  return impl_ != nullptr ? impl_->gpu.batch.prepare(impl_->gpu, max_pipelines) : Status::invalid_argument;
}

bool DebugOverlay::is_prepared() const noexcept { return impl_ != nullptr && impl_->gpu.batch.left() == 0; }

VkBuffer DebugOverlay::data_buffer() const noexcept { return impl_ == nullptr ? VK_NULL_HANDLE : impl_->data.handle(); }

VkDeviceSize DebugOverlay::values_offset_bytes() const noexcept { return offsetof(gpu::OverlayData, values); }

VkDeviceSize DebugOverlay::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
