// SPDX-License-Identifier: MIT
// Error map that is shown in the picture's place.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_DIFFERENCE_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_DIFFERENCE_H

#include <cstdint>
#include <span>

#include "compare/comparer.h"
#include "engine/transfer/memory.h"
#include "viewer/model/golden.h"

namespace viewer {

class Difference {
 public:
  enum class To : std::uint32_t { nothing, golden, slot_a, slot_b, slot_c, other_file };
  static constexpr const char* kToNames[] = {"nothing",    "the golden", "settings A",
                                             "settings B", "settings C", "the other file"};
  enum class Map : std::uint32_t { flip, absolute };
  static constexpr const char* kMapNames[] = {"FLIP", "absolute"};

  To to = To::nothing;
  Map map = Map::flip;

  /// What it is made of is another than before.
  void expire() { is_due_ = true; }
  bool is_due() const { return to != To::nothing && is_due_; }
  /// Of sRGB-encoded RGBA texels. Throws compare::Mismatch for another size, engine::Error; nothing is shown then.
  void make(engine::Context& context, compare::Comparer& comparer, const Golden& reference, VkExtent2D extent,
            std::span<const std::byte> rgba);
  void clear();
  /// R8G8B8A8_UNORM in GENERAL, sRGB-encoded; null if there is none.
  const engine::Image* picture() const { return to != To::nothing && has_picture_ ? &picture_ : nullptr; }
  /// Of the pixels: FLIP, or codes of 8 bits.
  double mean() const { return mean_; }

 private:
  engine::Image picture_;
  bool has_picture_ = false;
  bool is_due_ = true;
  double mean_ = 0.0;
};

}  // namespace viewer

#endif
