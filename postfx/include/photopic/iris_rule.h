// SPDX-License-Identifier: MIT
// IRIS rule: flash rule of Electronic Arts' IRIS of January 2025, from a description, for comparison with FlashAnalyser
// (docs/flashes.md). Works on numbers, on the CPU; the host measures the pictures.
#ifndef PHOTOPIC_IRIS_RULE_H
#define PHOTOPIC_IRIS_RULE_H

#include <photopic/device.h>
#include <photopic/flash_analyser.h>

#include <cstdint>
#include <memory>

namespace photopic {

/// Numbers of one picture, linear BT.709, 1 = white.
struct IrisFrame {
  double luminance = 0.0;      ///< mean of all texels
  double red = 0.0;            ///< mean of 320 max(0, R - G - B), 0 where R / (R + G + B) < 0.8
  double changed_share = 0.0;  ///< share of texels with another luminance than in the previous picture, [0, 1]
};

struct IrisCount {
  FlashVerdict verdict = FlashVerdict::pass;
  std::uint32_t transitions = 0;  ///< transitions in the last second of pictures
};
struct IrisCounts {
  IrisCount luminance, red;
};

/// Counts flashes, picture by picture. One thread at a time.
class IrisRule {
 public:
  IrisRule() noexcept;
  IrisRule(IrisRule&&) noexcept;
  IrisRule& operator=(IrisRule&&) noexcept;
  ~IrisRule();

  static constexpr std::uint32_t kMaxFps = 1000000;
  /// `fps`: pictures per second, rounded, 1..kMaxFps. `message` receives the reason of a failure; null = none.
  /// invalid_argument: `fps` is out of range. out_of_memory.
  [[nodiscard]] static Status create(std::uint32_t fps, IrisRule* out, MessageFn message = nullptr,
                                     void* message_user = nullptr) noexcept;
  /// Adds the next picture. Numbers must be finite. An empty object (default-constructed or moved from) returns pass.
  IrisCounts add(const IrisFrame& frame) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace photopic

#endif
