// SPDX-License-Identifier: MIT
// Tests of device memory in few blocks, and of blocks that the host gives.
#include <cstring>
#include <map>
#include <string>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::CreateInfo;
using photopic::MemoryBlock;
using photopic::MemoryRequest;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kHookExtent = {130, 70};

/// A kind of buffer and image for each memory type: mapped, read back, device-local, of the size of pictures.
Settings with_blue_noise() {
  Settings settings;
  settings.tone_map.dither = true;
  settings.tone_map.dither_noise = photopic::DitherNoise::blue;
  return settings;
}
Settings with_all_effects() {
  Settings settings = with_blue_noise();
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  settings.view.cd_m2_per_unit = 1e-5f;
  settings.view.field_of_view_vertical_deg = 1.0f;  // so that rods miss details
  settings.acuity.acuity_loss = 1.0f;
  settings.sharpening.sharpening = 0.5f;
  return settings;
}
const Settings kBlueNoise = with_blue_noise();
const Settings kAllEffects = with_all_effects();

CreateInfo hook_info(std::uint32_t view_count) {
  return {.max_extent = kHookExtent,
          .view_count = view_count,
          .uses = {kBlueNoise},
          .with = photopic::kWithHistogram,
          .statistics_slots = 3,
          .exposure_image = photopic::ExposureImage::multiplier};
}

CreateInfo with_effects(CreateInfo info) {
  info.uses[1] = kAllEffects;
  return info;
}

TEST(MemoryBlocks, OfManyViewsAreFew) {
  LoaderShim shim(context());
  shim.make_no_pipelines();
  for (const bool is_separated : {false, true}) {  // memory that the CPU reaches isn't the device's own
    if (is_separated) shim.separate_memory();
    for (const std::uint32_t view_count : {1u, 64u}) {
      const PostProcess post = make_used(shim.device(), hook_info(view_count));
      EXPECT_LE(shim.allocations().size(), 3u) << view_count << " views";
      EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
      const PostProcess more = make_used(shim.device(), with_effects(hook_info(view_count)));
      EXPECT_LE(shim.allocations().size(), 3u + 4u);
    }
    EXPECT_TRUE(shim.allocations().empty());
  }
}

/// What is made anew gives up the block that it had.
TEST(MemoryBlocks, OfPicturesEndWithAResize) {
  LoaderShim shim(context());
  shim.make_no_pipelines();
  PostProcess post = make_used(shim.device(), with_effects(hook_info(2)));
  const VkDeviceSize bytes = post.memory_bytes();
  context().check(post.resize({1920, 1080}));
  EXPECT_GT(post.memory_bytes(), bytes);
  EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
  context().check(post.resize(kHookExtent));
  EXPECT_EQ(post.memory_bytes(), shim.allocated_bytes());
  constexpr VkDeviceSize kPaddingBytes = 10 * 65536;  // of parts that are alone now
  EXPECT_LE(post.memory_bytes(), bytes + kPaddingBytes);
}

// ---- the host's blocks ----------------------------------------------------------------------------------------------

