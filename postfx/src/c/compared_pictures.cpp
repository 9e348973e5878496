// SPDX-License-Identifier: MIT
// Alpha and pixels that aren't finite of two pictures in memory.
#include "c/compared_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

#include "gpu/host/report.h"

namespace photopic::c {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kColorChannels = 3;

bool is_float(Sample sample) { return sample == Sample::f16 || sample == Sample::f32; }

/// The largest code; of floats 1.
float peak_of(Sample sample) { return sample == Sample::u8 ? 255.0f : sample == Sample::u16 ? 65535.0f : 1.0f; }

void write_value(float value, Sample sample, std::byte* out) {
  if (sample == Sample::u8) {
    *out = static_cast<std::byte>(value);
  } else if (sample == Sample::u16) {
    const auto code = static_cast<std::uint16_t>(value);
    std::memcpy(out, &code, sizeof code);
  } else {
    std::memcpy(out, &value, sizeof value);
  }
}

float alpha_at(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  if (picture.channels != 4) return peak_of(picture.sample);
  return value_at(picture.samples + y * picture.row_bytes, std::size_t{x} * 4 + 3, picture.sample);
}

Texel texel_at(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::byte* const row = picture.samples + y * picture.row_bytes;
  const std::size_t first = std::size_t{x} * picture.channels;
  Texel texel;
  for (std::size_t c = 0; c < kColorChannels; ++c) {
    texel[c] = value_at(row, first + (picture.channels == 1 ? 0 : c), picture.sample);
  }
  texel[3] = alpha_at(picture, x, y);
  return texel;
}

/// Whether a value is NaN or infinite: its exponent's bits are all 1.
template <class Bits>
bool has_not_finite(const Picture& picture, Bits exponent) {
  const std::size_t count = std::size_t{picture.extent.width} * picture.channels;
  bool is_found = false;
  for (std::uint32_t y = 0; y < picture.extent.height && !is_found; ++y) {
    const std::byte* const row = picture.samples + y * picture.row_bytes;
    for (std::size_t i = 0; i < count; ++i) {
      Bits bits;
      std::memcpy(&bits, row + i * sizeof bits, sizeof bits);
      is_found |= (bits & exponent) == exponent;
    }
  }
  return is_found;
}

bool has_not_finite(const Picture& picture) {
  if (picture.sample == Sample::f32) return has_not_finite<std::uint32_t>(picture, 0x7f800000u);
  return picture.sample == Sample::f16 && has_not_finite<std::uint16_t>(picture, 0x7c00u);
}

void write_colors(const Texel& texel, const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::size_t bytes = sample_bytes(picture.sample);
  std::byte* const out = picture.samples + y * picture.row_bytes + std::size_t{x} * kColorChannels * bytes;
  for (std::size_t c = 0; c < kColorChannels; ++c) write_value(texel[c], picture.sample, out + c * bytes);
}

/// Codes as stored, alpha not premultiplied, rounded to the nearest, in integers.
float code_over(float code, float alpha, std::uint32_t background, std::uint64_t peak) {
  const auto opacity = static_cast<std::uint64_t>(alpha);
  const std::uint64_t color = background * (peak / 255);
  return static_cast<float>((opacity * static_cast<std::uint64_t>(code) + (peak - opacity) * color + peak / 2) / peak);
}

/// Alpha premultiplied.
float light_over(float light, float alpha, double background) {
  return static_cast<float>(light + (1.0 - double{alpha}) * background);
}

double light_of_srgb(std::uint32_t code) {
  const double value = code / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// Bin of ErrorResult::histogram.
std::size_t bin_of(double error, Sample sample) {
  if (error == 0.0) return 0;
  const double bin = is_float(sample) ? 1.0 + std::floor(4.0 * (std::log2(error) + 32.0))
                                      : std::floor(error * 255.0 / double{peak_of(sample)} + 0.5);
  return static_cast<std::size_t>(std::clamp(bin, 1.0, 255.0));
}

/// The device's logarithm may have put an error into the bin beside.
void take_from(ErrorHistogram& histogram, std::size_t bin) {
  for (const std::size_t one : {bin, bin - 1, bin + 1}) {
    if (one >= histogram.size() || histogram[one] == 0) continue;
    --histogram[one];
    return;
  }
}

void make_nan(FlipResult& flip) {
  for (double* const value : {&flip.mean, &flip.weighted_first_quartile, &flip.weighted_median,
                              &flip.weighted_third_quartile, &flip.min, &flip.max, &flip.p99, &flip.p999}) {
    *value = std::nan("");
  }
}

}  // namespace

// ---- pixels ---------------------------------------------------------------------------------------------------------

bool ComparedPictures::is_left_out(std::uint32_t x, std::uint32_t y) const {
  return mask_ != nullptr && mask_->samples[y * mask_->row_bytes + x] == std::byte{0};
}

/// Alpha is that of the pictures as they were given.
ComparedPictures::Pair ComparedPictures::pair_at(std::uint32_t x, std::uint32_t y) const {
  Pair pair = {texel_at(shown_[0], x, y), texel_at(shown_[1], x, y)};
  if (compares_alpha()) {
    pair.reference[3] = alpha_at(*given_[0], x, y);
    pair.test[3] = alpha_at(*given_[1], x, y);
  }
  return pair;
}

template <class Visit>
void ComparedPictures::for_each(const Visit& visit) const {
  const VkExtent2D extent = shown_[0].extent;
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) visit(x, y, pair_at(x, y), is_left_out(x, y));
  }
}

