/* SPDX-License-Identifier: MIT */
/* Look tables: lookup tables of the host for creative looks, print emulations and operators. docs/looks.md */
#ifndef PHOTOPIC_C_LOOK_TABLES_H
#define PHOTOPIC_C_LOOK_TABLES_H

#include <photopic/c/base.h>
#ifdef PHOTOPIC_CPP
namespace photopic {
enum class Primaries : std::uint32_t;       // <photopic/display.h>
enum class OutputEncoding : std::uint32_t;  // <photopic/display.h>
/// Curve that scene-linear colour goes through before the lookup.
enum class TableCurve : std::uint32_t {
  by_default,  ///< scene: acescct; tone_mapper: linlog_sdr
  linear,
  acescct,     ///< AMPAS S-2016-001; the table's result goes back through it
  logc3,       ///< ARRI LogC3, EI 800; the table's result goes back through it
  linlog_sdr,  ///< log2(1 + 256 x) / log2(1 + 256 * 128), the curve of photopic's LUTs for SDR
  linlog_hdr,  ///< log2(1 + 1024 x) / log2(1 + 1024 * 128), the curve of its LUTs for HDR
};
}  // namespace photopic
typedef photopic::TableCurve photopic_table_curve;
typedef photopic::Primaries photopic_primaries;
typedef photopic::OutputEncoding photopic_encoding;
#else
/* Curve that scene-linear colour goes through before the lookup. */
enum {
  PHOTOPIC_CURVE_BY_DEFAULT, /* scene: ACEScct; tone mapper: LINLOG_SDR */
  PHOTOPIC_CURVE_LINEAR,
  PHOTOPIC_CURVE_ACESCCT,
  PHOTOPIC_CURVE_LOGC3,
  PHOTOPIC_CURVE_LINLOG_SDR,
  PHOTOPIC_CURVE_LINLOG_HDR
};
enum {
  PHOTOPIC_PRIMARIES_DEFAULT, /* scene: AP1; tone mapper: BT.709 */
  PHOTOPIC_PRIMARIES_BT709,
  PHOTOPIC_PRIMARIES_P3,
  PHOTOPIC_PRIMARIES_BT2020,
  PHOTOPIC_PRIMARIES_AP1,
  PHOTOPIC_PRIMARIES_AP0
};
typedef uint32_t photopic_table_curve;
typedef uint32_t photopic_primaries;
typedef uint32_t photopic_encoding; /* number of a word of "display.encoding" */
#endif

/* One table: a curve per channel, then a cube. Either may be missing. */
typedef struct photopic_look_table {
  uint32_t first_node PHOTOPIC_0; /* first node of the curves in `nodes`; the cube follows */
  uint32_t curve_size PHOTOPIC_0; /* nodes per channel, 2..65536; 0 = no curves */
  uint32_t cube_size PHOTOPIC_0;  /* nodes per side, 2..256, red fastest; 0 = no cube */
  /* Values of the first and the last node, by channel. Inputs are clamped to this range. All 0 = range 0..1. */
  float curve_min[3] PHOTOPIC_0;
  float curve_max[3] PHOTOPIC_0;
  float cube_min[3] PHOTOPIC_0;
  float cube_max[3] PHOTOPIC_0;
} photopic_look_table;

/* Tables of a look. A baked look reads them when it is baked, an exact look at each texel.
 * "grade.cube_interpolation" chooses the interpolation. */
typedef struct photopic_look_tables {
  PHOTOPIC_HEAD(photopic_look_tables)
  /* Required. Nodes of all tables, `floats_per_node` floats each. STORAGE usage. Visible to COMPUTE_SHADER /
   * SHADER_READ; for exact looks that are drawn, also to FRAGMENT_SHADER. Unchanged while recordings that use it are in
   * flight. */
  VkBuffer nodes PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0; /* offset of node 0, a multiple of minStorageBufferOffsetAlignment */
  uint64_t content PHOTOPIC_0;          /* number of the buffer's content; change it when the content changes */
  /* Before the operator: exposed colour in `scene_primaries`, through `scene_curve` and back. */
  photopic_look_table scene PHOTOPIC_0;
  /* Operator "custom": from exposed colour in `tone_mapper_primaries`, through `tone_mapper_curve`, to
   * `tone_mapper_encoding`. */
  photopic_look_table tone_mapper PHOTOPIC_0;
  /* After lift, gamma and gain: from and to sRGB-encoded BT.709, 1 = paper white. Brighter colours are scaled to 1
   * before and back after. */
  photopic_look_table display PHOTOPIC_0;
  photopic_table_curve scene_curve PHOTOPIC_0;         /* 0 = ACEScct */
  photopic_primaries scene_primaries PHOTOPIC_0;       /* 0 = AP1; not `custom` */
  photopic_table_curve tone_mapper_curve PHOTOPIC_0;   /* 0 = linlog_sdr */
  photopic_primaries tone_mapper_primaries PHOTOPIC_0; /* 0 = BT.709; not `custom` */
  photopic_encoding tone_mapper_encoding PHOTOPIC_0;   /* 0 = sRGB */
  /* 3 or 4; 0 = 3. The fourth float isn't read. Exact looks take a quarter less time with 4, because devices load 4
   * floats at once. With 4, `offset_bytes` is a multiple of 16. */
  uint32_t floats_per_node PHOTOPIC_0;
  uint32_t reserved PHOTOPIC_0;
} photopic_look_tables;

#ifdef PHOTOPIC_CPP
namespace photopic {
using LookTable = photopic_look_table;
using LookTables = photopic_look_tables;
inline constexpr std::uint32_t kMaxTableCurveSize = 65536;
inline constexpr std::uint32_t kMaxTableCubeSize = 256;
}  // namespace photopic
#endif
#endif
