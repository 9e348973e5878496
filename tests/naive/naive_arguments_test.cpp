// SPDX-License-Identifier: MIT
// Tests of arguments of the naive meters outside their range.
#include <photopic/naive_meters.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/arguments_rig.h"

namespace {

TEST(Arguments, OfNaiveMeters) {
  using photopic::NaiveMeter;
  using Info = photopic::NaiveMeterInfo;
  const std::vector<std::pair<std::function<void(Info&)>, std::vector<std::string>>> cases = {
      {[](Info& i) { i.max_extent = {}; }, {"max_extent.width", "= 0"}},
      {[](Info& i) { i.method = photopic::NaiveMethod(3); }, {"method", "= 3", "[0, 2]"}},
      {[](Info& i) { i.level_format = photopic::LevelFormat(2); }, {"level_format", "= 2", "[0, 1]"}},
      {[](Info& i) { i.pyramid_tap = photopic::PyramidTap(2); }, {"pyramid_tap", "= 2", "[0, 1]"}},
      {[](Info& i) { i.pyramid_factor = photopic::NaiveFactor(9); }, {"pyramid_factor", "= 9", "[0, 2]"}},
      {[](Info& i) { i.workgroup_side = 7; }, {"workgroup_side", "8 or 16"}}};
  NaiveMeter out;
  for (const auto& [spoil, words] : cases) {
    Info info = {.max_extent = test::kArgumentsExtent};
    spoil(info);
    EXPECT_EQ(NaiveMeter::create(test::context().lend(), info, &out), photopic::Status::invalid_argument);
    test::expect_message({"NaiveMeter::create:"});
    test::expect_message(words);
  }
  EXPECT_EQ(NaiveMeter::create(test::context().lend(), {.max_extent = test::kArgumentsExtent}, nullptr),
            photopic::Status::invalid_argument);
  EXPECT_EQ(out.record(VK_NULL_HANDLE, {}, {}, {}), photopic::Status::invalid_argument);  // empty
  EXPECT_EQ(out.resize({1, 1}), photopic::Status::invalid_argument);
  EXPECT_EQ(out.memory_bytes(), 0u);
  test::context().check(NaiveMeter::create(test::context().lend(), {.max_extent = test::kArgumentsExtent}, &out));
  EXPECT_EQ(out.resize({0, 1}), photopic::Status::invalid_argument);
  test::expect_message({"NaiveMeter::resize:", "max_extent.width"});
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(out.record(commands, {}, {}, {}), photopic::Status::invalid_argument);
    test::expect_message({"NaiveMeter::record:", "hdr"});
    EXPECT_EQ(out.record_export(commands, VK_NULL_HANDLE, 0), photopic::Status::invalid_argument);
    test::expect_message({"NaiveMeter::record_export:", "destination"});
  });
}

}  // namespace
