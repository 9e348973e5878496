// SPDX-License-Identifier: MIT
// A device as Python has it, and calls on pictures.
#include "device.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "arrays.h"

namespace py = pybind11;

namespace photopic_py {
namespace {

PyObject* warn_function = nullptr;  // as long as the module is loaded

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
    if (bit == 0) throw py::value_error("metrics: " + last_message());
    metrics |= bit;
  }
  if (metrics == 0) throw py::value_error("metrics: names none");
  return metrics;
}

void set_alpha(const py::object& word, photopic_compare_info* info) {
  if (word.is_none()) return;
  if (!py::isinstance<py::str>(word)) throw py::type_error("alpha: must be a str or None");
  const auto text = word.cast<std::string>();
  if (photopic_alpha_of_word(text.c_str(), &info->alpha, &info->background) != PHOTOPIC_OK) {
    throw py::value_error(
        "alpha: '" + text +
        "' is none of compare, ignore, over:COLOUR, where COLOUR is #rrggbb, r,g,b (0 to 255), black, "
        "white, grey, red, green, blue, cyan, magenta or yellow");
  }
}

using ResultPtr = std::unique_ptr<photopic_metrics_result, void (*)(photopic_metrics_result*)>;

ResultPtr make_result() {
  photopic_metrics_result* made = nullptr;
  check(photopic_metrics_result_create(&made));
  return {made, photopic_metrics_result_destroy};
}

/// Of a number; 0 where there is none.
double value_of(const photopic_metrics_result* result, const char* name) {
  double value = 0.0;
  return photopic_metrics_result_get(result, name, &value) == PHOTOPIC_OK ? value : 0.0;
}

std::string count_of(const photopic_metrics_result* result, const char* name) {
  return std::to_string(static_cast<std::uint64_t>(value_of(result, name)));
}

/// Numbers of such pictures would say that they are alike. Raises NotComparable.
void require_comparable(const photopic_metrics_result* result, const CompareOptions& options) {
  if (value_of(result, "not_finite_differing") > 0) {
    std::string text = count_of(result, "not_finite_reference") + " pixels of the reference and " +
                       count_of(result, "not_finite_test") + " of the test aren't finite";
    if (options.nan_equal) text += ", " + count_of(result, "not_finite_differing") + " of them not in both alike";
    if (std::isinf(value_of(result, "rgb_max_abs"))) {
      text += ", the first at (" + count_of(result, "max_abs_x") + ", " + count_of(result, "max_abs_y") + ")";
    }
    if (!options.nan_equal) text += "; nan_equal=True takes those for equal that are alike in both";
    refuse_pictures(text);
  }
  if (options.alpha.is_none() && value_of(result, "alpha_pixels_differing") > 0) {
    char most[32];
    std::snprintf(most, sizeof most, "%.6g", value_of(result, "alpha_max_abs"));
    refuse_pictures(
        "alpha differs in " + count_of(result, "alpha_pixels_differing") + " pixels, by up to " + most +
        "; alpha='ignore' leaves it out, 'over:COLOUR' lays both pictures over a colour, 'compare' counts it");
  }
}

std::string size_of(const ArrayPicture& picture) {
  return std::to_string(picture.picture.width) + " x " + std::to_string(picture.picture.height);
}

void require_alike(const ArrayPicture& reference, const ArrayPicture& test) {
  if (reference.picture.sample != test.picture.sample) {
    throw py::type_error("reference is " + std::string(py::str(reference.array.dtype())) + ", test " +
                         std::string(py::str(test.array.dtype())) +
                         ": must be alike; codes (uint8, uint16) aren't light (floats)");
  }
  if (size_of(reference) != size_of(test)) {
    throw py::value_error("reference is " + size_of(reference) + ", test " + size_of(test) + ": must be of one size");
  }
}

}  // namespace

Device::Device(const py::object& name) {
  auto info = empty_struct<photopic_headless_info>();
  const std::string text = name.is_none() ? "" : std::string(py::str(name));
  info.device = name.is_none() ? nullptr : text.c_str();
  info.message = [](photopic_result result, const char* words, void* user) {
    if (result == PHOTOPIC_OK) static_cast<Device*>(user)->notes_.emplace_back(words);
  };
  info.message_user = this;
  photopic_headless* made = nullptr;
  check(photopic_headless_create(&info, &made));
  headless_.reset(made);
}

void Device::warn() {
  std::vector<std::string> notes;
  {
    const py::gil_scoped_release released;  // another thread may hold the mutex and wait for Python's lock
    const std::lock_guard lock(mutex_);
    notes.swap(notes_);
  }
  for (const std::string& note : notes) {
    const std::size_t end = note.find(": ");  // of the name of a function of C
    const py::handle warn = warn_function;
    warn(note.c_str() + (end == std::string::npos ? 0 : end + 2));
  }
}

void Device::set_warn(py::object warn) { Py_XDECREF(std::exchange(warn_function, warn.release().ptr())); }

