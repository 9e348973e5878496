/* SPDX-License-Identifier: MIT */
/* Metering, adaptation, tone mapping and effects: creation parameters for C and C++, and the functions of C. */
#ifndef PHOTOPIC_C_POST_PROCESS_H
#define PHOTOPIC_C_POST_PROCESS_H

#include <photopic/c/base.h>
#include <photopic/c/exposure.h>
#include <photopic/c/frame.h>
#include <photopic/c/settings.h>

/* Enumerations: types in C++, uint32_t in C, the same values in both. */
#ifdef PHOTOPIC_CPP
namespace photopic {
/// Behaviour of a record call whose settings aren't prepared.
enum class Missing : std::uint32_t {
  refuse,  ///< returns not_prepared; the message names the setting and its need
  skip,    ///< records without the feature and sends one note; still refuses operators, encodings and transforms
};
/// Method that computes the mean log luminance. For comparison methods, see <photopic/naive_meters.h>.
enum class MeterMethod : std::uint32_t {
  /// One dispatch reads each texel once and adapts. The fastest method, and the only one with weights, a histogram and
  /// several images. Sums are exact, so the result doesn't depend on scheduling.
  single_pass,
  pyramid,  ///< a pyramid of compute passes; each texel counts equally; debug views can show its levels
};
/// Treatment of pyramid blocks that extend beyond the image. b is the side of a block, 4 * workgroup side, in texels.
enum class PyramidFactor : std::uint32_t {
  block_counts,  ///< a block is averaged over its valid texels and weighted by their number, so levels hold means
  corrected,     ///< missing texels count as 0; the last level is multiplied by b^(2 passes) / (valid texels)
};
/// Content of the 1x1 exposure image for upscalers.
enum class ExposureImage : std::uint32_t {
  none,        ///< no image
  multiplier,  ///< ExposureState::exposure, for FSR
  dlss,        ///< ExposureState::dlss_exposure = 0.18 / (0.82 L), for DLSS
};
}  // namespace photopic
typedef photopic::Missing photopic_missing;
typedef photopic::MeterMethod photopic_meter_method;
typedef photopic::PyramidFactor photopic_pyramid_factor;
typedef photopic::ExposureImage photopic_exposure_image;
#else
enum { PHOTOPIC_MISSING_REFUSE, PHOTOPIC_MISSING_SKIP };
enum { PHOTOPIC_METHOD_SINGLE_PASS, PHOTOPIC_METHOD_PYRAMID };
enum { PHOTOPIC_FACTOR_BLOCK_COUNTS, PHOTOPIC_FACTOR_CORRECTED };
enum { PHOTOPIC_EXPOSURE_IMAGE_NONE, PHOTOPIC_EXPOSURE_IMAGE_MULTIPLIER, PHOTOPIC_EXPOSURE_IMAGE_DLSS };
typedef uint32_t photopic_missing; /* refuse: PHOTOPIC_NOT_PREPARED; skip: records without the feature, with one note */
typedef uint32_t photopic_meter_method;   /* single pass: the fastest; pyramid: debug views can show its levels */
typedef uint32_t photopic_pyramid_factor; /* treatment of pyramid blocks that extend beyond the image */
typedef uint32_t photopic_exposure_image; /* content of the 1x1 image for upscalers; multiplier: for FSR */
#endif

