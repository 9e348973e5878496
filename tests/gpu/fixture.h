// SPDX-License-Identifier: MIT
// Shared parts of GPU tests: the process's device, submission, exposure states on the CPU.
#ifndef PHOTOPIC_TESTS_GPU_FIXTURE_H
#define PHOTOPIC_TESTS_GPU_FIXTURE_H

#include <gtest/gtest.h>
#include <photopic/naive_meters.h>
#include <photopic/post_process.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "engine/transfer/memory.h"
#include "settings/made_for.h"

namespace test {

using State = photopic::gpu::ExposureState;

/// Validation layers are on unless PHOTOPIC_TEST_VALIDATION=0, for machines that lack them.
bool validation_wanted();
/// PHOTOPIC_TEST_FULL=1: sweeps go through all sizes and positions that `scripts/test --full` wants.
bool full_wanted();
/// PHOTOPIC_TEST_EXHAUSTIVE=1: full, and sweeps leave nothing out; takes minutes more.
bool exhaustive_wanted();

/// Makes and ends the one context of this process, on the device that PHOTOPIC_TEST_DEVICE chooses (see
/// engine::ContextOptions::device). For main().
void open_context();
void close_context();
engine::Context& context();

/// An object for exactly this, whatever settings need; as PostProcess::create() in all else.
photopic::Status create(const photopic::Device& device, const photopic::MadeFor& info, photopic::PostProcess* out);
/// The same of any class.
inline photopic::Status create_object(const photopic::Device& device, const photopic::MadeFor& info,
                                      photopic::PostProcess* out) {
  return create(device, info, out);
}
template <class Object, class Info>
photopic::Status create_object(const photopic::Device& device, const Info& info, Object* out) {
  return Object::create(device, info, out);
}
/// The same on context()'s device, or on `device`. Throws engine::Error with the module's words.
photopic::PostProcess make(const photopic::MadeFor& info);
photopic::PostProcess make(const photopic::Device& device, const photopic::MadeFor& info);
/// As a host makes it.
photopic::PostProcess make_used(const photopic::CreateInfo& info);
photopic::PostProcess make_used(const photopic::Device& device, const photopic::CreateInfo& info);
photopic::NaiveMeter make(const photopic::NaiveMeterInfo& info);
photopic::NaiveMeter make(const photopic::Device& device, const photopic::NaiveMeterInfo& info);

/// Values of MadeFor::workgroup_side that the device can run, 8 at the least.
std::vector<std::uint32_t> workgroup_sides();

/// Records, submits, waits, on a ring that is kept between calls.
void submit(const std::function<void(VkCommandBuffer)>& record);

/// Calls of one name that a submission may record: as many as there are frames in flight, on devices that can't push
/// descriptors; else a number that keeps command buffers small.
std::uint32_t calls_at_once();

/// Copies of exposure states, in the order of record().
class StateLog {
 public:
  explicit StateLog(std::uint32_t capacity);
  /// After a record*() of `post`, in the same command buffer, and ordered after it. The next record*() is not ordered
  /// after this copy: that is the module's promise.
  void record(VkCommandBuffer command_buffer, const photopic::PostProcess& post, std::uint32_t view = 0);
  void record(VkCommandBuffer command_buffer, const photopic::NaiveMeter& meter);
  /// Of all command buffers that are done since the last call.
  std::vector<State> take();
  std::uint32_t capacity() const { return capacity_; }

 private:
  void record(VkCommandBuffer command_buffer, VkBuffer buffer, VkDeviceSize offset_bytes, VkDeviceSize size_bytes);

  std::uint32_t capacity_;
  engine::Buffer buffer_;
  std::uint32_t count_ = 0;
};

/// The state as it is now; waits.
State state_of(const photopic::PostProcess& post, std::uint32_t view = 0);

/// `settings`, asking for the parts of the meter that make() gave `post`, and for no others. A part whose limits aren't
/// set has one that leaves out nothing but class 255.
photopic::MeterSettings asking_for(const photopic::PostProcess& post, const photopic::MeterSettings& settings = {});

/// Meters by asking_for(), in a submission of its own. Throws engine::Error with the module's words if it refuses.
State meter_once(photopic::PostProcess& post, const photopic::Frame& frame, const photopic::MeterSettings& meter = {},
                 const photopic::ExposureSettings& exposure = {});
State meter_once(photopic::NaiveMeter& naive, const photopic::Frame& frame, const photopic::MeterSettings& meter = {},
                 const photopic::ExposureSettings& exposure = {});

/// Effects that have passes, all on.
photopic::Settings with_passes();

/// A storage image in GENERAL, every byte zero.
engine::Image make_ldr(VkExtent2D extent, VkFormat format, std::uint32_t layers = 1);

/// All that a host may rely on, to the bit: not whose state it is, nor the reserved words.
bool same_bits(const State& a, const State& b);
std::string to_string(const State& state);

}  // namespace test

#endif
