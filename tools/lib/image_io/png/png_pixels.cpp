// SPDX-License-Identifier: MIT
// Filters of PNG rows, and texels from them: row by row, so that what a row needs stays in the processor's cache.
#include "image_io/png/png_pixels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "files/error.h"

namespace image_io::internal {
namespace {

// ---- filters ----

enum class Filter : unsigned char { none, sub, up, average, paeth };

/// The nearest to left + above - corner; of several, the first in that order. Comparing where the corner lies with the
/// lower and the higher of the others says the same as comparing the three distances, and without jumps.
int paeth(int left, int above, int corner) {
  const int low = std::min(left, above), high = std::max(left, above);
  const int place = 3 * corner - left - above;
  const int not_high = place >= high ? low : corner;
  return place <= low ? high : not_high;
}

/// What the bytes of the pixel to the left, above, and to the left of that predict.
template <Filter filter>
int predicted(int left, int above, int corner) {
  if constexpr (filter == Filter::sub) return left;
  if constexpr (filter == Filter::average) return (left + above) / 2;
  if constexpr (filter == Filter::paeth) return paeth(left, above, corner);
}

/// Bytes of a pixel at a time, so that the ones to the left stay in registers.
template <Filter filter, std::size_t pixel_bytes>
void add_predicted(const unsigned char* in, const unsigned char* above, std::size_t count, unsigned char* out) {
  std::array<int, pixel_bytes> left = {}, corner = {};
  for (std::size_t i = 0; i < count; i += pixel_bytes) {
    for (std::size_t c = 0; c < pixel_bytes; ++c) {
      left[c] = (in[i + c] + predicted<filter>(left[c], above[i + c], corner[c])) & 0xff;
      corner[c] = above[i + c];
      out[i + c] = static_cast<unsigned char>(left[c]);
    }
  }
}

template <std::size_t pixel_bytes>
bool unfilter(unsigned char filter, const unsigned char* in, const unsigned char* above, std::size_t count,
              unsigned char* out) {
  switch (Filter{filter}) {
    case Filter::none:
      std::memcpy(out, in, count);
      return true;
    case Filter::sub:
      add_predicted<Filter::sub, pixel_bytes>(in, above, count, out);
      return true;
    case Filter::up:
      for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<unsigned char>(in[i] + above[i]);
      return true;
    case Filter::average:
      add_predicted<Filter::average, pixel_bytes>(in, above, count, out);
      return true;
    case Filter::paeth:
      add_predicted<Filter::paeth, pixel_bytes>(in, above, count, out);
      return true;
  }
  return false;
}

using Unfilter = bool (*)(unsigned char filter, const unsigned char* in, const unsigned char* above, std::size_t count,
                          unsigned char* out);

Unfilter unfilter_for(const PngLayout& layout) {
  switch (std::max(layout.channels * layout.bit_depth / 8, 1u)) {
    case 1:
      return unfilter<1>;
    case 2:
      return unfilter<2>;
    case 3:
      return unfilter<3>;
    case 4:
      return unfilter<4>;
    case 6:
      return unfilter<6>;
    default:
      return unfilter<8>;
  }
}

// ---- texels ----

/// Samples of fewer than 8 bits, a byte each.
void unpack(const unsigned char* in, unsigned bit_depth, std::size_t count, unsigned char* out) {
  const unsigned mask = (1u << bit_depth) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t bit = i * bit_depth;
    out[i] = static_cast<unsigned char>(in[bit / 8] >> (8 - bit_depth - bit % 8) & mask);
  }
}

template <class Sample>
Sample sample_at(const unsigned char* in, std::size_t i) {
  if constexpr (sizeof(Sample) == 1) return in[i];
  return static_cast<Sample>(in[2 * i] << 8 | in[2 * i + 1]);
}

template <class Sample, std::size_t channels>
void spread(const PngLayout& layout, const unsigned char* in, std::size_t count, std::byte* out) {
  constexpr Sample kFull = std::numeric_limits<Sample>::max();
  constexpr std::size_t kGreen = channels < 3 ? 0 : 1, kBlue = channels < 3 ? 0 : 2;
  const unsigned scale = layout.bit_depth < 8 ? 255 / ((1u << layout.bit_depth) - 1) : 1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = [&](std::size_t c) {
      const Sample sample = sample_at<Sample>(in, channels * i + c);
      return channels == 1 ? static_cast<Sample>(sample * scale) : sample;
    };
    const std::array<Sample, 4> texel = {code(0), code(kGreen), code(kBlue),
                                         channels % 2 == 0 ? code(channels - 1) : kFull};
    std::memcpy(out + i * sizeof texel, texel.data(), sizeof texel);
  }
  if (!layout.transparent) return;
  const std::array<std::uint16_t, 3>& transparent = *layout.transparent;
  for (std::size_t i = 0; i < count; ++i) {
    bool is_transparent = true;
    for (std::size_t c = 0; c < channels; ++c) {
      is_transparent = is_transparent && sample_at<Sample>(in, channels * i + c) == transparent[c];
    }
    if (is_transparent) std::memset(out + (4 * i + 3) * sizeof(Sample), 0, sizeof(Sample));
  }
}

