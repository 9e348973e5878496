// SPDX-License-Identifier: MIT
// Values of a JSON document with their places, so that every complaint names both.
#ifndef PHOTOPIC_TOOLS_JSON_NODE_H
#define PHOTOPIC_TOOLS_JSON_NODE_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "json/document.h"

namespace json {

/// A value that the document keeps: it must outlive its nodes. What reads throws Error for a value of another kind
/// or out of range.
class Node {
 public:
  explicit Node(const Document& document) : value_(&document.root()), lines_(&document.lines()) {}

  /// Of a value without a document, which has no lines.
  explicit Node(const Json& value) : value_(&value) {}

  const Json& json() const { return *value_; }
  const std::string& path() const { return place_.path; }
  std::size_t line() const;
  /// "PATH: REASON"
  [[noreturn]] void fail(const std::string& reason) const;
  /// Words that say themselves what they are about.
  [[noreturn]] void refuse(const std::string& words) const;
  /// The same value, its path written as "PATH: " from here on.
  Node labelled(const std::string& path) const;
  /// The same value, with paths that begin at it.
  Node rooted() const { return {*value_, lines_, {place_.pointer, ""}}; }

  bool flag() const;
  std::string text() const;
  /// Not empty.
  std::string words() const;
  /// Within [min, max]; JSON has finite numbers alone.
  double number(double min, double max) const;
  double number() const;
  /// A whole number within [min, max].
  std::uint64_t whole(std::uint64_t min, std::uint64_t max) const;
  std::uint32_t whole32(std::uint32_t min, std::uint32_t max) const {
    return static_cast<std::uint32_t>(whole(min, max));
  }
  /// Fails for any number but `version`.
  void require_version(std::uint32_t version) const;

  /// Of an array.
  std::vector<Node> elements() const;
  /// Of an object.
  std::vector<std::pair<std::string, Node>> members() const;
  std::optional<Node> find(const std::string& key) const;
  /// One that must be there.
  Node at(const std::string& key) const;

 private:
  Node(const Json& value, const Lines* lines, Place place) : value_(&value), lines_(lines), place_(std::move(place)) {}
  void require(bool holds, const char* reason) const {
    if (!holds) fail(reason);
  }

  const Json* value_;
  const Lines* lines_ = nullptr;
  Place place_;
};

}  // namespace json

#endif
