// SPDX-License-Identifier: MIT
// The desktop's own dialog for files: zenity or kdialog, where one is installed.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_SYSTEM_DIALOG_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_SYSTEM_DIALOG_H

#include <sys/types.h>

#include <optional>
#include <string>

#include "files/descriptor.h"

namespace viewer {

/// Runs beside the viewer, one at a time.
class SystemDialog {
 public:
  SystemDialog();
  ~SystemDialog();

  /// A program was found; and none that was run has failed.
  bool is_there() const { return !program_.empty(); }
  bool is_open() const { return child_ > 0; }
  /// `start`: file or folder to begin at; `kind`: what files are called that end in `endings`, "exr hdr". False if it
  /// can't be run.
  bool open(const std::string& title, const std::string& start, const std::string& kind, const std::string& endings,
            bool is_saved);
  void close();
  /// Once it was closed: the file, or an empty text for none. Nothing while it is open.
  std::optional<std::string> take_answer();

 private:
  std::string program_;  ///< whole path; empty: none
  pid_t child_ = -1;
  files::Descriptor pipe_;
  std::string text_;
};

}  // namespace viewer

#endif
