// SPDX-License-Identifier: MIT
// Reading of the pairs and of the tools' values from their folders.
#include "unit/reference/metric_oracles.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "image_io/image_file.h"
#include "reference/texel_formats.h"
#include "reference/tone_map.h"

namespace metrics_test {
namespace {

using nlohmann::json;
using reference::CodeImage;
using reference::LinearImage;
using reference::Rgb;

json read_json(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return json::parse(stream);
}

template <typename Channel, typename Decode>
LinearImage linear_of(const image_io::Image& image, Decode decode) {
  LinearImage result(image.info.width, image.info.height);
  for (std::size_t i = 0; i < result.pixels.size(); ++i) {
    std::array<Channel, 4> rgba;
    std::memcpy(rgba.data(), image.texels.data() + i * sizeof rgba, sizeof rgba);
    result.pixels[i] = {decode(rgba[0]), decode(rgba[1]), decode(rgba[2])};
  }
  return result;
}

LinearImage read_linear(const std::filesystem::path& file) {
  const image_io::Image image = image_io::read_image(file);
  if (image.info.format == image_io::TexelFormat::rgba16f) {
    return linear_of<std::uint16_t>(image, reference::half_to_double);
  }
  return linear_of<float>(image, [](float value) { return double{value}; });
}

CodeImage read_codes(const std::filesystem::path& file) {
  const LinearImage linear = read_linear(file);
  CodeImage codes(linear.width, linear.height);
  for (std::size_t i = 0; i < codes.pixels.size(); ++i) {
    const Rgb& c = linear.pixels[i];
    codes.pixels[i] = {reference::srgb_code8(c.r), reference::srgb_code8(c.g), reference::srgb_code8(c.b)};
  }
  return codes;
}

/// The project's own pairs, and where there are more, those beside it.
std::vector<std::filesystem::path> oracle_folders() {
  std::vector<std::filesystem::path> folders = {std::filesystem::path(PHOTOPIC_TEST_PROJECT_DIR) /
                                                "tests/data/oracles"};
  const std::filesystem::path more = std::filesystem::path(PHOTOPIC_TEST_SHARED_DIR) / "oracles";
  if (std::filesystem::exists(more)) folders.push_back(more);
  return folders;
}

/// Members of `file` in all folders, each name once, with the folder that has it.
std::map<std::string, std::pair<std::filesystem::path, json>> read_values(const std::filesystem::path& file) {
  std::map<std::string, std::pair<std::filesystem::path, json>> values;
  for (const std::filesystem::path& folder : oracle_folders()) {
    const json all = read_json(folder / file);
    for (const auto& [name, expected] : all.items()) values.try_emplace(name, folder, expected);
  }
  return values;
}

std::vector<OraclePair> read_pairs() {
  std::vector<OraclePair> pairs;
  for (const auto& [name, value] : read_values("oracles.json")) {
    const auto& [root, expected] = value;
    const std::filesystem::path folder = root / name;
    OraclePair pair{name, read_codes(folder / "ref.png"), read_codes(folder / "test.png"), {}, {}, expected};
    pair.yuv_reference = to_yuv444(pair.reference);
    pair.yuv_test = to_yuv444(pair.test);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace

double OraclePair::number(const std::string& key) const {
  return expected.at(key).is_null() ? std::numeric_limits<double>::infinity() : expected.at(key).get<double>();
}

void OraclePair::expect_near(double value, const std::string& key, double tolerance) const {
  if (std::isinf(number(key))) {
    EXPECT_EQ(value, number(key)) << key;
  } else {
    EXPECT_NEAR(value, number(key), tolerance) << key;
  }
}

void for_each_pair(const std::function<void(const OraclePair&)>& check) {
  static const std::vector<OraclePair> pairs = read_pairs();
  ASSERT_FALSE(pairs.empty());
  for (const OraclePair& pair : pairs) {
    SCOPED_TRACE(pair.name);
    check(pair);
  }
}

void for_each_hdr_pair(const std::function<void(const HdrOraclePair&)>& check) {
  const auto all = read_values("hdr/hdr_flip.json");
  ASSERT_FALSE(all.empty());
  for (const auto& [name, value] : all) {
    SCOPED_TRACE(name);
    const auto& [root, expected] = value;
    const std::filesystem::path folder = root / "hdr";
    check({name, read_linear(folder / (expected.at("reference").get<std::string>() + ".exr")),
           read_linear(folder / (name + ".exr")), expected});
  }
}

}  // namespace metrics_test
