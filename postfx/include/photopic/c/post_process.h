/* SPDX-License-Identifier: MIT */
/* Metering, adaptation, tone mapping and effects of one or more views: PostProcess of C++. */
#ifndef PHOTOPIC_C_POST_PROCESS_H
#define PHOTOPIC_C_POST_PROCESS_H

#include <photopic/c/base.h>
#include <photopic/c/exposure.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* photopic_post_process_info::steps: which passes an object is made for. */
enum {
  PHOTOPIC_STEP_METER = 1,    /* HDR image in, exposure out */
  PHOTOPIC_STEP_TONE_MAP = 2, /* exposure in, picture out */
  PHOTOPIC_STEP_FUSED = 4,    /* photopic_post_process_record_fused(); needs both others and the single pass */
  PHOTOPIC_STEP_DRAW = 8      /* exposure in, drawn by photopic_post_process_record_draw(); in place of TONE_MAP */
};

typedef enum photopic_meter_method {
  PHOTOPIC_METHOD_DEFAULT = 0,     /* the single pass */
  PHOTOPIC_METHOD_PYRAMID = 1,     /* its levels can be looked at */
  PHOTOPIC_METHOD_SINGLE_PASS = 2, /* fastest; takes weights, a histogram and several images */
  PHOTOPIC_METHOD_MAX = 0x7fffffff
} photopic_meter_method;

/* How the pyramid makes up for blocks that stick out of the image. */
typedef enum photopic_pyramid_factor {
  PHOTOPIC_FACTOR_BLOCK_COUNTS = 0, /* each block is averaged over the texels it has */
  PHOTOPIC_FACTOR_CORRECTED = 1,    /* missing texels count as 0, and the last level is multiplied */
  PHOTOPIC_FACTOR_MAX = 0x7fffffff
} photopic_pyramid_factor;

/* What the 1x1 image for upscalers holds. */
typedef enum photopic_exposure_image {
  PHOTOPIC_EXPOSURE_IMAGE_NONE = 0,
  PHOTOPIC_EXPOSURE_IMAGE_MULTIPLIER = 1, /* as FSR reads it */
  PHOTOPIC_EXPOSURE_IMAGE_DLSS = 2,
  PHOTOPIC_EXPOSURE_IMAGE_MAX = 0x7fffffff
} photopic_exposure_image;

/* What an object is made for; 0 = the default of each member. photopic_settings_add_needs() fills it in for settings.
 * CreateInfo of <photopic/post_process.h> says more of each. */
