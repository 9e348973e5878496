// SPDX-License-Identifier: MIT
// Photopic: metering, eye adaptation and tone mapping of HDR images, recorded into the host's command buffers.
//
//   photopic::PostProcess post;
//   if (photopic::PostProcess::create(device, {.max_extent = {1920, 1080}}, &post) != photopic::Status::ok) ...
//   each frame:  post.record(cmd, {.hdr = hdr_view, .ldr = ldr_view, .extent = size, .delta_time_s = dt}, settings)
#ifndef PHOTOPIC_POST_PROCESS_H
#define PHOTOPIC_POST_PROCESS_H

#include <photopic/device.h>
#include <photopic/image_barriers.h>
#include <photopic/interface.h>
#include <photopic/look_tables.h>
#include <photopic/render_target.h>
#include <photopic/settings.h>
#include <photopic/version.h>

#include <cstdint>

namespace photopic {

/// How the mean log luminance is computed. How others do it: <photopic/naive_meters.h>.
enum class MeterMethod : std::uint32_t {
  pyramid,  ///< compute pyramid, every texel counts equally at every size; its levels can be looked at
  /// One dispatch reads each texel once, sums exactly and adapts: the fastest, and the one that takes weights, a
  /// histogram and several images. The same bits however the device schedules it.
  single_pass,
};

/// What a texel's weight is a product of; CreateInfo::weights: kWeightCentre, kWeightSpot, kWeightMask, ...
/// <photopic/weights.h> lists them; MeterSettings has their parameters.
enum Weight : std::uint32_t {
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) kWeight##Name = 1u << (number),
  PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
};
inline constexpr std::uint32_t kAllWeights = (1u << PHOTOPIC_WEIGHT_COUNT) - 1;

/// How `pyramid` makes up for blocks that stick out of the image. b is the block side, 4 * workgroup side.
enum class PyramidFactor : std::uint32_t {
  block_counts,  ///< each block is averaged over the texels it has and weighs as many in the next: levels hold means
  corrected,     ///< level 0 in a pass of its own; missing texels count as 0, and the last level is multiplied by
                 ///< b^(2 passes) / (valid texels)
};

/// Which passes an object is made for. Those left out cost no pipeline and no memory.
enum Steps : std::uint32_t {
  kMeterStep = 1,    ///< metering and adaptation: HDR image in, exposure buffer out
  kToneMapStep = 2,  ///< exposure in, display-referred image out
  kFusedStep = 4,    ///< record_fused(); needs both others and MeterMethod::single_pass
  kDrawStep = 8,     ///< exposure in, drawn in a render pass of the host's: record_draw(); in place of kToneMapStep
};

/// What the 1x1 image for upscalers holds.
enum class ExposureImage : std::uint32_t {
  none,
  multiplier,  ///< ExposureState::exposure, as FSR reads it
  dlss,        ///< ExposureState::dlss_exposure, 0.18 / (0.82 L)
};

/// Of CreateInfo::lut_size.
inline constexpr std::uint32_t kMinLutSize = 17;
inline constexpr std::uint32_t kMaxLutSize = 65;

