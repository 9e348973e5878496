// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of image metrics.
#include "metrics/passes.h"

#include <photopic/metrics_interface.h>
#include <spirv/metrics_box.h>
#include <spirv/metrics_ciede2000.h>
#include <spirv/metrics_ciede2000_float64.h>
#include <spirv/metrics_clear.h>
#include <spirv/metrics_copy.h>
#include <spirv/metrics_errors.h>
#include <spirv/metrics_flip_errors.h>
#include <spirv/metrics_flip_pool.h>
#include <spirv/metrics_flip_rows.h>
#include <spirv/metrics_lowpass.h>
#include <spirv/metrics_lowpass_level.h>
#include <spirv/metrics_luma.h>
#include <spirv/metrics_psnr_hvs.h>
#include <spirv/metrics_ssim.h>
#include <spirv/metrics_ssim_level.h>

namespace photopic {
namespace {

// The pair: three planes each and a mask; then buffers.
#define PAIR                                                                                                      \
  BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, \
      BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::storage_buffer
constexpr BindingKind kPair[] = {PAIR};
constexpr BindingKind kPairAndMap[] = {PAIR, BindingKind::storage_buffer};
constexpr BindingKind kPairAndMaps[] = {PAIR, BindingKind::storage_buffer, BindingKind::storage_buffer};
#undef PAIR
constexpr BindingKind kBuffer[] = {BindingKind::storage_buffer};
constexpr BindingKind kBuffers[] = {BindingKind::storage_buffer, BindingKind::storage_buffer};
constexpr BindingKind kThreeBuffers[] = {BindingKind::storage_buffer, BindingKind::storage_buffer,
                                         BindingKind::storage_buffer};

}  // namespace

namespace passes {
constexpr PassDesc metrics_clear = {"metrics_clear", spirv::metrics_clear, kBuffer, sizeof(gpu::MetricsWordsParams)};
constexpr PassDesc metrics_copy = {"metrics_copy", spirv::metrics_copy, kBuffers, sizeof(gpu::MetricsWordsParams)};
constexpr PassDesc metrics_errors = {"metrics_errors", spirv::metrics_errors, kPairAndMaps,
                                     sizeof(gpu::MetricsErrorsParams)};
constexpr PassDesc metrics_luma = {"metrics_luma", spirv::metrics_luma, kPair, sizeof(gpu::MetricsLumaParams)};
constexpr PassDesc metrics_ssim = {"metrics_ssim", spirv::metrics_ssim, kPairAndMap, sizeof(gpu::MetricsSsimParams)};
constexpr PassDesc metrics_ssim_level = {"metrics_ssim_level", spirv::metrics_ssim_level, kBuffers,
                                         sizeof(gpu::MetricsSsimParams)};
constexpr PassDesc metrics_box = {"metrics_box", spirv::metrics_box, kPair, sizeof(gpu::MetricsScaleParams)};
constexpr PassDesc metrics_lowpass = {"metrics_lowpass", spirv::metrics_lowpass, kPair,
                                      sizeof(gpu::MetricsScaleParams)};
constexpr PassDesc metrics_lowpass_level = {"metrics_lowpass_level", spirv::metrics_lowpass_level, kBuffers,
                                            sizeof(gpu::MetricsScaleParams)};
constexpr PassDesc metrics_flip_rows = {"metrics_flip_rows", spirv::metrics_flip_rows, kPairAndMap,
                                        sizeof(gpu::MetricsFlipParams)};
constexpr PassDesc metrics_flip_errors = {"metrics_flip_errors", spirv::metrics_flip_errors, kThreeBuffers,
                                          sizeof(gpu::MetricsFlipParams)};
constexpr PassDesc metrics_flip_pool = {"metrics_flip_pool", spirv::metrics_flip_pool, kBuffers,
                                        sizeof(gpu::MetricsFlipPoolParams)};
constexpr PassDesc metrics_ciede2000 = {"metrics_ciede2000", spirv::metrics_ciede2000, kPairAndMap,
                                        sizeof(gpu::MetricsCiedeParams)};
constexpr PassDesc metrics_ciede2000_float64 = {"metrics_ciede2000_float64", spirv::metrics_ciede2000_float64,
                                                kPairAndMap, sizeof(gpu::MetricsCiedeParams)};
constexpr PassDesc metrics_psnr_hvs = {"metrics_psnr_hvs", spirv::metrics_psnr_hvs, kPair,
                                       sizeof(gpu::MetricsHvsParams)};
}  // namespace passes

}  // namespace photopic
