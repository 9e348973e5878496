/* SPDX-License-Identifier: MIT */
/* Lookup tables of the host, as a part of looks: creative looks, print emulations, operators of its own. docs/looks.md
 */
#ifndef PHOTOPIC_C_LOOK_TABLES_H
#define PHOTOPIC_C_LOOK_TABLES_H

#include <photopic/c/base.h>
#ifdef PHOTOPIC_CPP
namespace photopic {
enum class Primaries : std::uint32_t;       // <photopic/display.h>
enum class OutputEncoding : std::uint32_t;  // <photopic/display.h>
/// What scene-linear colour becomes before it looks up a table.
enum class TableCurve : std::uint32_t {
  by_default,  ///< scene: acescct; tone_mapper: linlog_sdr
  linear,
  acescct,     ///< AMPAS S-2016-001; and back, for what the table returns
  logc3,       ///< ARRI LogC3 of EI 800; and back
  linlog_sdr,  ///< log2(1 + 256 x) / log2(1 + 256 * 128): as photopic's LUTs for SDR
  linlog_hdr,  ///< log2(1 + 1024 x) / log2(1 + 1024 * 128): as those for HDR
};
}  // namespace photopic
typedef photopic::TableCurve photopic_table_curve;
typedef photopic::Primaries photopic_primaries;
typedef photopic::OutputEncoding photopic_encoding;
#else
/* What scene-linear colour becomes before it looks up a table. */
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

/* A table of each channel, then one of all three in what that returns; either may be missing. */
typedef struct photopic_look_table {
  uint32_t first_node PHOTOPIC_0; /* of the curves in photopic_look_tables::nodes; those of the cube follow */
  uint32_t curve_size PHOTOPIC_0; /* nodes of each channel, 2..65536; 0 = no curves */
  uint32_t cube_size PHOTOPIC_0;  /* nodes a side, 2..256, red fastest; 0 = no cube */
  /* What the first and the last node stand for, by channel; what lies outside is taken as the edge. Both 0 in all
   * channels: 0 and 1. */
  float curve_min[3] PHOTOPIC_0;
  float curve_max[3] PHOTOPIC_0;
  float cube_min[3] PHOTOPIC_0;
  float cube_max[3] PHOTOPIC_0;
} photopic_look_table;

/* Tables of a look. Baked looks read them when they are baked, exact ones at each texel, interpolated as
 * "grade.cube_interpolation" says. */
typedef struct photopic_look_tables {
  PHOTOPIC_HEAD(photopic_look_tables)
  /* Nodes of all tables, `floats_per_node` each. STORAGE usage; visible to COMPUTE_SHADER / SHADER_READ (for exact
   * looks that are drawn, to FRAGMENT_SHADER, too), and unchanged while recordings that name it are in flight. */
  VkBuffer nodes PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0; /* of node 0, a multiple of minStorageBufferOffsetAlignment */
  uint64_t content PHOTOPIC_0;          /* a number of what the buffer holds: other contents, another number */
  /* Before the operator: exposed colour of `scene_primaries` through `scene_curve`, and back. */
  photopic_look_table scene PHOTOPIC_0;
  /* Operator "custom": exposed colour of `tone_mapper_primaries` through `tone_mapper_curve`, to
   * `tone_mapper_encoding`. */
  photopic_look_table tone_mapper PHOTOPIC_0;
  /* After lift, gamma and gain: sRGB-encoded BT.709 to the same, 1 = paper white. Colours above it are scaled to it,
   * and back. */
  photopic_look_table display PHOTOPIC_0;
  photopic_table_curve scene_curve PHOTOPIC_0;         /* 0 = ACEScct */
  photopic_primaries scene_primaries PHOTOPIC_0;       /* 0 = AP1; not custom */
  photopic_table_curve tone_mapper_curve PHOTOPIC_0;   /* 0 = linlog_sdr */
  photopic_primaries tone_mapper_primaries PHOTOPIC_0; /* 0 = BT.709; not custom */
  photopic_encoding tone_mapper_encoding PHOTOPIC_0;   /* 0 = sRGB */
  /* 3, or 4 with one that isn't read, which devices load at once: exact looks take a quarter less time then. With 4,
   * `offset_bytes` is a multiple of 16. 0 = 3. */
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
