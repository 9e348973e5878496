// SPDX-License-Identifier: MIT
// ImageMetrics for C.
#include <photopic/image_metrics.h>
#include <photopic/metric_values.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "c/handles.h"
#include "c/structs.h"
#include "c/metrics_result.h"

struct photopic_image_metrics {
  photopic::ImageMetrics object;
  bool is_rgb = true;
};

namespace photopic::c {
namespace {

// A new map needs its name below; metrics/values.cpp has those of metrics.
static_assert(kAllMaps == 2u * PHOTOPIC_MAP_FLIP - 1u);
static_assert(PHOTOPIC_MAP_ABSOLUTE == static_cast<int>(kMapAbsolute) &&
              PHOTOPIC_MAP_SQUARED == static_cast<int>(kMapSquared) &&
              PHOTOPIC_MAP_SSIM == static_cast<int>(kMapSsim) &&
              PHOTOPIC_MAP_CIEDE2000 == static_cast<int>(kMapCiede2000) &&
              PHOTOPIC_MAP_FLIP == static_cast<int>(kMapFlip));
static_assert(PHOTOPIC_CHROMA_444 == static_cast<int>(Chroma::c444) &&
              PHOTOPIC_CHROMA_422 == static_cast<int>(Chroma::c422) &&
              PHOTOPIC_CHROMA_420 == static_cast<int>(Chroma::c420) &&
              PHOTOPIC_CHROMA_411 == static_cast<int>(Chroma::c411));
static_assert(PHOTOPIC_FLIP_ACES == static_cast<int>(FlipToneMapper::aces) &&
              PHOTOPIC_FLIP_HABLE == static_cast<int>(FlipToneMapper::hable) &&
              PHOTOPIC_FLIP_REINHARD == static_cast<int>(FlipToneMapper::reinhard));
static_assert(PHOTOPIC_ERROR_BINS == kErrorBins);

MetricsCreateInfo info_of(const photopic_image_metrics_info& given) {
  MetricsCreateInfo info;
  info.max_extent = given.max_extent;
  info.format = value_or(given.format, info.format);
  info.bits = given.bits;
  info.chroma = static_cast<Chroma>(given.chroma);
  info.metrics = given.metrics;
  info.maps = given.maps;
  info.slots = value_or(given.slots, info.slots);
  info.has_mask = given.has_mask != 0;
  info.finds_antialiasing = given.finds_antialiasing != 0;
  info.max_pixels_per_degree = value_or(given.max_pixels_per_degree, info.max_pixels_per_degree);
  info.strips = {given.strip_rows, given.strip_columns};
  return info;
}

MetricsStrip strip_of(const photopic_metrics_strip& strip) {
  return {strip.first_row, strip.rows, strip.image_row, strip.image_rows};
}

MetricsSettings settings_of(const photopic_metrics_settings& given) {
  MetricsSettings settings;
  settings.metrics = given.metrics;
  settings.maps = given.maps;
  settings.slot = given.slot;
  settings.error_threshold = given.error_threshold;
  settings.cluster_threshold = given.cluster_threshold;
  settings.shift_radius = given.shift_radius;
  settings.ignores_antialiasing = given.ignores_antialiasing != 0;
  settings.pixels_per_degree = value_or(given.pixels_per_degree, settings.pixels_per_degree);
  settings.flip_tone_mapper = static_cast<FlipToneMapper>(given.flip_tone_mapper);
  settings.flip_exposures = {given.flip_start_ev, given.flip_stop_ev, given.flip_exposure_count};
  return settings;
}

/// A number beside those of the table.
struct OwnValue {
  const char* name;
  bool (*is_there)(const photopic_metrics_result& result);
  double (*value)(const photopic_metrics_result& result);
};

bool is_of_pair(const photopic_metrics_result& result) { return result.is_of_pair; }
bool has_alpha(const photopic_metrics_result& result) { return result.is_of_pair && result.pair.has_alpha; }
bool has_not_finite(const photopic_metrics_result& result) {
  return result.is_of_pair || (result.is_rgb && (result.values.metrics & kMetricErrors) != 0);
}

constexpr OwnValue kOwnValues[] = {
    {"alpha_max_abs", has_alpha, [](const photopic_metrics_result& result) { return result.pair.alpha_max_abs; }},
    {"alpha_pixels_differing", has_alpha,
     [](const photopic_metrics_result& result) { return double(result.pair.alpha_pixels_differing); }},
    {"not_finite_reference", has_not_finite,
     [](const photopic_metrics_result& result) {
       return double(result.is_of_pair ? result.pair.not_finite_reference : result.values.errors.not_finite_reference);
     }},
    {"not_finite_test", has_not_finite,
     [](const photopic_metrics_result& result) {
       return double(result.is_of_pair ? result.pair.not_finite_test : result.values.errors.not_finite_test);
     }},
    {"not_finite_differing", is_of_pair,
     [](const photopic_metrics_result& result) { return double(result.pair.not_finite_differing); }},
};

/// A number of a result; without a name there is none.
struct Number {
  const char* name = nullptr;
  double value = std::nan("");
};

/// The first number for which `is_wanted(name)`.
template <class IsWanted>
Number find_number(const photopic_metrics_result& result, IsWanted is_wanted) {
  const auto number = [&](const char* name, double value) {
    return Number{name, result.has_names_only ? std::nan("") : value};
  };
  for (const MetricValueInfo& row : metric_value_table()) {
    const char* const name = result.is_rgb ? row.of_rgb : row.of_planes;
    if ((result.values.metrics & row.metric) != 0 && is_wanted(name)) return number(name, row.value(result.values));
  }
  for (const OwnValue& row : kOwnValues) {
    if (row.is_there(result) && is_wanted(row.name)) return number(row.name, row.value(result));
  }
  return {};
}

Number number_at(const photopic_metrics_result* result, std::uint32_t index) {
  if (result == nullptr) return {};
  return find_number(*result, [&](const char*) { return index-- == 0; });
}

}  // namespace
}  // namespace photopic::c

