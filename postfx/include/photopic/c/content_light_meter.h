/* SPDX-License-Identifier: MIT */
/* Meter of content light: MaxCLL, MaxFALL, luminances and gamut of a finished picture. ContentLightMeter of C++. */
#ifndef PHOTOPIC_C_CONTENT_LIGHT_METER_H
#define PHOTOPIC_C_CONTENT_LIGHT_METER_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct photopic_content_light_meter_info {
  uint32_t size;
  uint32_t version;
  VkFormat format;           /* format of `ldr`; 0 = R8G8B8A8_UNORM. ContentLightCreateInfo::format lists all */
  uint32_t encoding;         /* photopic_encoding_bit() of the texels; 0 = "auto" */
  uint32_t statistics_slots; /* slots of the statistics, 1..64, more than frames in flight; 0 = 4 */
} photopic_content_light_meter_info;

typedef struct photopic_content_light_frame {
  uint32_t size;
  uint32_t version;
  VkImageView ldr;            /* picture to read: 2D view of one level, in `layout` */
  uint64_t number;            /* number of the frame, which its statistics have */
  VkImageLayout layout;       /* SHADER_READ_ONLY_OPTIMAL or GENERAL; 0 = SHADER_READ_ONLY_OPTIMAL */
  VkExtent2D extent;          /* size of the picture, texels from the top left, 1..32768 */
  float paper_white_nits;     /* luminance of white, nits, 1..10000; 0 = 203; not for hdr10, hlg and scrgb */
  float scrgb_reference_nits; /* luminance of 1 in scRGB, nits, 1..10000; 0 = 80 */
  uint32_t reserved;
} photopic_content_light_frame;

/* Light of a picture, as a display shows it. Brighter light than 10000 nits counts as 10000. */
typedef struct photopic_content_light_statistics {
  uint32_t size;
  uint32_t version;
  uint64_t number;    /* photopic_content_light_frame::number */
  float max_cll_nits; /* MaxCLL and MaxFALL of this picture; take the maximum over pictures */
  float max_fall_nits;
  float p9999_nits;          /* brightest channel that 99.99 % of the texels don't exceed */
  float min_nits;            /* least luminance */
  float mean_nits;           /* mean luminance */
  float geometric_mean_nits; /* geometric mean luminance of texels above 0 */
  float percentiles_nits[5]; /* luminances at 1, 10, 50, 90 and 99 % of the texels, within 1/64 stop */
  float beyond_bt709;        /* share of the texels that BT.709 can't show, 0..1 */
  float beyond_p3;           /* share of the texels that Display P3 can't show, 0..1 */
  uint32_t valid_texels;
  uint32_t invalid_texels; /* NaN, infinite, or of a luminance below 0; all else leaves them out */
  uint32_t reserved;
} photopic_content_light_statistics;

/* Bins of the histogram. */
#define PHOTOPIC_CONTENT_LIGHT_HISTOGRAM_BINS 2176u
/* Least luminance of a bin, nits: 64 equal steps an octave, from 2^-20. Bin 0 begins with 0. */
PHOTOPIC_API float photopic_content_light_bin_nits(uint32_t bin);

/* Measures the light of finished pictures of one view. Threads, queues and destruction as with photopic_post_process.
 */
typedef struct photopic_content_light_meter photopic_content_light_meter;

PHOTOPIC_API photopic_result photopic_content_light_meter_create(const photopic_device* device,
                                                                 const photopic_content_light_meter_info* info,
                                                                 photopic_content_light_meter** out);
PHOTOPIC_API void photopic_content_light_meter_destroy(photopic_content_light_meter* meter);
/* Measures one picture, in two dispatches. Before: `ldr` is visible to COMPUTE_SHADER / SHADER_READ. After: `ldr` is
 * read and the histogram is written at COMPUTE_SHADER. */
PHOTOPIC_API photopic_result photopic_content_light_meter_record(photopic_content_light_meter* meter,
                                                                 VkCommandBuffer command_buffer,
                                                                 const photopic_content_light_frame* frame);
/* Statistics of the newest picture that the device has measured; doesn't wait. PHOTOPIC_NOT_READY: none yet. Any
 * thread.
 */
PHOTOPIC_API photopic_result photopic_content_light_meter_statistics(const photopic_content_light_meter* meter,
                                                                     photopic_content_light_statistics* out);
/* Buffer with the luminance histogram of the last picture: numbers of texels, 32 bits each. */
PHOTOPIC_API VkBuffer photopic_content_light_meter_histogram_buffer(const photopic_content_light_meter* meter);
PHOTOPIC_API VkDeviceSize photopic_content_light_meter_memory_bytes(const photopic_content_light_meter* meter);

#ifdef __cplusplus
}
#endif
#endif
