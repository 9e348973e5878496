// SPDX-License-Identifier: MIT
// Calls of C on pictures in the CPU's memory.
#include <photopic/c/sequence.h>
#include <photopic/image_metrics.h>
#include <photopic/post_process.h>

#include <memory>
#include <new>

#include "c/compared_pictures.h"
#include "c/exposure_state.h"
#include "c/handles.h"
#include "c/headless.h"
#include "c/metrics_result.h"
#include "c/picture.h"
#include "c/structs.h"
#include "headless/pictures.h"

namespace photopic::c {
namespace {

/// Everything that `create` is given, of the objects that are kept.
bool is_same(const MetricsCreateInfo& a, const MetricsCreateInfo& b) {
  return a.max_extent.width == b.max_extent.width && a.max_extent.height == b.max_extent.height &&
         a.format == b.format && a.metrics == b.metrics && a.maps == b.maps && a.has_mask == b.has_mask &&
         a.finds_antialiasing == b.finds_antialiasing && a.max_pixels_per_degree == b.max_pixels_per_degree;
}

/// With the metrics of `info`, made anew if the last ones were others. In strips what the device can't take whole.
Status prepare_metrics(photopic_headless* headless, const MetricsCreateInfo& info) {
  if (is_same(headless->metrics_info, info)) return Status::ok;
  headless->metrics_info = {};
  headless->metrics = ImageMetrics();
  constexpr VkDeviceSize kMemory_bytes = VkDeviceSize{1} << 30;
  MetricsCreateInfo planned = info;
  PHOTOPIC_TRY(ImageMetrics::plan_strips(headless->device.device(), kMemory_bytes, &planned));
  PHOTOPIC_TRY(ImageMetrics::create(headless->device.device(), planned, &headless->metrics));
  headless->metrics_info = info;
  return Status::ok;
}

/// Made anew for another size, format or other steps; else prepared for these settings, too.
Status prepare_post(photopic_headless* headless, const CreateInfo& info, const Settings& settings) {
  const CreateInfo& made = headless->post.info();
  const bool is_same = made.max_extent.width == info.max_extent.width &&
                       made.max_extent.height == info.max_extent.height && made.steps == info.steps &&
                       made.output.format == info.output.format;
  if (is_same && headless->post.is_prepared(settings)) return Status::ok;
  // Nothing that was prepared is let go of, so calls with ever other settings would take ever more memory.
  constexpr std::uint32_t kMaxKinds = 16;
  const bool has_room = is_same && headless->prepared_kinds < kMaxKinds;
  const Status status =
      has_room ? headless->post.prepare(settings) : headless->post.create(headless->device.device(), info);
  if (status == Status::ok) headless->prepared_kinds = has_room ? headless->prepared_kinds + 1 : 1;
  return status;
}

// ---- compare --------------------------------------------------------------------------------------------------------

/// By Andersson et al., of the reference.
Status flip_exposures_of(const Picture& reference, FlipExposures* out) {
  const std::size_t count = std::size_t{reference.extent.width} * reference.extent.height;
  const std::unique_ptr<float[]> luminances(new (std::nothrow) float[count]);
  if (luminances == nullptr) return Status::out_of_memory;
  copy_luminances(reference, luminances.get());
  return flip_exposures(luminances.get(), count, FlipToneMapper::aces, out);
}

constexpr std::uint32_t kFlips = kMetricFlip | kMetricFlipTiles;

std::uint32_t metrics_of(const photopic_compare_info& info, const Picture& picture) {
  return info.metrics != 0 ? info.metrics : supported_metrics(format_of(picture.sample)) & metrics_for(picture.extent);
}

MetricsSettings settings_of(const photopic_compare_info& info) {
  MetricsSettings settings;
  settings.error_threshold = info.error_threshold;
  settings.cluster_threshold = info.cluster_threshold;
  settings.shift_radius = info.shift_radius;
  settings.ignores_antialiasing = info.ignores_antialiasing != 0;
  settings.pixels_per_degree = value_or(info.pixels_per_degree, settings.pixels_per_degree);
  return settings;
}

/// Measures a strip, or all. `pair` with the strip.
photopic_result measure_strip(photopic_headless* headless, const ComparedPictures& pictures, const Picture* mask,
                              MetricsPair pair, const MetricsSettings& settings, MapDownload& errors_map,
                              MetricsResult* out) {
  const auto rows_of = [&](Picture picture) {
    picture.samples += pair.strip.image_row * picture.row_bytes;
    picture.extent.height = pair.strip.image_rows;
    return picture;
  };
  const VkExtent2D extent = headless->metrics.image_extent(pair.extent, pair.strip);
  Upload reference_image(headless->device, "reference"), test_image(headless->device, "test"),
      mask_image(headless->device, "mask");
  PHOTOPIC_TRY(reference_image.create(rows_of(pictures.reference()), extent, false));
  PHOTOPIC_TRY(test_image.create(rows_of(pictures.test()), extent, false));
  if (mask != nullptr) {
    PHOTOPIC_TRY(mask_image.create(rows_of(*mask), extent, true));
  }
  pair.reference[0] = reference_image.view();
  pair.test[0] = test_image.view();
  if (mask != nullptr) pair.mask = mask_image.view();
  PHOTOPIC_TRY(run(headless->device, [&](VkCommandBuffer commands) {
    reference_image.record(commands);
    test_image.record(commands);
    if (mask != nullptr) mask_image.record(commands);
    const Status status = headless->metrics.record(commands, pair, settings);
    if (status == Status::ok && settings.maps != 0) {
      const VkDeviceSize row_bytes = sizeof(float) * pair.extent.width;
      errors_map.record(commands, headless->metrics.map_buffer(kMapAbsolute), row_bytes * pair.strip.first_row,
                        row_bytes * pair.strip.rows);
    }
    return status;
  }));
  return headless->metrics.finish(settings.slot, out);
}

/// Measures on the device. `errors_map`: kMapAbsolute, where `create_info` has it.
photopic_result measure(photopic_headless* headless, const ComparedPictures& pictures, const Picture* mask,
                        const MetricsCreateInfo& create_info, const MetricsSettings& settings, MapDownload& errors_map,
                        MetricsResult* out) {
  PHOTOPIC_TRY(prepare_metrics(headless, create_info));
  if (create_info.maps != 0) {
    PHOTOPIC_TRY(errors_map.create(create_info.max_extent));
  }
  MetricsPair pair;
  pair.extent = create_info.max_extent;
  for (std::uint32_t row = 0; row < pair.extent.height; row += pair.strip.rows) {
    pair.strip = headless->metrics.strip(pair.extent, row);
    PHOTOPIC_TRY(measure_strip(headless, pictures, mask, pair, settings, errors_map, out));
  }
  return PHOTOPIC_OK;
}

photopic_result compare(const char* function, photopic_headless* headless, const Picture& reference,
                        const Picture& test, const Picture* mask, const photopic_compare_info& info,
                        photopic_metrics_result* out) {
  ComparedPictures pictures(reference, test, mask, info);
  if (pictures.prepare() != Status::ok) return out_of_memory(function);
  MetricsSettings settings = settings_of(info);
  MetricsCreateInfo create_info;
  create_info.max_extent = reference.extent;
  create_info.format = format_of(pictures.reference().sample);
  create_info.metrics = metrics_of(info, reference);
  create_info.has_mask = mask != nullptr;
  create_info.finds_antialiasing = info.ignores_antialiasing != 0;
  create_info.max_pixels_per_degree = needed_pixels_per_degree(settings);
  if (pictures.has_other_alpha()) create_info.maps = create_info.metrics & kMetricErrors ? kMapAbsolute : 0u;
  settings.maps = create_info.maps;
  const bool is_float = reference.sample == Sample::f16 || reference.sample == Sample::f32;
  if (is_float && (create_info.metrics & kFlips) != 0) {
    const Status status = flip_exposures_of(pictures.reference(), &settings.flip_exposures);
    if (status == Status::out_of_memory) return out_of_memory(function);
    if (status != Status::ok && info.metrics != 0) {
      return fail(PHOTOPIC_INVALID_ARGUMENT,
                  "%s: reference: no exposures for HDR-FLIP: a value isn't finite, or none is above 0", function);
    }
    if (status != Status::ok) create_info.metrics &= ~kFlips;
  }
  MapDownload errors_map(headless->device);
  PHOTOPIC_TRY(measure(headless, pictures, mask, create_info, settings, errors_map, &out->values));
  out->is_rgb = true;
  pictures.count(settings, create_info.maps != 0 ? errors_map.values() : nullptr, out);
  return PHOTOPIC_OK;
}

photopic_result check_alpha(const char* function, const photopic_compare_info& info) {
  if (info.alpha > PHOTOPIC_ALPHA_OVER) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->alpha = %u: must be a PHOTOPIC_ALPHA", function, info.alpha);
  }
  if (info.background > 0xffffffu || (info.background != 0 && info.alpha != PHOTOPIC_ALPHA_OVER)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->background = 0x%x: must be 0xRRGGBB, with PHOTOPIC_ALPHA_OVER",
                function, info.background);
  }
  if (info.reserved != 0) return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->reserved: must be 0", function);
  return PHOTOPIC_OK;
}

