// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of adaptation.
#include "adapt/passes.h"

#include <photopic/interface.h>
#include <photopic/scan_interface.h>
#include <spirv/adapt.h>
#include <spirv/adapt_scan.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// mean, counts, state, tables
constexpr BindingKind kAdapt[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer};
// measurements, states, last state, tables
constexpr BindingKind kScan[] = {storage_buffer, storage_buffer, storage_buffer, storage_buffer};

}  // namespace

PHOTOPIC_PASS(adapt, kAdapt, AdaptPassParams)
PHOTOPIC_PASS(adapt_scan, kScan, ScanParams)

}  // namespace photopic::passes
