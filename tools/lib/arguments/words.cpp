// SPDX-License-Identifier: MIT
// Search of a word among those that an option takes, and the message where it is none of them.
#include "arguments/words.h"

#include <algorithm>

#include "arguments/errors.h"

namespace arguments {

std::string word_list(std::span<const char* const> words) {
  std::string list;
  for (const char* word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

std::size_t word_index(std::span<const char* const> words, std::string_view word, const std::string& what,
                       const char* last) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return std::size_t(found - words.begin());
  std::vector<const char*> all(words.begin(), words.end());
  if (last != nullptr) all.push_back(last);
  throw WordError(what + ": '" + std::string(word) + "' is none of " + word_list(all), std::string(word),
                  {all.begin(), all.end()});
}

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::vector<std::string> list_items(std::string_view text, char separator) {
  std::vector<std::string> items;
  if (text.empty()) return items;
  for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1)) {
    items.emplace_back(text.substr(0, end));
  }
  items.emplace_back(text);
  return items;
}

}  // namespace arguments
