// SPDX-License-Identifier: MIT
// Frames of a shot that a command works on, and what they have in common.
#ifndef PHOTOPIC_SAMPLES_PHOTOPIC_SHOT_SHOT_FRAMES_H
#define PHOTOPIC_SAMPLES_PHOTOPIC_SHOT_SHOT_FRAMES_H

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "arguments/shard.h"
#include "engine/device/context.h"
#include "photopic/frame_pattern.h"

namespace cli {

/// A shard's share: every `count`-th from the `index`-th on. Throws UsageError for a shard without a frame.
std::vector<SequenceFrame> share_of(arguments::Shard shard, const std::vector<SequenceFrame>& frames);

struct FrameProperties {
  VkExtent2D extent = {};
  std::optional<std::array<float, 8>> chromaticities;
};

/// Opens every frame, so that a bad one is found before anything is written. Throws files::Error for a frame that has
/// others than those before it.
FrameProperties properties_of(const std::vector<SequenceFrame>& frames);

}  // namespace cli

#endif
