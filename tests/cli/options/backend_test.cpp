// SPDX-License-Identifier: MIT
// Tests of --backend.
#include <ImfChromaticities.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "image_io/fixtures/io_exr_fixtures.h"

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
  // HDR10, whose light levels are measured as well.
  const Arguments hdr = {"develop", "f.1.exr", "--encoding", "hdr10", "-o"};
  const auto to = [&](const char* file) {
    Arguments arguments = hdr;
    arguments.emplace_back(file);
    return arguments;
  };
  output_of(to("hdr-vulkan.png"));
  output_of(on_opengl(to("hdr-opengl.png")));
  EXPECT_EQ(read_file(folder_ / "hdr-opengl.png"), read_file(folder_ / "hdr-vulkan.png"));
  EXPECT_EQ(output_of(on_opengl({"meter", "--json", "f.1.exr"})), output_of({"meter", "--json", "f.1.exr"}));
  EXPECT_EQ(output_of({"meter", "--json", "f.1.exr", "--backend", "vulkan"}),
            output_of({"meter", "--json", "f.1.exr"}));
}

TEST_F(Backend, AShotInPartsIsThatOfOneRunOnOpenGlToo) {
  output_of(on_opengl({"sequence", "f.#.exr", "-o", "plain"}));
  output_of(on_opengl({"meter", "f.#.exr", "--measurements", "m.jsonl"}));
  output_of(on_opengl({"adapt", "m.jsonl", "-o", "exposure.jsonl"}));
  output_of(on_opengl({"sequence", "f.#.exr", "-o", "parts", "--exposure", "exposure.jsonl", "--shard", "2/2"}));
  EXPECT_EQ(read_file(folder_ / "parts/frame.2.png"), read_file(folder_ / "plain/frame.2.png"));
  expect_error(kInputError, {"meter", "f.#.exr", "--measurements", "es2.jsonl", "--backend", "es2"},
               {"--measurements", "es2"});
}

/// The same operators, exposed by a mean whose sum is rounded otherwise.
TEST_F(Backend, Es2MakesThePictureOfVulkan) {
  output_of({"develop", "f.1.exr", "-o", "vulkan.png", "--method", "pyramid"});
  output_of({"develop", "f.1.exr", "-o", "es2.png", "--backend", "es2"});
  const std::vector<Code> vulkan = read_codes(folder_ / "vulkan.png"), es2 = read_codes(folder_ / "es2.png");
  EXPECT_LE(differing(es2, vulkan), vulkan.size() / 200);
  for (std::size_t i = 0; i < vulkan.size(); ++i) ASSERT_LE(difference(es2[i], vulkan[i]), 1) << i;
}

TEST_F(Backend, Es2NamesWhatNeedsAHistogram) {
  const Arguments options[] = {{"--high-percentile", "99"},
                               {"--highlight-stops", "4.75"},
                               {"--highlight-percent", "3"},
                               {"--black-stops", "9"},
                               {"--method", "single-pass"}};
  for (const Arguments& option : options) {
    Arguments arguments = {"meter", "f.1.exr", "--backend", "es2"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    expect_error(
        kInputError, arguments,
        {option.front() + (option.front() == "--method" ? " single-pass:" : ":"), "--backend es2 has a pyramid only"});
  }
}

TEST_F(Backend, Es2RefusesEffects) {
  expect_error(kInputError, {"develop", "f.1.exr", "-o", "es2.png", "--backend", "es2", "--vignette", "1"},
               {"--backend es2", "no --vignette"});
  expect_error(kInputError,
               {"develop", "f.1.exr", "-o", "es2.png", "--backend", "es2", "--glare", "eye", "--grain", "0.1"},
               {"--backend es2", "no --glare, --grain"});
  expect_error(kInputError, {"develop", "f.1.exr", "-o", "es2.png", "--backend", "es2", "--white-balance", "daylight"},
               {"--backend es2", "--white-balance"});
  expect_error(kInputError,
               {"develop", "f.1.exr", "-o", "es2.png", "--backend", "es2", "--pupil", "true", "--cd-m2-per-unit", "1"},
               {"--backend es2", "--pupil"});
}

TEST_F(Backend, Es2MetersAsVulkanDoes) {
  const auto on_vulkan = nlohmann::json::parse(output_of({"meter", "--json", "f.1.exr"}))[0];
  const auto on_es2 = nlohmann::json::parse(output_of({"meter", "--json", "f.1.exr", "--backend", "es2"}))[0];
  constexpr double kBackendTolerance_stops = 1e-4;
  for (const char* name : {"mean_log2_luminance", "ev100"}) {
    EXPECT_NEAR(on_es2[name].get<double>(), on_vulkan[name].get<double>(), kBackendTolerance_stops) << name;
  }
  EXPECT_NEAR(std::log2(on_es2["exposure"].get<double>() / on_vulkan["exposure"].get<double>()), 0.0,
              kBackendTolerance_stops);
  EXPECT_EQ(on_es2["invalid_texels"], on_vulkan["invalid_texels"]);
  EXPECT_TRUE(on_es2["min_luminance"].is_null() && on_es2["max_luminance"].is_null());
  EXPECT_EQ(output_of({"meter", "f.1.exr", "--backend", "es2"}).find("  luminance "), std::string::npos);
}

TEST_F(Backend, Es2HasNothingToSayEither) {
  for (const Arguments& arguments :
       {Arguments{"develop", "f.1.exr", "-o", "out.png"}, {"meter", "f.1.exr", "f.2.exr"}}) {
    Arguments on_es2 = arguments;
    on_es2.insert(on_es2.end(), {"--backend", "es2", "--validate"});
    const ProcessResult result = run(on_es2);
    EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments);
    EXPECT_EQ(result.err, "validation: no messages\n") << ::testing::PrintToString(arguments);
  }
}

