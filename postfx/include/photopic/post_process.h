// SPDX-License-Identifier: MIT
// Photopic: metering, eye adaptation and tone mapping of HDR images, recorded into the host's command buffers.
//
//   photopic::Settings look;
//   photopic::PostProcess post;
//   if (!post.create(device, {.max_extent = {1920, 1080}, .uses = {look}})) ...
//   each frame:  post.record(commands, {.hdr = {hdr}, .ldr = {ldr}, .extent = size, .delta_time_s = dt}, look)
#ifndef PHOTOPIC_POST_PROCESS_H
#define PHOTOPIC_POST_PROCESS_H

#include <photopic/c/post_process.h>
#include <photopic/device.h>
#include <photopic/interface.h>
#include <photopic/look_tables.h>
#include <photopic/settings.h>
#include <photopic/version.h>

#include <cstdint>

namespace photopic {

using Output = photopic_output;
using Tuning = photopic_tuning;
using CreateInfo = photopic_post_process_info;

/// Bits of CreateInfo::steps.
enum Steps : std::uint32_t {
  kMeter = PHOTOPIC_STEP_METER,
  kFinish = PHOTOPIC_STEP_FINISH,
};
/// Bits of CreateInfo::with. PHOTOPIC_WITH_* document them.
enum With : std::uint32_t {
  kWithUi = PHOTOPIC_WITH_UI,
  kWithContentLight = PHOTOPIC_WITH_CONTENT_LIGHT,
  kWithHistogram = PHOTOPIC_WITH_HISTOGRAM,
  kWithExtrema = PHOTOPIC_WITH_EXTREMA,
  kWithFused = PHOTOPIC_WITH_FUSED,
  kWithTables = PHOTOPIC_WITH_TABLES,
  kWithDeferred = PHOTOPIC_WITH_DEFERRED,
  kWithScaledDraw = PHOTOPIC_WITH_SCALED_DRAW,
  kWithResolve = PHOTOPIC_WITH_RESOLVE,
};
/// Range of Tuning::lut_size, nodes.
inline constexpr std::uint32_t kMinLutSize = 17;
inline constexpr std::uint32_t kMaxLutSize = 65;

/// Weights of the meter: kWeightCentre, kWeightSpot, kWeightMask, ... A texel's weight is the product of those that
/// MeterSettings turns on. <photopic/weights.h> lists them.
enum Weight : std::uint32_t {
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) kWeight##Name = 1u << (number),
  PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
};
inline constexpr std::uint32_t kAllWeights = (1u << PHOTOPIC_WEIGHT_COUNT) - 1;
/// Weights that settings turn on (Weight bits).
std::uint32_t weights_of(const MeterSettings& settings) noexcept;

/// Drawn output: `.output = Draw{pass, format}` makes record_draw() draw the picture in a render pass of the host.
struct Draw {
  VkRenderPass render_pass = VK_NULL_HANDLE;  ///< null = dynamic rendering
  VkFormat format = VK_FORMAT_UNDEFINED;      ///< format of the colour attachment
  std::uint32_t subpass = 0;
  operator Output() const noexcept {
    Output output;
    output.format = format;
    output.is_drawn = VK_TRUE;
    output.render_pass = render_pass;
    output.subpass = subpass;
    return output;
  }
};

