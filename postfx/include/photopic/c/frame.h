/* SPDX-License-Identifier: MIT */
/* Images of the host, and the frame that each record call takes. */
#ifndef PHOTOPIC_C_FRAME_H
#define PHOTOPIC_C_FRAME_H

#include <photopic/c/base.h>
#include <photopic/c/look_tables.h>

/* Stages, access and layout of an image before or after the module uses it. Default: all 0, not stated: the host
 * records the barrier. */
typedef struct photopic_image_state {
  VkPipelineStageFlags stages PHOTOPIC_0;
  VkAccessFlags access PHOTOPIC_0; /* before: writes to make visible; after: the next access */
  VkImageLayout layout PHOTOPIC_0; /* before: UNDEFINED discards the content; after: must not be UNDEFINED */
  /* Transfers ownership. before: the module acquires the image, which `queue_family` has released to
   * photopic_device::queue_family with the same layouts. after: the module releases the image to `queue_family`. */
  VkBool32 changes_family PHOTOPIC_0;
  uint32_t queue_family PHOTOPIC_0; /* the other family; read only with `changes_family` */
} photopic_image_state;

/* Written as a colour attachment. */
#define PHOTOPIC_FROM_ATTACHMENT                                                         \
  {                                                                                      \
    VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, \
        VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_FALSE, 0                            \
  }
/* Drawn to next. */
#define PHOTOPIC_TO_ATTACHMENT PHOTOPIC_FROM_ATTACHMENT
/* Written by a copy or a blit. */
#define PHOTOPIC_FROM_TRANSFER \
  { VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_FALSE, 0 }
/* Source of a copy or a blit. */
#define PHOTOPIC_TO_TRANSFER \
  { VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_FALSE, 0 }
/* Sampled in a fragment shader. */
#define PHOTOPIC_TO_FRAGMENT                                                                                    \
  {                                                                                                             \
    VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, \
        VK_FALSE, 0                                                                                             \
  }
/* The old content isn't needed. Earlier accesses were in fragment or compute shaders, or transfers. */
#define PHOTOPIC_DISCARD                                                                                           \
  {                                                                                                                \
    VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, \
        VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED, VK_FALSE, 0          \
  }

/* An image of the host. Only `view` is required if the host records the barriers. If `hdr` and `ldr` are the same
 * image, state `before` and `after` at `ldr`. */
typedef struct photopic_image {
  VkImageView view PHOTOPIC_0;
  VkImage image PHOTOPIC_0;               /* the image of `view`; required if `before` or `after` is stated */
  photopic_image_state before PHOTOPIC_0; /* if stated, the frame's first call that uses the image records a barrier */
  photopic_image_state after PHOTOPIC_0;  /* if stated, the frame's last call that uses the image records a barrier */
  /* Layout while the module reads the image: SHADER_READ_ONLY_OPTIMAL or GENERAL; for depth and classes also a sampled
   * depth-stencil layout. 0 = SHADER_READ_ONLY_OPTIMAL. Ignored for `ldr`, which is always in GENERAL. */
  VkImageLayout layout PHOTOPIC_0;
  VkImageSubresourceRange range PHOTOPIC_0; /* range of the barriers; 0 = colour aspect, level 0, all layers */
} photopic_image;

/* A buffer of the host. */
typedef struct photopic_buffer {
  VkBuffer buffer PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0; /* a multiple of minStorageBufferOffsetAlignment */
} photopic_buffer;

/* Images of the meter's weights: 2D views, or 2D arrays if `hdr` is one. An image is required if the settings turn its
 * weight on, and refused otherwise. */
typedef struct photopic_weight_images {
  photopic_image mask PHOTOPIC_0;  /* meter.mask: one float channel, any size, stretched over the region */
  photopic_image depth PHOTOPIC_0; /* meter.depth_*: depth aspect or one float channel, texel for texel with `hdr` */
  photopic_image classes
      PHOTOPIC_0; /* metered classes: stencil aspect or one uint channel, texel for texel with `hdr` */
} photopic_weight_images;

/* One more image that shares the exposure, such as the other eye of a headset. */
typedef struct photopic_source {
  photopic_image hdr PHOTOPIC_0; /* as photopic_frame::hdr */
  VkRect2D region PHOTOPIC_0;    /* metered rectangle, texels of `hdr`, 1x1..max_extent */
  photopic_weight_images weights PHOTOPIC_0;
} photopic_source;

/* One view of one frame. All record calls of a frame take the same struct. A call ignores members that it doesn't use:
 * record_meter() ignores `ldr`. */
