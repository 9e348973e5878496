// SPDX-License-Identifier: MIT
// File that a developed picture is written to: what the GPU makes for it, and how texels become rows of the file.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_DEVELOPED_PICTURE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_DEVELOPED_PICTURE_H

#include <photopic/hdr_display.h>
#include <photopic/post_process.h>

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "image_io/image_file.h"

namespace cli {

/// What the final pass makes for a file.
struct Rendering {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkFormat packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
  photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic;
};

/// Takes bands of texels as the GPU wrote them, top first.
class DevelopedPicture {
 public:
  virtual ~DevelopedPicture() = default;
  const std::vector<Rendering>& renderings() const { return renderings_; }
  /// Of the `rendering`-th.
  virtual void add_rows(std::size_t rendering, std::uint32_t row_count, std::span<const std::byte> texels) = 0;
  /// Whether the file says how bright its content is: set_light() comes before finish() then.
  virtual bool takes_light() const { return false; }
  virtual void set_light(const photopic::ContentLight&) {}
  /// The file appears, complete.
  virtual void finish() = 0;

 protected:
  std::vector<Rendering> renderings_;
};

/// By the name of the file and the encoding. Throws UsageError for what doesn't go together.
void check_developed(const std::filesystem::path& file, const photopic::DisplaySettings& display, bool has_gain_map);
std::unique_ptr<DevelopedPicture> create_developed(const std::filesystem::path& file, VkExtent2D extent,
                                                   const photopic::DisplaySettings& display, bool has_gain_map);

}  // namespace cli

#endif
