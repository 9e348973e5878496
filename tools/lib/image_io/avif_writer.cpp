// SPDX-License-Identifier: MIT
// AVIF pictures by libavif, with the colours of every pixel.
#include <avif/avif.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "image_io/whole_writer.h"

namespace image_io::internal {
namespace {

constexpr std::uint32_t kDeepBits = 10;  // what decoders have everywhere

void check(const WholePicture& picture, avifResult result) {
  if (result != AVIF_RESULT_OK) throw files::Error(picture.file, std::string("libavif: ") + avifResultToString(result));
}

/// Codes of 16 bits become those of `kDeepBits`, the nearest.
void make_shallower(std::vector<std::byte>& rows) {
  constexpr std::uint32_t kMost = (1u << kDeepBits) - 1, kFull = 65535;
  for (std::size_t at = 0; at < rows.size(); at += 2) {
    std::uint16_t code;
    std::memcpy(&code, rows.data() + at, sizeof code);
    code = static_cast<std::uint16_t>((code * kMost + kFull / 2) / kFull);
    std::memcpy(rows.data() + at, &code, sizeof code);
  }
}

avifMatrixCoefficients matrix_of(const WholePicture& picture) {
  if (picture.quality == 100) return AVIF_MATRIX_COEFFICIENTS_IDENTITY;  // R, G and B themselves
  const bool is_bt2020 = picture.format.color.cicp.primaries == AVIF_COLOR_PRIMARIES_BT2020;
  return is_bt2020 ? AVIF_MATRIX_COEFFICIENTS_BT2020_NCL : AVIF_MATRIX_COEFFICIENTS_BT601;
}

struct AvifFree {
  void operator()(avifImage* image) const { avifImageDestroy(image); }
  void operator()(avifEncoder* encoder) const { avifEncoderDestroy(encoder); }
  void operator()(avifRWData* data) const { avifRWDataFree(data); }
};

}  // namespace

void encode_avif(WholePicture& picture, files::AtomicFile& output) {
  const bool is_deep = picture.format.bits == 16;
  const std::uint32_t depth = is_deep ? kDeepBits : 8;
  if (is_deep) make_shallower(picture.rows);
  const std::unique_ptr<avifImage, AvifFree> image(
      avifImageCreate(picture.width, picture.height, depth, AVIF_PIXEL_FORMAT_YUV444));
  const std::unique_ptr<avifEncoder, AvifFree> encoder(avifEncoderCreate());
  if (!image || !encoder) throw files::Error(picture.file, "out of memory");
  image->yuvRange = AVIF_RANGE_FULL;
  image->colorPrimaries = picture.format.color.cicp.primaries;
  image->transferCharacteristics = picture.format.color.cicp.transfer;
  image->matrixCoefficients = matrix_of(picture);
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image.get());
  rgb.format = picture.format.keep_alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  rgb.depth = depth;
  rgb.pixels = reinterpret_cast<std::uint8_t*>(picture.rows.data());
  rgb.rowBytes = static_cast<std::uint32_t>(picture.row_bytes());
  check(picture, avifImageRGBToYUV(image.get(), &rgb));
  picture.rows = {};

  constexpr int kSpeed = 6;
  encoder->speed = kSpeed;
  encoder->maxThreads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
  const int quantizer = AVIF_QUANTIZER_WORST_QUALITY * (100 - std::clamp(picture.quality, 0, 100)) / 100;
  encoder->minQuantizer = encoder->maxQuantizer = quantizer;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
  avifRWData data = AVIF_DATA_EMPTY;
  const std::unique_ptr<avifRWData, AvifFree> freed(&data);
  check(picture, avifEncoderWrite(encoder.get(), image.get(), &data));
  output.write(data.data, data.size);
}

}  // namespace image_io::internal
