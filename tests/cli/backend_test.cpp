// SPDX-License-Identifier: MIT
// --backend opengl.
#include <algorithm>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class Backend : public CliTest {
 protected:
  Backend() {
    for (int i = 1; i <= 2; ++i) write_half_exr(folder_ / ("f." + std::to_string(i) + ".exr"), 131, 67, scene);
  }

  static std::vector<Arguments> commands() {
    return {{"develop", "f.1.exr", "-o", "out.png"},
            {"meter", "--json", "f.1.exr", "f.2.exr"},
            {"meter", "--compare", "f.1.exr"},
            {"meter", "--json", "f.1.exr", "--method", "single-pass", "--weights", "centre"},
            {"sequence", "f.#.exr", "-o", "seq"},
            {"pan", "f.1.exr", "-o", "pan", "--frames", "2", "--size", "33x20", "--exr"},
            {"compare", "f.1.exr", "f.2.exr"}};
  }
  static Arguments on_opengl(Arguments arguments) {
    arguments.insert(arguments.end(), {"--backend", "opengl"});
    return arguments;
  }
  /// Of pictures whose every code is about to be rounded, some may be by another driver's compiler.
  static std::size_t differing(const std::vector<Code>& one, const std::vector<Code>& other) {
    EXPECT_EQ(one.size(), other.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) count += difference(one[i], other[i]) != 0;
    return count;
  }
};

/// llvmpipe: the same instructions of the same SPIR-V.
TEST_F(Backend, OpenGlMakesThePictureOfVulkan) {
  output_of({"develop", "f.1.exr", "-o", "vulkan.png"});
  output_of(on_opengl({"develop", "f.1.exr", "-o", "opengl.png"}));
  EXPECT_EQ(differing(read_codes(folder_ / "opengl.png"), read_codes(folder_ / "vulkan.png")), 0u);
  EXPECT_EQ(output_of(on_opengl({"meter", "--json", "f.1.exr"})), output_of({"meter", "--json", "f.1.exr"}));
  EXPECT_EQ(output_of({"meter", "--json", "f.1.exr", "--backend", "vulkan"}),
            output_of({"meter", "--json", "f.1.exr"}));
}

TEST_F(Backend, DebugMessagesHaveNothingToSay) {
  for (Arguments arguments : commands()) {
    arguments = on_opengl(arguments);
    arguments.push_back("--validate");
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments);
    EXPECT_EQ(result.err, "validation: no messages\n") << ::testing::PrintToString(arguments);
  }
}

TEST_F(Backend, GpuTimesAreThere) {
  const ProcessResult result = run(on_opengl({"develop", "f.1.exr", "-o", "out.png", "--timings"}));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find(" us, tone map "), result.err.npos) << result.err;
}

TEST_F(Backend, WhatIsMissingIsADeviceError) {
  using Environment = decltype(ProcessOptions::environment);
  const std::pair<Environment, std::string> cases[] = {
      {{{"__EGL_VENDOR_LIBRARY_FILENAMES", "/nosuch.json"}}, "EGL: no display without a window system"},
      {{{"MESA_GL_VERSION_OVERRIDE", "4.1"}}, "OpenGL 4.5 core"},
  };
  for (const auto& [environment, words] : cases) {
    for (const Arguments& arguments : commands()) {
      expect_error(run(on_opengl(arguments), {.environment = environment}), kDeviceError, {words});
    }
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr"}));
}

TEST_F(Backend, WhatDoesNotGoTogetherIsNamed) {
  expect_error(kInputError, {"meter", "f.1.exr", "--backend", "nosuch"}, {"--backend", "'nosuch'", "vulkan, opengl"});
  expect_error(kInputError, on_opengl({"meter", "f.1.exr", "--device", "0"}), {"--device", "--backend opengl"});
}

}  // namespace
}  // namespace cli_test