struct CreateInfo {
  VkExtent2D max_extent = {};    ///< texels; record*() takes any rectangle up to this, at no cost
  std::uint32_t view_count = 1;  ///< independent exposure states, 1..1024
  std::uint32_t steps = kMeterStep | kToneMapStep;
  // Metering
  MeterMethod meter_method = MeterMethod::single_pass;
  // MeterMethod::pyramid
  std::uint32_t workgroup_side = 8;  ///< of the reduction, invocations: 8 or 16
  PyramidFactor pyramid_factor = PyramidFactor::block_counts;
  /// With block_counts, the first pass reduces the HDR image straight to a small level. True: it also writes
  /// level 0, for debug views. False: there is none, log_luminance_image() begins with level 1, a quarter of the
  /// memory.
  bool pyramid_level_0 = true;
  // MeterMethod::single_pass
  std::uint32_t weights = 0;  ///< bits Weight; 0 = every texel counts equally. What isn't set costs nothing
  bool histogram = false;     ///< percentiles and median; from a quarter (4K) to two thirds (1080p) more time
  /// MeterSettings::highlight_stops, ::highlight_percent and ::black_stops may be other than their defaults. Needs
  /// `histogram`; one microsecond more. Default: false.
  bool highlights_and_black = false;
  /// Least and largest luminance. Always known with weights or a histogram and to the other methods; else 0, since each
  /// workgroup would have to write them and wait.
  bool extrema = false;
  std::uint32_t max_workgroups = 0;  ///< 1..2047; 0 = a number that suits most devices. The result is the same
  /// Settings::input may name other primaries than BT.709's or a bounded gamut, and Settings::white_balance may be on
  /// (needs_input_conversion()): pipelines that convert take the place of those that don't.
  bool convert_input = false;
  /// single_pass: WhiteBalance::automatic may be asked for. The read of the meter sums colours, too; the state has a
  /// light that adapts (ExposureState::white_balance), whether the settings of a frame show it or not.
  bool auto_white_balance = false;
  /// NightSettings::dark_adaptation and pupil may be asked for: the state has receptors and a pupil
  /// (ExposureState::night). Pipelines that move them on take the place of those that don't.
  bool dark_adaptation = false;
  // Handing the exposure on
  ExposureImage exposure_image = ExposureImage::none;
  std::uint32_t statistics_slots = 0;  ///< of statistics(), 0..64 per view; 0 = none
  // Tone mapping
  /// Of the view that is written: R8G8B8A8_UNORM, A2B10G10R10_UNORM_PACK32, R16G16B16A16_SFLOAT, or R32_UINT, which
  /// takes `packed_format` and works on every device.
  /// kDrawStep: of the attachment, any that the device can render to whose red, green and blue have as many bits each:
  /// B8G8R8A8_SRGB, R16G16B16A16_UNORM, B10G11R11_UFLOAT_PACK32, ... Attachments of sRGB hold the codes that UNORM
  /// does.
  VkFormat ldr_format = VK_FORMAT_R8G8B8A8_UNORM;
  /// What texels of R32_UINT are packed as: A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32 or B8G8R8A8_UNORM. The
  /// image is one of that format with MUTABLE_FORMAT, or is copied to one.
  VkFormat packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
  /// encoding_bit() of each encoding that record*() may be asked for; pipelines of their own.
  std::uint32_t encodings = encoding_bit(OutputEncoding::automatic);
  /// tone_mapper_bit() of each operator that record*() may be asked for; one pipeline each, and compiling it takes
  /// time.
  std::uint32_t tone_mappers = tone_mapper_bit(ToneMapSettings().tone_mapper);
  /// Nodes a side of the LUTs of baked looks, 17..65: DisplayTransform::baked may be asked for. 8 bytes a node, and one
  /// LUT more than there are views, up to 8; docs/display.md has times and errors. 0 = none.
  std::uint32_t lut_size = 0;
  /// DisplayTransform::exact may be asked for. False saves the pipelines of each operator where looks are always baked.
  bool exact = true;
  /// Grades and tables of the host may be asked for with DisplayTransform::exact: they are evaluated at each texel,
  /// tables to the precision of a float. Default: false, and grades and tables need DisplayTransform::baked. Costs a
  /// second pipeline for each operator, and the time of what is on (docs/performance.md).
  bool exact_looks = false;
  /// Bits Effect of those that settings may turn on: effects_of() of them. What isn't named costs nothing. While none
  /// is on, the final pass is that of an object without; while some are, those that are off cost a few instructions and
  /// registers (docs/performance.md).
  std::uint32_t effects = 0;
  /// With kEffectGlare, of the levels of its pyramid: R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT for exact light, or
  /// B10G11R11_UFLOAT_PACK32, half the memory traffic for steps of a percent and colours without negative channels.
  VkFormat glare_levels = VK_FORMAT_R16G16B16A16_SFLOAT;
  /// ToneMapSettings::dither may be asked for: pipelines with it are made beside those without, twice as many. The
  /// recording chooses.
  bool dither = true;
  /// With DitherNoise::blue as well: as many pipelines again as dither adds, and 16 KiB.
  bool blue_noise = false;
  /// ToneMapFrame::ui may be given: pipelines that can draw it take the place of those that can't.
  bool ui = false;
  /// Views of a headset, say: record_finish() makes so many pictures in one dispatch, layers 0 to `layers` - 1 of
  /// `hdr`, `ldr` and `ui`, whose views are 2D arrays then; 1 = 2D views. Up to maxImageArrayLayers. record_meter()
  /// takes the layers as 2D views, as one measurement (MeterFrame::more_sources) or for an exposure of each
  /// (ToneMapFrame::exposure_stride_bytes); record() isn't there, nor are effects that have passes or look around.
  /// kDrawStep has RenderTarget::view_mask in its place.
  std::uint32_t layers = 1;
  /// Of `hdr`, that of more sources too: 1, 2, 4 or 8, among the device's sampledImageColorSampleCounts. Each sample is
  /// metered as a texel, so that the mean is over the log luminance of samples, with their texel's weight; counts are
  /// of samples. The picture, of one sample, shows the mean of the light that each would show, tone mapped by itself.
  /// With several, there are no effects that have passes or look around, nor layers, kFusedStep, kDrawStep or
  /// `pyramid`.
  VkSampleCountFlagBits hdr_samples = VK_SAMPLE_COUNT_1_BIT;
  /// ToneMapFrame::content_light may be given: passes that measure take the place of those that don't.
  bool content_light = false;
  /// kDrawStep: where pictures are drawn.
  RenderTarget render_target = {};
  /// create() makes no pipelines: prepare() does, some at a time, and recordings wait for the last one.
  bool defer_pipelines = false;
};

