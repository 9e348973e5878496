// SPDX-License-Identifier: MIT
// Tests of failures of every Vulkan call in turn, missing functions, ownership.
#include <photopic/debug_overlay.h>
#include <photopic/image_metrics.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "adapt/adaptation_rig.h"
#include "finish/passes.h"
#include "finish/tone_map_rig.h"
#include "gpu/host/vk_table.h"
#include "gpu/loader_shim.h"
#include "gpu/passes/compute_pass.h"

namespace {

using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Status;
using test::LoaderShim;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Two operators are enough to have more than one pipeline per pass.
MadeFor small_info() {
  return {.max_extent = test::kRigExtent,
          .view_count = 2,
          .meter_method = photopic::MeterMethod::pyramid,
          .tone_mappers = 0b11};
}

std::vector<MadeFor> create_variants() {
  MadeFor plain = small_info();
  MadeFor single_pass = small_info();
  single_pass.meter_method = photopic::MeterMethod::single_pass;
  MadeFor corrected = small_info();
  corrected.pyramid_factor = photopic::PyramidFactor::corrected;
  corrected.ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT;
  MadeFor tone_map = small_info();
  tone_map.steps = photopic::kToneMapStep;
  MadeFor meter = small_info();
  meter.steps = photopic::kMeterStep;
  std::vector<MadeFor> all = {plain, single_pass, corrected, tone_map, meter};
  if (test::context().vk().vkCmdBeginRenderingKHR != nullptr) {
    all.push_back(tone_map);
    all.back().steps = photopic::kDrawStep;
    all.back().render_target.samples = 1;
  }
  return all;
}

// ---- failures -------------------------------------------------------------------------------------------------------

struct Failure {
  VkResult result;
  Status status;
};

class Failing : public testing::TestWithParam<Failure> {};

/// `least_calls`: functions that can fail.
template <class Object, class Info>
void expect_clean_failures(const Failure& failure, const Info& info, std::size_t least_calls) {
  LoaderShim shim(test::context());
  shim.make_no_pipelines();
  std::set<std::string> failed_calls;
  for (std::uint32_t n = 1;; ++n) {
    Object out;
    shim.fail_call(n, failure.result);
    const Status status = test::create_object(shim.device(), info, &out);
    const std::string failed = shim.take_failed_call();
    if (failed.empty()) {
      EXPECT_EQ(status, Status::ok);
      break;
    }
    failed_calls.insert(failed);
    EXPECT_EQ(status, failure.status) << failed;
    EXPECT_TRUE(contains(test::context().last_message(), failed)) << test::context().last_message();
    EXPECT_EQ(out.state_buffer(), VkBuffer{VK_NULL_HANDLE});
    EXPECT_EQ(out.memory_bytes(), 0u);
    ASSERT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " leaked when " << failed << " failed";
    ASSERT_TRUE(shim.allocations().empty());
  }
  EXPECT_GE(failed_calls.size(), least_calls);
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " outlived its object";
}

TEST_P(Failing, EveryCallOfCreate) {
  for (const MadeFor& info : create_variants()) {
    const bool has_images = info.meter_method == photopic::MeterMethod::pyramid;
    const std::size_t least = (info.steps & photopic::kMeterStep) == 0 ? 5 : has_images ? 11 : 9;
    expect_clean_failures<PostProcess>(GetParam(), info, least);
  }
  for (const auto method : {photopic::NaiveMethod::blit_chain, photopic::NaiveMethod::pyramid}) {
    const photopic::NaiveMeterInfo info = {.max_extent = test::kRigExtent, .method = method};
    expect_clean_failures<photopic::NaiveMeter>(GetParam(), info, 11);
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
  EXPECT_EQ(test::create(shim.device(), small_info(), &post), GetParam().status);
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
    EXPECT_EQ(test::create(shim.device(), small_info(), &out), Status::unsupported) << name;
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
  if (!test::context().lend().shader_buffer_int64_atomics) GTEST_SKIP() << "no 64-bit atomics";
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
  template <class Object = PostProcess, class Function, class Info>
  void expect_unsupported(const char* name, Function function, const Info& info, const char* word) {
    LoaderShim shim(test::context());
    shim.replace(name, reinterpret_cast<PFN_vkVoidFunction>(function));
    Object out;
    EXPECT_EQ(test::create_object(shim.device(), info, &out), Status::unsupported) << word;
    EXPECT_TRUE(contains(test::context().last_message(), word)) << test::context().last_message();
    EXPECT_TRUE(shim.alive().empty());
  }
};

TEST_F(Unsupported, FormatsQueuesAndVersions) {
  const std::vector<MadeFor> variants = create_variants();
  constexpr const char* kFormats = "vkGetPhysicalDeviceFormatProperties";
  constexpr const char* kQueues = "vkGetPhysicalDeviceQueueFamilyProperties";
  expect_unsupported(kFormats, &no_format_features, variants[0], "storage image");
  const photopic::NaiveMeterInfo blits = {.max_extent = test::kRigExtent};
  photopic::NaiveMeterInfo linear = blits;
  linear.method = photopic::NaiveMethod::pyramid;
  expect_unsupported<photopic::NaiveMeter>(kFormats, &storage_only, blits, "filtered linearly");
  expect_unsupported<photopic::NaiveMeter>(kFormats, &storage_only, linear, "filtered linearly");
  expect_unsupported<photopic::NaiveMeter>(kQueues, &one_compute_family, blits, "graphics queue");
  expect_unsupported(kQueues, &one_transfer_family, variants[0], "compute");
  expect_unsupported("vkGetPhysicalDeviceProperties", &vulkan_1_1, variants[0], "1.2");
}

TEST_F(Unsupported, PyramidNeedsNeitherFiltersNorGraphics) {
  LoaderShim shim(test::context());
  shim.replace("vkGetPhysicalDeviceFormatProperties", reinterpret_cast<PFN_vkVoidFunction>(&storage_only));
  shim.replace("vkGetPhysicalDeviceQueueFamilyProperties", reinterpret_cast<PFN_vkVoidFunction>(&one_compute_family));
  PostProcess out;
  EXPECT_EQ(test::create(shim.device(), small_info(), &out), Status::ok) << test::context().last_message();
}

TEST_F(Unsupported, HalfLevelsWithoutTheEnabledFeature) {
  photopic::Device device = test::context().lend();
  device.shader_storage_image_extended_formats = false;
  const photopic::NaiveMeterInfo info = {.max_extent = {4, 4}, .level_format = photopic::LevelFormat::r16f};
  photopic::NaiveMeter out;
  EXPECT_EQ(photopic::NaiveMeter::create(device, info, &out), Status::unsupported);
  EXPECT_TRUE(contains(test::context().last_message(), "shaderStorageImageExtendedFormats"));
}

// ---- ownership ------------------------------------------------------------------------------------------------------

TEST(Ownership, DefaultConstructedObjectsRefuseEverything) {
  PostProcess empty;
  EXPECT_EQ(empty.resize({1, 1}), Status::invalid_argument);
  EXPECT_EQ(empty.record(VK_NULL_HANDLE, {}, {}), Status::invalid_argument);
  EXPECT_EQ(empty.record_meter(VK_NULL_HANDLE, {}, {}), Status::invalid_argument);
  EXPECT_EQ(empty.record_finish(VK_NULL_HANDLE, {}, {}), Status::invalid_argument);
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

/// What the target of an assignment held ends there and then, and not with the source.
template <class Object, class Info>
void expect_assignment_destroys(const Info& info) {
  LoaderShim shim(test::context());
  Object target, source;
  test::context().check(test::create_object(shim.device(), info, &target));
  const std::size_t of_one = shim.alive().size();
  test::context().check(test::create_object(shim.device(), info, &source));
  target = std::move(source);
  EXPECT_EQ(shim.alive().size(), of_one);
  Object& same = target;
  target = std::move(same);
  EXPECT_EQ(shim.alive().size(), of_one);  // and moving to itself changes nothing
  source = Object();
  EXPECT_EQ(shim.alive().size(), of_one);
  target = Object();
  EXPECT_TRUE(shim.alive().empty());
}

TEST(Ownership, AssignmentsDestroyWhatTheTargetHeld) {
  expect_assignment_destroys<PostProcess>(small_info());
  expect_assignment_destroys<photopic::DebugOverlay>(photopic::OverlayCreateInfo{.max_extent = {16, 16}});
  expect_assignment_destroys<photopic::NaiveMeter>(photopic::NaiveMeterInfo{.max_extent = {16, 16}});
  expect_assignment_destroys<photopic::ImageMetrics>(
      photopic::MetricsCreateInfo{.max_extent = {16, 16}, .metrics = photopic::kMetricErrors});
}

/// With dither and without; on GPUs, each for pictures that tiles fit, too.
std::uint32_t pipelines_of_operator() {
  return test::context().properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? 2 : 4;
}

TEST(Ownership, StepsLeftOutCostNothing) {
  LoaderShim shim(test::context());
  MadeFor info = small_info();
  info.steps = photopic::kToneMapStep;
  const PostProcess tone_map = test::make(shim.device(), info);
  EXPECT_EQ(shim.allocations().size(), 1u);  // slots of its settings
  EXPECT_EQ(tone_map.state_buffer(), VkBuffer{VK_NULL_HANDLE});
  EXPECT_EQ(tone_map.log_luminance_image(), VkImage{VK_NULL_HANDLE});
  const std::uint32_t of_tone_map = 2 * pipelines_of_operator();
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), of_tone_map);
  info.steps = photopic::kMeterStep;
  const PostProcess meter = test::make(shim.device(), info);
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), of_tone_map + 3u);
  EXPECT_EQ(shim.calls().at("vkCreateComputePipelines"), 2u);  // one batch an object
}

