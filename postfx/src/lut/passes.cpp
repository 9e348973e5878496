// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the bake.
#include "lut/passes.h"

#include <photopic/interface.h>
#include <spirv/bake.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// nodes, header, tables, the host's tables
constexpr BindingKind kBake[] = {storage_buffer, storage_buffer, storage_buffer, storage_buffer};

}  // namespace

PHOTOPIC_PASS(bake, kBake, BakeParams)

}  // namespace photopic::passes
