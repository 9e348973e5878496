// SPDX-License-Identifier: MIT
// Numbers that may be NaN. The rule: what is read from a host's image may be NaN, and so may what is computed from it. It
// is compared, or goes through nmin(), nmax() or nclamp(), before min(), max() or clamp(), whose result is undefined for
// NaN. isnan() and isinf() aren't used: drivers that assume finite arithmetic take them for false. The tests NanRule.*
// follow every value of every pass.
#extension GL_EXT_spirv_intrinsics : require

/// min(), max() and clamp() that return the other operand where one is NaN; nclamp() then returns `low`.
spirv_instruction(set = "GLSL.std.450", id = 79) float nmin(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 80) float nmax(float x, float y);
spirv_instruction(set = "GLSL.std.450", id = 80) vec3 nmax(vec3 x, vec3 y);
spirv_instruction(set = "GLSL.std.450", id = 80) vec4 nmax(vec4 x, vec4 y);
spirv_instruction(set = "GLSL.std.450", id = 81) float nclamp(float x, float low, float high);
spirv_instruction(set = "GLSL.std.450", id = 81) vec3 nclamp(vec3 x, vec3 low, vec3 high);

/// True for NaN and +-Inf. A test of bits, which no driver optimises away.
bool is_nonfinite(float x) { return (floatBitsToUint(x) & 0x7f800000u) == 0x7f800000u; }
/// True for NaN.
bvec3 is_nan(vec3 x) { return greaterThan(floatBitsToUint(x) & 0x7fffffffu, uvec3(0x7f800000u)); }
