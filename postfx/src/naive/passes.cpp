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

PHOTOPIC_PASS(log_luminance_r16f, kPyramidKinds, LogLuminanceParams)
PHOTOPIC_PASS(pyramid_hdr_r16f, kPyramidHdrKinds, ReduceHdrParams)
PHOTOPIC_PASS(pyramid_r16f, kPyramidKinds, ReduceParams)
PHOTOPIC_PASS(pyramid_linear_r32f, kPyramidKinds, ReduceParams)
PHOTOPIC_PASS(pyramid_linear_r16f, kPyramidKinds, ReduceParams)

}  // namespace photopic::passes
