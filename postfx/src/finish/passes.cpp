// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of tone mapping.
#include "finish/passes.h"

#include <photopic/interface.h>
#include <spirv/tone_map_rgba16f.h>
#include <spirv/tone_map_rgba8.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, LDR image, exposure, tables
constexpr BindingKind kToneMap[] = {sampled_image, storage_image, storage_buffer, storage_buffer};

}  // namespace

constexpr PassDesc tone_map_rgba8 = {"tone_map_rgba8", spirv::tone_map_rgba8, kToneMap, sizeof(gpu::ToneMapParams)};
constexpr PassDesc tone_map_rgba16f = {"tone_map_rgba16f", spirv::tone_map_rgba16f, kToneMap,
                                       sizeof(gpu::ToneMapParams)};

}  // namespace photopic::passes
