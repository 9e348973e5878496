// SPDX-License-Identifier: MIT
// Exact errors on the CPU, row by row; rows of equal bytes are passed over.
#include "compare/pictures/exact_errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace compare {
namespace {

/// A plane of one channel, or three channels of four.
template <class Sample, std::size_t channels>
class PlaneErrors {
 public:
  PlaneErrors(const Frame& reference, const Frame& test, std::size_t plane, float threshold,
              std::span<const std::uint8_t> mask)
      : reference_(reference),
        one_(reference.planes[plane].data()),
        other_(test.planes[plane].data()),
        extent_(plane_extent(reference, plane)),
        threshold_(static_cast<Error>(kIsFloat ? threshold : std::min(threshold, 65535.0f))),
        mask_(mask),
        mask_step_(plane_step(reference, plane)) {}

  void add_to(photopic::ErrorResult& errors, std::size_t plane) {
    for (std::uint32_t y = 0; y < extent_.height; ++y) look_at_row(y);
    const std::uint64_t pixels = std::uint64_t{extent_.width} * extent_.height - masked_ - not_finite_;
    for (std::size_t c = 0; c < channels; ++c) {
      photopic::ChannelErrors& channel = errors.channels[plane + c];
      channel.squared_error = double(squared_[c]);
      channel.mse = pixels == 0 ? 0.0 : channel.squared_error / double(pixels);
    }
    errors.pixels += pixels;
    errors.masked_pixels += masked_;
    errors.not_finite_reference += not_finite_reference_;
    errors.not_finite_test += not_finite_test_;
    errors.pixels_above += above_;
    std::uint64_t equal = pixels;
    for (std::size_t bin = 1; bin < histogram_.size(); ++bin) {
      errors.histogram[bin] += histogram_[bin];
      equal -= histogram_[bin];
    }
    errors.histogram[0] += equal;
    if (double(largest_) <= errors.max_error) return;
    errors.max_error = double(largest_);
    errors.max_x = largest_x_;
    errors.max_y = largest_y_;
  }

 private:
  static constexpr bool kIsFloat = std::is_floating_point_v<Sample>;
  using Texel = std::array<Sample, channels == 3 ? 4 : 1>;
  using Sum = std::conditional_t<kIsFloat, double, std::uint64_t>;
  using Error = std::conditional_t<kIsFloat, float, std::uint32_t>;

  static Texel texel_at(const std::byte* row, std::size_t x) {
    Texel texel;
    std::memcpy(texel.data(), row + x * sizeof texel, sizeof texel);
    return texel;
  }
  static bool is_finite(const Texel& texel) {
    return std::isfinite(texel[0]) && std::isfinite(texel[1]) && std::isfinite(texel[2]);
  }
  static Error error_of(Sample a, Sample b) {
    if constexpr (kIsFloat) {
      return std::fabs(a - b);
    } else {
      return Error(std::abs(int{a} - int{b}));
    }
  }
  /// Of 16 bits, too, it fits in 32.
  static auto square(Error error) {
    if constexpr (kIsFloat) {
      return double{error} * double{error};
    } else {
      return error * error;
    }
  }
  std::size_t bin_of(Error error) const {
    if constexpr (std::is_same_v<Sample, std::uint8_t>) return error;
    return error_bin(reference_, double(error));
  }

  void look_at_row(std::uint32_t y) {
    const std::size_t row_bytes = extent_.width * sizeof(Texel);
    const std::byte* const one = one_ + y * row_bytes;
    const std::byte* const other = other_ + y * row_bytes;
    const std::uint8_t* const mask =
        mask_.empty() ? nullptr : mask_.data() + std::size_t{y} * mask_step_.height * reference_.extent.width;
    const auto is_left_out = [&](std::uint32_t x) { return mask != nullptr && mask[x * mask_step_.width] == 0; };
    if (mask != nullptr) {
      for (std::uint32_t x = 0; x < extent_.width; ++x) masked_ += is_left_out(x) ? 1 : 0;
    }
    if (!kIsFloat && std::memcmp(one, other, row_bytes) == 0) return;  // floats may be equal and not finite
    Row row;
    for (std::uint32_t x = 0; x < extent_.width; ++x) {
      const Texel a = texel_at(one, x), b = texel_at(other, x);
      if (!is_left_out(x) && are_finite(a, b)) look_at(a, b, x, row);
    }
    for (std::size_t c = 0; c < channels; ++c) squared_[c] += row.squared[c];
    above_ += row.above;
    if (row.largest <= largest_) return;
    largest_ = row.largest;
    largest_x_ = row.largest_x;
    largest_y_ = y;
  }

