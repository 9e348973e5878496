// SPDX-License-Identifier: MIT
// Frames as a video: YUV4MPEG2 by itself, all else by ffmpeg, where it is installed.
#ifndef PHOTOPIC_TOOLS_SESSION_OUTPUT_VIDEO_WRITER_H
#define PHOTOPIC_TOOLS_SESSION_OUTPUT_VIDEO_WRITER_H

#include <photopic/settings.h>
#include <sys/types.h>
#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "files/temporary.h"

namespace session {

/// The stream is 4:4:4 of 8 bits, BT.709 in its limited range (ITU-R BT.709-6, item 4.6: Y' of 16 to 235, chroma of 16
/// to 240). Of a wide or HDR encoding, it holds the preview that an SDR display shows. ffmpeg makes 4:2:0 of it.
class VideoWriter {
 public:
  /// "out.y4m", or any ending that ffmpeg knows: "out.mp4" is H.264. Throws files::Error, also where ffmpeg isn't
  /// installed.
  VideoWriter(const std::filesystem::path& file, VkExtent2D extent, double fps);
  ~VideoWriter();

  /// Texels of picture_format(), row by row. Throws files::Error for another size than that of the first.
  void add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display);
  /// The file is there, whole; without it, none is.
  void finish();

 private:
  void start_ffmpeg(double fps);
  void write(const void* data, std::size_t size_bytes);
  void stop_ffmpeg();

  std::filesystem::path file_;
  VkExtent2D extent_;
  std::vector<unsigned char> planes_;
  std::optional<files::AtomicFile> plain_;
  std::optional<files::Temporary> temporary_;  ///< that ffmpeg writes
  pid_t ffmpeg_ = -1;
  files::Descriptor pipe_;
};

/// "30:1"; 29.97 and its kind as multiples of 1000/1001.
std::string y4m_rate(double fps);

}  // namespace session

#endif
