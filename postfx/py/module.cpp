// SPDX-License-Identifier: MIT
// The compiled part of Python's package photopic.
#include <photopic/photopic.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>

#include "device.h"
#include "sequences.h"
#include "settings.h"

namespace py = pybind11;

namespace photopic_py {
namespace {

constexpr const char* kCompareHelp =
    "Metrics of the difference of two pictures with the same size and dtype, by name: docs/regression.md.\n"
    "Codes (uint8, uint16) are sRGB-encoded, floats linear BT.709.\n\n"
    "metrics: names such as 'errors', 'ssim', 'flip'; None: all metrics of such pictures.\n"
    "mask: array (height, width); pixels with mask 0 are left out, and may hold anything.\n"
    "nan_equal: if True, NaN equals NaN and infinity equals infinity of the same sign, in the same channel of a "
    "pixel;\n"
    "others raise NotComparable. If False, every pixel that isn't finite raises NotComparable.\n"
    "alpha: 'compare' (a fourth channel), 'ignore', or 'over:COLOUR' (both pictures lie over #rrggbb, r,g,b or "
    "white);\n"
    "None: alpha is compared, and a difference raises NotComparable. A picture without alpha is opaque.";
constexpr const char* kMeterHelp =
    "Meters a scene-linear float picture. Returns a dict: scene_ev100, exposure, median_log2, ...; Adaptation takes it "
    "as\n"
    "a measurement.\n\n"
    "settings: {'group.name': value} over the defaults; settings() lists them.";
constexpr const char* kDevelopHelp =
    "Meters, applies effects and tone maps a scene-linear float picture with `settings`.\n"
    "Returns the picture and its exposure, a dict as from meter(). dtype: 'uint8', or 'float16' for half floats. The\n"
    "picture has alpha if `hdr` has it.";

constexpr const char* kContentLightHelp =
    "Measures the light of a finished picture, as a display shows it. Returns a dict, luminances in cd/m^2:\n"
    "max_cll_nits, max_fall_nits, p9999_nits, min_nits, mean_nits, geometric_mean_nits, percentiles_nits (1, 10, 50, "
    "90,\n"
    "99 %), beyond_bt709 and beyond_p3 (shares of the pixels), valid_texels, invalid_texels. The geometric mean "
    "leaves\n"
    "black pixels out. Without a valid pixel, all but the two counts are None.\n\n"
    "encoding: a word of settings()['display.encoding']; None: sRGB codes. Floats need one.\n"
    "paper_white_nits: luminance of SDR's white; the command line has 200. scrgb_reference_nits: luminance of 1 in "
    "scRGB.";

/// Defines content_light() of `owner`, as define_compare() does.
template <class... Self, class Owner, class Get>
void define_content_light(Owner& owner, const Get& get) {
  owner.def(
      "content_light",
      [get](Self... self, const py::array& picture, const py::object& encoding, float paper_white_nits,
            float scrgb_reference_nits) {
        return get(self...).content_light(picture, encoding, paper_white_nits, scrgb_reference_nits);
      },
      py::arg("picture"), py::arg("encoding") = py::none(), py::kw_only(), py::arg("paper_white_nits") = 203.0f,
      py::arg("scrgb_reference_nits") = 80.0f, kContentLightHelp);
}

/// Defines compare() of `owner`, whose first arguments `Self` stands for. `get(self...)` gives the device.
template <class... Self, class Owner, class Get>
void define_compare(Owner& owner, const Get& get) {
  owner.def(
      "compare",
      [get](Self... self, const py::array& reference, const py::array& test, const py::object& metrics,
            const py::object& mask, float error_threshold, std::uint32_t cluster_threshold, std::uint32_t shift_radius,
            bool ignore_antialiasing, float pixels_per_degree, bool nan_equal, const py::object& alpha) {
        return get(self...).compare(reference, test,
                                    {metrics, mask, error_threshold, cluster_threshold, shift_radius,
                                     ignore_antialiasing, pixels_per_degree, nan_equal, alpha});
      },
      py::arg("reference"), py::arg("test"), py::arg("metrics") = py::none(), py::kw_only(),
      py::arg("mask") = py::none(), py::arg("error_threshold") = 0.0f, py::arg("cluster_threshold") = 0,
      py::arg("shift_radius") = 0, py::arg("ignore_antialiasing") = false, py::arg("pixels_per_degree") = 0.0f,
      py::arg("nan_equal") = false, py::arg("alpha") = py::none(), kCompareHelp);
}

}  // namespace
}  // namespace photopic_py

PYBIND11_MODULE(_native, module) {
  using photopic_py::Device;
  module.attr("__version__") = photopic_version();
  photopic_py::add_errors(module);
  py::class_<Device, std::shared_ptr<Device>> device(module, "Device",
                                                     "A Vulkan device: index or part of its name; None: the best one.");
  device.def(py::init<py::object>(), py::arg("name") = py::none()).def_property_readonly("name", &Device::name);
  photopic_py::define_compare<Device&>(device, [](Device& self) -> Device& { return self; });
  photopic_py::define_content_light<Device&>(device, [](Device& self) -> Device& { return self; });
  device.def("meter", &Device::meter, py::arg("hdr"), py::arg("settings") = py::none(), photopic_py::kMeterHelp);
  device.def("develop", &Device::develop, py::arg("hdr"), py::arg("settings") = py::none(), py::arg("dtype") = "uint8",
             photopic_py::kDevelopHelp);
  module.def("preset", &photopic_py::preset, py::arg("name"),
             "Settings of a preset, {\"group.name\": value}: archviz, film, game, night, photo, studied (programs "
             "start with it) "
             "or viewer.");
  module.def("settings", &photopic_py::setting_table,
             "All settings, {\"group.name\": ...}: type, default, range, unit, help, words.");

  // Functions on a device that is made when it is first needed, and kept as long as the module.
  const auto shared = std::make_shared<std::shared_ptr<Device>>();
  const auto get = [shared]() -> Device& {
    if (*shared == nullptr) *shared = std::make_shared<Device>(py::none());
    return **shared;
  };
  module.def("default_device", [get, shared] {
    get();
    return *shared;
  });
  photopic_py::add_sequences(module);
  photopic_py::define_compare<>(module, get);
  photopic_py::define_content_light<>(module, get);
  module.def("compare_names", &photopic_py::compare_names, py::arg("picture"), py::arg("metrics") = py::none(),
             py::arg("alpha") = py::none());
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
