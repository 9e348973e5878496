// SPDX-License-Identifier: MIT
// The generated test panorama: from a night street through a vaulted passage to a plaza in the sun.
#ifndef PHOTOPIC_ASSETS_PANORAMA_STREET_H
#define PHOTOPIC_ASSETS_PANORAMA_STREET_H

#include <cstdint>
#include <vector>

namespace panorama {

/// Renders the equirectangular panorama: width * height * 4 floats, top row first, scene-linear BT.709 RGB in cd/m^2
/// (1.0 is 1 cd/m^2) and alpha 1. The middle column looks into the plaza, the wrap seam lies in the middle of the night
/// street. Values stay between about 1e-3 and 6e4, where half floats are precise; the sun is clipped to that. The same
/// arguments give the same bits. Throws std::invalid_argument for an empty picture.
std::vector<float> render_street(std::uint32_t width, std::uint32_t height);

}  // namespace panorama

#endif
