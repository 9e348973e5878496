// SPDX-License-Identifier: MIT
// Tables and parameters for passes of hosts.
#include <photopic/host_tone_map.h>

#include "display/aces2_tables.h"
#include "display/display.h"
#include "gpu/host/report.h"
#include "lut/look_params.h"
#include "settings/made_for.h"
#include "settings/validation.h"

namespace photopic {
namespace {

/// A pass of the host's stores floats.
OutputEncoding encoding_of(const Settings& settings) {
  return compiled_encoding(VK_FORMAT_R32G32B32A32_SFLOAT, settings.display.encoding);
}

}  // namespace

Status aces2_tables(const Device& device, const Settings& settings, gpu::Aces2Tables* out) noexcept {
  if (out == nullptr) return report(device, Status::invalid_argument, "aces2_tables: out: is null");
  PHOTOPIC_TRY(validate_host_look(device, "aces2_tables", settings, nullptr));
  const gpu::DisplayParams display = display_params(settings, encoding_of(settings));
  make_aces2_tables(static_cast<double>(display.headroom), static_cast<LimitPrimaries>(display.limit_primaries), out);
  return Status::ok;
}

Status look_params(const Device& device, const Settings& settings, const LookTables* tables,
                   gpu::LookParams* out) noexcept {
  if (out == nullptr) return report(device, Status::invalid_argument, "look_params: out: is null");
  LookTables made;
  if (tables != nullptr) made = with_defaults(*tables);
  const LookTables* const given = tables != nullptr ? &made : nullptr;
  const Status status = validate_host_look(device, "look_params", settings, given);
  if (status == Status::ok) *out = look_params(settings, given, encoding_of(settings));
  return status;
}

}  // namespace photopic
