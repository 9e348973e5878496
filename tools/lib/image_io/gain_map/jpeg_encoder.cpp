// SPDX-License-Identifier: MIT
// JPEG pictures by libjpeg.
#include "image_io/gain_map/jpeg_encoder.h"

#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which leaves it to others
#include <cstdlib>

#include <jpeglib.h>

#include "files/error.h"

namespace image_io::internal {
namespace {

// libjpeg is C: its errors leave by longjmp. The function that calls setjmp() has no local object with a destructor.
class JpegEncoder {
 public:
  JpegEncoder(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, std::uint32_t channels,
              int quality)
      : file_(file), width_(width), height_(height), channels_(static_cast<int>(channels)), quality_(quality) {
    jpeg_.err = jpeg_std_error(&errors_);
    jpeg_.client_data = this;
    errors_.error_exit = [](j_common_ptr jpeg) {
      auto* self = static_cast<JpegEncoder*>(jpeg->client_data);
      jpeg->err->format_message(jpeg, self->reason_);
      std::longjmp(self->failed_, 1);
    };
    errors_.output_message = [](j_common_ptr) {};
  }
  ~JpegEncoder() {
    jpeg_destroy_compress(&jpeg_);
    std::free(bytes_);
  }
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  std::vector<unsigned char> encode(const std::uint8_t* codes) {
    if (!run(codes)) throw files::Error(file_, reason_);
    return {bytes_, bytes_ + size_};
  }

 private:
  bool run(const std::uint8_t* codes) {
    if (setjmp(failed_) != 0) return false;
    jpeg_create_compress(&jpeg_);
    jpeg_mem_dest(&jpeg_, &bytes_, &size_);
    jpeg_.image_width = width_;
    jpeg_.image_height = height_;
    jpeg_.input_components = channels_;
    jpeg_.in_color_space = channels_ == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg_);
    jpeg_set_quality(&jpeg_, quality_, TRUE);
    jpeg_.comp_info[0].h_samp_factor = jpeg_.comp_info[0].v_samp_factor = 1;  // colours of every pixel
    jpeg_.optimize_coding = TRUE;
    jpeg_start_compress(&jpeg_, TRUE);
    const std::size_t pitch = std::size_t{width_} * static_cast<std::size_t>(channels_);
    while (jpeg_.next_scanline < height_) {
      JSAMPROW row = const_cast<JSAMPROW>(codes + jpeg_.next_scanline * pitch);
      jpeg_write_scanlines(&jpeg_, &row, 1);
    }
    jpeg_finish_compress(&jpeg_);
    return true;
  }

  const std::filesystem::path& file_;
  const JDIMENSION width_, height_;
  const int channels_;
  const int quality_;
  jpeg_compress_struct jpeg_ = {};
  jpeg_error_mgr errors_ = {};
  std::jmp_buf failed_ = {};
  char reason_[JMSG_LENGTH_MAX] = "";
  unsigned char* bytes_ = nullptr;
  unsigned long size_ = 0;
};

}  // namespace

std::vector<unsigned char> encode_jpeg(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                       std::uint32_t channels, std::span<const std::uint8_t> codes, int quality) {
  return JpegEncoder(file, width, height, channels, quality).encode(codes.data());
}

}  // namespace image_io::internal
