// SPDX-License-Identifier: MIT
// Tests of pipelines that are made after their object, on another thread.
#include <atomic>
#include <iterator>
#include <string>
#include <thread>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kPrepareExtent = {40, 30};

photopic::MadeFor prepare_info(bool is_deferred) {
  return {.max_extent = kPrepareExtent, .dither = true, .defer_pipelines = is_deferred};
}

TEST(Prepare, OnAnotherThreadThenRecordsTheSame) {
  PostProcess now = make(prepare_info(false)), later = make(prepare_info(true));
  EXPECT_EQ(now.pipelines_left(), 0u);
  const std::uint32_t count = later.pipelines_left();
  ASSERT_GT(count, 2u);
  std::atomic<std::uint32_t> calls = 0;
  std::thread thread([&] {
    for (; later.pipelines_left() > 0; ++calls) EXPECT_EQ(later.prepare(2), Status::ok);
  });
  while (later.pipelines_left() > 0) std::this_thread::yield();
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPrepareExtent, gradient_with_noise(kPrepareExtent));
  const engine::Image ldrs[] = {make_ldr(kPrepareExtent, VK_FORMAT_R8G8B8A8_UNORM),
                                make_ldr(kPrepareExtent, VK_FORMAT_R8G8B8A8_UNORM)};
  submit([&](VkCommandBuffer commands) {
    context().check(
        now.record(commands, {.hdr = {scene.view()}, .ldr = {ldrs[0].view()}, .extent = kPrepareExtent}, Settings{}));
    context().check(
        later.record(commands, {.hdr = {scene.view()}, .ldr = {ldrs[1].view()}, .extent = kPrepareExtent}, Settings{}));
  });
  thread.join();
  EXPECT_EQ(calls, (count + 1) / 2);
  EXPECT_EQ(engine::read_back(context(), ldrs[0]), engine::read_back(context(), ldrs[1]));
  EXPECT_TRUE(same_bits(state_of(now), state_of(later)));
  EXPECT_EQ(later.prepare(1), Status::ok);  // nothing is left
}

TEST(Prepare, WhatIsLeftIsSaidAndAFailureChangesNothing) {
  LoaderShim shim(context());
  PostProcess post = make(shim.device(), prepare_info(true));
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), 0u);
  const std::uint32_t count = post.pipelines_left();
  const HdrImage scene = make_uniform_hdr(kPrepareExtent, 1.0);
  const engine::Image ldr = make_ldr(kPrepareExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const VkRect2D region = {{0, 0}, kPrepareExtent};
  submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(post.record(commands, {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kPrepareExtent}, Settings{}),
              Status::invalid_argument);
    const std::string words = "record: pipelines: " + std::to_string(count) + " are left for prepare() to make";
    EXPECT_NE(context().last_message().find(words), std::string::npos) << context().last_message();
    EXPECT_EQ(post.record_meter(commands, {.hdr = {scene.view()}, .extent = region.extent, .offset = region.offset},
                                Settings{}),
              Status::invalid_argument);
    EXPECT_EQ(
        post.record_finish(
            commands, {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = region.extent, .offset = region.offset},
            Settings{}),
        Status::invalid_argument);
  });
  const char* const calls[] = {"vkCreateShaderModule", "vkCreateComputePipelines"};
  for (std::uint32_t call = 1; call <= std::size(calls); ++call) {
    shim.fail_call(call, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(post.prepare(1), Status::out_of_memory);
    EXPECT_EQ(post.pipelines_left(), count);
    EXPECT_EQ(shim.take_failed_call(), calls[call - 1]);
    EXPECT_EQ(shim.alive_of("vkCreateShaderModule"), 0u);
  }
  EXPECT_EQ(post.prepare(1), Status::ok);
  EXPECT_EQ(post.pipelines_left(), count - 1);
  EXPECT_EQ(shim.alive_of("vkCreateComputePipelines"), 1u);
  post = PostProcess();  // with some left
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second;
  EXPECT_EQ(post.prepare(1), Status::invalid_argument);
  EXPECT_EQ(post.pipelines_left(), 0u);
}

}  // namespace
}  // namespace test
