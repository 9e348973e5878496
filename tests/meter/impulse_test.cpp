// SPDX-License-Identifier: MIT
// Tests with one bright texel, which must move the mean by its share, 1 / (W H), wherever it lies.
//
// The image is 1 everywhere but in one texel of 2^15. Instead of moving that texel, the metered rectangle moves:
// Frame::region of W x H texels with its corner (x, y) texels before the bright one. log_luminance reads texel
// origin + p and writes p, and no other pass sees the HDR image, so every pass runs on the same values as if an image
// of exactly W x H texels had its bright texel at (x, y). (That the origin is added right is tested here too: else the
// bright texel would be missed at some positions.) Each measurement goes to an exposure state of its own, and all
// memory is NaN before each size: texels that a size leaves unused stay NaN for all its positions, since no pass writes
// them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"
#include "meter/meter_variants.h"

namespace {

constexpr double kImpulseLog2 = 15.0;
/// Relative to the impulse's share. Its value is one float product: a sum with one term other than 0, times powers of
/// two, divided by the texel count.
constexpr double kTolerance = 1e-5;
constexpr std::uint32_t kBatch = 1024;  // measurements per submission: the most views an object can have

/// Sides that leave blocks of 32 texels, their halves and pairs as full or as empty as they can be.
bool is_around_a_block(std::uint32_t side) {
  constexpr std::uint32_t kSides[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 44, 45, 63, 64, 65, 70};
  return std::ranges::find(kSides, side) != std::end(kSides);
}

class Impulse : public testing::TestWithParam<test::MeterVariant> {
 protected:
  /// Positions up to `max_extent` in images of up to that size.
  void prepare(VkExtent2D max_extent, const test::MeterVariant& variant) {
    corner_ = {std::int32_t(max_extent.width) - 1, std::int32_t(max_extent.height) - 1};
    const VkExtent2D around = {2 * max_extent.width - 1, 2 * max_extent.height - 1};
    constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    constexpr std::size_t kTexelBytes = 8;
    hdr_ =
        engine::Image(test::context(), around, kFormat, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    std::array<std::byte, kTexelBytes> even;
    std::array<std::byte, kTexelBytes> bright;
    const double brightness = std::exp2(kImpulseLog2);
    test::encode(kFormat, {1.0, 1.0, 1.0}, even.data());
    test::encode(kFormat, {brightness, brightness, brightness}, bright.data());
    engine::upload(test::context(), hdr_, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
      std::byte* const end = rows + row_count * around.width * kTexelBytes;
      for (std::byte* texel = rows; texel != end; texel += kTexelBytes) std::ranges::copy(even, texel);
      const std::uint32_t row = std::uint32_t(corner_.y) - first_row;
      if (row >= row_count) return;
      const std::size_t texel = std::size_t(row) * around.width + std::uint32_t(corner_.x);
      std::ranges::copy(bright, rows + texel * kTexelBytes);
    });
    make_meter(max_extent, variant);
  }

