// SPDX-License-Identifier: MIT
// Tests of the commands doctor and devices: on the tests' device, on the smallest that Vulkan 1.2 promises, without
// any.
#include <photopic/metric_values.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

using Json = nlohmann::json;

const ProcessOptions kWithoutDriver = {.environment = {{"VK_ICD_FILENAMES", "/nosuch.json"},
                                                       {"VK_DRIVER_FILES", "/nosuch.json"},
                                                       {"VK_ADD_DRIVER_FILES", std::nullopt},
                                                       {"DISPLAY", ":4093"},
                                                       {"WAYLAND_DISPLAY", std::nullopt}}};
const ProcessOptions kSmallDevice = {.environment = {{"VK_ADD_LAYER_PATH", PHOTOPIC_TEST_LAYER_DIR},
                                                     {"VK_INSTANCE_LAYERS", "VK_LAYER_PHOTOPIC_tests"},
                                                     {"PHOTOPIC_LAYER_LIMITS", "vulkan-1.2"},
                                                     {"PHOTOPIC_LAYER_HIDE", "extended-formats,push-descriptors"}}};

class Doctor : public CliTest {
 protected:
  Json examined(const ProcessOptions& options, int exit_code = 0) {
    const ProcessResult result = run({"doctor", "--json"}, options);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return Json::parse(result.out);
  }
  /// Of the first device: why it doesn't run a part, "" if it does; by "KIND NAME".
  static std::map<std::string, std::string> reasons(const Json& all) {
    std::map<std::string, std::string> reasons;
    for (const Json& part : all.at("devices").at(0).at("parts")) {
      const std::string why = part.value("why_not", "");
      EXPECT_EQ(part.at("runs") == true, why.empty()) << part;
      reasons[std::string(part.at("kind")) + " " + std::string(part.at("name"))] = why;
    }
    return reasons;
  }
};

TEST_F(Doctor, EveryPartRunsOnAnAmpleDevice) {
  const Json all = examined({});
  const Json& device = all["devices"][0];
  EXPECT_EQ(device["can_run"], true);
  EXPECT_GE(device["limits"]["maxComputeSharedMemorySize"], 16384);
  EXPECT_FALSE(device["driver"].get<std::string>().empty());
  std::map<std::string, int> counts;
  for (const auto& [name, why] : reasons(all)) {
    ++counts[name.substr(0, name.find(' '))];
    if (!name.starts_with("binding")) {
      EXPECT_EQ(why, "") << name;
    }
  }
  EXPECT_EQ(counts["metric"], int(photopic::metric_table().count));
  EXPECT_EQ(counts["effect"], 8);
  EXPECT_EQ(counts["binding"], 3);
  EXPECT_EQ(reasons(all)["binding ring"], "");
  EXPECT_EQ(all["caches"].size(), 2u);
  EXPECT_EQ(all["opengl"].size(), 1u) << all["opengl"];  // "device" or "error"
  EXPECT_EQ(all["vulkan"]["layers"].is_array(), true);
  EXPECT_FALSE(all["libraries"].empty());
  EXPECT_TRUE(names_in().empty());
}

/// Answers are those of create() on this device, which docs/embedding-reference.md lists.
TEST_F(Doctor, SaysWhyASmallDeviceDoesNotRunAPart) {
  const Json all = examined(kSmallDevice);
  EXPECT_EQ(all["devices"][0]["can_run"], true);
  auto why = reasons(all);
  for (const char* const runs : {"step metering", "step finish", "effect glare", "metric ssim", "binding ring"}) {
    EXPECT_EQ(why.at(runs), "") << runs;
  }
  EXPECT_NE(why["metric psnr"].find("maxComputeWorkGroupInvocations is 128, and the pass metrics_luma needs 256"),
            std::string::npos)
      << why["metric psnr"];
  EXPECT_NE(why["tool debug overlay"].find("leave out DebugOverlay"), std::string::npos);
  EXPECT_NE(why["output A2B10G10R10_UNORM_PACK32"].find("shaderStorageImageExtendedFormats"), std::string::npos);
  EXPECT_NE(why["binding push_extension"].find("vkCmdPushDescriptorSetKHR"), std::string::npos);

  const ProcessResult text = run({"doctor"}, kSmallDevice);
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_NE(text.out.find("\n  doesn't run, metric psnr: " + why["metric psnr"] + "\n"), std::string::npos) << text.out;
  const std::string devices = run({"devices"}, kSmallDevice).out;  // the short form
  EXPECT_NE(text.out.find("\n" + devices), std::string::npos) << devices;
}

TEST_F(Doctor, WithoutADeviceItEndsWith5AndSaysTheRest) {
  const Json all = examined(kWithoutDriver, kDeviceError);
  EXPECT_TRUE(all["devices"].empty());
  EXPECT_NE(all["vulkan"]["error"].get<std::string>().find("mesa-vulkan-drivers"), std::string::npos);
  EXPECT_EQ(all["vulkan"]["variables"]["VK_DRIVER_FILES"], "/nosuch.json");
  EXPECT_EQ(all["displays"], (std::vector<std::string>{"X server :4093, doesn't answer"}));
  const ProcessResult text = run({"doctor"}, kWithoutDriver);
  EXPECT_EQ(text.exit_code, kDeviceError);
  EXPECT_NE(text.out.find("\nno device: no Vulkan device found: install a driver"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\ncache, pipelines"), std::string::npos) << text.out;
}

TEST_F(Doctor, IsNamedByErrorsAboutDevices) {
  write_half_exr(folder_ / "a.exr", 40, 30, scene);
  expect_error(run({"meter", "a.exr"}, kWithoutDriver), kDeviceError, {"'photopic doctor'"});
  expect_error(run({"devices"}, kWithoutDriver), kDeviceError, {"'photopic doctor'"});
  expect_error(run({"meter", "a.exr", "--device", "99"}), kDeviceError, {"'99'", "'photopic doctor'"});
}

}  // namespace
}  // namespace cli_test
