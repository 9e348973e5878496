/* SPDX-License-Identifier: MIT */
/* Display: format and colour space of a swapchain, HDR metadata, and tables for tone mapping passes of the host. */
#ifndef PHOTOPIC_C_DISPLAY_H
#define PHOTOPIC_C_DISPLAY_H

#include <photopic/c/base.h>
#include <photopic/c/post_process.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct photopic_surface_choice {
  uint32_t size;
  uint32_t version;
  VkSurfaceFormatKHR surface; /* for VkSwapchainCreateInfoKHR */
  VkFormat ldr_format;        /* for photopic_output::format */
  VkFormat packed_format;     /* for photopic_tuning::packed_format */
} photopic_surface_choice;

/* Chooses the best format and colour space for "display.encoding" of `settings` from the list of
 * vkGetPhysicalDeviceSurfaceFormatsKHR. choose_surface_format() of <photopic/hdr_display.h> has the order.
 * `stores_10_bits`: photopic_device::shader_storage_image_extended_formats. PHOTOPIC_UNSUPPORTED: no pair fits, and
 * `out` is unchanged; ask for another encoding. */
PHOTOPIC_API photopic_result photopic_choose_surface_format(const VkSurfaceFormatKHR* formats, uint32_t count,
                                                            const photopic_settings* settings, VkBool32 stores_10_bits,
                                                            photopic_surface_choice* out);

/* Content light level of the pictures, nits; 0 = unknown. CTA-861.3. */
typedef struct photopic_content_light {
  uint32_t size;
  uint32_t version;
  float max_cll_nits;
  float max_fall_nits;
} photopic_content_light;

/* Bytes of photopic_frame::content_light. */
#define PHOTOPIC_CONTENT_LIGHT_BYTES 16u
/* Reads the light of one picture from these bytes, which the host has read back. For several pictures, take the maximum
 * of each member. */
PHOTOPIC_API photopic_result photopic_content_light_read(const void* bytes, size_t size_bytes,
                                                         photopic_content_light* out);
/* HDR metadata of the settings "display.*" for vkSetHdrMetadataEXT. `content` may be null: unknown. Sets sType, and
 * pNext to null. */
PHOTOPIC_API photopic_result photopic_hdr_metadata(const photopic_settings* settings,
                                                   const photopic_content_light* content, VkHdrMetadataEXT* out);

/* Tables for shaders that include <photopic/tone_map.glsl>: see <photopic/host_tone_map.h>. Sizes of `out`, bytes: */
#define PHOTOPIC_ACES2_TABLES_BYTES 11648u
#define PHOTOPIC_LOOK_PARAMS_BYTES 1160u
/* Tables of the operator aces2, rows of four floats, for the settings "display.*". */
PHOTOPIC_API photopic_result photopic_aces2_tables(const photopic_settings* settings, void* out, size_t size_bytes);
/* photopic_LookParams for the settings "grade.*" and "display.*" and for `tables`, which may be null. The shader reads
 * the nodes of the tables by itself. */
PHOTOPIC_API photopic_result photopic_look_params(const photopic_settings* settings, const photopic_look_tables* tables,
                                                  void* out, size_t size_bytes);

#ifdef __cplusplus
}
#endif
#endif
