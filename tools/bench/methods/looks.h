// SPDX-License-Identifier: MIT
// Looks of measured pictures: settings, and objects that are made for them.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_LOOKS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_LOOKS_H

#include <photopic/post_process.h>

#include <memory>

#include "bench/methods/methods.h"

namespace bench {

/// A look, as settings and what they need of an object.
struct Look {
  photopic::ToneMapper tone_mapper = photopic::ToneMapper::agx;
  std::uint32_t lut_size = 0;            ///< 0 = exact
  std::uint32_t cube_size = 0;           ///< of the host's display table, evaluated at each texel
  bool is_balanced = false;              ///< automatic white balance
  bool is_local = false;                 ///< local exposure
  bool is_night = false;                 ///< mesopic colours of texels about the rods' and cones' share
  bool is_blurred = false;               ///< acuity of rods; with has_all, their noise, too
  bool is_day = false;                   ///< light in which rods see nothing, so that is_blurred changes no texel
  VkFormat glare = VK_FORMAT_UNDEFINED;  ///< the eye's, with levels of this format
  bool has_all = false;                  ///< vignette, local exposure, night, grain
  float aberration_texels = 0.0f;        ///< in the corners
  float sharpening = 0.0f;
  float grain = 0.0f;
  VkFormat ldr_format = VK_FORMAT_R8G8B8A8_UNORM;
  bool is_off = false;  ///< the object is made for all of it, and settings turn it off
};
/// Every effect but sharpening and aberration.
inline constexpr Look kEverything = {.is_blurred = true, .glare = VK_FORMAT_B10G11R11_UFLOAT_PACK32, .has_all = true};

photopic::Settings settings_of(const Look& look);

/// Objects are shared by all copies of a Record. Throw engine::Error.
std::shared_ptr<photopic::PostProcess> make_post(const Rig& rig, const photopic::Device& device,
                                                 const photopic::CreateInfo& info);
/// An object for a look.
std::shared_ptr<photopic::PostProcess> make_post(const Rig& rig, const photopic::Device& device, VkExtent2D extent,
                                                 const Look& look, std::uint32_t steps, std::uint32_t with = 0);

}  // namespace bench

#endif
