// SPDX-License-Identifier: MIT
// OpenEXR pictures, written row by row.
#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <array>
#include <exception>
#include <new>
#include <optional>

#include "files/atomic_file.h"
#include "image_io/exr/exr_facts.h"
#include "image_io/internal.h"

namespace image_io {
namespace {

// The library's destructor writes the offset table and swallows what goes wrong, so the first failure is kept here.
class AtomicStream : public Imf::OStream {
 public:
  explicit AtomicStream(const std::filesystem::path& file) : OStream(file.string().c_str()), file_(file) {}

  void write(const char* data, int size) override {
    keep([&] { file_.write(data, static_cast<std::size_t>(size)); });
  }
  std::uint64_t tellp() override { return file_.position(); }
  void seekp(std::uint64_t position) override {
    keep([&] { file_.seek(position); });
  }
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  void commit() { file_.commit(); }

 private:
  template <typename Function>
  void keep(Function&& function) {
    rethrow_failure();
    try {
      function();
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
  }

  files::AtomicFile file_;
  std::exception_ptr failure_;
};

class ExrWriter : public ImageWriter {
 public:
  ExrWriter(const std::filesystem::path& file, const ImageInfo& info, const std::optional<double>& scrgb_nits)
      : file_(file), info_(info), stream_(file) {
    const Imf::PixelType type = pixel_type();
    Imf::Header header(static_cast<int>(info.width), static_cast<int>(info.height));
    header.compression() = Imf::ZIP_COMPRESSION;
    for (const char* name : kChannels) header.channels().insert(name, Imf::Channel(type));
    Imf::addChromaticities(header, Imf::Chromaticities());  // the default is BT.709
    if (scrgb_nits) {
      Imf::addWhiteLuminance(header, static_cast<float>(*scrgb_nits));
      header.insert(internal::kEncodingAttribute, Imf::StringAttribute(internal::kScrgb));
    }
    guarded([&] { output_.emplace(stream_, header, internal::exr_threads()); });
  }

  void write_rows(std::uint32_t row_count, const void* rows) override {
    if (!output_ || row_count > info_.height - written_) throw files::Error(file_, "more rows than the picture has");
    if (row_count == 0) return;
    const std::size_t step = texel_bytes(info_.format);
    Imf::FrameBuffer buffer;
    const char* base = static_cast<const char*>(rows);
    for (const char* name : kChannels) {
      buffer.insert(name, Imf::Slice::Make(pixel_type(), base, Imath::V2i(0, static_cast<int>(written_)), info_.width,
                                           row_count, step, step * info_.width));
      base += step / 4;
    }
    guarded([&] {
      output_->setFrameBuffer(buffer);
      output_->writePixels(static_cast<int>(row_count));
    });
    written_ += row_count;
  }

  void finish() override {
    if (!output_) throw files::Error(file_, "finished twice");
    if (written_ != info_.height) {
      throw files::Error(
          file_, "only " + std::to_string(written_) + " of " + std::to_string(info_.height) + " rows were written");
    }
    output_.reset();
    stream_.rethrow_failure();
    stream_.commit();
  }

 private:
  static constexpr std::array<const char*, 4> kChannels = {"R", "G", "B", "A"};

  Imf::PixelType pixel_type() const { return info_.format == TexelFormat::rgba16f ? Imf::HALF : Imf::FLOAT; }

  template <typename Function>
  void guarded(Function&& function) {
    try {
      function();
    } catch (const std::bad_alloc&) {
      throw files::Error(file_, "out of memory");
    } catch (const std::exception& error) {
      stream_.rethrow_failure();
      throw files::Error(file_, error.what());
    }
  }

  std::filesystem::path file_;
  ImageInfo info_;
  AtomicStream stream_;
  std::optional<Imf::OutputFile> output_;
  std::uint32_t written_ = 0;
};

}  // namespace

std::unique_ptr<ImageWriter> create_exr(const std::filesystem::path& file, const ImageInfo& info,
                                        const std::optional<double>& scrgb_nits) {
  internal::check_size(file, info.width, info.height);
  return std::make_unique<ExrWriter>(file, info, scrgb_nits);
}

}  // namespace image_io
