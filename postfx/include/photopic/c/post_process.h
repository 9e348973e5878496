/* SPDX-License-Identifier: MIT */
/* Metering, adaptation, tone mapping and effects: what objects are made for, and the functions of C. */
#ifndef PHOTOPIC_C_POST_PROCESS_H
#define PHOTOPIC_C_POST_PROCESS_H

#include <photopic/c/base.h>
#include <photopic/c/exposure.h>
#include <photopic/c/frame.h>
#include <photopic/c/settings.h>

/* Enumerations of infos: typed in C++, uint32_t in C, the same numbers in both. */
#ifdef PHOTOPIC_CPP
namespace photopic {
/// What a record call does if the object isn't prepared for its settings.
enum class Missing : std::uint32_t {
  refuse,  ///< returns not_prepared; the message names the setting and what it needs
  skip,    ///< records without the feature, and says so once. Operator, encoding and transform are refused
};
/// How the mean log luminance is computed. How others do it: <photopic/naive_meters.h>.
enum class MeterMethod : std::uint32_t {
  /// One dispatch reads each texel once, sums exactly and adapts: the fastest, and the one that takes weights, a
  /// histogram and several images. The same bits however the device schedules it.
  single_pass,
  pyramid,  ///< compute pyramid, every texel counts equally at every size; its levels can be looked at
};
/// How the pyramid makes up for blocks that stick out of the image. b is the block side, 4 * workgroup side.
enum class PyramidFactor : std::uint32_t {
  block_counts,  ///< each block is averaged over the texels it has and weighs as many in the next: levels hold means
  corrected,     ///< level 0 in a pass of its own; missing texels count as 0, and the last level is multiplied by
                 ///< b^(2 passes) / (valid texels)
};
/// What the 1x1 image for upscalers holds.
enum class ExposureImage : std::uint32_t {
  none,
  multiplier,  ///< ExposureState::exposure, as FSR reads it
  dlss,        ///< ExposureState::dlss_exposure, 0.18 / (0.82 L)
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
typedef uint32_t photopic_missing;      /* refuse: PHOTOPIC_NOT_PREPARED; skip: without the feature, and says so once */
typedef uint32_t photopic_meter_method; /* the single pass is the fastest; the pyramid's levels can be looked at */
typedef uint32_t photopic_pyramid_factor; /* how blocks that stick out of the image are made up for */
typedef uint32_t photopic_exposure_image; /* multiplier: as FSR reads it */
#endif

/* photopic_post_process_info::steps */
enum {
  PHOTOPIC_STEP_METER = 1, /* HDR image in, exposure out */
  PHOTOPIC_STEP_FINISH = 2 /* exposure in, picture out */
};
/* photopic_post_process_info::with: parts that no setting asks for. */
enum {
  PHOTOPIC_WITH_UI = 1,            /* photopic_frame::ui may be given */
  PHOTOPIC_WITH_CONTENT_LIGHT = 2, /* photopic_frame::content_light may be given */
  PHOTOPIC_WITH_HISTOGRAM = 4,     /* single pass: the histogram buffer, also where no setting needs it */
  PHOTOPIC_WITH_EXTREMA = 8,       /* single pass: least and largest luminance. Known with weights, with a histogram and
                                      to the pyramid; else each workgroup has to write them and wait */
  PHOTOPIC_WITH_FUSED = 16,        /* record_fused(); needs both steps and the single pass */
  PHOTOPIC_WITH_TABLES = 32,       /* photopic_frame::tables may be given, also with exact pictures */
  PHOTOPIC_WITH_DEFERRED = 64,     /* create makes memory only, prepare the pipelines */
  PHOTOPIC_WITH_SCALED_DRAW = 128, /* drawn output: photopic_frame::ldr_extent may differ from `extent`; each pipeline
                                      that draws is made twice */
  PHOTOPIC_WITH_RESOLVE = 256      /* with `samples` above 1: effects that have passes or look around; see `samples` */
};

/* Where pictures go. */
typedef struct photopic_output {
  /* Of `ldr`: R8G8B8A8_UNORM, A2B10G10R10_UNORM_PACK32, R16G16B16A16_SFLOAT, or R32_UINT, which takes
   * photopic_tuning::packed_format and works on every device. Of an attachment: any that the device can render to whose
   * red, green and blue have as many bits each; those of sRGB hold the codes that UNORM does. 0 = the first. */
  VkFormat format PHOTOPIC_0;
  /* The picture is drawn by record_draw(), in a render pass or in dynamic rendering of the host, which has one colour
   * attachment; others are left as they are. */
  VkBool32 is_drawn PHOTOPIC_0;
  /* The render pass, or a compatible one; lives until the last pipeline is made. Null: dynamic rendering, of Vulkan 1.3
   * or VK_KHR_dynamic_rendering, which the host has enabled. */
  VkRenderPass render_pass PHOTOPIC_0;
  uint32_t subpass PHOTOPIC_0;
  VkFormat depth_format PHOTOPIC_0; /* dynamic rendering: of its depth and stencil attachments; 0 = none */
  VkFormat stencil_format PHOTOPIC_0;
  uint32_t samples PHOTOPIC_0; /* of the attachments; all of a texel get its colour; 0 = 1 */
  /* Multiview, whose feature the host has enabled: the view mask of the subpass or of the rendering. View i shows layer
   * i of `hdr` and `ui`, 2D arrays then; layers of the mask are metered, by the single pass. 0 = none. */
  uint32_t view_mask PHOTOPIC_0;
  uint32_t reserved PHOTOPIC_0;
} photopic_output;

/* Expert knobs. No setting of a picture is here. */
typedef struct photopic_tuning {
  PHOTOPIC_HEAD(photopic_tuning)
  photopic_meter_method meter_method PHOTOPIC_0;
  uint32_t max_workgroups PHOTOPIC_0; /* single pass: 1..2047; 0 = a number that suits most devices. The result is the
                                         same */
  uint32_t workgroup_side PHOTOPIC_0; /* pyramid: of the reduction, 8 or 16 invocations; 0 = 8 */
  photopic_pyramid_factor pyramid_factor PHOTOPIC_0;
  /* Pyramid with block_counts: the first pass doesn't write level 0, log_luminance_image() begins with level 1, a
   * quarter of the memory. */
  VkBool32 without_pyramid_level_0 PHOTOPIC_0;
  /* Nodes a side of the LUTs of baked looks, 17..65; 0 = 33. 8 bytes a node, and one LUT more than there are views, up
   * to 8; docs/display.md has times and errors. */
  uint32_t lut_size PHOTOPIC_0;
  /* Of texels of R32_UINT: A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32 or B8G8R8A8_UNORM. The image is one of
   * that format with MUTABLE_FORMAT, or is copied to one. 0 = the first. */
  VkFormat packed_format PHOTOPIC_0;
  /* Of the levels of glare's pyramid: R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT for exact light, or
   * B10G11R11_UFLOAT_PACK32, half the memory traffic for steps of a percent and no negative channels. 0 = the first. */
  VkFormat glare_levels PHOTOPIC_0;
} photopic_tuning;

#define PHOTOPIC_MAX_USES 8

/* What an object is made for. Only `max_extent` is required. */
typedef struct photopic_post_process_info {
  PHOTOPIC_HEAD(photopic_post_process_info)
  VkExtent2D max_extent PHOTOPIC_0; /* texels; frames take any rectangle up to this, at no cost */
  /* Optional */
  uint32_t view_count PHOTOPIC_0; /* independent exposure states, 1..1024; 0 = 1 */
  /* Layers of array images, for example the eyes of a headset, 1..maxImageArrayLayers; 0 = 1 = 2D views. All are
   * metered and finished by one call. photopic_frame::exposure_stride_bytes says whether they share an exposure. Needs
   * the single pass; excludes record_fused() and effects that have passes or look around. */
  uint32_t layers PHOTOPIC_0;
  /* Settings that will be recorded: what they need is made, and nothing else. Read during the call. None = default
   * settings. For more than 8, see prepare(). */
  photopic_settings_ref uses[PHOTOPIC_MAX_USES] PHOTOPIC_0;
  photopic_output output PHOTOPIC_0;
  /* Of `hdr` and of all sources: 1, 2, 4 or 8, among the device's sampledImageColorSampleCounts; 0 = 1. Each sample is
   * metered as a texel, with its texel's weight; counts are of samples. The picture, of one sample, shows the mean of
   * the light that each would show, tone mapped by itself.
   * Effects that have passes or look around (all but vignette and grain) need PHOTOPIC_WITH_RESOLVE. They see one
   * colour per texel. While settings turn one of them on, the object resolves `hdr` to an image of its own, in halves,
   * 8 bytes per texel of max_extent. That colour is the mean of the samples, each weighted by 1 / (1 + its exposed
   * luminance): a lamp in one sample doesn't outshine the others. Colour above 65504 is cut off: see
   * photopic_frame::pre_exposure. The meter still reads samples. Several samples exclude layers, record_fused(), drawn
   * pictures and the pyramid. */
  uint32_t samples PHOTOPIC_0;
  uint32_t steps PHOTOPIC_0;            /* PHOTOPIC_STEP_*; 0 = both. Those left out cost nothing */
  uint32_t with PHOTOPIC_0;             /* PHOTOPIC_WITH_* */
  uint32_t statistics_slots PHOTOPIC_0; /* frames of statistics() a view, 0..64; 0 = none */
  photopic_exposure_image exposure_image PHOTOPIC_0;
  photopic_missing missing PHOTOPIC_0;
  const photopic_tuning* tuning PHOTOPIC_0; /* read during the call; null = defaults */
} photopic_post_process_info;

PHOTOPIC_BEGIN_C
/* ---- the object -----------------------------------------------------------------------------------------------------
 * PostProcess of <photopic/post_process.h> says what each call does. Null for an object is PHOTOPIC_INVALID_ARGUMENT,
 * or 0 where no result is returned. */
typedef struct photopic_post_process photopic_post_process;

/* On failure `*out` is untouched. */
PHOTOPIC_API photopic_result photopic_post_process_create(const photopic_device* device,
                                                          const photopic_post_process_info* info,
                                                          photopic_post_process** out);
PHOTOPIC_API photopic_result photopic_post_process_memory_requests(const photopic_device* device,
                                                                   const photopic_post_process_info* info,
                                                                   uint32_t* count, photopic_memory_request* out);
/* The GPU must be done with everything that was recorded. Null is allowed. */
PHOTOPIC_API void photopic_post_process_destroy(photopic_post_process* post);
PHOTOPIC_API photopic_result photopic_post_process_prepare(photopic_post_process* post,
                                                           const photopic_settings* settings, uint32_t max_pipelines);
PHOTOPIC_API VkBool32 photopic_post_process_is_prepared(const photopic_post_process* post,
                                                        const photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_post_process_resize(photopic_post_process* post, VkExtent2D max_extent);

PHOTOPIC_API photopic_result photopic_post_process_record(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                          const photopic_frame* frame,
                                                          const photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_post_process_record_meter(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_frame* frame,
                                                                const photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_post_process_record_finish(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer,
                                                                 const photopic_frame* frame,
                                                                 const photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_post_process_record_draw(photopic_post_process* post,
                                                               VkCommandBuffer command_buffer,
                                                               const photopic_frame* frame,
                                                               const photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_post_process_record_fused(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_frame* frame,
                                                                const photopic_settings* settings);

/* Copies the state of `view`, photopic_exposure_state_bytes(), to a buffer with TRANSFER_DST usage.
 * Before: earlier uses of those bytes finished. After: written at TRANSFER / TRANSFER_WRITE. */
PHOTOPIC_API photopic_result photopic_post_process_record_export(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer, uint32_t view,
                                                                 VkBuffer destination, VkDeviceSize offset_bytes);
/* The reverse; the frames that follow adapt from there. Before: visible to TRANSFER / TRANSFER_READ. */
PHOTOPIC_API photopic_result photopic_post_process_record_import(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer, uint32_t view,
                                                                 VkBuffer source, VkDeviceSize offset_bytes);
/* The same of exported bytes that the CPU holds, of this version of the library; read during the call. */
PHOTOPIC_API photopic_result photopic_post_process_record_import_bytes(photopic_post_process* post,
                                                                       VkCommandBuffer command_buffer, uint32_t view,
                                                                       const void* bytes, size_t size_bytes);

/* The latest state of `view` that has reached the CPU, without waiting. `out` with size and version.
 * PHOTOPIC_NOT_READY, and `out` untouched: none yet, no statistics_slots, or no such view. Any thread, also while
 * another records. */
PHOTOPIC_API photopic_result photopic_post_process_statistics(const photopic_post_process* post, uint32_t view,
                                                              photopic_exposure_state* out);

/* States of all views, state_stride_bytes() apart; the exposure is the first float of each. Usage STORAGE, TRANSFER_SRC
 * and TRANSFER_DST; written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API VkBuffer photopic_post_process_state_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_state_stride_bytes(const photopic_post_process* post);
/* exposure_image: 1x1, R32_SFLOAT, in GENERAL; visible to COMPUTE_SHADER / SHADER_READ and TRANSFER / TRANSFER_READ
 * after a recording that meters. Else null. */
PHOTOPIC_API VkImage photopic_post_process_exposure_image(const photopic_post_process* post, uint32_t view);
PHOTOPIC_API VkImageView photopic_post_process_exposure_image_view(const photopic_post_process* post, uint32_t view);
/* histogram: PHOTOPIC_HISTOGRAM_SIZE floats at the offset. Else null. */
#define PHOTOPIC_HISTOGRAM_SIZE 256u
PHOTOPIC_API VkBuffer photopic_post_process_histogram_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_histogram_offset_bytes(const photopic_post_process* post);
/* With the effect local exposure: tone curves of the last picture of `view` that it was on for, at the offset; written
 * at COMPUTE_SHADER / SHADER_WRITE. Node (i, j), the pitch * j + i-th of PHOTOPIC_LOCAL_EXPOSURE_NODE_FLOATS floats,
 * lies at the corner of texel PHOTOPIC_LOCAL_EXPOSURE_STEP * (i, j) of the region. Its first
 * PHOTOPIC_LOCAL_EXPOSURE_VALUES floats are the change of exposure, EV, of luminances 2^-16, 2^-15, .. 2^16. Else null,
 * 0, 0. */
#define PHOTOPIC_LOCAL_EXPOSURE_STEP 64u
#define PHOTOPIC_LOCAL_EXPOSURE_VALUES 33u
#define PHOTOPIC_LOCAL_EXPOSURE_NODE_FLOATS 72u
PHOTOPIC_API VkBuffer photopic_post_process_local_exposure_buffer(const photopic_post_process* post);
PHOTOPIC_API VkDeviceSize photopic_post_process_local_exposure_offset_bytes(const photopic_post_process* post,
                                                                            uint32_t view);
PHOTOPIC_API uint32_t photopic_post_process_local_exposure_pitch(const photopic_post_process* post);
/* Levels of the pyramid, R32_SFLOAT, in GENERAL after a recording; null with the single pass. `level`'s view, its
 * texels, and those that a region of `region` texels writes. Until the next recording or resize. */
PHOTOPIC_API VkImage photopic_post_process_log_luminance_image(const photopic_post_process* post);
PHOTOPIC_API uint32_t photopic_post_process_log_luminance_levels(const photopic_post_process* post);
PHOTOPIC_API VkImageView photopic_post_process_log_luminance_view(const photopic_post_process* post, uint32_t level);
PHOTOPIC_API VkExtent2D photopic_post_process_log_luminance_extent(const photopic_post_process* post, uint32_t level);
PHOTOPIC_API VkExtent2D photopic_post_process_log_luminance_used(const photopic_post_process* post, uint32_t level,
                                                                 VkExtent2D region);
/* Whether the view's last picture was exposed as its frame before, as record_fused does. */
PHOTOPIC_API VkBool32 photopic_post_process_shows_previous_exposure(const photopic_post_process* post, uint32_t view);
/* Of the last create or resize. */
PHOTOPIC_API VkExtent2D photopic_post_process_max_extent(const photopic_post_process* post);
/* Device memory that this object has allocated. */
PHOTOPIC_API VkDeviceSize photopic_post_process_memory_bytes(const photopic_post_process* post);

PHOTOPIC_END_C
#endif
