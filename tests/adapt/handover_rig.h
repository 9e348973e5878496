// SPDX-License-Identifier: MIT
// Outputs besides pictures, on the CPU; command buffers that are submitted never, once or often.
#ifndef PHOTOPIC_TESTS_ADAPT_HANDOVER_RIG_H
#define PHOTOPIC_TESTS_ADAPT_HANDOVER_RIG_H

#include <functional>
#include <vector>

#include "adapt/adaptation_rig.h"

namespace test {

/// As interface.h defines it.
std::uint32_t checksum_of(const State& state);
/// Every bit.
bool same_bytes(const State& a, const State& b);
/// Every bit but whose state it is, how many that one has counted, the checksum over that, and reserved words.
bool same_but_owner(const State& a, const State& b);

/// Meters frame by frame, each in a submission that is waited for.
State run_frame(photopic::PostProcess& post, UniformImages& images, const RigFrame& frame);
/// Into a command buffer. The image must have been asked for before.
void record_frame(VkCommandBuffer command_buffer, photopic::PostProcess& post, UniformImages& images,
                  const RigFrame& frame);

/// A buffer for exported states, zero at first, that the CPU reads.
engine::Buffer make_state_buffer(VkDeviceSize size_bytes);
State state_in(const engine::Buffer& buffer, VkDeviceSize offset_bytes);

/// Copies of 1x1 exposure images, in the order of record().
class ExposureImageLog {
 public:
  explicit ExposureImageLog(std::uint32_t capacity);
  /// After a record*() that meters, in the same command buffer. The next record*() is not ordered after this copy: that
  /// is the module's promise.
  void record(VkCommandBuffer command_buffer, VkImage exposure_image);
  float at(std::uint32_t index) const;

 private:
  engine::Buffer buffer_;
  std::uint32_t count_ = 0;
};

/// Command buffers that may be submitted again and again, or not at all.
class Recorded {
 public:
  Recorded();
  ~Recorded();
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands);
  /// And waits.
  static void submit(VkCommandBuffer command_buffer);

 private:
  VkCommandPool pool_ = VK_NULL_HANDLE;
};

}  // namespace test

#endif
