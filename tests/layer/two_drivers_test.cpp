// SPDX-License-Identifier: MIT
// Tests of two Vulkan drivers in one process, llvmpipe and SwiftShader: each gives the bits that it gives alone.
#include <photopic/post_process.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace test {
namespace {

constexpr VkExtent2D kTwoDriversExtent = {301, 170};
constexpr std::uint32_t kFrames = 6;

/// Exposure and picture of one frame.
struct ShownFrame {
  State state;
  std::vector<std::byte> picture;
};

/// A host of its own: instance, device, object, pictures.
class DriverHost {
 public:
  explicit DriverHost(const std::string& device) : context_({.device = device}) {
    settings_.meter.high_percentile = 95.0f;  // the histogram, and so several dispatches
    context_.check(post_.create(context_.lend(), {.max_extent = kTwoDriversExtent, .uses = {settings_}}));
    constexpr VkFormat kHdrFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    for (std::uint32_t seed = 0; seed < 2; ++seed) {
      scenes_.emplace_back(context_, kTwoDriversExtent, kHdrFormat,
                           VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
      const TexelFn texel = seed == 0 ? wide_noise(-9.0, 7.0, 1) : gradient_with_noise(kTwoDriversExtent, 2);
      engine::upload(context_, scenes_.back(), texels_of(kHdrFormat, kTwoDriversExtent, texel));
    }
    ldr_ = engine::Image(context_, kTwoDriversExtent, VK_FORMAT_R8G8B8A8_UNORM,
                         VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  }

  std::string name() const { return context_.properties().deviceName; }

  /// Frame `i` of a sequence; 0 begins it anew.
  ShownFrame show(std::uint32_t i) {
    const photopic::Frame frame = {.hdr = {scenes_[i % scenes_.size()].view()},
                                   .ldr = {ldr_.view()},
                                   .extent = kTwoDriversExtent,
                                   .delta_time_s = 0.1f,
                                   .cut = i == 0};
    engine::submit_and_wait(context_, [&](VkCommandBuffer commands) {
      engine::image_barrier(context_, commands, ldr_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                            engine::kTransferRead, engine::kComputeWrite);
      context_.check(post_.record(commands, frame, settings_));
    });
    ShownFrame shown;
    const std::vector<std::byte> state = engine::read_back(context_, post_.state_buffer(), 0, sizeof shown.state);
    std::memcpy(&shown.state, state.data(), sizeof shown.state);
    shown.picture = engine::read_back(context_, ldr_);
    return shown;
  }

  std::vector<ShownFrame> show_all() {
    std::vector<ShownFrame> all;
    for (std::uint32_t i = 0; i < kFrames; ++i) all.push_back(show(i));
    return all;
  }

 private:
  engine::Context context_;
  photopic::Settings settings_;
  std::vector<engine::Image> scenes_;
  engine::Image ldr_;
  photopic::PostProcess post_;
};

void expect_same(std::vector<ShownFrame> shown, std::vector<ShownFrame> alone, const std::string& driver) {
  SCOPED_TRACE(driver);
  ASSERT_EQ(shown.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    shown[i].state.frames = alone[i].state.frames = 0;  // since the object was made
    EXPECT_TRUE(same_bits(shown[i].state, alone[i].state)) << to_string(shown[i].state) << "\nnot\n"
                                                           << to_string(alone[i].state);
    EXPECT_EQ(shown[i].picture, alone[i].picture) << i;
  }
}

class TwoDrivers : public testing::Test {
 protected:
  /// Each driver's frames alone, before the two have objects at the same time.
  static void SetUpTestSuite() {
    for (int i = 0; i < 2; ++i) alone_[i] = DriverHost(kDrivers[i]).show_all();
    for (int i = 0; i < 2; ++i) hosts_[i] = std::make_unique<DriverHost>(kDrivers[i]);
  }
  static void TearDownTestSuite() {
    for (auto& host : hosts_) host.reset();
  }

  static constexpr const char* kDrivers[2] = {"llvmpipe", "SwiftShader"};
  static inline std::vector<ShownFrame> alone_[2];
  static inline std::unique_ptr<DriverHost> hosts_[2];
};

TEST_F(TwoDrivers, AreTwo) {
  for (int i = 0; i < 2; ++i) EXPECT_NE(hosts_[i]->name().find(kDrivers[i]), std::string::npos) << hosts_[i]->name();
  EXPECT_GT(alone_[0].back().state.exposure, 0.0f);
  EXPECT_GT(alone_[1].back().state.exposure, 0.0f);
}

TEST_F(TwoDrivers, InTurn) {
  std::vector<ShownFrame> shown[2];
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    shown[0].push_back(hosts_[0]->show(i));
    shown[1].push_back(hosts_[1]->show(i));
  }
  expect_same(shown[0], alone_[0], kDrivers[0]);
  expect_same(shown[1], alone_[1], kDrivers[1]);
}

TEST_F(TwoDrivers, OnTwoThreads) {
  std::vector<ShownFrame> shown[2];
  std::thread other([&] { shown[1] = hosts_[1]->show_all(); });
  shown[0] = hosts_[0]->show_all();
  other.join();
  expect_same(shown[0], alone_[0], kDrivers[0]);
  expect_same(shown[1], alone_[1], kDrivers[1]);
}

/// Hosts that are made and end while the other one works.
TEST_F(TwoDrivers, MadeOnTwoThreads) {
  std::vector<ShownFrame> shown[2];
  std::thread other([&] { shown[1] = DriverHost(kDrivers[1]).show_all(); });
  shown[0] = DriverHost(kDrivers[0]).show_all();
  other.join();
  expect_same(shown[0], alone_[0], kDrivers[0]);
  expect_same(shown[1], alone_[1], kDrivers[1]);
}

}  // namespace
}  // namespace test
