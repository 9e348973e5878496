// SPDX-License-Identifier: MIT
// Python's module photopic.
#include <photopic/photopic.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <string>

#include "arrays.h"
#include "settings.h"

namespace py = pybind11;

namespace photopic_py {
namespace {

photopic_exposure_state empty_state() {
  photopic_exposure_state state = {};
  state.size = sizeof state;
  state.version = PHOTOPIC_INTERFACE_VERSION;
  return state;
}

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

/// A device, and what is kept on it. Threads take turns; they don't hold Python's lock while the device works.
class Device {
 public:
  explicit Device(const py::object& name) {
    photopic_headless_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
    const std::string text = name.is_none() ? "" : std::string(py::str(name));
    info.device = name.is_none() ? nullptr : text.c_str();
    photopic_headless* made = nullptr;
    check(photopic_headless_create(&info, &made));
    headless_.reset(made);
  }

  std::string name() const { return photopic_headless_device_name(headless_.get()); }

  py::dict compare(const py::array& reference, const py::array& test, const py::object& metrics, const py::object& mask,
                   float error_threshold, std::uint32_t cluster_threshold, std::uint32_t shift_radius,
                   bool ignore_antialiasing, float pixels_per_degree) {
    const ArrayPicture one = picture_of(reference, "reference"), other = picture_of(test, "test");
    ArrayPicture mask_picture;
    photopic_compare_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
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

  py::dict meter(const py::array& hdr, const py::object& settings) {
    const ArrayPicture scene = picture_of(hdr, "hdr");
    const SettingsPtr values = settings_of(settings);
    photopic_exposure_state state = empty_state();
    run([&] { return photopic_meter(headless_.get(), &scene.picture, values.get(), &state); });
    return dict_of(state);
  }

  py::tuple develop(const py::array& hdr, const py::object& settings, const py::object& dtype) {
    const ArrayPicture scene = picture_of(hdr, "hdr");
    const SettingsPtr values = settings_of(settings);
    const ArrayPicture picture = make_picture(scene.picture, py::dtype::from_args(dtype));
    photopic_exposure_state state = empty_state();
    run([&] { return photopic_develop(headless_.get(), &scene.picture, values.get(), &picture.picture, &state); });
    return py::make_tuple(picture.array, dict_of(state));
  }

 private:
  /// The text of an error is of the thread, so that another one's can't take its place.
  template <class Call>
  void run(const Call& call) {
    photopic_result result = PHOTOPIC_OK;
    {
      const py::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      result = call();
    }
    check(result);
  }

  struct Deleter {
    void operator()(photopic_headless* headless) const { photopic_headless_destroy(headless); }
  };
  std::mutex mutex_;
  std::unique_ptr<photopic_headless, Deleter> headless_;
};

constexpr const char* kModuleHelp =
    "Exposure, tone mapping and comparison of pictures, which are numpy arrays (height, width[, channels]), on a\n"
    "Vulkan device. Functions of the module use one device, made when it is first needed; Device names another.";
constexpr const char* kCompareHelp =
    "Metrics of the difference of two pictures of one size and dtype, by name: docs/regression.md.\n"
    "Codes (uint8, uint16) are sRGB-encoded, floats linear BT.709. Alpha is ignored.\n\n"
    "metrics: names such as 'errors', 'ssim', 'flip'; None: all that such pictures have.\n"
    "mask: (height, width); pixels where it is 0 are left out.";
constexpr const char* kMeterHelp =
    "What the meter says of a scene-linear picture of floats: scene_ev100, exposure, median_log2, ...\n\n"
    "settings: {'group.name': value} over the defaults; settings() lists them.";
constexpr const char* kDevelopHelp =
    "Meters, exposes, adds effects and tone maps a scene-linear picture of floats by `settings`.\n"
    "Returns the picture, of the given dtype ('uint8', or 'float16' for half floats), with alpha if `hdr` has it,\n"
    "and what meter() returns.";

template <class Function>
void define_compare(const Function& define) {
  define(py::arg("reference"), py::arg("test"), py::arg("metrics") = py::none(), py::kw_only(),
         py::arg("mask") = py::none(), py::arg("error_threshold") = 0.0f, py::arg("cluster_threshold") = 0,
         py::arg("shift_radius") = 0, py::arg("ignore_antialiasing") = false, py::arg("pixels_per_degree") = 0.0f,
         kCompareHelp);
}

}  // namespace
}  // namespace photopic_py

PYBIND11_MODULE(photopic, module) {
  using photopic_py::Device;
  module.doc() = photopic_py::kModuleHelp;
  module.attr("__version__") = photopic_version();
  photopic_py::add_error(module);
  py::class_<Device> device(module, "Device", "A Vulkan device, by index or a part of its name; None: the best.");
  device.def(py::init<py::object>(), py::arg("name") = py::none()).def_property_readonly("name", &Device::name);
  photopic_py::define_compare([&](const auto&... rest) { device.def("compare", &Device::compare, rest...); });
  device.def("meter", &Device::meter, py::arg("hdr"), py::arg("settings") = py::none(), photopic_py::kMeterHelp);
  device.def("develop", &Device::develop, py::arg("hdr"), py::arg("settings") = py::none(), py::arg("dtype") = "uint8",
             photopic_py::kDevelopHelp);
  module.def("settings", &photopic_py::setting_table, "Every setting: type, default, range, unit, help, words.");

  // Functions on a device that is made when it is first needed, and kept as long as the module.
  const auto shared = std::make_shared<std::unique_ptr<Device>>();
  const auto get = [shared]() -> Device& {
    if (*shared == nullptr) *shared = std::make_unique<Device>(py::none());
    return **shared;
  };
  photopic_py::define_compare([&](const auto&... rest) {
    module.def(
        "compare",
        [get](const py::array& reference, const py::array& test, const py::object& metrics, const py::object& mask,
              float error_threshold, std::uint32_t cluster_threshold, std::uint32_t shift_radius,
              bool ignore_antialiasing, float pixels_per_degree) {
          return get().compare(reference, test, metrics, mask, error_threshold, cluster_threshold, shift_radius,
                               ignore_antialiasing, pixels_per_degree);
        },
        rest...);
  });
  module.def(
      "meter", [get](const py::array& hdr, const py::object& settings) { return get().meter(hdr, settings); },
      py::arg("hdr"), py::arg("settings") = py::none(), photopic_py::kMeterHelp);
  module.def(
      "develop",
      [get](const py::array& hdr, const py::object& settings, const py::object& dtype) {
        return get().develop(hdr, settings, dtype);
      },
      py::arg("hdr"), py::arg("settings") = py::none(), py::arg("dtype") = "uint8", photopic_py::kDevelopHelp);
}
