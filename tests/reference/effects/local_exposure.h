// SPDX-License-Identifier: MIT
// Local exposure by a grid of tone curves, in double precision: build, solve, apply. Written from
// docs/local-exposure.md.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_EXPOSURE_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_EXPOSURE_H

#include <array>
#include <cstddef>
#include <vector>

#include "reference/rgb.h"

namespace reference {

struct LocalExposure {
  double anchor_log2 = 0.0;  ///< log2 luminance that keeps its exposure
  double highlight_contrast = 0.8;
  double shadow_contrast = 0.8;
  double detail = 1.0;
  double blurred_luminance_blend = 0.0;
  double highlight_threshold_ev = 0.0;
  double shadow_threshold_ev = 0.0;
  double max_ev = kInfinity;
};

/// One texel, or the average of some.
struct LogSample {
  double x = 0.0;  ///< of its centre, texels
  double y = 0.0;
  double log2_luminance = 0.0;
  double weight = 1.0;  ///< texels
};

struct LogPicture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<double> log2_luminance;  ///< row by row; NaN: invalid

  double at(std::size_t x, std::size_t y) const { return log2_luminance[y * width + x]; }
};

/// The valid texels of a picture, each average of `side` x `side` of them (of their luminance), which borders cut.
std::vector<LogSample> samples_of(const LogPicture& picture, std::size_t side);

class CurveGrid {
 public:
  static constexpr std::size_t kSlices = 33;
  static constexpr double kTileTexels = 64.0;
  using Curve = std::array<double, kSlices>;

  /// From samples_of() a picture of this size.
  CurveGrid(std::size_t width, std::size_t height, const std::vector<LogSample>& samples,
            const LocalExposure& settings);
  CurveGrid(const LogPicture& picture, const LocalExposure& settings, std::size_t side = 1);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  /// Multiplier in EV by log2 luminance -16 + k.
  const Curve& curve(std::size_t column, std::size_t row) const { return curves_[row * columns_ + column]; }
  /// Of a texel of this log2 luminance.
  double ev_at(std::size_t x, std::size_t y, double log2_luminance) const { return in(curves_, x, y, log2_luminance); }
  /// What the base of a texel of this log2 luminance is above it.
  double base_above_at(std::size_t x, std::size_t y, double log2_luminance) const {
    return in(bases_above_, x, y, log2_luminance);
  }

 private:
  struct Column {
    std::array<double, kSlices> weight = {};
    std::array<double, kSlices> sum = {};
  };
  /// Across and down; zero outside.
  std::vector<Column> blurred_nodes(const std::vector<Column>& nodes, const std::vector<double>& kernel) const;
  Curve base_above(const Column& column, double blurred_log2, const LocalExposure& settings) const;
  Curve solved(const Curve& base_above, const LocalExposure& settings) const;
  double in(const std::vector<Curve>& curves, std::size_t x, std::size_t y, double log2_luminance) const;

  std::size_t columns_;
  std::size_t rows_;
  std::vector<Curve> curves_;
  std::vector<Curve> bases_above_;
};

}  // namespace reference

#endif
