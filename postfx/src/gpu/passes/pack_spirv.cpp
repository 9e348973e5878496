// SPDX-License-Identifier: MIT
// Program of the build that packs the SPIR-V of a pass into a header: pack_spirv OUT.h NAME IN.spv [BASE BASE.spv...].
// packed_spirv.h says how. BASE is a pass with much the same code; files are that of its base, if it has one, and so
// on, and its own at last. The header also says what the code needs of a device.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gpu/passes/packed_spirv.h"
#include "gpu/passes/prefix_code.h"
#include "gpu/passes/spirv_code.h"
#include "gpu/spirv/needs.h"

namespace {

namespace prefix_code = photopic::prefix_code;
using Bytes = std::vector<unsigned char>;
using Words = std::vector<std::uint32_t>;

constexpr std::size_t kMinMatch = photopic::PackedSpirv::kMinMatch;
constexpr std::size_t kMaxChain = 512;   // places that are looked at for the longest match
constexpr std::size_t kEachLength = 40;  // longer matches are taken whole
constexpr std::uint32_t kHashBits = 18;

/// Empty if it can't be read. SPIR-V files hold little-endian words.
Words read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  Words words(bytes.size() / 4);
  for (std::size_t i = 0; i < words.size() * 4; ++i) {
    words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << i % 4 * 8;
  }
  return words;
}

void put(std::uint32_t number, Bytes& out) {
  for (; number >= 128; number >>= 7) out.push_back(static_cast<unsigned char>(number | 128u));
  out.push_back(static_cast<unsigned char>(number));
}

Bytes text_of(const Words& words) {
  using namespace photopic::spirv_code;
  Bytes text;
  for (std::uint32_t i = 0; i < kHeaderWords; ++i) put(words[i], text);
  const std::uint32_t bound = words[kBoundWord];
  std::uint32_t reference = 0;
  for (std::size_t at = kHeaderWords; at < words.size();) {
    const std::uint32_t op = words[at] & 0xffffu, length = words[at] >> 16;
    put(op, text);
    put(length, text);
    for (std::uint32_t i = 1; i < length; ++i) {
      put(is_distance(op, i) ? folded(reference - words[at + i]) : words[at + i], text);
    }
    reference = reference_after(op, length, words.data() + at, bound, reference);
    at += length;
  }
  return text;
}

struct Match {
  std::size_t length = 0;
  std::size_t distance = 0;
};
constexpr std::size_t kDistanceBytes = 4;

std::size_t bytes_of(std::size_t number) {
  std::size_t bytes = 1;
  for (; number >= 128; number >>= 7) ++bytes;
  return bytes;
}

/// Places of four bytes, the latest first.
class Chains {
 public:
  explicit Chains(const Bytes& text) : text_(text), heads_(std::size_t{1} << kHashBits, -1), next_(text.size(), -1) {}

  void add(std::size_t place) {
    if (place + kMinMatch > text_.size()) return;
    std::ptrdiff_t& head = heads_[slot(place)];
    next_[place] = head;
    head = static_cast<std::ptrdiff_t>(place);
  }

  /// The longest match before `place` of each number of bytes that its distance takes; 0 for none.
  void find(std::size_t place, std::array<Match, kDistanceBytes>& best) const {
    best = {};
    if (place + kMinMatch > text_.size()) return;
    std::ptrdiff_t candidate = heads_[slot(place)];
    for (std::size_t i = 0; i < kMaxChain && candidate >= 0; ++i) {
      const auto start = static_cast<std::size_t>(candidate);
      std::size_t length = 0;
      while (place + length < text_.size() && text_[start + length] == text_[place + length]) ++length;
      Match& of = best[bytes_of(place - start) - 1];
      if (length >= kMinMatch && length > of.length) of = {length, place - start};
      candidate = next_[start];
    }
  }

 private:
  std::size_t slot(std::size_t place) const {
    std::uint32_t four = 0;
    std::memcpy(&four, text_.data() + place, sizeof four);
    return four * 2654435761u >> (32 - kHashBits);
  }

  const Bytes& text_;
  std::vector<std::ptrdiff_t> heads_;
  std::vector<std::ptrdiff_t> next_;
};

/// Bits of a number by a code.
std::size_t bits_of(std::size_t number, const prefix_code::Code& code) {
  std::size_t bits = 0;
  for (; number >= 128; number >>= 7) bits += code.lengths[(number & 127) | 128];
  return bits + code.lengths[number];
}

/// Bytes by their codes.
class Writer {
 public:
  void put(unsigned char byte, const prefix_code::Code& code) {
    held_ |= std::uint32_t{code.bits[byte]} << count_;
    for (count_ += code.lengths[byte]; count_ >= 8; count_ -= 8, held_ >>= 8) {
      bytes_.push_back(static_cast<unsigned char>(held_));
    }
  }
  void put_number(std::size_t number, const prefix_code::Code& code) {
    for (; number >= 128; number >>= 7) put(static_cast<unsigned char>(number | 128u), code);
    put(static_cast<unsigned char>(number), code);
  }
  /// With zeros that the reader looks at in advance.
  Bytes finish() {
    bytes_.push_back(static_cast<unsigned char>(held_));
    bytes_.insert(bytes_.end(), 4, 0);
    return bytes_;
  }