bool ComparedPictures::are_alike(float one, float other) const {
  if (std::isfinite(one) && std::isfinite(other)) return true;
  return nan_equal_ && (one == other || (std::isnan(one) && std::isnan(other)));
}

double ComparedPictures::alpha_error(float one, float other) const {
  if (!are_alike(one, other)) return kInfinity;
  return one == other || !std::isfinite(one) ? 0.0 : std::fabs(double{one} - double{other});
}

double ComparedPictures::least_alpha_error(std::uint32_t x, std::uint32_t y, std::uint32_t radius) const {
  const VkExtent2D extent = given_[1]->extent;
  const float alpha = alpha_at(*given_[0], x, y);
  double least = kInfinity;
  for (std::uint32_t row = y - std::min(y, radius); row <= std::min(y + radius, extent.height - 1); ++row) {
    for (std::uint32_t column = x - std::min(x, radius); column <= std::min(x + radius, extent.width - 1); ++column) {
      least = std::min(least, alpha_error(alpha, alpha_at(*given_[1], column, row)));
    }
  }
  return least;
}

bool ComparedPictures::is_not_finite(const Pair& pair, std::size_t channels) const {
  for (std::size_t c = 0; c < channels; ++c) {
    if (!are_alike(pair.reference[c], pair.test[c])) return true;
  }
  return false;
}

// ---- preparation ----------------------------------------------------------------------------------------------------

Status ComparedPictures::prepare() noexcept {
  const bool has_alpha = given_[0]->channels == 4 || given_[1]->channels == 4;
  if (alpha_ == PHOTOPIC_ALPHA_OVER && has_alpha) {
    for (std::size_t i = 0; i < given_.size(); ++i) {
      PHOTOPIC_TRY(copy(i));
      lay_over(i);
    }
  }
  numbers_.has_alpha = compares_alpha();
  has_other_alpha_ = compares_alpha() && has_alpha && differ_in_alpha();
  return has_not_finite(shown_[0]) || has_not_finite(shown_[1]) ? find_not_finite() : Status::ok;
}

bool ComparedPictures::differ_in_alpha() const {
  const VkExtent2D extent = given_[0]->extent;
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      if (is_left_out(x, y)) continue;
      if (alpha_error(alpha_at(*given_[0], x, y), alpha_at(*given_[1], x, y)) != 0.0) return true;
    }
  }
  return false;
}

Status ComparedPictures::copy(std::size_t index) noexcept {
  if (copies_[index] != nullptr) return Status::ok;
  Picture made = shown_[index];
  made.channels = kColorChannels;
  made.sample = is_float(made.sample) ? Sample::f32 : made.sample;
  made.row_bytes = kColorChannels * sample_bytes(made.sample) * made.extent.width;
  copies_[index].reset(new (std::nothrow) std::byte[made.row_bytes * made.extent.height]);
  if (copies_[index] == nullptr) return Status::out_of_memory;
  made.samples = copies_[index].get();
  for (std::uint32_t y = 0; y < made.extent.height; ++y) {
    for (std::uint32_t x = 0; x < made.extent.width; ++x) write_colors(texel_at(shown_[index], x, y), made, x, y);
  }
  shown_[index] = made;
  return Status::ok;
}

void ComparedPictures::lay_over(std::size_t index) noexcept {
  const Picture& picture = shown_[index];
  const auto peak = static_cast<std::uint64_t>(peak_of(picture.sample));
  std::array<std::uint32_t, kColorChannels> codes;
  std::array<double, kColorChannels> lights;
  for (std::size_t c = 0; c < kColorChannels; ++c) {
    codes[c] = background_ >> (16 - 8 * c) & 255u;
    lights[c] = light_of_srgb(codes[c]);
  }
  for (std::uint32_t y = 0; y < picture.extent.height; ++y) {
    for (std::uint32_t x = 0; x < picture.extent.width; ++x) {
      Texel texel = texel_at(*given_[index], x, y);
      for (std::size_t c = 0; c < kColorChannels; ++c) {
        texel[c] = is_float(picture.sample) ? light_over(texel[c], texel[3], lights[c])
                                            : code_over(texel[c], texel[3], codes[c], peak);
      }
      write_colors(texel, picture, x, y);
    }
  }
}

