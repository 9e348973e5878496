// SPDX-License-Identifier: MIT
// Drawing of surfaces as colour, normal and roughness maps.
#include "corridor/materials/textures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "corridor/materials/surfaces.h"

namespace corridor {
namespace {

struct Recipe {
  const char* label;
  SurfaceSample (*surface)(glm::vec2 at);
  std::uint32_t width, height;
  float side_m;
  bool has_relief, has_roughness;
};

constexpr std::array<Recipe, kTextureCount> kRecipes{{
    {"plaster", plaster_surface, 512, 512, 2.0F, true, false},
    {"tiles", tiles_surface, 512, 512, 2.0F, true, true},
    {"paving", paving_surface, 512, 512, 2.0F, true, true},
    {"stone", stone_surface, 512, 512, 1.0F, true, false},
    {"brick", brick_surface, 512, 512, 2.0F, true, false},
    {"wood", wood_surface, 512, 512, 1.0F, true, false},
    {"picture", picture_surface, 320, 240, 1.0F, false, false},
}};

const Recipe& recipe(TextureName name) { return kRecipes[static_cast<std::size_t>(name)]; }

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(value, 0.0F, 1.0F)));
}

float encode_srgb(float linear) {
  return linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}

class Samples {
 public:
  explicit Samples(const Recipe& recipe) : recipe_(recipe) {
    values_.reserve(std::size_t{recipe.width} * recipe.height);
    for (std::uint32_t y = 0; y < recipe.height; ++y) {
      for (std::uint32_t x = 0; x < recipe.width; ++x) values_.push_back(recipe.surface(centre_of(x, y)));
    }
  }

  template <typename Texel>
  Bitmap bitmap(const Texel& texel) const {
    Bitmap result{recipe_.width, recipe_.height, {}};
    result.rgba.reserve(values_.size() * 4);
    for (std::uint32_t y = 0; y < recipe_.height; ++y) {
      for (std::uint32_t x = 0; x < recipe_.width; ++x) {
        const glm::vec3 rgb = texel(x, y);
        result.rgba.insert(result.rgba.end(), {to_byte(rgb.x), to_byte(rgb.y), to_byte(rgb.z), 255});
      }
    }
    return result;
  }

  const SurfaceSample& at(std::uint32_t x, std::uint32_t y) const {
    return values_[std::size_t{y % recipe_.height} * recipe_.width + x % recipe_.width];
  }

  /// By the slope to the neighbours on both sides.
  glm::vec3 normal(std::uint32_t x, std::uint32_t y) const {
    const float two_texels_m = 2.0F * recipe_.side_m / static_cast<float>(recipe_.width);
    const float to_right = at(x + 1, y).height_m - at(x + recipe_.width - 1, y).height_m;
    const float to_bottom = at(x, y + 1).height_m - at(x, y + recipe_.height - 1).height_m;
    return glm::normalize(glm::vec3(-to_right, to_bottom, two_texels_m));
  }

 private:
  glm::vec2 centre_of(std::uint32_t x, std::uint32_t y) const {
    return {(static_cast<float>(x) + 0.5F) / static_cast<float>(recipe_.width),
            (static_cast<float>(y) + 0.5F) / static_cast<float>(recipe_.height)};
  }

  const Recipe& recipe_;
  std::vector<SurfaceSample> values_;
};

}  // namespace

float tile_side_m(TextureName name) { return name == TextureName::none ? 1.0F : recipe(name).side_m; }

const char* texture_label(TextureName name) { return name == TextureName::none ? "" : recipe(name).label; }

TextureSet draw_textures(TextureName name) {
  const Recipe& from = recipe(name);
  const Samples samples(from);
  TextureSet set;
  set.color = samples.bitmap([&](std::uint32_t x, std::uint32_t y) {
    const glm::vec3 linear = samples.at(x, y).color;
    return glm::vec3{encode_srgb(linear.x), encode_srgb(linear.y), encode_srgb(linear.z)};
  });
  if (from.has_relief) {
    set.normal = samples.bitmap([&](std::uint32_t x, std::uint32_t y) { return 0.5F + 0.5F * samples.normal(x, y); });
  }
  if (from.has_roughness) {
    set.roughness = samples.bitmap([&](std::uint32_t x, std::uint32_t y) {
      return glm::vec3{1.0F, samples.at(x, y).roughness, 0.0F};
    });
  }
  return set;
}

}  // namespace corridor