bool is_mappable(std::uint32_t memory_type) {
  VkPhysicalDeviceMemoryProperties properties;
  context().vk().vkGetPhysicalDeviceMemoryProperties(context().physical_device(), &properties);
  return (properties.memoryTypes[memory_type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0;
}

/// Gives each block a memory of its own, but not from its start, full of numbers that aren't where the CPU reaches it.
struct HookHost {
  std::map<void*, MemoryRequest> given;
  std::uint32_t requests = 0;
  std::uint32_t refused = 0;  // that request, from 1; 0 = none
  bool maps = true;
  std::size_t number = 0;
  bool is_good = true;

  static VkResult allocate(const MemoryRequest* wanted, MemoryBlock* out, void* user) {
    const MemoryRequest& request = *wanted;
    auto& host = *static_cast<HookHost*>(user);
    if (++host.requests == host.refused) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = request.size_bytes + request.alignment_bytes;
    info.memoryTypeIndex = request.memory_type;
    const VkResult result = context().vk().vkAllocateMemory(context().device(), &info, nullptr, &out->memory);
    if (result != VK_SUCCESS) return result;
    out->offset_bytes = request.alignment_bytes;
    if (is_mappable(request.memory_type)) {
      void* start = nullptr;
      EXPECT_EQ(context().vk().vkMapMemory(context().device(), out->memory, 0, VK_WHOLE_SIZE, 0, &start), VK_SUCCESS);
      std::memset(start, 0xff, info.allocationSize);  // NaN as halves and floats
      if (request.is_mapped && host.maps) {
        out->mapped = static_cast<char*>(start) + out->offset_bytes;
      } else {
        context().vk().vkUnmapMemory(context().device(), out->memory);
      }
    }
    out->handle = reinterpret_cast<void*>(++host.number);
    host.given[out->handle] = request;
    return VK_SUCCESS;
  }
  static void free(const MemoryBlock* freed, void* user) {
    const MemoryBlock& block = *freed;
    auto& host = *static_cast<HookHost*>(user);
    host.is_good = host.is_good && host.given.erase(block.handle) == 1;
    context().vk().vkFreeMemory(context().device(), block.memory, nullptr);
  }
  photopic::MemoryCallbacks callbacks() { return {.allocate = allocate, .free = free, .user = this}; }
};

TEST(MemoryBlocks, OfTheHostGiveTheSame) {
  HookHost host;
  const photopic::MemoryCallbacks callbacks = host.callbacks();
  LoaderShim shim(context());
  photopic::Device device = shim.device();
  device.memory = &callbacks;
  Settings settings = kAllEffects;
  settings.sharpening = {};
  {
    PostProcess post = make_used(device, with_effects(hook_info(2))), own = make_used(with_effects(hook_info(2)));
    EXPECT_TRUE(shim.allocations().empty());
    EXPECT_LE(host.requests, 4u);
    VkDeviceSize bytes = 0;
    for (const auto& [handle, request] : host.given) {
      bytes += request.size_bytes;
      EXPECT_EQ(request.alignment_bytes & (request.alignment_bytes - 1), 0u);
    }
    EXPECT_EQ(post.memory_bytes(), bytes);
    const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHookExtent, gradient_with_noise(kHookExtent));
    const engine::Image ldrs[] = {make_ldr(kHookExtent, VK_FORMAT_R8G8B8A8_UNORM),
                                  make_ldr(kHookExtent, VK_FORMAT_R8G8B8A8_UNORM)};
    const auto shoot = [&] {
      submit([&](VkCommandBuffer commands) {
        const photopic::Frame frame = {
            .hdr = {scene.view()}, .ldr = {ldrs[0].view()}, .extent = kHookExtent, .view = 1};
        photopic::Frame other = frame;
        other.ldr.view = ldrs[1].view();
        context().check(post.record(commands, frame, settings));
        context().check(own.record(commands, other, settings));
      });
      EXPECT_EQ(engine::read_back(context(), ldrs[0]), engine::read_back(context(), ldrs[1]));
      EXPECT_TRUE(same_bits(state_of(post, 1), state_of(own, 1)));
      State state;
      EXPECT_EQ(post.statistics(1, &state), Status::ok);
      EXPECT_TRUE(same_bits(state, state_of(own, 1)));
    };
    shoot();
    context().check(post.resize({200, 100}));
    shoot();
  }
  EXPECT_TRUE(host.given.empty());
  EXPECT_TRUE(host.is_good);
}

/// One block for all, as docs/embedding-reference.md has it.
struct OneBlock {
  VkDeviceMemory memory;
  VkDeviceSize size_bytes, used_bytes;
  std::uint32_t memory_type;
  char* mapped;

  static VkResult allocate(const MemoryRequest* request, MemoryBlock* out, void* user) {
    const MemoryRequest& wanted = *request;
    auto& block = *static_cast<OneBlock*>(user);
    const VkDeviceSize offset = (block.used_bytes + wanted.alignment_bytes - 1) & ~(wanted.alignment_bytes - 1);
    const bool is_of_type = (wanted.memory_type_bits >> block.memory_type & 1u) != 0;
    if (!is_of_type || offset + wanted.size_bytes > block.size_bytes) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    block.used_bytes = offset + wanted.size_bytes;
    *out = {block.memory, offset, wanted.is_mapped ? block.mapped + offset : nullptr, nullptr};
    return VK_SUCCESS;
  }
};

TEST(MemoryBlocks, AreKnownBeforehandAndMayBeOne) {
  LoaderShim shim(context());
  photopic::Device device = shim.device();
  const CreateInfo info = hook_info(2);
  MemoryRequest wanted[16];
  std::uint32_t count = 16;
  context().check(PostProcess::memory_requests(device, info, &count, wanted));
  EXPECT_TRUE(shim.allocations().empty());
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
  ASSERT_TRUE(count >= 1 && count <= 4) << count;
  std::uint32_t number = 0, types = ~0u;
  context().check(PostProcess::memory_requests(device, info, &number, nullptr));
  EXPECT_EQ(number, count);
  OneBlock block = {};
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_TRUE(wanted[i].memory_type_bits >> wanted[i].memory_type & 1u);
    const VkDeviceSize alignment = wanted[i].alignment_bytes;
    block.size_bytes = (block.size_bytes + alignment - 1) / alignment * alignment + wanted[i].size_bytes;
    types &= wanted[i].memory_type_bits;
  }
  if (types == 0) GTEST_SKIP() << "no memory type of this device holds all kinds of parts";
  while ((types >> block.memory_type & 1u) == 0) ++block.memory_type;
  VkMemoryAllocateInfo memory_info = {};
  memory_info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memory_info.allocationSize = block.size_bytes;
  memory_info.memoryTypeIndex = block.memory_type;
  const auto& vk = context().vk();
  ASSERT_EQ(vk.vkAllocateMemory(context().device(), &memory_info, nullptr, &block.memory), VK_SUCCESS);
  void* mapped = nullptr;
  ASSERT_EQ(vk.vkMapMemory(context().device(), block.memory, 0, VK_WHOLE_SIZE, 0, &mapped), VK_SUCCESS);
  block.mapped = static_cast<char*>(mapped);
  const photopic::MemoryCallbacks callbacks = {
      .allocate = OneBlock::allocate, .free = [](const MemoryBlock*, void*) {}, .user = &block};
  device.memory = &callbacks;
  {
    PostProcess post = make_used(device, info), own = make_used(info);
    EXPECT_TRUE(shim.allocations().empty());
    EXPECT_EQ(block.used_bytes, block.size_bytes);
    const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kHookExtent, gradient_with_noise(kHookExtent));
    const engine::Image ldr = make_ldr(kHookExtent, VK_FORMAT_R8G8B8A8_UNORM);
    submit([&](VkCommandBuffer commands) {
      const photopic::Frame frame = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kHookExtent};
      context().check(post.record(commands, frame, {}));
      context().check(own.record(commands, frame, {}));
    });
    EXPECT_TRUE(same_bits(state_of(post, 0), state_of(own, 0)));
  }
  // Too small, and of a type that won't do.
  PostProcess post;
  const auto refused = [&] {
    EXPECT_EQ(post.create(device, info), Status::out_of_memory);
    const std::string message = context().last_message();
    EXPECT_EQ(message.find("Device::memory->allocate of "), 0u) << message;
    EXPECT_NE(message.find(" bytes of memory type "), std::string::npos) << message;
  };
  block.used_bytes = 1;
  refused();
  block.used_bytes = 0;
  block.memory_type = 31;
  refused();
  vk.vkFreeMemory(context().device(), block.memory, nullptr);
}

