// SPDX-License-Identifier: MIT
#include "naive/passes.h"

#include <photopic/interface.h>
#include <spirv/log_luminance_r16f.h>
#include <spirv/log_luminance_r32f.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// HDR image, level 0, counts
constexpr BindingKind kLogLuminance[] = {sampled_image, storage_image, storage_buffer};

}  // namespace

constexpr PassDesc log_luminance_r32f = {"log_luminance_r32f", spirv::log_luminance_r32f, kLogLuminance,
                                         sizeof(gpu::LogLuminanceParams)};
constexpr PassDesc log_luminance_r16f = {"log_luminance_r16f", spirv::log_luminance_r16f, kLogLuminance,
                                         sizeof(gpu::LogLuminanceParams)};

}  // namespace photopic::passes
