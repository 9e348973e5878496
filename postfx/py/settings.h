// SPDX-License-Identifier: MIT
// Settings from Python's dictionaries, and errors as exceptions.
#ifndef PHOTOPIC_PY_SETTINGS_H
#define PHOTOPIC_PY_SETTINGS_H

#include <photopic/photopic.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>

namespace photopic_py {

/// The message of the last call that failed, as a caller in Python reads it.
std::string last_message();
/// Raises ValueError, MemoryError or photopic.Error with last_message() unless `result` is PHOTOPIC_OK.
void check(photopic_result result);
/// Makes photopic.Error and photopic.NotComparable in `module`.
void add_errors(pybind11::module_& module);
/// Raises NotComparable.
[[noreturn]] void refuse_pictures(const std::string& reason);

struct SettingsDeleter {
  void operator()(photopic_settings* settings) const { photopic_settings_destroy(settings); }
};
using SettingsPtr = std::unique_ptr<photopic_settings, SettingsDeleter>;

/// {"group.name": value} over the defaults: numbers, booleans, words, curves as sequences of (x, y). None: the
/// defaults.
SettingsPtr settings_of(const pybind11::object& values);
/// {"group.name": value} of what a preset sets, which may be changed and given as settings.
pybind11::dict preset(const std::string& name);
/// {"group.name": {"type", "default", "min", "max", "unit", "help", "words"}} of every setting.
pybind11::dict setting_table();

}  // namespace photopic_py

#endif