/// A prepare() asks for the listed blocks, in their order, and for none once its settings are there.
TEST(MemoryBlocks, OfPrepareAreKnownBeforehand) {
  HookHost host;
  const photopic::MemoryCallbacks callbacks = host.callbacks();
  photopic::Device device = context().lend();
  device.memory = &callbacks;
  {
    PostProcess post;
    context().check(post.create(device, {.max_extent = kHookExtent}));
    Settings settings = kAllEffects;
    settings.meter.window_min_log2 = -6.0f;
    std::uint32_t number = 0, count = 8;
    context().check(post.memory_requests(settings, &number, nullptr));
    MemoryRequest wanted[8];
    context().check(post.memory_requests(settings, &count, wanted));
    ASSERT_TRUE(count >= 1 && count <= 8) << count;
    EXPECT_EQ(number, count);
    const std::uint32_t before = host.requests;
    context().check(post.prepare(settings));
    EXPECT_EQ(host.requests, before + count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto request = host.given.find(reinterpret_cast<void*>(std::size_t(before + i + 1)));
      ASSERT_NE(request, host.given.end());
      EXPECT_EQ(request->second.size_bytes, wanted[i].size_bytes);
      EXPECT_EQ(request->second.alignment_bytes, wanted[i].alignment_bytes);
      EXPECT_EQ(request->second.memory_type, wanted[i].memory_type);
      EXPECT_EQ(request->second.memory_type_bits, wanted[i].memory_type_bits);
      EXPECT_EQ(request->second.is_mapped, wanted[i].is_mapped);
    }
    context().check(post.memory_requests(settings, &count, wanted));
    EXPECT_EQ(count, 0u);
    Settings wrong = settings;
    wrong.tone_map.tone_mapper = photopic::ToneMapper(99);
    EXPECT_EQ(post.memory_requests(wrong, &count, wanted), Status::invalid_argument);
    EXPECT_EQ(context().last_message().find("memory_requests: "), 0u) << context().last_message();
    EXPECT_EQ(post.memory_requests(settings, nullptr, wanted), Status::invalid_argument);
  }
  EXPECT_TRUE(host.given.empty());
}

