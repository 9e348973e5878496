// SPDX-License-Identifier: MIT
// Sequences for Python: adaptation over measurements, flashes. Arguments have been checked by Python's part.
#include "sequences.h"

#include <photopic/photopic.h>
#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <vector>

#include "arrays.h"
#include "device.h"

namespace py = pybind11;

namespace photopic_py {
namespace {

/// The states after each frame, and the last as bytes.
py::tuple adapt(Device& device, const py::array_t<photopic_measurement, py::array::c_style>& measurements,
                const py::array_t<float, py::array::c_style>& steps_s, const py::object& settings,
                const py::object& state, std::uint32_t width, std::uint32_t height, std::uint32_t weights) {
  const std::size_t state_bytes = photopic_exposure_state_bytes();
  const auto count = static_cast<std::size_t>(measurements.size());
  if (steps_s.size() != measurements.size()) throw py::value_error("dt: must be as many as measurements");
  const SettingsPtr values = settings_of(settings);
  const std::string before = state.is_none() ? std::string() : state.cast<std::string>();
  if (!state.is_none() && before.size() != state_bytes) {
    throw py::value_error("state: has " + std::to_string(before.size()) + " bytes: must have " +
                          std::to_string(state_bytes));
  }
  auto info = empty_struct<photopic_adapt_info>();
  info.measurements = measurements.data();
  info.delta_times_s = steps_s.data();
  info.count = static_cast<std::uint32_t>(count);
  info.weights = weights;
  info.picture = {width, height};
  info.state = state.is_none() ? nullptr : before.data();
  std::vector<char> bytes(count * state_bytes);
  device.run([&] { return photopic_adapt(device.headless(), &info, values.get(), bytes.data()); });
  py::array_t<photopic_exposure_state> states(static_cast<py::ssize_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    photopic_exposure_state& read = states.mutable_data()[i];
    read = empty_struct<photopic_exposure_state>();
    check(photopic_exposure_state_read(bytes.data() + i * state_bytes, state_bytes, &read));
  }
  return py::make_tuple(states, py::bytes(bytes.data() + (count - 1) * state_bytes, state_bytes));
}

/// Uses its device, which it keeps.
class FlashSequence {
 public:
  FlashSequence(std::shared_ptr<Device> device, std::uint32_t profile, const std::string& encoding, float white_cd_m2,
                float cd_m2_per_unit, std::uint32_t columns, std::uint32_t rows)
      : device_(std::move(device)) {
    auto info = empty_struct<photopic_flash_sequence_info>();
    info.profile = profile;
    info.encoding = photopic_encoding_bit(encoding.c_str());
    if (info.encoding == 0) throw py::value_error("encoding: " + last_message());
    info.white_cd_m2 = white_cd_m2;
    info.cd_m2_per_unit = cd_m2_per_unit;
    info.columns = columns;
    info.rows = rows;
    photopic_flash_sequence* made = nullptr;
    check(photopic_flash_sequence_create(device_->headless(), &info, &made));
    sequence_.reset(made);
  }

  photopic_flash_statistics add(const py::array& picture, std::uint64_t time_us) {
    const ArrayPicture shown = picture_of(picture, "frame");
    auto statistics = empty_struct<photopic_flash_statistics>();
    device_->run([&] { return photopic_flash_sequence_add(sequence_.get(), &shown.picture, time_us, &statistics); });
    return statistics;
  }

 private:
  struct Deleter {
    void operator()(photopic_flash_sequence* sequence) const { photopic_flash_sequence_destroy(sequence); }
  };
  std::shared_ptr<Device> device_;  // ends after what is on it
  std::unique_ptr<photopic_flash_sequence, Deleter> sequence_;
};

/// Of means that Python's part has made.
class IrisRule {
 public:
  explicit IrisRule(std::uint32_t fps) {
    photopic_iris_rule* made = nullptr;
    check(photopic_iris_rule_create(fps, &made));
    rule_.reset(made);
  }

  /// ((verdict, transitions) of luminance, the same of red)
  py::tuple add(double luminance, double red, double changed_share) {
    const photopic_iris_frame frame = {luminance, red, changed_share};
    photopic_iris_count counts[2];
    check(photopic_iris_rule_add(rule_.get(), &frame, &counts[0], &counts[1]));
    return py::make_tuple(py::make_tuple(counts[0].verdict, counts[0].transitions),
                          py::make_tuple(counts[1].verdict, counts[1].transitions));
  }

 private:
  struct Deleter {
    void operator()(photopic_iris_rule* rule) const { photopic_iris_rule_destroy(rule); }
  };
  std::unique_ptr<photopic_iris_rule, Deleter> rule_;
};

py::dict dict_of(const photopic_flash_count& count) {
  py::dict values;
  values["verdict"] = count.verdict;
  values["screen_transitions"] = count.screen_transitions;
  values["cell_transitions"] = count.cell_transitions;
  values["risk_share"] = count.risk_share;
  values["window_share"] = count.window_share;
  return values;
}

}  // namespace

void add_sequences(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(photopic_measurement, metered_log2_luminance, mean_log2_luminance, low_percentile_log2,
                       median_log2, high_percentile_log2, min_luminance, max_luminance, weight_sum, valid_texels,
                       invalid_texels, under_texels, over_texels, light_rg, light_bg, light_weight, dark_share);
  PYBIND11_NUMPY_DTYPE(photopic_exposure_state, exposure, previous_exposure, previous_exposure_ratio, dlss_exposure,
                       adapted_ev100, adapted_luminance, target_ev100, scene_ev100, mean_log2_luminance,
                       metered_log2_luminance, weight_sum, min_luminance, max_luminance, low_percentile_log2,
                       median_log2, high_percentile_log2, under_texels, over_texels, valid_texels, invalid_texels,
                       frames, white_balance_matrix, white_balance_temperature_k, white_balance_duv,
                       scene_temperature_k, scene_duv, pupil_mm, retinal_td, least_visible_cd_m2, dark_share);
  module.attr("MEASUREMENT") = py::dtype::of<photopic_measurement>();
  module.attr("STATE") = py::dtype::of<photopic_exposure_state>();
  module.attr("STATE_BYTES") = photopic_exposure_state_bytes();
  module.def("adapt", &adapt);
  py::class_<IrisRule>(module, "IrisRule").def(py::init<std::uint32_t>()).def("add", &IrisRule::add);
  py::class_<FlashSequence>(module, "FlashSequence")
      .def(py::init<std::shared_ptr<Device>, std::uint32_t, std::string, float, float, std::uint32_t, std::uint32_t>())
      .def("add", [](FlashSequence& sequence, const py::array& picture, std::uint64_t time_us) {
        const photopic_flash_statistics statistics = sequence.add(picture, time_us);
        return py::make_tuple(statistics.verdict, dict_of(statistics.kinds[PHOTOPIC_FLASH_LUMINANCE]),
                              dict_of(statistics.kinds[PHOTOPIC_FLASH_RED_MEASURE]),
                              dict_of(statistics.kinds[PHOTOPIC_FLASH_RED_CHROMATICITY]));
      });
}

}  // namespace photopic_py
