// SPDX-License-Identifier: MIT
// Parsing of JSON with lines noted on the way.
#include "json/document.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace json {
namespace {

/// Of the last character read that isn't white space. The parser reads one character past a number, which may be a line
/// break; by this line a value is always where it ends, and no value but an object or array has line breaks inside.
struct Position {
  std::size_t line = 1;
};

/// Gives the parser a text and tells how far it came, which the parser itself keeps to itself.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Position& position) : at_(at), position_(&position) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') {
      ++line_;
    } else if (*at_ != ' ' && *at_ != '\t' && *at_ != '\r') {
      position_->line = line_;
    }
    ++at_;
    return *this;
  }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t line_ = 1;
  Position* position_;
};

/// nlohmann's words without "[json.exception.parse_error.101] parse error at line 1, column 2: " and without what was
/// read last, which may be long.
std::string reason_of(const Json::exception& error) {
  std::string words = error.what();
  words.erase(0, words.find("] ") + 2);
  if (words.starts_with("parse error at")) words.erase(0, words.find(": ") + 2);
  return words.substr(0, words.find("; last read: "));
}

/// Builds the values, as nlohmann's own builder does, and notes their lines.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const Position& position, Json& root, Lines& lines)
      : text_(text), position_(position), root_(root), lines_(lines) {}

  bool null() override { return add(nullptr), true; }
  bool boolean(bool value) override { return add(value), true; }
  bool number_integer(number_integer_t value) override { return add(value), true; }
  bool number_unsigned(number_unsigned_t value) override { return add(value), true; }
  bool number_float(number_float_t value, const string_t&) override { return add(value), true; }
  bool string(string_t& value) override { return add(std::move(value)), true; }
  bool binary(binary_t&) override { return false; }  // JSON texts have none
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return frames_.pop_back(), true; }
  bool end_array() override { return frames_.pop_back(), true; }

  bool key(string_t& key) override {
    next_ = frames_.back().place.member(key);
    key_ = std::move(key);
    const auto [entry, is_new] = lines_.emplace(next_.pointer, position_.line);
    if (is_new) return true;
    throw Error(position_.line, 0, next_.words("stands twice, first in line " + std::to_string(entry->second)));
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
    const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
    throw Error(line, column, "is not valid JSON: " + reason_of(error));
  }

 private:
  struct Frame {
    Json* value;
    Place place;
    std::size_t line;
  };

  bool open(Json container) {
    constexpr std::size_t kMaxDepth = 64;
    if (frames_.size() == kMaxDepth) {
      throw Error(position_.line, 0, "JSON values are nested deeper than " + std::to_string(kMaxDepth));
    }
    Json* const added = add(std::move(container));
    frames_.push_back({added, next_, line_of_next_});
    return true;
  }

  /// Only the last value of an array or object grows, so what frames_ point to stays where it is.
  Json* add(Json value) {
    line_of_next_ = position_.line;
    if (frames_.empty()) {
      lines_.emplace(next_.pointer, line_of_next_);
      root_ = std::move(value);
      return &root_;
    }
    const Frame& parent = frames_.back();
    if (!parent.value->is_array()) {
      line_of_next_ = lines_.at(next_.pointer);
      // Not by operator[], which looks through all keys.
      return &parent.value->get_ref<Json::object_t&>().emplace_back(std::move(key_), std::move(value)).second;
    }
    next_ = parent.place.element(parent.value->size());
    if (line_of_next_ != parent.line) lines_.emplace(next_.pointer, line_of_next_);
    parent.value->push_back(std::move(value));
    return &parent.value->back();
  }

  std::string_view text_;
  const Position& position_;
  Json& root_;
  Lines& lines_;
  std::vector<Frame> frames_;
  std::string key_;
  Place next_;  ///< of the value that comes, or came last
  std::size_t line_of_next_ = 1;
};

std::string escaped_for_pointer(const std::string& key) {
  std::string escaped;
  for (const char c : key) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string Error::position() const {
  return std::to_string(line_) + (column_ == 0 ? "" : ":" + std::to_string(column_));
}

Place Place::member(const std::string& key) const {
  const bool is_start = path.empty() || path.ends_with(": ");
  return {pointer + "/" + escaped_for_pointer(key), path + (is_start ? "" : ".") + key};
}

Place Place::element(std::size_t index) const {
  const std::string number = std::to_string(index);
  return {pointer + "/" + number, path + "[" + number + "]"};
}

std::string Place::words(const std::string& reason) const {
  const bool is_start = path.empty() || path.ends_with(": ");
  return path + (is_start ? "" : ": ") + reason;
}

Document::Document(std::string_view text) {
  Position position;
  Builder builder(text, position, root_, lines_);
  Json::sax_parse(CountingIterator(text.data(), position), CountingIterator(text.data() + text.size(), position),
                  &builder);
}

}  // namespace json