/// Layout of images that are read, unless the host says another one.
inline constexpr VkImageLayout kReadLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;

/// A rectangle of an image. Layers of an array image: one 2D view each.
struct MeterSource {
  /// Scene-linear, of the primaries of Settings::input: R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT,
  /// B10G11R11_UFLOAT_PACK32 or any other float colour format that can be sampled. 2D view, one level.
  VkImageView hdr = VK_NULL_HANDLE;
  VkRect2D region = {};  ///< texels of `hdr` that are metered; 1x1..max_extent
  // Needed if CreateInfo::weights names them; 2D views.
  VkImageView mask = VK_NULL_HANDLE;     ///< one float channel, any size, stretched over `region`; nearest texel
  VkImageView depth = VK_NULL_HANDLE;    ///< depth aspect or one float channel, texel for texel with `hdr`
  VkImageView classes = VK_NULL_HANDLE;  ///< stencil aspect or one unsigned integer channel, texel for texel with `hdr`
  /// SHADER_READ_ONLY_OPTIMAL or GENERAL; depth and classes also in a layout of depth and stencil that can be sampled.
  VkImageLayout hdr_layout = kReadLayout;
  VkImageLayout mask_layout = kReadLayout;
  VkImageLayout depth_layout = kReadLayout;
  VkImageLayout classes_layout = kReadLayout;
};

