// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of glare.
#include "glare/passes.h"

#include <glare/interface.h>
#include <spirv/glare_down_hdr_r11f_g11f_b10f.h>
#include <spirv/glare_down_hdr_rgba16f.h>
#include <spirv/glare_down_hdr_rgba32f.h>
#include <spirv/glare_down_r11f_g11f_b10f.h>
#include <spirv/glare_down_rgba16f.h>
#include <spirv/glare_down_rgba32f.h>
#include <spirv/glare_tail_r11f_g11f_b10f.h>
#include <spirv/glare_tail_rgba16f.h>
#include <spirv/glare_tail_rgba32f.h>
#include <spirv/glare_up_r11f_g11f_b10f.h>
#include <spirv/glare_up_rgba16f.h>
#include <spirv/glare_up_rgba32f.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, level, tables, light, exposure
constexpr BindingKind kDownHdr[] = {sampled_image, storage_image, storage_buffer, storage_buffer, storage_buffer};
// level, coarser level, tables, light
constexpr BindingKind kDown[] = {sampled_image, storage_image, storage_buffer, storage_buffer};
// level, tables, light, state
constexpr BindingKind kTail[] = {storage_image, storage_buffer, storage_buffer, storage_buffer};
// coarser levels, level, tables, far tables
constexpr BindingKind kUp[] = {sampled_image, sampled_image,  sampled_image,
                               storage_image, storage_buffer, storage_buffer};

}  // namespace

#define PHOTOPIC_GLARE_PASSES(pass, name, kinds, Params) \
  PHOTOPIC_PASS(pass##_rgba16f, kinds, Params)           \
  PHOTOPIC_PASS(pass##_rgba32f, kinds, Params)           \
  PHOTOPIC_PASS(pass##_r11f_g11f_b10f, kinds, Params)    \
  constexpr const PassDesc* const name[] = {&pass##_rgba16f, &pass##_rgba32f, &pass##_r11f_g11f_b10f};
PHOTOPIC_GLARE_PASSES(glare_down_hdr, glare_down_hdr_to, kDownHdr, GlareDownParams)
PHOTOPIC_GLARE_PASSES(glare_down, glare_down_to, kDown, GlareDownParams)
PHOTOPIC_GLARE_PASSES(glare_tail, glare_tail_in, kTail, GlareTailParams)
PHOTOPIC_GLARE_PASSES(glare_up, glare_up_in, kUp, GlareUpParams)
#undef PHOTOPIC_GLARE_PASSES

}  // namespace photopic::passes
