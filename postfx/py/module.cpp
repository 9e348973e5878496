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
namespace {}  // namespace
}  // namespace photopic_py

PYBIND11_MODULE(_native, module) {
  using photopic_py::Device;
  module.attr("__version__") = photopic_version();
  photopic_py::add_errors(module);
  // Signatures, and what arguments are, are in Python's part.
  py::class_<Device, std::shared_ptr<Device>>(module, "Device")
      .def(py::init<py::object>(), py::arg("name") = py::none())
      .def_property_readonly("name", &Device::name)
      .def("abandon", &Device::abandon)
      .def(
          "compare",
          [](Device& self, const py::array& reference, const py::array& test, const py::object& metrics,
             const py::object& mask, float error_threshold, std::uint32_t cluster_threshold, std::uint32_t shift_radius,
             bool ignore_antialiasing, float pixels_per_degree, bool nan_equal, const py::object& alpha) {
            return self.compare(reference, test,
                                {metrics, mask, error_threshold, cluster_threshold, shift_radius, ignore_antialiasing,
                                 pixels_per_degree, nan_equal, alpha});
          })
      .def("content_light", &Device::content_light)
      .def("meter", &Device::meter)
      .def("develop", &Device::develop);
  module.def("set_warn", &Device::set_warn);
  module.def("preset", &photopic_py::preset, py::arg("name"),
             "Settings of a preset, {\"group.name\": value}: archviz, film, game, night, photo, studied (programs "
             "start with it) "
             "or viewer.");
  module.def("settings", &photopic_py::setting_table,
             "All settings, {\"group.name\": ...}: type, default, range, unit, help, words.");

  photopic_py::add_sequences(module);
  module.def("compare_names", &photopic_py::compare_names, py::arg("picture"), py::arg("metrics") = py::none(),
             py::arg("alpha") = py::none());
}
