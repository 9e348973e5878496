// SPDX-License-Identifier: MIT
// Tables of members, and their numbers as text.
#include "photopic/shot/word_fields.h"
#include "json/text.h"

#include <photopic/exposure_scan.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>

namespace cli {
namespace {

using photopic::gpu::ExposureState;
using photopic::gpu::FrameMeasurement;

#define PHOTOPIC_FLOAT(type, member) \
  { #member, offsetof(type, member), true }
#define PHOTOPIC_UINT(type, member) \
  { #member, offsetof(type, member), false }

constexpr WordField kMeasurement[] = {
    PHOTOPIC_FLOAT(FrameMeasurement, metered_log2_luminance),
    PHOTOPIC_FLOAT(FrameMeasurement, mean_log2_luminance),
    PHOTOPIC_FLOAT(FrameMeasurement, low_percentile_log2),
    PHOTOPIC_FLOAT(FrameMeasurement, median_log2),
    PHOTOPIC_FLOAT(FrameMeasurement, high_percentile_log2),
    PHOTOPIC_FLOAT(FrameMeasurement, min_luminance),
    PHOTOPIC_FLOAT(FrameMeasurement, max_luminance),
    PHOTOPIC_FLOAT(FrameMeasurement, weight_sum),
    PHOTOPIC_UINT(FrameMeasurement, valid_texels),
    PHOTOPIC_UINT(FrameMeasurement, invalid_texels),
    PHOTOPIC_UINT(FrameMeasurement, under_texels),
    PHOTOPIC_UINT(FrameMeasurement, over_texels),
    PHOTOPIC_FLOAT(FrameMeasurement, dark_share),
};

constexpr WordField kMeasuredLight[] = {
    PHOTOPIC_FLOAT(FrameMeasurement, light_rg),
    PHOTOPIC_FLOAT(FrameMeasurement, light_bg),
    PHOTOPIC_FLOAT(FrameMeasurement, light_weight),
};

constexpr WordField kExposure[] = {
    PHOTOPIC_FLOAT(ExposureState, exposure),
    PHOTOPIC_FLOAT(ExposureState, previous_exposure),
    PHOTOPIC_FLOAT(ExposureState, adapted_ev100),
    PHOTOPIC_FLOAT(ExposureState, adapted_ev100_low),
    PHOTOPIC_FLOAT(ExposureState, target_ev100),
    PHOTOPIC_FLOAT(ExposureState, scene_ev100),
    PHOTOPIC_FLOAT(ExposureState, mean_log2_luminance),
    PHOTOPIC_FLOAT(ExposureState, min_luminance),
    PHOTOPIC_FLOAT(ExposureState, max_luminance),
    PHOTOPIC_UINT(ExposureState, invalid_texels),
    PHOTOPIC_UINT(ExposureState, valid_texels),
    PHOTOPIC_UINT(ExposureState, frames),
    PHOTOPIC_FLOAT(ExposureState, metered_log2_luminance),
    PHOTOPIC_FLOAT(ExposureState, weight_sum),
    PHOTOPIC_FLOAT(ExposureState, adapted_luminance),
    PHOTOPIC_FLOAT(ExposureState, previous_exposure_ratio),
    PHOTOPIC_FLOAT(ExposureState, dlss_exposure),
    PHOTOPIC_FLOAT(ExposureState, slow_offset_ev100),
    PHOTOPIC_FLOAT(ExposureState, slow_offset_ev100_low),
    PHOTOPIC_FLOAT(ExposureState, direction),
    PHOTOPIC_FLOAT(ExposureState, reversal_age_s),
    PHOTOPIC_FLOAT(ExposureState, low_percentile_log2),
    PHOTOPIC_FLOAT(ExposureState, median_log2),
    PHOTOPIC_FLOAT(ExposureState, high_percentile_log2),
    PHOTOPIC_UINT(ExposureState, under_texels),
    PHOTOPIC_UINT(ExposureState, over_texels),
    PHOTOPIC_UINT(ExposureState, serial),
    PHOTOPIC_FLOAT(ExposureState, dark_share),
    PHOTOPIC_FLOAT(ExposureState, light_s),
};

#define PHOTOPIC_LIGHT(member) PHOTOPIC_FLOAT(ExposureState, white_balance.member)
constexpr WordField kWhiteBalance[] = {
    PHOTOPIC_LIGHT(matrix[0]),
    PHOTOPIC_LIGHT(matrix[1]),
    PHOTOPIC_LIGHT(matrix[2]),
    PHOTOPIC_LIGHT(matrix[3]),
    PHOTOPIC_LIGHT(matrix[4]),
    PHOTOPIC_LIGHT(matrix[5]),
    PHOTOPIC_LIGHT(matrix[6]),
    PHOTOPIC_LIGHT(matrix[7]),
    PHOTOPIC_LIGHT(matrix[8]),
    PHOTOPIC_LIGHT(log2_rg),
    PHOTOPIC_LIGHT(log2_bg),
    PHOTOPIC_LIGHT(log2_rg_low),
    PHOTOPIC_LIGHT(log2_bg_low),
    PHOTOPIC_LIGHT(slow_offset_rg),
    PHOTOPIC_LIGHT(slow_offset_bg),
    PHOTOPIC_LIGHT(slow_offset_rg_low),
    PHOTOPIC_LIGHT(slow_offset_bg_low),
    PHOTOPIC_LIGHT(temperature_k),
    PHOTOPIC_LIGHT(duv),
    PHOTOPIC_LIGHT(estimate_rg),
    PHOTOPIC_LIGHT(estimate_bg),
    PHOTOPIC_LIGHT(estimate_k),
    PHOTOPIC_LIGHT(estimate_duv),
    PHOTOPIC_LIGHT(weight),
    PHOTOPIC_UINT(ExposureState, white_balance.frames),
    PHOTOPIC_LIGHT(cut),
};

#define PHOTOPIC_RECEPTOR(member) PHOTOPIC_FLOAT(ExposureState, night.member)
constexpr WordField kReceptors[] = {
    PHOTOPIC_RECEPTOR(cone_ev),      PHOTOPIC_RECEPTOR(cone_ev_low),
    PHOTOPIC_RECEPTOR(rod_ev),       PHOTOPIC_RECEPTOR(rod_ev_low),
    PHOTOPIC_RECEPTOR(cone_pigment), PHOTOPIC_RECEPTOR(cone_pigment_low),
    PHOTOPIC_RECEPTOR(rod_pigment),  PHOTOPIC_RECEPTOR(rod_pigment_low),
    PHOTOPIC_RECEPTOR(pupil_mm),     PHOTOPIC_RECEPTOR(pupil_motion),
    PHOTOPIC_RECEPTOR(retinal_td),   PHOTOPIC_RECEPTOR(least_visible_cd_m2),
    PHOTOPIC_RECEPTOR(min_ev100),    PHOTOPIC_UINT(ExposureState, night.frames),
};

[[noreturn]] void refuse(const WordField& field, const std::string& reason) {
  throw json::Error(0, 0, std::string(field.name) + " " + reason);
}

}  // namespace

std::span<const WordField> measurement_fields() { return kMeasurement; }
std::span<const WordField> measured_light_fields() { return kMeasuredLight; }
std::span<const WordField> exposure_fields() { return kExposure; }
std::span<const WordField> white_balance_fields() { return kWhiteBalance; }
std::span<const WordField> receptor_fields() { return kReceptors; }

void append_value(const WordField& field, std::uint32_t bits, std::string& text) {
  char digits[40];
  const auto written = [&](auto number) {
    return std::string_view(digits, std::size_t(std::to_chars(digits, digits + sizeof digits, number).ptr - digits));
  };
  if (!field.is_float) {
    text += written(bits);
    return;
  }
  const auto number = std::bit_cast<float>(bits);
  if (!std::isfinite(number)) {
    text += "null";
    return;
  }
  std::string_view shortest = written(number);
  double read = 0.0;
  std::from_chars(shortest.data(), shortest.data() + shortest.size(), read);
  // A double between the text and the float could round it to another one; of the float's own double it can't.
  if (std::bit_cast<std::uint32_t>(static_cast<float>(read)) != bits) shortest = written(static_cast<double>(number));
  text += shortest;
  if (shortest == "-0") text += ".0";  // a whole number of JSON has no such
}

std::uint32_t bits_of(const WordField& field, const json::Json& value) {
  if (!value.is_number())
    refuse(field, "is " + std::string(value.is_null() ? "null" : value.type_name()) + ", no number");
  const auto number = value.get<double>();
  if (field.is_float) {
    if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max()))) {
      refuse(field, "is beyond what a float holds");
    }
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  }
  const bool is_whole = value.is_number_unsigned() && number <= double{std::numeric_limits<std::uint32_t>::max()};
  if (!is_whole) refuse(field, "is " + json::to_text(value) + ", no whole number below 2^32");
  return value.get<std::uint32_t>();
}

}  // namespace cli
