// SPDX-License-Identifier: MIT
// Numbers for passes of hosts that include <photopic/tone_map.glsl>: tables of the operator aces2, parameters of looks.
// docs/embedding-reference.md, GLSL.
#ifndef PHOTOPIC_HOST_TONE_MAP_H
#define PHOTOPIC_HOST_TONE_MAP_H

#include <photopic/aces2.h>
#include <photopic/device.h>
#include <photopic/look_tables.h>
#include <photopic/settings.h>

namespace photopic {

/// What PHOTOPIC_ACES2_TABLES names in a shader: rows of four floats for pictures of `settings.display`. `encoding`
/// says whether they go up to the peak; paper white, peak and limiting primaries are those of the shader's
/// PhotopicDisplay. Takes 2 to 4 ms on the CPU. Of `device`, which need not have been made, the message callback is
/// told what is wrong.
[[nodiscard]] Status aces2_tables(const Device& device, const Settings& settings, gpu::Aces2Tables* out) noexcept;

/// The photopic_LookParams of a shader, in std430: `settings.grade`, and `tables`, which may be null, for pictures of
/// `settings.display`. The shader reads the nodes by itself, as the array that PHOTOPIC_LOOK_NODES names, from node 0
/// on: LookTables::nodes, offset_bytes and content are ignored. `device` as above.
[[nodiscard]] Status look_params(const Device& device, const Settings& settings, const LookTables* tables,
                                 gpu::LookParams* out) noexcept;

}  // namespace photopic

#endif