typedef struct photopic_post_process_info {
  uint32_t size;
  uint32_t version;
  VkExtent2D max_extent; /* texels; recordings take any rectangle up to this. Not 0 */
  uint32_t view_count;   /* independent exposures, 1..1024; 0 = 1 */
  uint32_t steps;        /* PHOTOPIC_STEP_*; 0 = METER and TONE_MAP */
  /* Metering */
  uint32_t meter_method;            /* photopic_meter_method */
  uint32_t workgroup_side;          /* pyramid: 8 or 16; 0 = 8 */
  uint32_t pyramid_factor;          /* pyramid: photopic_pyramid_factor */
  VkBool32 without_pyramid_level_0; /* pyramid: a quarter of the memory */
  uint32_t weights;                 /* single pass: photopic_weight_bit() of each that is multiplied */
  VkBool32 histogram;               /* single pass: percentiles and median */
  VkBool32 extrema;                 /* single pass: least and largest luminance */
  uint32_t max_workgroups;          /* single pass: 1..2047; 0 = a number that suits most devices */
  VkBool32 convert_input;           /* primaries other than BT.709's, white balance for a light that settings name */
  VkBool32 auto_white_balance;      /* single pass: "white_balance.white_balance" may be "auto" */
  VkBool32 dark_adaptation;         /* receptors or a pupil */
  uint32_t exposure_image;          /* photopic_exposure_image */
  uint32_t statistics_slots;        /* of photopic_post_process_statistics(), 0..64 a view; 0 = none */
  /* Tone mapping */
  VkFormat ldr_format;     /* R8G8B8A8_UNORM, A2B10G10R10_UNORM_PACK32, R16G16B16A16_SFLOAT, R32_UINT; 0 = the first.
                              DRAW: of the attachment, any whose red, green and blue have as many bits each */
  VkFormat packed_format;  /* of R32_UINT: A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32, B8G8R8A8_UNORM; 0 = the
                              first */
  uint32_t encodings;      /* photopic_encoding_bit() of each that may be asked for; 0 = "auto" */
  uint32_t tone_mappers;   /* photopic_tone_mapper_bit() of each; 0 = that of default settings */
  uint32_t lut_size;       /* nodes a side of baked looks, 17..65; 0 = none */
  VkBool32 without_exact;  /* looks are always baked: saves the pipelines of each operator */
  uint32_t effects;        /* photopic_effect_bit() of each that settings may turn on */
  VkFormat glare_levels;   /* R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT, B10G11R11_UFLOAT_PACK32; 0 = the first */
  VkBool32 without_dither; /* "tone_map.dither" is never asked for: half the pipelines */
  VkBool32 blue_noise;     /* "tone_map.dither_noise" may be "blue" */
  VkBool32 ui;             /* photopic_tone_map_frame::ui may be given */
  VkBool32 content_light;  /* photopic_tone_map_frame::content_light may be given */
  /* Version 2 */
  VkBool32 defer_pipelines; /* create makes no pipelines: photopic_post_process_prepare() does */
  /* Version 3; DRAW: where photopic_post_process_record_draw() is called, which has one colour attachment */
  VkRenderPass render_pass; /* or one that is compatible; lives until all pipelines are made. Null: dynamic rendering */
  uint32_t subpass;
  VkFormat depth_format; /* dynamic rendering: of its attachments; 0 = none */
  VkFormat stencil_format;
  uint32_t samples;     /* a VkSampleCountFlagBits; 0 = 1. All samples of a texel get its colour */
  uint32_t view_mask;   /* multiview: view i shows layer i of `hdr` and `ui`, 2D arrays then; 0 = no multiview */
  uint32_t layers;      /* of array images, finished in one dispatch: CreateInfo::layers; 0 = 1 = 2D views */
  uint32_t hdr_samples; /* of `hdr`, a VkSampleCountFlagBits up to 8: each is metered, and tone mapped, by itself:
                           CreateInfo::hdr_samples; 0 = 1 */
  /* Version 4 */
  VkBool32 highlights_and_black; /* with histogram: "meter.highlight_stops" and "meter.black_stops" may be set */
  VkBool32 exact_looks;          /* grades and tables with "display.transform" exact: CreateInfo::exact_looks */
} photopic_post_process_info;

/* Adds to `info` what these settings need: effects, the operator, the encoding, conversions, adaptation, grades, a LUT
 * of 33 nodes for baked looks. Members of `info` that are set stay; lists of bits grow, so that several
 * settings may be added, one after another. */
PHOTOPIC_API photopic_result photopic_settings_add_needs(const photopic_settings* settings,
                                                         photopic_post_process_info* info);

/* A rectangle of an image that is metered. Views are 2D, of one level. An element of an
 * array, and so of a fixed size. */
typedef struct photopic_meter_source {
  VkImageView hdr;     /* scene-linear, of any float colour format that can be sampled */
  VkRect2D region;     /* texels of `hdr` */
  VkImageView mask;    /* weight "mask": one float channel, any size, stretched over `region` */
  VkImageView depth;   /* weight "depth": texel for texel with `hdr` */
  VkImageView classes; /* weight "classes": stencil or one unsigned integer channel, texel for texel */
} photopic_meter_source;

/* What was last done to an image, or is done to it next; 0 = nothing. */
typedef struct photopic_image_state {
  VkPipelineStageFlags stages;
  VkAccessFlags access;    /* before: writes that are to be seen; after: what is done next */
  VkImageLayout layout;    /* before: UNDEFINED discards what the image holds; after: not UNDEFINED */
  VkBool32 changes_family; /* before: `queue_family` has released the image to that of the device; after: it is
                              released to `queue_family` */
  uint32_t queue_family;
} photopic_image_state;

/* An image with its states; a null image: its barriers are the host's. */
typedef struct photopic_image_transition {
  VkImage image;                 /* of the view in the frame */
  VkImageSubresourceRange range; /* what the view sees; zeros = colour, level 0, layer 0 */
  photopic_image_state before;
  photopic_image_state after;
  uint32_t reserved; /* 0 */
} photopic_image_transition;

/* Barriers in front of a recording and behind it. In between `hdr` is in the frame's hdr_layout, `ldr` in GENERAL.
 * Where both are one image, `ldr` has its states, and `hdr` is left zero. */
