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

/// CreateInfo::steps.
enum Steps : std::uint32_t {
  kMeter = PHOTOPIC_STEP_METER,
  kFinish = PHOTOPIC_STEP_FINISH,
};
/// CreateInfo::with.
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
/// Of Tuning::lut_size.
inline constexpr std::uint32_t kMinLutSize = 17;
inline constexpr std::uint32_t kMaxLutSize = 65;

/// What a texel's weight is a product of: kWeightCentre, kWeightSpot, kWeightMask, ... <photopic/weights.h> lists them;
/// MeterSettings turns them on.
enum Weight : std::uint32_t {
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) kWeight##Name = 1u << (number),
  PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
};
inline constexpr std::uint32_t kAllWeights = (1u << PHOTOPIC_WEIGHT_COUNT) - 1;
/// Bits of the weights that settings turn on.
std::uint32_t weights_of(const MeterSettings& settings) noexcept;

/// Pictures drawn in a render pass of the host: `.output = Draw{pass, format}`. A null pass: dynamic rendering.
struct Draw {
  VkRenderPass render_pass = VK_NULL_HANDLE;
  VkFormat format = VK_FORMAT_UNDEFINED;
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

/// Metering, adaptation and tone mapping of one or more views. Move-only. Objects are independent of each other.
///
/// A recording may be dropped, or submitted again. What settings say travels with it, until as many others have been
/// recorded since as docs/embedding.md says: a recording that is older may show newer settings (ADR 13).
///
/// Record calls, resize() and destruction: one thread at a time, and its command buffers go to one queue in the order
/// of recording. prepare(), is_prepared() and statistics(): any thread, also while another records. Several command
/// buffers may be in flight: the state and the internal images are ordered by barriers, not copied per frame. Views
/// share the internal images, so their metering runs one after another.
///
/// Calls that record go outside render passes, but for record_draw(). They bind a compute pipeline, descriptors of set
/// 0 and push constants, and don't restore what was bound to the compute bind point.
///
/// Barriers. With Image::before and ::after unstated, they are the host's. Before: `hdr`, weights and sources visible
/// to COMPUTE_SHADER / SHADER_READ, in their layouts; `ldr` in GENERAL, its earlier uses finished and SHADER_WRITE
/// allowed after them. After: `ldr` and state_buffer() written at COMPUTE_SHADER / SHADER_WRITE, what was read, read at
/// COMPUTE_SHADER. Stated, the calls of a frame record them: in an object with both steps, the frame's first call
/// `before` of `hdr`, and record_finish() `after`; of weights and sources both by record_meter(), of `ldr` and `ui` by
/// record_finish(). One image in several views: the first frame states `before`, the last one `after`. Recorded by
/// themselves: barriers between the passes, against this object's own earlier frames, and against earlier
/// COMPUTE_SHADER or TRANSFER reads of state_buffer() and log_luminance_image(); reads at any other stage are the
/// host's to finish.
///
/// Time and cut. An object that meters takes both from record_meter(), record() or record_fused(). record_finish()
/// takes what was given there since its last call for the view, and ignores its own frame's: a second finish of a frame
/// (tiles, a comparison) advances nothing, and a cut isn't lost. An object without kMeter takes them from
/// record_finish().
///
/// Memory is made in create(), prepare() and resize() alone; memory_bytes() says how much, docs/memory.md why.
///
/// Calls on an empty object (default-constructed, moved from) return invalid_argument without a message.
class PostProcess {
 public:
  PostProcess() noexcept = default;
  PostProcess(PostProcess&&) noexcept;
  /// Destroys what this object held: the destructor's condition applies.
  PostProcess& operator=(PostProcess&&) noexcept;
  PostProcess(const PostProcess&) = delete;
  PostProcess& operator=(const PostProcess&) = delete;
  /// The GPU must be done with everything that was recorded.
  ~PostProcess();

  /// Makes memory, and pipelines for what CreateInfo::uses needs; submits nothing. On failure the object is as it was;
  /// on success what it held is destroyed, as by the destructor. invalid_argument: a value outside its range;
  /// unsupported: a format, limit, queue or extension that is missing.
  Status create(const Device& device, const CreateInfo& info) noexcept;
  /// What create() with these arguments asks Device::memory for, in its order: a host with one block of memory learns
  /// how large it has to be, and which types will do. `*count`: room in `out`, then how many there are, 0 of what needs
  /// none; `out` may be null. Allocates no device memory and makes no pipelines. Errors as of create();
  /// invalid_argument: too little room, or Device::separate_memory.
  static Status memory_requests(const Device& device, const CreateInfo& info, std::uint32_t* count,
                                MemoryRequest* out) noexcept;

