// SPDX-License-Identifier: MIT
// Flash rule of Electronic Arts' IRIS of January 2025, from a description: means of the whole picture, for comparison
// with FlashAnalyser's rules (docs/flashes.md). Of numbers alone, on the CPU; the host measures the pictures.
#ifndef PHOTOPIC_IRIS_RULE_H
#define PHOTOPIC_IRIS_RULE_H

#include <photopic/device.h>
#include <photopic/flash_analyser.h>

#include <cstdint>
#include <memory>

namespace photopic {

/// One picture, linear BT.709, 1 = white.
struct IrisFrame {
  double luminance = 0.0;      ///< mean of all texels
  double red = 0.0;            ///< mean of 320 max(0, R - G - B), 0 where R / (R + G + B) < 0.8
  double changed_share = 0.0;  ///< of texels whose luminance isn't that of the picture before, [0, 1]
};

struct IrisCount {
  FlashVerdict verdict = FlashVerdict::pass;
  std::uint32_t transitions = 0;  ///< in the last second of pictures
};
struct IrisCounts {
  IrisCount luminance, red;
};

/// Counts one picture after the other, from one thread at a time.
class IrisRule {
 public:
  IrisRule() noexcept;
  IrisRule(IrisRule&&) noexcept;
  IrisRule& operator=(IrisRule&&) noexcept;
  ~IrisRule();

  static constexpr std::uint32_t kMaxFps = 1000000;
  /// `fps`: pictures of a second, rounded, 1 to kMaxFps. invalid_argument, or out_of_memory, of which `message`, if
  /// there is one, is told.
  [[nodiscard]] static Status create(std::uint32_t fps, IrisRule* out, MessageFn message = nullptr,
                                     void* message_user = nullptr) noexcept;
  /// Finite numbers. Of an empty object, default-constructed or moved from: pass.
  IrisCounts add(const IrisFrame& frame) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace photopic

#endif
