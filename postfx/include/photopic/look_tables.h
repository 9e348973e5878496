// SPDX-License-Identifier: MIT
// Lookup tables of the host, as a part of looks: creative looks, print emulations, operators of its own.
#ifndef PHOTOPIC_LOOK_TABLES_H
#define PHOTOPIC_LOOK_TABLES_H

#include <photopic/device.h>
#include <photopic/look.h>
#include <photopic/settings.h>

#include <cstdint>

namespace photopic {

/// What scene-linear colour becomes before it looks up a table.
enum class TableCurve : std::uint32_t {
  linear,
  acescct,     ///< AMPAS S-2016-001; and back, for what the table returns
  logc3,       ///< ARRI LogC3 of EI 800; and back
  linlog_sdr,  ///< log2(1 + 256 x) / log2(1 + 256 * 128): as photopic's LUTs for SDR
  linlog_hdr,  ///< log2(1 + 1024 x) / log2(1 + 1024 * 128): as those for HDR
};

/// A table of each channel, then one of all three in what that returns; either may be missing.
struct LookTable {
  std::uint32_t first_node = 0;  ///< of the curves in LookTables::nodes; those of the cube follow
  std::uint32_t curve_size = 0;  ///< nodes of each channel, 2..65536; 0 = no curves
  std::uint32_t cube_size = 0;   ///< nodes a side, 2..256, red fastest; 0 = no cube
  // What the first and the last node stand for, by channel; what lies outside is taken as the edge.
  float curve_min[3] = {0.0f, 0.0f, 0.0f};
  float curve_max[3] = {1.0f, 1.0f, 1.0f};
  float cube_min[3] = {0.0f, 0.0f, 0.0f};
  float cube_max[3] = {1.0f, 1.0f, 1.0f};
};
inline constexpr std::uint32_t kMaxTableCurveSize = 65536;
inline constexpr std::uint32_t kMaxTableCubeSize = 256;

/// Tables of a look. With DisplayTransform::baked the device reads them when it bakes; with CreateInfo::exact_looks, at
/// each texel, interpolated as GradeSettings::cube_interpolation says.
struct LookTables {
  /// Nodes of all tables, `floats_per_node` each. STORAGE usage; visible to COMPUTE_SHADER / SHADER_READ (to
  /// FRAGMENT_SHADER, too, for record_draw() with exact looks), and unchanged while recordings that name it are in
  /// flight.
  VkBuffer nodes = VK_NULL_HANDLE;
  VkDeviceSize offset_bytes = 0;  ///< of node 0, a multiple of minStorageBufferOffsetAlignment
  std::uint64_t content = 0;      ///< a number of what the buffer holds: other contents, another number
  /// 3, or 4 with one that isn't read, which devices load at once: exact looks take a quarter less time then. With 4,
  /// `offset_bytes` is a multiple of 16. Default: 3.
  std::uint32_t floats_per_node = 3;
  /// Before the operator: exposed colour of `scene_primaries` through `scene_curve`, and back.
  LookTable scene = {};
  TableCurve scene_curve = TableCurve::acescct;
  Primaries scene_primaries = Primaries::ap1;  ///< neither automatic nor custom
  /// ToneMapper::custom: exposed colour of `tone_mapper_primaries` through `tone_mapper_curve`, to
  /// `tone_mapper_encoding`.
  LookTable tone_mapper = {};
  TableCurve tone_mapper_curve = TableCurve::linlog_sdr;
  Primaries tone_mapper_primaries = Primaries::bt709;  ///< neither automatic nor custom
  OutputEncoding tone_mapper_encoding = OutputEncoding::srgb;
  /// After lift, gamma and gain: sRGB-encoded BT.709 to the same, 1 = paper white. Colours above it are scaled to it,
  /// and back.
  LookTable display = {};
};

}  // namespace photopic

#endif