/// Metering, adaptation, effects and tone mapping of one or more views. Move-only. Objects are independent of each
/// other. A call on an empty object (default-constructed or moved from) returns invalid_argument without a message.
///
/// **Threads.** One thread at a time may record, resize or destroy. Its command buffers go to one queue, in the order
/// of recording. prepare(), is_prepared() and statistics() may run on any thread, also during a recording.
///
/// **Frames in flight.** Several command buffers may be pending. Exposure states and internal images aren't copied per
/// frame: the module orders them by barriers. Views share internal images, so they are metered one after another.
///
/// **Repeated recordings.** A recorded command buffer may be dropped, or be submitted again with the settings that it
/// was recorded with, until 16 + 4 * view_count other settings have been recorded (ADR 13).
///
/// **Commands.** Record outside render passes, except record_draw(). A call binds a compute pipeline, descriptor set 0
/// and push constants, and doesn't restore the previous ones.
///
/// **Barriers.** The module records barriers between its passes, against earlier frames of the object, and against
/// earlier COMPUTE_SHADER and TRANSFER reads of state_buffer() and log_luminance_image(). For the images of a frame,
/// either the host records these barriers:
/// - Before: `hdr`, weights and sources are visible to COMPUTE_SHADER / SHADER_READ, in their layouts. `ldr` is in
///   GENERAL, its earlier accesses have finished, and COMPUTE_SHADER / SHADER_WRITE is allowed.
/// - After: `ldr` and state_buffer() are written at COMPUTE_SHADER / SHADER_WRITE. The inputs are read at
///   COMPUTE_SHADER.
/// Or the host states Image::before and Image::after, and the calls of the frame record them:
/// - `hdr`: `before` in the frame's first call, `after` in record_finish(). In an object with one step, its only call
///   records both.
/// - Weights and sources: both in record_meter(). `ldr` and `ui`: both in record_finish().
/// - An image that several views share: state `before` in the first view's frame and `after` in the last view's.
///
/// **Time and cut.** record(), record_meter() and record_fused() take Frame::delta_time_s and Frame::cut.
/// record_finish() uses the sum that they took since its last call for the view, and ignores its own frame's values. So
/// a second finish of a frame (tiles, a comparison) advances nothing, and no cut is lost. In an object without kMeter,
/// record_finish() takes both from its frame.
///
/// **Memory.** Only create(), prepare() and resize() allocate. memory_bytes() returns the amount; docs/memory.md
/// explains it.
class PostProcess {
 public:
  PostProcess() noexcept = default;
  PostProcess(PostProcess&&) noexcept;
  /// Destroys what this object held: the destructor's condition applies.
  PostProcess& operator=(PostProcess&&) noexcept;
  PostProcess(const PostProcess&) = delete;
  PostProcess& operator=(const PostProcess&) = delete;
  /// The GPU must have finished everything that was recorded.
  ~PostProcess();

  /// Makes pipelines and memory for the settings in CreateInfo::uses. Submits nothing. On success the object's previous
  /// content is destroyed, as by the destructor. On failure the object is unchanged.
  /// Errors: invalid_argument: a value is out of range. unsupported: a format, limit, queue or extension is missing.
  /// out_of_memory, device_error: a Vulkan call failed.
  Status create(const Device& device, const CreateInfo& info) noexcept;
  /// Lists the requests that create() with these arguments sends to Device::memory, in its order, so that a host with
  /// one block of memory knows its size and type. `*count`: in: elements of `out`; out: number of requests. `out` may
  /// be null. Allocates no device memory and makes no pipelines. Errors: those of create(). invalid_argument: `out` is
  /// too short, or Device::separate_memory is set.
  static Status memory_requests(const Device& device, const CreateInfo& info, std::uint32_t* count,
                                MemoryRequest* out) noexcept;

  /// Makes the pipelines and memory that `settings` need and the object lacks, at most `max_pipelines` pipelines per
  /// call. Any thread, also while frames are recorded and in flight; concurrent calls wait for each other. Costs a walk
  /// over a table if nothing is missing. ok: the settings may be recorded from now on. not_prepared: pipelines are
  /// left, so call it again. Any other result: nothing has changed.
  Status prepare(const Settings& settings, std::uint32_t max_pipelines = ~0u) noexcept;
  /// Lists the requests that prepare(settings) sends to Device::memory, in its order; none if the settings are
  /// prepared. Arguments as above. Any thread. Errors: those of prepare(), and invalid_argument as above.
  Status memory_requests(const Settings& settings, std::uint32_t* count, MemoryRequest* out) const noexcept;
  /// Whether `settings` may be recorded. Any thread.
  bool is_prepared(const Settings& settings) const noexcept;