typedef struct photopic_image_barriers {
  uint32_t size;
  uint32_t version;
  photopic_image_transition hdr;
  photopic_image_transition ldr; /* record_meter: not used */
} photopic_image_barriers;

typedef struct photopic_meter_frame {
  uint32_t size;
  uint32_t version;
  photopic_meter_source source;
  float delta_time_s;         /* since this view's frame before, >= 0; 0 holds the exposure */
  VkBool32 reset_history;     /* camera cut: take the measured value at once. The first frame does so by itself */
  uint32_t view;              /* which exposure, < view_count */
  uint32_t more_source_count; /* <= 63; single pass: more images that share the exposure */
  const photopic_meter_source* more_sources; /* read during the call */
  /* Version 2 */
  float pre_exposure; /* what the colour of all sources has been multiplied by; 0 = 1. Settings, limits and all that
                         is measured are of the scene, as if it had not been */
  VkImageLayout hdr_layout; /* of all sources: SHADER_READ_ONLY_OPTIMAL or GENERAL; 0 = the first */
  VkImageLayout mask_layout;
  VkImageLayout depth_layout;   /* also one of depth and stencil that can be sampled; 0 = SHADER_READ_ONLY_OPTIMAL */
  VkImageLayout classes_layout; /* likewise */
  const photopic_image_barriers* barriers; /* of `source.hdr`, recorded here; null: the host's. Read during the call */
} photopic_meter_frame;

/* ---- lookup tables of the host: docs/looks.md ---- */
/* What scene-linear colour becomes before it looks up a table. */
typedef enum photopic_table_curve {
  PHOTOPIC_CURVE_BY_DEFAULT = 0, /* scene: ACEScct; tone mapper: LINLOG_SDR */
  PHOTOPIC_CURVE_LINEAR = 1,
  PHOTOPIC_CURVE_ACESCCT = 2,
  PHOTOPIC_CURVE_LOGC3 = 3,
  PHOTOPIC_CURVE_LINLOG_SDR = 4,
  PHOTOPIC_CURVE_LINLOG_HDR = 5,
  PHOTOPIC_TABLE_CURVE_MAX = 0x7fffffff
} photopic_table_curve;

typedef enum photopic_primaries {
  PHOTOPIC_PRIMARIES_DEFAULT = 0, /* scene: AP1; tone mapper: BT.709 */
  PHOTOPIC_PRIMARIES_BT709 = 1,
  PHOTOPIC_PRIMARIES_P3 = 2,
  PHOTOPIC_PRIMARIES_BT2020 = 3,
  PHOTOPIC_PRIMARIES_AP1 = 4,
  PHOTOPIC_PRIMARIES_AP0 = 5,
  PHOTOPIC_PRIMARIES_MAX = 0x7fffffff
} photopic_primaries;

/* Curves of each channel, then a cube of all three; either may be missing. */
typedef struct photopic_look_table {
  uint32_t first_node; /* of the curves; those of the cube follow */
  uint32_t curve_size; /* nodes of each channel, 2..65536; 0 = no curves */
  uint32_t cube_size;  /* nodes a side, 2..256, red fastest; 0 = no cube */
  float curve_min[3];  /* what the first and the last node stand for; both 0 in all channels: 0 and 1 */
  float curve_max[3];
  float cube_min[3];
  float cube_max[3];
} photopic_look_table;

typedef struct photopic_look_tables {
  uint32_t size;
  uint32_t version;
  VkBuffer nodes; /* of all tables, `floats_per_node` each; STORAGE usage, visible to COMPUTE_SHADER / SHADER_READ */
  VkDeviceSize offset_bytes;       /* of node 0, a multiple of minStorageBufferOffsetAlignment */
  uint64_t content;                /* a number of what the buffer holds: other contents, another number */
  photopic_look_table scene;       /* before the operator */
  photopic_look_table tone_mapper; /* of tone mapper "custom" */
  photopic_look_table display;     /* after lift, gamma and gain: sRGB-encoded BT.709 to the same */
  uint32_t scene_curve;            /* photopic_table_curve */
  uint32_t scene_primaries;        /* photopic_primaries */
  uint32_t tone_mapper_curve;
  uint32_t tone_mapper_primaries;
  uint32_t tone_mapper_encoding; /* photopic_encoding_bit() of what it returns; 0 = "srgb" */
  /* Version 4 */
  uint32_t floats_per_node; /* 3 or 4: LookTables::floats_per_node; 0 = 3 */
} photopic_look_tables;

