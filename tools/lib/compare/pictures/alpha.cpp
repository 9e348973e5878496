// SPDX-License-Identifier: MIT
// Alpha laid over a colour, and errors of alpha, on the CPU.
#include "compare/pictures/alpha.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "arguments/errors.h"
#include "arguments/words.h"
#include "compare/pictures/exact_errors.h"

namespace compare {
namespace {

using Color = std::array<std::uint8_t, 3>;

struct NamedColor {
  const char* name;
  Color color;
};
constexpr NamedColor kColors[] = {{"black", {0, 0, 0}},    {"white", {255, 255, 255}}, {"grey", {128, 128, 128}},
                                  {"red", {255, 0, 0}},    {"green", {0, 255, 0}},     {"blue", {0, 0, 255}},
                                  {"cyan", {0, 255, 255}}, {"magenta", {255, 0, 255}}, {"yellow", {255, 255, 0}}};

bool parse_code(std::string_view text, int base, std::uint8_t& code) {
  const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), code, base);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty();
}

Color parse_color(const std::string& text) {
  for (const NamedColor& named : kColors) {
    if (text == named.name) return named.color;
  }
  const bool is_hex = text.size() == 7 && text[0] == '#';
  const std::vector<std::string> parts =
      is_hex ? std::vector<std::string>{text.substr(1, 2), text.substr(3, 2), text.substr(5, 2)}
             : arguments::list_items(text);
  Color color = {};
  bool is_good = parts.size() == color.size();
  for (std::size_t i = 0; i < color.size() && is_good; ++i) is_good = parse_code(parts[i], is_hex ? 16 : 10, color[i]);
  if (is_good) return color;
  std::string names;
  for (const NamedColor& named : kColors) names += std::string(", ") + named.name;
  throw arguments::UsageError("'" + text + "' is not #rrggbb, r,g,b (0 to 255)" + names);
}

/// The four channels of a frame's pixels.
template <class Sample>
using Texel = std::array<Sample, 4>;

template <class Sample>
Texel<Sample> texel_at(const Frame& frame, std::size_t pixel) {
  Texel<Sample> texel;
  std::memcpy(texel.data(), frame.planes[0].data() + pixel * sizeof texel, sizeof texel);
  return texel;
}

/// Calls `change` with each texel, which is written back.
template <class Sample, class Change>
void change_texels(Frame& frame, const Change& change) {
  for (std::size_t i = 0; i < pixel_count(frame); ++i) {
    Texel<Sample> texel = texel_at<Sample>(frame, i);
    change(texel);
    std::memcpy(frame.planes[0].data() + i * sizeof texel, texel.data(), sizeof texel);
  }
}

template <class Code>
void lay_codes_over(const AlphaMode& mode, Frame& frame) {
  constexpr std::uint64_t kPeak = std::numeric_limits<Code>::max();
  change_texels<Code>(frame, [&](Texel<Code>& texel) {
    if (mode.what == AlphaMode::What::over) {
      for (std::size_t c = 0; c < 3; ++c) {
        const std::uint64_t color = mode.color[c] * (kPeak / 255);
        texel[c] = Code((texel[3] * std::uint64_t{texel[c]} + (kPeak - texel[3]) * color + kPeak / 2) / kPeak);
      }
    }
    texel[3] = Code(kPeak);
  });
}

void lay_floats_over(const AlphaMode& mode, Frame& frame) {
  std::array<double, 3> color = {};
  for (std::size_t c = 0; c < 3; ++c) {
    const double code = mode.color[c] / 255.0;
    color[c] = code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
  }
  change_texels<float>(frame, [&](Texel<float>& texel) {
    if (mode.what == AlphaMode::What::over) {
      for (std::size_t c = 0; c < 3; ++c) texel[c] = float(texel[c] + (1.0 - double{texel[3]}) * color[c]);
    }
    texel[3] = 1.0f;
  });
}

double error_of(float one, float other) { return double{std::fabs(one - other)}; }
double error_of(std::uint8_t one, std::uint8_t other) { return std::abs(int{one} - int{other}); }
double error_of(std::uint16_t one, std::uint16_t other) { return std::abs(int{one} - int{other}); }

/// A device's logarithm may have put an error into the bin beside.
void take_from(photopic::ErrorHistogram& histogram, std::size_t bin) {
  for (const std::size_t one : {bin, bin - 1, bin + 1}) {
    if (one >= histogram.size() || histogram[one] == 0) continue;
    --histogram[one];
    return;
  }
}