typedef struct photopic_frame {
  PHOTOPIC_HEAD(photopic_frame)
  /* HDR input: scene-linear colour in the primaries of InputSettings (default BT.709). Formats: R16G16B16A16_SFLOAT,
   * R32G32B32A32_SFLOAT, B10G11R11_UFLOAT_PACK32 or any other float colour format that can be sampled. A 2D view of one
   * level; with CreateInfo::layers or a view mask, a 2D array view. */
  photopic_image hdr PHOTOPIC_0;
  /* Picture to write: CreateInfo::output.format, STORAGE usage. Null if the picture is drawn. Alpha is copied from
   * `hdr`, clamped to [0, 1]. `ldr` may be the image of `hdr` if all of these hold: `hdr.layout` is GENERAL, chromatic
   * aberration is off, sharpening is off or photopic_device::shader_float16 is 0, and no debug overlay is drawn. */
  photopic_image ldr PHOTOPIC_0;
  VkExtent2D extent PHOTOPIC_0;  /* size of the frame in `hdr`, texels, 1x1..max_extent; may change every frame */
  float delta_time_s PHOTOPIC_0; /* seconds since the previous frame of this view, >= 0; 0 holds the exposure */
  VkBool32 cut PHOTOPIC_0;       /* camera cut: adapt at once. The first frame of a view is always a cut */
  /* Optional */
  uint32_t view PHOTOPIC_0; /* index of the exposure state, 0..view_count - 1 */
  /* Factor that the colour of `hdr` and of all sources has been multiplied by, 2^-32..2^32; 0 = 1. Settings and
   * measurements refer to the scene, before this factor. Only log_luminance_image() refers to the image. */
  float pre_exposure PHOTOPIC_0;
  VkOffset2D offset PHOTOPIC_0; /* top left corner of `extent` in `hdr`, texels */
  VkRect2D metered PHOTOPIC_0;  /* metered rectangle, texels of `hdr`; zero size = all of `extent` */
  photopic_weight_images weights PHOTOPIC_0;
  /* More images that share the exposure; single pass only. A texel of each image has the same weight. */
  const photopic_source* more_sources PHOTOPIC_0;
  uint32_t more_source_count PHOTOPIC_0; /* 0..63 */
  VkOffset2D ldr_offset PHOTOPIC_0;      /* top left corner of the picture in `ldr` or in the attachment, >= 0 */
  /* Drawn pictures: their size in the attachment, texels, 1x1..maxImageDimension2D, at most 32768 a side; 0 = `extent`.
   * Another size than `extent` needs PHOTOPIC_WITH_SCALED_DRAW. Each texel of the attachment then shows the four
   * nearest texels of the picture, mixed bilinearly in display-linear light after the tone map. Beyond the border, the
   * texels of the border count. Cost: four display transforms per texel. Below half of `extent` a side, some texels are
   * skipped. Sharpening, grain, `ui` and dither follow the scaling and count texels of the attachment. */
  VkExtent2D ldr_extent PHOTOPIC_0;
  /* If `extent` is a tile: rectangle of the whole picture, texels of `hdr`; it may extend beyond `hdr`. Vignette and
   * other effects that depend on the position use its centre. Zero size = `extent` is the whole picture. */
  VkRect2D picture PHOTOPIC_0;
  uint32_t reserved PHOTOPIC_0;
  /* User interface that is blended over the picture; null = none. Needs PHOTOPIC_WITH_UI. A UNORM format, texel for
   * texel with `ldr`. Colour: premultiplied BT.709, encoded with DisplaySettings::ui_curve. Alpha: coverage; blend it
   * with the factors ONE and ONE_MINUS_SRC_ALPHA. */
  photopic_image ui PHOTOPIC_0;
  /* Exposure multiplier of the host, one float in a STORAGE buffer; null = this object's state of `view`. With
   * automatic white balance, the buffer must hold a whole ExposureState of an object whose settings have it. */
  photopic_buffer exposure PHOTOPIC_0;
  /* With layers: bytes between the exposures of two layers, a multiple of 4. 0: all layers share the exposure of
   * `view`; the meter takes them as sources of one measurement, at most 64 with those of `more_sources`.
   * state_stride_bytes(), without `exposure`: layer i is metered for the state of `view` + i, and exposed by it. */
  VkDeviceSize exposure_stride_bytes PHOTOPIC_0;
  /* Sums for MaxCLL and MaxFALL; null = none. Needs PHOTOPIC_WITH_CONTENT_LIGHT. A STORAGE buffer of
   * PHOTOPIC_CONTENT_LIGHT_BYTES, zero before the picture. The call adds the light of each stored texel, UI and dither
   * included. <photopic/hdr_display.h> converts the sums to nits.
   * Before: visible to COMPUTE_SHADER / SHADER_READ | SHADER_WRITE. After: written there. */
  photopic_buffer content_light PHOTOPIC_0;
  const photopic_look_tables* tables PHOTOPIC_0; /* lookup tables of the host; null = none */
} photopic_frame;

#ifdef PHOTOPIC_CPP
namespace photopic {
using ImageState = photopic_image_state;
using Image = photopic_image;
using Buffer = photopic_buffer;
using WeightImages = photopic_weight_images;
using Source = photopic_source;
using Frame = photopic_frame;
inline constexpr ImageState from_attachment = PHOTOPIC_FROM_ATTACHMENT;
inline constexpr ImageState to_attachment = PHOTOPIC_TO_ATTACHMENT;
inline constexpr ImageState from_transfer = PHOTOPIC_FROM_TRANSFER;
inline constexpr ImageState to_transfer = PHOTOPIC_TO_TRANSFER;
inline constexpr ImageState to_fragment = PHOTOPIC_TO_FRAGMENT;
inline constexpr ImageState discard = PHOTOPIC_DISCARD;
/// The same state, with a transfer of ownership from or to queue family `family`.
constexpr ImageState of_family(ImageState state, std::uint32_t family) noexcept {
  state.changes_family = VK_TRUE;
  state.queue_family = family;
  return state;
}
}  // namespace photopic
#endif
#endif
