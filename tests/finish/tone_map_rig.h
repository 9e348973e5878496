// SPDX-License-Identifier: MIT
// Colours through the tone mapper and back.
#ifndef PHOTOPIC_TESTS_FINISH_TONE_MAP_RIG_H
#define PHOTOPIC_TESTS_FINISH_TONE_MAP_RIG_H

#include <array>
#include <span>
#include <string>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace test {

inline constexpr VkFormat k8Bit = VK_FORMAT_R8G8B8A8_UNORM;
inline constexpr VkFormat kHalf = VK_FORMAT_R16G16B16A16_SFLOAT;

/// Output format as tests read it back.
struct Output {
  VkFormat format;
  const char* name;
  double max_code;  ///< sRGB codes up to this one; 0 = display-linear numbers

  bool has_codes() const { return max_code != 0.0; }
};
inline constexpr Output kOutputs[] = {{k8Bit, "rgba8", 255.0}, {kHalf, "rgba16f", 0.0}};

struct Rgba {
  float r, g, b, a;
};

/// Display-referred texel: code values 0..255 of an 8-bit image, 0..1023 of a packed one (A2B10G10R10), numbers of a
/// half image.
using LdrTexel = std::array<double, 4>;

/// A buffer that holds an exposure, at any offset.
engine::Buffer make_exposure(float exposure, VkDeviceSize offset_bytes = 0);

/// All texels.
std::vector<LdrTexel> read_ldr(const engine::Image& ldr);

/// An object that only tone maps, with every operator.
class ToneMapRig {
 public:
  explicit ToneMapRig(VkFormat ldr_format);

  /// Each colour exposed by `exposure`, mapped and read back.
  std::vector<LdrTexel> map(std::span<const Rgba> colors, const photopic::ToneMapSettings& settings,
                            float exposure = 1.0f);
  photopic::PostProcess& post() { return post_; }
  VkFormat ldr_format() const { return ldr_format_; }

 private:
  VkFormat ldr_format_;
  photopic::PostProcess post_;
};

/// One per format until the last test: making all pipelines takes a while.
ToneMapRig& tone_map_rig(VkFormat ldr_format);

std::vector<photopic::ToneMapper> all_tone_mappers();
/// Of a parameterised test: the operator's name with _ for - and the full stop.
std::string test_name(photopic::ToneMapper tone_mapper);

}  // namespace test

#endif
