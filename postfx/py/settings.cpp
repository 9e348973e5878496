// SPDX-License-Identifier: MIT
// Settings from Python's dictionaries, and errors as exceptions.
#include "settings.h"

#include <string>
#include <vector>

namespace py = pybind11;

namespace photopic_py {
namespace {

// photopic.Error and photopic.NotComparable: the module's, as long as it is loaded
PyObject* error_type = nullptr;
PyObject* not_comparable_type = nullptr;

std::uint32_t type_of(const std::string& name) {
  for (std::uint32_t i = 0; i < photopic_setting_count(); ++i) {
    photopic_setting_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
    check(photopic_setting_get(i, &info));
    if (name == std::string(info.group) + "." + info.name) return info.type;
  }
  return PHOTOPIC_SETTING_TYPE_MAX;
}

void set(photopic_settings* settings, const std::string& name, const py::handle& value) {
  switch (type_of(name)) {
    case PHOTOPIC_SETTING_FLAG:
      check(photopic_settings_set_flag(settings, name.c_str(), value.cast<bool>() ? VK_TRUE : VK_FALSE));
      return;
    case PHOTOPIC_SETTING_CHOICE:
      check(photopic_settings_set_word(settings, name.c_str(), value.cast<std::string>().c_str()));
      return;
    case PHOTOPIC_SETTING_CURVE: {
      std::vector<photopic_curve_point> points;
      for (const py::handle point : value) {
        const auto pair = point.cast<py::sequence>();
        if (pair.size() != 2) throw py::value_error(name + ": points are pairs (x, y)");
        points.push_back({pair[0].cast<float>(), pair[1].cast<float>()});
      }
      check(photopic_settings_set_curve(settings, name.c_str(), points.data(),
                                        static_cast<std::uint32_t>(points.size())));
      return;
    }
    case PHOTOPIC_SETTING_TYPE_MAX:
      throw py::value_error("'" + name + "': there is no such setting; photopic.settings() lists all");
    default:
      check(photopic_settings_set_number(settings, name.c_str(), value.cast<double>()));
      return;
  }
}

/// Curves have no presets.
py::object value_of(const photopic_settings* settings, const std::string& name, std::uint32_t type) {
  if (type == PHOTOPIC_SETTING_FLAG) {
    VkBool32 value = VK_FALSE;
    check(photopic_settings_get_flag(settings, name.c_str(), &value));
    return py::bool_(value != VK_FALSE);
  }
  if (type == PHOTOPIC_SETTING_CHOICE) {
    const char* value = nullptr;
    check(photopic_settings_get_word(settings, name.c_str(), &value));
    return py::str(value);
  }
  if (type == PHOTOPIC_SETTING_CURVE) return py::none();
  double value = 0.0;
  check(photopic_settings_get_number(settings, name.c_str(), &value));
  return py::float_(value);
}

const char* type_name(std::uint32_t type) {
  constexpr const char* kNames[] = {"number", "count", "flag", "choice", "curve"};
  return type <= PHOTOPIC_SETTING_CURVE ? kNames[type] : "";
}

}  // namespace

/// The message of the last call, without the name of the C function: the caller didn't call that.
std::string last_message() {
  const std::string message = photopic_last_error();
  const std::size_t end = message.find(": ");
  const bool has_function = message.compare(0, 9, "photopic_") == 0 && end != std::string::npos;
  return has_function ? message.substr(end + 2) : message;
}

void check(photopic_result result) {
  switch (result) {
    case PHOTOPIC_OK:
      return;
    case PHOTOPIC_INVALID_ARGUMENT:
      throw py::value_error(last_message());
    case PHOTOPIC_OUT_OF_MEMORY:
      PyErr_SetString(PyExc_MemoryError, last_message().c_str());
      throw py::error_already_set();
    default:
      PyErr_SetString(error_type, last_message().c_str());
      throw py::error_already_set();
  }
}

void refuse_pictures(const std::string& reason) {
  PyErr_SetString(not_comparable_type, reason.c_str());
  throw py::error_already_set();
}

void add_errors(py::module_& module) {
  const auto add = [&](const char* name, const char* help, PyObject* base) {
    PyObject* const made = PyErr_NewExceptionWithDoc((std::string("photopic.") + name).c_str(), help, base, nullptr);
    if (made == nullptr) throw py::error_already_set();
    module.attr(name) = py::reinterpret_borrow<py::object>(made);
    return made;
  };
  error_type = add("Error", "No device, or one that fails or lacks something.", PyExc_RuntimeError);
  not_comparable_type = add(
      "NotComparable", "Pictures that aren't finite, or that differ in alpha, where compare() wasn't told what to do.",
      PyExc_ValueError);
}

SettingsPtr settings_of(const py::object& values) {
  photopic_settings* made = nullptr;
  check(photopic_settings_create(&made));
  SettingsPtr settings(made);
  if (values.is_none()) return settings;
  if (!py::isinstance<py::dict>(values)) throw py::type_error("settings: must be a dict, or None");
  for (const auto& [name, value] : values.cast<py::dict>()) {
    if (!py::isinstance<py::str>(name)) throw py::type_error("settings: names must be str");
    const auto text = name.cast<std::string>();
    try {
      set(made, text, value);
    } catch (const py::cast_error&) {
      throw py::type_error(text + ": a value of another type than the setting's");
    }
  }
  return settings;
}

py::dict preset(const std::string& name) {
  const SettingsPtr defaults = settings_of(py::none()), settings = settings_of(py::none());
  check(photopic_settings_set_preset(settings.get(), name.c_str()));
  py::dict values;
  for (std::uint32_t i = 0; i < photopic_setting_count(); ++i) {
    photopic_setting_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
    check(photopic_setting_get(i, &info));
    const std::string full = std::string(info.group) + "." + info.name;
    const py::object value = value_of(settings.get(), full, info.type);
    if (!value.equal(value_of(defaults.get(), full, info.type))) values[py::str(full)] = value;
  }
  return values;
}

py::dict setting_table() {
  py::dict table;
  for (std::uint32_t i = 0; i < photopic_setting_count(); ++i) {
    photopic_setting_info info = {};
    info.size = sizeof info;
    info.version = PHOTOPIC_INTERFACE_VERSION;
    check(photopic_setting_get(i, &info));
    py::dict row;
    row["type"] = type_name(info.type);
    row["unit"] = info.unit;
    row["help"] = info.help;
    if (info.type == PHOTOPIC_SETTING_NUMBER || info.type == PHOTOPIC_SETTING_COUNT) {
      row["min"] = info.min;
      row["max"] = info.max;
      row["default"] = info.default_number;
    } else if (info.type == PHOTOPIC_SETTING_FLAG) {
      row["default"] = info.default_number != 0.0;
    } else if (info.type == PHOTOPIC_SETTING_CHOICE) {
      py::tuple words(info.word_count);
      for (std::uint32_t k = 0; k < info.word_count; ++k) words[k] = info.words[k];
      row["words"] = words;
      row["default"] = info.words[static_cast<std::size_t>(info.default_number)];
    } else {
      row["default"] = py::tuple();
    }
    table[py::str(std::string(info.group) + "." + info.name)] = row;
  }
  return table;
}

}  // namespace photopic_py