py::list compare_names(const py::array& picture, const py::object& metrics, const py::object& alpha) {
  auto info = empty_struct<photopic_compare_info>();
  info.metrics = metrics_of(metrics);
  set_alpha(alpha, &info);
  const ArrayPicture like = picture_of(picture, "picture");
  const ResultPtr result = make_result();
  check(photopic_compare_names(&like.picture, &info, result.get()));
  py::list names;
  for (std::uint32_t i = 0; i < photopic_metrics_result_count(result.get()); ++i) {
    names.append(photopic_metrics_result_name(result.get(), i));
  }
  return names;
}

py::dict Device::compare(const py::array& reference, const py::array& test, const CompareOptions& options) {
  const ArrayPicture one = picture_of(reference, "reference"), other = picture_of(test, "test");
  require_alike(one, other);
  ArrayPicture mask_picture;
  auto info = empty_struct<photopic_compare_info>();
  info.metrics = metrics_of(options.metrics);
  if (!options.mask.is_none()) {
    mask_picture = mask_of(options.mask.cast<py::array>());
    if (size_of(mask_picture) != size_of(one)) {
      throw py::value_error("mask is " + size_of(mask_picture) + ", pictures " + size_of(one) +
                            ": must be of one size");
    }
    info.mask = &mask_picture.picture;
  }
  info.error_threshold = options.error_threshold;
  info.cluster_threshold = options.cluster_threshold;
  info.shift_radius = options.shift_radius;
  info.ignores_antialiasing = options.ignores_antialiasing ? VK_TRUE : VK_FALSE;
  info.pixels_per_degree = options.pixels_per_degree;
  info.nan_equal = options.nan_equal ? VK_TRUE : VK_FALSE;
  set_alpha(options.alpha, &info);
  const ResultPtr result = make_result();
  run([&] { return photopic_compare(headless_.get(), &one.picture, &other.picture, &info, result.get()); });
  require_comparable(result.get(), options);
  py::dict values;
  for (std::uint32_t i = 0; i < photopic_metrics_result_count(result.get()); ++i) {
    values[photopic_metrics_result_name(result.get(), i)] = photopic_metrics_result_value(result.get(), i);
  }
  return values;
}

py::dict Device::meter(const py::array& hdr, const py::object& settings) {
  const ArrayPicture scene = light_of(hdr, "hdr");
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

py::dict Device::content_light(const py::array& picture, const py::object& encoding, float paper_white_nits,
                               float scrgb_reference_nits) {
  const ArrayPicture shown = picture_of(picture, "picture");
  auto info = empty_struct<photopic_content_light_info>();
  if (encoding.is_none()) {
    if (picture.dtype().kind() == 'f') throw py::value_error("encoding: floats need one, 'linear' or 'scrgb'");
  } else {
    info.encoding = photopic_encoding_bit(encoding.cast<std::string>().c_str());
    if (info.encoding == 0) throw py::value_error("encoding: " + last_message());
  }
  info.paper_white_nits = paper_white_nits;
  info.scrgb_reference_nits = scrgb_reference_nits;
  auto light = empty_struct<photopic_content_light_statistics>();
  run([&] { return photopic_meter_content_light(headless_.get(), &shown.picture, &info, &light); });
  py::dict values;
  const bool is_known = light.valid_texels != 0;  // a picture of NaN isn't a black one
  const auto value_or_none = [&](float value) -> py::object {
    return is_known ? py::object(py::float_(double(value))) : py::object(py::none());
  };
#define PHOTOPIC_VALUE(name) values[#name] = value_or_none(light.name);
  PHOTOPIC_VALUE(max_cll_nits)
  PHOTOPIC_VALUE(max_fall_nits)
  PHOTOPIC_VALUE(p9999_nits)
  PHOTOPIC_VALUE(min_nits)
  PHOTOPIC_VALUE(mean_nits)
  PHOTOPIC_VALUE(geometric_mean_nits)
  PHOTOPIC_VALUE(beyond_bt709)
  PHOTOPIC_VALUE(beyond_p3)
#undef PHOTOPIC_VALUE
  values["valid_texels"] = light.valid_texels;
  values["invalid_texels"] = light.invalid_texels;
  py::list percentiles;
  for (const float nits : light.percentiles_nits) percentiles.append(value_or_none(nits));
  values["percentiles_nits"] = percentiles;
  return values;
}

py::tuple Device::develop(const py::array& hdr, const py::object& settings, const py::object& dtype) {
  const ArrayPicture scene = light_of(hdr, "hdr");
  const SettingsPtr values = settings_of(settings);
  const ArrayPicture picture = make_picture(scene.picture, py::dtype::from_args(dtype));
  auto state = empty_struct<photopic_exposure_state>();
  run([&] { return photopic_develop(headless_.get(), &scene.picture, values.get(), &picture.picture, &state); });
  return py::make_tuple(picture.array, dict_of(state));
}

}  // namespace photopic_py
