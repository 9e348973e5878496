// SPDX-License-Identifier: MIT
// Tables of ACES 2's output transform for one peak and one set of limiting primaries, for C++ and GLSL. A table is rows
// of four floats. docs/tone-mapping.md has the transform.
#ifndef PHOTOPIC_ACES2_H
#define PHOTOPIC_ACES2_H

#define PHOTOPIC_ACES2_TONE 0        // s_2 as a response of cones, m_2, largest scene value, largest output
#define PHOTOPIC_ACES2_CHROMA 1      // scale of the norm, saturation, its threshold, compression
#define PHOTOPIC_ACES2_HULL 2        // J of the peak and of middle grey, gain of the focus, lower hull's 1/gamma
#define PHOTOPIC_ACES2_PEAK 3        // 1 over the achromatic response to the peak
#define PHOTOPIC_ACES2_FROM_CONES 4  // three rows: cones to the limiting primaries
// One row per whole degree of hue: M of AP1 at the peak's J at this degree and at the next one; index of the last node
// at or below this degree, and of the first node at or above the next one.
#define PHOTOPIC_ACES2_DEGREES 7
#define PHOTOPIC_ACES2_DEGREE_COUNT 360
// Nodes in order of hue, 0 to 360: hue in degrees, J and M of the cusp, 1/gamma of the upper hull.
#define PHOTOPIC_ACES2_NODES 367
#define PHOTOPIC_ACES2_NODE_COUNT 361
#define PHOTOPIC_ACES2_ROWS 728

#ifdef __cplusplus
namespace photopic::gpu {

struct Aces2Tables {
  float rows[PHOTOPIC_ACES2_ROWS][4];
};

}  // namespace photopic::gpu
#endif
#endif
