// SPDX-License-Identifier: MIT
// Grade and lookup tables of the host: settings for C++, device parameters for C++ and GLSL. docs/looks.md.
#ifndef PHOTOPIC_LOOK_H
#define PHOTOPIC_LOOK_H

// Stages of a look, as bits. A stage that is off is skipped and changes no bit of the picture.
#define PHOTOPIC_STAGE_CDL 1u
#define PHOTOPIC_STAGE_CONTRAST 2u
#define PHOTOPIC_STAGE_SATURATION 4u
#define PHOTOPIC_STAGE_VIBRANCE 8u
#define PHOTOPIC_STAGE_WHEELS 16u
#define PHOTOPIC_STAGE_HUE_CURVES 32u
#define PHOTOPIC_STAGE_LIFT_GAMMA_GAIN 64u
#define PHOTOPIC_STAGE_GRADE 127u  // all of the above
#define PHOTOPIC_STAGE_SCENE_TABLE 128u
#define PHOTOPIC_STAGE_DISPLAY_TABLE 256u

#define PHOTOPIC_HUE_CURVES 3
#define PHOTOPIC_HUE_CURVE_POINTS 16

// TableCurve: curve of a table's input.
#define PHOTOPIC_TABLE_LINEAR 0u
#define PHOTOPIC_TABLE_ACESCCT 1u
#define PHOTOPIC_TABLE_LOGC3 2u
#define PHOTOPIC_TABLE_LINLOG_SDR 3u
#define PHOTOPIC_TABLE_LINLOG_HDR 4u

// CubeInterpolation.
#define PHOTOPIC_CUBE_TETRAHEDRAL 0u
#define PHOTOPIC_CUBE_TRILINEAR 1u

#define PHOTOPIC_TABLE_LINLOG_GAIN_SDR 256.0
#define PHOTOPIC_TABLE_LINLOG_GAIN_HDR 1024.0
#define PHOTOPIC_TABLE_LINLOG_MAX 128.0

#ifdef __cplusplus
#include <cstdint>
namespace photopic {

/// A function given by points: linear between points and constant beyond the ends, unless its setting says otherwise.
struct Curve {
  struct Point {
    float x;
    float y;
  };
  static constexpr std::uint32_t kMaxPoints = 16;
  std::uint32_t count = 0;        ///< points in use, 0..kMaxPoints; 0 = no curve
  Point points[kMaxPoints] = {};  ///< finite, in order of rising x
};
static_assert(Curve::kMaxPoints == PHOTOPIC_HUE_CURVE_POINTS);

/// Interpolation between the nodes of the host's cubes.
enum class CubeInterpolation : std::uint32_t {
  tetrahedral,  ///< four nodes, as Resolve and OpenColorIO use; keeps greys grey if the cube does
  trilinear,    ///< eight nodes, as texture hardware filters a 3D texture
};

/// Grade: changes of colour, applied in the order of the members. Stages up to the hue curves work on exposed
/// scene-linear BT.709 before the operator; lift, gamma and gain work after it. With DisplayTransform::baked a grade
/// costs nothing per texel; with exact it is evaluated for each texel.
struct GradeSettings {
  // ASC CDL 1.2 without clamps: (c slope + offset)^power if the base is above 0, then saturation.
  float cdl_slope_red = 1.0f;
  float cdl_slope_green = 1.0f;
  float cdl_slope_blue = 1.0f;
  float cdl_offset_red = 0.0f;
  float cdl_offset_green = 0.0f;
  float cdl_offset_blue = 0.0f;
  float cdl_power_red = 1.0f;
  float cdl_power_green = 1.0f;
  float cdl_power_blue = 1.0f;
  float cdl_saturation = 1.0f;
  float contrast = 1.0f;         ///< power about the pivot; 1 = no change; negative channels become 0
  float contrast_pivot = 0.18f;  ///< exposed value that contrast keeps
  float saturation = 1.0f;       ///< factor of a colour's distance from its luminance; 1 = no change
  float vibrance = 0.0f;         ///< added saturation, most for colours with little saturation; 0 = no change
  // Factors per channel for shadows, midtones and highlights, separated by exposed luminance. 1 = no change.
  float shadows_red = 1.0f;
  float shadows_green = 1.0f;
  float shadows_blue = 1.0f;
  float midtones_red = 1.0f;
  float midtones_green = 1.0f;
  float midtones_blue = 1.0f;
  float highlights_red = 1.0f;
  float highlights_green = 1.0f;
  float highlights_blue = 1.0f;
  float shadows_start = 0.0f;      ///< luminance at and below which all is shadow
  float shadows_end = 0.333f;      ///< luminance at and above which nothing is shadow
  float highlights_start = 0.55f;  ///< luminance at and below which nothing is highlight
  float highlights_end = 1.0f;     ///< luminance at and above which all is highlight
  // Curves over the hue in Oklab: periodic cubic splines. x: degrees, [0, 360); red is near 29, green 142, blue 264.
  // Greys don't change.
  Curve hue_vs_hue = {};         ///< y: degrees that are added to the hue
  Curve hue_vs_saturation = {};  ///< y: factor of the chroma
  Curve hue_vs_luminance = {};   ///< y: factor of the colour
  // Lift, gamma and gain of sRGB-encoded colour, 1 = paper white: (lift + c (gain - lift))^(1 / gamma).
  float lift_red = 0.0f;
  float lift_green = 0.0f;
  float lift_blue = 0.0f;
  float gamma_red = 1.0f;
  float gamma_green = 1.0f;
  float gamma_blue = 1.0f;
  float gain_red = 1.0f;
  float gain_green = 1.0f;
  float gain_blue = 1.0f;
  CubeInterpolation cube_interpolation = CubeInterpolation::tetrahedral;  ///< for LookTables; not part of the grade
};

/// Whether any member except cube_interpolation differs from its default.
bool is_graded(const GradeSettings& grade) noexcept;

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct LookTableParams {
  uint first_node;
  uint curve_size;
  uint cube_size;
  float curve_scale[3];  // position between nodes = colour * scale + offset
  float curve_offset[3];
  float cube_scale[3];
  float cube_offset[3];
};

struct LookParams {
  uint stages;  // bits PHOTOPIC_STAGE_*
  float cdl_slope[3];
  float cdl_offset[3];
  float cdl_power[3];
  float cdl_saturation;
  float contrast;
  float contrast_pivot;
  float saturation;
  float vibrance;
  float shadows[3];
  float midtones[3];
  float highlights[3];
  float shadows_start;
  float shadows_end;
  float highlights_start;
  float highlights_end;
  float lift[3];
  float inverse_gamma[3];
  float gain[3];
  uint hue_count[PHOTOPIC_HUE_CURVES];  // points of hue, saturation, luminance
  float hue_x[48];                      // degrees, by curve and point
  float hue_y[48];
  float hue_slope[48];  // of the spline at the point
  uint scene_curve;     // PHOTOPIC_TABLE_*
  uint tone_mapper_curve;
  uint tone_mapper_encoding;  // PHOTOPIC_ENCODING_*
  float bt709_to_scene[9];    // by rows
  float scene_to_bt709[9];
  float bt709_to_tone_mapper[9];
  float tone_mapper_to_limit[9];  // primaries of tone_mapper_encoding to the limiting ones
  float limit_to_bt709[9];
  float bt709_to_limit[9];
  LookTableParams scene;
  LookTableParams tone_mapper;
  LookTableParams display;
  uint cube_interpolation;  // PHOTOPIC_CUBE_*
  uint floats_per_node;     // 3 or 4, of all tables
  uint content_low;
  uint content_high;
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