// ---- meter and develop ----------------------------------------------------------------------------------------------

photopic_result take_hdr(const char* function, const photopic_picture* given, Picture* out) {
  PHOTOPIC_TRY(take_picture(function, "hdr", given, out));
  if (out->sample != Sample::f16 && out->sample != Sample::f32) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: hdr->sample: must be PHOTOPIC_SAMPLE_F16 or _F32", function);
  }
  return PHOTOPIC_OK;
}

/// `ldr` is null: meters alone. `state`: of this frame.
photopic_result develop(const char* function, photopic_headless* headless, const Picture& hdr,
                        const photopic_settings* settings, const Picture* ldr, gpu::ExposureState* state) {
  CreateInfo info;
  info.max_extent = hdr.extent;
  info.uses[0] = *settings;
  info.steps = ldr == nullptr ? kMeter : kMeter | kFinish;
  info.with = kWithHistogram | kWithExtrema;
  info.statistics_slots = 1;
  if (ldr != nullptr) info.output.format = format_of(ldr->sample);
  PHOTOPIC_TRY(prepare_post(headless, info, *settings));
  Upload image(headless->device, "hdr");
  PHOTOPIC_TRY(image.create(hdr, hdr.extent, false));
  Download picture(headless->device);
  if (ldr != nullptr) {
    PHOTOPIC_TRY(picture.create(hdr.extent, ldr->sample));
  }
  PHOTOPIC_TRY(run(headless->device, [&](VkCommandBuffer commands) {
    image.record(commands);
    Frame frame;
    frame.hdr.view = image.view();
    frame.extent = hdr.extent;
    frame.cut = VK_TRUE;
    if (ldr == nullptr) return headless->post.record_meter(commands, frame, *settings);
    picture.record_begin(commands);
    frame.ldr.view = picture.view();
    const Status status = headless->post.record(commands, frame, *settings);
    picture.record_end(commands);
    return status;
  }));
  if (ldr != nullptr) picture.copy_to(*ldr);
  if (!headless->post.statistics(0, state)) {
    return fail(PHOTOPIC_DEVICE_ERROR, "%s: the exposure state didn't reach the CPU", function);
  }
  return PHOTOPIC_OK;
}

}  // namespace
}  // namespace photopic::c

