// SPDX-License-Identifier: MIT
// Readers of pictures that are decoded as a whole: held as stored, made light and turned upright when rows are asked
// for.
#include <algorithm>
#include <cstring>
#include <utility>

#include "image_io/color/orientation.h"
#include "image_io/color/texel_decoder.h"
#include "image_io/gain_map/gain_layer.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class CodedReader : public ImageReader {
 public:
  CodedReader(const std::filesystem::path& file, CodeImage picture, Meaning meaning, std::unique_ptr<GainLayer> gain)
      : file_(file),
        upright_(picture.facts.orientation, picture.width, picture.height),
        stored_width_(picture.width),
        texel_bytes_(texel_bytes(picture.samples)),
        texels_(std::move(picture.texels)),
        gain_(std::move(gain)),
        decoder_(picture.samples, std::move(meaning)) {
    info_ = {upright_.width(), upright_.height(), TexelFormat::rgba32f};
    facts_ = std::move(picture.facts);
    facts_.color.profile = nullptr;  // it has done its work
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    auto* out = static_cast<float*>(texels);
    for (std::uint32_t done = 0; done < row_count; done += kBandRows) {
      const std::uint32_t first = first_row + done, count = std::min(kBandRows, row_count - done);
      if (!upright_.is_as_stored()) gather(first, count);
      for (std::uint32_t i = 0; i < count; ++i, out += std::size_t{4} * info_.width) {
        const std::byte* const row = upright_.is_as_stored() ? texel_at(upright_.row(first + i), 0)
                                                             : band_.data() + i * info_.width * texel_bytes_;
        decoder_.decode(row, info_.width, out);
        if (gain_) gain_->apply(upright_.row(first + i), info_.width, out);
        decoder_.convert(info_.width, out);
      }
    }
  }

 private:
  /// Rows that are columns of the stored picture are gathered together: their texels are neighbours in memory.
  static constexpr std::uint32_t kBandRows = 16;

  const std::byte* texel_at(const Line& line, std::size_t i) const {
    const std::int64_t at = std::int64_t(i);
    const std::int64_t x = line.x + at * line.step_x, y = line.y + at * line.step_y;
    return texels_.data() + (std::size_t(y) * stored_width_ + std::size_t(x)) * texel_bytes_;
  }

  void gather(std::uint32_t first, std::uint32_t count) {
    const std::size_t row_bytes = info_.width * texel_bytes_;
    band_.resize(kBandRows * row_bytes);
    for (std::size_t x = 0; x < info_.width; ++x) {
      for (std::uint32_t i = 0; i < count; ++i) {
        std::memcpy(band_.data() + i * row_bytes + x * texel_bytes_, texel_at(upright_.row(first + i), x),
                    texel_bytes_);
      }
    }
  }

  const std::filesystem::path file_;
  const Upright upright_;
  const std::size_t stored_width_, texel_bytes_;
  const std::vector<std::byte> texels_;
  const std::unique_ptr<GainLayer> gain_;
  const TexelDecoder decoder_;
  std::vector<std::byte> band_;
};

}  // namespace

std::unique_ptr<ImageReader> open_coded(const std::filesystem::path& file, CodeImage picture, const LightChoice& light,
                                        std::unique_ptr<GainLayer> gain) {
  Meaning meaning = meaning_of(file, picture, light);
  Facts& facts = picture.facts;
  facts.chromaticities = meaning.chromaticities;
  facts.has_applied_profile = meaning.has_profile;
  facts.nits_of_one = meaning.nits_of_one;
  facts.encoding = meaning.words + (gain ? "; with its gain map" : "");
  if (!meaning.note.empty()) facts.note += (facts.note.empty() ? "" : "; ") + meaning.note;
  return std::make_unique<CodedReader>(file, std::move(picture), std::move(meaning), std::move(gain));
}

}  // namespace image_io::internal
