// SPDX-License-Identifier: MIT
// A device as Python has it, and calls on pictures.
#ifndef PHOTOPIC_PY_DEVICE_H
#define PHOTOPIC_PY_DEVICE_H

#include <photopic/photopic.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "settings.h"

namespace photopic_py {

/// With size and version.
template <class Struct>
Struct empty_struct() {
  Struct made = {};
  made.size = sizeof made;
  made.version = PHOTOPIC_INTERFACE_VERSION;
  return made;
}

/// What compare() is told beside the pictures.
struct CompareOptions {
  pybind11::object metrics, mask;
  float error_threshold;
  std::uint32_t cluster_threshold, shift_radius;
  bool ignores_antialiasing;
  float pixels_per_degree;
  bool nan_equal;
  pybind11::object alpha;
};

/// Names of the numbers that compare() gives of such a picture and one like it.
pybind11::list compare_names(const pybind11::array& picture, const pybind11::object& metrics,
                             const pybind11::object& alpha);

/// A device, and what is kept on it. Threads take turns; they don't hold Python's lock while the device works.
class Device {
 public:
  explicit Device(const pybind11::object& name);

  std::string name() const { return photopic_headless_device_name(headless_.get()); }
  pybind11::dict compare(const pybind11::array& reference, const pybind11::array& test, const CompareOptions& options);
  pybind11::dict meter(const pybind11::array& hdr, const pybind11::object& settings);
  pybind11::tuple develop(const pybind11::array& hdr, const pybind11::object& settings, const pybind11::object& dtype);

  pybind11::dict content_light(const pybind11::array& picture, const pybind11::object& encoding, float paper_white_nits,
                               float scrgb_reference_nits);

  photopic_headless* headless() const { return headless_.get(); }
  /// In a process that was forked: what is of the other one is left alone, also at the end.
  void abandon() { static_cast<void>(headless_.release()); }
  /// Called with each note of the module; None: nobody is. Of the interpreter's life.
  static void set_warn(pybind11::object warn);

  /// Raises what `call` fails with. The text of an error is of the thread, so that another one's can't take its place.
  template <class Call>
  void run(const Call& call) {
    photopic_result result = PHOTOPIC_OK;
    {
      const pybind11::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      result = call();
    }
    check(result);
    warn();
  }

 private:
  struct Deleter {
    void operator()(photopic_headless* headless) const { photopic_headless_destroy(headless); }
  };
  /// Python's warnings of what the module has noted: values of settings that count nothing.
  void warn();

  std::mutex mutex_;
  std::vector<std::string> notes_;  // of the call that runs
  std::unique_ptr<photopic_headless, Deleter> headless_;
};

}  // namespace photopic_py

#endif
