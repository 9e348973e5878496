// SPDX-License-Identifier: MIT
// Order of a path's keys.
#include "viewer/model/making/path_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace viewer {
namespace {

constexpr double kRoom = 1.2;  // of a new span, of the path's duration
constexpr double kLeastSpan_s = 1.0;
constexpr double kFullest = 0.98, kEmptiest = 0.5;  // shares of the span that a path may fill

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

double TimelineSpan::end_s(double duration_s, bool is_at) {
  const bool fits = duration_s <= kFullest * end_s_ && duration_s >= kEmptiest * end_s_;
  const bool stays = is_at ? duration_s <= end_s_ : fits || (end_s_ == kLeastSpan_s && duration_s <= kFullest * end_s_);
  if (!stays || end_s_ == 0.0) end_s_ = std::max(kRoom * duration_s, kLeastSpan_s);
  return end_s_;
}

}  // namespace viewer