/* photopic_post_process_info::steps */
enum {
  PHOTOPIC_STEP_METER = 1, /* HDR image in, exposure out */
  PHOTOPIC_STEP_FINISH = 2 /* exposure in, picture out */
};
/* photopic_post_process_info::with: parts of an object that no setting turns on. */
enum {
  PHOTOPIC_WITH_UI = 1,            /* enables photopic_frame::ui */
  PHOTOPIC_WITH_CONTENT_LIGHT = 2, /* enables photopic_frame::content_light */
  PHOTOPIC_WITH_HISTOGRAM = 4,     /* single pass: histogram buffer, also if no setting needs it */
  PHOTOPIC_WITH_EXTREMA = 8,       /* single pass: smallest and largest luminance in the exposure state. The pyramid,
                                      weights and the histogram have them without this bit */
  PHOTOPIC_WITH_FUSED = 16,        /* enables record_fused(); needs both steps and the single pass */
  PHOTOPIC_WITH_TABLES = 32,       /* enables photopic_frame::tables for exact looks without a grade */
  PHOTOPIC_WITH_DEFERRED = 64,     /* create makes memory only; prepare makes the pipelines */
  PHOTOPIC_WITH_SCALED_DRAW = 128, /* drawn output: photopic_frame::ldr_extent may differ from `extent`. Makes each
                                      pipeline that draws twice */
  PHOTOPIC_WITH_RESOLVE = 256      /* `samples` above 1: enables all effects, as `samples` explains */
};

/* Destination of pictures: a storage image (default), or a colour attachment of the host. */
typedef struct photopic_output {
  /* Format of `ldr` or of the attachment. 0 = R8G8B8A8_UNORM.
   * - `ldr`: R8G8B8A8_UNORM, A2B10G10R10_UNORM_PACK32 (needs shader_storage_image_extended_formats),
   *   R16G16B16A16_SFLOAT, or R32_UINT, which holds texels of photopic_tuning::packed_format on every device.
   * - Attachment: any renderable format whose red, green and blue have equally many bits. An _SRGB attachment holds the
   *   same codes as a UNORM one. */
  VkFormat format PHOTOPIC_0;
  /* The picture is drawn by record_draw(), in a render pass or in dynamic rendering of the host. It has one colour
   * attachment; other attachments are left unchanged. Default: a compute shader writes `ldr`. */
  VkBool32 is_drawn PHOTOPIC_0;
  /* The host's render pass, or a compatible one. It must live until the last pipeline is made. Null: dynamic rendering,
   * which the host has enabled (Vulkan 1.3 or VK_KHR_dynamic_rendering). */
  VkRenderPass render_pass PHOTOPIC_0;
  uint32_t subpass PHOTOPIC_0;        /* subpass of `render_pass` */
  VkFormat depth_format PHOTOPIC_0;   /* dynamic rendering: format of the depth attachment; 0 = none */
  VkFormat stencil_format PHOTOPIC_0; /* dynamic rendering: format of the stencil attachment; 0 = none */
  uint32_t samples PHOTOPIC_0;        /* samples of the attachments; all samples of a texel get its colour; 0 = 1 */
  /* Multiview: view mask of the subpass or of dynamic rendering; the host has enabled the feature. View i shows layer i
   * of `hdr` and `ui`, which are 2D arrays. The single pass meters the layers of the mask. 0 = no multiview. */
  uint32_t view_mask PHOTOPIC_0;
  uint32_t reserved PHOTOPIC_0;
} photopic_output;

/* Implementation choices for experts: speed, memory and formats. */
typedef struct photopic_tuning {
  PHOTOPIC_HEAD(photopic_tuning)
  photopic_meter_method meter_method PHOTOPIC_0; /* 0 = single pass */
  uint32_t max_workgroups PHOTOPIC_0; /* single pass: 1..2047; 0 = suits most devices. Doesn't change the result */
  uint32_t workgroup_side PHOTOPIC_0; /* pyramid: workgroup side of the reduction, 8 or 16 invocations; 0 = 8 */
  photopic_pyramid_factor pyramid_factor PHOTOPIC_0; /* 0 = block_counts */
  /* Pyramid with block_counts: omits level 0, so log_luminance_image() begins with level 1 and takes a quarter of the
   * memory. */
  VkBool32 without_pyramid_level_0 PHOTOPIC_0;
  /* Edge length of the LUTs of baked looks, nodes, 17..65; 0 = 33. Memory: 8 bytes per node, and min(view_count + 1, 8)
   * LUTs. docs/looks.md has times and errors. */
  uint32_t lut_size PHOTOPIC_0;
  /* Content of R32_UINT texels: A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32 or B8G8R8A8_UNORM; 0 =
   * A2B10G10R10_UNORM_PACK32. The image has this format with MUTABLE_FORMAT, or is copied to an image that has it. */
  VkFormat packed_format PHOTOPIC_0;
  /* Format of glare's pyramid; 0 = R16G16B16A16_SFLOAT. R32G32B32A32_SFLOAT keeps light exactly.
   * B10G11R11_UFLOAT_PACK32 halves the memory traffic, has steps of about 1 % and no negative channels. */
  VkFormat glare_levels PHOTOPIC_0;
} photopic_tuning;

