// SPDX-License-Identifier: MIT
// JPEG XL pictures by libjxl.
#include <jxl/decode.h>
#include <jxl/resizable_parallel_runner.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "image_io/color/code_points.h"
#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

/// Nothing for what has no code points: custom primaries, powers.
std::optional<Cicp> cicp_of(const JxlColorEncoding& colors) {
  struct Row {
    JxlPrimaries primaries;
    JxlWhitePoint white;
    std::uint8_t code_point;
  };
  constexpr Row kRows[] = {{JXL_PRIMARIES_SRGB, JXL_WHITE_POINT_D65, 1},
                           {JXL_PRIMARIES_2100, JXL_WHITE_POINT_D65, 9},
                           {JXL_PRIMARIES_P3, JXL_WHITE_POINT_DCI, 11},
                           {JXL_PRIMARIES_P3, JXL_WHITE_POINT_D65, 12}};
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& one) {
    return one.primaries == colors.primaries && one.white == colors.white_point;
  });
  const bool is_grey = colors.color_space == JXL_COLOR_SPACE_GRAY;
  const bool is_rgb = colors.color_space == JXL_COLOR_SPACE_RGB && row != std::end(kRows);
  const int transfer = colors.transfer_function;
  if ((!is_grey && !is_rgb) || transfer == JXL_TRANSFER_FUNCTION_UNKNOWN || transfer > 255) return std::nullopt;
  return Cicp{is_rgb ? row->code_point : std::uint8_t{1}, static_cast<std::uint8_t>(transfer)};
}

class JxlPictureDecoder {
 public:
  explicit JxlPictureDecoder(const std::filesystem::path& file)
      : file_(file),
        bytes_(read_bytes(file)),
        runner_(JxlResizableParallelRunnerCreate(nullptr), JxlResizableParallelRunnerDestroy),
        decoder_(JxlDecoderCreate(nullptr), JxlDecoderDestroy) {
    if (!runner_ || !decoder_) throw files::ReadFailure(file, "out of memory");
    check(JxlDecoderSetParallelRunner(decoder_.get(), JxlResizableParallelRunner, runner_.get()));
    check(JxlDecoderSubscribeEvents(decoder_.get(), JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE));
    check(JxlDecoderSetKeepOrientation(decoder_.get(), JXL_TRUE));  // codes are as stored
    // The input isn't closed: more being asked for tells a file that ends early.
    check(JxlDecoderSetInput(decoder_.get(), bytes_.data(), bytes_.size()));
  }

  CodeImage decode() {
    for (;;) {
      switch (JxlDecoderProcessInput(decoder_.get())) {
        case JXL_DEC_BASIC_INFO:
          take_header();
          break;
        case JXL_DEC_COLOR_ENCODING:
          take_colors();
          break;
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          take_buffer();
          break;
        case JXL_DEC_FULL_IMAGE:
          return std::move(picture_);
        case JXL_DEC_NEED_MORE_INPUT:
          fail("truncated: the JPEG XL data ends early");
        default:
          fail("corrupt: the JPEG XL picture can't be decoded");
      }
    }
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }
  void check(JxlDecoderStatus status) const {
    if (status != JXL_DEC_SUCCESS) fail("corrupt: the JPEG XL picture can't be decoded");
  }

