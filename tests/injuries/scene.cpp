// SPDX-License-Identifier: MIT
// Drawing of the scene: shaded once a pixel, edges by four samples, as rasterisers do it.
#include "injuries/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace injuries {
namespace {

using reference::CodeImage;
using Color = std::array<double, 3>;  ///< codes

struct Point {
  double x, y;  ///< 0..16 across, 0..9 down, whatever the picture's size
};

struct Box {
  Point centre;
  double half_width, half_height, angle;
  Color color;
  unsigned texture;
};

constexpr Box kBoxes[] = {{{2.4, 5.6}, 0.9, 1.1, 0.10, {190, 120, 80}, 11},
                          {{5.2, 5.2}, 0.6, 1.4, -0.15, {90, 140, 180}, 12},
                          {{8.1, 6.3}, 1.2, 0.8, 0.05, {160, 160, 90}, 13},
                          {{11.5, 5.4}, 0.7, 1.2, 0.22, {120, 90, 150}, 14},
                          {{13.6, 6.6}, 0.25, 0.25, 0.30, {210, 200, 190}, 15}};
constexpr std::size_t kMissing = 4, kShadowless = 2, kCoarse = 1;
constexpr double kHorizon = 4.0;

std::uint32_t hash(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca6bu ^ seed * 0xc2b2ae35u;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return h ^ h >> 15;
}

/// [-1, 1], the same for the same arguments.
double noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  return double(hash(x, y, seed)) / 2147483647.5 - 1.0;
}

double smooth_noise(double u, double v, unsigned seed) {
  const double x = std::floor(u), y = std::floor(v), fx = u - x, fy = v - y;
  const auto at = [&](int dx, int dy) { return noise(std::uint32_t(int(x) + dx), std::uint32_t(int(y) + dy), seed); };
  return std::lerp(std::lerp(at(0, 0), at(1, 0), fx), std::lerp(at(0, 1), at(1, 1), fx), fy);
}

/// Codes around 0. Finer octaves are gone in coarser levels of mips.
double texture(Point p, unsigned seed, int octaves) {
  double value = 0.0;
  for (int octave = 0; octave < octaves; ++octave) {
    const double scale = double(4 << octave);
    value += 14.0 * smooth_noise(p.x * scale, p.y * scale, seed + unsigned(octave));
  }
  return value;
}

Point in_box(const Box& box, Point p) {
  const double dx = p.x - box.centre.x, dy = p.y - box.centre.y;
  return {dx * std::cos(box.angle) + dy * std::sin(box.angle), dy * std::cos(box.angle) - dx * std::sin(box.angle)};
}

bool is_within(const Box& box, Point p) {
  const Point local = in_box(box, p);
  return std::fabs(local.x) < box.half_width && std::fabs(local.y) < box.half_height;
}

/// [0, 1]: what a box's soft shadow, right of its foot, leaves of the light.
double light_beside(const Box& box, Point p) {
  const double dx = (p.x - box.centre.x - 0.9 * box.half_width) / (1.5 * box.half_width);
  const double dy = (p.y - box.centre.y - 0.9 * box.half_height) / (0.35 * box.half_height);
  return 1.0 - 0.35 * std::clamp(1.6 - 1.6 * (dx * dx + dy * dy), 0.0, 1.0);
}

// Direct3D's standard positions, sixteenths from the centre.
constexpr double kSamples[4][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};

constexpr std::size_t kSky = 0, kGround = 1, kFirstBox = 2;

class Drawing {
 public:
  Drawing(std::size_t width, std::size_t height, const Driver& driver, Injury injury)
      : image_(width, height), driver_(driver), injury_(injury), scale_(double(width) / 16.0) {
    // A level has as many octaves as pixels resolve: the finest is about two pixels.
    octaves_ = std::max(1, int(std::floor(std::log2(scale_ / 8.0))));
  }

  CodeImage draw() {
    for (std::size_t y = 0; y < image_.height; ++y) {
      for (std::size_t x = 0; x < image_.width; ++x) store(x, y, pixel(x, y));
    }
    write();
    return std::move(image_);
  }

 private:
  std::size_t layer_at(Point p) const {
    for (std::size_t i = std::size(kBoxes); i-- > 0;) {
      if (injury_ == Injury::missing_object && i == kMissing) continue;
      if (is_within(kBoxes[i], p)) return kFirstBox + i;
    }
    return p.y < kHorizon + 0.03 * p.x ? kSky : kGround;
  }

  Color sky(Point p) const {
    const double t = p.y / 4.6;
    Color color = {60.0 + 110.0 * t, 100.0 + 90.0 * t, 180.0 + 40.0 * t};
    if (injury_ == Injury::banding) {
      for (double& code : color) code = std::round(code / 8.0) * 8.0;
    }
    return color;
  }

  Color ground(Point p) const {
    const double value = texture(p, 1, octaves_);
    double light = 1.0;
    for (std::size_t i = 0; i < std::size(kBoxes); ++i) {
      if (injury_ == Injury::lost_shadow && i == kShadowless) continue;
      if (injury_ == Injury::missing_object && i == kMissing) continue;
      light = std::min(light, light_beside(kBoxes[i], p));
    }
    return {light * (120.0 + value), light * (105.0 + value), light * (80.0 + 0.8 * value)};
  }

  /// 0.1 % of the picture.
  bool has_wrong_texture(Point p) const {
    const double half = 0.5 * std::sqrt(0.001 * 16.0 * 9.0);
    return injury_ == Injury::wrong_texture && std::fabs(p.x - 8.1) < half && std::fabs(p.y - 6.3) < half;
  }

