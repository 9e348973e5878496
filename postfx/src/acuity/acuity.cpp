// SPDX-License-Identifier: MIT
// Acuity's parameters, made of settings, and its passes: memory and recording.
#include "acuity/acuity.h"

#include <acuity/interface.h>
#include <spirv/acuity_down_rgba16f.h>
#include <spirv/acuity_smooth_rgba16f.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "aberration/aberration.h"
#include "display/display.h"
#include "display/primaries.h"
#include "display/white_balance.h"
#include "glare/glare.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "lens/lens.h"
#include "night/night.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// Levels, HDR image, exposure, table; levels, table.
constexpr BindingKind kAcuityDown[] = {storage_image, sampled_image, storage_buffer, storage_buffer};
constexpr BindingKind kAcuitySmooth[] = {storage_image, storage_buffer};

}  // namespace

PHOTOPIC_PASS(acuity_down_rgba16f, kAcuityDown, AcuityDownParams)
PHOTOPIC_PASS(acuity_smooth_rgba16f, kAcuitySmooth, AcuitySmoothParams)

}  // namespace photopic::passes

namespace photopic::acuity {
namespace {

/// Of the image that has all levels: shaders/acuity/levels.glsl.
VkExtent2D image_extent(VkExtent2D picture) {
  const VkExtent2D fine = divide_up(picture, 2), coarse = divide_up(picture, 4);
  return {2 * fine.width, fine.height + 1 + coarse.height + 1};
}

/// Adapted log2 luminance, cd/m^2, from which an eye resolves all that a picture of so many rows holds, or sees only
/// with cones. As shaders/night/mesopic.comp has it.
double limit_log2(const gpu::AcuityParams& params, std::uint32_t rows) {
  constexpr double kMostCyclesPerDeg = 52.0;
  const double cones_log2 = std::log2(5.0);
  const double cycles_per_deg = std::max(static_cast<double>(params.cycles_per_deg) * rows, 0.01);
  if (cycles_per_deg >= kMostCyclesPerDeg) return cones_log2;
  const double log10_cd_m2 = (std::tan((cycles_per_deg - 25.72) / 17.25) - 0.35) / 1.4;
  return std::min(cones_log2, log10_cd_m2 / std::log10(2.0));
}

/// Least share of the HDR image's luminance that effects before acuity leave of a texel; 0: unknown.
double least_share(const EffectFrame& frame, const Settings& settings) {
  const Matrix3 balance = white_balance_matrix(settings.white_balance);
  const bool keeps_luminance = settings.white_balance.white_balance != WhiteBalance::automatic &&
                               balance == kIdentity && settings.input.scene_gamut != SceneGamut::aces13 &&
                               !aberration::is_on(settings);
  if (!keeps_luminance) return 0.0;
  // Veils add light. A fifth of room: roundings of packed levels may leave less of pictures with negative channels.
  constexpr double kLeastAfterGlare = 0.8 * (1.0 - glare::kMostScattered);
  double share = glare::is_on(settings) ? kLeastAfterGlare : 1.0;
  if (lens::is_on(settings)) {
    const gpu::LensParams lens = lens::params(settings);
    const double aspect = static_cast<double>(frame.region.extent.width) / frame.region.extent.height;
    const double squared = (1.0 + aspect * aspect) * static_cast<double>(lens.tangent_half_squared);
    share *= std::pow(1.0 + squared, static_cast<double>(lens.falloff));
  }
  return share;
}

}  // namespace

bool is_on(const Settings& settings) noexcept { return settings.acuity.acuity_loss > 0.0f; }

gpu::AcuityParams params(const Settings& settings) noexcept {
  if (!is_on(settings)) return {};
  constexpr double kPi = 3.14159265358979323846;
  // A texel's angle at the centre of a picture of one row; the highest frequency has a cycle in two texels.
  const double half_radians = static_cast<double>(settings.view.field_of_view_vertical_deg) * kPi / 360.0;
  const double texel_deg = 2.0 * std::tan(half_radians) * 180.0 / kPi;
  gpu::AcuityParams params = {.loss = settings.acuity.acuity_loss,
                              .local_adaptation = settings.night.local_adaptation,
                              .cd_m2_per_unit = settings.view.cd_m2_per_unit,
                              .cycles_per_deg = static_cast<float>(0.5 / texel_deg),
                              .photopic = {}};
  const Matrix3 to_bt709 = rgb_to_rgb(scene_primaries(settings), chromaticities_of(Primaries::bt709));
  constexpr double kPhotopic[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < 3; ++j) sum += kPhotopic[j] * to_bt709[j][i];
    params.photopic[i] = static_cast<float>(sum);
  }
  return params;
}

