// SPDX-License-Identifier: MIT
// Order of a path's keys.
#include "viewer/model/path_keys.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>
#include <vector>

namespace viewer {
namespace {

constexpr double kRoom = 1.2;  // of a new span, of the path's duration
constexpr double kLeastSpan_s = 1.0;
constexpr double kFullest = 0.98, kEmptiest = 0.5;  // shares of the span that a path may fill

using Keys = std::vector<session::CameraKey>;

/// Distance of `key` from the straight line between two others at the same time; 1 is what may be.
double stray(const session::CameraKey& key, const session::CameraKey& from, const session::CameraKey& to,
             double most_m) {
  const session::Pose line = session::CameraPath({from, to}).at(key.time_s);
  const double turn_deg = std::hypot(line.yaw_deg - key.pose.yaw_deg, line.pitch_deg - key.pose.pitch_deg);
  return std::max(glm::distance(line.position_m, key.pose.position_m) / most_m, turn_deg / kStray_deg);
}

double most_stray_m(const Keys& keys) {
  glm::dvec3 least = keys.front().pose.position_m, largest = least;
  for (const session::CameraKey& key : keys) {
    least = glm::min(least, key.pose.position_m);
    largest = glm::max(largest, key.pose.position_m);
  }
  const double extent_m = glm::distance(least, largest);
  return extent_m > 0.0 ? std::min(kStray_m, kStrayShare * extent_m) : kStray_m;
}

}  // namespace

EditedPath with_key(const session::CameraPath& path, double time_s, const session::Pose& pose) {
  std::vector<session::CameraKey> keys = path.keys();
  const auto near = std::find_if(keys.begin(), keys.end(), [&](const session::CameraKey& key) {
    return std::abs(key.time_s - time_s) < kLeastKeyStep_s;
  });
  if (near != keys.end()) {
    near->pose = pose;
    const auto index = std::size_t(near - keys.begin());
    return {session::CameraPath(std::move(keys)), index};
  }
  const auto after =
      std::find_if(keys.begin(), keys.end(), [&](const session::CameraKey& key) { return key.time_s > time_s; });
  const auto index = std::size_t(after - keys.begin());
  keys.insert(after, {time_s, pose});
  return {session::CameraPath(std::move(keys)), index};
}

EditedPath with_moved_key(const session::CameraPath& path, std::size_t key, double time_s) {
  std::vector<session::CameraKey> keys = path.keys();
  const double least = key > 0 ? keys[key - 1].time_s + kLeastKeyStep_s : 0.0;
  const double most =
      key + 1 < keys.size() ? keys[key + 1].time_s - kLeastKeyStep_s : std::numeric_limits<double>::max();
  if (least <= most) keys[key].time_s = std::clamp(time_s, least, most);
  return {session::CameraPath(std::move(keys)), key};
}

session::CameraPath without_key(const session::CameraPath& path, std::size_t key) {
  std::vector<session::CameraKey> keys = path.keys();
  if (keys.size() < 2) return path;
  keys.erase(keys.begin() + std::ptrdiff_t(key));
  return session::CameraPath(std::move(keys));
}

session::CameraPath simplified(const session::CameraPath& path) {
  const Keys& keys = path.keys();
  if (keys.size() < 3) return path;
  const double most_m = most_stray_m(keys);
  std::vector<bool> is_kept(keys.size(), false);
  is_kept.front() = is_kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> spans = {{0, keys.size() - 1}};
  while (!spans.empty()) {
    const auto [from, to] = spans.back();
    spans.pop_back();
    double most = 1.0;
    std::size_t farthest = from;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double distance = stray(keys[i], keys[from], keys[to], most_m);
      if (distance <= most) continue;
      most = distance;
      farthest = i;
    }
    if (farthest == from) continue;
    is_kept[farthest] = true;
    spans.insert(spans.end(), {{from, farthest}, {farthest, to}});
  }
  Keys kept;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (is_kept[i]) kept.push_back(keys[i]);
  }
  return session::CameraPath(std::move(kept));
}

double TimelineSpan::end_s(double duration_s, bool is_at) {
  const bool fits = duration_s <= kFullest * end_s_ && duration_s >= kEmptiest * end_s_;
  const bool stays = is_at ? duration_s <= end_s_ : fits || (end_s_ == kLeastSpan_s && duration_s <= kFullest * end_s_);
  if (!stays || end_s_ == 0.0) end_s_ = std::max(kRoom * duration_s, kLeastSpan_s);
  return end_s_;
}

}  // namespace viewer
