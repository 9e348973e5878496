// SPDX-License-Identifier: MIT
// Words of tone mapping operators.
#ifndef PHOTOPIC_SRC_SETTINGS_OPERATORS_H
#define PHOTOPIC_SRC_SETTINGS_OPERATORS_H

#include <photopic/operators.h>

namespace photopic {

#define PHOTOPIC_OPERATOR(number, name, word, ...) #word,
inline constexpr const char* kToneMapperWords[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR

}  // namespace photopic

#endif
