// SPDX-License-Identifier: MIT
// DebugOverlay for C.
#include <photopic/debug_overlay.h>

#include "c/frames.h"
#include "c/handles.h"
#include "c/structs.h"

struct photopic_debug_overlay {
  photopic::DebugOverlay object;
};

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_VIEW_FALSE_COLOR == static_cast<int>(kOverlayFalseColor) &&
              PHOTOPIC_VIEW_HISTOGRAM == static_cast<int>(kOverlayHistogram) &&
              PHOTOPIC_VIEW_WEIGHTS == static_cast<int>(kOverlayWeights) &&
              PHOTOPIC_VIEW_PYRAMID == static_cast<int>(kOverlayPyramid) &&
              PHOTOPIC_VIEW_NAIVE == static_cast<int>(kOverlayNaive) &&
              PHOTOPIC_VIEW_ZEBRA == static_cast<int>(kOverlayZebra) &&
              PHOTOPIC_VIEW_INVALID == static_cast<int>(kOverlayInvalid) &&
              PHOTOPIC_VIEW_STRIP_CHART == static_cast<int>(kOverlayStripChart) &&
              PHOTOPIC_VIEW_SPLIT == static_cast<int>(kOverlaySplit) &&
              PHOTOPIC_VIEW_NITS == static_cast<int>(kOverlayNits) &&
              PHOTOPIC_VIEW_WAVEFORM == static_cast<int>(kOverlayWaveform) &&
              PHOTOPIC_VIEW_WHITE_BALANCE == static_cast<int>(kOverlayWhiteBalance) &&
              PHOTOPIC_VIEW_LOCAL_EXPOSURE == static_cast<int>(kOverlayLocalExposure) &&
              PHOTOPIC_VIEW_LOCAL_BASE == static_cast<int>(kOverlayLocalBase) &&
              PHOTOPIC_VIEW_LOCAL_DETAIL == static_cast<int>(kOverlayLocalDetail) &&
              PHOTOPIC_VIEW_GLARE == static_cast<int>(kOverlayGlare) &&
              PHOTOPIC_VIEW_GLARE_SPREAD == static_cast<int>(kOverlayGlareSpread));
static_assert(PHOTOPIC_OVERLAY_SOURCE_SCENE == static_cast<int>(OverlaySource::scene) &&
              PHOTOPIC_OVERLAY_SOURCE_STORED == static_cast<int>(OverlaySource::stored));
// A new view needs its name above.
static_assert(kAllOverlayViews == 2u * PHOTOPIC_VIEW_GLARE_SPREAD - 1u);

photopic_result info_of(const char* function, const photopic_debug_overlay_info& given, OverlayCreateInfo* out) {
  out->max_extent = given.max_extent;
  out->ldr_format = value_or(given.ldr_format, out->ldr_format);
  out->packed_format = value_or(given.packed_format, out->packed_format);
  out->tone_mappers = value_or(given.tone_mappers, out->tone_mappers);
  out->defer_pipelines = given.defer_pipelines != 0;
  out->source = static_cast<OverlaySource>(given.source);
  return encoding_of(function, "info->encoding", given.encoding, out->encoding, &out->encoding);
}

OverlaySettings settings_of(const photopic_overlay_settings& given) {
  OverlaySettings settings;
  settings.views = given.views;
  settings.scale = value_or(given.scale, settings.scale);
  if (given.false_color_min_ev100 != 0.0f || given.false_color_max_ev100 != 0.0f) {
    settings.false_color_min_ev100 = given.false_color_min_ev100;
    settings.false_color_max_ev100 = given.false_color_max_ev100;
  }
  settings.pyramid_level = given.pyramid_level;
  settings.zebra_under = given.zebra_under;
  settings.zebra_over = value_or(given.zebra_over, settings.zebra_over);
  settings.split = given.split;
  settings.local_x = given.local_x;
  settings.local_y = given.local_y;
  settings.false_color_automatic = given.false_color_automatic != 0;
  return settings;
}

}  // namespace
}  // namespace photopic::c

using photopic::DebugOverlay;
using photopic::c::require;

extern "C" {

photopic_result photopic_debug_overlay_create(const photopic_device* device, const photopic_debug_overlay_info* info,
                                              photopic_debug_overlay** out) {
  photopic_debug_overlay_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  photopic::OverlayCreateInfo read;
  PHOTOPIC_TRY(photopic::c::info_of(__func__, given, &read));
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, DebugOverlay* overlay) {
    return DebugOverlay::create(lent, read, overlay);
  });
}

void photopic_debug_overlay_destroy(photopic_debug_overlay* overlay) { delete overlay; }

photopic_result photopic_debug_overlay_prepare(photopic_debug_overlay* overlay, uint32_t max_pipelines) {
  PHOTOPIC_TRY(require(overlay, __func__, "overlay"));
  return overlay->object.prepare(max_pipelines);
}

VkBool32 photopic_debug_overlay_is_prepared(const photopic_debug_overlay* overlay) {
  return overlay != nullptr && overlay->object.is_prepared() ? VK_TRUE : VK_FALSE;
}

photopic_result photopic_debug_overlay_record(photopic_debug_overlay* overlay, VkCommandBuffer command_buffer,
                                              const photopic_post_process* post, const photopic_frame* frame,
                                              const photopic_settings* settings,
                                              const photopic_overlay_settings* overlay_settings) {
  PHOTOPIC_TRY(require(overlay, __func__, "overlay"));
  PHOTOPIC_TRY(require(post, __func__, "post"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  photopic::c::TakenFrame taken;
  PHOTOPIC_TRY(photopic::c::take_frame(__func__, frame, &taken));
  photopic_overlay_settings given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "overlay_settings", overlay_settings, &given));
  return overlay->object.record(command_buffer, post->object, taken.frame, *settings, photopic::c::settings_of(given));
}

photopic_result photopic_debug_overlay_record_stored(photopic_debug_overlay* overlay, VkCommandBuffer command_buffer,
                                                     const photopic_stored_picture* picture,
                                                     const photopic_overlay_settings* overlay_settings) {
  PHOTOPIC_TRY(require(overlay, __func__, "overlay"));
  photopic_stored_picture given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "picture", picture, &given));
  photopic_overlay_settings views;
  PHOTOPIC_TRY(photopic::c::take(__func__, "overlay_settings", overlay_settings, &views));
  photopic::StoredPicture read = {
      .ldr = given.ldr, .extent = given.extent, .display = {}, .keeps_numbers = given.keeps_numbers != 0};
  using photopic::c::value_or;
  read.display.paper_white_nits = value_or(given.paper_white_nits, read.display.paper_white_nits);
  read.display.peak_nits = value_or(given.peak_nits, read.display.peak_nits);
  read.display.scrgb_reference_nits = value_or(given.scrgb_reference_nits, read.display.scrgb_reference_nits);
  read.display.ui_white_nits = value_or(given.ui_white_nits, read.display.ui_white_nits);
  return overlay->object.record(command_buffer, read, photopic::c::settings_of(views));
}

VkBuffer photopic_debug_overlay_data_buffer(const photopic_debug_overlay* overlay) {
  return overlay != nullptr ? overlay->object.data_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_debug_overlay_values_offset_bytes(const photopic_debug_overlay* overlay) {
  return overlay != nullptr ? overlay->object.values_offset_bytes() : 0;
}

VkDeviceSize photopic_debug_overlay_memory_bytes(const photopic_debug_overlay* overlay) {
  return overlay != nullptr ? overlay->object.memory_bytes() : 0;
}

}  // extern "C"
