// SPDX-License-Identifier: MIT
// Exit codes and errors of the command line. 1 to 3 are kept for the results of comparisons.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_ERRORS_H
#define PHOTOPIC_TOOLS_ARGUMENTS_ERRORS_H

#include <photopic/device.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/device/context.h"

namespace arguments {

inline constexpr int kExitOk = 0;
inline constexpr int kExitInput = 4;   ///< input, output or usage
inline constexpr int kExitDevice = 5;  ///< no device, or a device error

/// What the user asked for can't be done; what() is one line that names the argument and the reason.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `word` is none of the words that an argument takes. Completion asks options for their words by this error.
class WordError : public UsageError {
 public:
  WordError(const std::string& message, std::string word, std::vector<std::string> words)
      : UsageError(message), word_(std::move(word)), words_(std::move(words)) {}

  const std::string& word() const { return word_; }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::string word_;
  std::vector<std::string> words_;
};

/// "PROGRAM: WORDS" in one line on stderr, control characters written out. Everything that is wrong is told by this.
void print_error(const char* program, const std::string& words);

/// Throws Photopic's words: UsageError for a setting out of range, engine::Error for anything else.
inline void require(const engine::Context& context, photopic::Status status) {
  if (status == photopic::Status::invalid_argument) throw UsageError(context.last_message());
  context.check(status);
}

}  // namespace arguments

#endif