using photopic::Picture;
using photopic::Sample;
using photopic::c::fail;
using photopic::c::require;

extern "C" {

photopic_result photopic_headless_create(const photopic_headless_info* info, photopic_headless** out) {
  PHOTOPIC_TRY(require(out, __func__, "out"));
  photopic_headless_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  std::unique_ptr<photopic_headless> headless(new (std::nothrow) photopic_headless);
  if (headless == nullptr) return photopic::c::out_of_memory(__func__);
  PHOTOPIC_TRY(headless->device.open(__func__, given.device, given.message, given.message_user));
  *out = headless.release();
  return PHOTOPIC_OK;
}

void photopic_headless_destroy(photopic_headless* headless) { delete headless; }

const char* photopic_headless_device_name(const photopic_headless* headless) {
  return headless != nullptr ? headless->device.name() : "";
}

photopic_result photopic_compare(photopic_headless* headless, const photopic_picture* reference,
                                 const photopic_picture* test, const photopic_compare_info* info,
                                 photopic_metrics_result* out) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  Picture one, other, mask;
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "reference", reference, &one));
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "test", test, &other));
  if (one.extent.width != other.extent.width || one.extent.height != other.extent.height ||
      one.sample != other.sample) {
    constexpr const char* kNames[] = {"U8", "U16", "F16", "F32"};  // PHOTOPIC_SAMPLE_*
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: reference is %u x %u of %s, test %u x %u of %s: must be alike",
                __func__, one.extent.width, one.extent.height, kNames[static_cast<int>(one.sample)], other.extent.width,
                other.extent.height, kNames[static_cast<int>(other.sample)]);
  }
  photopic_compare_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  PHOTOPIC_TRY(photopic::c::check_alpha(__func__, given));
  if (given.mask != nullptr) {
    PHOTOPIC_TRY(photopic::c::take_picture(__func__, "info->mask", given.mask, &mask));
    if (mask.extent.width != one.extent.width || mask.extent.height != one.extent.height || mask.channels != 1 ||
        mask.sample != Sample::u8) {
      return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->mask: must be one channel of PHOTOPIC_SAMPLE_U8, %u x %u",
                  __func__, one.extent.width, one.extent.height);
    }
  }
  return photopic::c::compare(__func__, headless, one, other, given.mask != nullptr ? &mask : nullptr, given, out);
}