namespace {

gpu::AcuityDownParams down_params(const EffectFrame& frame, const Settings& settings) {
  const std::array<float, 3> row = luminance_row(settings.input);
  const VkExtent2D extent = frame.region.extent;
  const gpu::AcuityParams own = params(settings);
  const gpu::MesopicParams mesopic = night::mesopic_params(settings, frame.has_state, /*has_light=*/false);
  return {.source_x = static_cast<std::uint32_t>(frame.region.offset.x),
          .source_y = static_cast<std::uint32_t>(frame.region.offset.y),
          .width = extent.width,
          .height = extent.height,
          .luminance_of_red = row[0],
          .luminance_of_green = row[1],
          .luminance_of_blue = row[2],
          .inverse_pre_exposure = 1.0f / frame.pre_exposure,
          .has_state = mesopic.has_state,
          .luminance_times_exposure = mesopic.luminance_times_exposure,
          .cd_m2_per_unit = own.cd_m2_per_unit,
          .local_adaptation = own.local_adaptation,
          .limit_log2 = static_cast<float>(limit_log2(own, extent.height)),
          .least_share = static_cast<float>(least_share(frame, settings)),
          .has_least = frame.has_least ? 1u : 0u};
}

}  // namespace

Status Passes::create(const MadeFor& info) noexcept {
  PHOTOPIC_TRY(mesopic_.create(info));
  PHOTOPIC_TRY(down_.create(passes::acuity_down_rgba16f));
  // A CPU gathers texel by texel.
  const Specialization gathers[] = {{PHOTOPIC_SPEC_ACUITY_GATHERS, gpu_.is_cpu ? 0u : 1u}};
  PHOTOPIC_TRY(down_.add_variant(0, gathers));
  PHOTOPIC_TRY(smooth_.create(passes::acuity_smooth_rgba16f));
  PHOTOPIC_TRY(smooth_.add_variant(0, {}));
  return make_sized(info.max_extent);
}

Status Passes::make_sized(VkExtent2D max_extent) noexcept {
  const auto create = [&](LevelImage& levels) {
    return levels.create(image_extent(max_extent), VK_FORMAT_R16G16B16A16_SFLOAT,
                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT, 1);
  };
  return levels_.make(create, "acuity levels");
}

void Passes::prepare(VkCommandBuffer command_buffer, EffectFrame&, const Settings&) noexcept {
  // Producers: earlier final passes, which read the levels. Consumers: the passes. Nothing of their content is needed.
  layout_barrier(gpu_, command_buffer, levels_->handle(), 0, levels_->level_count(), VK_IMAGE_LAYOUT_UNDEFINED,
                 VK_IMAGE_LAYOUT_GENERAL, kComputeRead, kComputeReadWrite);
}

bool Passes::record_first(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept {
  const Binding bindings[] = {image_binding(levels_->level(0), VK_IMAGE_LAYOUT_GENERAL), frame.hdr, frame.exposure,
                              mesopic_.table(frame.view)};
  const VkExtent2D fine = divide_up(frame.region.extent, 2);
  down_.dispatch(
      command_buffer, 0,
      {divide_up(fine.width, PHOTOPIC_ACUITY_DOWN_WIDTH), divide_up(fine.height, PHOTOPIC_ACUITY_DOWN_HEIGHT)},
      down_params(frame, settings), bindings);
  return true;
}

bool Passes::record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings&) noexcept {
  const VkExtent2D extent = frame.region.extent;
  const gpu::AcuitySmoothParams params = {.width = extent.width, .height = extent.height};
  const Binding bindings[] = {image_binding(levels_->level(0), VK_IMAGE_LAYOUT_GENERAL), mesopic_.table(frame.view)};
  smooth_.dispatch(command_buffer, 0, divide_up(extent, 2 * PHOTOPIC_ACUITY_SIDE), params, bindings);
  return true;
}

bool Passes::record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept {
  // Night has the same table.
  const gpu::AcuityParams own = params(settings);
  mesopic_.record(command_buffer, frame, settings, night::is_on(settings), &own);
  frame.has_night_table = true;
  return true;
}

}  // namespace photopic::acuity