/// Pipelines that a prepare() left for the next call have their memory.
TEST(MemoryBlocks, OfAHalfPreparedObjectAreNotListedAgain) {
  HookHost host;
  const photopic::MemoryCallbacks callbacks = host.callbacks();
  photopic::Device device = context().lend();
  device.memory = &callbacks;
  {
    PostProcess post;
    context().check(post.create(device, {.max_extent = kHookExtent}));
    ASSERT_EQ(post.prepare(kAllEffects, 1), Status::not_prepared);
    MemoryRequest wanted[8];
    std::uint32_t count = 8;
    context().check(post.memory_requests(kAllEffects, &count, wanted));
    EXPECT_EQ(count, 0u);
  }
  EXPECT_TRUE(host.given.empty());
}

TEST(MemoryBlocks, ThatArentThereCantBeAskedFor) {
  LoaderShim shim(context());
  const CreateInfo info = with_effects(hook_info(2));
  MemoryRequest wanted;
  std::uint32_t count = 1;
  const auto refused = [&](const photopic::Device& device, std::uint32_t* of, const CreateInfo& made,
                           const char* words) {
    EXPECT_EQ(PostProcess::memory_requests(device, made, of, &wanted), Status::invalid_argument);
    EXPECT_NE(context().last_message().find(words), std::string::npos) << context().last_message();
  };
  refused(shim.device(), nullptr, info, "count: is null");
  HookHost host;
  const photopic::MemoryCallbacks callbacks = host.callbacks();
  photopic::Device separate = shim.device();
  separate.separate_memory = true;
  separate.memory = &callbacks;
  refused(separate, &count, info, "device.separate_memory");
  EXPECT_EQ(host.requests, 0u);
  CreateInfo wrong = info;
  wrong.view_count = 1025;
  refused(shim.device(), &count, wrong, "view_count = 1025");
  count = 0;
  refused(shim.device(), &count, info, "count = 0: there are");
}

TEST(MemoryBlocks, ThatTheHostHasntAreSaid) {
  LoaderShim shim(context());
  shim.make_no_pipelines();
  photopic::Device device = shim.device();
  for (std::uint32_t refused = 1;; ++refused) {
    HookHost host;
    host.refused = refused;
    const photopic::MemoryCallbacks callbacks = host.callbacks();
    device.memory = &callbacks;
    PostProcess post;
    const Status status = post.create(device, with_effects(hook_info(2)));
    if (status == Status::ok) {
      EXPECT_LT(host.requests, refused);
      break;
    }
    ASSERT_EQ(status, Status::out_of_memory) << context().last_message();  // else it would go on for ever
    EXPECT_NE(context().last_message().find(": VK_ERROR_OUT_OF_DEVICE_MEMORY"), std::string::npos)
        << context().last_message();
    EXPECT_TRUE(host.given.empty());
    EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
  }
  HookHost host;
  host.maps = false;
  photopic::MemoryCallbacks callbacks = host.callbacks();
  device.memory = &callbacks;
  PostProcess post;
  EXPECT_EQ(post.create(device, hook_info(1)), Status::invalid_argument);
  EXPECT_NE(context().last_message().find("left MemoryBlock::mapped null"), std::string::npos);
  EXPECT_TRUE(host.given.empty());
  callbacks.free = nullptr;
  EXPECT_EQ(post.create(device, hook_info(1)), Status::invalid_argument);
  EXPECT_NE(context().last_message().find("device.memory->allocate or ->free is null"), std::string::npos);
}

}  // namespace
}  // namespace test
