// SPDX-License-Identifier: MIT
// Tests of the choice of the newest state, with reads stopped at will between slots.
#include "adapt/latest_state.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

using photopic::latest_state;
using photopic::gpu::ExposureState;

ExposureState state_of(std::uint32_t serial) {
  ExposureState state = {};
  state.exposure = float(serial) * 0.25f;
  state.serial = serial;
  state.checksum = PHOTOPIC_STATE_CHECKSUM_SEED;
  for (std::size_t i = 0; i * sizeof(std::uint32_t) < offsetof(ExposureState, checksum); ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(&state) + i * sizeof word, sizeof word);
    state.checksum ^= word;
  }
  return state;
}

/// Serial of an old state under fields of a new one: what a copy finds that the GPU is halfway through.
ExposureState torn_state(std::uint32_t serial) {
  ExposureState state = state_of(serial - 3);
  state.exposure = state_of(serial).exposure;
  return state;
}

class LatestState : public testing::Test {
 protected:
  /// The serial that is found; 0 if nothing is. `between(i)` runs before the i-th read.
  std::uint32_t read(const std::function<void(std::uint32_t)>& between = {}) {
    ExposureState out = {};
    reads_ = 0;
    const bool is_found = latest_state(std::uint32_t(slots_.size()), {}, &out, [&](std::uint32_t slot) {
      if (between) between(reads_);
      ++reads_;
      return slots_[slot];
    });
    EXPECT_EQ(is_found, out.serial != 0);
    if (is_found) {
      EXPECT_EQ(out.exposure, state_of(out.serial).exposure);
    }
    return out.serial;
  }

  std::vector<ExposureState> slots_;
  std::uint32_t reads_ = 0;
};

TEST_F(LatestState, IsTheNewestWhereverItLies) {
  slots_ = {state_of(13), state_of(11), state_of(12)};
  EXPECT_EQ(read(), 13u);
  slots_ = {state_of(13), state_of(14), state_of(12)};
  EXPECT_EQ(read(), 14u);
  EXPECT_EQ(reads_, 3u);
}

TEST_F(LatestState, SurvivesTheSerialsWrap) {
  slots_ = {state_of(0xffffffffu), state_of(1), state_of(0xfffffffeu)};
  EXPECT_EQ(read(), 1u);
}

TEST_F(LatestState, IsNoneWhereNothingWasWritten) {
  slots_.resize(3);
  EXPECT_EQ(read(), 0u);
  slots_[0] = torn_state(4);
  EXPECT_EQ(read(), 0u) << "torn for ever";
}

TEST_F(LatestState, LeavesOutWhatIsTorn) {
  slots_ = {torn_state(13), state_of(11), state_of(12)};
  EXPECT_EQ(read(), 12u);
}

/// An earlier call returned 12. The thread is stopped after it read 10 and 11, while the GPU ends two frames and begins
/// a third: 11 is the newest whole state of that scan.
TEST_F(LatestState, IsNeverOlderAfterAStopBetweenSlots) {
  slots_ = {state_of(10), state_of(11), state_of(12)};
  EXPECT_EQ(read(), 12u);
  const std::uint32_t serial = read([this](std::uint32_t i) {
    if (i == 2) slots_ = {state_of(13), state_of(14), torn_state(15)};
    if (i == 4) slots_[2] = state_of(15);
  });
  EXPECT_EQ(serial, 15u);
  EXPECT_EQ(reads_, 6u) << "one more scan";
}

TEST_F(LatestState, IsNeverOlderWhileASlotStaysTorn) {
  slots_ = {state_of(10), state_of(11), state_of(12)};
  const std::uint32_t serial = read([this](std::uint32_t i) {
    if (i == 2) slots_ = {state_of(13), state_of(14), torn_state(15)};
  });
  EXPECT_EQ(serial, 14u);
}

}  // namespace