  /// Changes CreateInfo::max_extent. Exposure states and pipelines stay. log_luminance_image() and
  /// local_exposure_buffer() change. Allocates memory for the new size before it frees the old memory. Does nothing if
  /// the size is the same. The GPU must have finished everything that was recorded, and no prepare() may run. On
  /// failure the object is unchanged.
  Status resize(VkExtent2D max_extent) noexcept;

  /// Meters, adapts, applies effects and tone maps: record_meter(), then record_finish(), with fewer barriers.
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Meters and adapts. Reads `hdr`, `weights` and `more_sources`. Needs kMeter.
  Status record_meter(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Applies effects and tone maps. Reads `hdr`, `ui` and Frame::exposure, which must be visible to COMPUTE_SHADER /
  /// SHADER_READ. Writes `ldr`. Needs kFinish.
  /// With a drawn output: records the passes of effects, a baked look, and the barrier to FRAGMENT_SHADER, but not the
  /// draw. Views share the images of effects, so draw a view before you finish the next one.
  Status record_finish(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Draws the picture: one triangle over the rectangle at `ldr_offset`. Call it within the render pass or dynamic
  /// rendering of CreateInfo::output, after record() or record_finish() of the same frame and settings. The result is
  /// that of record_finish() with a compute output, up to rounding of the format. `ldr` and `content_light` must be
  /// null. Sets viewport and scissor. Binds a graphics pipeline, descriptor set 0 and push constants. Records no
  /// barrier. Before: `hdr`, `ui`, LookTables and Frame::exposure are visible to FRAGMENT_SHADER / SHADER_READ. After:
  /// the attachment is written at COLOR_ATTACHMENT_OUTPUT, and `hdr` is read at FRAGMENT_SHADER.
  Status record_draw(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Tone maps with the exposure of the previous frame and meters for the next frame, in one dispatch that reads `hdr`
  /// once. Needs kWithFused. These frames are recorded as by record(): a view's first frame, a frame with `cut`, and a
  /// frame with effects that have passes or with an exact look. `offset` must be 0, `ui` and `content_light` null. If
  /// the first frame's command buffer is never submitted, later frames are exposed for a luminance of 1 until a
  /// measurement has run.
  Status record_fused(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;

  /// Copies the state of `view`, sizeof(gpu::ExposureState) bytes, to a buffer with TRANSFER_DST usage. record_import()
  /// of any object takes it, for tiles of a screenshot or a save game. Ordered against this object's frames.
  /// Before: earlier accesses to these bytes have finished. After: written at TRANSFER / TRANSFER_WRITE.
  Status record_export(VkCommandBuffer command_buffer, std::uint32_t view, const Buffer& destination) noexcept;
  /// Copies an exported state from a buffer with TRANSFER_SRC usage to `view`. The next frame adapts from this state.
  /// The offset is a multiple of 4. Before: `source` is visible to TRANSFER / TRANSFER_READ.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, const Buffer& source) noexcept;
  /// The same for a state in CPU memory. invalid_argument: a number of `state` isn't finite, or its exposure is 0 or
  /// less.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, const gpu::ExposureState& state) noexcept;

  /// Latest state of `view` that has reached the CPU. Doesn't wait. It is at least as new as the last frame whose fence
  /// the host has waited for. Set CreateInfo::statistics_slots to at least the frames in flight + 1. Any thread, also
  /// during a recording. not_ready: no state has arrived yet, and `*out` is unchanged. invalid_argument: the object has
  /// no statistics_slots, or no such view.
  Status statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept;

  /// Buffer with the gpu::ExposureState of each view, state_stride_bytes() apart. Usage STORAGE, TRANSFER_SRC and
  /// TRANSFER_DST. A state is undefined until the first recording of its view has run. Written at COMPUTE_SHADER /
  /// SHADER_WRITE.
  VkBuffer state_buffer() const noexcept;
  VkDeviceSize state_stride_bytes() const noexcept;

  /// 1x1 exposure image of `view` for upscalers: R32_SFLOAT, in GENERAL, usage SAMPLED, STORAGE and TRANSFER_SRC. Each
  /// call that meters writes it and makes it visible to COMPUTE_SHADER / SHADER_READ and TRANSFER / TRANSFER_READ.
  /// VK_NULL_HANDLE without CreateInfo::exposure_image.
  VkImage exposure_image(std::uint32_t view) const noexcept;
  VkImageView exposure_image_view(std::uint32_t view) const noexcept;

  /// Histogram of the last measurement: PHOTOPIC_HISTOGRAM_BINS floats at histogram_offset_bytes(). Bin i is the sum of
  /// weights at log2 luminance min + i (max - min) / 255. Usage STORAGE and TRANSFER_SRC. Written at COMPUTE_SHADER /
  /// SHADER_WRITE. VK_NULL_HANDLE if neither kWithHistogram nor the prepared settings ask for a histogram.
  VkBuffer histogram_buffer() const noexcept;
  VkDeviceSize histogram_offset_bytes() const noexcept;

  /// Grid of tone curves of local exposure, from the last picture of `view` that had it on, at
  /// local_exposure_offset_bytes(). VK_NULL_HANDLE if no prepared settings turn local exposure on. Usage STORAGE and
  /// TRANSFER_SRC. Written at COMPUTE_SHADER / SHADER_WRITE. Valid until the next resize().
  /// - Node (i, j) begins at float (local_exposure_pitch() * j + i) * PHOTOPIC_LOCAL_NODE_WORDS.
  /// - Node (i, j) lies at the corner of texel PHOTOPIC_LOCAL_TILE_SIDE * (i, j) of the region.
  /// - Its first PHOTOPIC_LOCAL_SLICES floats are changes of exposure, EV, for luminances 2^-16, 2^-15, .. 2^16.
  /// - Interpolate linearly in x, y and log2 luminance. The luminance is that of the scene after earlier effects of the
  ///   chain, such as glare.
  VkBuffer local_exposure_buffer() const noexcept;
  VkDeviceSize local_exposure_offset_bytes(std::uint32_t view) const noexcept;
  std::uint32_t local_exposure_pitch() const noexcept;

  /// Pyramid of log2 luminance for debug views: R32_SFLOAT, usage SAMPLED, STORAGE and TRANSFER_SRC. In GENERAL and
  /// written at COMPUTE_SHADER after a recording. VK_NULL_HANDLE with single_pass. The first level holds log2 luminance
  /// (unless Tuning::without_pyramid_level_0 is set), the last level the mean. A level is written only at the end of a
  /// pass, and only in the rectangle in use. Valid until the next recording or resize().
  VkImage log_luminance_image() const noexcept;
  std::uint32_t log_luminance_levels() const noexcept;
  /// View of one level. VK_NULL_HANDLE after the last level.
  VkImageView log_luminance_view(std::uint32_t level) const noexcept;
  /// Size of a level, texels.
  VkExtent2D log_luminance_extent(std::uint32_t level) const noexcept;
  /// Part of a level, from its top left, that a metered region of `region` texels writes. {0, 0} for a skipped level.
  VkExtent2D log_luminance_used(std::uint32_t level, VkExtent2D region) const noexcept;

  /// Whether the last picture of `view` has the exposure of the frame before, as record_fused() gives it. If so, its
  /// multiplier is ExposureState::previous_exposure, else ExposureState::exposure.
  bool shows_previous_exposure(std::uint32_t view) const noexcept;

  /// Creation parameters of this object, with defaults in place of 0. `max_extent` is that of the last resize(). `uses`
  /// is empty. `tuning` is never null and lives as long as the object. An empty object returns defaults.
  const CreateInfo& info() const noexcept;

  /// Device memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  friend struct Inside;
  Impl* impl_ = nullptr;
};

}  // namespace photopic

#endif
