// SPDX-License-Identifier: MIT
// Failures of every Vulkan call in turn, missing functions, ownership.
#include <cmath>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "gpu/adaptation_rig.h"
#include "gpu/loader_shim.h"
#include "gpu/tone_map_rig.h"
#include "gpu/vk_table.h"

namespace {

using photopic::CreateInfo;
using photopic::PostProcess;
using photopic::Status;
using test::LoaderShim;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Two operators are enough to have more than one pipeline per pass.
CreateInfo small_info() { return {.max_extent = test::kRigExtent, .view_count = 2, .tone_mappers = 0b11}; }

std::vector<CreateInfo> create_variants() {
  CreateInfo plain = small_info();
  CreateInfo blit = small_info();
  blit.meter_method = photopic::MeterMethod::blit_chain;
  CreateInfo linear = small_info();
  linear.pyramid_tap = photopic::PyramidTap::linear;
  linear.ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT;
  CreateInfo tone_map = small_info();
  tone_map.steps = photopic::kToneMapStep;
  CreateInfo meter = small_info();
  meter.steps = photopic::kMeterStep;
  return {plain, blit, linear, tone_map, meter};
}

// ---- failures -------------------------------------------------------------------------------------------------------

struct Failure {
  VkResult result;
  Status status;
};

class Failing : public testing::TestWithParam<Failure> {};

TEST_P(Failing, EveryCallOfCreate) {
  LoaderShim shim(test::context());
  for (const CreateInfo& info : create_variants()) {
    std::set<std::string> failed_calls;
    for (std::uint32_t n = 1;; ++n) {
      PostProcess out;
      shim.fail_call(n, GetParam().result);
      const Status status = PostProcess::create(shim.device(), info, &out);
      const std::string failed = shim.take_failed_call();
      if (failed.empty()) {
        EXPECT_EQ(status, Status::ok);
        break;
      }
      failed_calls.insert(failed);
      EXPECT_EQ(status, GetParam().status) << failed;
      EXPECT_TRUE(contains(test::context().last_message(), failed)) << test::context().last_message();
      EXPECT_EQ(out.state_buffer(), VkBuffer{VK_NULL_HANDLE});
      EXPECT_EQ(out.memory_bytes(), 0u);
      ASSERT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " leaked when " << failed << " failed";
      ASSERT_TRUE(shim.allocations().empty());
    }
    EXPECT_GE(failed_calls.size(), info.steps == photopic::kToneMapStep ? 5u : 11u);
    ASSERT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " outlived its object";
  }
}

TEST_P(Failing, EveryCallOfResizeLeavesTheObjectAsItWas) {
  LoaderShim shim(test::context());
  test::UniformImages images;
  PostProcess post = test::make(shim.device(), small_info());
  test::State before = test::run_frames(post, images, {{.scene_ev100 = 4.0}})[0];
  const auto alive = shim.alive();
  const VkDeviceSize bytes = post.memory_bytes();
  const VkImage levels = post.log_luminance_image();
  std::uint32_t failures = 0;
  for (;; ++failures) {
    shim.fail_call(failures + 1, GetParam().result);
    const Status status = post.resize({40, 30});
    const std::string failed = shim.take_failed_call();
    if (failed.empty()) break;
    EXPECT_EQ(status, GetParam().status) << failed;
    EXPECT_TRUE(contains(test::context().last_message(), failed)) << test::context().last_message();
    EXPECT_EQ(shim.alive(), alive) << failed;
    EXPECT_EQ(post.memory_bytes(), bytes);
    EXPECT_EQ(post.log_luminance_image(), levels);
    const test::State after = test::run_frames(post, images, {{.scene_ev100 = 4.0}})[0];
    EXPECT_EQ(after.frames, before.frames + 1);
    EXPECT_EQ(after.exposure, before.exposure);
    before = after;
  }
  EXPECT_GE(failures, 4u);
  const test::State after = test::run_frames(post, images, {{.scene_ev100 = 4.0}})[0];
  EXPECT_EQ(after.frames, before.frames + 1);
}

TEST_P(Failing, CreateLeavesAnOlderObjectAlone) {
  LoaderShim shim(test::context());
  test::UniformImages images;
  PostProcess post = test::make(shim.device(), small_info());
  test::run_frames(post, images, {{.scene_ev100 = 4.0}});
  const auto alive = shim.alive();
  shim.fail_call(9, GetParam().result);
  EXPECT_EQ(PostProcess::create(shim.device(), small_info(), &post), GetParam().status);
  shim.take_failed_call();
  EXPECT_EQ(shim.alive(), alive);
  EXPECT_EQ(test::run_frames(post, images, {{.scene_ev100 = 4.0}})[0].frames, 2u);
}

INSTANTIATE_TEST_SUITE_P(Result, Failing,
                         testing::Values(Failure{VK_ERROR_OUT_OF_DEVICE_MEMORY, Status::out_of_memory},
                                         Failure{VK_ERROR_OUT_OF_HOST_MEMORY, Status::out_of_memory},
                                         Failure{VK_ERROR_TOO_MANY_OBJECTS, Status::out_of_memory},
                                         Failure{VK_ERROR_DEVICE_LOST, Status::device_error}),
                         [](const auto& failure) {
                           return "VkResult_minus_" + std::to_string(-int(failure.param.result));
                         });

TEST(Loader, AMissingFunctionIsNamed) {
  LoaderShim shim(test::context());
#define TEST_NAME(function) #function,
  constexpr const char* kNames[] = {PHOTOPIC_INSTANCE_FUNCTIONS(TEST_NAME) PHOTOPIC_DEVICE_FUNCTIONS(TEST_NAME)};
#undef TEST_NAME
  for (const char* name : kNames) {
    shim.hide(name);
    PostProcess out;
    EXPECT_EQ(PostProcess::create(shim.device(), small_info(), &out), Status::unsupported) << name;
    EXPECT_TRUE(contains(test::context().last_message(), name)) << test::context().last_message();
    EXPECT_TRUE(shim.alive().empty());
  }
}

// ---- devices that lack something ------------------------------------------------------------------------------------

VKAPI_ATTR void VKAPI_CALL no_format_features(VkPhysicalDevice, VkFormat, VkFormatProperties* properties) {
  *properties = {};
}
VKAPI_ATTR void VKAPI_CALL storage_only(VkPhysicalDevice, VkFormat, VkFormatProperties* properties) {
  *properties = {};
  properties->optimalTilingFeatures = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
}
VKAPI_ATTR void VKAPI_CALL one_compute_family(VkPhysicalDevice, std::uint32_t* count,
                                              VkQueueFamilyProperties* properties) {
  *count = 1;
  if (properties != nullptr) *properties = {VK_QUEUE_COMPUTE_BIT, 1, 0, {1, 1, 1}};
}
VKAPI_ATTR void VKAPI_CALL one_transfer_family(VkPhysicalDevice, std::uint32_t* count,
                                               VkQueueFamilyProperties* properties) {
  *count = 1;
  if (properties != nullptr) *properties = {VK_QUEUE_TRANSFER_BIT, 1, 0, {1, 1, 1}};
}
VKAPI_ATTR void VKAPI_CALL vulkan_1_1(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  test::context().vk().vkGetPhysicalDeviceProperties(device, properties);
  properties->apiVersion = VK_API_VERSION_1_1;
}

VKAPI_ATTR void VKAPI_CALL no_subgroup_arithmetic(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  test::context().vk().vkGetPhysicalDeviceProperties2(device, properties);
  for (auto* next = static_cast<VkBaseOutStructure*>(properties->pNext); next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) continue;
    reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(next)->supportedOperations &=
        ~VkSubgroupFeatureFlags{VK_SUBGROUP_FEATURE_ARITHMETIC_BIT};
  }
}

