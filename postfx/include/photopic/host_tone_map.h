// SPDX-License-Identifier: MIT
// Tables for passes of hosts that include <photopic/tone_map.glsl>: the operator aces2, and parameters of looks.
// docs/embedding-reference.md, GLSL.
#ifndef PHOTOPIC_HOST_TONE_MAP_H
#define PHOTOPIC_HOST_TONE_MAP_H

#include <photopic/aces2.h>
#include <photopic/device.h>
#include <photopic/look_tables.h>
#include <photopic/settings.h>

namespace photopic {

/// Rows of PHOTOPIC_ACES2_TABLES in a shader, four floats each, for `settings.display`. `encoding` decides whether they
/// reach the peak. Paper white, peak and limiting primaries must be those of the shader's PhotopicDisplay. Takes 2 to
/// 4 ms on the CPU. Only the message callback of `device` is used: it receives the reason of a failure.
[[nodiscard]] Status aces2_tables(const Device& device, const Settings& settings, gpu::Aces2Tables* out) noexcept;

/// photopic_LookParams of a shader, in std430, for `settings.grade`, `settings.display` and `tables`, which may be
/// null. The shader reads the nodes from its array PHOTOPIC_LOOK_NODES, starting at node 0. LookTables::nodes,
/// offset_bytes and content are ignored. `device` as above.
[[nodiscard]] Status look_params(const Device& device, const Settings& settings, const LookTables* tables,
                                 gpu::LookParams* out) noexcept;

}  // namespace photopic

#endif
