// SPDX-License-Identifier: MIT
// Reading of values with complaints that name their places.
#include "json/node.h"

#include <cmath>
#include <limits>

#include "json/values.h"

namespace json {

std::size_t Node::line() const {
  if (lines_ == nullptr) return 0;
  std::string pointer = place_.pointer;
  auto found = lines_->find(pointer);
  while (found == lines_->end()) {
    pointer.erase(pointer.rfind('/'));  // the root is always found
    found = lines_->find(pointer);
  }
  return found->second;
}

void Node::fail(const std::string& reason) const { throw Error(line(), 0, place_.words(reason)); }

void Node::refuse(const std::string& words) const { throw Error(line(), 0, words); }

Node Node::labelled(const std::string& path) const { return {*value_, lines_, {place_.pointer, path + ": "}}; }

bool Node::flag() const {
  require(value_->is_boolean(), "not true or false");
  return value_->get<bool>();
}

std::string Node::text() const {
  require(value_->is_string(), "not a string");
  return value_->get<std::string>();
}

std::string Node::words() const {
  std::string words = text();
  require(!words.empty(), "is empty");
  return words;
}

double Node::number() const {
  require(value_->is_number(), "not a number");
  return value_->get<double>();
}

double Node::number(double min, double max) const {
  const double value = number();
  if (value < min || value > max) fail("not a number from " + number_text(min) + " to " + number_text(max));
  return value;
}

std::uint64_t Node::whole(std::uint64_t min, std::uint64_t max) const {
  constexpr double kExact = 9007199254740992.0;  // 2^53: whole numbers up to here are exact in a double
  const double value = number();
  const bool is_whole = value_->is_number_unsigned() || (value >= 0.0 && value <= kExact && value == std::floor(value));
  const std::uint64_t count = is_whole ? value_->get<std::uint64_t>() : 0;
  if (!is_whole || count < min || count > max) {
    fail("not a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return count;
}

void Node::require_version(std::uint32_t version) const {
  const std::uint64_t given = whole(0, std::numeric_limits<std::uint64_t>::max());
  if (given != version) fail("is " + std::to_string(given) + "; only " + std::to_string(version) + " can be read");
}

std::vector<Node> Node::elements() const {
  require(value_->is_array(), "not an array");
  std::vector<Node> nodes;
  nodes.reserve(value_->size());
  for (const Json& element : *value_) nodes.push_back({element, lines_, place_.element(nodes.size())});
  return nodes;
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  require(value_->is_object(), "not an object");
  std::vector<std::pair<std::string, Node>> nodes;
  nodes.reserve(value_->size());
  for (const auto& [key, value] : value_->items()) nodes.push_back({key, {value, lines_, place_.member(key)}});
  return nodes;
}

std::optional<Node> Node::find(const std::string& key) const {
  require(value_->is_object(), "not an object");
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return Node(*found, lines_, place_.member(key));
}

Node Node::at(const std::string& key) const {
  std::optional<Node> node = find(key);
  if (!node) fail("has no " + key);
  return *node;
}

}  // namespace json
