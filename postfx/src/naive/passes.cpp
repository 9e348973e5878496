// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the naive meters' passes.
#include "naive/passes.h"

#include <photopic/interface.h>
#include <spirv/log_luminance_r16f.h>
#include <spirv/pyramid_hdr_r16f.h>
#include <spirv/pyramid_linear_r16f.h>
#include <spirv/pyramid_linear_r32f.h>
#include <spirv/pyramid_r16f.h>

namespace photopic::passes {

constexpr PassDesc log_luminance_r16f = {"log_luminance_r16f", spirv::log_luminance_r16f, kPyramidKinds,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc pyramid_hdr_r16f = {"pyramid_hdr_r16f", spirv::pyramid_hdr_r16f, kPyramidHdrKinds,
                                       sizeof(gpu::ReduceHdrParams)};
constexpr PassDesc pyramid_r16f = {"pyramid_r16f", spirv::pyramid_r16f, kPyramidKinds, sizeof(gpu::ReduceParams)};
constexpr PassDesc pyramid_linear_r32f = {"pyramid_linear_r32f", spirv::pyramid_linear_r32f, kPyramidKinds,
                                          sizeof(gpu::ReduceParams)};
constexpr PassDesc pyramid_linear_r16f = {"pyramid_linear_r16f", spirv::pyramid_linear_r16f, kPyramidKinds,
                                          sizeof(gpu::ReduceParams)};

}  // namespace photopic::passes
