// SPDX-License-Identifier: MIT
// Unpacking of SPIR-V.
#include "gpu/passes/packed_spirv.h"

#include <algorithm>
#include <new>

#include "gpu/passes/pass_desc.h"
#include "gpu/passes/spirv_code.h"

namespace photopic {
namespace {

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
  const unsigned char* at = packed.bytes;
  unsigned char* const end = text + packed.text_bytes;
  while (text != end) {
    const std::uint32_t literals = take_number(at);
    text = std::copy_n(at, literals, text);
    at += literals;
    if (text == end) return;
    const std::size_t length = take_number(at) + PackedSpirv::kMinMatch;
    const unsigned char* from = text - take_number(at);
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
