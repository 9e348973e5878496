// SPDX-License-Identifier: MIT
// Bases by Gaussian, bilateral grid and guided filter, and exposure fusion, along a row.
#include "reference/effects/local_rivals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace reference {
namespace {

constexpr double kRivalTexels = 64.0;  // sigma, radius, or spacing

/// A texel beyond the ends is the last one.
double extended(const Profile& profile, std::ptrdiff_t i) {
  return profile[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, std::ssize(profile) - 1))];
}

Profile recomposed(const Profile& input, const Profile& base, double contrast) {
  Profile output(input.size());
  for (std::size_t i = 0; i < input.size(); ++i) output[i] = contrast * base[i] + (input[i] - base[i]);
  return output;
}

Profile gaussian_base(const Profile& input) {
  constexpr std::ptrdiff_t kReach = 256;  // 4 sigma
  Profile kernel;
  double total = 0.0;
  for (std::ptrdiff_t i = -kReach; i <= kReach; ++i) {
    const double x = static_cast<double>(i) / kRivalTexels;
    kernel.push_back(std::exp(-0.5 * x * x));
    total += kernel.back();
  }
  Profile base(input.size());
  for (std::ptrdiff_t i = 0; i < std::ssize(input); ++i) {
    double sum = 0.0;
    for (std::ptrdiff_t j = -kReach; j <= kReach; ++j) {
      sum += kernel[static_cast<std::size_t>(j + kReach)] * extended(input, i + j);
    }
    base[static_cast<std::size_t>(i)] = sum / total;
  }
  return base;
}

/// Cells of weights and of weighted sums, two of each beyond what is used.
class BilateralGrid {
 public:
  BilateralGrid(std::size_t texels, double step_ev)
      : columns_(static_cast<std::size_t>(static_cast<double>(texels) / kRivalTexels) + 2),
        slices_(static_cast<std::size_t>(2.0 * kRange / step_ev) + 2),
        step_ev_(step_ev),
        cells_(columns_ * slices_) {}

  struct Cell {
    double weight = 0.0;
    double sum = 0.0;
  };
  /// Calls `use` with each of the four cells around a texel and its share.
  template <class Use>
  void at(std::size_t texel, double l, Use use) {
    const double x = (static_cast<double>(texel) + 0.5) / kRivalTexels, z = (l + kRange) / step_ev_;
    for (unsigned corner = 0; corner < 4; ++corner) {
      const double dx = x - std::floor(x), dz = z - std::floor(z);
      const auto column = static_cast<std::size_t>(x) + (corner & 1u),
                 slice = static_cast<std::size_t>(z) + (corner >> 1);
      use(cells_[slice * columns_ + column],
          ((corner & 1u) != 0 ? dx : 1.0 - dx) * ((corner >> 1) != 0 ? dz : 1.0 - dz));
    }
  }
  void blur() {
    blur_along(1, columns_);
    blur_along(columns_, slices_);
  }

 private:
  static constexpr double kRange = 16.0;
  void blur_along(std::size_t stride, std::size_t count) {
    const std::vector<Cell> before = cells_;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const std::size_t place = i / stride % count;
      const auto blurred = [&](auto member) {
        const double low = place > 0 ? before[i - stride].*member : 0.0;
        const double high = place + 1 < count ? before[i + stride].*member : 0.0;
        return 0.25 * low + 0.5 * before[i].*member + 0.25 * high;
      };
      cells_[i] = {blurred(&Cell::weight), blurred(&Cell::sum)};
    }
  }

  std::size_t columns_, slices_;
  double step_ev_;
  std::vector<Cell> cells_;
};

Profile bilateral_base(const Profile& input, double step_ev) {
  BilateralGrid grid(input.size(), step_ev);
  for (std::size_t i = 0; i < input.size(); ++i) {
    grid.at(i, input[i], [&](BilateralGrid::Cell& cell, double share) {
      cell.weight += share;
      cell.sum += share * input[i];
    });
  }
  grid.blur();
  Profile base(input.size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    BilateralGrid::Cell sliced;
    grid.at(i, input[i], [&](const BilateralGrid::Cell& cell, double share) {
      sliced.weight += share * cell.weight;
      sliced.sum += share * cell.sum;
    });
    base[i] = sliced.sum / sliced.weight;
  }
  return base;
}

Profile box(const Profile& input) {
  constexpr auto kReach = static_cast<std::ptrdiff_t>(kRivalTexels);
  Profile result(input.size());
  for (std::ptrdiff_t i = 0; i < std::ssize(input); ++i) {
    double sum = 0.0;
    for (std::ptrdiff_t j = -kReach; j <= kReach; ++j) sum += extended(input, i + j);
    result[static_cast<std::size_t>(i)] = sum / (2.0 * kRivalTexels + 1.0);
  }
  return result;
}

