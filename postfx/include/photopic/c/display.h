/* SPDX-License-Identifier: MIT */
/* Presentation by a host: the swapchain's format and colour space, metadata of HDR displays; numbers for
 * passes of its own. */
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
  VkFormat ldr_format;        /* for photopic_post_process_info */
  VkFormat packed_format;
} photopic_surface_choice;

/* The best pair for pictures of "display.encoding" of `settings` among those that vkGetPhysicalDeviceSurfaceFormatsKHR
 * gave; choose_surface_format() of <photopic/hdr_display.h> has the order. `stores_10_bits`:
 * photopic_device::shader_storage_image_extended_formats. PHOTOPIC_UNSUPPORTED, and `out` untouched: there is none; ask
 * for another encoding. */
PHOTOPIC_API photopic_result photopic_choose_surface_format(const VkSurfaceFormatKHR* formats, uint32_t count,
                                                            const photopic_settings* settings, VkBool32 stores_10_bits,
                                                            photopic_surface_choice* out);

/* Brightness of pictures to come, nits; 0 = unknown. CTA-861.3. */
typedef struct photopic_content_light {
  uint32_t size;
  uint32_t version;
  float max_cll_nits;
  float max_fall_nits;
} photopic_content_light;

/* Bytes of what photopic_tone_map_frame::content_light collects. */
#define PHOTOPIC_CONTENT_LIGHT_BYTES 16u
/* Of one picture: those bytes, read back. The largest of several pictures' are those of all. */
PHOTOPIC_API photopic_result photopic_content_light_read(const void* bytes, size_t size_bytes,
                                                         photopic_content_light* out);
/* For vkSetHdrMetadataEXT, of the settings "display.*". `content` may be null: unknown. sType is set, pNext null. */
PHOTOPIC_API photopic_result photopic_hdr_metadata(const photopic_settings* settings,
                                                   const photopic_content_light* content, VkHdrMetadataEXT* out);

/* For shaders that include <photopic/tone_map.glsl>; <photopic/host_tone_map.h> says more. `out` takes these bytes. */
#define PHOTOPIC_ACES2_TABLES_BYTES 11648u
#define PHOTOPIC_LOOK_PARAMS_BYTES 1160u
/* Tables of the operator aces2, rows of four floats, for pictures of the settings "display.*". */
PHOTOPIC_API photopic_result photopic_aces2_tables(const photopic_settings* settings, void* out, size_t size_bytes);
/* The photopic_LookParams of the settings "grade.*" and "display.*", and of `tables`, which may be null and whose nodes
 * the shader reads by itself. */
PHOTOPIC_API photopic_result photopic_look_params(const photopic_settings* settings, const photopic_look_tables* tables,
                                                  void* out, size_t size_bytes);

#ifdef __cplusplus
}
#endif
#endif
