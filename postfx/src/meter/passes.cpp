// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the meter's passes.
#include "meter/passes.h"

#include <photopic/interface.h>
#include <spirv/colors.h>
#include <spirv/colors_samples.h>
#include <spirv/colors_weighted.h>
#include <spirv/colors_weighted_samples.h>
#include <spirv/log_luminance_r32f.h>
#include <spirv/pyramid_hdr_r32f.h>
#include <spirv/pyramid_r32f.h>
#include <spirv/single_pass_int64.h>
#include <spirv/single_pass_int64_local.h>
#include <spirv/single_pass_int64_outputs.h>
#include <spirv/single_pass_portable.h>
#include <spirv/single_pass_portable_local.h>
#include <spirv/single_pass_portable_outputs.h>
#include <spirv/single_pass_portable_samples.h>
#include <spirv/single_pass_weighted.h>
#include <spirv/single_pass_weighted_outputs.h>
#include <spirv/single_pass_weighted_samples.h>

#include "display/output_formats.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, accumulators or sums of colours, state, tables; weighted: mask, depth, classes; fused: LDR image, finish
// tables, ACES 2's tables, LUT, blue noise; with local exposure's grid: columns
constexpr BindingKind kSinglePass[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kLocal[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kFused[] = {sampled_image,  storage_buffer, storage_buffer, storage_buffer, storage_image,
                                  storage_buffer, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kWeighted[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer,
                                     sampled_image, sampled_image,  sampled_image};
constexpr BindingKind kWeightedFused[] = {sampled_image,  storage_buffer, storage_buffer, storage_buffer,
                                          sampled_image,  sampled_image,  sampled_image,  storage_image,
                                          storage_buffer, storage_buffer, storage_buffer, storage_buffer};

}  // namespace

#define PHOTOPIC_METER_PASS(name, kinds) \
  constexpr PassDesc name = {#name, spirv::name, kinds, sizeof(gpu::MeterParams)};
PHOTOPIC_METER_PASS(single_pass_int64, kSinglePass)
PHOTOPIC_METER_PASS(single_pass_portable, kSinglePass)
PHOTOPIC_METER_PASS(single_pass_int64_local, kLocal)
PHOTOPIC_METER_PASS(single_pass_portable_local, kLocal)
PHOTOPIC_METER_PASS(single_pass_portable_samples, kSinglePass)
PHOTOPIC_METER_PASS(single_pass_weighted, kWeighted)
PHOTOPIC_METER_PASS(single_pass_weighted_samples, kWeighted)
PHOTOPIC_METER_PASS(colors, kSinglePass)
PHOTOPIC_METER_PASS(colors_samples, kSinglePass)
PHOTOPIC_METER_PASS(colors_weighted, kWeighted)
PHOTOPIC_METER_PASS(colors_weighted_samples, kWeighted)
#define PHOTOPIC_FUSED_PASS(name, kinds) \
  extern const PassDesc name;            \
  PHOTOPIC_METER_PASS(name, kinds)
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...)                  \
  PHOTOPIC_FUSED_PASS(single_pass_int64_##glsl, kFused)    \
  PHOTOPIC_FUSED_PASS(single_pass_portable_##glsl, kFused) \
  PHOTOPIC_FUSED_PASS(single_pass_weighted_##glsl, kWeightedFused)
PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)
#undef PHOTOPIC_OUTPUT_FORMAT
#undef PHOTOPIC_FUSED_PASS
#undef PHOTOPIC_METER_PASS

#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_int64_##glsl,
constexpr const PassDesc* const single_pass_int64_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_portable_##glsl,
constexpr const PassDesc* const single_pass_portable_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_weighted_##glsl,
constexpr const PassDesc* const single_pass_weighted_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT

constexpr PassDesc log_luminance_r32f = {"log_luminance_r32f", spirv::log_luminance_r32f, kPyramidKinds,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc pyramid_hdr_r32f = {"pyramid_hdr_r32f", spirv::pyramid_hdr_r32f, kPyramidHdrKinds,
                                       sizeof(gpu::ReduceHdrParams)};
constexpr PassDesc pyramid_r32f = {"pyramid_r32f", spirv::pyramid_r32f, kPyramidKinds, sizeof(gpu::ReduceParams)};

}  // namespace photopic::passes
