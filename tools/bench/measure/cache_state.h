// SPDX-License-Identifier: MIT
// Contents of the caches at the start of an operation.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_CACHE_STATE_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_CACHE_STATE_H

#include "bench/methods/hdr_image.h"
#include "bench/methods/methods.h"

namespace bench {

enum class CacheState {
  hot,       ///< the same operation has just run twice
  clean,     ///< 256 MiB of something else were read: lines that can be dropped
  dirty,     ///< 256 MiB of something else were written: lines that have to be written back
  produced,  ///< the image was written by the pass before
};

struct CacheInfo {
  const char* name;
  CacheState state;
};
inline constexpr CacheInfo kCacheStates[] = {{"hot", CacheState::hot},
                                             {"clean", CacheState::clean},
                                             {"dirty", CacheState::dirty},
                                             {"produced", CacheState::produced}};
/// What is measured by default: the first of these. A frame of a game finds caches as `clean` leaves them.
inline constexpr std::size_t kUsualCacheStates = 2;

/// One picture, and what brings the caches into a state before it is read. Buffer and second image are made when they
/// are first needed.
class CachePreparation {
 public:
  /// `image` is borrowed. Throws engine::Error if there is too little memory.
  CachePreparation(const Rig& rig, CacheState state, HdrFormat format, const engine::Image& image);

  /// What the operation reads: the picture, or the copy that is produced anew each time.
  const engine::Image& target() const { return state_ == CacheState::produced ? produced_ : image_; }
  /// Ends with a full barrier.
  void record(VkCommandBuffer command_buffer, const Method& method) const;

 private:
  void fill(VkCommandBuffer command_buffer) const;
  void read(VkCommandBuffer command_buffer) const;

  const Rig& rig_;
  CacheState state_;
  const engine::Image& image_;
  engine::Buffer foreign_;
  std::optional<Producer> producer_;
  engine::Image produced_;
};

}  // namespace bench

#endif
