// SPDX-License-Identifier: MIT
// Tests of counts by perceived colour: pixelmatch's, published CIEDE2000 pairs, masks, depths.
#include "compare/perceived_pixels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "compare/color_distance.h"

namespace {

using compare::Frame;
using Kind = compare::PixelDistance::Kind;

using Codes = std::vector<std::uint8_t>;  ///< RGBA

Frame frame_of(std::uint32_t width, std::uint32_t height, const Codes& codes) {
  Frame frame;
  frame.extent = {width, height};
  frame.format = VK_FORMAT_R8G8B8A8_UNORM;
  frame.channels = 4;
  frame.planes[0].resize(codes.size());
  std::memcpy(frame.planes[0].data(), codes.data(), codes.size());
  for (std::size_t i = 3; i < codes.size(); i += 4) frame.has_alpha = frame.has_alpha || codes[i] != 255;
  return frame;
}

/// The same with 16 bits.
Frame widened(const Frame& frame) {
  Frame wide = frame;
  wide.format = VK_FORMAT_R16G16B16A16_UNORM;
  wide.bits = 16;
  wide.planes[0].resize(2 * frame.planes[0].size());
  for (std::size_t i = 0; i < frame.planes[0].size(); ++i) {
    wide.planes[0][2 * i] = wide.planes[0][2 * i + 1] = frame.planes[0][i];
  }
  return wide;
}

// ---- the pictures of tests/data/pixelmatch_counts.mjs ----

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : state_(seed) {}

  std::uint32_t random(std::uint32_t count) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_ % count;
  }

  std::pair<Codes, Codes> noise(std::uint32_t width, std::uint32_t height) {
    const int amplitude = 1 + int(random(120));
    Codes reference(std::size_t{4} * width * height), test(reference.size());
    for (std::uint8_t& code : reference) code = std::uint8_t(random(256));
    for (std::size_t i = 0; i < test.size(); ++i) {
      const int code = int{reference[i]} + int(random(std::uint32_t(2 * amplitude + 1))) - amplitude;
      test[i] = std::uint8_t(std::clamp(code, 0, 255));
    }
    return {reference, test};
  }

  std::pair<Codes, Codes> blocks(std::uint32_t width, std::uint32_t height) {
    std::array<Color, 4> palette;
    for (Color& color : palette) color = any_color();
    const std::uint32_t columns = (width + 3) / 4, rows = (height + 3) / 4;
    std::vector<std::uint32_t> colors(std::size_t{columns} * rows);
    for (std::uint32_t& color : colors) color = random(4);
    Codes reference, test;
    for (std::uint32_t i = 0; i < width * height; ++i) {
      const std::uint32_t color = colors[i / width / 4 * columns + i % width / 4];
      append(palette[color], reference);
      append(palette[random(8) == 0 ? random(4) : color], test);
    }
    return {reference, test};
  }

  std::pair<Codes, Codes> discs(std::uint32_t width, std::uint32_t height) {
    const Color background = any_color();
    std::vector<Disc> all(6);
    for (Disc& disc : all) {
      disc.x = int(random(4 * width));
      disc.y = int(random(4 * height));
      disc.radius = 4 + int(random(2 * width));
      disc.color = any_color();
      disc.aside = int(random(4));
    }
    return {drawn(width, height, background, all, false), drawn(width, height, background, all, true)};
  }

 private:
  using Color = std::array<std::uint32_t, 4>;
  struct Disc {
    int x = 0, y = 0, radius = 0, aside = 0;
    Color color;
  };

  Color any_color() {
    constexpr std::uint32_t kAlphas[] = {0, 60, 128, 255};
    Color color;
    for (std::size_t c = 0; c < 3; ++c) color[c] = random(256);
    color[3] = kAlphas[random(4)];
    return color;
  }
  static void append(const Color& color, Codes& codes) {
    for (const std::uint32_t code : color) codes.push_back(std::uint8_t(code));
  }
  static Codes drawn(std::uint32_t width, std::uint32_t height, const Color& background, const std::vector<Disc>& all,
                     bool is_aside) {
    Codes codes;
    for (std::uint32_t i = 0; i < width * height; ++i) {
      Color shade = background;
      for (const Disc& disc : all) {
        std::uint32_t covered = 0;
        for (int s = 0; s < 16; ++s) {
          const int dx = 4 * int(i % width) + s % 4 - disc.x - (is_aside ? disc.aside : 0);
          const int dy = 4 * int(i / width) + s / 4 - disc.y;
          covered += dx * dx + dy * dy <= disc.radius * disc.radius ? 1 : 0;
        }
        for (std::size_t c = 0; c < 4; ++c) {
          shade[c] = (shade[c] * (16 - covered) + disc.color[c] * covered + 8) >> 4;
        }
      }
      append(shade, codes);
    }
    return codes;
  }

  std::uint32_t state_;
};