  bool are_finite(const Texel& a, const Texel& b) {
    if constexpr (kIsFloat) {
      const bool is_a_finite = is_finite(a), is_b_finite = is_finite(b);
      not_finite_ += is_a_finite && is_b_finite ? 0 : 1;
      not_finite_reference_ += is_a_finite ? 0 : 1;
      not_finite_test_ += is_b_finite ? 0 : 1;
      return is_a_finite && is_b_finite;
    }
    return true;
  }

  /// Of its own, so that the compiler keeps it in registers.
  struct Row {
    std::array<Sum, channels> squared = {};
    Error largest = 0;
    std::uint32_t largest_x = 0, above = 0;
  };

  void look_at(const Texel& a, const Texel& b, std::uint32_t x, Row& row) {
    Error largest = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      const Error error = error_of(a[c], b[c]);
      row.squared[c] += square(error);
      largest = std::max(largest, error);
    }
    if (largest == 0) return;
    ++histogram_[bin_of(largest)];
    row.above += largest > threshold_ ? 1 : 0;
    if (largest <= row.largest) return;
    row.largest = largest;
    row.largest_x = x;
  }

  const Frame& reference_;
  const std::byte *one_, *other_;
  const VkExtent2D extent_;
  const Error threshold_;
  const std::span<const std::uint8_t> mask_;
  const VkExtent2D mask_step_;  ///< a chroma sample has the mask of its first pixel
  std::array<Sum, channels> squared_ = {};
  Error largest_ = 0;
  std::uint32_t largest_x_ = 0, largest_y_ = 0;
  std::uint64_t above_ = 0, masked_ = 0, not_finite_ = 0, not_finite_reference_ = 0, not_finite_test_ = 0;
  photopic::ErrorHistogram histogram_ = {};
};

template <class Sample>
void add_all(const Frame& reference, const Frame& test, float threshold, std::span<const std::uint8_t> mask,
             photopic::ErrorResult& errors) {
  if (reference.is_rgb()) return PlaneErrors<Sample, 3>(reference, test, 0, threshold, mask).add_to(errors, 0);
  if constexpr (!std::is_floating_point_v<Sample>) {
    for (std::size_t plane = 0; plane < 3; ++plane) {
      PlaneErrors<Sample, 1>(reference, test, plane, threshold, mask).add_to(errors, plane);
    }
  }
}

}  // namespace

photopic::ErrorResult exact_errors(const Frame& reference, const Frame& test, float threshold,
                                   std::span<const std::uint8_t> mask) {
  photopic::ErrorResult errors;
  const auto add = reference.is_float()  ? add_all<float>
                   : reference.bits == 8 ? add_all<std::uint8_t>
                                         : add_all<std::uint16_t>;
  add(reference, test, threshold, mask, errors);
  for (const photopic::ChannelErrors& channel : errors.channels) errors.squared_error += channel.squared_error;
  const double samples = double(errors.pixels) * (reference.is_rgb() ? 3.0 : 1.0);
  errors.mse = samples == 0.0 ? 0.0 : errors.squared_error / samples;
  errors.psnr_db = 10.0 * std::log10(reference.peak() * reference.peak() / errors.mse);
  errors.differing_pixels = errors.pixels - errors.histogram[0];
  return errors;
}

std::size_t error_bin(const Frame& frame, double error) {
  if (error == 0.0) return 0;
  const double bin = frame.is_float() ? 1.0 + std::floor(4.0 * (std::log2(error) + 32.0))
                                      : std::floor(error * 255.0 / frame.peak() + 0.5);
  return std::size_t(std::clamp(bin, 1.0, 255.0));
}

}  // namespace compare
