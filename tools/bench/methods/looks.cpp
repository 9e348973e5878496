// SPDX-License-Identifier: MIT
// Settings of looks, and objects for them.
#include "bench/methods/looks.h"

namespace bench {
namespace {

constexpr float kDayCdM2 = 1000.0f;  // of a unit: the darkest texels have 5 cd/m^2, at which rods see nothing
constexpr float kNightCdM2 = 0.001f;
constexpr float kDuskCdM2 = 0.01f;

}  // namespace

photopic::Settings settings_of(const Look& look) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = look.tone_mapper;
  if (look.lut_size != 0) settings.display.transform = photopic::DisplayTransform::baked;
  if (look.is_balanced) settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  if (look.has_all) {
    settings.lens.vignette = 0.5f;
    settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  }
  if (look.is_local) settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  settings.aberration.chromatic_aberration_texels = look.aberration_texels;
  settings.sharpening.sharpening = look.sharpening;
  settings.grain.grain = look.has_all ? 0.05f : look.grain;
  if (look.is_night || look.has_all) {
    settings.night.night_strength = 1.0f;
    settings.view.cd_m2_per_unit = kDuskCdM2;
  }
  if (look.is_blurred) {
    settings.acuity.acuity_loss = 1.0f;
    settings.view.cd_m2_per_unit = look.is_day ? kDayCdM2 : kNightCdM2;
    if (look.has_all) settings.night.night_noise = 1.0f;
  }
  if (look.glare != VK_FORMAT_UNDEFINED) settings.glare.glare = photopic::GlareProfile::eye;
  return settings;
}

std::shared_ptr<photopic::PostProcess> make_post(const Rig& rig, const photopic::Device& device,
                                                 const photopic::CreateInfo& info) {
  auto post = std::make_shared<photopic::PostProcess>();
  rig.context.check(post->create(device, info));
  return post;
}

std::shared_ptr<photopic::PostProcess> make_post(const Rig& rig, const photopic::Device& device, VkExtent2D extent,
                                                 const Look& look, std::uint32_t steps, std::uint32_t with) {
  const photopic::Settings settings = settings_of(look);
  const photopic::Tuning tuning = {.lut_size = look.lut_size, .glare_levels = look.glare};
  photopic::CreateInfo info = {
      .max_extent = extent, .uses = {settings}, .steps = steps, .with = with, .tuning = &tuning};
  info.output.format = look.ldr_format;
  if (look.cube_size != 0) info.with |= photopic::kWithTables;
  const photopic::Settings off;
  if (look.is_off) info.uses[1] = off;
  return make_post(rig, device, info);
}

}  // namespace bench
