// SPDX-License-Identifier: MIT
// Colours through the final pass to any encoding and format, and what they should become.
#ifndef PHOTOPIC_TESTS_DISPLAY_DISPLAY_RIG_H
#define PHOTOPIC_TESTS_DISPLAY_DISPLAY_RIG_H

#include <span>
#include <vector>

#include "finish/tone_map_rig.h"
#include "reference/tone_map.h"

namespace test {

/// Format of the picture as it is written, and what texels of R32_UINT hold.
struct Store {
  const char* name;
  VkFormat format;
  VkFormat packed;
  double max_code;  ///< codes up to this one; 0 = numbers of halves
};
inline constexpr Store kStores[] = {
    {"rgba8", VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 255.0},
    {"rgb10_a2", VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 1023.0},
    {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0.0},
    {"packed_abgr10", VK_FORMAT_R32_UINT, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 1023.0},
    {"packed_argb10", VK_FORMAT_R32_UINT, VK_FORMAT_A2R10G10B10_UNORM_PACK32, 1023.0},
    {"packed_bgra8", VK_FORMAT_R32_UINT, VK_FORMAT_B8G8R8A8_UNORM, 255.0}};

/// Whether the device stores this format, and can sample nothing less than what tests read.
bool can_store(const Store& store);
/// All texels, as codes or numbers.
std::vector<LdrTexel> read_stored(const engine::Image& ldr, const Store& store);

/// An object that only tone maps, for some operators and encodings.
class DisplayRig {
 public:
  DisplayRig(const Store& store, std::uint32_t tone_mappers, std::uint32_t encodings, bool converts_input = false);
  /// The same for what `info` says: its tone mappers, encodings and LUTs.
  DisplayRig(const Store& store, photopic::MadeFor info);

  /// Each colour, with an exposure of 1, as codes or numbers.
  std::vector<LdrTexel> show(std::span<const Rgba> colors, const photopic::Settings& settings,
                             const photopic::LookTables* tables = nullptr);
  photopic::PostProcess& post() { return post_; }

 private:
  Store store_;
  photopic::PostProcess post_;
};

/// Primaries of `settings` as the reference has them.
reference::Primaries primaries_of(photopic::Primaries primaries);
reference::Primaries primaries_of(photopic::LimitPrimaries primaries);

/// Error of float arithmetic, of display-linear light.
struct Margin {
  double relative = 0.0;
  double absolute = 0.0;
};
/// What the final pass may store of a scene-linear colour: numbers, for codes in [0, 1]. Written from docs/display.md.
struct Stored {
  reference::Rgb low;
  reference::Rgb high;
};
Stored stored(const photopic::Settings& settings, bool is_half, reference::Rgb color, Margin margin);

}  // namespace test

#endif
