// SPDX-License-Identifier: MIT
// Drawing with cairo.
#include "plot/canvas.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace plot {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

void throw_status(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the well-formed UTF-8 sequence at the start of `text`; 0 when there is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80U) return 1;
  const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  // Overlong forms, surrogates and values beyond U+10FFFF differ from valid ones in the second byte only.
  const auto second = static_cast<unsigned char>(text[1]);
  const bool bad = (lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second > 0x9FU) ||
                   (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second > 0x8FU);
  return bad ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const auto lead = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      line += kReplacement;
    } else if (lead < 0x20U || lead == 0x7FU) {
      line += ' ';
    } else {
      line += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

Canvas::Canvas(std::uint32_t width_px, std::uint32_t height_px, Color background)
    : width_(width_px), height_(height_px) {
  // Out-of-range sizes go to cairo as a size it refuses, so that the message is its own.
  constexpr auto kMax = static_cast<std::uint32_t>(std::numeric_limits<int>::max());
  const int width = static_cast<int>(std::min(width_px, kMax));
  const int height = static_cast<int>(std::min(height_px, kMax));
  surface_ = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  context_ = cairo_create(surface_);
  try {
    check();
  } catch (...) {
    cairo_destroy(context_);
    cairo_surface_destroy(surface_);
    throw;
  }
  set_color(background);
  cairo_paint(context_);

  // Unhinted grey text looks the same whatever the machine's font settings are.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context_, options);
  cairo_font_options_destroy(options);
}

Canvas::~Canvas() {
  cairo_destroy(context_);
  cairo_surface_destroy(surface_);
}

void Canvas::check() const {
  throw_status(cairo_surface_status(surface_));
  throw_status(cairo_status(context_));
}

void Canvas::set_color(Color color) const { cairo_set_source_rgb(context_, color.red, color.green, color.blue); }

void Canvas::set_font(double size_px, bool bold) const {
  cairo_select_font_face(context_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_, size_px);
}

double Canvas::text_width_px(const std::string& text) const {
  cairo_text_extents_t extents;
  cairo_text_extents(context_, text.c_str(), &extents);
  check();
  return extents.x_advance;
}

void Canvas::draw_text(const std::string& text, double x_px, double baseline_px, double align) const {
  cairo_move_to(context_, x_px - align * text_width_px(text), baseline_px);
  cairo_show_text(context_, text.c_str());
  cairo_new_path(context_);  // show_text leaves a current point behind, which would join the next arc
}

std::string Canvas::ellipsised(const std::string& text, double max_width_px) const {
  // Longer than any page is wide; measuring a megabyte of text would take its time and then overflow cairo.
  constexpr std::size_t kMaxBytes = 4096;
  if (text.size() <= kMaxBytes && text_width_px(text) <= max_width_px) return text;
  std::size_t fits = 0;
  std::size_t too_long = std::min(text.size(), kMaxBytes) + 1;
  while (too_long - fits > 1) {
    const std::size_t middle = (fits + too_long) / 2;
    std::size_t cut = middle;
    while (cut > 0 && cut < text.size() && is_continuation(text[cut])) --cut;
    const bool ok = text_width_px(text.substr(0, cut).append(kEllipsis)) <= max_width_px;
    (ok ? fits : too_long) = middle;
  }
  while (fits > 0 && fits < text.size() && is_continuation(text[fits])) --fits;
  while (fits > 0 && text[fits - 1] == ' ') --fits;
  return text.substr(0, fits).append(kEllipsis);
}

void Canvas::blit(const std::uint8_t* rgba, std::uint32_t width, std::uint32_t height, std::uint32_t left,
                  std::uint32_t top) const {
  if (left > width_ || top > height_ || width > width_ - left || height > height_ - top) {
    throw std::logic_error("Canvas::blit: outside of the page");
  }
  cairo_surface_flush(surface_);
  unsigned char* data = cairo_image_surface_get_data(surface_);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_));
  for (std::uint32_t y = 0; y < height; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(data + (top + y) * stride) + left;
    for (std::uint32_t x = 0; x < width; ++x, rgba += 4) {
      row[x] = 0xFF000000U | std::uint32_t{rgba[0]} << 16U | std::uint32_t{rgba[1]} << 8U | std::uint32_t{rgba[2]};
    }
  }
  cairo_surface_mark_dirty(surface_);
}

Picture Canvas::finish() const {
  cairo_surface_flush(surface_);
  check();
  Picture picture{width_, height_, {}};
  picture.rgba.resize(std::size_t{width_} * height_ * 4);
  const unsigned char* data = cairo_image_surface_get_data(surface_);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_));
  std::uint8_t* out = picture.rgba.data();
  for (std::uint32_t y = 0; y < height_; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
    for (std::uint32_t x = 0; x < width_; ++x, out += 4) {
      out[0] = static_cast<std::uint8_t>(row[x] >> 16U);
      out[1] = static_cast<std::uint8_t>(row[x] >> 8U);
      out[2] = static_cast<std::uint8_t>(row[x]);
      out[3] = 255;
    }
  }
  return picture;
}

}  // namespace plot
