// SPDX-License-Identifier: MIT
// Frames of a shot that a command works on, and what they have in common.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_FRAMES_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_FRAMES_H

#include <vector>

#include "arguments/shard.h"
#include "engine/device/context.h"
#include "image_io/facts.h"
#include "photopic/frame_pattern.h"

namespace cli {

/// A shard's share: every `count`-th from the `index`-th on. Throws UsageError for a shard without a frame.
std::vector<SequenceFrame> share_of(arguments::Shard shard, const std::vector<SequenceFrame>& frames);

struct FrameProperties {
  VkExtent2D extent = {};
  image_io::Facts facts;  ///< of the first frame
};

/// Opens every frame, so that a bad one is found before anything is written. Throws files::Error for a frame whose
/// extent or chromaticities aren't those of the frames before it. Tells a choice of layers once, and again where it
/// changes.
FrameProperties properties_of(const std::vector<SequenceFrame>& frames, const image_io::ReadOptions& reading);

}  // namespace cli

#endif
