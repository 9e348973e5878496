// SPDX-License-Identifier: MIT
// Flashes of a sequence: every frame's counts and verdict, and where the worst frame flashes.
#ifndef PHOTOPIC_TOOLS_FLASHES_ANALYSIS_H
#define PHOTOPIC_TOOLS_FLASHES_ANALYSIS_H

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/device/context.h"
#include "flashes/cells.h"
#include "flashes/source.h"
#include "flashes/words.h"

namespace flashes {

struct Options {
  Profile profile = Profile::strict;
  Rate rate;
  Display display;
  engine::Context* context = nullptr;  ///< cells and rules on a device, with photopic::FlashAnalyser; null: on the CPU
};

struct Analysis {
  Options options;
  VkExtent2D extent = {};
  /// Of Profile::iris, kinds are its luminance and its red; risk shares are 0, cells have no transitions.
  std::vector<reference::FlashFrame> frames;
  std::vector<std::string> names;  ///< of frames
  reference::FlashVerdict verdict = reference::FlashVerdict::pass;
  std::size_t first_frame = 0;  ///< that has it
  /// The one with the largest share of the worst window at risk; of several, with most events.
  std::size_t worst_frame = 0;
  std::vector<std::uint32_t> transitions;  ///< of its cells in its last second, the most of any kind that counts

  std::int64_t time_us(std::size_t frame) const { return time_us_of(frame, options.rate); }
};

/// Takes frames one after the other, for those that aren't all there yet.
class Analyser {
 public:
  /// Throws UsageError, engine::Error.
  explicit Analyser(const Options& options);
  ~Analyser();

  /// `name`: of the frame, in the analysis and in what is thrown. Throws as analyse(), but takes frames of any size.
  void add(image_io::CodeImage image, const std::string& name);
  /// A frame that photopic::FlashAnalyser has counted elsewhere. `cells`: words of its cells_buffer(); empty: the frame
  /// is no worse than an earlier one. Not of Profile::iris.
  void add(const photopic::FlashStatistics& counted, VkExtent2D extent, std::span<const std::uint32_t> cells,
           const std::string& name);
  const Analysis& analysis() const;

 private:
  friend Analysis analyse(Source& source, const Options& options, const std::function<void()>& step);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Decodes ahead on threads. `step` is called after each frame. Throws files::Error for what can't be read, for frames
/// of other sizes than the first and for numbers that aren't finite; UsageError for less than two frames;
/// engine::Error.
Analysis analyse(Source& source, const Options& options, const std::function<void()>& step);

}  // namespace flashes

#endif
