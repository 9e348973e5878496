// SPDX-License-Identifier: MIT
// Pictures, settings and runs for tests of the command line.
#include "cli/cli_test.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "cli/program/tested_program.h"
#include "image_io/image_file.h"
#include "reference/texel_formats.h"
#include "reference/tone_map.h"

namespace cli_test {
namespace {

template <class Channel, class Decode>
std::vector<Rgb> texels_of(const void* rgba, std::size_t count, Decode decode) {
  std::vector<Rgb> texels;
  for (std::size_t i = 0; i < count; ++i) {
    Channel channels[4];
    std::memcpy(channels, static_cast<const Channel*>(rgba) + 4 * i, sizeof channels);
    texels.push_back({decode(channels[0]), decode(channels[1]), decode(channels[2])});
  }
  return texels;
}

template <class Channel, class Encode, class Decode>
Picture write_exr(const std::filesystem::path& file, image_io::ImageInfo info, const TexelAt& texel, Encode encode,
                  Decode decode) {
  std::vector<Channel> channels;
  for (std::uint32_t y = 0; y < info.height; ++y) {
    for (std::uint32_t x = 0; x < info.width; ++x) {
      const Rgb color = texel(x, y);
      channels.insert(channels.end(), {encode(color.r), encode(color.g), encode(color.b), encode(1.0)});
    }
  }
  const auto writer = image_io::create_exr(file, info);
  writer->write_rows(info.height, channels.data());
  writer->finish();
  return {info.width, info.height, texels_of<Channel>(channels.data(), channels.size() / 4, decode)};
}

double from_float(float value) { return double(value); }

}  // namespace

Picture write_half_exr(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                       const TexelAt& texel) {
  return write_exr<std::uint16_t>(file, {width, height, image_io::TexelFormat::rgba16f}, texel,
                                  reference::double_to_half, reference::half_to_double);
}

Picture write_float_exr(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                        const TexelAt& texel) {
  return write_exr<float>(
      file, {width, height, image_io::TexelFormat::rgba32f}, texel, [](double value) { return float(value); },
      from_float);
}

Rgb scene(std::uint32_t x, std::uint32_t y) {
  const double stops = -7.0 + 14.0 * std::fmod(0.37 * x + 0.61803398875 * y, 1.0);
  const double tint = std::fmod(0.15 * x + 0.07 * y, 1.0);
  const double light = std::exp2(stops);
  return {light * (0.2 + 0.8 * tint), light * (0.9 - 0.5 * tint), light * std::fabs(1.0 - 1.6 * tint)};
}

Picture read_picture(const std::filesystem::path& file) {
  const image_io::Image image = image_io::read_image(file);
  const std::size_t count = std::size_t{image.info.width} * image.info.height;
  return {image.info.width, image.info.height,
          image.info.format == image_io::TexelFormat::rgba16f
              ? texels_of<std::uint16_t>(image.texels.data(), count, reference::half_to_double)
              : texels_of<float>(image.texels.data(), count, from_float)};
}

std::vector<Code> read_codes(const std::filesystem::path& file) {
  const image_io::CodeImage image = image_io::read_code_image(file);
  EXPECT_EQ(image.samples, image_io::CodeImage::Samples::codes8);
  std::vector<Code> codes;
  for (std::size_t i = 0; i < image.texels.size(); i += 4) {
    const auto code = [&](std::size_t channel) { return std::to_integer<int>(image.texels[i + channel]); };
    codes.push_back({code(0), code(1), code(2)});
  }
  return codes;
}

int difference(Code a, Code b) { return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}); }

CliTest::CliTest() {
  write_file(settings_ / "neutral.json",
             std::string(
                 R"({"meter": {"low_percentile": 0, "high_percentile": 100, "highlight_stops": 128, "black_stops": 128},
                                                         "exposure": {"compensation_ev": 0}})"));
}

ProcessResult CliTest::run(const Arguments& arguments) { return run(arguments, {}); }

ProcessResult CliTest::run(const Arguments& arguments, ProcessOptions options) {
  Arguments all = {tested_program().path};
  all.insert(all.end(), arguments.begin(), arguments.end());
  if (options.folder.empty()) options.folder = folder_.path().string();
  options.entry = entry_to_fork();
  // What the tests' own surroundings say of CI mustn't reach the program.
  const std::pair<const char*, std::optional<std::string>> defaults[] = {
      {"XDG_CACHE_HOME", cache().string()},
      {"CI", std::nullopt},
      {"GITHUB_ACTIONS", std::nullopt},
      {"SLURM_ARRAY_TASK_ID", std::nullopt},
      {"CI_NODE_TOTAL", std::nullopt},
      {"CIRCLE_NODE_TOTAL", std::nullopt},
      {"BUILDKITE_PARALLEL_JOB_COUNT", std::nullopt}};
  for (const auto& variable : defaults) {
    const auto is_it = [&](const auto& given) { return given.first == variable.first; };
    if (std::none_of(options.environment.begin(), options.environment.end(), is_it)) {
      options.environment.emplace_back(variable);
    }
  }
  return run_process(all, options);
}

std::string CliTest::output_of(const Arguments& arguments) {
  const ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments) << "\n" << result.err;
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.err, "") << ::testing::PrintToString(arguments);
  return result.out;
}

void CliTest::expect_error(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words) {
  SCOPED_TRACE(::testing::PrintToString(arguments));
  const ProcessResult result = run(arguments);
  expect_error(result, exit_code, words);
  EXPECT_EQ(result.out, "");
}

void CliTest::expect_error(const ProcessResult& result, int exit_code, std::initializer_list<std::string> words) {
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  EXPECT_EQ(result.signal, 0);
  const std::string program = std::filesystem::path(tested_program().path).filename();
  EXPECT_TRUE(result.err.starts_with(program + ": ")) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.ends_with("\n")) << result.err;
  for (const std::string& word : words) {
    EXPECT_NE(result.err.find(word), std::string::npos) << "no '" << word << "' in: " << result.err;
  }
}

std::vector<std::string> CliTest::names_in(const std::string& folder) const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace cli_test
