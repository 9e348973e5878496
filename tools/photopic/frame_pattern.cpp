// SPDX-License-Identifier: MIT
// Search for the frames that a pattern stands for.
#include "photopic/frame_pattern.h"

#include <algorithm>
#include <charconv>

#include "arguments/errors.h"
#include "files/error.h"

namespace cli {
namespace {

struct Pattern {
  std::filesystem::path folder;
  std::string prefix;  ///< of the file name
  std::string suffix;
  std::size_t digits;

  std::string digits_of(std::uint64_t number) const {
    const std::string text = std::to_string(number);
    return std::string(digits > text.size() ? digits - text.size() : 0, '0') + text;
  }
  std::filesystem::path file(std::uint64_t number) const { return folder / (prefix + digits_of(number) + suffix); }
};

Pattern parse(const std::string& pattern) {
  const std::filesystem::path path(pattern);
  const std::string name = path.filename().string();
  const std::size_t begin = name.find('#');
  if (begin == std::string::npos || path.parent_path().string().find('#') != std::string::npos) {
    throw arguments::UsageError("'" + pattern + "': the file name needs a run of # where the frame number stands");
  }
  const std::size_t end = std::min(name.find_first_not_of('#', begin), name.size());
  if (name.find('#', end) != std::string::npos) throw arguments::UsageError("'" + pattern + "': has two runs of #");
  return {path.parent_path(), name.substr(0, begin), name.substr(end), end - begin};
}

/// The number of a file name that matches, or nothing.
std::optional<std::uint64_t> frame_number(const Pattern& pattern, const std::string& name) {
  if (name.size() < pattern.prefix.size() + pattern.digits + pattern.suffix.size()) return std::nullopt;
  if (!name.starts_with(pattern.prefix) || !name.ends_with(pattern.suffix)) return std::nullopt;
  const char* begin = name.data() + pattern.prefix.size();
  const char* end = name.data() + name.size() - pattern.suffix.size();
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(begin, end, number);
  // The name must be the one that the number is written with: 00012 isn't a frame of ####.
  const bool is_frame = error == std::errc() && stop == end && pattern.digits_of(number) == std::string(begin, end);
  return is_frame ? std::optional(number) : std::nullopt;
}

std::vector<std::uint64_t> numbers_found(const Pattern& pattern) {
  const std::filesystem::path folder = pattern.folder.empty() ? "." : pattern.folder;
  std::error_code error;
  std::vector<std::uint64_t> numbers;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (const auto number = frame_number(pattern, it->path().filename().string())) numbers.push_back(*number);
  }
  if (error) throw files::Error(folder, error.message());
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

std::vector<SequenceFrame> find_frames(const std::string& text, std::optional<std::uint64_t> first,
                                       std::optional<std::uint64_t> last) {
  const Pattern pattern = parse(text);
  const std::vector<std::uint64_t> numbers = numbers_found(pattern);
  if (numbers.empty()) throw arguments::UsageError("'" + text + "': no file matches");
  const std::uint64_t begin = first.value_or(numbers.front());
  const std::uint64_t end = last.value_or(numbers.back());
  if (begin > end) {
    throw arguments::UsageError("--first " + std::to_string(begin) + " is after --last " + std::to_string(end));
  }
  std::vector<SequenceFrame> frames;
  auto found = std::lower_bound(numbers.begin(), numbers.end(), begin);
  for (std::uint64_t number = begin;; ++number, ++found) {
    if (found == numbers.end() || *found != number) {
      throw arguments::UsageError(pattern.file(number).string() + ": frame is missing; frames " +
                                  std::to_string(begin) + " to " + std::to_string(end) + " are wanted");
    }
    frames.push_back({number, pattern.digits_of(number), pattern.file(number)});
    if (number == end) return frames;  // not the loop's condition: `end` may be the largest number there is
  }
}

bool has_number(const std::string& pattern) { return pattern.find('#') != std::string::npos; }

std::filesystem::path frame_file(const std::string& pattern, std::uint64_t number) {
  return has_number(pattern) ? parse(pattern).file(number) : std::filesystem::path(pattern);
}

}  // namespace cli