/* Length of photopic_post_process_info::uses. */
#define PHOTOPIC_MAX_USES 8

/* Creation parameters. Only `max_extent` is required. */
typedef struct photopic_post_process_info {
  PHOTOPIC_HEAD(photopic_post_process_info)
  VkExtent2D max_extent PHOTOPIC_0; /* largest photopic_frame::extent, texels; each frame may be smaller, at no cost */
  /* Optional */
  uint32_t view_count PHOTOPIC_0; /* number of independent exposure states, 1..1024; 0 = 1 */
  /* Layers of array images that one call meters and finishes, such as the eyes of a headset, 1..maxImageArrayLayers.
   * photopic_frame::exposure_stride_bytes says whether they share an exposure. Several layers need the single pass, and
   * exclude record_fused() and effects that have passes or read neighbours. 0 = 1 = 2D views. */
  uint32_t layers PHOTOPIC_0;
  /* Settings that will be recorded. The object is made for their needs only. None = default settings. If you have more
   * than 8, call prepare(). */
  photopic_settings_ref uses[PHOTOPIC_MAX_USES] PHOTOPIC_0;
  photopic_output output PHOTOPIC_0; /* default: a storage image, R8G8B8A8_UNORM */
  /* Samples per texel of `hdr` and of all sources: 1, 2, 4 or 8, among the device's sampledImageColorSampleCounts; 0
   * = 1. The meter counts each sample as a texel, with the weight of its texel. Each sample is tone mapped, and the
   * picture, of one sample, shows the mean.
   * Effects that have passes or read neighbours (all but vignette and grain) need PHOTOPIC_WITH_RESOLVE. While settings
   * turn one of them on, the object resolves `hdr` to an image of its own: half floats, 8 bytes per texel of
   * max_extent. The resolved colour is the mean of the samples, each weighted by 1 / (1 + its exposed luminance), so
   * that a lamp in one sample doesn't outshine the others. Colour above 65504 is cut off; photopic_frame::pre_exposure
   * prevents this. Several samples exclude layers, record_fused(), drawn pictures and the pyramid. */
  uint32_t samples PHOTOPIC_0;
  uint32_t steps PHOTOPIC_0;            /* PHOTOPIC_STEP_* bits; 0 = both. A step that is left out costs nothing */
  uint32_t with PHOTOPIC_0;             /* PHOTOPIC_WITH_* bits; 0 = none */
  uint32_t statistics_slots PHOTOPIC_0; /* enables statistics(): frames per view, 0..64; 0 = off */
  photopic_exposure_image exposure_image PHOTOPIC_0; /* enables the 1x1 image for upscalers; 0 = none */
  photopic_missing missing PHOTOPIC_0;               /* behaviour for settings that aren't prepared; 0 = refuse */
  const photopic_tuning* tuning PHOTOPIC_0;          /* null = defaults */
} photopic_post_process_info;

PHOTOPIC_BEGIN_C
/* ---- the object -----------------------------------------------------------------------------------------------------
 * <photopic/post_process.h> documents each call, and its threads and barriers, at the method of PostProcess of the same
 * name. A null object gives PHOTOPIC_INVALID_ARGUMENT, or 0 if the call returns no result. */
typedef struct photopic_post_process photopic_post_process;

/* Makes an object for the settings in `info->uses`. The caller destroys it. On failure `*out` is unchanged. */
PHOTOPIC_API photopic_result photopic_post_process_create(const photopic_device* device,
                                                          const photopic_post_process_info* info,
                                                          photopic_post_process** out);
