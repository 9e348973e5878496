// SPDX-License-Identifier: MIT
// Distances of pixels over their background, and the detector of anti-aliased edges.
#include "compare/perceived_pixels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "compare/color_distance.h"

namespace compare {
namespace {

using Kind = PixelDistance::Kind;

/// Codes of RGB and alpha as they are stored.
template <class Code>
using Texel = std::array<Code, 4>;

template <class Code>
constexpr Code kFull = std::numeric_limits<Code>::max();

template <class Code>
bool are_opaque(const Texel<Code>& one, const Texel<Code>& other) {
  return one[3] == kFull<Code> && other[3] == kFull<Code>;
}

/// A code in codes of 8 bits.
template <class Code>
double in_8_bits(Code code) {
  return code / (kFull<Code> / 255.0);
}

template <class Code>
Color color_of(const Texel<Code>& texel) {
  return {in_8_bits(texel[0]), in_8_bits(texel[1]), in_8_bits(texel[2])};
}

template <class Code>
class Picture {
 public:
  explicit Picture(const Frame& frame)
      : codes_(frame.planes[0].data()),
        width_(frame.extent.width),
        height_(frame.extent.height),
        has_alpha_(frame.has_alpha) {}

  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }

  /// Opaque where the picture has no alpha.
  Texel<Code> texel(std::size_t index) const {
    Texel<Code> texel;
    std::memcpy(texel.data(), codes_ + index * sizeof texel, sizeof texel);
    if (!has_alpha_) texel[3] = kFull<Code>;
    return texel;
  }

 private:
  const std::byte* codes_;
  std::size_t width_, height_;
  bool has_alpha_;
};

// ---- pixels that aren't opaque ----

/// One of 8 colours, dark and light in each channel, so that no two colours are alike over all of them.
Color pattern(bool r, bool g, bool b) {
  constexpr double kDark = 48.0, kLight = 207.0;
  return {r ? kLight : kDark, g ? kLight : kDark, b ? kLight : kDark};
}

/// pixelmatch 5 to 7: by the byte at which a pixel begins, over powers of the golden ratio.
Color yiq_background(std::size_t index) {
  constexpr double kGolden = 1.618033988749895, kGoldenSquared = 2.618033988749895;
  const double byte = 4.0 * double(index);
  const auto is_odd = [](double value) { return static_cast<std::uint64_t>(value) % 2 != 0; };
  return pattern(false, is_odd(byte / kGolden), is_odd(byte / kGoldenSquared));
}

/// pixelmatch 8: by the upper bits of the index times 2^32 over the golden ratio.
Color oklab_background(std::size_t index) {
  const std::uint32_t hash = static_cast<std::uint32_t>(index) * 0x9e3779b1u;
  return pattern((hash >> 31 & 1u) != 0, (hash >> 30 & 1u) != 0, (hash >> 29 & 1u) != 0);
}

template <class Code>
Color over(const Color& background, const Texel<Code>& texel) {
  Color color = color_of(texel);
  if (texel[3] == kFull<Code>) return color;
  const double alpha = in_8_bits(texel[3]);
  for (std::size_t c = 0; c < 3; ++c) color[c] = (color[c] * alpha + background[c] * (255.0 - alpha)) / 255.0;
  return color;
}

/// Of two pixels over one background, which is made where it is seen.
template <class Code, class Background>
Color difference_over(const Background& background, const Texel<Code>& one, const Texel<Code>& other) {
  Color difference = color_of(one);
  const Color subtrahend = color_of(other);
  if (are_opaque(one, other)) {
    for (std::size_t c = 0; c < 3; ++c) difference[c] -= subtrahend[c];
    return difference;
  }
  const Color behind = background();
  const double alpha = in_8_bits(one[3]), other_alpha = in_8_bits(other[3]);
  for (std::size_t c = 0; c < 3; ++c) {
    const double seen = difference[c] * alpha - subtrahend[c] * other_alpha - behind[c] * (alpha - other_alpha);
    difference[c] = seen / 255.0;
  }
  return difference;
}

// ---- anti-aliased edges ----

/// Vysniauskas 2009, "Anti-aliased Pixel and Intensity Slope Detector".
template <class Code>
class EdgeDetector {
 public:
  EdgeDetector(const Picture<Code>& one, const Picture<Code>& other, Kind kind)
      : one_(one), other_(other), kind_(kind) {}

  bool is_on_edge(std::size_t x, std::size_t y) const {
    return is_slope(one_, other_, x, y) || is_slope(other_, one_, x, y);
  }

 private:
  struct Place {
    std::size_t x = 0, y = 0;
  };
  /// Those of a pixel's neighbours that there are, column by column.
  template <class Do>
  void for_neighbours(std::size_t x, std::size_t y, const Do& todo) const {
    const std::size_t left = x == 0 ? 0 : x - 1, right = std::min(x + 1, one_.width() - 1);
    const std::size_t top = y == 0 ? 0 : y - 1, bottom = std::min(y + 1, one_.height() - 1);
    for (std::size_t column = left; column <= right; ++column) {
      for (std::size_t row = top; row <= bottom; ++row) {
        if (column != x || row != y) todo(Place{column, row});
      }
    }
  }
  std::size_t index_of(Place place) const { return place.y * one_.width() + place.x; }
  /// What lies beyond the picture's edge counts as one neighbour that is alike.
  int alike_beyond(std::size_t x, std::size_t y) const {
    return x == 0 || y == 0 || x + 1 == one_.width() || y + 1 == one_.height() ? 1 : 0;
  }

