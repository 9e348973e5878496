// SPDX-License-Identifier: MIT
// JPEG XL pictures by libjxl.
#include <jxl/encode.h>
#include <jxl/resizable_parallel_runner.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <string>

#include "image_io/whole_writer.h"

namespace image_io::internal {
namespace {

struct JxlFree {
  void operator()(JxlEncoder* encoder) const { JxlEncoderDestroy(encoder); }
  void operator()(void* runner) const { JxlResizableParallelRunnerDestroy(runner); }
};

class JxlPicture {
 public:
  explicit JxlPicture(const WholePicture& picture)
      : picture_(picture), runner_(JxlResizableParallelRunnerCreate(nullptr)), encoder_(JxlEncoderCreate(nullptr)) {
    if (!runner_ || !encoder_) throw files::Error(picture_.file, "out of memory");
    const std::uint32_t threads = JxlResizableParallelRunnerSuggestThreads(picture.width, picture.height);
    JxlResizableParallelRunnerSetThreads(runner_.get(), threads);
    check(JxlEncoderSetParallelRunner(encoder_.get(), JxlResizableParallelRunner, runner_.get()));
  }

  void encode(files::AtomicFile& output) {
    set_header();
    set_colors();
    set_pixels();
    JxlEncoderCloseInput(encoder_.get());
    std::array<std::uint8_t, 1 << 16> piece;
    for (JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT; status == JXL_ENC_NEED_MORE_OUTPUT;) {
      std::uint8_t* next = piece.data();
      std::size_t left = piece.size();
      status = JxlEncoderProcessOutput(encoder_.get(), &next, &left);
      if (status == JXL_ENC_ERROR) fail();
      output.write(piece.data(), piece.size() - left);
    }
  }

 private:
  [[noreturn]] void fail() const {
    throw files::Error(picture_.file, "libjxl: error " + std::to_string(int(JxlEncoderGetError(encoder_.get()))));
  }
  void check(JxlEncoderStatus status) const {
    if (status != JXL_ENC_SUCCESS) fail();
  }

  bool is_lossless() const { return picture_.quality == 100; }

  void set_header() const {
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = picture_.width;
    info.ysize = picture_.height;
    info.bits_per_sample = picture_.format.bits;
    info.uses_original_profile = is_lossless() ? JXL_TRUE : JXL_FALSE;
    if (picture_.format.keep_alpha) {
      info.num_extra_channels = 1;
      info.alpha_bits = picture_.format.bits;
    }
    const std::optional<MasteringDisplay>& display = picture_.format.color.mastering;
    if (display) info.intensity_target = static_cast<float>(display->max_nits);
    check(JxlEncoderSetBasicInfo(encoder_.get(), &info));
  }

  /// Code points of H.273 are JPEG XL's own, but for Display P3, whose white it tells apart.
  void set_colors() const {
    const Cicp cicp = picture_.format.color.cicp;
    const auto is_one_of = [](int code, std::initializer_list<int> codes) {
      return std::find(codes.begin(), codes.end(), code) != codes.end();
    };
    const bool is_known =
        is_one_of(cicp.primaries, {JXL_PRIMARIES_SRGB, JXL_PRIMARIES_2100, kCicpDisplayP3.primaries}) &&
        is_one_of(cicp.transfer, {JXL_TRANSFER_FUNCTION_709, JXL_TRANSFER_FUNCTION_LINEAR, JXL_TRANSFER_FUNCTION_SRGB,
                                  JXL_TRANSFER_FUNCTION_PQ, JXL_TRANSFER_FUNCTION_HLG});
    if (!is_known) {
      throw files::Error(picture_.file, "JPEG XL has no code points " + std::to_string(cicp.primaries) + ", " +
                                            std::to_string(cicp.transfer));
    }
    JxlColorEncoding colors;
    JxlColorEncodingSetToSRGB(&colors, JXL_FALSE);
    colors.primaries = cicp.primaries == kCicpDisplayP3.primaries ? JXL_PRIMARIES_P3 : JxlPrimaries(cicp.primaries);
    colors.transfer_function = JxlTransferFunction(cicp.transfer);
    check(JxlEncoderSetColorEncoding(encoder_.get(), &colors));
  }

  void set_pixels() const {
    constexpr int kEffort = 4;  // of 1 to 9: beyond, a 1920 x 1080 picture takes seconds
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder_.get(), nullptr);
    if (settings == nullptr) fail();
    check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, kEffort));
    if (is_lossless()) {
      check(JxlEncoderSetFrameLossless(settings, JXL_TRUE));
    } else {
      // As cjxl has it: 1, which is hardly seen, at 90.
      const float distance = 0.1f + 0.09f * static_cast<float>(100 - std::clamp(picture_.quality, 30, 99));
      check(JxlEncoderSetFrameDistance(settings, distance));
    }
    const JxlPixelFormat layout = {static_cast<std::uint32_t>(picture_.channels()),
                                   picture_.format.bits == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    check(JxlEncoderAddImageFrame(settings, &layout, picture_.rows.data(), picture_.rows.size()));
  }

  const WholePicture& picture_;
  std::unique_ptr<void, JxlFree> runner_;
  std::unique_ptr<JxlEncoder, JxlFree> encoder_;
};

}  // namespace

void encode_jxl(WholePicture& picture, files::AtomicFile& output) { JxlPicture(picture).encode(output); }

}  // namespace image_io::internal
