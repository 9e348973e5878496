// SPDX-License-Identifier: MIT
// TIFF pictures by libtiff: strips or tiles of grey, RGB or a palette, one page.
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

/// libtiff's first words on what is wrong.
using Words = std::array<char, 256>;

int keep_words(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  Words& words = *static_cast<Words*>(user);
  if (words[0] == '\0') std::vsnprintf(words.data(), words.size(), format, arguments);
  return 1;
}
int drop_words(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct FreeOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
struct FreeTiff {
  void operator()(TIFF* tiff) const { TIFFCleanup(tiff); }
};

struct Coding {
  std::uint16_t code;
  std::uint64_t ratio;  ///< of decoded bytes to those of the file, at most
};
constexpr Coding kCodings[] = {
    {COMPRESSION_NONE, 1},       {COMPRESSION_PACKBITS, 64},        {COMPRESSION_LZW, 4096},
    {COMPRESSION_DEFLATE, 1032}, {COMPRESSION_ADOBE_DEFLATE, 1032}, {COMPRESSION_ZSTD, 65536},
};

std::string name_of_photometric(std::uint16_t photometric) {
  switch (photometric) {
    case PHOTOMETRIC_SEPARATED:
      return "CMYK";
    case PHOTOMETRIC_YCBCR:
      return "YCbCr";
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_ITULAB:
      return "CIE L*a*b*";
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV:
      return "LogLuv";
    default:
      return "colour space " + std::to_string(photometric);
  }
}

class TiffDecoder {
 public:
  explicit TiffDecoder(const std::filesystem::path& file) : file_(file), input_(open_input(file)) {
    const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
    if (!options) throw files::ReadFailure(file, "out of memory");
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_words, &words_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), drop_words, nullptr);
    constexpr std::uint64_t kMost = std::numeric_limits<tmsize_t>::max();
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(),
                                        static_cast<tmsize_t>(std::min(read_limits().memory_bytes, kMost)));
    // Not mapped: a file that becomes shorter would end the process.
    tiff_.reset(TIFFFdOpenExt(fileno(input_.stream.get()), "", "rm", options.get()));
    if (!tiff_) fail_decoding();
  }

  CodeImage decode() {
    read_layout();
    const CodeImage::Samples samples = is_float_                          ? CodeImage::Samples::linear
                                       : bits_ == 16 || !palette_.empty() ? CodeImage::Samples::codes16
                                                                          : CodeImage::Samples::codes8;
    const std::size_t texel = texel_bytes(samples);
    const std::size_t planes = is_separate_ ? channels() : 1;
    const std::size_t samples_together = is_separate_ ? 1 : channels();
    const std::size_t row_bytes = (std::size_t{block_width_} * samples_together * bits_ + 7) / 8;
    const std::size_t block_bytes = row_bytes * block_height_;
    const std::size_t across = (width_ + block_width_ - 1) / block_width_;
    const std::size_t down = (height_ + block_height_ - 1) / block_height_;
    const std::uint64_t decoded_bytes = planes * (is_tiled_ ? across * down * block_bytes : height_ * row_bytes);
    check_plausible(file_, width_, height_, decoded_bytes, input_.size_bytes * ratio_, input_.size_bytes);
    const std::size_t texels = std::size_t{width_} * height_;
    const DecodeMemory memory(file_, width_, height_, texel + (block_bytes + texels - 1) / texels);
    CodeImage image{width_, height_, samples, {}, {}};
    image.facts.channels = palette_.empty() ? channels() : 3;
    read_facts(image.facts);
    image.texels = allocate_texels(file_, width_, height_, texel);
    std::vector<std::byte> block = allocate(file_, block_width_, block_height_, block_bytes);
    for (std::size_t index = 0; index < planes * across * down; ++index) {
      const std::size_t plane = index / (across * down), in_plane = index % (across * down);
      const std::size_t x = in_plane % across * block_width_, y = in_plane / across * block_height_;
      const std::size_t rows = std::min<std::size_t>(block_height_, height_ - y);
      read_block(static_cast<std::uint32_t>(index), block.data(), is_tiled_ ? block_bytes : rows * row_bytes);
      for (std::size_t row = 0; row < rows; ++row) {
        const Span span = {reinterpret_cast<const unsigned char*>(block.data()) + row * row_bytes,
                           std::min<std::size_t>(block_width_, width_ - x), plane, samples_together};
        std::byte* out = image.texels.data() + ((y + row) * width_ + x) * texel;
        if (samples == CodeImage::Samples::codes8) place<std::uint8_t>(span, out);
        if (samples == CodeImage::Samples::codes16) place<std::uint16_t>(span, out);
        if (samples == CodeImage::Samples::linear) place<float>(span, out);
      }
    }
    return image;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }
  [[noreturn]] void fail_decoding() const {
    fail(std::string("truncated or corrupt TIFF: ") + (words_[0] != '\0' ? words_.data() : "it can't be decoded"));
  }

  std::uint32_t channels() const { return colors_ + (has_alpha_ ? 1 : 0); }

  // ---- header ----

  template <typename Value>
  Value field(std::uint32_t tag, const char* name) const {
    Value value = 0;
    if (TIFFGetFieldDefaulted(tiff_.get(), tag, &value) != 1)
      fail(std::string("corrupt: a TIFF picture without ") + name);
    return value;
  }

  void read_layout() {
    if (TIFFLastDirectory(tiff_.get()) == 0) fail("TIFF files of several pages are not supported");
    width_ = field<std::uint32_t>(TIFFTAG_IMAGEWIDTH, "a width");
    height_ = field<std::uint32_t>(TIFFTAG_IMAGELENGTH, "a height");
    check_size(file_, width_, height_);
    read_coding();
    read_samples();
    if (photometric_ == PHOTOMETRIC_PALETTE) read_palette();
    is_separate_ = field<std::uint16_t>(TIFFTAG_PLANARCONFIG, "an order of samples") == PLANARCONFIG_SEPARATE;
    is_tiled_ = TIFFIsTiled(tiff_.get()) != 0;
    block_width_ = is_tiled_ ? field<std::uint32_t>(TIFFTAG_TILEWIDTH, "a width of tiles") : width_;
    block_height_ = is_tiled_ ? field<std::uint32_t>(TIFFTAG_TILELENGTH, "a height of tiles")
                              : std::min(height_, field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, "a height of strips"));
    check_size(file_, block_width_, block_height_);
  }

  void read_coding() {
    const auto code = field<std::uint16_t>(TIFFTAG_COMPRESSION, "a compression");
    const auto* coding =
        std::find_if(std::begin(kCodings), std::end(kCodings), [&](const Coding& one) { return one.code == code; });
    if (coding == std::end(kCodings) || TIFFIsCODECConfigured(code) == 0) {
      const TIFFCodec* codec = TIFFFindCODEC(code);
      fail("TIFF pictures with compression " + (codec != nullptr ? std::string(codec->name) : std::to_string(code)) +
           " are not supported");
    }
    ratio_ = coding->ratio;
  }

  void read_samples() {
    photometric_ = field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, "a colour space");
    const bool is_grey = photometric_ == PHOTOMETRIC_MINISBLACK || photometric_ == PHOTOMETRIC_MINISWHITE;
    const bool has_palette = photometric_ == PHOTOMETRIC_PALETTE;
    if (!is_grey && !has_palette && photometric_ != PHOTOMETRIC_RGB) {
      fail("TIFF pictures in " + name_of_photometric(photometric_) + " are not supported");
    }
    colors_ = photometric_ == PHOTOMETRIC_RGB ? 3 : 1;
    const auto samples = field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, "a number of samples");
    has_alpha_ = samples == colors_ + 1 && !has_palette;
    if (samples != colors_ && !has_alpha_) {
      fail("TIFF pictures of " + std::to_string(samples) + " samples a pixel, " + std::to_string(colors_) +
           " of them colours, are not supported");
    }
    bits_ = field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, "a number of bits");
    const auto format = field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, "a kind of samples");
    is_float_ = format == SAMPLEFORMAT_IEEEFP;
    const bool has_codes = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
    const bool is_packed = bits_ == 1 || bits_ == 2 || bits_ == 4;
    const bool is_known =
        is_float_ ? bits_ == 32 && !has_palette && photometric_ != PHOTOMETRIC_MINISWHITE
                  : has_codes && (bits_ == 8 || (bits_ == 16 && !has_palette) || (is_packed && samples == 1));
    if (is_known) return;
    fail("TIFF pictures of " + std::to_string(bits_) + "-bit " +
         (is_float_   ? "floats"
          : has_codes ? "codes"
                      : "signed or complex numbers") +
         ", " + std::to_string(samples) + " a pixel, are not supported");
  }

  /// 16 bits a colour; from writers that took it for 8, 257 times theirs.
  void read_palette() {
    std::array<const std::uint16_t*, 3> colors = {};
    if (TIFFGetField(tiff_.get(), TIFFTAG_COLORMAP, &colors[0], &colors[1], &colors[2]) != 1) {
      fail("corrupt: a TIFF picture without its palette");
    }
    unsigned most = 0;
    for (std::size_t i = 0; i < std::size_t{1} << bits_; ++i) {
      palette_.push_back({colors[0][i], colors[1][i], colors[2][i]});
      for (const std::uint16_t value : palette_.back()) most = std::max(most, unsigned{value});
    }
    if (most > 255) return;
    for (auto& color : palette_) {
      for (std::uint16_t& value : color) value = static_cast<std::uint16_t>(value * 257);
    }
  }

  void read_facts(Facts& facts) const {
    put_orientation(field<std::uint16_t>(TIFFTAG_ORIENTATION, "an orientation"), facts);
    std::uint16_t count = 0;
    const std::uint16_t* kinds = nullptr;
    if (has_alpha_ && TIFFGetFieldDefaulted(tiff_.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1) {
      const std::uint16_t kind = count > 0 ? kinds[0] : std::uint16_t{EXTRASAMPLE_UNSPECIFIED};
      if (kind == EXTRASAMPLE_ASSOCALPHA) facts.tags["alpha"] = "premultiplied";
      if (kind == EXTRASAMPLE_UNSPECIFIED) facts.tags["alpha"] = "a sample of no stated kind";
    }
    std::uint32_t size = 0;
    const unsigned char* bytes = nullptr;
    if (TIFFGetField(tiff_.get(), TIFFTAG_ICCPROFILE, &size, &bytes) == 1) {
      ProfileBytes profile;
      profile.add(Bytes(bytes, size));
      profile.put(facts);
    }
    const float *corners = nullptr, *white = nullptr;
    if (TIFFGetField(tiff_.get(), TIFFTAG_PRIMARYCHROMATICITIES, &corners) == 1 &&
        TIFFGetField(tiff_.get(), TIFFTAG_WHITEPOINT, &white) == 1) {
      Chromaticities xy;
      std::copy_n(white, 2, std::copy_n(corners, 6, xy.begin()));
      facts.color.chromaticities = xy;
      facts.tags[kTagChromaticities] = text_of(xy);
    }
  }

  // ---- samples ----

  void read_block(std::uint32_t index, std::byte* block, std::size_t bytes) {
    const auto size = static_cast<tmsize_t>(bytes);
    const tmsize_t read = is_tiled_ ? TIFFReadEncodedTile(tiff_.get(), index, block, size)
                                    : TIFFReadEncodedStrip(tiff_.get(), index, block, size);
    if (read != size || words_[0] != '\0') fail_decoding();
  }

  /// A row of a block, as decoded.
  struct Span {
    const unsigned char* samples;
    std::size_t texels;
    std::size_t first;     ///< which sample of a texel comes first
    std::size_t together;  ///< how many of them follow each other
  };

  unsigned code_at(const Span& span, std::size_t i) const {
    if (bits_ == 16) {
      std::uint16_t code = 0;
      std::memcpy(&code, span.samples + i * sizeof code, sizeof code);
      return code;
    }
    const std::size_t bit = i * bits_;
    return span.samples[bit / 8] >> (8 - bits_ - bit % 8) & ((1u << bits_) - 1);
  }

  template <typename Out>
  Out value_at(const Span& span, std::size_t i, bool is_color) const {
    Out value = 0;
    if constexpr (std::is_floating_point_v<Out>) {
      std::memcpy(&value, span.samples + i * sizeof value, sizeof value);
    } else {
      const unsigned most = (1u << bits_) - 1;
      const unsigned code = code_at(span, i);
      const bool is_inverted = is_color && photometric_ == PHOTOMETRIC_MINISWHITE;
      value = static_cast<Out>((is_inverted ? most - code : code) * (std::numeric_limits<Out>::max() / most));
    }
    return value;
  }

  template <typename Out>
  void place(const Span& span, std::byte* out) const {
    constexpr Out kFull = std::is_floating_point_v<Out> ? Out(1) : std::numeric_limits<Out>::max();
    std::array<Out, 4> texel;
    for (std::size_t x = 0; x < span.texels; ++x, out += sizeof texel) {
      std::memcpy(texel.data(), out, sizeof texel);  // of planes before
      if (!has_alpha_) texel[3] = kFull;
      if (!palette_.empty()) {
        const auto& color = palette_[code_at(span, x)];
        std::transform(color.begin(), color.end(), texel.begin(), [](std::uint16_t value) { return Out(value); });
      } else {
        for (std::size_t s = 0; s < span.together; ++s) {
          const std::size_t which = span.first + s;
          const Out value = value_at<Out>(span, x * span.together + s, which < colors_);
          if (which >= colors_) {
            texel[3] = value;
          } else if (colors_ == 3) {
            texel[which] = value;
          } else {
            texel[0] = texel[1] = texel[2] = value;
          }
        }
      }
      std::memcpy(out, texel.data(), sizeof texel);
    }
  }

  const std::filesystem::path& file_;
  InputFile input_;
  Words words_ = {};
  std::unique_ptr<TIFF, FreeTiff> tiff_;
  std::uint32_t width_ = 0, height_ = 0, block_width_ = 0, block_height_ = 0;  ///< blocks: strips or tiles
  std::uint64_t ratio_ = 0;
  std::uint32_t bits_ = 0, colors_ = 0;  ///< of a sample; samples but alpha
  std::uint16_t photometric_ = 0;
  bool has_alpha_ = false, is_float_ = false, is_separate_ = false, is_tiled_ = false;
  std::vector<std::array<std::uint16_t, 3>> palette_;
};

}  // namespace

CodeImage decode_tiff(const std::filesystem::path& file) { return TiffDecoder(file).decode(); }

}  // namespace image_io::internal
