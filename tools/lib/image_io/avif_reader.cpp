// SPDX-License-Identifier: MIT
// AVIF pictures by libavif.
#include <avif/avif.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "image_io/color/code_points.h"
#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class AvifDecoder {
 public:
  explicit AvifDecoder(const std::filesystem::path& file)
      : file_(file), bytes_(read_bytes(file)), decoder_(avifDecoderCreate(), avifDecoderDestroy) {
    if (!decoder_) throw files::ReadFailure(file, "out of memory");
    decoder_->ignoreExif = AVIF_TRUE;  // its orientation doesn't count: irot and imir do
    decoder_->ignoreXMP = AVIF_TRUE;
    decoder_->maxThreads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
    // Without pixi, or with an alpha plane without its size, old encoders' files are whole all the same.
    decoder_->strictFlags = AVIF_STRICT_ENABLED & ~(AVIF_STRICT_PIXI_REQUIRED | AVIF_STRICT_ALPHA_ISPE_REQUIRED);
    check(avifDecoderSetIOMemory(decoder_.get(), bytes_.data(), bytes_.size()));
  }

  CodeImage decode() {
    check(avifDecoderParse(decoder_.get()));
    const avifImage& image = *decoder_->image;
    if (decoder_->imageCount > 1) fail("animated AVIF pictures are not supported");
    check_size(file_, image.width, image.height);
    const std::uint32_t width = image.width, height = image.height, depth = image.depth;
    const bool is_deep = depth > 8;
    const CodeImage::Samples samples = is_deep ? CodeImage::Samples::codes16 : CodeImage::Samples::codes8;
    const std::size_t texel = texel_bytes(samples);
    // Planes of the decoder and of the library, and the texels.
    const DecodeMemory memory(file_, width, height, 3 * texel);
    check(avifDecoderNextImage(decoder_.get()));
    // The picture itself may say otherwise than the boxes around it.
    if (image.width != width || image.height != height || image.depth != depth)
      fail("corrupt: two sizes of one picture");
    CodeImage picture{width, height, samples, {}, allocate_texels(file_, width, height, texel)};
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, &image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.depth = depth;
    rgb.alphaPremultiplied = image.alphaPremultiplied;  // as stored
    rgb.pixels = reinterpret_cast<std::uint8_t*>(picture.texels.data());
    rgb.rowBytes = static_cast<std::uint32_t>(width * texel);
    check(avifImageYUVToRGB(&image, &rgb));
    if (is_deep) widen(depth, picture.texels);
    read_facts(picture.facts);
    crop(picture);
    return picture;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }
  void check(avifResult result) const {
    if (result == AVIF_RESULT_OK) return;
    if (result == AVIF_RESULT_TRUNCATED_DATA) fail("truncated: the AVIF data ends early");
    if (result == AVIF_RESULT_OUT_OF_MEMORY) throw files::ReadFailure(file_, "out of memory");
    fail(std::string("truncated or corrupt AVIF: ") + avifResultToString(result));
  }

  /// As the writers of 10-bit codes widen them.
  static void widen(std::uint32_t depth, std::vector<std::byte>& texels) {
    const std::uint32_t most = (1u << depth) - 1;
    for (std::size_t at = 0; at < texels.size(); at += 2) {
      std::uint16_t code;
      std::memcpy(&code, texels.data() + at, sizeof code);
      code = static_cast<std::uint16_t>((std::min<std::uint32_t>(code, most) * 65535u + most / 2) / most);
      std::memcpy(texels.data() + at, &code, sizeof code);
    }
  }

  void read_facts(Facts& facts) const {
    const avifImage& image = *decoder_->image;
    facts.channels = (image.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? 1 : 3) + (image.alphaPlane != nullptr ? 1 : 0);
    if (image.alphaPlane != nullptr && image.alphaPremultiplied) facts.tags["alpha"] = "premultiplied";
    put_orientation(orientation_of(image), facts);
    if ((image.transformFlags & AVIF_TRANSFORM_PASP) != 0 && image.pasp.vSpacing != 0) {
      const double aspect = double(image.pasp.hSpacing) / double(image.pasp.vSpacing);
      put_linear_tags(std::nullopt, aspect, facts.tags);
    }
    const Cicp cicp = {static_cast<std::uint8_t>(image.colorPrimaries),
                       static_cast<std::uint8_t>(image.transferCharacteristics)};
    const bool is_hdr = cicp.transfer == kTransferPq || cicp.transfer == kTransferHlg;
    if (image.icc.size != 0) {
      ProfileBytes profile;
      profile.add(Bytes(image.icc.data, image.icc.size));
      profile.put(facts);
    }
    // Code points that nobody has named are both 2. Beside a profile they are YUV's, but for HDR, which no profile
    // says.
    const bool is_named = cicp.primaries != AVIF_COLOR_PRIMARIES_UNSPECIFIED ||
                          cicp.transfer != AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED;
    if (is_named && (image.icc.size == 0 || is_hdr)) {
      facts.color.cicp = cicp;
      facts.tags[kTagCicp] = cicp_text(cicp);
    }
  }

  /// By ISO/IEC 23008-12, irot turns counterclockwise, then imir mirrors: 0 exchanges top and bottom, 1 left and right.
  static std::uint32_t orientation_of(const avifImage& image) {
    constexpr std::uint32_t kTurned[4] = {1, 8, 3, 6};
    constexpr std::uint32_t kMirrored[4][2] = {{4, 2}, {5, 7}, {2, 4}, {7, 5}};
    const bool is_turned = (image.transformFlags & AVIF_TRANSFORM_IROT) != 0;
    const std::size_t turns = is_turned ? image.irot.angle & 3u : 0u;
    if ((image.transformFlags & AVIF_TRANSFORM_IMIR) == 0) return kTurned[turns];
    return kMirrored[turns][image.imir.mode & 1u];
  }

  /// To the clean aperture, which comes before the orientation.
  void crop(CodeImage& picture) const {
    const avifImage& image = *decoder_->image;
    if ((image.transformFlags & AVIF_TRANSFORM_CLAP) == 0) return;
    avifCropRect rect;
    avifDiagnostics diagnostics = {};
    if (!avifCropRectConvertCleanApertureBox(&rect, &image.clap, image.width, image.height, image.yuvFormat,
                                             &diagnostics)) {
      fail("corrupt: an AVIF clean aperture that can't be");
    }
    const std::size_t texel = texel_bytes(picture.samples), row_bytes = picture.width * texel;
    std::byte* out = picture.texels.data();
    for (std::size_t y = 0; y < rect.height; ++y, out += rect.width * texel) {
      std::memmove(out, picture.texels.data() + (rect.y + y) * row_bytes + rect.x * texel, rect.width * texel);
    }
    picture.width = rect.width;
    picture.height = rect.height;
    picture.texels.resize(rect.width * rect.height * texel);
    check_size(file_, picture.width, picture.height);
  }

  const std::filesystem::path& file_;
  const std::vector<unsigned char> bytes_;
  std::unique_ptr<avifDecoder, void (*)(avifDecoder*)> decoder_;
};

}  // namespace

CodeImage decode_avif(const std::filesystem::path& file) { return AvifDecoder(file).decode(); }

}  // namespace image_io::internal