 private:
  Bytes bytes_;
  std::uint32_t held_ = 0;
  std::uint32_t count_ = 0;
};

/// Steps that make `own` after `base`, which may be the text of several passes: the cheapest among the matches that
/// Chains finds, by the lengths of codes, counts of literals left out.
Bytes packed(const Bytes& base, const Bytes& own) {
  Bytes text = base;
  text.insert(text.end(), own.begin(), own.end());
  Chains chains(text);
  std::vector<std::array<Match, kDistanceBytes>> matches(own.size());
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (place >= base.size()) chains.find(place, matches[place - base.size()]);
    chains.add(place);
  }
  // From the end: the fewest bits from a place on, and the step there. A match needs a count of literals before it.
  using namespace prefix_code;
  std::vector<std::size_t> cost(own.size() + 1, 0);
  std::vector<Match> steps(own.size());
  for (std::size_t i = own.size(); i-- > 0;) {
    cost[i] = cost[i + 1] + kLiterals.lengths[own[i]];
    for (const Match& match : matches[i]) {
      if (match.length == 0) continue;
      const std::size_t distance_bits = kCounts.lengths[1] + bits_of(match.distance, kDistances);
      const std::size_t all = match.length;
      for (std::size_t length = kMinMatch; length <= all; ++length) {
        if (length > kEachLength && length < all) length = all;
        const std::size_t bits = distance_bits + bits_of(length - kMinMatch, kCounts) + cost[i + length];
        if (bits <= cost[i]) {
          cost[i] = bits;
          steps[i] = {length, match.distance};
        }
      }
    }
  }
  Writer out;
  std::size_t literals = 0, place = 0;
  const auto flush = [&] {
    out.put_number(place - literals, kCounts);
    for (std::size_t i = literals; i < place; ++i) out.put(own[i], kLiterals);
  };
  while (place < own.size()) {
    const Match& step = steps[place];
    if (step.length == 0) {
      ++place;
      continue;
    }
    flush();
    out.put_number(step.length - kMinMatch, kCounts);
    out.put_number(step.distance, kDistances);
    place += step.length;
    literals = place;
  }
  if (literals < place) flush();
  return out.finish();
}

/// A ShaderNeeds, as C++.
std::string text_of(const photopic::ShaderNeeds& needs) {
  std::string text = "{{";
  for (const std::uint32_t size : needs.group_size) text += std::to_string(size) + ", ";
  return text + "}, " + std::to_string(needs.shared_bytes) + ", " + std::to_string(needs.subgroup_operations) + ", " +
         std::to_string(needs.bindings) + "u, " + (needs.float16 ? "true" : "false") + ", " +
         (needs.is_specialized ? "true" : "false") + "}";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc == 5) {
    std::fputs("pack_spirv OUT.h NAME IN.spv [BASE BASE.spv...]\n", stderr);
    return 2;
  }
  const bool has_base = argc > 5;
  const std::string name = argv[2], base_name = has_base ? argv[4] : "";
  Words words = read(argv[3]);
  Bytes base;
  bool is_read = words.size() >= photopic::spirv_code::kHeaderWords;
  for (int i = 5; i < argc && is_read; ++i) {
    const Words of_base = read(argv[i]);
    is_read = of_base.size() >= photopic::spirv_code::kHeaderWords;
    if (!is_read) break;
    const Bytes text = text_of(of_base);
    base.insert(base.end(), text.begin(), text.end());
  }
  if (!is_read) {
    std::fprintf(stderr, "pack_spirv: %s: no SPIR-V, or none of its base\n", argv[3]);
    return 1;
  }
  photopic::ShaderNeeds needs;
  if (!photopic::needs_of(words.data(), words.size(), {}, &needs) ||
      needs.shared_bytes == photopic::ShaderNeeds::kUnknown) {
    std::fprintf(stderr, "pack_spirv: %s: an array in workgroup memory has a length that constants.h can't evaluate\n",
                 argv[3]);
    return 1;
  }
  const Bytes own = text_of(words);
  const Bytes bytes = packed(base, own);
  std::string text =
      "// Made by pack_spirv.\n#pragma once\n#include <gpu/passes/packed_spirv.h>\nnamespace photopic {\n";
  if (has_base) text += "namespace passes {\nextern const PassDesc " + base_name + ";\n}\n";
  text += "namespace spirv {\nconstexpr unsigned char " + name + "_bytes[] = {\n";
  for (std::size_t i = 0; i < bytes.size(); ++i) text += std::to_string(bytes[i]) + (i % 32 == 31 ? ",\n" : ",");
  text += "};\nconstexpr PackedSpirv " + name + " = {" + name + "_bytes, " + std::to_string(own.size()) + ", " +
          std::to_string(words.size()) + ", " +
          std::to_string(photopic::spirv_code::hash_of(words.data(), words.size())) + "u, " +
          (has_base ? "&passes::" + base_name : "nullptr") + ", " + text_of(needs) + "};\n}\n}\n";
  std::ofstream file(argv[1], std::ios::binary);
  file << text;
  return file.flush() ? 0 : 1;
}