std::pair<Frame, Frame> generated(std::uint32_t number) {
  Generator generator(1000 + number);
  const std::uint32_t width = 1 + generator.random(40), height = 1 + generator.random(30);
  auto [reference, test] = number % 3 == 0   ? generator.noise(width, height)
                           : number % 3 == 1 ? generator.blocks(width, height)
                                             : generator.discs(width, height);
  if (number % 2 == 0) {
    for (Codes* codes : {&reference, &test}) {
      for (std::size_t i = 3; i < codes->size(); i += 4) (*codes)[i] = 255;
    }
  }
  return {frame_of(width, height, reference), frame_of(width, height, test)};
}

TEST(PerceivedPixels, AreThoseOfPixelmatchToThePixel) {
  std::ifstream file(PHOTOPIC_TEST_PROJECT_DIR "/tests/data/pixelmatch_counts.json");
  const nlohmann::json pictures = nlohmann::json::parse(file);
  ASSERT_EQ(pictures.size(), 36u);
  constexpr double kThresholds[] = {0.02, 0.1, 0.3};
  std::uint64_t counted = 0, on_edges = 0;
  for (std::uint32_t i = 0; i < pictures.size(); ++i) {
    const auto [reference, test] = generated(i);
    ASSERT_EQ(reference.extent.width, pictures[i].at("width").get<std::uint32_t>());
    ASSERT_EQ(reference.extent.height, pictures[i].at("height").get<std::uint32_t>());
    for (const auto& [name, kind] : {std::pair("yiq", Kind::yiq), {"oklab", Kind::oklab}}) {
      for (std::size_t t = 0; t < std::size(kThresholds); ++t) {
        for (const bool ignores_edges : {false, true}) {
          const std::uint64_t expected = pictures[i].at(name)[t][ignores_edges ? 1 : 0];
          const compare::PixelDistance distance = {kind, kThresholds[t], ignores_edges};
          EXPECT_EQ(compare::perceived_pixels(reference, test, distance, {}), expected)
              << "picture " << i << ", " << name << " " << kThresholds[t] << (ignores_edges ? " without edges" : "");
          EXPECT_EQ(compare::perceived_pixels(widened(reference), widened(test), distance, {}), expected)
              << "picture " << i << " of 16 bits";
          (ignores_edges ? on_edges : counted) += expected;
        }
      }
    }
  }
  EXPECT_GT(counted, 10000u);
  EXPECT_LT(on_edges, counted);
}

TEST(PerceivedPixels, ThatAreMaskedDoNotCount) {
  const auto [reference, test] = generated(0);
  std::vector<std::uint8_t> mask(compare::pixel_count(reference), 255);
  const compare::PixelDistance any = {Kind::yiq, 0.0, false};
  const std::uint64_t all = compare::perceived_pixels(reference, test, any, {});
  std::uint64_t left = all;
  for (std::size_t i = 0; i < mask.size(); i += 3) {
    const bool differs = !std::equal(reference.planes[0].begin() + std::ptrdiff_t(4 * i),
                                     reference.planes[0].begin() + std::ptrdiff_t(4 * i + 4),
                                     test.planes[0].begin() + std::ptrdiff_t(4 * i));
    mask[i] = 0;
    left -= differs ? 1 : 0;
  }
  EXPECT_LT(left, all);
  EXPECT_EQ(compare::perceived_pixels(reference, test, any, mask), left);
}

