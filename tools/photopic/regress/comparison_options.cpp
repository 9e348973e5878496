// SPDX-License-Identifier: MIT
// Options as members of cases.
#include "photopic/regress/comparison_options.h"

#include <stdexcept>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "json/node.h"
#include "photopic/compared_options.h"

namespace regress {
namespace {

using arguments::UsageError;

/// A rule in JSON, or a word.
json::Json rules_of(const std::string& text) {
  if (!text.starts_with('{') && !text.starts_with('"')) return text;
  return json::Document(text).root();
}
json::Json text_of(const std::string& text) { return text; }

struct ComparisonOption {
  const char* name;
  const char* member;
  json::Json (*value)(const std::string& text);
  const char* type;
  const char* help;
};
constexpr ComparisonOption kOptions[] = {
    {"--rules", "rules", rules_of, "[GLOB=]RULES",
     "rules instead of the cases' own: exact, backend, driver or JSON. GLOB= limits an option to cases whose names "
     "match; such options may be given several times, and later ones win"},
    {"--mask", "mask", text_of, "[GLOB=]FILE", cli::kMaskHelp},
    {"--alpha", "alpha", text_of, "[GLOB=]HOW", cli::kAlphaHelp},
    {"--channels", "channels", text_of, "[GLOB=]LIST", cli::kChannelsHelp},
};
constexpr const char* kNanEqual = "nan_equal";

/// Of "GLOB=VALUE"; JSON begins with a brace.
std::pair<std::string, std::string> pattern_and_value(const std::string& text) {
  const std::size_t equals = text.starts_with('{') ? std::string::npos : text.find('=');
  if (equals == std::string::npos) return {"*", text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void apply(const char* name, const std::string& pattern, const std::string& member,
           const std::function<json::Json()>& value, Suite& suite) {
  try {
    override_cases(pattern, {{member, value()}}, suite);
  } catch (const json::Error& error) {
    std::string words = error.what();  // "rules.max_delta: REASON"
    if (words.starts_with(member + ": ")) words.erase(0, member.size() + 2);
    if (words.starts_with(member + ".")) words.erase(0, member.size() + 1);
    throw UsageError(std::string(name) + ": " + words);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string(name) + ": " + error.what());
  }
}

}  // namespace

void add_comparison_options(CLI::App& command, ComparisonOptions& options) {
  for (const ComparisonOption& option : kOptions) {
    arguments::add_value(command, option.name, options[option.member], option.type, option.help)
        ->allow_extra_args(false);
  }
  command.add_flag("--nan-equal", options[kNanEqual],
                   std::string(cli::kNanEqualHelp) + "; --nan-equal=GLOB: in cases whose names match");
}

void apply_comparison_options(const ComparisonOptions& options, Suite& suite) {
  for (const ComparisonOption& option : kOptions) {
    for (const std::string& text : options.at(option.member)) {
      const auto [pattern, value] = pattern_and_value(text);
      apply(
          option.name, pattern, option.member, [&, &words = value] { return option.value(words); }, suite);
    }
  }
  for (const std::string& value : options.at(kNanEqual)) {
    const std::string pattern = value == "true" ? "*" : value;  // CLI11's value of a flag without one
    apply(
        "--nan-equal", pattern, kNanEqual, [] { return json::Json(true); }, suite);
  }
}

}  // namespace regress
