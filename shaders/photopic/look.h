// SPDX-License-Identifier: MIT
// Parts of a look besides the operator: the grade, and the host's lookup tables. For C++ and, of the parameters on the
// device, GLSL. docs/looks.md.
#ifndef PHOTOPIC_LOOK_H
#define PHOTOPIC_LOOK_H

// Stages of a look that settings turn on; the others are skipped, so that what is off changes no bit.
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

// What scene-linear colour is raised to before it looks up a table. TableCurve.
#define PHOTOPIC_TABLE_LINEAR 0u
#define PHOTOPIC_TABLE_ACESCCT 1u
#define PHOTOPIC_TABLE_LOGC3 2u
#define PHOTOPIC_TABLE_LINLOG_SDR 3u
#define PHOTOPIC_TABLE_LINLOG_HDR 4u

// How a cube is read between its nodes. CubeInterpolation.
#define PHOTOPIC_CUBE_TETRAHEDRAL 0u
#define PHOTOPIC_CUBE_TRILINEAR 1u

#define PHOTOPIC_TABLE_LINLOG_GAIN_SDR 256.0
#define PHOTOPIC_TABLE_LINLOG_GAIN_HDR 1024.0
#define PHOTOPIC_TABLE_LINLOG_MAX 128.0

#ifdef __cplusplus
#include <cstdint>
namespace photopic {

/// A function given by points; linear between them and constant beyond its ends, unless its setting says otherwise.
struct Curve {
  struct Point {
    float x;
    float y;
  };
  static constexpr std::uint32_t kMaxPoints = 16;
  std::uint32_t count = 0;        ///< points in use, <= kMaxPoints; 0 = no curve
  Point points[kMaxPoints] = {};  ///< finite, x rising
};
static_assert(Curve::kMaxPoints == PHOTOPIC_HUE_CURVE_POINTS);

/// How the host's cubes are read between their nodes.
enum class CubeInterpolation : std::uint32_t {
  tetrahedral,  ///< four nodes: greys that a cube keeps grey stay grey. As Resolve and OpenColorIO's default for stills
  trilinear,    ///< eight nodes, as filtering hardware reads a 3D texture
};

/// Changes of colour in the order of the members: those up to the hue curves on exposed scene-linear BT.709 before the
/// operator, lift, gamma and gain after it. Others than the defaults need DisplayTransform::baked, where they cost
/// nothing, or CreateInfo::exact_looks.
struct GradeSettings {
  // ASC CDL 1.2 without its clamps: (c slope + offset)^power where that is above 0, then the saturation.
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
  float contrast = 1.0f;  ///< power about the pivot; what is below 0 becomes 0
  float contrast_pivot = 0.18f;
  float saturation = 1.0f;  ///< distance from the colour's luminance
  float vibrance = 0.0f;    ///< more saturation, the less the more a colour has
  // Factors of shadows, midtones and highlights, which are told apart by exposed luminance.
  float shadows_red = 1.0f;
  float shadows_green = 1.0f;
  float shadows_blue = 1.0f;
  float midtones_red = 1.0f;
  float midtones_green = 1.0f;
  float midtones_blue = 1.0f;
  float highlights_red = 1.0f;
  float highlights_green = 1.0f;
  float highlights_blue = 1.0f;
  float shadows_start = 0.0f;  ///< all shadow up to here, none from shadows_end on
  float shadows_end = 0.333f;
  float highlights_start = 0.55f;  ///< no highlight up to here, all from highlights_end on
  float highlights_end = 1.0f;
  // Over the hue in Oklab, degrees in [0, 360), where red is near 29, green 142, blue 264: periodic cubic splines;
  // greys are left alone.
  Curve hue_vs_hue = {};         ///< degrees that are added
  Curve hue_vs_saturation = {};  ///< factor of the chroma
  Curve hue_vs_luminance = {};   ///< factor of the colour
  // Of sRGB-encoded colour, 1 = paper white: (lift + c (gain - lift))^(1 / gamma).
  float lift_red = 0.0f;
  float lift_green = 0.0f;
  float lift_blue = 0.0f;
  float gamma_red = 1.0f;
  float gamma_green = 1.0f;
  float gamma_blue = 1.0f;
  float gain_red = 1.0f;
  float gain_green = 1.0f;
  float gain_blue = 1.0f;
  CubeInterpolation cube_interpolation = CubeInterpolation::tetrahedral;  ///< of cubes among LookTables; no grade
};

/// Whether any of them isn't its default, but for the interpolation of cubes.
bool is_graded(const GradeSettings& grade) noexcept;

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct LookTableParams {
  uint first_node;
  uint curve_size;
  uint cube_size;
  float curve_scale[3];  // place between nodes = colour * scale + offset
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
