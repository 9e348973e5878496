// SPDX-License-Identifier: MIT
// Numbers that C++ and GLSL ES share.
#ifndef PHOTOPIC_ES2_INTERFACE_H
#define PHOTOPIC_ES2_INTERFACE_H

#define ES2_REDUCE_BLOCK_SIDE 8  // texels that become one, side
#define ES2_CONVOLVE_MAX_SIDE 8  // taps of one pass, side

// Words of the exposure state, one to a texel.
#define ES2_STATE_EXPOSURE 0
#define ES2_STATE_ADAPTED_EV100 1       // its nearest whole number
#define ES2_STATE_ADAPTED_EV100_REST 2  // and the rest
#define ES2_STATE_TARGET_EV100 3
#define ES2_STATE_SCENE_EV100 4
#define ES2_STATE_MEAN_LOG2_LUMINANCE 5
#define ES2_STATE_VALID_TEXELS 6
#define ES2_STATE_IS_STARTED 7  // 0 or 1
#define ES2_STATE_WORDS 8

#endif
