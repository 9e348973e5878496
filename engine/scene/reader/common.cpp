// SPDX-License-Identifier: MIT
// Messages and places in a glTF file.
#include "engine/scene/reader/common.h"

namespace engine::gltf {

void refuse(const std::string& reason) { throw Refusal(reason); }

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string line(text.substr(0, max_bytes));
  if (text.size() > max_bytes) {
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xc0) == 0x80) line.pop_back();  // whole UTF-8
    line += "...";
  }
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string needs_extension(std::string_view name) {
  return "needs the extension " + in_quotes(name) + ", which is not supported";
}

std::string numbered(std::string_view name, std::size_t number) {
  return std::string(name) + ' ' + std::to_string(number);
}

void Warnings::add(const std::string& text, std::size_t times) {
  const auto [place, is_new] = places_.try_emplace(text, counts_.size());
  if (is_new) counts_.emplace_back(text, 0);
  counts_[place->second].second += times;
}

std::vector<std::string> Warnings::lines() const {
  std::vector<std::string> lines;
  for (const auto& [text, count] : counts_) {
    lines.push_back(count == 1 ? text : text + " (" + std::to_string(count) + " times)");
  }
  return lines;
}

namespace {

constexpr std::uint64_t kBytesPerBufferByte = 256;  // a strip of 8-bit indices without normals takes 168

}  // namespace

Budget::Budget(std::uint64_t free_bytes, std::uint64_t buffer_bytes)
    : left_bytes_(free_bytes + kBytesPerBufferByte * buffer_bytes) {}

void Budget::spend(std::uint64_t count, std::uint64_t bytes_each) {
  if (count > left_bytes_ / bytes_each) refuse("the meshes would take far more memory than the file's buffers hold");
  left_bytes_ -= count * bytes_each;
}

}  // namespace engine::gltf
