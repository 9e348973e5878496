// SPDX-License-Identifier: MIT
// Light of a program's frames: a row of a table for each.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_RUN_LIGHT_TABLE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_RUN_LIGHT_TABLE_H

#include <photopic/content_light_meter.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "flashes/light.h"
#include "image_io/code_image.h"

namespace cli {

/// Of one frame, as a display shows it. Luminances are of BT.709's or the frame's own primaries, cd/m^2.
struct FrameLight {
  double mean = 0.0;            ///< arithmetic
  double geometric_mean = 0.0;  ///< of texels above 0
  double ev100 = 0.0;           ///< that a light meter of K = 12.5 reads off the display
  double percentiles[5] = {};   ///< 1, 10, 50, 90, 99 %: nearest rank of a histogram, within 1/64 stop
  double max_cll = 0.0;         ///< the largest channel of all texels (CTA-861.3)
  double max_fall = 0.0;        ///< mean over texels of the largest channel
  double beyond_bt709 = 0.0;    ///< share of the texels that BT.709 can't show, 0..1
  double beyond_p3 = 0.0;       ///< the same of Display P3
  std::uint64_t invalid = 0;    ///< texels that are NaN, infinite or of a luminance below 0; all else leaves them out
};

/// As the module has measured it.
FrameLight light_of(const photopic::ContentLightStatistics& measured);
/// `encoding`: of the image, whose primaries it has. Optimized for whole frames.
FrameLight light_of(const image_io::CodeImage& image, photopic::OutputEncoding encoding, const flashes::Light& light);

/// A file of comma-separated values, one row a frame as soon as it is there.
class LightTable {
 public:
  /// Throws files::Error.
  LightTable(const std::filesystem::path& file, const flashes::Display& display);
  ~LightTable();
  LightTable(const LightTable&) = delete;
  LightTable& operator=(const LightTable&) = delete;

  /// Measures a frame. Throws files::Error.
  void add(const image_io::CodeImage& image, std::uint64_t number, double time_s);
  /// Of a frame that is measured. Throws files::Error.
  void add(const FrameLight& light, std::uint64_t number, double time_s);

 private:
  std::filesystem::path file_;
  flashes::Display display_;
  std::FILE* stream_;
  std::map<std::pair<photopic::OutputEncoding, image_io::CodeImage::Samples>, std::unique_ptr<flashes::Light>> lights_;
};

}  // namespace cli

#endif
