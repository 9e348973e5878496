// SPDX-License-Identifier: MIT
// Writer of the debug overlay's text.
#include "overlay/text_writer.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <iterator>

namespace photopic {
namespace {

constexpr std::uint32_t kSpace = 0x00200020;  // two characters
constexpr std::size_t kMostInks = 16;         // of a line

}  // namespace

TextWriter::TextWriter(gpu::OverlayParams* params) noexcept : params_(params) {
  std::fill(std::begin(params->text), std::end(params->text), kSpace);
  params->field_count = 0;
}

void TextWriter::begin_panel(std::uint32_t index) noexcept {
  panel_ = &params_->panels[index];
  panel_->first_line = line_;
  columns_ = 0;
}

void TextWriter::put(std::uint32_t column, std::uint32_t character, std::uint32_t ink) noexcept {
  std::uint32_t& word = params_->text[line_ * PHOTOPIC_OVERLAY_LINE_WORDS + column / 2];
  const std::uint32_t shift = column % 2 * 16;
  word = (word & ~(0xffffu << shift)) | (character | ink << 8) << shift;
}

void TextWriter::line(const char* format, ...) noexcept {
  char text[PHOTOPIC_OVERLAY_COLUMNS + kMostInks + 1];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  std::uint32_t column = 0, ink = PHOTOPIC_OVERLAY_INK_TEXT;
  for (const char* at = text; *at != '\0' && column < PHOTOPIC_OVERLAY_COLUMNS; ++at) {
    const auto character = static_cast<std::uint32_t>(static_cast<unsigned char>(*at));
    if (character <= PHOTOPIC_OVERLAY_INKS) {
      ink = character;
      continue;
    }
    put(column++, character, ink);
  }
  ++panel_->line_count;
  columns_ = std::max(columns_, column);
  for (; column < PHOTOPIC_OVERLAY_COLUMNS; ++column) put(column, ' ', ink);  // a field there has its colour, too
  ++line_;
}

void TextWriter::plot_line(const char* text) noexcept {
  const std::uint32_t columns = columns_;
  line("%s", text);
  --panel_->line_count;
  columns_ = columns;
}

void TextWriter::field(std::uint32_t column, std::uint32_t width, std::uint32_t decimals,
                       std::uint32_t value) noexcept {
  params_->fields[params_->field_count++] = {(line_ - 1) | column << 8 | width << 16 | decimals << 24, value};
  columns_ = std::max(columns_, column + width);
}

void TextWriter::centered_field(std::uint32_t column, std::uint32_t width, std::uint32_t decimals,
                                std::uint32_t value) noexcept {
  field(column, width, decimals, value);
  params_->fields[params_->field_count - 1].place |= PHOTOPIC_OVERLAY_FIELD_CENTERED;
}

}  // namespace photopic