  void make_meter(VkExtent2D max_extent, const test::MeterVariant& variant) {
    poison_.reset();
    photopic::MadeFor info = variant.for_extent(max_extent);
    info.view_count = kBatch;
    post_ = test::make(shim_.device(), info);
    poison_ = std::make_unique<test::Poison>(test::context(), shim_);
    ASSERT_TRUE(poison_->covers_all());
    states_ = std::make_unique<engine::Buffer>(test::context(), kBatch * post_.state_stride_bytes(),
                                               VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
  }

  void check_every_position(VkExtent2D size) {
    std::vector<VkOffset2D> positions;
    for (std::int32_t y = 0; y < std::int32_t(size.height); ++y) {
      for (std::int32_t x = 0; x < std::int32_t(size.width); ++x) positions.push_back({x, y});
    }
    check(size, positions);
  }

  /// A row, a column and the corners; every position in a full run.
  void check_positions(VkExtent2D size) {
    if (test::full_wanted()) return check_every_position(size);
    const VkOffset2D last = {std::int32_t(size.width) - 1, std::int32_t(size.height) - 1};
    std::vector<VkOffset2D> positions = {{0, 0}, {last.x, 0}, {0, last.y}, last};
    for (std::int32_t x = 0; x <= last.x; ++x) positions.push_back({x, last.y * 2 / 3});
    for (std::int32_t y = 0; y <= last.y; ++y) positions.push_back({last.x / 3, y});
    check(size, positions);
  }

  void check_random_positions(VkExtent2D size, std::size_t count) {
    std::mt19937 random(size.width * 65536 + size.height);
    const auto below = [&](std::uint32_t side) { return std::int32_t(random() % side); };
    // The corners are where blocks are filled the least.
    const VkOffset2D last = {std::int32_t(size.width) - 1, std::int32_t(size.height) - 1};
    std::vector<VkOffset2D> positions = {{0, 0}, {last.x, 0}, {0, last.y}, last};
    while (positions.size() < count) positions.push_back({below(size.width), below(size.height)});
    check(size, positions);
  }

  void check(VkExtent2D size, std::span<const VkOffset2D> positions) {
    for (std::size_t first = 0; first < positions.size() && !HasFatalFailure(); first += kBatch) {
      check_batch(size, positions.subspan(first, std::min<std::size_t>(kBatch, positions.size() - first)), first == 0);
    }
  }

  void TearDown() override {
    std::printf("%llu positions, worst error %.3g of the share\n", static_cast<unsigned long long>(count_), worst_);
    poison_.reset();
  }

  test::LoaderShim shim_{test::context()};

 private:
  void check_batch(VkExtent2D size, std::span<const VkOffset2D> positions, bool is_first) {
    const photopic::MeterSettings meter = test::asking_for(post_);
    test::submit([&](VkCommandBuffer command_buffer) {
      if (is_first) poison_->record(command_buffer);
      for (std::uint32_t i = 0; i < positions.size(); ++i) {
        const VkOffset2D offset = {corner_.x - positions[i].x, corner_.y - positions[i].y};
        const photopic::Frame frame = {.hdr = {hdr_.view()}, .extent = size, .view = i, .offset = offset};
        test::context().check(post_.record_meter(command_buffer, frame, {.meter = meter}));
      }
      engine::memory_barrier(test::context(), command_buffer, engine::kComputeWrite, engine::kTransferRead);
      const VkBufferCopy copy = {0, 0, positions.size() * post_.state_stride_bytes()};
      test::context().vk().vkCmdCopyBuffer(command_buffer, post_.state_buffer(), states_->handle(), 1, &copy);
      engine::memory_barrier(test::context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
    });
    const double share = kImpulseLog2 / (double(size.width) * size.height);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      test::State state;
      std::memcpy(&state, states_->mapped().data() + i * post_.state_stride_bytes(), sizeof state);
      const double error = std::abs(double(state.mean_log2_luminance) - share) / share;
      // Not EXPECT_NEAR: NaN must fail.
      ASSERT_TRUE(error <= kTolerance) << size.width << " x " << size.height << " at " << positions[i].x << ", "
                                       << positions[i].y << ": mean " << state.mean_log2_luminance;
      worst_ = std::max(worst_, error);
    }
    count_ += positions.size();
  }

  VkOffset2D corner_ = {};
  engine::Image hdr_;
  photopic::PostProcess post_;
  std::unique_ptr<test::Poison> poison_;
  std::unique_ptr<engine::Buffer> states_;
  std::uint64_t count_ = 0;
  double worst_ = 0.0;
};

/// Sizes up to 70 x 70: the corners, of the pyramid at each size and of the others where sides are around a block,
/// where of the pyramid there are also a row and a column. In a full run each size, of the pyramid every position of
/// those up to 44 x 44 (980100 positions, 30 to 40 us each on llvmpipe), which have every way to fill one block of 32
/// texels and two half, and 200 positions of each larger one; every position of all (6175225) with
/// PHOTOPIC_TEST_EXHAUSTIVE=1. Of the others, whose tiles are the same at each size, 20 positions.
TEST_P(Impulse, EverySmallSize) {
  constexpr std::uint32_t kMaxSide = 70;
  const bool is_main = std::string(GetParam().name) == "pyramid_s8";
  const std::uint32_t max_full_side = test::exhaustive_wanted() ? kMaxSide : is_main ? 44 : 0;
  prepare({kMaxSide, kMaxSide}, GetParam());
  for (std::uint32_t height = 1; height <= kMaxSide; ++height) {
    for (std::uint32_t width = 1; width <= kMaxSide; ++width) {
      const bool is_chosen = is_around_a_block(width) && is_around_a_block(height);
      if (!test::full_wanted()) {
        if (is_chosen && is_main) {
          check_positions({width, height});
        } else if (is_chosen || is_main) {
          check_random_positions({width, height}, 4);
        }
      } else if (std::max(width, height) <= max_full_side) {
        check_every_position({width, height});
      } else {
        check_random_positions({width, height}, is_main ? 200 : 20);
      }
      if (HasFatalFailure()) return;
    }
  }
}

/// Up to three blocks a side, in level images of up to seven mips.
TEST_P(Impulse, EveryPositionOfSizesBeyondOneBlock) {
  prepare({70, 70}, GetParam());
  for (const VkExtent2D size : {VkExtent2D{70, 70}, {65, 70}, {33, 65}, {64, 64}, {70, 1}, {1, 70}}) {
    check_positions(size);
    if (HasFatalFailure()) return;
  }
}

/// The same in level images of exactly that size.
TEST_P(Impulse, EveryPositionOfImagesOfExactlyThatSize) {
  for (const VkExtent2D size : {VkExtent2D{70, 70}, {65, 33}, {63, 31}, {1, 70}, {70, 1}, {3, 2}, {1, 1}}) {
    prepare(size, GetParam());
    check_positions(size);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Impulse, RandomPositionsOfFrames) {
  for (const VkExtent2D size : {VkExtent2D{1025, 1}, {1023, 1023}, {1366, 768}, {1920, 1080}}) {
    prepare(size, GetParam());
    check_random_positions(size, test::full_wanted() ? 50 : 8);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Impulse, RandomPositionsOf4K) {
  prepare({3840, 2160}, GetParam());
  check_random_positions({3840, 2160}, test::full_wanted() ? 50 : 6);
}

INSTANTIATE_TEST_SUITE_P(Method, Impulse, testing::ValuesIn(test::meter_variants()),
                         [](const auto& variant) { return variant.param.name; });

}  // namespace
