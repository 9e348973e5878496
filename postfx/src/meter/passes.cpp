// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the meter's passes.
#include "meter/passes.h"

#include <photopic/interface.h>
#include <spirv/colors.h>
#include <spirv/colors_layers.h>
#include <spirv/colors_samples.h>
#include <spirv/colors_weighted.h>
#include <spirv/colors_weighted_layers.h>
#include <spirv/colors_weighted_samples.h>
#include <spirv/log_luminance_r32f.h>
#include <spirv/pyramid_hdr_r32f.h>
#include <spirv/pyramid_r32f.h>
#include <spirv/single_pass_int64.h>
#include <spirv/single_pass_int64_layers.h>
#include <spirv/single_pass_int64_local.h>
#include <spirv/single_pass_int64_outputs.h>
#include <spirv/single_pass_portable.h>
#include <spirv/single_pass_portable_layers.h>
#include <spirv/single_pass_portable_local.h>
#include <spirv/single_pass_portable_outputs.h>
#include <spirv/single_pass_portable_samples.h>
#include <spirv/single_pass_weighted.h>
#include <spirv/single_pass_weighted_layers.h>
#include <spirv/single_pass_weighted_outputs.h>
#include <spirv/single_pass_weighted_samples.h>

#include "display/output_formats.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, accumulators or sums of colours, state, tables; weighted: mask, depth, classes; fused: tables with
// FinishData, LDR image, LUT; with local exposure's grid: columns
constexpr BindingKind kSinglePass[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kLocal[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kFused[] = {sampled_image,  storage_buffer, storage_buffer,
                                  storage_buffer, storage_image,  storage_buffer};
constexpr BindingKind kWeighted[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer,
                                     sampled_image, sampled_image,  sampled_image};
constexpr BindingKind kWeightedFused[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer, sampled_image,
                                          sampled_image, sampled_image,  storage_image,  storage_buffer};

}  // namespace

PHOTOPIC_PASS(single_pass_int64, kSinglePass, MeterParams)
PHOTOPIC_PASS(single_pass_portable, kSinglePass, MeterParams)
PHOTOPIC_PASS(single_pass_int64_local, kLocal, MeterParams)
PHOTOPIC_PASS(single_pass_portable_local, kLocal, MeterParams)
PHOTOPIC_PASS(single_pass_int64_layers, kSinglePass, MeterParams)
PHOTOPIC_PASS(single_pass_portable_layers, kSinglePass, MeterParams)
PHOTOPIC_PASS(single_pass_portable_samples, kSinglePass, MeterParams)
PHOTOPIC_PASS(single_pass_weighted, kWeighted, MeterParams)
PHOTOPIC_PASS(single_pass_weighted_layers, kWeighted, MeterParams)
PHOTOPIC_PASS(single_pass_weighted_samples, kWeighted, MeterParams)
PHOTOPIC_PASS(colors, kSinglePass, MeterParams)
PHOTOPIC_PASS(colors_layers, kSinglePass, MeterParams)
PHOTOPIC_PASS(colors_samples, kSinglePass, MeterParams)
PHOTOPIC_PASS(colors_weighted, kWeighted, MeterParams)
PHOTOPIC_PASS(colors_weighted_layers, kWeighted, MeterParams)
PHOTOPIC_PASS(colors_weighted_samples, kWeighted, MeterParams)
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...)                         \
  PHOTOPIC_PASS(single_pass_int64_##glsl, kFused, MeterParams)    \
  PHOTOPIC_PASS(single_pass_portable_##glsl, kFused, MeterParams) \
  PHOTOPIC_PASS(single_pass_weighted_##glsl, kWeightedFused, MeterParams)
PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)
#undef PHOTOPIC_OUTPUT_FORMAT

#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_int64_##glsl,
constexpr const PassDesc* const single_pass_int64_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_portable_##glsl,
constexpr const PassDesc* const single_pass_portable_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &single_pass_weighted_##glsl,
constexpr const PassDesc* const single_pass_weighted_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT

PHOTOPIC_PASS(log_luminance_r32f, kPyramidKinds, LogLuminanceParams)
PHOTOPIC_PASS(pyramid_hdr_r32f, kPyramidHdrKinds, ReduceHdrParams)
PHOTOPIC_PASS(pyramid_r32f, kPyramidKinds, ReduceParams)

}  // namespace photopic::passes