/// Of two pixels of the pair.
struct PixelErrors {
  double color = 0.0, alpha = 0.0;
};

template <class Sample>
PixelErrors errors_of(const Texel<Sample>& one, const Texel<Sample>& other) {
  return {std::max({error_of(one[0], other[0]), error_of(one[1], other[1]), error_of(one[2], other[2])}),
          error_of(one[3], other[3])};
}

/// Of a pixel and those of the test around it; colour and alpha each on their own.
template <class Sample>
PixelErrors least_errors(const Frame& reference, const Frame& test, std::size_t pixel, std::uint32_t radius) {
  const Texel<Sample> texel = texel_at<Sample>(reference, pixel);
  const std::size_t width = test.extent.width, x = pixel % width, y = pixel / width;
  const auto first = [&](std::size_t at) { return at - std::min<std::size_t>(at, radius); };
  PixelErrors least = errors_of(texel, texel_at<Sample>(test, pixel));
  for (std::size_t row = first(y); row <= std::min<std::size_t>(y + radius, test.extent.height - 1); ++row) {
    for (std::size_t column = first(x); column <= std::min(x + radius, width - 1); ++column) {
      const PixelErrors errors = errors_of(texel, texel_at<Sample>(test, row * width + column));
      least = {std::min(least.color, errors.color), std::min(least.alpha, errors.alpha)};
    }
  }
  return least;
}

template <class Sample>
AlphaErrors add_errors_of(const Frame& reference, const Frame& test, const photopic::MetricsSettings& settings,
                          std::span<const std::uint8_t> mask, photopic::ErrorResult& result,
                          std::span<float> absolute_map) {
  AlphaErrors alpha;
  const double threshold = settings.error_threshold;
  for (std::size_t i = 0; i < pixel_count(reference); ++i) {
    const bool is_equal = texel_at<Sample>(reference, i)[3] == texel_at<Sample>(test, i)[3];
    if (is_equal || (!mask.empty() && mask[i] == 0)) continue;
    PixelErrors errors = least_errors<Sample>(reference, test, i, settings.shift_radius);
    if (!absolute_map.empty()) errors.color = absolute_map[i];
    if (errors.alpha == 0.0) continue;
    alpha.max_abs = std::max(alpha.max_abs, errors.alpha);
    ++alpha.pixels_differing;
    const double largest = std::max(errors.color, errors.alpha);
    take_from(result.histogram, error_bin(reference, errors.color));
    ++result.histogram[error_bin(reference, largest)];
    if (errors.color <= threshold && largest > threshold) ++result.pixels_above;
    if (!absolute_map.empty()) absolute_map[i] = float(largest);
  }
  result.differing_pixels = result.pixels - result.histogram[0];
  return alpha;
}

}  // namespace

AlphaMode parse_alpha(const std::string& text) {
  constexpr std::string_view kOver = "over:";
  if (text == "compare") return {};
  if (text == "ignore") return {AlphaMode::What::ignore, {}};
  if (text.starts_with(kOver)) return {AlphaMode::What::over, parse_color(text.substr(kOver.size()))};
  throw arguments::UsageError("'" + text + "' is none of compare, ignore, over:COLOUR");
}

void apply_alpha(const AlphaMode& mode, Frame& frame) {
  if (mode.what == AlphaMode::What::compare || frame.channels % 2 != 0) return;
  if (frame.has_alpha) {
    if (frame.is_float()) {
      lay_floats_over(mode, frame);
    } else if (frame.bits == 16) {
      lay_codes_over<std::uint16_t>(mode, frame);
    } else {
      lay_codes_over<std::uint8_t>(mode, frame);
    }
  }
  const auto [r, g, b] = mode.color;
  const bool is_grey = frame.channels == 2 && r == g && g == b;
  frame.channels = is_grey ? 1 : 3;
  frame.has_alpha = false;
}

AlphaErrors add_alpha_errors(const Frame& reference, const Frame& test, const photopic::MetricsSettings& settings,
                             std::span<const std::uint8_t> mask, photopic::ErrorResult& errors,
                             std::span<float> absolute_map) {
  const auto add = reference.is_float()   ? add_errors_of<float>
                   : reference.bits == 16 ? add_errors_of<std::uint16_t>
                                          : add_errors_of<std::uint8_t>;
  return add(reference, test, settings, mask, errors, absolute_map);
}

}  // namespace compare
