// SPDX-License-Identifier: MIT
// Constants by the name of a pass.
#include "unit/shaders/largest_variants.h"

#include <photopic/effects.h>
#include <photopic/interface.h>

#include "gpu/interface.h"
#include "local_exposure/interface.h"

namespace test {

Specializations largest_variant(const std::string& pass) {
  if (pass.starts_with("pyramid")) return {{PHOTOPIC_SPEC_WORKGROUP_SIDE, 16}};
  if (pass == "local_build") return {{PHOTOPIC_SPEC_LOCAL_SIDE, 1}, {PHOTOPIC_SPEC_LOCAL_LANES, 256}};
  if (pass.starts_with("single_pass")) {
    return {{PHOTOPIC_SPEC_HISTOGRAM, 1}, {PHOTOPIC_SPEC_HIGHLIGHTS_AND_BLACK, 1}};
  }
  if (pass.starts_with("tone_map") || pass.starts_with("store_picture")) {
    return {{PHOTOPIC_SPEC_EFFECTS, photopic::kAllEffects}};
  }
  return {};
}

Specializations largest_small_variant(const std::string& pass) {
  Specializations constants = largest_variant(pass);
  if (pass.starts_with("pyramid")) constants = {{PHOTOPIC_SPEC_WORKGROUP_SIDE, 8}};
  constants.push_back({PHOTOPIC_SPEC_GROUP, PHOTOPIC_SMALL_GROUP});
  constants.push_back({PHOTOPIC_SPEC_SMALL_MEMORY, 1});
  return constants;
}

}  // namespace test
