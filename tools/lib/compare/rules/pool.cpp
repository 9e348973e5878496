// SPDX-License-Identifier: MIT
// Means over a video's frames.
#include "compare/rules/pool.h"

#include <algorithm>
#include <cmath>

namespace compare {
namespace {

constexpr const char* kMse[] = {"mse_y", "mse_cb", "mse_cr"};
constexpr const char* kApsnr[] = {"apsnr_y", "apsnr_cb", "apsnr_cr"};

bool is_place(const std::string& score) {
  return score.ends_with("_x") || score.ends_with("_y")
             ? score.starts_with("max_abs") || score.starts_with("tile") || score.starts_with("cluster")
             : score == "cluster_width" || score == "cluster_height";
}

bool is_largest(const std::string& score) { return score.ends_with("_max_abs") || score == "cluster_pixels"; }

}  // namespace

Pool::Pool(const Frame& frame) : peak_(frame.peak()) {
  for (std::size_t plane = 0; plane < samples_.size(); ++plane) {
    const VkExtent2D extent = plane_extent(frame, plane);
    samples_[plane] = double(extent.width) * extent.height;
  }
}

void Pool::add(const Scores& scores) {
  for (const auto& [name, value] : scores) {
    if (is_place(name)) continue;
    if (!sums_.contains(name)) names_.push_back(name);
    Sum& sum = sums_[name];
    sum.sum += value;
    sum.max = std::max(sum.max, value);
    ++sum.frames;
  }
}

Scores Pool::scores() const {
  Scores scores;
  for (const std::string& name : names_) {
    const Sum& sum = sums_.at(name);
    scores.emplace_back(name, is_largest(name) ? sum.max : sum.mean());
  }
  for (std::size_t plane = 0; plane < samples_.size(); ++plane) {
    const auto mse = sums_.find(kMse[plane]);
    if (mse != sums_.end()) scores.emplace_back(kApsnr[plane], apsnr(plane, mse->second));
  }
  return scores;
}

double Pool::apsnr(std::size_t plane, const Sum& mse) const {
  const double peak2 = peak_ * peak_;
  const double cap = std::ceil(10.0 * std::log10(peak2 * samples_[plane] * double(mse.frames) * 2.0));
  return mse.sum == 0.0 ? cap : std::min(10.0 * std::log10(peak2 / mse.mean()), cap);
}

}  // namespace compare