TEST_F(Backend, WhatEs2DoesNotHaveIsNamed) {
  const auto es2 = [](Arguments arguments) {
    arguments.insert(arguments.end(), {"--backend", "es2"});
    return arguments;
  };
  expect_error(kInputError, es2({"meter", "f.1.exr", "--compare"}), {"--compare", "--backend es2"});
  expect_error(kInputError, es2({"meter", "f.1.exr", "--method", "single-pass"}), {"single-pass", "--backend es2"});
  expect_error(kInputError, es2({"meter", "f.1.exr", "--device", "0"}), {"--device", "--backend"});
  expect_error(kInputError, es2({"develop", "f.1.exr", "-o", "out.exr"}), {"--output", ".png"});
  expect_error(kInputError, es2({"develop", "f.1.exr", "-o", "out.png", "--timings"}), {"--timings"});
  expect_error(kInputError, es2({"develop", "f.1.exr", "-o", "out.png", "--dither", "on"}), {"dither"});
  expect_error(kInputError, es2({"sequence", "f.#.exr", "-o", "seq"}), {"--backend", "'es2'", "vulkan, opengl"});
  constexpr std::uint32_t kTooWide = 32768;  // for a texture of llvmpipe; arrays are cut
  write_half_exr(folder_ / "wide.exr", kTooWide, 1, scene);
  expect_error(kInputError, es2({"develop", "wide.exr", "-o", "out.png"}), {"32768x1", "a side"});
  EXPECT_EQ(run(es2({"meter", "wide.exr"})).exit_code, 0);
  std::filesystem::remove(folder_ / "wide.exr");
  const ProcessOptions nothing = {.environment = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/nosuch.json"}}};
  expect_error(run(es2({"meter", "f.1.exr"}), nothing), kDeviceError, {"EGL: no display without a window system"});
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr"}));
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
      {{{"MESA_GL_VERSION_OVERRIDE", "4.1"}}, "no OpenGL 4.5 core context, which is needed: there is 4.1"},
  };
  for (const auto& [environment, words] : cases) {
    for (const Arguments& arguments : commands()) {
      expect_error(run(on_opengl(arguments), {.environment = environment}), kDeviceError, {words});
    }
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr"}));
}

TEST_F(Backend, WhatDoesNotGoTogetherIsNamed) {
  expect_error(kInputError, {"meter", "f.1.exr", "--backend", "nosuch"},
               {"--backend", "'nosuch'", "vulkan, opengl, es2"});
  expect_error(kInputError, on_opengl({"meter", "f.1.exr", "--device", "0"}), {"--device", "--backend"});
}

/// OpenGL ES 2.0 converts no colours: a file of others is refused, not taken for BT.709.
TEST_F(Backend, Es2RefusesColorsOfOtherPrimaries) {
  io_test::write_exr(
      folder_ / "ap1.exr", {.edit = [](Imf::Header& header) {
        Imf::addChromaticities(header, {{0.713f, 0.293f}, {0.165f, 0.83f}, {0.128f, 0.044f}, {0.32168f, 0.33767f}});
      }});
  for (const Arguments& command : {Arguments{"develop", "ap1.exr", "-o", "out.png"}, Arguments{"meter", "ap1.exr"}}) {
    Arguments arguments = command;
    arguments.insert(arguments.end(), {"--backend", "es2"});
    expect_error(kInputError, arguments, {"ap1.exr: names other primaries than BT.709", "--primaries bt709"});
    arguments.insert(arguments.end(), {"--primaries", "bt709"});
    EXPECT_EQ(run(arguments).exit_code, 0);
    arguments.back() = "ap1";
    expect_error(kInputError, arguments, {"--backend es2 takes BT.709 as it is"});
  }
}

}  // namespace
}  // namespace cli_test
