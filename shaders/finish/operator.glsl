// SPDX-License-Identifier: MIT
// The operator in use, a row of photopic/operators.h: exposed scene-linear colour to display-linear colour. The includer
// has the operators' functions, TONE_MAPPER, OPERATORS, kIsHdr, DISPLAY, what the rows read (PARAMETER, HEADROOM, ...),
// nmax() and nclamp().

vec3 tone_mapped(vec3 c) {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return (OPERATORS >> number & 1u) == 0u ? c : kIsHdr ? hdr : expression;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return c;
}

/// Power that turns what tone_mapped() returns into display-linear values.
float display_gamma() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return gamma;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

float max_input() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return max_input;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 0.0;
}

float max_output() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return max_output;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return 1.0;
}

/// Whether the operator takes and returns BT.709 within its primaries. Of constants, a constant: what it rules out isn't
/// compiled.
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  (primaries == PHOTOPIC_OPERATOR_BT709 ? 1u << number : 0u) |
const uint kBt709Operators = PHOTOPIC_OPERATORS(OPERATOR) 0u;
#undef OPERATOR
#define IS_BT709_OPERATOR ((kBt709Operators >> TONE_MAPPER & 1u) != 0u)

/// Primaries of what the operator returns: PHOTOPIC_LIMIT_*.
uint result_primaries() {
#define OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters) \
  case number: return primaries == PHOTOPIC_OPERATOR_LIMIT ? LIMIT_PRIMARIES : \
                      primaries == PHOTOPIC_OPERATOR_BT2020 ? PHOTOPIC_LIMIT_BT2020 : PHOTOPIC_LIMIT_BT709;
  switch (TONE_MAPPER) { PHOTOPIC_OPERATORS(OPERATOR) }
#undef OPERATOR
  return PHOTOPIC_LIMIT_BT709;
}

#include "../display/gamut.glsl"

/// NaN to 0, the others to [-limit, limit].
vec3 clamped(vec3 c, float limit) { return min(nmax(c, vec3(0.0)), limit) - min(nmax(-c, vec3(0.0)), limit); }

/// What the operator is defined for: no NaN, nothing below 0 but colours outside BT.709 where it takes them, nothing
/// above its largest input.
vec3 in_domain(vec3 exposed) {
  if (!IS_BT709_OPERATOR) return clamped(exposed, max_input());
  return max_input() == 0.0 ? nmax(exposed, vec3(0.0)) : nclamp(exposed, vec3(0.0), vec3(max_input()));
}

/// The operator's result as display-linear colour in the limiting primaries, 1 = paper white.
vec3 limited(vec3 mapped) {
  vec3 c = display_gamma() != 1.0 ? pow(max(mapped, 0.0), vec3(display_gamma())) : mapped;
  c = TABLE_PRODUCT(DISPLAY.to_limit, c);
  return clamp(gamut_mapped(c), 0.0, DISPLAY.headroom);
}