/// What one view sees, to meter.
struct MeterFrame {
  VkImageView hdr = VK_NULL_HANDLE;  ///< this and the next four as in MeterSource
  VkRect2D region = {};
  VkImageView mask = VK_NULL_HANDLE;
  VkImageView depth = VK_NULL_HANDLE;
  VkImageView classes = VK_NULL_HANDLE;
  float delta_time_s = 0.0f;   ///< seconds since this view's previous frame, >= 0; 0 holds the exposure
  bool reset_history = false;  ///< camera cut: take the measured value at once. The first frame does so by itself
  std::uint32_t view = 0;      ///< which exposure state, < view_count
  /// single_pass: more images that share the exposure, such as the other eye or the rest of a wall. Every texel of all
  /// counts alike. Read during the call.
  const MeterSource* more_sources = nullptr;
  std::uint32_t more_source_count = 0;  ///< <= 63
  /// What the colour of `hdr` and of all sources has been multiplied by already, (0, inf) within 2^+-32: an exposure of
  /// the frame before, say, so that half floats hold it. Settings, limits, curves, and all that is measured are of the
  /// scene, as if it had not been; log_luminance_image() is of the image as it is.
  float pre_exposure = 1.0f;
  VkImageLayout hdr_layout = kReadLayout;  ///< this and the next three as in MeterSource
  VkImageLayout mask_layout = kReadLayout;
  VkImageLayout depth_layout = kReadLayout;
  VkImageLayout classes_layout = kReadLayout;
  const ImageBarriers* barriers = nullptr;  ///< of `hdr`, recorded here; null: the host's. Read during the call
};

/// One image to tone map. Alpha is copied, clamped to [0, 1].
struct ToneMapFrame {
  VkImageView hdr = VK_NULL_HANDLE;  ///< as MeterFrame::hdr
  /// CreateInfo::ldr_format, STORAGE usage, GENERAL before and after; null for record_draw(). May be the image of
  /// `hdr`, which hdr_layout says is in GENERAL then: the picture takes its place, texel for texel (ldr_offset is that
  /// of the region), where no effect looks around in the HDR image (chromatic aberration), and no overlay is drawn.
  VkImageView ldr = VK_NULL_HANDLE;
  VkRect2D region = {};        ///< texels of `hdr` that are read
  VkOffset2D ldr_offset = {};  ///< where the region's top-left lands in `ldr`, >= 0
  /// The whole picture that the region is a part of, in texels of `hdr`, which needn't hold all of it: effects that
  /// depend on the place, such as vignette, count from its centre. Zero size = the region is the picture.
  VkRect2D picture = {};
  /// A buffer that holds the exposure multiplier, one float, at `exposure_offset_bytes` (a multiple of
  /// minStorageBufferOffsetAlignment); VK_NULL_HANDLE takes this object's own state of `view`. For
  /// WhiteBalance::automatic it is a whole ExposureState of an object with auto_white_balance.
  VkBuffer exposure = VK_NULL_HANDLE;
  VkDeviceSize exposure_offset_bytes = 0;
  std::uint32_t view = 0;
  /// With CreateInfo::layers or a view_mask: bytes from what exposes a layer to what exposes the next one, a multiple
  /// of 4; 0 = all are exposed alike. Of the object's own states, state_stride_bytes(): layer i is exposed by view + i.
  VkDeviceSize exposure_stride_bytes = 0;
  /// An image that is drawn over the picture, texel for texel with `ldr`: premultiplied colour of BT.709, encoded with
  /// DisplaySettings::ui_curve, and the share of the picture that it covers (straight source-over: an image that was
  /// drawn with its alpha blended like its colour holds alpha squared). A 2D view of a UNORM format, R8G8B8A8_UNORM
  /// say, visible to COMPUTE_SHADER / SHADER_READ. Needs CreateInfo::ui.
  VkImageView ui = VK_NULL_HANDLE;
  /// A buffer of STORAGE usage that holds gpu::ContentLightSums at `content_light_offset_bytes` (a multiple of
  /// minStorageBufferOffsetAlignment), zero before the picture: what its texels shine is added, UI and dither with
  /// them; content_light_of() of <photopic/hdr_display.h> makes nits of it. Before: visible to COMPUTE_SHADER /
  /// SHADER_READ | SHADER_WRITE. After: written there. Needs CreateInfo::content_light.
  VkBuffer content_light = VK_NULL_HANDLE;
  VkDeviceSize content_light_offset_bytes = 0;
  /// The host's lookup tables, or null: a part of baked looks. Read during the call; its buffer is read by the device.
  const LookTables* tables = nullptr;
  /// Seconds since the view's frame before, >= 0, and whether that one doesn't count: for effects that follow time.
  float delta_time_s = 0.0f;
  bool reset_history = false;
  float pre_exposure = 1.0f;  ///< as MeterFrame::pre_exposure; the exposure multiplies scene colour, not that of `hdr`
  VkImageLayout hdr_layout = kReadLayout;  ///< this and the next one: SHADER_READ_ONLY_OPTIMAL or GENERAL
  VkImageLayout ui_layout = kReadLayout;
  const ImageBarriers* barriers = nullptr;  ///< recorded here; null: the host's. Read during the call
};