bool shaders_take_subgroups = false;
VKAPI_ATTR VkResult VKAPI_CALL watched_shader(VkDevice device, const VkShaderModuleCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  constexpr std::uint32_t kCapability = 2u << 16 | 17u;  // OpCapability, and its operand
  constexpr std::uint32_t kGroupNonUniformArithmetic = 63;
  const std::span<const std::uint32_t> words(info->pCode, info->codeSize / sizeof(std::uint32_t));
  for (std::size_t i = 5; i + 1 < words.size() && words[i] == kCapability; i += 2) {
    shaders_take_subgroups = shaders_take_subgroups || words[i + 1] == kGroupNonUniformArithmetic;
  }
  return test::context().vk().vkCreateShaderModule(device, info, allocator, out);
}

/// 64-bit atomics alone aren't enough for the implementation that takes them.
TEST(Devices, WithoutSubgroupArithmetic) {
  if (!test::context().lend().enabled.shader_buffer_int64_atomics) GTEST_SKIP() << "no 64-bit atomics";
  for (const bool has_arithmetic : {true, false}) {
    LoaderShim shim(test::context());
    shim.replace("vkCreateShaderModule", reinterpret_cast<PFN_vkVoidFunction>(watched_shader));
    if (!has_arithmetic) {
      shim.replace("vkGetPhysicalDeviceProperties2", reinterpret_cast<PFN_vkVoidFunction>(no_subgroup_arithmetic));
    }
    shaders_take_subgroups = false;
    PostProcess post = test::make(
        shim.device(),
        {.max_extent = {64, 64}, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::single_pass});
    EXPECT_EQ(shaders_take_subgroups, has_arithmetic);
  }
}