  Color on_box(std::size_t index, Point p) const {
    if (has_wrong_texture(p)) return ground(p);
    const Box& box = kBoxes[index];
    const int octaves = injury_ == Injury::wrong_mip && index == kCoarse ? octaves_ - 1 : octaves_;
    const double value = texture(in_box(box, p), box.texture, std::max(octaves, 1));
    const double shade = 1.0 - 0.25 * (in_box(box, p).y / box.half_height);
    Color color;
    for (std::size_t c = 0; c < 3; ++c) color[c] = shade * box.color[c] + value;
    return color;
  }

  Color shade(std::size_t layer, Point p, std::size_t x, std::size_t y) const {
    if (layer == kSky) return sky(p);
    Color color = layer == kGround ? ground(p) : on_box(layer - kFirstBox, p);
    const double error = driver_.filter_error * noise(std::uint32_t(x), std::uint32_t(y), 77);
    for (double& code : color) code += error;
    return color;
  }

  Color pixel(std::size_t x, std::size_t y) const {
    const Point centre = {(double(x) + 0.5) / scale_, (double(y) + 0.5) / scale_};
    Color sum = {};
    for (const auto& [dx, dy] : kSamples) {
      const double across = driver_.mirrors_samples ? -dx : dx;
      const Point sample = {centre.x + across / 16.0 / scale_, centre.y + dy / 16.0 / scale_};
      const Color color = shade(layer_at(sample), centre, x, y);
      for (std::size_t c = 0; c < 3; ++c) sum[c] += color[c] / 4.0;
    }
    return sum;
  }

  void store(std::size_t x, std::size_t y, Color color) {
    for (std::size_t c = 0; c < 3; ++c) {
      const double error = driver_.rounding_error * noise(std::uint32_t(x), std::uint32_t(y), 91 + unsigned(c));
      image_.at(x, y)[c] = static_cast<std::uint8_t>(std::lround(std::clamp(color[c] + error, 0.0, 255.0)));
    }
  }

  /// Three lines of letters, 5 x 7 dots at random, white in the sky.
  void write() {
    const auto dot = std::max<std::size_t>(1, image_.width / 960);
    for (std::size_t line = 0; line < 3; ++line) {
      const std::size_t left = 20 * dot + (injury_ == Injury::shifted_text && line == 1 ? 1 : 0);
      for (std::size_t letter = 0; letter < 24; ++letter) {
        if (hash(std::uint32_t(letter), std::uint32_t(line), 5) % 6 == 0) continue;  // between words
        for (std::size_t bit = 0; bit < 35; ++bit) {
          if (hash(std::uint32_t(bit), std::uint32_t(letter + 24 * line), 6) % 5 < 2) continue;
          fill(left + (letter * 6 + bit % 5) * dot, (10 + line * 10 + bit / 5) * dot, dot);
        }
      }
    }
  }

  void fill(std::size_t left, std::size_t top, std::size_t side) {
    for (std::size_t y = top; y < std::min(top + side, image_.height); ++y) {
      for (std::size_t x = left; x < std::min(left + side, image_.width); ++x) image_.at(x, y) = {245, 245, 245};
    }
  }

  CodeImage image_;
  const Driver& driver_;
  Injury injury_;
  double scale_;  ///< pixels in a unit
  int octaves_;
};

template <class Change>
void change(CodeImage& picture, std::size_t left, std::size_t top, std::size_t width, std::size_t height,
            const Change& todo) {
  for (std::size_t y = top; y < std::min(top + height, picture.height); ++y) {
    for (std::size_t x = left; x < std::min(left + width, picture.width); ++x) todo(picture.at(x, y));
  }
}

}  // namespace

CodeImage draw(std::size_t width, std::size_t height, const Driver& driver, Injury injury) {
  return injured(Drawing(width, height, driver, injury).draw(), injury);
}

CodeImage draw_star(std::size_t width, std::size_t height, const Driver& driver) {
  constexpr double kWedges = 12.0;
  CodeImage image(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      double code = 0.0;
      for (const auto& [dx, dy] : kSamples) {
        const double across = double(x) + 0.5 + (driver.mirrors_samples ? -dx : dx) / 16.0 - 0.47 * double(width);
        const double down = double(y) + 0.5 + dy / 16.0 - 0.53 * double(height);
        const double turn = std::atan2(down, across) / (2.0 * std::numbers::pi) + 1.0;
        code += std::fmod(turn * kWedges, 1.0) < 0.5 ? 63.75 : 0.0;
      }
      const auto rounded = static_cast<std::uint8_t>(std::lround(code));
      image.at(x, y) = {rounded, rounded, rounded};
    }
  }
  return image;
}

CodeImage injured(CodeImage picture, Injury injury) {
  const std::size_t width = picture.width, height = picture.height;
  if (injury == Injury::swapped_corner) {
    change(picture, width - 64, height - 64, 64, 64, [](auto& pixel) { std::swap(pixel[0], pixel[2]); });
  }
  if (injury == Injury::hole) {
    change(picture, width * 5 / 8, height * 3 / 5, 24, 24, [](auto& pixel) { pixel = {0, 0, 0}; });
  }
  if (injury == Injury::rectangle) {
    change(picture, width / 3, height / 3, 160, 40, [](auto& pixel) { pixel = {255, 0, 0}; });
  }
  return picture;
}

}  // namespace injuries
