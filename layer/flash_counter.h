// SPDX-License-Identifier: MIT
// The module's flash analyser, run on the frames of a program.
#ifndef PHOTOPIC_LAYER_FLASH_COUNTER_H
#define PHOTOPIC_LAYER_FLASH_COUNTER_H

#include <photopic/flash_analyser.h>

#include "layer/objects.h"

namespace layer {

/// kFlashTool: the module's analyser, and a copy of its cells for the CPU.
class FlashCounter {
 public:
  /// `reason`: where the module writes why a call of it fails.
  FlashCounter(Device& device, const FlashTool& tool, const Reason& reason)
      : device_(device), tool_(tool), reason_(reason), cells_(device) {}

  /// `format` and `encoding`: of pictures.
  photopic::Status create(const photopic::Device& lent, VkFormat format, photopic::OutputEncoding encoding);
  /// `picture` is in SHADER_READ_ONLY_OPTIMAL, visible to compute shaders. The frame before is done.
  Outcome record(VkCommandBuffer commands, VkImageView picture, VkExtent2D extent, std::uint64_t frame);
  /// Report::Kind::counted of the recorded frame, which is done. `report` has the window.
  Outcome send(Channel& channel, Report report);

 private:
  Device& device_;
  FlashTool tool_;
  const Reason& reason_;
  photopic::FlashAnalyser analyser_;
  ReadBuffer cells_;
  std::uint64_t frame_ = 0;
  photopic::FlashStatistics sent_;  ///< of the frame before
};

}  // namespace layer

#endif
