// SPDX-License-Identifier: MIT
// Words of tone mapping operators.
#ifndef PHOTOPIC_SRC_SETTINGS_OPERATORS_H
#define PHOTOPIC_SRC_SETTINGS_OPERATORS_H

#include <photopic/operators.h>

#include <cstddef>

namespace photopic {

struct OperatorWord {
  char text[32] = "";

  template <std::size_t kSize>
  consteval OperatorWord(const char (&name)[kSize]) {
    for (std::size_t i = 0; i < kSize; ++i) text[i] = name[i] == '_' ? '-' : name[i];
  }
};

#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) #name,
inline constexpr OperatorWord kOperatorWords[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, parameters) \
  kOperatorWords[number].text,
inline constexpr const char* kToneMapperWords[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR

}  // namespace photopic

#endif