/// Both at once, over one rectangle at the origin.
struct Frame {
  VkImageView hdr = VK_NULL_HANDLE;
  VkImageView ldr = VK_NULL_HANDLE;
  VkExtent2D extent = {};             ///< texels of both that are in use, 1x1..max_extent
  VkRect2D metered_region = {};       ///< part of `extent` that is metered; zero size = all of it
  VkImageView mask = VK_NULL_HANDLE;  ///< this and the next two as in MeterSource
  VkImageView depth = VK_NULL_HANDLE;
  VkImageView classes = VK_NULL_HANDLE;
  float delta_time_s = 0.0f;
  bool reset_history = false;
  std::uint32_t view = 0;
  // As in ToneMapFrame; not for record_fused().
  VkImageView ui = VK_NULL_HANDLE;
  VkBuffer content_light = VK_NULL_HANDLE;
  VkDeviceSize content_light_offset_bytes = 0;
  const LookTables* tables = nullptr;      ///< as ToneMapFrame::tables
  float pre_exposure = 1.0f;               ///< as MeterFrame::pre_exposure
  VkImageLayout hdr_layout = kReadLayout;  ///< layouts as in MeterSource, that of `ui` as in ToneMapFrame
  VkImageLayout mask_layout = kReadLayout;
  VkImageLayout depth_layout = kReadLayout;
  VkImageLayout classes_layout = kReadLayout;
  VkImageLayout ui_layout = kReadLayout;
  const ImageBarriers* barriers = nullptr;  ///< as in ToneMapFrame
};

class EffectPasses;  // the module's own