TEST(Ownership, OneOperatorIsMadeByDefault) {
  LoaderShim shim(test::context());
  const PostProcess post = test::make(shim.device(), {.max_extent = test::kRigExtent, .steps = photopic::kToneMapStep});
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), pipelines_of_operator());
}

/// As many variants of a pass as there are operators, settings and whatever else comes.
TEST(Ownership, APassHasAnyNumberOfVariants) {
  LoaderShim shim(test::context());
  photopic::Gpu gpu;
  ASSERT_EQ(gpu.init(shim.device()), Status::ok);
  {
    photopic::ComputePass pass(gpu);
    ASSERT_EQ(pass.create(*photopic::passes::tone_map_to[0]), Status::ok);
    for (const std::uint32_t variant : {0u, 25u, 1000u}) {
      const photopic::Specialization constant = {PHOTOPIC_SPEC_TONE_MAPPER, variant % 12};
      ASSERT_EQ(pass.add_variant(variant, {&constant, 1}), Status::ok);
    }
    ASSERT_EQ(gpu.batch.create(gpu), Status::ok);
    EXPECT_TRUE(pass.has_variant(0) && pass.has_variant(25) && pass.has_variant(1000));
    EXPECT_FALSE(pass.has_variant(1) || pass.has_variant(1001));
    EXPECT_EQ(shim.calls().at("vkCreateShaderModule"), 3u);  // each is trimmed to its constants
    EXPECT_EQ(shim.alive_of("vkCreateShaderModule"), 0u);
  }
  EXPECT_TRUE(shim.alive().empty());
}

