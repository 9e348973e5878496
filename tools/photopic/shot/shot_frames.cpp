// SPDX-License-Identifier: MIT
// Shares of shards, and properties of frames.
#include "photopic/shot/shot_frames.h"

#include "arguments/errors.h"
#include "files/error.h"
#include "image_io/image_file.h"
#include "photopic/pictures/open_picture.h"

namespace cli {

std::vector<SequenceFrame> share_of(arguments::Shard shard, const std::vector<SequenceFrame>& frames) {
  std::vector<SequenceFrame> share;
  for (std::size_t i = shard.index - 1; i < frames.size(); i += shard.count) share.push_back(frames[i]);
  if (share.empty()) {
    throw arguments::UsageError("--shard: there are more shards, " + std::to_string(shard.count) + ", than frames, " +
                                std::to_string(frames.size()));
  }
  return share;
}

FrameProperties properties_of(const std::vector<SequenceFrame>& frames, const image_io::ReadOptions& reading) {
  FrameProperties common;
  VkExtent2D& extent = common.extent;
  std::string told;
  for (const SequenceFrame& frame : frames) {
    const auto reader = image_io::open_image(frame.file, reading);
    const image_io::ImageInfo& info = reader->info();
    const image_io::Facts& facts = reader->facts();
    if (extent.width == 0) common.facts = facts;
    if (facts.chromaticities != common.facts.chromaticities) {
      throw files::Error(frame.file, "has other chromaticities than the frames before it");
    }
    if (facts.note != told) tell_choice(frame.file, facts);
    told = facts.note;
    if (extent.width == 0) extent = {info.width, info.height};
    if (info.width != extent.width || info.height != extent.height) {
      throw files::Error(frame.file, "is " + std::to_string(info.width) + "x" + std::to_string(info.height) +
                                         " texels, the frames before it are " + std::to_string(extent.width) + "x" +
                                         std::to_string(extent.height));
    }
  }
  return common;
}

}  // namespace cli