/// Metering, adaptation and tone mapping of one or more views. Move-only. Objects are independent of each other.
///
/// A recording may be dropped, or submitted again. What settings say travels with it, until 16 others have been
/// recorded since: a recording that is older may show newer settings (ADR 13).
///
/// All calls on one object: one thread at a time, and its command buffers go to one queue in the order of recording.
/// Several may be in flight: the state and the internal images are ordered by barriers, not copied per frame. Views
/// share the internal images, so their metering runs one after another.
///
/// record*() but record_draw() go outside render passes. They bind a compute pipeline, descriptors of set 0 and push
/// constants, and don't restore what was bound to the compute bind point.
///
/// Memory is made in create() and resize() alone; memory_bytes() says how much. Per method: docs/memory.md. A host that
/// creates with the largest extent it will ever need never has to resize.
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
  /// The GPU must be done with everything that record*() wrote.
  ~PostProcess();

  /// Makes pipelines and memory; submits nothing. On failure `*out` is untouched; on success what it held is destroyed,
  /// as by the destructor.
  /// invalid_argument: a value outside its range; unsupported: a format, limit, queue or extension that is missing.
  static Status create(const Device& device, const CreateInfo& info, PostProcess* out) noexcept;
  /// What create() with these arguments asks Device::memory for, in its order: a host with one block of memory learns
  /// how large it has to be, and which types will do. `*count`: room in `out`, then how many there are, 0 of what needs
  /// none; `out` may be null. Allocates no device memory and makes no pipelines. Errors as of create();
  /// invalid_argument: too little room, or Device::separate_memory.
  static Status memory_requests(const Device& device, const CreateInfo& info, std::uint32_t* count,
                                MemoryRequest* out) noexcept;

  /// CreateInfo::defer_pipelines: makes the next `count` pipelines, with one vkCreateComputePipelines and
  /// Device::pipeline_cache; does nothing where none is left. From any thread, one at a time, while others ask
  /// pipelines_left() and Device::message may be called from there. After a failure those of this call are still left.
  Status prepare(std::uint32_t count) noexcept;
  /// Pipelines that prepare() hasn't made yet. Where it is 0, recordings may begin; before, record*() return
  /// invalid_argument. From any thread.
  std::uint32_t pipelines_left() const noexcept;

  /// Changes CreateInfo::max_extent. Does nothing if it is the same. Makes everything that has the size of pictures for
  /// the new size, then frees the old: memory holds both for a moment. Exposure states survive; log_luminance_image()
  /// and local_exposure_buffer() are others. GPU-idle condition as for the destructor. On failure the object is as it
  /// was.
  Status resize(VkExtent2D max_extent) noexcept;

  /// Meters, adapts and tone maps. All accesses are at COMPUTE_SHADER.
  /// Before: `hdr` visible to SHADER_READ, in its hdr_layout; `ldr` in GENERAL, its earlier uses finished and
  ///         SHADER_WRITE allowed after them. With Frame::barriers, both as these say.
  /// After:  `ldr` and state_buffer() written (SHADER_WRITE), `hdr` read (SHADER_READ): whoever reads the former or
  ///         writes the latter next needs a barrier, which is the host's.
  /// Recorded here: barriers between the passes, against this object's own earlier frames, and against earlier
  /// COMPUTE_SHADER or TRANSFER reads of state_buffer() and log_luminance_image(). Reads at any other stage, such as a
  /// debug view in a fragment shader, are the host's to finish before the next record.
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;

  /// Tone maps with the exposure of the frame before and, in the same read of `hdr`, meters for the next: one dispatch
  /// where record() takes two. A view's first frame and one with reset_history measure first, as record() does. Needs
  /// kFusedStep. Frames whose effects have passes, or with an exact look (CreateInfo::exact_looks), are recorded as by
  /// record(). Before and after as record(). Should the command buffer of the first frame never be submitted, the
  /// next ones are exposed as for a luminance of 1 until a measurement is there.
  Status record_fused(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;

  /// Meters and adapts. Before and after as record(), without `ldr`.
  Status record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const Settings& settings) noexcept;
  /// The same of BT.709.
  Status record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& meter,
                      const ExposureSettings& exposure) noexcept;

  /// Tone maps, with the effects that CreateInfo::effects names; of `settings`, those of metering and exposure count
  /// nothing. Before: as record(); a host's own exposure buffer visible to COMPUTE_SHADER / SHADER_READ. The object's
  /// own state is made visible here. After: as record().
  Status record_finish(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings) noexcept;
  /// The same without effects.
  Status record_tone_map(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                         const ToneMapSettings& settings) noexcept;

  /// kDrawStep: what comes before the draw of the same frame and settings: effects' passes, a baked look, and the
  /// barrier that makes the exposure, the object's own, visible to it. Outside render passes. Effects with passes share
  /// their images among views: draw a view before the next one is recorded here. Before: `hdr` visible to
  /// COMPUTE_SHADER / SHADER_READ, if an effect of `settings` has passes; a host's own exposure as well.
  Status record_before_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                            const Settings& settings) noexcept;
  /// Draws the picture, in CreateInfo::render_target, which the host has begun: one triangle over the region's
  /// rectangle at ldr_offset. No barrier is recorded. `ldr`, `content_light` and `barriers` are null. Sets viewport and
  /// scissor, binds a graphics pipeline, descriptors of set 0 and push constants; other dynamic states are as the host
  /// left them. Of each texel, what record_finish() would store, within rounding of the format. Before: `hdr`, `ui`,
  /// LookTables and a host's own exposure visible to FRAGMENT_SHADER / SHADER_READ. After: written as attachments are,
  /// at COLOR_ATTACHMENT_OUTPUT; `hdr` read at FRAGMENT_SHADER / SHADER_READ.
  Status record_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings) noexcept;

  /// Copies the state of `view`, sizeof(gpu::ExposureState) bytes, to a buffer with TRANSFER_DST usage, for
  /// record_import() of this or another object: tiles of one screenshot, a save game.
  /// Before: earlier uses of those bytes finished. After: written at TRANSFER / TRANSFER_WRITE. The state's own
  /// accesses are ordered here, against this object's frames.
  Status record_export(VkCommandBuffer command_buffer, std::uint32_t view, VkBuffer destination,
                       VkDeviceSize offset_bytes) noexcept;
  /// The reverse; the frames that follow adapt from there. The bytes must be an exported state.
  /// Before: `source` (TRANSFER_SRC usage) visible to TRANSFER / TRANSFER_READ. The offset is a multiple of 4.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, VkBuffer source,
                       VkDeviceSize offset_bytes) noexcept;
  /// From the CPU. invalid_argument if a number of `state` isn't finite or its exposure isn't above 0.
  Status record_import(VkCommandBuffer command_buffer, std::uint32_t view, const gpu::ExposureState& state) noexcept;

  /// The latest state of `view` that has reached the CPU, without waiting for anything: whatever the host has waited
  /// for is there, newer frames may be. False, and `*out` untouched, if there is none yet, without
  /// CreateInfo::statistics_slots or for a view that doesn't exist. With n slots, n - 1 frames in flight are never
  /// disturbed by the next. May be called while another thread records.
  bool statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept;

  /// gpu::ExposureState of every view, `state_stride_bytes()` apart. Usage STORAGE, TRANSFER_SRC and TRANSFER_DST;
  /// undefined until the first record of that view has run. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer state_buffer() const noexcept;
  VkDeviceSize state_stride_bytes() const noexcept;

  /// CreateInfo::exposure_image: a 1x1 R32_SFLOAT image per view for upscalers, in GENERAL, usage SAMPLED, STORAGE and
  /// TRANSFER_SRC, written by every record*() that meters and visible to COMPUTE_SHADER / SHADER_READ and to TRANSFER /
  /// TRANSFER_READ after it. Else VK_NULL_HANDLE.
  VkImage exposure_image(std::uint32_t view) const noexcept;
  VkImageView exposure_image_view(std::uint32_t view) const noexcept;

  /// CreateInfo::histogram: PHOTOPIC_HISTOGRAM_BINS floats, the weights of the last measurement, at
  /// histogram_offset_bytes() of this buffer (usage STORAGE and TRANSFER_SRC). Written at COMPUTE_SHADER /
  /// SHADER_WRITE. Bin i stands for log2 luminance min + i (max - min) / 255. Else VK_NULL_HANDLE.
  VkBuffer histogram_buffer() const noexcept;
  VkDeviceSize histogram_offset_bytes() const noexcept;

  /// kEffectLocalExposure: tone curves of local exposure, of the last picture of `view` whose settings turned it on, at
  /// local_exposure_offset_bytes() of this buffer (usage STORAGE and TRANSFER_SRC). Written at COMPUTE_SHADER /
  /// SHADER_WRITE; undefined before. Else VK_NULL_HANDLE. Until the next resize.
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

  /// What this object was made with; max_extent is that of the last resize().
  CreateInfo create_info() const noexcept;

  /// Device memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  friend const EffectPasses* effect_passes_of(const PostProcess& post) noexcept;
  Impl* impl_ = nullptr;
};

}  // namespace photopic

#endif
