// SPDX-License-Identifier: MIT
// Frames as their two steps.
#ifndef PHOTOPIC_SRC_FINISH_FRAME_PARTS_H
#define PHOTOPIC_SRC_FINISH_FRAME_PARTS_H

#include <photopic/post_process.h>

namespace photopic {

struct FrameParts {
  MeterFrame meter;
  ToneMapFrame tone_map;
};

inline FrameParts parts_of(const Frame& frame) noexcept {
  FrameParts parts;
  parts.meter = {.hdr = frame.hdr,
                 .region = frame.metered_region,
                 .mask = frame.mask,
                 .depth = frame.depth,
                 .classes = frame.classes,
                 .delta_time_s = frame.delta_time_s,
                 .reset_history = frame.reset_history,
                 .view = frame.view,
                 .pre_exposure = frame.pre_exposure,
                 .hdr_layout = frame.hdr_layout,
                 .mask_layout = frame.mask_layout,
                 .depth_layout = frame.depth_layout,
                 .classes_layout = frame.classes_layout};
  if (frame.metered_region.extent.width == 0) parts.meter.region = {{0, 0}, frame.extent};
  parts.tone_map = {.hdr = frame.hdr,
                    .ldr = frame.ldr,
                    .region = {{0, 0}, frame.extent},
                    .view = frame.view,
                    .ui = frame.ui,
                    .content_light = frame.content_light,
                    .content_light_offset_bytes = frame.content_light_offset_bytes,
                    .tables = frame.tables,
                    .delta_time_s = frame.delta_time_s,
                    .reset_history = frame.reset_history,
                    .pre_exposure = frame.pre_exposure,
                    .hdr_layout = frame.hdr_layout,
                    .ui_layout = frame.ui_layout,
                    .barriers = frame.barriers};
  return parts;
}

/// Whether what is metered is the picture.
inline bool meters_picture(const FrameParts& parts) noexcept {
  const VkRect2D& metered = parts.meter.region;
  const VkRect2D& picture = parts.tone_map.region;
  return metered.offset.x == picture.offset.x && metered.offset.y == picture.offset.y &&
         metered.extent.width == picture.extent.width && metered.extent.height == picture.extent.height;
}

}  // namespace photopic

#endif