Status ComparedPictures::find_not_finite() noexcept {
  const std::size_t channels = compares_alpha() ? 4 : kColorChannels;
  bool needs_level = false;
  for_each([&](std::uint32_t, std::uint32_t, const Pair& pair, bool is_out) {
    const auto has_one = [&](const Texel& texel, std::size_t count) {
      return !std::all_of(texel.begin(), texel.begin() + std::ptrdiff_t(count),
                          [](float v) { return std::isfinite(v); });
    };
    if (!has_one(pair.reference, channels) && !has_one(pair.test, channels)) return;
    if (has_one(pair.reference, kColorChannels) || has_one(pair.test, kColorChannels))
      needs_level = needs_level || is_out || nan_equal_;
    if (is_out) return;
    numbers_.not_finite_reference += has_one(pair.reference, channels) ? 1 : 0;
    numbers_.not_finite_test += has_one(pair.test, channels) ? 1 : 0;
    numbers_.not_finite_differing += is_not_finite(pair, channels) ? 1 : 0;
    has_not_finite_colors_ = has_not_finite_colors_ || is_not_finite(pair, kColorChannels);
  });
  if (!needs_level) return Status::ok;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    PHOTOPIC_TRY(copy(i));
  }
  level();
  return Status::ok;
}

void ComparedPictures::level() noexcept {
  for_each([this](std::uint32_t x, std::uint32_t y, Pair pair, bool is_out) {
    for (std::size_t c = 0; c < kColorChannels; ++c) {
      const bool is_finite = std::isfinite(pair.reference[c]) && std::isfinite(pair.test[c]);
      if (is_finite || !(is_out || are_alike(pair.reference[c], pair.test[c]))) continue;
      pair.reference[c] = pair.test[c] = 0.0f;
    }
    write_colors(pair.reference, shown_[0], x, y);
    write_colors(pair.test, shown_[1], x, y);
  });
}

// ---- counts ---------------------------------------------------------------------------------------------------------

void ComparedPictures::count(const MetricsSettings& settings, const float* errors_map,
                             photopic_metrics_result* out) const noexcept {
  out->pair = numbers_;
  out->is_of_pair = true;
  out->has_names_only = false;
  if (has_other_alpha_) count_alpha(settings, errors_map, out);
  if (has_not_finite_colors_) count_not_finite(out);
}

void ComparedPictures::count_alpha(const MetricsSettings& settings, const float* errors_map,
                                   photopic_metrics_result* out) const noexcept {
  ErrorResult& errors = out->values.errors;
  const Sample sample = given_[0]->sample;
  const double threshold = double{settings.error_threshold};
  for_each([&](std::uint32_t x, std::uint32_t y, const Pair& pair, bool is_out) {
    if (is_out || alpha_error(pair.reference[3], pair.test[3]) == 0.0) return;
    const double alpha = least_alpha_error(x, y, settings.shift_radius);
    if (alpha == 0.0) return;
    out->pair.alpha_max_abs = std::max(out->pair.alpha_max_abs, alpha);
    ++out->pair.alpha_pixels_differing;
    if (errors_map == nullptr || is_not_finite(pair, kColorChannels)) return;
    const auto color = double{errors_map[std::size_t{y} * given_[0]->extent.width + x]};
    const double largest = std::max(color, alpha);
    take_from(errors.histogram, bin_of(color, sample));
    ++errors.histogram[bin_of(largest, sample)];
    if (color <= threshold && largest > threshold) ++errors.pixels_above;
  });
  errors.differing_pixels = errors.pixels - errors.histogram[0];
}

void ComparedPictures::count_not_finite(photopic_metrics_result* out) const noexcept {
  MetricsResult& values = out->values;
  ErrorResult& errors = values.errors;
  const bool has_errors = (values.metrics & kMetricErrors) != 0;
  for_each([&](std::uint32_t x, std::uint32_t y, const Pair& pair, bool is_out) {
    if (is_out || !has_errors || !is_not_finite(pair, kColorChannels)) return;
    if (errors.max_error != kInfinity) {
      errors.max_error = kInfinity;
      errors.max_x = x;
      errors.max_y = y;
    }
    for (std::size_t c = 0; c < kColorChannels; ++c) {
      if (!are_alike(pair.reference[c], pair.test[c])) errors.channels[c] = {kInfinity, kInfinity};
    }
    ++errors.pixels;
    ++errors.differing_pixels;
    ++errors.pixels_above;
    ++errors.histogram.back();
  });
  if (has_errors) {
    errors.squared_error = errors.mse = kInfinity;
    errors.psnr_db = -kInfinity;
  }
  make_nan(values.flip);
  for (WorstTile* const tile : {&values.flip_tiles.small, &values.flip_tiles.large}) tile->score = std::nan("");
}

}  // namespace photopic::c