class Unsupported : public testing::Test {
 protected:
  template <class Function>
  void expect_unsupported(const char* name, Function function, const CreateInfo& info, const char* word) {
    LoaderShim shim(test::context());
    shim.replace(name, reinterpret_cast<PFN_vkVoidFunction>(function));
    PostProcess out;
    EXPECT_EQ(PostProcess::create(shim.device(), info, &out), Status::unsupported) << word;
    EXPECT_TRUE(contains(test::context().last_message(), word)) << test::context().last_message();
    EXPECT_TRUE(shim.alive().empty());
  }
};

TEST_F(Unsupported, FormatsQueuesAndVersions) {
  const std::vector<CreateInfo> variants = create_variants();
  constexpr const char* kFormats = "vkGetPhysicalDeviceFormatProperties";
  constexpr const char* kQueues = "vkGetPhysicalDeviceQueueFamilyProperties";
  expect_unsupported(kFormats, &no_format_features, variants[0], "storage image");
  expect_unsupported(kFormats, &storage_only, variants[1], "filtered linearly");
  expect_unsupported(kFormats, &storage_only, variants[2], "filtered linearly");
  expect_unsupported(kQueues, &one_compute_family, variants[1], "graphics queue");
  expect_unsupported(kQueues, &one_transfer_family, variants[0], "compute");
  expect_unsupported("vkGetPhysicalDeviceProperties", &vulkan_1_1, variants[0], "1.2");
}

TEST_F(Unsupported, PyramidNeedsNeitherFiltersNorGraphics) {
  LoaderShim shim(test::context());
  shim.replace("vkGetPhysicalDeviceFormatProperties", reinterpret_cast<PFN_vkVoidFunction>(&storage_only));
  shim.replace("vkGetPhysicalDeviceQueueFamilyProperties", reinterpret_cast<PFN_vkVoidFunction>(&one_compute_family));
  PostProcess out;
  EXPECT_EQ(PostProcess::create(shim.device(), small_info(), &out), Status::ok) << test::context().last_message();
}

TEST_F(Unsupported, HalfLevelsWithoutTheEnabledFeature) {
  photopic::Device device = test::context().lend();
  device.enabled.shader_storage_image_extended_formats = false;
  CreateInfo info = small_info();
  info.level_format = photopic::LevelFormat::r16f;
  PostProcess out;
  EXPECT_EQ(PostProcess::create(device, info, &out), Status::unsupported);
  EXPECT_TRUE(contains(test::context().last_message(), "shaderStorageImageExtendedFormats"));
}

// ---- ownership ------------------------------------------------------------------------------------------------------

