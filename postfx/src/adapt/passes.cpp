// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the pass of adaptation.
#include "adapt/passes.h"

#include <photopic/interface.h>
#include <spirv/adapt.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// mean, counts, state, tables
constexpr BindingKind kAdapt[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer};

}  // namespace

constexpr PassDesc adapt = {"adapt", spirv::adapt, kAdapt, sizeof(gpu::AdaptParams)};

}  // namespace photopic::passes
