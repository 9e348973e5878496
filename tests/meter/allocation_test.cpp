// SPDX-License-Identifier: MIT
// Tests of recordings, which allocate nothing on the CPU.
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "gpu/host/vk_table.h"  // the module's own list of functions
#include "meter/meter_variants.h"
#include "meter/weight_rig.h"

namespace {

bool counts_allocations = false;
std::uint32_t allocations = 0;

}  // namespace

// ---- the global allocator, counted ----------------------------------------------------------------------------------

// Not inlined: GCC would warn of malloc() and free() beside new and delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (counts_allocations) ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (counts_allocations) ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::MeterMethod;
using photopic::PostProcess;
using photopic::Status;
using test::biased_settings;
using test::MeterVariant;
using test::repeatable_variants;

/// Stands for every vkCmd*: layers and drivers may allocate, Photopic may not.
template <class Function>
struct Ignored {
  static PFN_vkVoidFunction function() { return nullptr; }
};
std::uint32_t ignored_commands = 0;
template <class... Args>
struct Ignored<void(VKAPI_PTR*)(Args...)> {
  static VKAPI_ATTR void VKAPI_CALL call(Args...) { ++ignored_commands; }
  static PFN_vkVoidFunction function() { return reinterpret_cast<PFN_vkVoidFunction>(&call); }
};

PFN_vkGetDeviceProcAddr real_device_proc_addr = nullptr;
PFN_vkGetInstanceProcAddr real_instance_proc_addr = nullptr;

/// Descriptor sets are written by recordings as well.
bool is_of_recordings(const char* name) {
  return std::strncmp(name, "vkCmd", 5) == 0 || std::strcmp(name, "vkUpdateDescriptorSets") == 0;
}