/* Lists the memory requests of a create call with these arguments. `*count`: in: elements of `out`; out: number of
 * requests. `out` may be null. */
PHOTOPIC_API photopic_result photopic_post_process_memory_requests(const photopic_device* device,
                                                                   const photopic_post_process_info* info,
                                                                   uint32_t* count, photopic_memory_request* out);
/* The GPU must have finished everything that was recorded. Null is allowed. */
PHOTOPIC_API void photopic_post_process_destroy(photopic_post_process* post);
/* Makes the pipelines and memory that `settings` need, at most `max_pipelines` pipelines (UINT32_MAX = all). Any
 * thread. PHOTOPIC_NOT_PREPARED: call it again. */
PHOTOPIC_API photopic_result photopic_post_process_prepare(photopic_post_process* post,
                                                           const photopic_settings* settings, uint32_t max_pipelines);
/* Lists the memory requests of a prepare call with these settings; none if they are prepared. Arguments as above. Any
 * thread. */
PHOTOPIC_API photopic_result photopic_post_process_prepare_requests(const photopic_post_process* post,
                                                                    const photopic_settings* settings, uint32_t* count,
                                                                    photopic_memory_request* out);
/* Whether `settings` may be recorded. Any thread. */
PHOTOPIC_API VkBool32 photopic_post_process_is_prepared(const photopic_post_process* post,
                                                        const photopic_settings* settings);
/* Changes max_extent. The GPU must have finished everything that was recorded, and no prepare call may run. */
PHOTOPIC_API photopic_result photopic_post_process_resize(photopic_post_process* post, VkExtent2D max_extent);

/* Meters, adapts, applies effects and tone maps: record_meter, then record_finish. */
PHOTOPIC_API photopic_result photopic_post_process_record(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                          const photopic_frame* frame,
                                                          const photopic_settings* settings);
/* Meters and adapts. */
PHOTOPIC_API photopic_result photopic_post_process_record_meter(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_frame* frame,
                                                                const photopic_settings* settings);
/* Applies effects and tone maps. With a drawn output: everything but the draw. */
PHOTOPIC_API photopic_result photopic_post_process_record_finish(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer,
                                                                 const photopic_frame* frame,
                                                                 const photopic_settings* settings);
/* Draws the picture within the host's render pass; needs photopic_output::is_drawn. */
PHOTOPIC_API photopic_result photopic_post_process_record_draw(photopic_post_process* post,
                                                               VkCommandBuffer command_buffer,
                                                               const photopic_frame* frame,
                                                               const photopic_settings* settings);
/* Tone maps with the previous frame's exposure and meters in one dispatch; needs PHOTOPIC_WITH_FUSED. */
PHOTOPIC_API photopic_result photopic_post_process_record_fused(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_frame* frame,
                                                                const photopic_settings* settings);

/* Copies the state of `view`, photopic_exposure_state_bytes() bytes, to a buffer with TRANSFER_DST usage.
 * Before: earlier uses of these bytes have finished. After: written at TRANSFER / TRANSFER_WRITE. */
PHOTOPIC_API photopic_result photopic_post_process_record_export(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer, uint32_t view,
                                                                 VkBuffer destination, VkDeviceSize offset_bytes);
/* Copies an exported state back from a buffer with TRANSFER_SRC usage. The next frame adapts from this state.
 * Before: visible to TRANSFER / TRANSFER_READ. */
PHOTOPIC_API photopic_result photopic_post_process_record_import(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer, uint32_t view,
                                                                 VkBuffer source, VkDeviceSize offset_bytes);
/* The same for exported bytes in CPU memory. They must come from the same version of the library. */
PHOTOPIC_API photopic_result photopic_post_process_record_import_bytes(photopic_post_process* post,
                                                                       VkCommandBuffer command_buffer, uint32_t view,
                                                                       const void* bytes, size_t size_bytes);

/* Latest state of `view` that has reached the CPU; doesn't wait. Needs statistics_slots. Any thread, also during a
 * recording. PHOTOPIC_NOT_READY: no state has arrived yet; `out` is unchanged. */