using photopic::ImageMetrics;
using photopic::c::fail;
using photopic::c::require;

extern "C" {

uint32_t photopic_supported_metrics(VkFormat format, uint32_t bits) {
  return photopic::supported_metrics(format, bits);
}

uint32_t photopic_metrics_for_extent(VkExtent2D extent, photopic_chroma chroma) {
  return photopic::metrics_for(extent, static_cast<photopic::Chroma>(chroma));
}

photopic_result photopic_flip_exposures(float* luminances, size_t count, photopic_flip_tone_mapper tone_mapper,
                                        float* start_ev, float* stop_ev, uint32_t* exposures) {
  PHOTOPIC_TRY(require(luminances, __func__, "luminances"));
  PHOTOPIC_TRY(require(start_ev, __func__, "start_ev"));
  PHOTOPIC_TRY(require(stop_ev, __func__, "stop_ev"));
  PHOTOPIC_TRY(require(exposures, __func__, "exposures"));
  photopic::FlipExposures found;
  if (photopic::flip_exposures(luminances, count, static_cast<photopic::FlipToneMapper>(tone_mapper), &found) !=
      photopic::Status::ok) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: luminances: a value isn't finite, or none is above 0", __func__);
  }
  *start_ev = found.start_ev;
  *stop_ev = found.stop_ev;
  *exposures = found.count;
  return PHOTOPIC_OK;
}

photopic_result photopic_metrics_result_create(photopic_metrics_result** out) {
  PHOTOPIC_TRY(require(out, __func__, "out"));
  auto* const result = new (std::nothrow) photopic_metrics_result;
  if (result == nullptr) return photopic::c::out_of_memory(__func__);
  *out = result;
  return PHOTOPIC_OK;
}

void photopic_metrics_result_destroy(photopic_metrics_result* result) { delete result; }

uint32_t photopic_metrics_result_count(const photopic_metrics_result* result) {
  std::uint32_t count = 0;
  while (photopic::c::number_at(result, count).name != nullptr) ++count;
  return count;
}

const char* photopic_metrics_result_name(const photopic_metrics_result* result, uint32_t index) {
  return photopic::c::number_at(result, index).name;
}

double photopic_metrics_result_value(const photopic_metrics_result* result, uint32_t index) {
  return photopic::c::number_at(result, index).value;
}

photopic_result photopic_metrics_result_get(const photopic_metrics_result* result, const char* name, double* out) {
  PHOTOPIC_TRY(require(result, __func__, "result"));
  PHOTOPIC_TRY(require(name, __func__, "name"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  const photopic::c::Number found =
      photopic::c::find_number(*result, [&](const char* candidate) { return std::strcmp(candidate, name) == 0; });
  if (found.name == nullptr) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': is none of the numbers that were measured", __func__, name);
  }
  *out = found.value;
  return PHOTOPIC_OK;
}

photopic_result photopic_metrics_result_histogram(const photopic_metrics_result* result, uint64_t* bins) {
  PHOTOPIC_TRY(require(result, __func__, "result"));
  PHOTOPIC_TRY(require(bins, __func__, "bins"));
  if ((result->values.metrics & photopic::kMetricErrors) == 0) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: PHOTOPIC_METRIC_ERRORS wasn't measured", __func__);
  }
  std::copy(result->values.errors.histogram.begin(), result->values.errors.histogram.end(), bins);
  return PHOTOPIC_OK;
}

