/* SPDX-License-Identifier: MIT */
/* Images of a host, and the frame that each record call takes. */
#ifndef PHOTOPIC_C_FRAME_H
#define PHOTOPIC_C_FRAME_H

#include <photopic/c/base.h>
#include <photopic/c/look_tables.h>

/* What was last done to an image, or is done to it next. All 0: not stated, and the barrier is the host's. */
typedef struct photopic_image_state {
  VkPipelineStageFlags stages PHOTOPIC_0;
  VkAccessFlags access PHOTOPIC_0;    /* before: writes that are to be seen; after: what is done next */
  VkImageLayout layout PHOTOPIC_0;    /* before: UNDEFINED discards what the image holds; after: not UNDEFINED */
  VkBool32 changes_family PHOTOPIC_0; /* before: `queue_family` has released the image to that of the device, by a
                                         barrier of the same layouts; after: it is released to `queue_family` */
  uint32_t queue_family PHOTOPIC_0;
} photopic_image_state;

#define PHOTOPIC_FROM_ATTACHMENT                                                         \
  {                                                                                      \
    VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, \
        VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_FALSE, 0                            \
  }
#define PHOTOPIC_TO_TRANSFER \
  { VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_FALSE, 0 }
#define PHOTOPIC_TO_FRAGMENT                                                                                    \
  {                                                                                                             \
    VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, \
        VK_FALSE, 0                                                                                             \
  }
/* The content isn't needed; what was done before was in shaders or transfers. */
#define PHOTOPIC_DISCARD                                                                                           \
  {                                                                                                                \
    VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, \
        VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED, VK_FALSE, 0          \
  }

/* An image of the host. `view` alone is enough if the host records the barriers. Where `hdr` and `ldr` are one image,
 * `ldr` has the states. */
typedef struct photopic_image {
  VkImageView view PHOTOPIC_0;
  VkImage image PHOTOPIC_0;               /* of `view`; needed if `before` or `after` is stated */
  photopic_image_state before PHOTOPIC_0; /* stated: the frame's first call records this barrier */
  photopic_image_state after PHOTOPIC_0;  /* stated: the frame's last call records this barrier */
  /* Layout while it is read: 0 = SHADER_READ_ONLY_OPTIMAL, or GENERAL; of depth and classes also one of depth and
   * stencil that can be sampled. `ldr` is always in GENERAL. */
  VkImageLayout layout PHOTOPIC_0;
  VkImageSubresourceRange range PHOTOPIC_0; /* what `view` sees, for barriers; 0 = colour, level 0, all layers */
} photopic_image;

typedef struct photopic_buffer {
  VkBuffer buffer PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0; /* a multiple of minStorageBufferOffsetAlignment */
} photopic_buffer;

/* Images of the meter's weights: 2D views, or 2D arrays if `hdr` is one. Each is needed if the settings turn its weight
 * on, and refused if not. */
typedef struct photopic_weight_images {
  photopic_image mask PHOTOPIC_0;    /* one float channel, any size, stretched over the region; nearest texel */
  photopic_image depth PHOTOPIC_0;   /* depth aspect or one float channel, texel for texel with `hdr` */
  photopic_image classes PHOTOPIC_0; /* stencil aspect or one unsigned integer channel, texel for texel with `hdr` */
} photopic_weight_images;

/* One more image that shares the exposure: the other eye, the rest of a wall. An element of an array, and so of a fixed
 * size. */
typedef struct photopic_source {
  photopic_image hdr PHOTOPIC_0; /* as photopic_frame::hdr */
  VkRect2D region PHOTOPIC_0;    /* texels of `hdr` that are metered; 1x1..max_extent */
  photopic_weight_images weights PHOTOPIC_0;
} photopic_source;

/* One view of one frame, for every record call. A call ignores what it doesn't use (record_meter() `ldr`, for example),
 * so that the calls of a frame take the same struct. */
