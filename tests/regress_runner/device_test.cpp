// SPDX-License-Identifier: MIT
// Tests of devices that get lost.
#include <set>

#include "regress/runner/runner.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

using compare::Outcome;

/// What is to go wrong, and what was done.
struct Plan {
  std::set<std::string> lost_in;           ///< cases in which the device gets lost
  std::set<int> cannot_be_made = {};       ///< numbers of the devices, from 1
  int made = 0;                            ///< devices
  std::vector<std::string> rendered = {};  ///< cases, as long as there was a device
};

/// A real one, but for what the plan says.
class FailingRenderer : public regress::Renderer {
 public:
  FailingRenderer(const arguments::DeviceOptions& device, Plan& plan) : renderer_(device), plan_(plan) {}
  engine::Context& context() override { return renderer_.context(); }
  regress::DeviceInfo device_info() const override { return renderer_.device_info(); }
  regress::Shot render(const regress::Suite& suite, const regress::Case& one,
                       std::optional<session::MeteringMethod> method) override {
    EXPECT_FALSE(is_lost_) << "a lost device is used again";
    is_lost_ = plan_.lost_in.contains(one.name);
    if (is_lost_) throw engine::Error("vkQueueSubmit: VkResult -4 (device lost)");
    plan_.rendered.push_back(one.name);
    return renderer_.render(suite, one, method);
  }

 private:
  regress::CaseRenderer renderer_;
  Plan& plan_;
  bool is_lost_ = false;
};

class RegressDevice : public RigTest {
 protected:
  RegressDevice() {
    write_suite({test_case("a"), test_case("b"), test_case("c"), test_case("d")});
    accept_all();
  }

  regress::RunOptions options(Plan& plan) {
    regress::RunOptions options;
    options.variants[0].device.device = "llvmpipe";
    options.make_renderer = [&plan](const arguments::DeviceOptions& device) -> std::unique_ptr<regress::Renderer> {
      if (plan.cannot_be_made.contains(++plan.made)) throw engine::Error("vkCreateDevice: VkResult -3");
      return std::make_unique<FailingRenderer>(device, plan);
    };
    return options;
  }

  regress::SuiteResult run_suite(const regress::RunOptions& options, const json::Json& members = json::Json::object()) {
    regress::Suite suite = regress::read_suite(folder_ / "suite.json");
    regress::override_cases("*", members, suite);
    return regress::run_suite(suite, options, [](const auto&) {});
  }

  static std::vector<Outcome> outcomes_of(const regress::SuiteResult& result) {
    std::vector<Outcome> outcomes;
    for (const regress::CaseResult& one : result.cases) outcomes.push_back(one.outcome);
    return outcomes;
  }
};

TEST_F(RegressDevice, IsMadeAnewForTheNextCase) {
  Plan plan = {.lost_in = {"b"}};
  const regress::SuiteResult result = run_suite(options(plan));
  EXPECT_EQ(outcomes_of(result),
            (std::vector<Outcome>{Outcome::pass, Outcome::device_error, Outcome::pass, Outcome::pass}));
  EXPECT_EQ(result.cases[1].message, "vkQueueSubmit: VkResult -4 (device lost)");
  EXPECT_EQ(plan.made, 2);
  EXPECT_EQ(static_cast<int>(regress::worst(result)), kDeviceError);
}

TEST_F(RegressDevice, ThatCannotBeMadeAnewEndsNothingButRendering) {
  Plan plan = {.lost_in = {"b"}, .cannot_be_made = {2, 3}};
  const regress::SuiteResult result = run_suite(options(plan));
  EXPECT_EQ(outcomes_of(result),
            (std::vector<Outcome>{Outcome::pass, Outcome::device_error, Outcome::device_error, Outcome::device_error}));
  EXPECT_EQ(result.cases[2].message, "vkCreateDevice: VkResult -3");
  EXPECT_EQ(result.cases[3].message, "there is no device any more: vkCreateDevice: VkResult -3");
  EXPECT_EQ(plan.made, 2) << "one try is enough";
  EXPECT_EQ(plan.rendered, std::vector<std::string>{"a"});
}

TEST_F(RegressDevice, WithoutOneAtTheStartThereIsNothingToRun) {
  Plan plan = {.lost_in = {}, .cannot_be_made = {1}};
  EXPECT_THROW(run_suite(options(plan)), engine::Error);
}

TEST_F(RegressDevice, LostInAnUpdateKeepsTheGoldenOfThatCase) {
  const Files before = files_in("goldens");
  write_suite({test_case("a", {{"source", "b.exr"}}), test_case("b", {{"source", "b.exr"}}), test_case("c"),
               test_case("d", {{"source", "b.exr"}})});
  Plan plan = {.lost_in = {"b"}};
  regress::RunOptions with_update = options(plan);
  with_update.update = regress::UpdateMode::changed;
  EXPECT_EQ(outcomes_of(run_suite(with_update))[1], Outcome::device_error);
  const Files after = files_in("goldens");
  EXPECT_NE(after.at("goldens/a.png").first, before.at("goldens/a.png").first);
  EXPECT_EQ(after.at("goldens/b.png"), before.at("goldens/b.png"));
  EXPECT_EQ(after.at("goldens/c.png"), before.at("goldens/c.png"));
  EXPECT_NE(after.at("goldens/d.png").first, before.at("goldens/d.png").first);
}

TEST_F(RegressDevice, OfAMustFailCaseIsAnErrorToo) {
  write_suite({test_case("b", {{"must_fail", true}, {"golden", "a"}, {"source", "b.exr"}}), test_case("a"),
               test_case("c"), test_case("d")});
  Plan plan = {.lost_in = {"b"}};
  EXPECT_EQ(static_cast<int>(regress::worst(run_suite(options(plan)))), kDeviceError);
}

TEST_F(RegressDevice, IsSharedByMethods) {
  Plan plan;
  regress::RunOptions two = options(plan);
  two.variants.push_back(two.variants[0]);
  two.variants[0].method = session::MeteringMethod::pyramid;
  two.variants[1].method = session::MeteringMethod::single_pass;
  EXPECT_EQ(regress::worst(run_suite(two, {{"rules", {{"max_delta", 2}}}})), Outcome::pass);
  EXPECT_EQ(plan.made, 1);
  EXPECT_EQ(plan.rendered.size(), 8u);
}

TEST_F(RegressDevice, LostInACalibrationIsThatOfOneCase) {
  Plan plan = {.lost_in = {"b"}};
  const auto noises =
      regress::calibrate(regress::read_suite(folder_ / "suite.json"), options(plan), 2, [](const auto&) {});
  ASSERT_EQ(noises.size(), 4u);
  EXPECT_EQ(noises[0].outcome, Outcome::pass);
  EXPECT_EQ(noises[1].outcome, Outcome::device_error);
  EXPECT_EQ(noises[2].rules, json::Json("exact"));
}

}  // namespace
}  // namespace regress_runner_test
