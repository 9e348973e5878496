// SPDX-License-Identifier: MIT
// Loading of a file in the background, or of other light for what it holds, while the window goes on.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_LOADING_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_LOADING_H

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "session/source/source.h"

namespace viewer {

/// One file at a time: the next takes the last one's place. The thread makes no calls of Vulkan. Used by one thread,
/// which waits for the reading to end when this is destroyed.
class Loading {
 public:
  Loading();
  ~Loading();
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  /// Called by the thread at its end: take() is due. Not to be changed while it is on.
  std::function<void()> on_end = [] {};

  void start(const std::filesystem::path& file, const session::Surroundings& surroundings,
             const engine::LightCache& cache, const image_io::ReadOptions& options = {});
  /// The same of what `work` makes of `file`.
  void start(const std::filesystem::path& file, session::SourceWork work);
  /// Nothing is loaded then.
  void stop();

  bool is_on() const { return job_ != nullptr; }
  /// take() doesn't wait. Only while it is on, as the rest.
  bool is_ready() const;
  const std::filesystem::path& file() const;
  /// The layers of the file that were asked for.
  const image_io::LayerChoice& layers() const;
  /// 0..1
  float done() const;
  /// What the file holds; nothing is loaded then. Throws what the work threw.
  std::unique_ptr<session::SourceData> take();

 private:
  struct Job;
  void drop_ended();

  std::unique_ptr<Job> job_;
  std::vector<std::unique_ptr<Job>> stopped_;  ///< not yet ended
};

}  // namespace viewer

#endif
