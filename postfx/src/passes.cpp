// SPDX-License-Identifier: MIT
#include "passes.h"

#include <photopic/interface.h>
#include <spirv/adapt.h>
#include <spirv/log_luminance_r16f.h>
#include <spirv/log_luminance_r32f.h>
#include <spirv/reduce_r16f.h>
#include <spirv/reduce_r32f.h>
#include <spirv/tone_map_rgba16f.h>
#include <spirv/tone_map_rgba8.h>

namespace photopic {
namespace {

constexpr BindingKind kImageToImage[] = {BindingKind::sampled_image, BindingKind::storage_image,
                                         BindingKind::storage_buffer};
constexpr BindingKind kImageToBuffer[] = {BindingKind::sampled_image, BindingKind::storage_buffer,
                                          BindingKind::storage_buffer};

}  // namespace

namespace passes {
constexpr PassDesc log_luminance_r32f = {"log_luminance_r32f", log_luminance_r32f_spv, kImageToImage,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc log_luminance_r16f = {"log_luminance_r16f", log_luminance_r16f_spv, kImageToImage,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc reduce_r32f = {"reduce_r32f", reduce_r32f_spv, kImageToImage, sizeof(gpu::ReduceParams)};
constexpr PassDesc reduce_r16f = {"reduce_r16f", reduce_r16f_spv, kImageToImage, sizeof(gpu::ReduceParams)};
constexpr PassDesc adapt = {"adapt", adapt_spv, kImageToBuffer, sizeof(gpu::AdaptParams)};
constexpr PassDesc tone_map_rgba8 = {"tone_map_rgba8", tone_map_rgba8_spv, kImageToImage, sizeof(gpu::ToneMapParams)};
constexpr PassDesc tone_map_rgba16f = {"tone_map_rgba16f", tone_map_rgba16f_spv, kImageToImage,
                                       sizeof(gpu::ToneMapParams)};
}  // namespace passes

std::span<const PassDesc* const> all_passes() noexcept {
  static constexpr const PassDesc* kAll[] = {&passes::log_luminance_r32f,
                                             &passes::log_luminance_r16f,
                                             &passes::reduce_r32f,
                                             &passes::reduce_r16f,
                                             &passes::adapt,
                                             &passes::tone_map_rgba8,
                                             &passes::tone_map_rgba16f};
  return kAll;
}

}  // namespace photopic
