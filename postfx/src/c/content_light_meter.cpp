// SPDX-License-Identifier: MIT
// ContentLightMeter for C.
#include <photopic/c/content_light_meter.h>
#include <photopic/content_light_meter.h>

#include <algorithm>
#include <iterator>

#include "c/frames.h"
#include "c/handles.h"
#include "c/headless.h"
#include "c/picture.h"
#include "c/structs.h"

struct photopic_content_light_meter {
  photopic::ContentLightMeter object;
};

namespace photopic::c {
namespace {

/// `out`: its head has been checked.
void give_light(const ContentLightStatistics& light, photopic_content_light_statistics* out) {
  photopic_content_light_statistics read = {};
  read.number = light.number;
  read.max_cll_nits = light.light.max_cll_nits;
  read.max_fall_nits = light.light.max_fall_nits;
  read.p9999_nits = light.p9999_nits;
  read.min_nits = light.min_nits;
  read.mean_nits = light.mean_nits;
  read.geometric_mean_nits = light.geometric_mean_nits;
  static_assert(std::size(read.percentiles_nits) == std::tuple_size_v<decltype(light.percentiles_nits)>);
  std::copy(light.percentiles_nits.begin(), light.percentiles_nits.end(), read.percentiles_nits);
  read.beyond_bt709 = light.beyond_bt709;
  read.beyond_p3 = light.beyond_p3;
  read.valid_texels = light.valid_texels;
  read.invalid_texels = light.invalid_texels;
  give(read, out);
}

/// The meter of `headless` for such pictures; the last one is kept.
Status prepare_meter(photopic_headless* headless, const ContentLightCreateInfo& info) {
  ContentLightCreateInfo& made_for = headless->content_light_info;
  const bool is_made = headless->content_light.memory_bytes() != 0;
  if (is_made && made_for.format == info.format && made_for.encoding == info.encoding) return Status::ok;
  PHOTOPIC_TRY(ContentLightMeter::create(headless->device.device(), info, &headless->content_light));
  made_for = info;
  return Status::ok;
}

}  // namespace
}  // namespace photopic::c

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
  photopic::c::give_light(newest, out);
  return PHOTOPIC_OK;
}

VkBuffer photopic_content_light_meter_histogram_buffer(const photopic_content_light_meter* meter) {
  return meter != nullptr ? meter->object.histogram_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_content_light_meter_memory_bytes(const photopic_content_light_meter* meter) {
  return meter != nullptr ? meter->object.memory_bytes() : 0;
}

photopic_result photopic_meter_content_light(photopic_headless* headless, const photopic_picture* picture,
                                             const photopic_content_light_info* info,
                                             photopic_content_light_statistics* out) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic_content_light_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  photopic::Picture shown;
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "picture", picture, &shown));
  photopic::ContentLightCreateInfo made_for;
  made_for.format = format_of(shown.sample);
  made_for.statistics_slots = 1;
  PHOTOPIC_TRY(
      photopic::c::encoding_of(__func__, "info->encoding", given.encoding, made_for.encoding, &made_for.encoding));
  PHOTOPIC_TRY(photopic::c::prepare_meter(headless, made_for));
  photopic::Upload image(headless->device, "picture");
  PHOTOPIC_TRY(image.create(shown, shown.extent, false));
  PHOTOPIC_TRY(photopic::c::run(headless->device, [&](VkCommandBuffer commands) {
    image.record(commands);
    photopic::ContentLightFrame frame;
    frame.ldr = image.view();
    frame.extent = shown.extent;
    frame.paper_white_nits = value_or(given.paper_white_nits, frame.paper_white_nits);
    frame.scrgb_reference_nits = value_or(given.scrgb_reference_nits, frame.scrgb_reference_nits);
    return headless->content_light.record(commands, frame);
  }));
  photopic::ContentLightStatistics newest;
  if (!headless->content_light.statistics(&newest)) {
    return photopic::c::fail(PHOTOPIC_DEVICE_ERROR, "%s: what was measured didn't reach the CPU", __func__);
  }
  photopic::c::give_light(newest, out);
  return PHOTOPIC_OK;
}

}  // extern "C"