/// Null for what is no command.
PFN_vkVoidFunction ignored_command(const char* name) {
#define TEST_IGNORE(command)                                        \
  if (is_of_recordings(name) && std::strcmp(name, #command) == 0) { \
    return Ignored<PFN_##command>::function();                      \
  }
  PHOTOPIC_DEVICE_FUNCTIONS(TEST_IGNORE)
  PHOTOPIC_RING_FUNCTIONS(TEST_IGNORE)
  PHOTOPIC_DEBUG_FUNCTIONS(TEST_IGNORE)
  TEST_IGNORE(vkCmdPushDescriptorSetKHR)
#undef TEST_IGNORE
  const bool is_of_core = std::strcmp(name, "vkCmdPushDescriptorSet") == 0;  // of Vulkan 1.4
  return is_of_core ? Ignored<PFN_vkCmdPushDescriptorSetKHR>::function() : nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL quiet_device_proc_addr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction ignored = ignored_command(name);
  return ignored != nullptr ? ignored : real_device_proc_addr(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL quiet_instance_proc_addr(VkInstance instance, const char* name) {
  if (const PFN_vkVoidFunction ignored = ignored_command(name)) return ignored;
  return std::strcmp(name, "vkGetDeviceProcAddr") == 0 ? reinterpret_cast<PFN_vkVoidFunction>(&quiet_device_proc_addr)
                                                       : real_instance_proc_addr(instance, name);
}

class Recording : public testing::Test {
 protected:
  Recording() {
    real_instance_proc_addr = device_.get_instance_proc_addr;
    real_device_proc_addr =
        reinterpret_cast<PFN_vkGetDeviceProcAddr>(real_instance_proc_addr(device_.instance, "vkGetDeviceProcAddr"));
    device_.get_instance_proc_addr = quiet_instance_proc_addr;
  }

  /// `record` must call Vulkan, and allocate nothing.
  template <class Fn>
  static void expect_no_allocation(const Fn& record) {
    ignored_commands = 0;
    allocations = 0;
    counts_allocations = true;
    const Status status = record();
    counts_allocations = false;
    EXPECT_EQ(status, Status::ok) << test::context().last_message();
    EXPECT_EQ(allocations, 0u);
    EXPECT_GT(ignored_commands, 0u);
  }

  static photopic::ExposureSettings with_curves() {
    photopic::ExposureSettings exposure;
    exposure.target_curve.count = exposure.compensation_curve.count = 2;
    exposure.target_curve.points[0] = exposure.compensation_curve.points[0] = {-4.0f, -3.0f};
    exposure.target_curve.points[1] = exposure.compensation_curve.points[1] = {14.0f, 12.0f};
    return exposure;
  }

  photopic::Device device_ = test::context().lend();
  test::SceneOnGpu scene_;
  VkCommandBuffer command_buffer_ = reinterpret_cast<VkCommandBuffer>(this);  // no command reaches it
};

TEST_F(Recording, OfMetersAllocatesNothing) {
  std::vector<MeterVariant> variants = repeatable_variants();
  const std::vector<MeterVariant> more = test::meter_variants();
  variants.insert(variants.end(), more.begin(), more.end());
  variants.push_back({"all_weights", variants[3].info, 0.0});
  variants.back().info.weights = 127;
  variants.back().info.statistics_slots = 3;
  variants.back().info.exposure_image = photopic::ExposureImage::multiplier;
  const photopic::ExposureSettings exposure = with_curves();
  for (const MeterVariant& variant : variants) {
    SCOPED_TRACE(variant.name);
    PostProcess post = test::make(device_, variant.for_extent(test::kSceneExtent));
    const std::vector<photopic::Source> others(63, scene_.source(variant.info.weights));
    photopic::Frame frame = scene_.frame(variant.info.weights);
    const photopic::MeterSettings neutral = test::asking_for(post), biased = test::asking_for(post, biased_settings());
    for (int i = 0; i < 2; ++i) {
      expect_no_allocation([&] { return post.record_meter(command_buffer_, frame, {.meter = neutral}); });
      expect_no_allocation(
          [&] { return post.record_meter(command_buffer_, frame, {.meter = biased, .exposure = exposure}); });
      if (variant.info.meter_method != MeterMethod::single_pass) continue;
      frame.more_sources = others.data();
      frame.more_source_count = 63;
    }
  }
}

TEST_F(Recording, OfWholeFramesAllocatesNothing) {
  const engine::Image ldr = test::make_ldr(test::kSceneExtent, VK_FORMAT_R8G8B8A8_UNORM);
  for (const MeterVariant& variant : repeatable_variants()) {
    SCOPED_TRACE(variant.name);
    MadeFor info = variant.for_extent(test::kSceneExtent);
    info.steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep;
    info.tone_mappers = 1u << std::uint32_t(photopic::ToneMapper::agx);
    PostProcess post = test::make(device_, info);
    const photopic::Frame frame = {.hdr = {scene_.hdr.view()}, .ldr = {ldr.view()}, .extent = test::kSceneExtent};
    photopic::Settings settings;
    settings.meter = test::asking_for(post);
    settings.exposure = with_curves();
    expect_no_allocation([&] { return post.record_fused(command_buffer_, frame, settings); });  // measures first
    expect_no_allocation([&] { return post.record_fused(command_buffer_, frame, settings); });
    expect_no_allocation([&] { return post.record(command_buffer_, frame, settings); });
  }
}

TEST_F(Recording, WithAnyBindingsAllocatesNothing) {
  const engine::Image ldr = test::make_ldr(test::kSceneExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const engine::Image other = test::make_ldr(test::kSceneExtent, VK_FORMAT_R8G8B8A8_UNORM);
  device_.push_descriptor = true;
  device_.frames_in_flight = 1;
  for (const photopic::Bindings bindings : {photopic::Bindings::push_core, photopic::Bindings::ring}) {
    device_.bindings = bindings;
    PostProcess post = test::make(device_, {.max_extent = test::kSceneExtent, .dither = false});
    photopic::Frame frame = {.hdr = {scene_.hdr.view()}, .ldr = {ldr.view()}, .extent = test::kSceneExtent};
    for (int i = 0; i < 5; ++i) {
      expect_no_allocation([&] { return post.record(command_buffer_, frame, photopic::Settings{}); });
      frame.ldr.view = i % 2 == 0 ? other.view() : ldr.view();
    }
  }
}

/// The counter itself.
TEST_F(Recording, WouldBeCaughtAllocating) {
  counts_allocations = true;
  const std::vector<int> numbers(100);
  counts_allocations = false;
  EXPECT_EQ(numbers.size(), 100u);
  EXPECT_GT(allocations, 0u);
}

}  // namespace
