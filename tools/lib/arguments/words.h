// SPDX-License-Identifier: MIT
// Parsing of options whose value is one of several words, or a list of them.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_WORDS_H
#define PHOTOPIC_TOOLS_ARGUMENTS_WORDS_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arguments {

/// "a, b"
std::string word_list(std::span<const char* const> words);
/// Index of `word`. Throws WordError "WHAT: 'WORD' is none of a, b"; `last` follows in the list: a word that the caller
/// takes itself.
std::size_t word_index(std::span<const char* const> words, std::string_view word, const std::string& what,
                       const char* last = nullptr);
/// "1 case", "2 cases"
std::string counted(std::size_t count, const std::string& one);
/// "a,b" is two items, and so is "a,"; nothing is none.
std::vector<std::string> list_items(std::string_view text, char separator = ',');

}  // namespace arguments

#endif
