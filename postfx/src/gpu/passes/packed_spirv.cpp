// SPDX-License-Identifier: MIT
// Unpacking of SPIR-V.
#include "gpu/passes/packed_spirv.h"

#include <new>

#include "gpu/passes/pass_desc.h"
#include "gpu/passes/prefix_code.h"
#include "gpu/passes/spirv_code.h"

namespace photopic {
namespace {

constexpr prefix_code::Table kLiterals = prefix_code::table_of(prefix_code::kLiterals);
constexpr prefix_code::Table kCounts = prefix_code::table_of(prefix_code::kCounts);
constexpr prefix_code::Table kDistances = prefix_code::table_of(prefix_code::kDistances);

/// Bytes by their prefix codes.
class Bits {
 public:
  explicit Bits(const unsigned char* at) : at_(at) {}

  unsigned char take(const prefix_code::Table& table) {
    if (count_ < prefix_code::kMaxBits) {
      const std::uint32_t next =
          at_[0] | std::uint32_t{at_[1]} << 8 | std::uint32_t{at_[2]} << 16 | std::uint32_t{at_[3]} << 24;
      held_ |= std::uint64_t{next} << count_;
      at_ += sizeof next;
      count_ += 32;
    }
    const std::uint32_t entry = table[held_ & (table.size() - 1)];
    held_ >>= entry >> 8;
    count_ -= entry >> 8;
    return static_cast<unsigned char>(entry);
  }
  std::uint32_t take_number(const prefix_code::Table& table) {
    std::uint32_t number = 0;
    for (std::uint32_t shift = 0;; shift += 7) {
      const std::uint32_t byte = take(table);
      number |= (byte & 127u) << shift;
      if (byte < 128) return number;
    }
  }

 private:
  const unsigned char* at_;
  std::uint64_t held_ = 0;
  std::uint32_t count_ = 0;
};

/// A number of 7 bits a byte; moves on.
std::uint32_t take_number(const unsigned char*& at) {
  std::uint32_t number = 0;
  for (std::uint32_t shift = 0;; shift += 7) {
    const std::uint32_t byte = *at++;
    number |= (byte & 127u) << shift;
    if (byte < 128) return number;
  }
}

const PackedSpirv* base_of(const PackedSpirv& packed) { return packed.base != nullptr ? packed.base->spirv : nullptr; }

std::size_t base_bytes_of(const PackedSpirv& packed) {
  std::size_t bytes = 0;
  for (const PackedSpirv* base = base_of(packed); base != nullptr; base = base_of(*base)) bytes += base->text_bytes;
  return bytes;
}

/// The text of `packed` at `text`, behind that of its base.
void unpack_own(const PackedSpirv& packed, unsigned char* text) {
  Bits bits(packed.bytes);
  unsigned char* const end = text + packed.text_bytes;
  while (text != end) {
    for (std::uint32_t literals = bits.take_number(kCounts); literals != 0; --literals) *text++ = bits.take(kLiterals);
    if (text == end) return;
    const std::size_t length = bits.take_number(kCounts) + PackedSpirv::kMinMatch;
    const unsigned char* from = text - bits.take_number(kDistances);
    for (std::size_t i = 0; i < length; ++i) *text++ = *from++;  // what it copies may begin with what it has made
  }
}

/// From the first base on; `text` has room for all. Returns where its own begins.
unsigned char* unpack_text(const PackedSpirv& packed, unsigned char* text) {
  if (const PackedSpirv* base = base_of(packed)) text = unpack_text(*base, text) + base->text_bytes;
  unpack_own(packed, text);
  return text;
}

void read_words(const unsigned char* text, std::uint32_t count, std::uint32_t* words) {
  using namespace spirv_code;
  for (std::uint32_t i = 0; i < kHeaderWords; ++i) words[i] = take_number(text);
  const std::uint32_t bound = words[kBoundWord];
  std::uint32_t reference = 0;
  for (std::uint32_t* at = words + kHeaderWords; at != words + count;) {
    const std::uint32_t op = take_number(text);
    const std::uint32_t length = take_number(text);
    at[0] = length << 16 | op;
    for (std::uint32_t i = 1; i < length; ++i) {
      const std::uint32_t number = take_number(text);
      at[i] = is_distance(op, i) ? reference - unfolded(number) : number;
    }
    reference = reference_after(op, length, at, bound, reference);
    at += length;
  }
}

}  // namespace

std::unique_ptr<std::uint32_t[]> unpack(const PackedSpirv& packed) noexcept {
  const std::size_t text_bytes = base_bytes_of(packed) + packed.text_bytes;
  const std::unique_ptr<unsigned char[]> text(new (std::nothrow) unsigned char[text_bytes]);
  std::unique_ptr<std::uint32_t[]> words(new (std::nothrow) std::uint32_t[packed.word_count]);
  if (text == nullptr || words == nullptr) return nullptr;
  read_words(unpack_text(packed, text.get()), packed.word_count, words.get());
  return words;
}

}  // namespace photopic
