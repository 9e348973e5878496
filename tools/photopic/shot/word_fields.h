// SPDX-License-Identifier: MIT
// Members of measurements and of exposure states by name, as text that reads back to the same bits.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_WORD_FIELDS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_WORD_FIELDS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "json/document.h"

namespace cli {

/// A member of 4 bytes.
struct WordField {
  const char* name;
  std::uint32_t offset_bytes;  ///< in the struct
  bool is_float;               ///< else a uint
};

/// Its bits in a struct that begins there.
inline std::uint32_t word_of(const WordField& field, const void* record) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, static_cast<const std::byte*>(record) + field.offset_bytes, sizeof bits);
  return bits;
}
inline void set_word(const WordField& field, void* record, std::uint32_t bits) {
  std::memcpy(static_cast<std::byte*>(record) + field.offset_bytes, &bits, sizeof bits);
}

/// Of gpu::FrameMeasurement; those of the light apart.
std::span<const WordField> measurement_fields();
std::span<const WordField> measured_light_fields();

/// Of gpu::ExposureState, but for checksums, the words that say whose a state is, and those that pictures leave:
/// glare's and mesopic_m.
std::span<const WordField> exposure_fields();
std::span<const WordField> white_balance_fields();
std::span<const WordField> receptor_fields();

/// JSON's number. Of a float it is the shortest that reads back as the same float through a double; NaN and infinities
/// are null, which no reader takes.
void append_value(const WordField& field, std::uint32_t bits, std::string& text);
/// Throws json::Error for another kind of value, or one that a float or uint can't hold.
std::uint32_t bits_of(const WordField& field, const json::Json& value);

}  // namespace cli

#endif
