// SPDX-License-Identifier: MIT
// Files of developed pictures: PNG, AVIF and JPEG XL of 8 and 16 bits, OpenEXR, JPEG with a gain map.
#include "photopic/pictures/developed_picture.h"

#include <algorithm>
#include <cstring>

#include "arguments/errors.h"
#include "files/path.h"
#include "image_io/gain_map/gain_map.h"
#include "reference/texel_formats.h"
#include "session/output/coded_picture.h"

namespace cli {
namespace {

using photopic::DisplaySettings;
using photopic::OutputEncoding;

constexpr const char* kCodeExtensions[] = {".png", ".avif", ".jxl"};

bool is_code_file(const std::string& extension) {
  return std::find(std::begin(kCodeExtensions), std::end(kCodeExtensions), extension) != std::end(kCodeExtensions);
}

std::unique_ptr<image_io::ImageWriter> create_codes(const std::filesystem::path& file, VkExtent2D extent,
                                                    const image_io::CodeFormat& format) {
  constexpr int kLossless = 100;
  const std::string extension = files::lower_extension(file);
  if (extension == ".avif") return image_io::create_avif(file, extent.width, extent.height, format, kLossless);
  if (extension == ".jxl") return image_io::create_jxl(file, extent.width, extent.height, format, kLossless);
  return image_io::create_png(file, extent.width, extent.height, format);
}

/// Texels of 8 bits, or halves of OpenEXR, go to the file as they are.
class PlainPicture : public DevelopedPicture {
 public:
  PlainPicture(std::unique_ptr<image_io::ImageWriter> writer, VkFormat format, OutputEncoding encoding)
      : writer_(std::move(writer)) {
    renderings_ = {{.format = format, .encoding = encoding}};
  }
  void add_rows(std::size_t, std::uint32_t row_count, std::span<const std::byte> texels) override {
    writer_->write_rows(row_count, texels.data());
  }
  void finish() override { writer_->finish(); }

 private:
  std::unique_ptr<image_io::ImageWriter> writer_;
};

/// Codes of 10 bits in a file of 16. Kept until the end, since the light levels, which the
/// GPU measures, stand before them.
class TenBitPicture : public DevelopedPicture {
 public:
  TenBitPicture(const std::filesystem::path& file, VkExtent2D extent, const DisplaySettings& display)
      : file_(file), extent_(extent), display_(display) {
    renderings_ = {{.format = VK_FORMAT_R32_UINT, .encoding = display.encoding}};
    words_.reserve(std::size_t{extent.width} * extent.height);
  }
  void add_rows(std::size_t, std::uint32_t, std::span<const std::byte> texels) override {
    const std::size_t first = words_.size();
    words_.resize(first + texels.size() / sizeof(std::uint32_t));
    std::memcpy(words_.data() + first, texels.data(), texels.size());
  }
  bool takes_light() const override { return display_.encoding == OutputEncoding::hdr10; }
  void set_light(const photopic::ContentLight& light) override {
    light_ = {double(light.max_cll_nits), double(light.max_fall_nits)};
  }
  void finish() override {
    const image_io::ColorEncoding color = session::color_of(display_, light_);
    const auto writer = create_codes(file_, extent_, {.bits = 16, .color = color});
    std::vector<std::uint16_t> row(std::size_t{4} * extent_.width);
    for (std::uint32_t y = 0; y < extent_.height; ++y) {
      session::widen_codes({words_.data() + std::size_t{y} * extent_.width, extent_.width}, row.data());
      writer->write_rows(1, row.data());
    }
    writer->finish();
  }