  /// Hardly any neighbour is as bright, one is darker and one brighter, and one of these is part of an area.
  bool is_slope(const Picture<Code>& picture, const Picture<Code>& other, std::size_t x, std::size_t y) const {
    constexpr int kMostAlike = 2;
    const std::size_t center = index_of({x, y});
    const Texel<Code> texel = picture.texel(center);
    int alike = alike_beyond(x, y);
    double darkest = 0.0, brightest = 0.0;
    Place dark, bright;
    for_neighbours(x, y, [&](Place place) {
      const double brightness = brightness_from(texel, picture.texel(index_of(place)), center);
      if (brightness == 0.0) ++alike;
      if (brightness < darkest) {
        darkest = brightness;
        dark = place;
      }
      if (brightness > brightest) {
        brightest = brightness;
        bright = place;
      }
    });
    if (alike > kMostAlike || darkest == 0.0 || brightest == 0.0) return false;
    const auto is_area = [&](Place place) { return has_alike(picture, place) && has_alike(other, place); };
    return is_area(dark) || is_area(bright);
  }

  /// Three neighbours of its own colour.
  bool has_alike(const Picture<Code>& picture, Place place) const {
    constexpr int kFewestAlike = 3;
    int alike = alike_beyond(place.x, place.y);
    const Texel<Code> texel = picture.texel(index_of(place));
    for_neighbours(place.x, place.y, [&](Place near) { alike += picture.texel(index_of(near)) == texel ? 1 : 0; });
    return alike >= kFewestAlike;
  }

  /// Y of a pixel less its neighbour's.
  double brightness_from(const Texel<Code>& one, const Texel<Code>& other, std::size_t center) const {
    if (kind_ == Kind::yiq) return yiq_luma(difference_over([&] { return yiq_background(center); }, one, other));
    const double brightness = yiq_luma(difference_over([] { return Color{255.0, 255.0, 255.0}; }, one, other));
    // Over white, another alpha of the same brightness is a slope of its own.
    if (brightness != 0.0 || are_opaque(one, other)) return brightness;
    return (in_8_bits(one[3]) - in_8_bits(other[3])) / 2.0;
  }

  const Picture<Code>&one_, &other_;
  Kind kind_;
};

// ---- distances ----

template <class Code>
class Distance {
 public:
  explicit Distance(const PixelDistance& distance) : distance_(distance) {
    if (distance.kind != Kind::delta_e2000) return;
    for (std::size_t code = 0; code <= kFull<Code>; ++code) light_.push_back(light_of(in_8_bits(Code(code))));
  }

  bool is_beyond(const Texel<Code>& one, const Texel<Code>& other, std::size_t index) const {
    if (distance_.kind == Kind::delta_e2000) return delta_e2000(lab(one), lab(other)) > distance_.threshold;
    if (distance_.kind == Kind::yiq) {
      const Color difference = difference_over([=] { return yiq_background(index); }, one, other);
      return squared_yiq(difference) > kMaxYiq * distance_.threshold * distance_.threshold;
    }
    const Color background = oklab_background(index);
    return is_beyond_oklab(oklab_.of(over(background, one)), oklab_.of(over(background, other)), distance_.threshold);
  }

 private:
  Lab lab(const Texel<Code>& texel) const { return lab_of({light_[texel[0]], light_[texel[1]], light_[texel[2]]}); }

  const PixelDistance& distance_;
  std::vector<double> light_;  ///< by code
  const Oklab& oklab_ = Oklab::instance();
};

template <class Code>
std::uint64_t count_of(const Frame& reference, const Frame& test, const PixelDistance& distance,
                       std::span<const std::uint8_t> mask) {
  const Picture<Code> one(reference), other(test);
  const Distance<Code> apart(distance);
  const EdgeDetector<Code> edges(one, other, distance.kind);
  std::uint64_t count = 0;
  for (std::size_t y = 0; y < one.height(); ++y) {
    for (std::size_t x = 0; x < one.width(); ++x) {
      const std::size_t i = y * one.width() + x;
      const Texel<Code> texel = one.texel(i), other_texel = other.texel(i);
      if (texel == other_texel || (!mask.empty() && mask[i] == 0)) continue;
      if (!apart.is_beyond(texel, other_texel, i)) continue;
      if (!distance.ignores_antialiasing || !edges.is_on_edge(x, y)) ++count;
    }
  }
  return count;
}

}  // namespace

std::uint64_t perceived_pixels(const Frame& reference, const Frame& test, const PixelDistance& distance,
                               std::span<const std::uint8_t> mask) {
  return reference.bits == 8 ? count_of<std::uint8_t>(reference, test, distance, mask)
                             : count_of<std::uint16_t>(reference, test, distance, mask);
}

}  // namespace compare