PHOTOPIC_API photopic_result photopic_post_process_statistics(const photopic_post_process* post, uint32_t view,
                                                              photopic_exposure_state* out);

/* Buffer with the states of all views, state_stride_bytes() apart. The first float of a state is its exposure. Usage
 * STORAGE, TRANSFER_SRC and TRANSFER_DST. Written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API VkBuffer photopic_post_process_state_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_state_stride_bytes(const photopic_post_process* post);
/* Exposure image of `view` for upscalers: 1x1, R32_SFLOAT, in GENERAL. Visible to COMPUTE_SHADER / SHADER_READ and
 * TRANSFER / TRANSFER_READ after a recording that meters. Null without photopic_post_process_info::exposure_image. */
PHOTOPIC_API VkImage photopic_post_process_exposure_image(const photopic_post_process* post, uint32_t view);
PHOTOPIC_API VkImageView photopic_post_process_exposure_image_view(const photopic_post_process* post, uint32_t view);
/* Bins of the histogram. */
#define PHOTOPIC_HISTOGRAM_SIZE 256u
/* Histogram of the last measurement: PHOTOPIC_HISTOGRAM_SIZE floats at the offset. Null if the object has none. */
PHOTOPIC_API VkBuffer photopic_post_process_histogram_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_histogram_offset_bytes(const photopic_post_process* post);
/* Grid of tone curves of local exposure, from the last picture of `view` that had it on. Null, 0 and 0 without the
 * effect. Written at COMPUTE_SHADER / SHADER_WRITE.
 * - Node (i, j) begins at float (pitch * j + i) * PHOTOPIC_LOCAL_EXPOSURE_NODE_FLOATS after the offset.
 * - Node (i, j) lies at the corner of texel PHOTOPIC_LOCAL_EXPOSURE_STEP * (i, j) of the region.
 * - Its first PHOTOPIC_LOCAL_EXPOSURE_VALUES floats are changes of exposure, EV, for luminances 2^-16, 2^-15, .. 2^16.
 */
#define PHOTOPIC_LOCAL_EXPOSURE_STEP 64u
#define PHOTOPIC_LOCAL_EXPOSURE_VALUES 33u
#define PHOTOPIC_LOCAL_EXPOSURE_NODE_FLOATS 72u
PHOTOPIC_API VkBuffer photopic_post_process_local_exposure_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_local_exposure_offset_bytes(const photopic_post_process* post,
                                                                            uint32_t view);
PHOTOPIC_API uint32_t photopic_post_process_local_exposure_pitch(const photopic_post_process* post);
/* Pyramid of log2 luminance for debug views: R32_SFLOAT, in GENERAL after a recording. Null with the single pass. Valid
 * until the next recording or resize. _view: view of one level. _extent: its size, texels. _used: the part of it that a
 * metered region of `region` texels writes. */
PHOTOPIC_API VkImage photopic_post_process_log_luminance_image(const photopic_post_process* post);
PHOTOPIC_API uint32_t photopic_post_process_log_luminance_levels(const photopic_post_process* post);
PHOTOPIC_API VkImageView photopic_post_process_log_luminance_view(const photopic_post_process* post, uint32_t level);
PHOTOPIC_API VkExtent2D photopic_post_process_log_luminance_extent(const photopic_post_process* post, uint32_t level);
PHOTOPIC_API VkExtent2D photopic_post_process_log_luminance_used(const photopic_post_process* post, uint32_t level,
                                                                 VkExtent2D region);
/* Whether the last picture of `view` has the exposure of the frame before, as record_fused() gives it. */
PHOTOPIC_API VkBool32 photopic_post_process_shows_previous_exposure(const photopic_post_process* post, uint32_t view);
/* max_extent of the last create or resize. */
PHOTOPIC_API VkExtent2D photopic_post_process_max_extent(const photopic_post_process* post);
/* Device memory of this object, bytes. */
PHOTOPIC_API VkDeviceSize photopic_post_process_memory_bytes(const photopic_post_process* post);

PHOTOPIC_END_C
#endif