/* One image to tone map. Alpha is copied, clamped to [0, 1]. */
typedef struct photopic_tone_map_frame {
  uint32_t size;
  uint32_t version;
  VkImageView hdr;       /* as photopic_meter_source::hdr */
  VkImageView ldr;       /* ldr_format, STORAGE usage, GENERAL before and after; may be `hdr`, in GENERAL: ToneMapFrame.
                            Null for what is drawn */
  VkRect2D region;       /* texels of `hdr` that are read */
  VkOffset2D ldr_offset; /* where the region's top left lands in `ldr`, >= 0 */
  VkRect2D picture;  /* the whole picture that the region is a part of, in texels of `hdr`; zero size = the region */
  VkBuffer exposure; /* holds the multiplier, one float; null takes this object's own of `view` */
  VkDeviceSize exposure_offset_bytes; /* a multiple of minStorageBufferOffsetAlignment */
  uint32_t view;
  float delta_time_s; /* for effects that follow time, >= 0 */
  VkBool32 reset_history;
  VkImageView ui; /* drawn over the picture, texel for texel with `ldr`; premultiplied, UNORM; or null */
  VkBuffer
      content_light; /* adds what the texels shine: PHOTOPIC_CONTENT_LIGHT_BYTES, zero before the picture; or null */
  VkDeviceSize content_light_offset_bytes; /* a multiple of minStorageBufferOffsetAlignment */
  const photopic_look_tables* tables;      /* a part of baked looks, or null; read during the call */
  /* Version 2 */
  float pre_exposure;       /* as in photopic_meter_frame; the exposure multiplies scene colour, not that of `hdr` */
  VkImageLayout hdr_layout; /* SHADER_READ_ONLY_OPTIMAL or GENERAL; 0 = the first */
  VkImageLayout ui_layout;
  const photopic_image_barriers* barriers; /* recorded here; null: the host's. Read during the call */
  /* Version 3 */
  VkDeviceSize exposure_stride_bytes; /* layers: from what exposes one to what exposes the next, a multiple of 4; of the
                                         object's own states, photopic_post_process_state_stride_bytes(): layer i is
                                         exposed by view + i; 0 = all alike */
} photopic_tone_map_frame;

/* Both at once, over one rectangle at the origin. */
typedef struct photopic_frame {
  uint32_t size;
  uint32_t version;
  VkImageView hdr;
  VkImageView ldr;
  VkExtent2D extent;       /* texels of both that are in use, 1x1..max_extent */
  VkRect2D metered_region; /* part of `extent` that is metered; zero size = all of it */
  VkImageView mask;        /* this and the next two as in photopic_meter_source */
  VkImageView depth;
  VkImageView classes;
  float delta_time_s;     /* since this view's frame before, >= 0; 0 holds the exposure */
  VkBool32 reset_history; /* camera cut */
  uint32_t view;
  VkImageView ui; /* this and the next three as in photopic_tone_map_frame; not for record_fused() */
  VkBuffer content_light;
  VkDeviceSize content_light_offset_bytes;
  const photopic_look_tables* tables;
  /* Version 2: as in photopic_meter_frame and photopic_tone_map_frame */
  float pre_exposure;
  VkImageLayout hdr_layout;
  VkImageLayout mask_layout;
  VkImageLayout depth_layout;
  VkImageLayout classes_layout;
  VkImageLayout ui_layout;
  const photopic_image_barriers* barriers;
} photopic_frame;

/* ---- the object -----------------------------------------------------------------------------------------------------
 * One thread at a time, statistics() excepted. Its command buffers go to one queue in the order of recording; several
 * may be in flight. A recording may be dropped, or submitted again. Recordings but record_draw go outside render
 * passes; they bind a pipeline, descriptors of set 0 and push constants. Memory is made by create and resize alone.
 * Objects are independent of each other. Null for an object is PHOTOPIC_INVALID_ARGUMENT, or 0 where no result is
 * returned. */
typedef struct photopic_post_process photopic_post_process;

/* Makes pipelines and memory; submits nothing. On failure `*out` is untouched.
 * PHOTOPIC_INVALID_ARGUMENT: a value outside its range. PHOTOPIC_UNSUPPORTED: a format, limit, queue or extension that
 * is missing. */
