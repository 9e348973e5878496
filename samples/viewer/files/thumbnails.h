// SPDX-License-Identifier: MIT
// Small pictures of files, for a list.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_THUMBNAILS_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_THUMBNAILS_H

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/device/context.h"
#include "engine/scene/light/light_cache.h"
#include "engine/scene/light/progress.h"

namespace viewer {

struct Thumbnail {
  static constexpr std::uint32_t kWidth = 72, kHeight = 48;  ///< a picture is fitted into them
  std::uint32_t width = 0, height = 0;                       ///< 0: of this file there is none
  std::vector<std::uint32_t> rgba;                           ///< sRGB-encoded, R in the lowest bits, row by row
};

/// Where one is in the texture of the interface, as shares of its sides.
struct ThumbnailPlace {
  float left, top, right, bottom;
  std::uint32_t width, height;  ///< texels
};

/// What a file looks like from afar: its mean luminance is middle grey, for whatever light. Throws files::Error.
Thumbnail make_thumbnail(const std::filesystem::path& file);

/// The same of a scene, rendered once from where it is first seen, in its own light or by day, by a device of its own.
/// `device`: without validation and windows. Scenes whose files take more than kMostSceneBytes have none. On any
/// thread. Throws files::Error, arguments::UsageError, engine::Error, and engine::Progress::Stopped if `progress` says
/// so.
Thumbnail make_scene_thumbnail(const std::filesystem::path& file, const engine::ContextOptions& device,
                               const engine::LightCache& cache, engine::Progress& progress);
inline constexpr std::uintmax_t kMostSceneBytes = std::uintmax_t{64} << 20;

/// Made one after the other on a thread of low priority. Used by one thread.
class Thumbnails {
 public:
  Thumbnails() = default;
  ~Thumbnails();
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  static constexpr std::size_t kMost = 256;  ///< files that have one; further ones have none

  /// Called by the thread when news() are due. Not to be changed after want().
  std::function<void()> on_news = [] {};

  /// Makes that of a scene, on the thread, which goes on by itself. Without it, scenes have none. Not to be changed
  /// after want().
  std::function<Thumbnail(const std::filesystem::path&, engine::Progress&)> make_scene;

  /// Makes that of `file`, once. It isn't made again for a file that has changed: forget() it.
  void want(const std::filesystem::path& file);
  void forget(const std::filesystem::path& file);
  /// Waits until all are made that are wanted.
  void finish();
  /// Whether there is news() to take: of several at once, as long as more are to come.
  bool has_news();
  /// What was made since the last call.
  std::map<std::filesystem::path, Thumbnail> news();

 private:
  void work();

  engine::Progress progress_;  ///< of a scene; stopped at the end
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::filesystem::path> wanted_;  ///< the first is being made
  std::map<std::filesystem::path, Thumbnail> news_;
  std::vector<std::filesystem::path> known_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace viewer

#endif
