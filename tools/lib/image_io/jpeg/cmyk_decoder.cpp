// SPDX-License-Identifier: MIT
// CMYK and YCCK JPEG by libjpeg, row by row.
#include "image_io/jpeg/cmyk_decoder.h"

#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which leaves it to others

#include <jpeglib.h>

namespace image_io::internal {
namespace {

// libjpeg is C: its errors leave by longjmp. The function that calls setjmp() has no local object with a destructor.
class CmykDecoder {
 public:
  CmykDecoder() {
    jpeg_.err = jpeg_std_error(&errors_);
    jpeg_.client_data = this;
    errors_.error_exit = [](j_common_ptr jpeg) {
      auto* self = static_cast<CmykDecoder*>(jpeg->client_data);
      jpeg->err->format_message(jpeg, self->reason_);
      std::longjmp(self->failed_, 1);
    };
    // A level below 0 is a warning: corrupt data, which libjpeg would make something of.
    errors_.emit_message = [](j_common_ptr jpeg, int level) {
      if (level < 0) jpeg->err->error_exit(jpeg);
    };
    errors_.output_message = [](j_common_ptr) {};
  }
  ~CmykDecoder() { jpeg_destroy_decompress(&jpeg_); }
  CmykDecoder(const CmykDecoder&) = delete;
  CmykDecoder& operator=(const CmykDecoder&) = delete;

  /// False: reason() says why.
  bool decode(Bytes bytes, const JpegSegments& segments, std::byte* texels) {
    if (setjmp(failed_) != 0) return false;
    jpeg_create_decompress(&jpeg_);
    jpeg_mem_src(&jpeg_, bytes.data(), bytes.size());
    jpeg_read_header(&jpeg_, TRUE);
    jpeg_.out_color_space = JCS_CMYK;
    jpeg_start_decompress(&jpeg_);
    const bool has_size = jpeg_.output_width == segments.width && jpeg_.output_height == segments.height;
    if (!has_size || jpeg_.output_components != 4) return false;
    const std::size_t row_bytes = std::size_t{4} * segments.width;
    while (jpeg_.output_scanline < jpeg_.output_height) {
      auto* row = reinterpret_cast<JSAMPROW>(texels + jpeg_.output_scanline * row_bytes);
      jpeg_read_scanlines(&jpeg_, &row, 1);
    }
    jpeg_finish_decompress(&jpeg_);
    return true;
  }
  std::string reason() const { return reason_; }

 private:
  jpeg_decompress_struct jpeg_ = {};
  jpeg_error_mgr errors_ = {};
  std::jmp_buf failed_ = {};
  char reason_[JMSG_LENGTH_MAX] = "the sizes in its headers differ";
};

}  // namespace

void decode_cmyk_jpeg(const std::filesystem::path& file, Bytes bytes, const JpegSegments& segments, std::byte* texels) {
  CmykDecoder decoder;
  if (!decoder.decode(bytes, segments, texels)) throw files::Error(file, "corrupt: " + decoder.reason());
  if (!segments.adobe_transform) return;
  const std::size_t count = std::size_t{4} * segments.width * segments.height;
  for (std::size_t i = 0; i < count; ++i) texels[i] = ~texels[i];
}

}  // namespace image_io::internal
