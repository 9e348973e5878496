// SPDX-License-Identifier: MIT
// Tests of the figures of docs/regression.md, computed from the suite's goldens and from pictures made here: each row
// must stand in the text as it is computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <random>
#include <string>

#include "files/text_file.h"
#include "image_io/code_image.h"
#include "reference/metrics/metrics.h"
#include "reference/metrics/ssim.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using reference::CodeImage;
using reference::Plane;

const std::filesystem::path kProject = PHOTOPIC_TEST_PROJECT_DIR;

CodeImage read_golden(const char* name) {
  const image_io::CodeImage file = image_io::read_code_image(kProject / "tests/suite/goldens" / name);
  CodeImage image(file.width, file.height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      image.pixels[i][channel] = static_cast<std::uint8_t>(file.texels.at(i * 4 + channel));
    }
  }
  return image;
}

using Change = std::function<double(double code, std::mt19937& random)>;

/// Each code of each pixel changed by itself, rounded.
CodeImage changed(CodeImage image, const Change& change) {
  std::mt19937 random(1);
  for (auto& pixel : image.pixels) {
    for (std::uint8_t& code : pixel) {
      code = static_cast<std::uint8_t>(std::clamp(std::round(change(code, random)), 0.0, 255.0));
    }
  }
  return image;
}

/// Noise of whole codes, as likely each, of at most `amplitude`.
Change noise_of(unsigned amplitude) {
  return [amplitude](double code, std::mt19937& random) {
    return code + double(random() % (2 * amplitude + 1)) - double(amplitude);
  };
}

/// Of 1 code, on each pixel in a hundred.
CodeImage sparsely_off(CodeImage image) {
  std::mt19937 random(1);
  for (auto& pixel : image.pixels) {
    if (random() % 100 != 0) continue;
    for (std::uint8_t& code : pixel) code = static_cast<std::uint8_t>(code < 255 ? code + 1 : code - 1);
  }
  return image;
}

/// Not psnr_db(), which is capped at 60 dB as libvmaf's: the truncated ones have no cap either.
double uncapped_psnr_db(const Plane& one, const Plane& other) {
  return 10.0 * std::log10(255.0 * 255.0 * double(one.pixels.size()) / double(squared_error(one, other)));
}

/// dB where sums of floor(error^2 x 10^4) are taken over blocks of `side` x `side` pixels first, errors in [0, 1].
double truncated_psnr_db(const Plane& one, const Plane& other, std::size_t side) {
  std::uint64_t sum = 0;
  for (std::size_t top = 0; top < one.height; top += side) {
    for (std::size_t left = 0; left < one.width; left += side) {
      double of_block = 0.0;
      for (std::size_t y = top; y < std::min(top + side, one.height); ++y) {
        for (std::size_t x = left; x < std::min(left + side, one.width); ++x) {
          const double error = (double(one.at(x, y)) - double(other.at(x, y))) / 255.0;
          of_block += error * error * 1e4;
        }
      }
      sum += static_cast<std::uint64_t>(of_block);
    }
  }
  return 10.0 * std::log10(double(one.width * one.height) * 1e4 / double(sum));
}

std::string decibels(double value) {
  if (std::isinf(value)) return "infinite: \"equal\"";
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

void expect_in_docs(const std::string& text) {
  EXPECT_NE(files::read_text(kProject / "docs/regression.md").find(text), std::string::npos)
      << "docs/regression.md must say: " << text;
}

TEST(DocumentedFigures, TruncatedSquaredErrors) {
  const CodeImage day = read_golden("picture/street.png");
  const CodeImage night = changed(day, [](double code, auto&) { return code * 0.15; });
  const struct {
    const char* name;
    const CodeImage& one;
    CodeImage other;
  } kPairs[] = {{"noise of up to 14 codes", day, changed(day, noise_of(14))},
                {"darkened by 3 %", day, changed(day, [](double code, auto&) { return code * 0.97; })},
                {"night, noise of up to 2 codes", night, changed(night, noise_of(2))},
                {"1 code on 1 % of the pixels", day, sparsely_off(day)}};
  for (const auto& pair : kPairs) {
    const Plane one = to_yuv444(pair.one).y;
    const Plane other = to_yuv444(pair.other).y;
    expect_in_docs("| " + std::string(pair.name) + " | " + decibels(uncapped_psnr_db(one, other)) + " | " +
                   decibels(truncated_psnr_db(one, other, 1)) + " | " + decibels(truncated_psnr_db(one, other, 16)) +
                   " |");
  }
}

TEST(DocumentedFigures, AutomaticScaleOfSsim) {
  const CodeImage one = metrics_test::picture(1920, 1080);
  const Plane luma = to_yuv444(one).y;
  const Plane noisy = to_yuv444(changed(one, noise_of(14))).y;
  std::array<char, 128> text;
  std::snprintf(text.data(), text.size(), "has %.3f there and %.3f at full resolution", float_ssim(luma, noisy).score,
                float_ssim(luma, noisy, 1).score);
  expect_in_docs(text.data());
}

}  // namespace
