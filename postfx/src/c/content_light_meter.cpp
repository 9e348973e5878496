// SPDX-License-Identifier: MIT
// ContentLightMeter for C.
#include <photopic/c/content_light_meter.h>
#include <photopic/content_light_meter.h>

#include <algorithm>
#include <iterator>

#include "c/frames.h"
#include "c/handles.h"
#include "c/structs.h"

struct photopic_content_light_meter {
  photopic::ContentLightMeter object;
};

using photopic::ContentLightMeter;
using photopic::c::require;
using photopic::c::value_or;

static_assert(PHOTOPIC_CONTENT_LIGHT_HISTOGRAM_BINS == photopic::kContentLightBins);

extern "C" {

float photopic_content_light_bin_nits(uint32_t bin) { return photopic::content_light_bin_nits(bin); }

photopic_result photopic_content_light_meter_create(const photopic_device* device,
                                                    const photopic_content_light_meter_info* info,
                                                    photopic_content_light_meter** out) {
  photopic_content_light_meter_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  photopic::ContentLightCreateInfo read;
  read.format = value_or(given.format, read.format);
  PHOTOPIC_TRY(photopic::c::encoding_of(__func__, "info->encoding", given.encoding, read.encoding, &read.encoding));
  read.statistics_slots = value_or(given.statistics_slots, read.statistics_slots);
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, ContentLightMeter* meter) {
    return ContentLightMeter::create(lent, read, meter);
  });
}

void photopic_content_light_meter_destroy(photopic_content_light_meter* meter) { delete meter; }

photopic_result photopic_content_light_meter_record(photopic_content_light_meter* meter, VkCommandBuffer command_buffer,
                                                    const photopic_content_light_frame* frame) {
  PHOTOPIC_TRY(require(meter, __func__, "meter"));
  photopic_content_light_frame given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "frame", frame, &given));
  photopic::ContentLightFrame read;
  read.ldr = given.ldr;
  read.layout = value_or(given.layout, read.layout);
  read.extent = given.extent;
  read.number = given.number;
  read.paper_white_nits = value_or(given.paper_white_nits, read.paper_white_nits);
  read.scrgb_reference_nits = value_or(given.scrgb_reference_nits, read.scrgb_reference_nits);
  return meter->object.record(command_buffer, read);
}

photopic_result photopic_content_light_meter_statistics(const photopic_content_light_meter* meter,
                                                        photopic_content_light_statistics* out) {
  PHOTOPIC_TRY(require(meter, __func__, "meter"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::ContentLightStatistics newest;
  if (!meter->object.statistics(&newest)) return PHOTOPIC_NOT_READY;
  photopic_content_light_statistics read = {};
  read.number = newest.number;
  read.max_cll_nits = newest.light.max_cll_nits;
  read.max_fall_nits = newest.light.max_fall_nits;
  read.p9999_nits = newest.p9999_nits;
  read.min_nits = newest.min_nits;
  read.mean_nits = newest.mean_nits;
  read.geometric_mean_nits = newest.geometric_mean_nits;
  static_assert(std::size(read.percentiles_nits) == std::size(newest.percentiles_nits));
  std::copy(newest.percentiles_nits.begin(), newest.percentiles_nits.end(), read.percentiles_nits);
  read.beyond_bt709 = newest.beyond_bt709;
  read.beyond_p3 = newest.beyond_p3;
  read.valid_texels = newest.valid_texels;
  read.invalid_texels = newest.invalid_texels;
  photopic::c::give(read, out);
  return PHOTOPIC_OK;
}

VkBuffer photopic_content_light_meter_histogram_buffer(const photopic_content_light_meter* meter) {
  return meter != nullptr ? meter->object.histogram_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_content_light_meter_memory_bytes(const photopic_content_light_meter* meter) {
  return meter != nullptr ? meter->object.memory_bytes() : 0;
}

}  // extern "C"