// ---- names and labels for captures ----------------------------------------------------------------------------------

std::vector<std::string> labels, names;
std::int32_t open_labels = 0;

VKAPI_ATTR void VKAPI_CALL begin_label(VkCommandBuffer, const VkDebugUtilsLabelEXT* label) {
  labels.emplace_back(label->pLabelName);
  ++open_labels;
}
VKAPI_ATTR void VKAPI_CALL end_label(VkCommandBuffer) { --open_labels; }
VKAPI_ATTR VkResult VKAPI_CALL take_name(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  names.emplace_back(info->pObjectName);
  return VK_SUCCESS;
}

TEST(Captures, ShowNamesAndLabels) {
  labels.clear();
  names.clear();
  LoaderShim shim(test::context());
  shim.replace("vkCmdBeginDebugUtilsLabelEXT", reinterpret_cast<PFN_vkVoidFunction>(begin_label));
  shim.replace("vkCmdEndDebugUtilsLabelEXT", reinterpret_cast<PFN_vkVoidFunction>(end_label));
  shim.replace("vkSetDebugUtilsObjectNameEXT", reinterpret_cast<PFN_vkVoidFunction>(take_name));
  PostProcess post = test::make(shim.device(), small_info());
  for (const char* name : {"photopic exposure states", "photopic tone_map_rgba8", "photopic log luminance"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  test::UniformImages images;
  test::run_frames(post, images, {{.scene_ev100 = 4.0}});
  EXPECT_EQ(labels, std::vector<std::string>{"photopic meter"});
  EXPECT_EQ(open_labels, 0);
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
