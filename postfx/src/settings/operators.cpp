// SPDX-License-Identifier: MIT
// Names and parameters of tone mapping operators.
#include "settings/operators.h"

#include <photopic/settings_table.h>

#include <algorithm>
#include <string_view>

namespace photopic {
namespace {

/// Members by the names that rows of operators have for them.
struct Members : ToneMapSettings {
  constexpr void copy_to(float* parameters) const noexcept {
    const auto copy = [parameters](auto... values) {
      static_assert(sizeof...(values) <= PHOTOPIC_OPERATOR_MAX_PARAMETERS);
      [[maybe_unused]] float* to = parameters;
      ((*to++ = static_cast<float>(values)), ...);
    };
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
  case ToneMapper::name:                                                                                          \
    return copy parameters;
    switch (tone_mapper) { PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR) }
#undef PHOTOPIC_OPERATOR
  }
};

// Each as "(first, second)".
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
#parameters,
constexpr std::string_view kParameters[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR

// Rows are in the order of their numbers, which names are looked up by.
#define PHOTOPIC_OPERATOR(number, ...) number,
constexpr std::uint32_t kNumbers[] = {PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)};
#undef PHOTOPIC_OPERATOR
static_assert([] {
  for (std::uint32_t i = 0; i < kToneMapperCount; ++i) {
    if (kNumbers[i] != i) return false;
  }
  return true;
}());

/// Whether PHOTOPIC_OPERATOR_DEFAULTS has what a ToneMapSettings begins with, for every operator and place.
constexpr bool are_defaults_those_of_settings() {
  for (std::uint32_t i = 0; i < kToneMapperCount; ++i) {
    float table[PHOTOPIC_OPERATOR_MAX_PARAMETERS] = {}, settings[PHOTOPIC_OPERATOR_MAX_PARAMETERS] = {};
#define PHOTOPIC_DEFAULT(number, place, name, value) \
  if (i == (number)) table[place] = static_cast<float>(value);
    PHOTOPIC_OPERATOR_DEFAULTS(PHOTOPIC_DEFAULT)
#undef PHOTOPIC_DEFAULT
    Members members = {};
    members.tone_mapper = static_cast<ToneMapper>(i);
    members.copy_to(settings);
    if (!std::equal(std::begin(table), std::end(table), std::begin(settings))) return false;
  }
  return true;
}
static_assert(are_defaults_those_of_settings());

}  // namespace

const char* tone_mapper_name(ToneMapper tone_mapper) noexcept {
  const auto index = static_cast<std::uint32_t>(tone_mapper);
  return index < kToneMapperCount ? kToneMapperWords[index] : nullptr;
}

bool has_parameter(ToneMapper tone_mapper, const char* name) noexcept {
  const auto index = static_cast<std::uint32_t>(tone_mapper);
  if (index >= kToneMapperCount) return false;
  std::string_view list = kParameters[index];
  list.remove_prefix(1);  // the parentheses
  list.remove_suffix(1);
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(','));
    if (first == name) return true;
    list.remove_prefix(std::min(first.size() + 2, list.size()));
  }
  return false;
}

void operator_parameters(const ToneMapSettings& settings,
                         float (*parameters)[PHOTOPIC_OPERATOR_MAX_PARAMETERS]) noexcept {
  std::fill(std::begin(*parameters), std::end(*parameters), 0.0f);
  Members{settings}.copy_to(*parameters);
}

}  // namespace photopic
