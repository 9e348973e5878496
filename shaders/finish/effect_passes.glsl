// SPDX-License-Identifier: MIT
// Functions of effects that the final pass has by itself. After main(), so that the order of types, constants and
// variables, and with it the SPIR-V of objects without effects, is the same as without them.
#include "aberration/texel.glsl"
#include "glare/texel.glsl"
#include "acuity/texel.glsl"
#include "local_exposure/texel.glsl"
#include "night/texel.glsl"
