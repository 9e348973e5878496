// SPDX-License-Identifier: MIT
// Frames as files: one PNG each, of 16 bits where the encoding is HDR or wide, and in the end a contact sheet, a table
// and a plot.
#ifndef PHOTOPIC_TOOLS_SESSION_OUTPUT_FRAME_WRITER_H
#define PHOTOPIC_TOOLS_SESSION_OUTPUT_FRAME_WRITER_H

#include <photopic/post_process.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "files/output_guard.h"
#include "plot/contact_sheet.h"
#include "plot/exposure_plot.h"
#include "session/settings/settings.h"

namespace session {

/// "FOLDER/frame.DIGITS.EXTENSION"
std::filesystem::path frame_file(const std::filesystem::path& folder, const std::string& digits, const char* extension);

/// "0042"
std::string four_digits(std::size_t number);

/// Throws files::Error if the picture of a frame would overwrite an input.
void check_frame(const files::OutputGuard& inputs, const std::filesystem::path& folder, const std::string& digits);
/// The same of what is written beside the frames.
void check_summary(const files::OutputGuard& inputs, const std::filesystem::path& folder);

/// Columns that a table of exposures has besides those of every state.
struct StateColumns {
  bool light = false;      ///< of automatic white balance
  bool receptors = false;  ///< of dark adaptation and pupil
  bool glare = false;
  bool night = false;
};

/// Of what the settings turn on.
StateColumns columns_of(const Settings& settings);

struct FrameWriterOptions {
  std::filesystem::path folder;     ///< exists
  double fps = 24.0;                ///< frames per second
  std::uint32_t sheet_frames = 24;  ///< at most, on the contact sheet
  std::string title;
  StateColumns columns = {};
};

class FrameWriter {
 public:
  /// For `frame_count` frames.
  FrameWriter(std::size_t frame_count, FrameWriterOptions options);

  /// Writes "frame.DIGITS.png". `texels`: of picture_format() of the display's encoding, row by row. Throws
  /// arguments::UsageError for encodings of floats.
  void add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display,
           const photopic::gpu::ExposureState& state, const std::string& digits);
  std::size_t frames() const { return samples_.size(); }

  /// Writes contact_sheet.png, exposure.csv and exposure.png.
  void finish();

 private:
  FrameWriterOptions options_;
  std::size_t frame_count_;
  plot::ContactSheet sheet_;
  std::vector<plot::ExposureSample> samples_;
  std::string csv_;
};

/// Writes a drawn picture as PNG.
void write_picture(const std::filesystem::path& file, const plot::Picture& picture);

}  // namespace session

#endif
