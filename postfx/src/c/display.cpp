// SPDX-License-Identifier: MIT
// Presentation by a host, and numbers for its own passes, in C.
#include <photopic/hdr_display.h>
#include <photopic/host_tone_map.h>

#include "c/handles.h"
#include "c/structs.h"

using photopic::c::require;

namespace {

/// Fills a block of the caller's by `make(Device, Block*)`.
template <class Block, class Make>
photopic_result make_block(const char* function, const photopic_settings* settings, void* out, std::size_t size_bytes,
                           const char* size_name, Make make) noexcept {
  PHOTOPIC_TRY(require(settings, function, "settings"));
  PHOTOPIC_TRY(require(out, function, "out"));
  if (size_bytes != sizeof(Block)) {
    return photopic::c::fail(PHOTOPIC_INVALID_ARGUMENT, "%s: size_bytes = %zu: must be %s, %zu", function, size_bytes,
                             size_name, sizeof(Block));
  }
  photopic::Device told;
  Block made;
  const photopic::Status status = make(told, &made);
  if (status == photopic::Status::ok) std::memcpy(out, &made, sizeof made);
  return status;
}

}  // namespace

extern "C" {

photopic_result photopic_choose_surface_format(const VkSurfaceFormatKHR* formats, uint32_t count,
                                               const photopic_settings* settings, VkBool32 stores_10_bits,
                                               photopic_surface_choice* out) {
  if (count > 0) {
    PHOTOPIC_TRY(require(formats, __func__, "formats"));
  }
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::SurfaceChoice found;
  if (!photopic::choose_surface_format(formats, count, settings->display.encoding, stores_10_bits != 0, &found)) {
    const char* word = "";
    (void)photopic_settings_get_word(settings, "display.encoding", &word);
    return photopic::c::fail(PHOTOPIC_UNSUPPORTED, "%s: none of %u formats can show encoding '%s'", __func__, count,
                             word);
  }
  photopic_surface_choice choice = {};
  choice.surface = found.surface;
  choice.ldr_format = found.ldr_format;
  choice.packed_format = found.packed_format;
  photopic::c::give(choice, out);
  return PHOTOPIC_OK;
}

photopic_result photopic_content_light_read(const void* bytes, size_t size_bytes, photopic_content_light* out) {
  static_assert(sizeof(photopic::gpu::ContentLightSums) == PHOTOPIC_CONTENT_LIGHT_BYTES);
  PHOTOPIC_TRY(require(bytes, __func__, "bytes"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  if (size_bytes != PHOTOPIC_CONTENT_LIGHT_BYTES) {
    return photopic::c::fail(PHOTOPIC_INVALID_ARGUMENT,
                             "%s: size_bytes = %zu: must be PHOTOPIC_CONTENT_LIGHT_BYTES, %u", __func__, size_bytes,
                             PHOTOPIC_CONTENT_LIGHT_BYTES);
  }
  photopic::gpu::ContentLightSums sums;
  std::memcpy(&sums, bytes, sizeof sums);
  const photopic::ContentLight light = photopic::content_light_of(sums);
  photopic_content_light read = {};
  read.max_cll_nits = light.max_cll_nits;
  read.max_fall_nits = light.max_fall_nits;
  photopic::c::give(read, out);
  return PHOTOPIC_OK;
}

photopic_result photopic_hdr_metadata(const photopic_settings* settings, const photopic_content_light* content,
                                      VkHdrMetadataEXT* out) {
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  photopic::ContentLight light;
  if (content != nullptr) {
    photopic_content_light given;
    PHOTOPIC_TRY(photopic::c::take(__func__, "content", content, &given));
    light = {given.max_cll_nits, given.max_fall_nits};
  }
  *out = photopic::hdr_metadata(settings->display, light);
  return PHOTOPIC_OK;
}

photopic_result photopic_aces2_tables(const photopic_settings* settings, void* out, size_t size_bytes) {
  using Block = photopic::gpu::Aces2Tables;
  static_assert(sizeof(Block) == PHOTOPIC_ACES2_TABLES_BYTES);
  return make_block<Block>(
      __func__, settings, out, size_bytes, "PHOTOPIC_ACES2_TABLES_BYTES",
      [&](const photopic::Device& told, Block* made) { return photopic::aces2_tables(told, *settings, made); });
}

photopic_result photopic_look_params(const photopic_settings* settings, const photopic_look_tables* tables, void* out,
                                     size_t size_bytes) {
  using Block = photopic::gpu::LookParams;
  static_assert(sizeof(Block) == PHOTOPIC_LOOK_PARAMS_BYTES);
  photopic::LookTables taken;
  if (tables != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "tables", tables, &taken));
  }
  return make_block<Block>(__func__, settings, out, size_bytes, "PHOTOPIC_LOOK_PARAMS_BYTES",
                           [&](const photopic::Device& told, Block* made) {
                             return photopic::look_params(told, *settings, tables != nullptr ? &taken : nullptr, made);
                           });
}

}  // extern "C"
