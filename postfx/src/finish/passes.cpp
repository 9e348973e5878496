// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of tone mapping.
#include "finish/passes.h"

#include <photopic/interface.h>
#include <spirv/tone_map_outputs.h>

#include "finish/output_formats.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, LDR image, exposure, tables, ACES 2's tables, LUT, blue noise
constexpr BindingKind kToneMap[] = {sampled_image,  storage_image,  storage_buffer, storage_buffer,
                                    storage_buffer, storage_buffer, storage_buffer};

}  // namespace

#define PHOTOPIC_OUTPUT_FORMAT(glsl, vulkan, ENCODING)                                       \
  extern const PassDesc tone_map_##glsl;                                                     \
  constexpr PassDesc tone_map_##glsl = {"tone_map_" #glsl, spirv::tone_map_##glsl, kToneMap, \
                                        sizeof(gpu::ToneMapParams)};
PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)
#undef PHOTOPIC_OUTPUT_FORMAT

#define PHOTOPIC_OUTPUT_FORMAT(glsl, vulkan, ENCODING) &tone_map_##glsl,
constexpr const PassDesc* const tone_map_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT

}  // namespace photopic::passes
