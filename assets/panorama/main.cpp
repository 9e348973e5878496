// SPDX-License-Identifier: MIT
// Program photopic-panorama OUT.exr|OUT.png [--width N]: writes the generated test panorama.
#include <Imath/half.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image_io/image_file.h"
#include "panorama/street.h"

namespace {

constexpr int kFailure = 4;
constexpr std::uint32_t kDefaultWidth = 2048;
constexpr const char* kUsage =
    "usage: photopic-panorama OUT.exr|OUT.png [--width N]   (N even, 2 to 8192; default 2048)";

struct Arguments {
  std::string file;
  std::uint32_t width = kDefaultWidth;
  bool help = false;
};

std::optional<std::uint32_t> parse_width(std::string_view text) {
  constexpr std::uint32_t kMaxWidth = 8192;
  std::uint32_t width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  const bool ok = error == std::errc{} && end == text.data() + text.size();
  if (!ok || width < 2 || width > kMaxWidth || width % 2 != 0) return std::nullopt;
  return width;
}

/// Empty after saying on stderr what is wrong.
std::optional<Arguments> parse(const std::vector<std::string>& words) {
  Arguments arguments;
  const auto refuse = [](const std::string& reason) {
    std::fprintf(stderr, "photopic-panorama: %s; %s\n", reason.c_str(), kUsage);
    return std::nullopt;
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help" || words[i] == "-h") {
      arguments.help = true;
      return arguments;
    }
    if (words[i] == "--width") {
      if (i + 1 == words.size()) return refuse("--width needs a number");
      const auto width = parse_width(words[++i]);
      if (!width) return refuse("--width " + words[i] + ": not an even number from 2 to 8192");
      arguments.width = *width;
    } else if (words[i].starts_with("-")) {
      return refuse("unknown option " + words[i]);
    } else if (!arguments.file.empty()) {
      return refuse("more than one file: " + words[i]);
    } else {
      arguments.file = words[i];
    }
  }
  if (arguments.file.empty()) return refuse("no output file");
  return arguments;
}

void write_exr(const Arguments& arguments) {
  const std::uint32_t height = arguments.width / 2;
  // Opened first: a folder that can't be written to should not cost the rendering time.
  const auto writer = image_io::create_exr(arguments.file, {arguments.width, height, image_io::TexelFormat::rgba16f});
  const std::vector<float> texels = panorama::render_street(arguments.width, height);
  const std::vector<Imath::half> halves(texels.begin(), texels.end());
  writer->write_rows(height, halves.data());
  writer->finish();
}

/// Shared exponents, for pages: browsers read PNG, and change colours by alpha. So there are two pictures, one below
/// the other: mantissas m, then exponents e as greys. A channel is m 2^(e - 136).
void write_shared_exponents(const Arguments& arguments) {
  constexpr int kBias = 128;
  const std::uint32_t height = arguments.width / 2;
  const auto writer = image_io::create_png(arguments.file, arguments.width, 2 * height);
  const std::vector<float> texels = panorama::render_street(arguments.width, height);
  const std::size_t count = std::size_t{arguments.width} * height;
  std::vector<std::uint8_t> codes(2 * 4 * count, 255);
  for (std::size_t i = 0; i < count; ++i) {
    const float* const texel = &texels[4 * i];
    int exponent = 0;
    std::frexp(std::max({texel[0], texel[1], texel[2]}), &exponent);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const float mantissa = std::round(std::ldexp(texel[channel], 8 - exponent));
      codes[4 * i + channel] = static_cast<std::uint8_t>(std::clamp(mantissa, 0.0f, 255.0f));
      codes[4 * (count + i) + channel] = static_cast<std::uint8_t>(exponent + kBias);
    }
  }
  writer->write_rows(2 * height, codes.data());
  writer->finish();
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse({argv + 1, argv + argc});
  if (!arguments) return kFailure;
  if (arguments->help) {
    std::puts(kUsage);
    return 0;
  }
  try {
    arguments->file.ends_with(".png") ? write_shared_exponents(*arguments) : write_exr(*arguments);
    return 0;
  } catch (const files::Error& error) {
    std::fprintf(stderr, "photopic-panorama: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "photopic-panorama: %s: %s\n", arguments->file.c_str(), error.what());
  }
  return kFailure;
}
