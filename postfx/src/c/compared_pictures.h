// SPDX-License-Identifier: MIT
// Two pictures as photopic_compare() takes them: alpha by its mode, pixels that aren't finite found.
#ifndef PHOTOPIC_SRC_C_COMPARED_PICTURES_H
#define PHOTOPIC_SRC_C_COMPARED_PICTURES_H

#include <photopic/c/memory.h>
#include <photopic/image_metrics.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "c/metrics_result.h"
#include "c/picture.h"

namespace photopic::c {

/// The channels of a pixel, codes or values: grey is three alike, alpha is the peak where there is none.
using Texel = std::array<float, 4>;

class ComparedPictures {
 public:
  /// Both of one extent and sample; `mask`, one channel of codes, may be null. All outlive this object.
  ComparedPictures(const Picture& reference, const Picture& test, const Picture* mask,
                   const photopic_compare_info& info)
      : given_{&reference, &test},
        shown_{reference, test},
        mask_(mask),
        alpha_(static_cast<photopic_alpha>(info.alpha)),
        background_(info.background),
        nan_equal_(info.nan_equal != 0) {}

  /// Lays both over the colour, finds what isn't finite and makes 0 of it in both where it doesn't count: equal in
  /// both, or left out by the mask. Copies a picture that this changes.
  Status prepare() noexcept;

  /// What the device compares. It ignores alpha.
  const Picture& reference() const { return shown_[0]; }
  const Picture& test() const { return shown_[1]; }

  /// Whether count() needs the device's kMapAbsolute.
  bool has_other_alpha() const { return has_other_alpha_; }

  /// Adds what the device doesn't see to its result: alpha as a fourth channel of its pixels, and pixels that aren't
  /// finite, whose errors are infinite and whose FLIP is NaN. `errors_map`: kMapAbsolute, or null.
  void count(const MetricsSettings& settings, const float* errors_map, photopic_metrics_result* out) const noexcept;

 private:
  struct Pair {
    Texel reference, test;
  };
  /// Calls `visit(pixel, pair, is_left_out)` with each pixel, row by row.
  template <class Visit>
  void for_each(const Visit& visit) const;
  Pair pair_at(std::uint32_t x, std::uint32_t y) const;
  bool is_left_out(std::uint32_t x, std::uint32_t y) const;
  bool compares_alpha() const { return alpha_ == PHOTOPIC_ALPHA_COMPARE; }
  bool are_alike(float one, float other) const;
  double alpha_error(float one, float other) const;
  double least_alpha_error(std::uint32_t x, std::uint32_t y, std::uint32_t radius) const;
  /// Whether a value of the first `channels` isn't finite in either, unless in both alike.
  bool is_not_finite(const Pair& pair, std::size_t channels) const;

  bool differ_in_alpha() const;
  /// Makes picture `index` of three channels, floats of 32 bits or codes, of its own memory.
  Status copy(std::size_t index) noexcept;
  void lay_over(std::size_t index) noexcept;
  Status find_not_finite() noexcept;
  void level() noexcept;
  void count_alpha(const MetricsSettings& settings, const float* errors_map,
                   photopic_metrics_result* out) const noexcept;
  void count_not_finite(photopic_metrics_result* out) const noexcept;

  std::array<const Picture*, 2> given_;
  std::array<Picture, 2> shown_;
  std::array<std::unique_ptr<std::byte[]>, 2> copies_;
  const Picture* mask_;
  photopic_alpha alpha_;
  std::uint32_t background_;
  bool nan_equal_;
  bool has_other_alpha_ = false;
  PairNumbers numbers_;
  bool has_not_finite_colors_ = false;  ///< in pixels that count, and not in both alike
};

}  // namespace photopic::c

#endif
