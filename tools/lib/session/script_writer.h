// SPDX-License-Identifier: MIT
// Script of a session: what its controls became, and when.
#ifndef PHOTOPIC_TOOLS_SESSION_SCRIPT_WRITER_H
#define PHOTOPIC_TOOLS_SESSION_SCRIPT_WRITER_H

#include <filesystem>
#include <optional>
#include <string>

#include "json/node.h"
#include "session/session.h"

namespace session {

/// The first step has all of the controls, and measures anew; later ones what has changed. Played by Script, it gives
/// the same pictures every time.
class ScriptWriter {
 public:
  /// Once a frame, times not falling. `is_cut`: the exposure is reset.
  void note(double time_s, const Controls& controls, bool is_cut);
  /// Another file is shown from then on.
  void note_open(double time_s, const std::filesystem::path& file, const image_io::LayerChoice& layers = {});
  std::size_t steps() const { return steps_.size(); }
  /// As Script reads it. Throws arguments::UsageError for a file's name that isn't UTF-8.
  std::string text() const;

 private:
  json::Json steps_ = json::Json::array();
  std::optional<Controls> last_;
  double last_time_s_ = 0.0;
};

}  // namespace session

#endif