void look_up(const PngLayout& layout, const unsigned char* in, std::size_t count, std::byte* out) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(out + 4 * i, layout.palette[in[i]].data(), 4);
}

using ToTexels = void (*)(const PngLayout& layout, const unsigned char* samples, std::size_t count, std::byte* out);

ToTexels to_texels_for(const PngLayout& layout) {
  if (layout.has_palette) return look_up;
  constexpr ToTexels kOf8[] = {spread<std::uint8_t, 1>, spread<std::uint8_t, 2>, spread<std::uint8_t, 3>,
                               spread<std::uint8_t, 4>};
  constexpr ToTexels kOf16[] = {spread<std::uint16_t, 1>, spread<std::uint16_t, 2>, spread<std::uint16_t, 3>,
                                spread<std::uint16_t, 4>};
  return (layout.bit_depth == 16 ? kOf16 : kOf8)[layout.channels - 1];
}

// ---- passes ----

/// Which pixels of the picture a pass has: every `step`th from `first` on.
struct Pass {
  std::uint32_t first_x = 0, first_y = 0, step_x = 1, step_y = 1;
};
constexpr Pass kWhole[] = {{}};
constexpr Pass kAdam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                           {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

std::span<const Pass> passes_of(const PngLayout& layout) {
  if (layout.is_interlaced) return kAdam7;
  return kWhole;
}

std::uint32_t count_of(std::uint32_t size, std::uint32_t first, std::uint32_t step) {
  return size <= first ? 0 : (size - first - 1) / step + 1;
}

/// Without the byte that names the filter.
std::size_t row_bytes(const PngLayout& layout, std::size_t width) {
  return (width * layout.channels * layout.bit_depth + 7) / 8;
}

class Rows {
 public:
  Rows(const std::filesystem::path& file, const PngLayout& layout)
      : file_(file),
        layout_(layout),
        unfilter_(unfilter_for(layout)),
        to_texels_(to_texels_for(layout)),
        above_(row_bytes(layout, layout.width)),
        row_(above_.size()),
        samples_(layout.bit_depth < 8 ? layout.width : 0) {}

  /// Before the first row of a pass.
  void begin() { std::fill(above_.begin(), above_.end(), static_cast<unsigned char>(0)); }

  /// `in`: the filter's byte, then the row, which nobody needs any more once texels are written.
  void take(const unsigned char* in, std::size_t width, std::byte* texels) {
    if (!unfilter_(in[0], in + 1, above_.data(), row_bytes(layout_, width), row_.data())) {
      throw files::Error(file_, "corrupt: a PNG filter that there isn't");
    }
    const unsigned char* samples = row_.data();
    if (layout_.bit_depth < 8) {
      unpack(row_.data(), layout_.bit_depth, width, samples_.data());
      samples = samples_.data();
    }
    if (layout_.has_palette && *std::max_element(samples, samples + width) >= layout_.palette.size()) {
      throw files::Error(file_, "corrupt: a pixel of a colour that the PNG palette lacks");
    }
    to_texels_(layout_, samples, width, texels);
    std::swap(row_, above_);
  }

 private:
  const std::filesystem::path& file_;
  const PngLayout& layout_;
  const Unfilter unfilter_;
  const ToTexels to_texels_;
  std::vector<unsigned char> above_, row_, samples_;
};

}  // namespace

std::size_t inflated_bytes(const PngLayout& layout) {
  std::size_t bytes = 0;
  for (const Pass& pass : passes_of(layout)) {
    const std::size_t width = count_of(layout.width, pass.first_x, pass.step_x);
    const std::size_t height = count_of(layout.height, pass.first_y, pass.step_y);
    if (width != 0) bytes += height * (1 + row_bytes(layout, width));
  }
  return bytes;
}

void make_texels(const std::filesystem::path& file, const PngLayout& layout, std::span<const unsigned char> inflated,
                 std::byte* texels) {
  const std::size_t texel_bytes = layout.bit_depth == 16 ? 8 : 4;
  Rows rows(file, layout);
  std::vector<std::byte> row(layout.is_interlaced ? layout.width * texel_bytes : 0);
  const unsigned char* in = inflated.data();
  for (const Pass& pass : passes_of(layout)) {
    const std::uint32_t width = count_of(layout.width, pass.first_x, pass.step_x);
    if (width == 0) continue;
    rows.begin();
    for (std::uint32_t y = pass.first_y; y < layout.height; y += pass.step_y) {
      std::byte* const out = texels + std::size_t{y} * layout.width * texel_bytes;
      rows.take(in, width, layout.is_interlaced ? row.data() : out);
      in += 1 + row_bytes(layout, width);
      if (!layout.is_interlaced) continue;
      for (std::size_t i = 0; i < width; ++i) {
        std::memcpy(out + (pass.first_x + i * pass.step_x) * texel_bytes, row.data() + i * texel_bytes, texel_bytes);
      }
    }
  }
}

}  // namespace image_io::internal