photopic_result photopic_image_metrics_create(const photopic_device* device, const photopic_image_metrics_info* info,
                                              photopic_image_metrics** out) {
  photopic_image_metrics_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  const photopic::MetricsCreateInfo read = photopic::c::info_of(given);
  PHOTOPIC_TRY(photopic::c::make_handle(
      __func__, device, out,
      [&](const photopic::Device& lent, ImageMetrics* metrics) { return ImageMetrics::create(lent, read, metrics); }));
  (*out)->is_rgb = read.format != VK_FORMAT_R8_UNORM && read.format != VK_FORMAT_R16_UNORM;
  return PHOTOPIC_OK;
}

void photopic_image_metrics_destroy(photopic_image_metrics* metrics) { delete metrics; }

photopic_result photopic_image_metrics_plan_strips(const photopic_device* device, VkDeviceSize memory_bytes,
                                                   photopic_image_metrics_info* info) {
  photopic_image_metrics_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  if (info->size != sizeof given) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->size = %u: must be sizeof, %zu", __func__, info->size,
                sizeof given);
  }
  photopic::Device lent;
  photopic::MemoryCallbacks memory;
  PHOTOPIC_TRY(photopic::c::take_device(__func__, device, &memory, &lent));
  photopic::MetricsCreateInfo planned = photopic::c::info_of(given);
  PHOTOPIC_TRY(ImageMetrics::plan_strips(lent, memory_bytes, &planned));
  info->strip_rows = planned.strips.rows;
  info->strip_columns = planned.strips.columns;
  return PHOTOPIC_OK;
}

photopic_metrics_strip photopic_image_metrics_strip(const photopic_image_metrics* metrics, VkExtent2D extent,
                                                    uint32_t first_row) {
  if (metrics == nullptr) return {};
  const photopic::MetricsStrip strip = metrics->object.strip(extent, first_row);
  return {strip.first_row, strip.rows, strip.image_row, strip.image_rows};
}

VkExtent2D photopic_image_metrics_image_extent(const photopic_image_metrics* metrics, VkExtent2D extent,
                                               photopic_metrics_strip strip, uint32_t plane) {
  return metrics != nullptr ? metrics->object.image_extent(extent, photopic::c::strip_of(strip), plane) : VkExtent2D{};
}

photopic_result photopic_image_metrics_record(photopic_image_metrics* metrics, VkCommandBuffer command_buffer,
                                              const photopic_metrics_pair* pair,
                                              const photopic_metrics_settings* settings) {
  PHOTOPIC_TRY(require(metrics, __func__, "metrics"));
  photopic_metrics_pair given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "pair", pair, &given));
  photopic_metrics_settings wanted;
  PHOTOPIC_TRY(photopic::c::take(__func__, "settings", settings, &wanted));
  photopic::MetricsPair read;
  read.extent = given.extent;
  std::copy(given.reference, given.reference + 3, read.reference.begin());
  std::copy(given.test, given.test + 3, read.test.begin());
  read.mask = given.mask;
  read.strip = photopic::c::strip_of(given.strip);
  return metrics->object.record(command_buffer, read, photopic::c::settings_of(wanted));
}

photopic_result photopic_image_metrics_finish(photopic_image_metrics* metrics, uint32_t slot,
                                              photopic_metrics_result* out) {
  PHOTOPIC_TRY(require(metrics, __func__, "metrics"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  PHOTOPIC_TRY(metrics->object.finish(slot, &out->values));
  out->is_rgb = metrics->is_rgb;
  out->is_of_pair = out->has_names_only = false;
  return PHOTOPIC_OK;
}

VkBuffer photopic_image_metrics_map_buffer(const photopic_image_metrics* metrics, uint32_t map) {
  return metrics != nullptr ? metrics->object.map_buffer(static_cast<photopic::MetricMap>(map)) : VK_NULL_HANDLE;
}

VkDeviceSize photopic_image_metrics_memory_bytes(const photopic_image_metrics* metrics) {
  return metrics != nullptr ? metrics->object.memory_bytes() : 0;
}

}  // extern "C"