template <class Function>
Profile mapped(const Profile& a, const Profile& b, Function function) {
  Profile result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = function(a[i], b[i]);
  return result;
}

// ---- pyramids by Burt and Adelson's kernel ----

constexpr double kBurt[] = {1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0};

Profile reduced(const Profile& fine) {
  Profile coarse((fine.size() + 1) / 2);
  for (std::ptrdiff_t i = 0; i < std::ssize(coarse); ++i) {
    for (std::ptrdiff_t j = -2; j <= 2; ++j) {
      coarse[static_cast<std::size_t>(i)] += kBurt[j + 2] * extended(fine, 2 * i + j);
    }
  }
  return coarse;
}

Profile expanded(const Profile& coarse, std::size_t size) {
  Profile fine(size);
  for (std::ptrdiff_t i = 0; i < std::ssize(fine); ++i) {
    for (std::ptrdiff_t j = -2; j <= 2; ++j) {
      if ((i - j) % 2 == 0) fine[static_cast<std::size_t>(i)] += 2.0 * kBurt[j + 2] * extended(coarse, (i - j) / 2);
    }
  }
  return fine;
}

/// Laplacian levels of `signal`, weighted by a Gaussian pyramid of `weight`, added to `levels`.
void add_levels(Profile signal, Profile weight, std::vector<Profile>* levels) {
  for (std::size_t level = 0; level < levels->size(); ++level) {
    const bool is_last = level + 1 == levels->size();
    const Profile coarse = is_last ? Profile() : reduced(signal);
    const Profile rest = is_last ? Profile(signal.size()) : expanded(coarse, signal.size());
    Profile& sum = (*levels)[level];
    sum.resize(signal.size());
    for (std::size_t i = 0; i < signal.size(); ++i) sum[i] += weight[i] * (signal[i] - rest[i]);
    if (is_last) break;
    signal = coarse;
    weight = reduced(weight);
  }
}

}  // namespace

Profile through_gaussian(const Profile& input, double contrast) {
  return recomposed(input, gaussian_base(input), contrast);
}

Profile through_bilateral_grid(const Profile& input, double contrast, double step_ev) {
  return recomposed(input, bilateral_base(input, step_ev), contrast);
}

Profile through_blend(const Profile& input, double contrast) {
  const auto blend = [](double grid, double gaussian) { return 0.4 * grid + 0.6 * gaussian; };
  return recomposed(input, mapped(bilateral_base(input, 1.0), gaussian_base(input), blend), contrast);
}

Profile through_guided_filter(const Profile& input, double contrast) {
  constexpr double kEps = 0.25;
  const Profile mean = box(input);
  const Profile square = box(mapped(input, input, [](double a, double b) { return a * b; }));
  const Profile slope = mapped(square, mean, [](double s, double m) { return (s - m * m) / (s - m * m + kEps); });
  const Profile offset = mapped(slope, mean, [](double a, double m) { return (1.0 - a) * m; });
  const Profile scaled = mapped(box(slope), input, [](double a, double l) { return a * l; });
  return recomposed(input, mapped(scaled, box(offset), [](double a, double b) { return a + b; }), contrast);
}

Profile through_fusion(const Profile& input) {
  constexpr double kGrey = 0.18, kGamma = 2.2, kSigma = 0.2;
  std::vector<Profile> signals, weights;
  Profile total(input.size());
  for (const double ev : {-2.0, 0.0, 2.0}) {
    Profile signal, weight;
    for (std::size_t i = 0; i < input.size(); ++i) {
      signal.push_back(std::pow(std::min(kGrey * std::exp2(input[i] + ev), 1.0), 1.0 / kGamma));
      const double off = (signal.back() - 0.5) / kSigma;
      weight.push_back(std::exp(-0.5 * off * off));
      total[i] += weight.back();
    }
    signals.push_back(signal);
    weights.push_back(weight);
  }
  std::size_t level_count = 1;
  for (std::size_t size = input.size(); size > 1; size = (size + 1) / 2) ++level_count;
  std::vector<Profile> levels(level_count);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const auto share = [](double weight, double sum) { return weight / sum; };
    add_levels(signals[i], mapped(weights[i], total, share), &levels);
  }
  Profile fused = levels.back();
  for (std::size_t level = level_count - 1; level-- > 0;) {
    const Profile up = expanded(fused, levels[level].size());
    fused = mapped(up, levels[level], [](double a, double b) { return a + b; });
  }
  for (double& value : fused) value = std::log2(std::pow(std::max(value, 1e-6), kGamma) / kGrey);
  return fused;
}

}  // namespace reference