  void take_header() {
    JxlBasicInfo info;
    check(JxlDecoderGetBasicInfo(decoder_.get(), &info));
    check_size(file_, info.xsize, info.ysize);
    if (info.have_animation) fail("animated JPEG XL pictures are not supported");
    constexpr std::uint32_t kMostExtraChannels = 16;
    if (info.num_extra_channels > kMostExtraChannels) fail("JPEG XL pictures of so many channels are not supported");
    for (std::size_t i = 0; i < info.num_extra_channels; ++i) {
      JxlExtraChannelInfo extra;
      check(JxlDecoderGetExtraChannelInfo(decoder_.get(), i, &extra));
      if (extra.type == JXL_CHANNEL_BLACK) fail("JPEG XL pictures in CMYK are not supported");
    }
    // Planes of 32 bits for each channel as decoded and as filtered, and the texels, of floats at most.
    memory_.emplace(file_, info.xsize, info.ysize, 16 + 2 * sizeof(float) * (3 + info.num_extra_channels));
    const std::uint32_t threads = JxlResizableParallelRunnerSuggestThreads(info.xsize, info.ysize);
    JxlResizableParallelRunnerSetThreads(runner_.get(), threads);
    picture_.width = info.xsize;
    picture_.height = info.ysize;
    Facts& facts = picture_.facts;
    facts.channels = (info.num_color_channels == 1 ? 1 : 3) + (info.alpha_bits != 0 ? 1 : 0);
    if (info.alpha_bits != 0 && info.alpha_premultiplied) facts.tags["alpha"] = "premultiplied";
    put_orientation(static_cast<std::uint32_t>(info.orientation), facts);
    bits_ = info.exponent_bits_per_sample != 0 ? 32 : info.bits_per_sample;
  }

  /// Of the texels as they come, which the library may have converted from the file's.
  void take_colors() {
    JxlColorEncoding colors;
    const bool is_named = JxlDecoderGetColorAsEncodedProfile(decoder_.get(), nullptr, JXL_COLOR_PROFILE_TARGET_DATA,
                                                             &colors) == JXL_DEC_SUCCESS;
    // A lossy picture with a profile comes in linear BT.709, with colours outside of it.
    const bool is_linear = is_named && colors.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR;
    picture_.samples = is_linear || bits_ > 16 ? CodeImage::Samples::linear
                       : bits_ > 8             ? CodeImage::Samples::codes16
                                               : CodeImage::Samples::codes8;
    Facts& facts = picture_.facts;
    if (is_named) facts.color.cicp = cicp_of(colors);
    if (facts.color.cicp) {
      facts.tags[kTagCicp] = cicp_text(*facts.color.cicp);
    } else {
      take_profile(facts);
    }
  }

  void take_profile(Facts& facts) const {
    std::size_t size = 0;
    if (JxlDecoderGetICCProfileSize(decoder_.get(), nullptr, JXL_COLOR_PROFILE_TARGET_DATA, &size) != JXL_DEC_SUCCESS) {
      return;
    }
    if (size > kMostProfileBytes) fail("corrupt: a JPEG XL colour profile larger than 16 MiB");
    std::vector<unsigned char> bytes(size);
    check(JxlDecoderGetColorAsICCProfile(decoder_.get(), nullptr, JXL_COLOR_PROFILE_TARGET_DATA, bytes.data(), size));
    ProfileBytes profile;
    profile.add(bytes);
    profile.put(facts);
  }

  void take_buffer() {
    constexpr JxlDataType kTypes[] = {JXL_TYPE_UINT8, JXL_TYPE_UINT16, JXL_TYPE_FLOAT};  // in the order of Samples
    const JxlPixelFormat layout = {4, kTypes[static_cast<std::size_t>(picture_.samples)], JXL_NATIVE_ENDIAN, 0};
    picture_.texels = allocate_texels(file_, picture_.width, picture_.height, texel_bytes(picture_.samples));
    check(JxlDecoderSetImageOutBuffer(decoder_.get(), &layout, picture_.texels.data(), picture_.texels.size()));
  }

  const std::filesystem::path& file_;
  const std::vector<unsigned char> bytes_;
  const std::unique_ptr<void, void (*)(void*)> runner_;
  const std::unique_ptr<JxlDecoder, void (*)(JxlDecoder*)> decoder_;
  std::optional<DecodeMemory> memory_;
  std::uint32_t bits_ = 8;  ///< of a sample; floats count as 32
  CodeImage picture_;
};

}  // namespace

CodeImage decode_jxl(const std::filesystem::path& file) { return JxlPictureDecoder(file).decode(); }

}  // namespace image_io::internal