PHOTOPIC_API photopic_result photopic_post_process_create(const photopic_device* device,
                                                          const photopic_post_process_info* info,
                                                          photopic_post_process** out);
/* What photopic_post_process_create() with these arguments asks photopic_device::memory for, in its order. `*count`:
 * room in `out`, then how many there are; `out` may be null. PostProcess::memory_requests() says more. */
PHOTOPIC_API photopic_result photopic_post_process_memory_requests(const photopic_device* device,
                                                                   const photopic_post_process_info* info,
                                                                   uint32_t* count, photopic_memory_request* out);
/* The GPU must be done with everything that was recorded. Null is allowed. */
PHOTOPIC_API void photopic_post_process_destroy(photopic_post_process* post);
/* defer_pipelines: makes the next `count` pipelines, and how many are left for it to make. From any thread, one at a
 * time; where none is left, recordings may begin: before, they return PHOTOPIC_INVALID_ARGUMENT. */
PHOTOPIC_API photopic_result photopic_post_process_prepare(photopic_post_process* post, uint32_t count);
PHOTOPIC_API uint32_t photopic_post_process_pipelines_left(const photopic_post_process* post);
/* For another maximum; exposures survive. The GPU must be done, as above. On failure the object is as it was. */
PHOTOPIC_API photopic_result photopic_post_process_resize(photopic_post_process* post, VkExtent2D max_extent);

/* Meters, adapts and tone maps. All accesses are at COMPUTE_SHADER.
 * Before: `hdr` visible to SHADER_READ, in its hdr_layout; `ldr` in GENERAL, its earlier uses finished and
 *         SHADER_WRITE allowed after them.
 * After:  `ldr` and the state buffer written (SHADER_WRITE), `hdr` read (SHADER_READ).
 * Barriers between the passes, and against this object's own earlier frames, are recorded here. */
PHOTOPIC_API photopic_result photopic_post_process_record(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                          const photopic_frame* frame,
                                                          const photopic_settings* settings);
/* Tone maps with the exposure of the frame before and, in the same read, meters for the next. PHOTOPIC_STEP_FUSED. */
PHOTOPIC_API photopic_result photopic_post_process_record_fused(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_frame* frame,
                                                                const photopic_settings* settings);
/* Meters and adapts. Before and after as record, without `ldr`. */
PHOTOPIC_API photopic_result photopic_post_process_record_meter(photopic_post_process* post,
                                                                VkCommandBuffer command_buffer,
                                                                const photopic_meter_frame* frame,
                                                                const photopic_settings* settings);
/* Effects and tone mapping. Before and after as record; an exposure buffer of the host visible to COMPUTE_SHADER /
 * SHADER_READ. */
PHOTOPIC_API photopic_result photopic_post_process_record_finish(photopic_post_process* post,
                                                                 VkCommandBuffer command_buffer,
                                                                 const photopic_tone_map_frame* frame,
                                                                 const photopic_settings* settings);

/* PHOTOPIC_STEP_DRAW: what comes before the draw of the same frame and settings, outside render passes: effects'
 * passes, a baked look, the barrier that makes the object's own exposure visible. With effects that have passes, draw a
 * view before the next one is recorded here. Before: `hdr` visible to COMPUTE_SHADER / SHADER_READ if an effect has
 * passes. */
PHOTOPIC_API photopic_result photopic_post_process_record_before_draw(photopic_post_process* post,
                                                                      VkCommandBuffer command_buffer,
                                                                      const photopic_tone_map_frame* frame,
                                                                      const photopic_settings* settings);
/* The draw, in the render pass or dynamic rendering that the host has begun: a triangle over the region's rectangle at
 * ldr_offset; of each texel, what record_finish would store, within rounding of the format. `ldr`, `content_light` and
 * `barriers` are null. Sets viewport and scissor. Before: `hdr`, `ui`, tables and a host's own exposure visible to
 * FRAGMENT_SHADER / SHADER_READ. After: written at COLOR_ATTACHMENT_OUTPUT. */
PHOTOPIC_API photopic_result photopic_post_process_record_draw(photopic_post_process* post,
                                                               VkCommandBuffer command_buffer,
                                                               const photopic_tone_map_frame* frame,
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

#ifdef __cplusplus
}
#endif
#endif
