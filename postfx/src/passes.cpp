// SPDX-License-Identifier: MIT
#include "passes.h"

#include <photopic/overlay_interface.h>
#include <spirv/adapt.h>
#include <spirv/log_luminance_r16f.h>
#include <spirv/log_luminance_r32f.h>
#include <spirv/meter_int64.h>
#include <spirv/meter_int64_rgba16f.h>
#include <spirv/meter_int64_rgba8.h>
#include <spirv/meter_portable.h>
#include <spirv/meter_portable_rgba16f.h>
#include <spirv/meter_portable_rgba8.h>
#include <spirv/meter_weighted.h>
#include <spirv/meter_weighted_rgba16f.h>
#include <spirv/meter_weighted_rgba8.h>
#include <spirv/overlay_compose.h>
#include <spirv/overlay_draw_rgba16f.h>
#include <spirv/overlay_draw_rgba8.h>
#include <spirv/overlay_gather.h>
#include <spirv/reduce_hdr_r16f.h>
#include <spirv/reduce_hdr_r32f.h>
#include <spirv/reduce_r16f.h>
#include <spirv/reduce_r32f.h>
#include <spirv/tone_map_rgba16f.h>
#include <spirv/tone_map_rgba8.h>

namespace photopic {
namespace {

constexpr BindingKind kImageToImage[] = {BindingKind::sampled_image, BindingKind::storage_image,
                                         BindingKind::storage_buffer};
constexpr BindingKind kReduceHdr[] = {BindingKind::sampled_image, BindingKind::storage_image,
                                      BindingKind::storage_image, BindingKind::storage_buffer};
constexpr BindingKind kAdapt[] = {BindingKind::sampled_image, BindingKind::storage_buffer, BindingKind::storage_buffer,
                                  BindingKind::storage_buffer};
// meter: HDR image, accumulators, state, tables; weighted: mask, depth, classes; fused: LDR image
constexpr BindingKind kMeter[] = {BindingKind::sampled_image, BindingKind::storage_buffer, BindingKind::storage_buffer,
                                  BindingKind::storage_buffer};
constexpr BindingKind kMeterFused[] = {BindingKind::sampled_image, BindingKind::storage_buffer,
                                       BindingKind::storage_buffer, BindingKind::storage_buffer,
                                       BindingKind::storage_image};
constexpr BindingKind kMeterWeighted[] = {
    BindingKind::sampled_image, BindingKind::storage_buffer, BindingKind::storage_buffer, BindingKind::storage_buffer,
    BindingKind::sampled_image, BindingKind::sampled_image,  BindingKind::sampled_image};
constexpr BindingKind kMeterWeightedFused[] = {
    BindingKind::sampled_image, BindingKind::storage_buffer, BindingKind::storage_buffer, BindingKind::storage_buffer,
    BindingKind::sampled_image, BindingKind::sampled_image,  BindingKind::sampled_image,  BindingKind::storage_image};

// overlay_gather: HDR image, data, blit weights; overlay_draw: and state, LDR image, level, mask, depth, classes
constexpr BindingKind kOverlayGather[] = {BindingKind::sampled_image, BindingKind::storage_buffer,
                                          BindingKind::storage_buffer};
constexpr BindingKind kOverlayCompose[] = {BindingKind::storage_buffer, BindingKind::storage_buffer};
constexpr BindingKind kOverlayDraw[] = {
    BindingKind::sampled_image,  BindingKind::storage_buffer, BindingKind::storage_buffer,
    BindingKind::storage_buffer, BindingKind::storage_image,  BindingKind::sampled_image,
    BindingKind::sampled_image,  BindingKind::sampled_image,  BindingKind::sampled_image};

}  // namespace

namespace passes {
constexpr PassDesc log_luminance_r32f = {"log_luminance_r32f", log_luminance_r32f_spv, kImageToImage,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc log_luminance_r16f = {"log_luminance_r16f", log_luminance_r16f_spv, kImageToImage,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc reduce_hdr_r32f = {"reduce_hdr_r32f", reduce_hdr_r32f_spv, kReduceHdr, sizeof(gpu::ReduceHdrParams)};
constexpr PassDesc reduce_hdr_r16f = {"reduce_hdr_r16f", reduce_hdr_r16f_spv, kReduceHdr, sizeof(gpu::ReduceHdrParams)};
constexpr PassDesc reduce_r32f = {"reduce_r32f", reduce_r32f_spv, kImageToImage, sizeof(gpu::ReduceParams)};
constexpr PassDesc reduce_r16f = {"reduce_r16f", reduce_r16f_spv, kImageToImage, sizeof(gpu::ReduceParams)};
constexpr PassDesc adapt = {"adapt", adapt_spv, kAdapt, sizeof(gpu::AdaptParams)};
constexpr PassDesc meter_int64 = {"meter_int64", meter_int64_spv, kMeter, sizeof(gpu::MeterParams)};
constexpr PassDesc meter_int64_rgba8 = {"meter_int64_rgba8", meter_int64_rgba8_spv, kMeterFused,
                                        sizeof(gpu::MeterParams)};
constexpr PassDesc meter_int64_rgba16f = {"meter_int64_rgba16f", meter_int64_rgba16f_spv, kMeterFused,
                                          sizeof(gpu::MeterParams)};
constexpr PassDesc meter_portable = {"meter_portable", meter_portable_spv, kMeter, sizeof(gpu::MeterParams)};
constexpr PassDesc meter_portable_rgba8 = {"meter_portable_rgba8", meter_portable_rgba8_spv, kMeterFused,
                                           sizeof(gpu::MeterParams)};
constexpr PassDesc meter_portable_rgba16f = {"meter_portable_rgba16f", meter_portable_rgba16f_spv, kMeterFused,
                                             sizeof(gpu::MeterParams)};
constexpr PassDesc meter_weighted = {"meter_weighted", meter_weighted_spv, kMeterWeighted, sizeof(gpu::MeterParams)};
constexpr PassDesc meter_weighted_rgba8 = {"meter_weighted_rgba8", meter_weighted_rgba8_spv, kMeterWeightedFused,
                                           sizeof(gpu::MeterParams)};
constexpr PassDesc meter_weighted_rgba16f = {"meter_weighted_rgba16f", meter_weighted_rgba16f_spv, kMeterWeightedFused,
                                             sizeof(gpu::MeterParams)};
constexpr PassDesc tone_map_rgba8 = {"tone_map_rgba8", tone_map_rgba8_spv, kImageToImage, sizeof(gpu::ToneMapParams)};
constexpr PassDesc tone_map_rgba16f = {"tone_map_rgba16f", tone_map_rgba16f_spv, kImageToImage,
                                       sizeof(gpu::ToneMapParams)};
constexpr PassDesc overlay_gather = {"overlay_gather", overlay_gather_spv, kOverlayGather, sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_compose = {"overlay_compose", overlay_compose_spv, kOverlayCompose,
                                      sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_draw_rgba8 = {"overlay_draw_rgba8", overlay_draw_rgba8_spv, kOverlayDraw,
                                         sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_draw_rgba16f = {"overlay_draw_rgba16f", overlay_draw_rgba16f_spv, kOverlayDraw,
                                           sizeof(gpu::OverlayPush)};
}  // namespace passes

std::span<const PassDesc* const> all_passes() noexcept {
  static const PassDesc* const kAll[] = {&passes::log_luminance_r32f,
                                         &passes::log_luminance_r16f,
                                         &passes::reduce_hdr_r32f,
                                         &passes::reduce_hdr_r16f,
                                         &passes::reduce_r32f,
                                         &passes::reduce_r16f,
                                         &passes::adapt,
                                         &passes::meter_int64,
                                         &passes::meter_int64_rgba8,
                                         &passes::meter_int64_rgba16f,
                                         &passes::meter_portable,
                                         &passes::meter_portable_rgba8,
                                         &passes::meter_portable_rgba16f,
                                         &passes::meter_weighted,
                                         &passes::meter_weighted_rgba8,
                                         &passes::meter_weighted_rgba16f,
                                         &passes::overlay_gather,
                                         &passes::overlay_compose,
                                         &passes::overlay_draw_rgba8,
                                         &passes::overlay_draw_rgba16f,
                                         &passes::tone_map_rgba8,
                                         &passes::tone_map_rgba16f,
                                         &passes::metrics_clear,
                                         &passes::metrics_copy,
                                         &passes::metrics_errors,
                                         &passes::metrics_luma,
                                         &passes::metrics_ssim,
                                         &passes::metrics_ssim_level,
                                         &passes::metrics_box,
                                         &passes::metrics_lowpass,
                                         &passes::metrics_lowpass_level,
                                         &passes::metrics_flip_rows,
                                         &passes::metrics_flip_errors,
                                         &passes::metrics_flip_pool,
                                         &passes::metrics_ciede2000,
                                         &passes::metrics_ciede2000_float64,
                                         &passes::metrics_psnr_hvs};
  return kAll;
}

}  // namespace photopic