typedef struct photopic_frame {
  PHOTOPIC_HEAD(photopic_frame)
  /* Scene-linear, of the primaries of the settings' input: R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT,
   * B10G11R11_UFLOAT_PACK32 or any other float colour format that can be sampled. A 2D view of one level. With
   * CreateInfo::layers or a view mask a 2D array, for all calls. */
  photopic_image hdr PHOTOPIC_0;
  /* CreateInfo::output.format, STORAGE usage; null if the picture is drawn. May be the image of `hdr`, whose layout is
   * GENERAL then: the picture takes its place, texel for texel, where no effect looks around in the HDR image
   * (chromatic aberration), and no overlay is drawn. Alpha is copied, clamped to [0, 1]. */
  photopic_image ldr PHOTOPIC_0;
  VkExtent2D extent PHOTOPIC_0;  /* texels of `hdr` in use, 1x1..max_extent; any size from frame to frame */
  float delta_time_s PHOTOPIC_0; /* seconds since the view's frame before, >= 0; 0 holds the exposure */
  VkBool32 cut PHOTOPIC_0;       /* camera cut: take what is measured at once. A view's first frame does so by itself */
  /* Optional */
  uint32_t view PHOTOPIC_0; /* which exposure state, below view_count */
  /* What the colour of `hdr` and of all sources has been multiplied by already, within 2^+-32; 0 = 1: an exposure of
   * the frame before, say, so that half floats hold it. Settings, limits, curves, and all that is measured are of the
   * scene, as if it had not been; log_luminance_image() is of the image as it is. */
  float pre_exposure PHOTOPIC_0;
  VkOffset2D offset PHOTOPIC_0; /* top left of `extent` in `hdr` */
  VkRect2D metered PHOTOPIC_0;  /* texels of `hdr` that are metered; zero size = all of `extent` */
  photopic_weight_images weights PHOTOPIC_0;
  /* Single pass: more images that share the exposure. Each texel of all counts alike. Read during the call. */
  const photopic_source* more_sources PHOTOPIC_0;
  uint32_t more_source_count PHOTOPIC_0; /* 0..63 */
  VkOffset2D ldr_offset PHOTOPIC_0;      /* where the picture's top left lands in `ldr` or in the attachment, >= 0 */
  /* Drawn pictures: their size in the attachment, texels, 1x1..maxImageDimension2D, at most 32768 a side; 0 =
   * `extent`. Another size than `extent` needs PHOTOPIC_WITH_SCALED_DRAW.
   * A texel of the attachment then shows the four nearest texels of the picture, mixed bilinearly after the tone map,
   * in display-linear light: edges of lights stay smooth. Beyond the border, the border's texels count. Cost: four
   * display transforms per texel. Below half of `extent` a side, some texels are skipped. Sharpening, grain, `ui` and
   * dither come after the scaling, at the attachment's texels. */
  VkExtent2D ldr_extent PHOTOPIC_0;
  /* The whole picture that `extent` is a tile of, in texels of `hdr`, which needn't hold all of it: effects that depend
   * on the place, such as vignette, count from its centre. Zero size = it is the picture. */
  VkRect2D picture PHOTOPIC_0;
  uint32_t reserved PHOTOPIC_0;
  /* PHOTOPIC_WITH_UI: drawn over the picture, texel for texel with `ldr`: premultiplied colour of BT.709, encoded with
   * DisplaySettings::ui_curve, and the share of the picture that it covers (straight source-over: an image that was
   * drawn with its alpha blended like its colour holds alpha squared). A UNORM format. */
  photopic_image ui PHOTOPIC_0;
  /* The host's exposure multiplier, one float; null = the object's state of `view`. For automatic white balance it is a
   * whole ExposureState of an object whose settings have it. */
  photopic_buffer exposure PHOTOPIC_0;
  /* Layers of arrays: bytes from the exposure of a layer to that of the next, a multiple of 4.
   * 0: all layers share the exposure of `view`, and are metered as sources of one measurement, at most 64 with those of
   * `more_sources`.
   * state_stride_bytes(), without `exposure`: layer i is metered for the state of `view` + i and exposed by it. */
  VkDeviceSize exposure_stride_bytes PHOTOPIC_0;
  /* PHOTOPIC_WITH_CONTENT_LIGHT: a buffer of STORAGE usage that holds sums for MaxCLL and MaxFALL, zero before the
   * picture: what its texels shine is added, UI and dither with them. <photopic/hdr_display.h> makes nits of them.
   * Before: visible to COMPUTE_SHADER / SHADER_READ | SHADER_WRITE. After: written there. */
  photopic_buffer content_light PHOTOPIC_0;
  const photopic_look_tables* tables PHOTOPIC_0; /* lookup tables of the host, or null. Read during the call */
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
inline constexpr ImageState to_transfer = PHOTOPIC_TO_TRANSFER;
inline constexpr ImageState to_fragment = PHOTOPIC_TO_FRAGMENT;
inline constexpr ImageState discard = PHOTOPIC_DISCARD;
/// The same state, with a transfer from or to another queue family.
constexpr ImageState of_family(ImageState state, std::uint32_t family) noexcept {
  state.changes_family = VK_TRUE;
  state.queue_family = family;
  return state;
}
}  // namespace photopic
#endif
#endif
