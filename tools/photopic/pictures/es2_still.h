// SPDX-License-Identifier: MIT
// Still pictures on OpenGL ES 2.0.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_ES2_STILL_H
#define PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_ES2_STILL_H

#include <photopic/post_process.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arguments/errors.h"
#include "files/error.h"
#include "image_io/image_file.h"
#include "session/settings/settings.h"

namespace cli {

/// Throws for colour that OpenGL ES 2.0 can't convert: UsageError for settings, files::Error for primaries that the
/// file names.
inline void check_es2_input(const session::Settings& settings, const image_io::Facts& facts,
                            const std::filesystem::path& file) {
  if (photopic::needs_input_conversion(settings) || session::is_balanced(settings)) {
    throw arguments::UsageError("--backend es2 takes BT.709 as it is: no other --primaries, no --white-balance");
  }
  session::Settings of_file = settings;
  of_file.input = session::input_of(settings.input, facts, file);
  if (!photopic::needs_input_conversion(of_file)) return;
  throw files::Error(file,
                     "names other primaries than BT.709, and --backend es2 converts none; --primaries bt709 takes "
                     "its channels as BT.709's");
}

/// photopic::es2 in a context of its own, without a window.
class Es2Still {
 public:
  /// `is_checked`: with debug messages. Throws engine::Error; also where the build has no OpenGL.
  explicit Es2Still(bool is_checked);
  ~Es2Still();
  Es2Still(const Es2Still&) = delete;
  Es2Still& operator=(const Es2Still&) = delete;

  /// The picture for the calls below, in place of the last. Throws files::Error and engine::Error.
  void load(image_io::ImageReader& reader);
  /// What there is of a state: means, EVs, exposure and counts; weight_sum is the count, which is
  /// whole up to 2^24. Throws UsageError for settings
  /// that OpenGL ES 2.0 doesn't have.
  photopic::gpu::ExposureState meter(const session::Settings& settings);
  /// As meter() exposed it: sRGB, 8-bit RGBA, the top row first. Throws as meter(), and UsageError for sides
  /// beyond the device's textures.
  std::vector<std::byte> tone_map(const photopic::ToneMapSettings& settings);
  std::vector<std::string> take_messages();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cli

#endif