photopic_result photopic_compare_names(const photopic_picture* picture, const photopic_compare_info* info,
                                       photopic_metrics_result* out) {
  PHOTOPIC_TRY(require(out, __func__, "out"));
  Picture taken;
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "picture", picture, &taken));
  photopic_compare_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  PHOTOPIC_TRY(photopic::c::check_alpha(__func__, given));
  *out = {};
  out->values.metrics = photopic::c::metrics_of(given, taken);
  out->has_names_only = out->is_of_pair = true;
  out->pair.has_alpha = given.alpha == PHOTOPIC_ALPHA_COMPARE;
  return PHOTOPIC_OK;
}

photopic_result photopic_meter(photopic_headless* headless, const photopic_picture* hdr,
                               const photopic_settings* settings, photopic_exposure_state* out) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  Picture scene;
  PHOTOPIC_TRY(photopic::c::take_hdr(__func__, hdr, &scene));
  photopic::gpu::ExposureState measured;
  PHOTOPIC_TRY(photopic::c::develop(__func__, headless, scene, settings, nullptr, &measured));
  return photopic::c::give_state(measured, out);
}

photopic_result photopic_measure(photopic_headless* headless, const photopic_picture* hdr,
                                 const photopic_settings* settings, photopic_measurement* out,
                                 photopic_exposure_state* state) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  if (state != nullptr) {
    PHOTOPIC_TRY(photopic::c::check_head(__func__, "state", state));
  }
  Picture scene;
  PHOTOPIC_TRY(photopic::c::take_hdr(__func__, hdr, &scene));
  photopic::gpu::ExposureState measured;
  PHOTOPIC_TRY(photopic::c::develop(__func__, headless, scene, settings, nullptr, &measured));
  PHOTOPIC_TRY(photopic_measurement_read(&measured, sizeof measured, out));
  return state != nullptr ? photopic::c::give_state(measured, state) : PHOTOPIC_OK;
}

photopic_result photopic_develop(photopic_headless* headless, const photopic_picture* hdr,
                                 const photopic_settings* settings, const photopic_picture* out,
                                 photopic_exposure_state* state) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  if (state != nullptr) {
    PHOTOPIC_TRY(photopic::c::check_head(__func__, "state", state));
  }
  Picture scene, picture;
  PHOTOPIC_TRY(photopic::c::take_hdr(__func__, hdr, &scene));
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "out", out, &picture));
  if (picture.extent.width != scene.extent.width || picture.extent.height != scene.extent.height ||
      picture.channels == 1 || (picture.sample != Sample::u8 && picture.sample != Sample::f16)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: out: must be %u x %u, of 3 or 4 channels of PHOTOPIC_SAMPLE_U8 or _F16",
                __func__, scene.extent.width, scene.extent.height);
  }
  photopic::gpu::ExposureState measured;
  PHOTOPIC_TRY(photopic::c::develop(__func__, headless, scene, settings, &picture, &measured));
  return state != nullptr ? photopic::c::give_state(measured, state) : PHOTOPIC_OK;
}

}  // extern "C"