 private:
  std::filesystem::path file_;
  VkExtent2D extent_;
  DisplaySettings display_;
  std::vector<std::uint32_t> words_;
  image_io::LightLevels light_;
};

/// The picture for SDR, and what makes that for a display with headroom of it.
class GainMapPicture : public DevelopedPicture {
 public:
  GainMapPicture(const std::filesystem::path& file, VkExtent2D extent, const DisplaySettings& display)
      : file_(file), extent_(extent), headroom_(double(display.peak_nits) / double(display.paper_white_nits)) {
    renderings_ = {{.format = VK_FORMAT_R16G16B16A16_SFLOAT, .encoding = OutputEncoding::automatic},
                   {.format = VK_FORMAT_R16G16B16A16_SFLOAT, .encoding = OutputEncoding::linear}};
  }
  void add_rows(std::size_t rendering, std::uint32_t, std::span<const std::byte> texels) override {
    std::vector<float>& to = texels_[rendering];
    for (std::size_t i = 0; i < texels.size(); i += sizeof(std::uint16_t)) {
      std::uint16_t half;
      std::memcpy(&half, texels.data() + i, sizeof half);
      to.push_back(static_cast<float>(reference::half_to_double(half)));
    }
  }
  void finish() override {
    const image_io::Renditions renditions = {.width = extent_.width,
                                             .height = extent_.height,
                                             .sdr = texels_[0],
                                             .hdr = texels_[1],
                                             .hdr_headroom = headroom_};
    image_io::write_gain_map_jpeg(file_, renditions);
  }

 private:
  std::filesystem::path file_;
  VkExtent2D extent_;
  double headroom_;
  std::vector<float> texels_[2];
};

}  // namespace

void check_developed(const std::filesystem::path& file, const DisplaySettings& display, bool has_gain_map) {
  const std::string extension = files::lower_extension(file);
  const std::string name = "'" + file.string() + "'";
  const auto refuse = [](const std::string& text) { throw arguments::UsageError(text); };
  const OutputEncoding encoding = display.encoding;
  if (has_gain_map) {
    if (extension != ".jpg" && extension != ".jpeg") refuse("--gain-map: " + name + " is named neither .jpg nor .jpeg");
    if (encoding != OutputEncoding::automatic) refuse("--gain-map: has encodings of its own, leave --encoding out");
    if (!(display.peak_nits > display.paper_white_nits)) {
      refuse("--gain-map: --peak-nits must be above --paper-white-nits");
    }
  } else if (extension == ".exr") {
    if (encoding != OutputEncoding::automatic && !session::is_of_floats(encoding)) {
      refuse("--encoding: '" + session::word_of(encoding) + "' is of codes, and " + name + " holds floats");
    }
  } else if (extension == ".jpg" || extension == ".jpeg") {
    refuse("--output: " + name + " ends in neither .png nor .exr, .avif nor .jxl; .jpg is written with --gain-map");
  } else if (!is_code_file(extension)) {
    refuse("--output: " + name + " ends in neither .png nor .exr, .avif nor .jxl");
  } else if (session::is_of_floats(encoding)) {
    refuse("--encoding: '" + session::word_of(encoding) + "' is of floats: --output must be .exr");
  }
}

std::unique_ptr<DevelopedPicture> create_developed(const std::filesystem::path& file, VkExtent2D extent,
                                                   const DisplaySettings& display, bool has_gain_map) {
  if (has_gain_map) return std::make_unique<GainMapPicture>(file, extent, display);
  if (session::is_wide(display.encoding)) return std::make_unique<TenBitPicture>(file, extent, display);
  if (files::lower_extension(file) == ".exr") {
    return std::make_unique<PlainPicture>(
        image_io::create_exr(file, {extent.width, extent.height, image_io::TexelFormat::rgba16f},
                             session::scrgb_nits_of(display)),
        VK_FORMAT_R16G16B16A16_SFLOAT, display.encoding);
  }
  const image_io::CodeFormat format = {.bits = 8, .color = session::color_of(display)};
  return std::make_unique<PlainPicture>(create_codes(file, extent, format), VK_FORMAT_R8G8B8A8_UNORM, display.encoding);
}

}  // namespace cli