/// A picture that isn't opaque by its bytes only: alpha was left out.
TEST(PerceivedPixels, WithoutAlphaItsBytesSayNothing) {
  auto [reference, test] = generated(1);
  reference.has_alpha = test.has_alpha = false;
  auto [opaque_reference, opaque_test] = generated(1);
  for (Frame* frame : {&opaque_reference, &opaque_test}) {
    for (std::size_t i = 3; i < frame->planes[0].size(); i += 4) frame->planes[0][i] = std::byte{255};
    frame->has_alpha = false;
  }
  for (const Kind kind : {Kind::yiq, Kind::oklab, Kind::delta_e2000}) {
    const compare::PixelDistance distance = {kind, 0.1, compare::has_edges(kind)};
    EXPECT_EQ(compare::perceived_pixels(reference, test, distance, {}),
              compare::perceived_pixels(opaque_reference, opaque_test, distance, {}));
  }
}

// ---- CIEDE2000 ----

struct LabPair {
  compare::Lab one, other;
  double difference;
};
/// Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula", table 1.
constexpr LabPair kPublished[] = {
    {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
    {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
    {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
    {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
    {{50, -1.1848, -84.8006}, {50, 0, -82.7485}, 1.0000},
    {{50, -0.9009, -85.5211}, {50, 0, -82.7485}, 1.0000},
    {{50, 0, 0}, {50, -1, 2}, 2.3669},
    {{50, -1, 2}, {50, 0, 0}, 2.3669},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0009}, 7.1792},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0010}, 7.1792},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0012}, 7.2195},
    {{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
    {{50, -0.0010, 2.4900}, {50, 0.0010, -2.4900}, 4.8045},
    {{50, -0.0010, 2.4900}, {50, 0.0011, -2.4900}, 4.7461},
    {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
    {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
    {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
    {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
    {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
    {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
    {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
    {{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
    {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
    {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441},
    {{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
    {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
};

TEST(ColorDistance, DeltaEIsThatOfThePublishedPairs) {
  for (const auto& [one, other, difference] : kPublished) {
    EXPECT_NEAR(compare::delta_e2000(one, other), difference, 5e-5) << "as many digits as are published";
    EXPECT_NEAR(compare::delta_e2000(other, one), difference, 5e-5);
  }
}

compare::Lab lab_of_codes(const compare::Color& color) {
  return compare::lab_of({compare::light_of(color[0]), compare::light_of(color[1]), compare::light_of(color[2])});
}

TEST(ColorDistance, LabOfSrgb) {
  const auto expect = [](const compare::Color& color, const compare::Lab& lab) {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(lab_of_codes(color)[c], lab[c], 0.01) << c;
  };
  expect({255, 255, 255}, {100, 0, 0});
  expect({0, 0, 0}, {0, 0, 0});
  expect({255, 0, 0}, {53.24, 80.09, 67.20});
  expect({0, 0, 255}, {32.30, 79.19, -107.86});
}

TEST(ColorDistance, BlackAndWhiteAreOneApart) {
  const compare::Lab black = compare::Oklab::instance().of({0, 0, 0});
  const compare::Lab white = compare::Oklab::instance().of({255, 255, 255});
  EXPECT_FALSE(compare::is_beyond_oklab(black, white, 1.0 + 1e-6));
  EXPECT_TRUE(compare::is_beyond_oklab(black, white, 1.0 - 1e-6));
  // The squared distance in YIQ is largest for a pair of saturated colours, of 35214.1.
  EXPECT_LE(compare::squared_yiq({255, 255, -255}), compare::kMaxYiq);
}

TEST(PerceivedPixels, OfDeltaEAreThoseThatAreFurtherOff) {
  // Greys: differences of lightness.
  Codes reference, test;
  for (int code = 0; code < 64; ++code) {
    for (int c = 0; c < 3; ++c) reference.push_back(128);
    for (int c = 0; c < 3; ++c) test.push_back(std::uint8_t(128 + code));
    reference.push_back(255);
    test.push_back(255);
  }
  const Frame one = frame_of(64, 1, reference), other = frame_of(64, 1, test);
  const compare::Lab grey = lab_of_codes({128, 128, 128});
  for (const int code : {1, 5, 20, 63}) {
    const double difference = compare::delta_e2000(grey, lab_of_codes({128.0 + code, 128.0 + code, 128.0 + code}));
    const auto beyond = [&](double threshold) {
      return compare::perceived_pixels(one, other, {Kind::delta_e2000, threshold, false}, {});
    };
    EXPECT_EQ(beyond(difference - 1e-9), std::uint64_t(64 - code)) << code;
    EXPECT_EQ(beyond(difference), std::uint64_t(63 - code)) << "not the one at the threshold";
  }
}

}  // namespace
