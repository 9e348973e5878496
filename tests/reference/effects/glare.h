// SPDX-License-Identifier: MIT
// Glare in double precision, from the definitions in docs/glare.md: matrices of an axis, the pyramid of a picture,
// the eye's point-spread function and the weights of levels.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_GLARE_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_GLARE_H

#include <cstddef>
#include <vector>

namespace reference::glare {

enum class Kernel { b6, j };
enum class Border { fold, dark };
struct Chain {
  Kernel kernel = Kernel::b6;
  Border border = Border::fold;
};

using Axis = std::vector<double>;

/// Texels of the level below one of n: ceil(n / 2).
std::size_t next_size(std::size_t n);
/// P v, to next_size(v.size()) texels: each texel of the axis hands its light to those of the coarse one that its
/// kernel reaches; what falls beyond an end goes to the end, or is lost where the border is dark.
Axis down(const Axis& fine, Chain chain);
/// P^T v, to n texels.
Axis up(const Axis& coarse, std::size_t n, Chain chain);
/// a_1, a_2, ... of an axis of n texels, until its size is 1: empty for n = 1.
std::vector<Axis> coverage(std::size_t n, Chain chain);
/// Row major, n x n: P_1^T .. P_k^T diag(1 / a_k) P_k .. P_1.
std::vector<double> level_operator(std::size_t n, std::size_t level, Chain chain);

/// One channel, row major.
struct Picture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<double> texels;

  Picture() = default;
  Picture(std::size_t w, std::size_t h, double value = 0.0) : width(w), height(h), texels(w * h, value) {}
  double& at(std::size_t x, std::size_t y) { return texels[y * width + x]; }
  double at(std::size_t x, std::size_t y) const { return texels[y * width + x]; }
  double sum() const;
};

/// Levels until both sides are 1.
std::size_t level_count(std::size_t width, std::size_t height);
/// sum_k w_k M_k I, `weights` from level 1 up; those beyond the last level are added to it.
Picture veil(const Picture& picture, const std::vector<double>& weights, Chain chain);
/// (1 - sum of weights) I + veil.
Picture with_glare(const Picture& picture, const std::vector<double>& weights, Chain chain);

/// CIE 135/1:1999 total glare function, 1/sr, not normalised.
double point_spread(double theta_deg, double age_years, double pigmentation);
/// CIE 146:2002 general disability glare, 1/sr.
double disability_glare(double theta_deg, double age_years, double pigmentation);
/// Share of the light that point_spread() sends farther than an angle, up to 90 degrees.
double spread_beyond(double theta_deg, double age_years, double pigmentation);
/// Averaged over shifts, the profile of one axis of M_k for large k at x level spacings; its integral is 1.
double limit_profile(double x, Kernel kernel);

struct EyeWeights {
  double age_years = 25.0;
  double pigmentation = 0.5;
  double min_deg = 0.25;
  Kernel kernel = Kernel::b6;
};
/// Weights of levels from 1 up, of a texel of `deg_per_texel`, from the table of octaves; `table` in the order of
/// ages 25, 45, 60, 70, 80 and, of each, pigmentation 0, 0.5, 1.2; 13 spacings from 0.01 degrees.
std::vector<double> eye_weights(const EyeWeights& eye, double deg_per_texel, const std::vector<Axis>& table);
double deg_per_texel(double field_of_view_vertical_deg, std::size_t height);

}  // namespace reference::glare

#endif
