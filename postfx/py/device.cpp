// SPDX-License-Identifier: MIT
// A device as Python has it, and calls on pictures.
#include "device.h"

#include "arrays.h"

namespace py = pybind11;

namespace photopic_py {
namespace {

py::dict dict_of(const photopic_exposure_state& state) {
  py::dict values;
#define PHOTOPIC_VALUE(name) values[#name] = state.name;
  PHOTOPIC_VALUE(exposure)
  PHOTOPIC_VALUE(adapted_ev100)
  PHOTOPIC_VALUE(target_ev100)
  PHOTOPIC_VALUE(scene_ev100)
  PHOTOPIC_VALUE(mean_log2_luminance)
  PHOTOPIC_VALUE(metered_log2_luminance)
  PHOTOPIC_VALUE(min_luminance)
  PHOTOPIC_VALUE(max_luminance)
  PHOTOPIC_VALUE(low_percentile_log2)
  PHOTOPIC_VALUE(median_log2)
  PHOTOPIC_VALUE(high_percentile_log2)
  PHOTOPIC_VALUE(under_texels)
  PHOTOPIC_VALUE(over_texels)
  PHOTOPIC_VALUE(valid_texels)
  PHOTOPIC_VALUE(invalid_texels)
  PHOTOPIC_VALUE(dark_share)
#undef PHOTOPIC_VALUE
  return values;
}

std::uint32_t metrics_of(const py::object& names) {
  if (names.is_none()) return 0;
  if (py::isinstance<py::str>(names)) throw py::type_error("metrics: must be a sequence of names, or None");
  std::uint32_t metrics = 0;
  for (const py::handle name : names) {
    if (!py::isinstance<py::str>(name)) throw py::type_error("metrics: names must be str");
    const std::uint32_t bit = photopic_metric_bit(name.cast<std::string>().c_str());
    if (bit == 0) throw py::value_error(photopic_last_error());
    metrics |= bit;
  }
  if (metrics == 0) throw py::value_error("metrics: names none");
  return metrics;
}

}  // namespace

Device::Device(const py::object& name) {
  auto info = empty_struct<photopic_headless_info>();
  const std::string text = name.is_none() ? "" : std::string(py::str(name));
  info.device = name.is_none() ? nullptr : text.c_str();
  photopic_headless* made = nullptr;
  check(photopic_headless_create(&info, &made));
  headless_.reset(made);
}

py::dict Device::compare(const py::array& reference, const py::array& test, const py::object& metrics,
                         const py::object& mask, float error_threshold, std::uint32_t cluster_threshold,
                         std::uint32_t shift_radius, bool ignore_antialiasing, float pixels_per_degree) {
  const ArrayPicture one = picture_of(reference, "reference"), other = picture_of(test, "test");
  ArrayPicture mask_picture;
  auto info = empty_struct<photopic_compare_info>();
  info.metrics = metrics_of(metrics);
  if (!mask.is_none()) {
    mask_picture = mask_of(mask.cast<py::array>());
    info.mask = &mask_picture.picture;
  }
  info.error_threshold = error_threshold;
  info.cluster_threshold = cluster_threshold;
  info.shift_radius = shift_radius;
  info.ignores_antialiasing = ignore_antialiasing ? VK_TRUE : VK_FALSE;
  info.pixels_per_degree = pixels_per_degree;
  photopic_metrics_result* made = nullptr;
  check(photopic_metrics_result_create(&made));
  const std::unique_ptr<photopic_metrics_result, void (*)(photopic_metrics_result*)> result(
      made, photopic_metrics_result_destroy);
  run([&] { return photopic_compare(headless_.get(), &one.picture, &other.picture, &info, made); });
  py::dict values;
  for (std::uint32_t i = 0; i < photopic_metrics_result_count(made); ++i) {
    values[photopic_metrics_result_name(made, i)] = photopic_metrics_result_value(made, i);
  }
  return values;
}

py::dict Device::meter(const py::array& hdr, const py::object& settings) {
  const ArrayPicture scene = picture_of(hdr, "hdr");
  const SettingsPtr values = settings_of(settings);
  auto state = empty_struct<photopic_exposure_state>();
  photopic_measurement measured = {};
  run([&] { return photopic_measure(headless_.get(), &scene.picture, values.get(), &measured, &state); });
  py::dict result = dict_of(state);
  result["weight_sum"] = measured.weight_sum;
  result["light_rg"] = measured.light_rg;
  result["light_bg"] = measured.light_bg;
  result["light_weight"] = measured.light_weight;
  return result;
}

py::tuple Device::develop(const py::array& hdr, const py::object& settings, const py::object& dtype) {
  const ArrayPicture scene = picture_of(hdr, "hdr");
  const SettingsPtr values = settings_of(settings);
  const ArrayPicture picture = make_picture(scene.picture, py::dtype::from_args(dtype));
  auto state = empty_struct<photopic_exposure_state>();
  run([&] { return photopic_develop(headless_.get(), &scene.picture, values.get(), &picture.picture, &state); });
  return py::make_tuple(picture.array, dict_of(state));
}

}  // namespace photopic_py
