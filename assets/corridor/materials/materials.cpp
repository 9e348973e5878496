// SPDX-License-Identifier: MIT
// Values of each material: textures, colours, roughness and luminance.
#include "corridor/materials/materials.h"

#include "corridor/layout.h"

namespace corridor {
namespace {

constexpr auto kPlaster = TextureName::plaster, kStone = TextureName::stone, kWood = TextureName::wood;
constexpr auto kNone = TextureName::none;

/// Luminance of a sphere or disc of this radius that shines with `candela` to its front.
constexpr float luminance_nits(float candela, float radius_m) { return candela / (kPi * radius_m * radius_m); }

// Mean linear colours of the textures: plaster 0.8, stone 0.5, wood 0.2, each near neutral or brown by itself.
constexpr std::array<MaterialTraits, kMaterialCount> kTraits{{
    {"corridor-wall", {0.64F, 0.62F, 0.58F}, 0.9F, kPlaster, kPlaster},
    {"corridor-dado", {0.24F, 0.31F, 0.27F}, 0.6F, kPlaster, kPlaster},
    {"corridor-ceiling", {0.62F, 0.62F, 0.62F}, 0.95F, kPlaster, kPlaster},
    {"white-wall", {1.0F, 1.0F, 1.0F}, 0.95F, kPlaster, kPlaster},
    {"ochre-wall", {0.78F, 0.54F, 0.30F}, 0.95F, kPlaster, kPlaster},
    {"brick", {1.0F, 1.0F, 1.0F}, 0.9F, TextureName::brick, TextureName::brick},
    {"floor-tiles", {1.0F, 1.0F, 1.0F}, 1.0F, TextureName::tiles, TextureName::tiles, TextureName::tiles},
    {"paving", {1.0F, 1.0F, 1.0F}, 1.0F, TextureName::paving, TextureName::paving, TextureName::paving},
    {"stone", {0.70F, 0.70F, 0.68F}, 0.85F, kStone, kStone},
    {"pale-stone", {1.0F, 0.97F, 0.90F}, 0.75F, kStone, kStone},
    {"terracotta", {0.90F, 0.44F, 0.25F}, 0.9F, kStone, kStone},
    {"wood", {1.0F, 1.0F, 1.0F}, 0.75F, kWood, kWood},
    {"dark-wood", {0.45F, 0.40F, 0.38F}, 0.5F, kWood, kWood},
    {"green-paint", {0.05F, 0.12F, 0.09F}, 0.5F, kNone, kWood},
    {"white-paint", {0.70F, 0.69F, 0.65F}, 0.5F, kNone, kNone},
    {"pipe-paint", {0.30F, 0.16F, 0.11F}, 0.45F, kNone, kNone},
    {"iron", {0.04F, 0.04F, 0.045F}, 0.5F, kNone, kNone},
    {"gilding", {0.48F, 0.33F, 0.11F}, 0.4F, kNone, kNone},
    {"glass", {0.02F, 0.025F, 0.03F}, 0.06F, kNone, kNone},
    {"water", {0.015F, 0.03F, 0.03F}, 0.08F, kNone, kNone},
    {"polished-brass", {0.89F, 0.72F, 0.37F}, 0.15F, kNone, kNone, kNone, 1.0F},
    {"soil", {0.05F, 0.035F, 0.025F}, 1.0F, kNone, kNone},
    {"leaf", {0.06F, 0.13F, 0.03F}, 0.6F, kNone, kNone, kNone, 0.0F, 0.0F, true},
    {"leaf-shade", {0.02F, 0.04F, 0.012F}, 0.9F, kNone, kNone},
    {"canvas", {1.0F, 1.0F, 1.0F}, 0.7F, TextureName::picture, kNone},
    {"lamp-globe", {0.8F, 0.8F, 0.8F}, 0.4F, kNone, kNone, kNone, 0.0F, luminance_nits(kGlobe_cd, kGlobeRadius_m)},
    {"lamp-bulb", {0.8F, 0.8F, 0.8F}, 0.4F, kNone, kNone, kNone, 0.0F, luminance_nits(kPendant_cd, kBulbRadius_m)},
}};

}  // namespace

const MaterialTraits& traits(MaterialName name) { return kTraits[static_cast<std::size_t>(name)]; }

}  // namespace corridor