TEST(Ownership, DefaultConstructedObjectsRefuseEverything) {
  PostProcess empty;
  EXPECT_EQ(empty.resize({1, 1}), Status::invalid_argument);
  EXPECT_EQ(empty.record(VK_NULL_HANDLE, {}, {}), Status::invalid_argument);
  EXPECT_EQ(empty.record_meter(VK_NULL_HANDLE, {}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(empty.record_tone_map(VK_NULL_HANDLE, {}, {}), Status::invalid_argument);
  EXPECT_EQ(empty.state_buffer(), VkBuffer{VK_NULL_HANDLE});
  EXPECT_EQ(empty.state_stride_bytes(), 0u);
  EXPECT_EQ(empty.log_luminance_image(), VkImage{VK_NULL_HANDLE});
  EXPECT_EQ(empty.log_luminance_levels(), 0u);
  EXPECT_EQ(empty.memory_bytes(), 0u);
}

TEST(Ownership, MovesTakeTheObjectAlong) {
  LoaderShim shim(test::context());
  test::UniformImages images;
  {
    PostProcess first = test::make(shim.device(), small_info());
    test::run_frames(first, images, {{.scene_ev100 = 4.0}});
    const VkBuffer state = first.state_buffer();
    PostProcess second = std::move(first);
    EXPECT_EQ(second.state_buffer(), state);
    EXPECT_EQ(first.state_buffer(), VkBuffer{VK_NULL_HANDLE});  // NOLINT(bugprone-use-after-move): documented as empty
    PostProcess third = test::make(shim.device(), small_info());
    third = std::move(second);
    EXPECT_EQ(third.state_buffer(), state);
    EXPECT_EQ(test::run_frames(third, images, {{.scene_ev100 = 4.0}})[0].frames, 2u);
  }
  EXPECT_TRUE(shim.alive().empty());
}

TEST(Ownership, StepsLeftOutCostNothing) {
  LoaderShim shim(test::context());
  CreateInfo info = small_info();
  info.steps = photopic::kToneMapStep;
  const PostProcess tone_map = test::make(shim.device(), info);
  EXPECT_EQ(tone_map.memory_bytes(), 0u);
  EXPECT_TRUE(shim.allocations().empty());
  EXPECT_EQ(tone_map.state_buffer(), VkBuffer{VK_NULL_HANDLE});
  EXPECT_EQ(tone_map.log_luminance_image(), VkImage{VK_NULL_HANDLE});
  EXPECT_EQ(shim.calls().at("vkCreateComputePipelines"), 2u);  // the two operators
  info.steps = photopic::kMeterStep;
  const PostProcess meter = test::make(shim.device(), info);
  EXPECT_EQ(shim.calls().at("vkCreateComputePipelines"), 2u + 3u);
}

// ---- the host's allocator -------------------------------------------------------------------------------------------

VKAPI_ATTR void* VKAPI_CALL count_allocation(void* user, std::size_t size, std::size_t alignment,
                                             VkSystemAllocationScope) {
  ++*static_cast<std::int64_t*>(user);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
VKAPI_ATTR void VKAPI_CALL count_free(void* user, void* memory) {
  if (memory != nullptr) --*static_cast<std::int64_t*>(user);
  std::free(memory);
}
VKAPI_ATTR void* VKAPI_CALL no_reallocation(void*, void*, std::size_t, std::size_t, VkSystemAllocationScope) {
  return nullptr;
}

TEST(Ownership, TheHostsAllocatorServesCreationAndDestruction) {
  std::int64_t alive = 0;
  VkAllocationCallbacks callbacks = {};
  callbacks.pUserData = &alive;
  callbacks.pfnAllocation = count_allocation;
  callbacks.pfnReallocation = no_reallocation;
  callbacks.pfnFree = count_free;
  photopic::Device device = test::context().lend();
  device.allocator = &callbacks;
  {
    PostProcess post = test::make(device, small_info());
    EXPECT_GT(alive, 10);
    test::context().check(post.resize({33, 17}));
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