  /// Makes what the object lacks for `settings`, at most `max_pipelines` pipelines a call, with Device::pipeline_cache.
  /// From any thread, while frames are recorded and in flight; calls wait for each other. Recordings may have these
  /// settings once it has returned ok. not_prepared: some pipelines are left, call again. Any other: nothing has
  /// changed. Prepared settings cost a walk over a table.
  Status prepare(const Settings& settings, std::uint32_t max_pipelines = ~0u) noexcept;
  /// Whether recordings may have these settings. From any thread.
  bool is_prepared(const Settings& settings) const noexcept;

  /// Another CreateInfo::max_extent. Does nothing if it is the same. Makes everything that has the size of pictures for
  /// the new size, then frees the old: memory holds both for a moment. Exposure states survive; log_luminance_image()
  /// and local_exposure_buffer() are others. The GPU must be done, as for the destructor, and no prepare() may run. On
  /// failure the object is as it was.
  Status resize(VkExtent2D max_extent) noexcept;

  /// record_meter(), then record_finish(), with fewer barriers.
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Meters and adapts. Reads `hdr`, `weights` and `more_sources`.
  Status record_meter(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Effects and tone mapping. Reads `hdr`, `ui` and a host's own exposure, which is visible to COMPUTE_SHADER /
  /// SHADER_READ; writes `ldr`. With a drawn output: all but the draw (effects' passes, a baked look, the barrier that
  /// makes what the draw reads visible to FRAGMENT_SHADER); effects with passes share their images among views, so draw
  /// a view before the next one is recorded here.
  Status record_finish(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Draws the picture, in the render pass or dynamic rendering of CreateInfo::output, which the host has begun, after
  /// record() or record_finish() of the same frame and settings: one triangle over the rectangle at `ldr_offset`. No
  /// barrier is recorded. `ldr` and `content_light` are null. Sets viewport and scissor, binds a graphics pipeline,
  /// descriptors of set 0 and push constants; other dynamic states are as the host left them. Of each texel, what a
  /// compute pass would store, within rounding of the format. Before: `hdr`, `ui`, LookTables and a host's own exposure
  /// visible to FRAGMENT_SHADER / SHADER_READ. After: written at COLOR_ATTACHMENT_OUTPUT; `hdr` read at
  /// FRAGMENT_SHADER.
  Status record_draw(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// kWithFused: tone maps with the exposure of the frame before and, in the same read of `hdr`, meters for the next:
  /// one dispatch where record() takes two. A view's first frame and one with `cut` measure first, as record() does,
  /// and so do frames whose effects have passes or whose look is exact. Should the command buffer of the first frame
  /// never be submitted, the next ones are exposed as for a luminance of 1 until a measurement is there. `offset` is 0;
  /// no `ui` and no `content_light`.
  Status record_fused(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;

  /// Copies the state of `view`, sizeof(gpu::ExposureState) bytes, to a buffer with TRANSFER_DST usage, for
  /// record_import() of this or another object: tiles of one screenshot, a save game.
  /// Before: earlier uses of those bytes finished. After: written at TRANSFER / TRANSFER_WRITE. The state's own
  /// accesses are ordered here, against this object's frames.
  Status record_export(VkCommandBuffer command_buffer, std::uint32_t view, const Buffer& destination) noexcept;
  /// The reverse; the frames that follow adapt from there. The bytes must be an exported state.
  /// Before: `source` (TRANSFER_SRC usage) visible to TRANSFER / TRANSFER_READ. The offset is a multiple of 4.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, const Buffer& source) noexcept;
  /// From the CPU. invalid_argument if a number of `state` isn't finite or its exposure isn't above 0.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, const gpu::ExposureState& state) noexcept;

  /// The latest state of `view` that has reached the CPU, without waiting for anything: whatever the host has waited
  /// for is there, newer frames may be. not_ready, and `*out` untouched, if there is none yet; invalid_argument without
  /// CreateInfo::statistics_slots or for a view that doesn't exist. With n slots, n - 1 frames in flight are never
  /// disturbed by the next. May be called while another thread records.
  Status statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept;

  /// gpu::ExposureState of every view, `state_stride_bytes()` apart. Usage STORAGE, TRANSFER_SRC and TRANSFER_DST;
  /// undefined until the first record of that view has run. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer state_buffer() const noexcept;
  VkDeviceSize state_stride_bytes() const noexcept;

  /// CreateInfo::exposure_image: a 1x1 R32_SFLOAT image per view for upscalers, in GENERAL, usage SAMPLED, STORAGE and
  /// TRANSFER_SRC, written by every record*() that meters and visible to COMPUTE_SHADER / SHADER_READ and to TRANSFER /
  /// TRANSFER_READ after it. Else VK_NULL_HANDLE.
  VkImage exposure_image(std::uint32_t view) const noexcept;
  VkImageView exposure_image_view(std::uint32_t view) const noexcept;

  /// PHOTOPIC_WITH_HISTOGRAM, or settings that need one: PHOTOPIC_HISTOGRAM_BINS floats, the weights of the last
  /// measurement, at histogram_offset_bytes() of this buffer (usage STORAGE and TRANSFER_SRC). Written at
  /// COMPUTE_SHADER / SHADER_WRITE. Bin i stands for log2 luminance min + i (max - min) / 255. Else VK_NULL_HANDLE.
  VkBuffer histogram_buffer() const noexcept;
  VkDeviceSize histogram_offset_bytes() const noexcept;

  /// If settings in use turn it on: tone curves of local exposure, of the last picture of `view` whose settings turned
  /// it on, at local_exposure_offset_bytes() of this buffer (usage STORAGE and TRANSFER_SRC). Written at COMPUTE_SHADER
  /// / SHADER_WRITE; undefined before. Else VK_NULL_HANDLE. Until the next resize.
  ///
  /// Node (i, j) is the local_exposure_pitch() * j + i-th, PHOTOPIC_LOCAL_NODE_WORDS floats each, and lies at the
  /// corner of the texel PHOTOPIC_LOCAL_TILE_SIDE * (i, j) of the picture's region. Its first PHOTOPIC_LOCAL_SLICES
  /// floats are the change of exposure, EV, of luminances 2^-16, 2^-15, .. 2^16. A texel's is interpolated linearly
  /// across, down and along log2 luminance, which is that of the scene behind what comes before in the chain, such as
  /// glare.
  VkBuffer local_exposure_buffer() const noexcept;
  VkDeviceSize local_exposure_offset_bytes(std::uint32_t view) const noexcept;
  std::uint32_t local_exposure_pitch() const noexcept;

  /// The R32_SFLOAT image whose levels the pyramid wrote, for debug views. Usage SAMPLED, STORAGE and TRANSFER_SRC;
  /// VK_NULL_HANDLE with single_pass; in GENERAL after a record, written at COMPUTE_SHADER. Level 0 is log2 luminance
  /// (with pyramid_level_0), and the mean is in the last level. Levels between them are written where a pass ends, and
  /// only in the rectangle in use; the rest is undefined. Until the next record or resize.
  VkImage log_luminance_image() const noexcept;
  std::uint32_t log_luminance_levels() const noexcept;
  /// One level of it, VK_NULL_HANDLE beyond the last; texels of that level; and those of them, from the top-left, that
  /// the measurement of a region of `region` texels writes: {0, 0} for a level that it skips.
  VkImageView log_luminance_view(std::uint32_t level) const noexcept;
  VkExtent2D log_luminance_extent(std::uint32_t level) const noexcept;
  VkExtent2D log_luminance_used(std::uint32_t level, VkExtent2D region) const noexcept;

  /// Whether the picture of the view's last record*() was exposed as its frame before, as record_fused() does:
  /// ExposureState::previous_exposure is its multiplier then. Else it is ExposureState::exposure.
  bool shows_previous_exposure(std::uint32_t view) const noexcept;

  /// What this object was made with, 0 replaced by what it stands for; `max_extent` is that of the last resize(),
  /// `uses` is empty and `tuning` is there, as long as the object. Of an empty object, defaults.
  const CreateInfo& info() const noexcept;

  /// Device memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  friend struct Inside;
  Impl* impl_ = nullptr;
};

}  // namespace photopic

#endif
