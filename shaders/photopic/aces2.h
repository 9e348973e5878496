// SPDX-License-Identifier: MIT
// Tables of ACES 2's output transform for one peak and one set of limiting primaries, for C++ and GLSL: rows of four
// floats. The transform: docs/tone-mapping.md.
#ifndef PHOTOPIC_ACES2_H
#define PHOTOPIC_ACES2_H

#define PHOTOPIC_ACES2_TONE 0        // s_2 as a response of cones, m_2, largest scene value, largest output
#define PHOTOPIC_ACES2_CHROMA 1      // scale of the norm, saturation, its threshold, compression
#define PHOTOPIC_ACES2_HULL 2        // J of the peak and of middle grey, gain of the focus, lower hull's 1/gamma
#define PHOTOPIC_ACES2_PEAK 3        // 1 over the achromatic response to the peak
#define PHOTOPIC_ACES2_FROM_CONES 4  // three rows: cones to the limiting primaries
// A row for each whole degree: M of AP1 at the peak's J there and a degree on; the last node that isn't above the
// degree, the first one that isn't below the next degree.
#define PHOTOPIC_ACES2_DEGREES 7
#define PHOTOPIC_ACES2_DEGREE_COUNT 360
// Nodes, with rising hues from 0 to 360: hue in degrees, J and M of the cusp, the upper hull's 1/gamma.
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
