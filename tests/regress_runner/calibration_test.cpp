// SPDX-License-Identifier: MIT
// Tests of calibration: proposed rules, and runs with errors.
#include "regress/runner/runner.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressCalibration : public RigTest {
 protected:
  Json proposal() const {
    const cli_test::Bytes bytes = cli_test::read_file(folder_ / "out/calibration.json");
    return Json::parse(bytes.begin(), bytes.end());
  }
};

TEST_F(RegressCalibration, ProposesExactWhereRunsAreAlike) {
  write_suite({test_case("a"), test_case("b", {{"must_fail", true}})});
  expect(kPass, {"--calibrate", "3"}, {"a: max delta 0, 0 pixels", "\"a\": \"exact\""});
  expect(kPass, {"--calibrate", "2", "-o", "out"});
  EXPECT_EQ(proposal(), (Json{{"rules", {{"a", "exact"}}}}));
  EXPECT_FALSE(std::filesystem::exists(*this / "goldens"));
}

/// Three texels in the middle are brighter by a code with every picture.
class NoisyRenderer : public regress::Renderer {
 public:
  explicit NoisyRenderer(const arguments::DeviceOptions& device) : renderer_(device) {}
  engine::Context& context() override { return renderer_.context(); }
  regress::DeviceInfo device_info() const override { return renderer_.device_info(); }
  regress::Shot render(const regress::Suite& suite, const regress::Case& one,
                       std::optional<session::MeteringMethod> method) override {
    regress::Shot shot = renderer_.render(suite, one, method);
    const std::size_t middle = std::size_t{shot.extent.width} * (shot.extent.height / 2) + shot.extent.width / 2;
    for (std::size_t i = middle; i < middle + 3; ++i) shot.rgba[4 * i] = std::byte(100 + rendered_);
    ++rendered_;
    return shot;
  }

 private:
  regress::CaseRenderer renderer_;
  int rendered_ = 0;
};

TEST_F(RegressCalibration, ProposesRoomForNoise) {
  write_suite(test_case("a"));
  regress::RunOptions options;
  options.variants[0].device.device = "llvmpipe";
  options.make_renderer = [](const arguments::DeviceOptions& device) {
    return std::make_unique<NoisyRenderer>(device);
  };
  const auto noises = regress::calibrate(regress::read_suite(folder_ / "suite.json"), options, 4, [](const auto&) {});
  ASSERT_EQ(noises.size(), 1u);
  const regress::NoiseFloor& noise = noises[0];
  EXPECT_EQ(noise.max_delta, 3u);
  EXPECT_EQ(noise.differing_pixels, 3u);
  ASSERT_TRUE(noise.min_ssim);
  EXPECT_LE(*noise.min_ssim, 1.0);
  EXPECT_EQ(noise.rules.at("max_delta"), 6);
  EXPECT_EQ(noise.rules.at("max_pixels"), 0);
  EXPECT_LE(noise.rules.at("min_ssim"), *noise.min_ssim);
}

TEST_F(RegressCalibration, GoesOnAfterAnError) {
  write_suite({test_case("a", {{"source", "none.exr"}}), test_case("b")});
  expect(kError, {"--calibrate", "2", "-o", "out"}, {"a: error: ", "b: max delta 0"});
  EXPECT_EQ(proposal(), (Json{{"rules", {{"b", "exact"}}}}));
}

}  // namespace
}  // namespace regress_runner_test
