// SPDX-License-Identifier: MIT
// Words and numbers of text files, in any locale.
#ifndef PHOTOPIC_TOOLS_LOOKS_NUMBERS_H
#define PHOTOPIC_TOOLS_LOOKS_NUMBERS_H

#include <stdexcept>
#include <string_view>
#include <vector>

namespace looks {

/// What is wrong with a number, for a line that names its file.
class NumberError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words between blanks, into `words`, which keeps its memory.
void split(std::string_view text, std::vector<std::string_view>& words);

/// The nearest float of a whole word such as "-0.5", "+1e-3"; 0 of one that is nearer to it than to any other. Throws
/// NumberError for anything else, infinities and NaN too.
float parse_float(std::string_view word);

}  // namespace looks

#endif
