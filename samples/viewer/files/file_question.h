// SPDX-License-Identifier: MIT
// Questions for a file: what is asked, and the folders to answer from.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_QUESTION_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_QUESTION_H

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace viewer {

/// Consent to replace a file: who names it twice means it.
class Replacement {
 public:
  /// True if `file` isn't there, or was named the time before, too. Else it is asked_about() from now on.
  bool allows(const std::filesystem::path& file);
  const std::filesystem::path& asked_about() const { return asked_about_; }  ///< empty: none

 private:
  std::filesystem::path asked_about_;
};

/// A question for a file name, in a window of its own or the desktop's.
struct FileQuestion {
  enum class What {
    open,
    save_settings,
    load_settings,
    save_golden,
    load_golden,
    environment,
    video,
    save_path,
    load_path,
    save_script
  };
  static constexpr std::size_t kCount = 10;
  struct Kind {
    const char* title;
    const char* files;  ///< what they are called
    bool is_saved;
    const char* endings;  ///< of files that are listed, separated by spaces
    const char* first;    ///< answer before any was given
  };
  static const Kind& kind(What what);

  std::optional<What> asked;                ///< nothing: no question
  std::array<std::string, kCount> answers;  ///< of each What, last given
  Replacement replacement;                  ///< of a saved file; the desktop's dialog asks itself
  bool wants_focus = false;                 ///< of the keyboard, for the name, once
  FileQuestion();
};

/// A folder's content: folders before files, each by name.
class FileBrowser {
 public:
  struct Entry {
    std::string name;
    bool is_folder;
  };

  /// Lists it; hidden files, and files with other endings, are left out. What can't be read is empty, and error() says
  /// why.
  void go_to(const std::filesystem::path& folder, std::string_view endings);
  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<Entry>& entries() const { return entries_; }
  const std::string& error() const { return error_; }

 private:
  std::filesystem::path folder_;
  std::vector<Entry> entries_;
  std::string error_;
};

/// Files that were shown last, newest first, kept between runs in the folder of the user's caches.
class Recents {
 public:
  static constexpr std::size_t kMost = 12;

  /// Beside the caches of pipelines; empty if they have no place.
  static std::filesystem::path default_file();
  /// Of `file`, if it is there.
  explicit Recents(std::filesystem::path file);
  const std::vector<std::filesystem::path>& files() const { return files_; }
  /// The name of one of them, with the nearest folder that tells it from others of that name: "scene.gltf (helmet)".
  std::string name_of(const std::filesystem::path& file) const;
  /// Puts it first, and saves all; without a word if that fails.
  void add(const std::filesystem::path& shown);

 private:
  std::filesystem::path file_;
  std::vector<std::filesystem::path> files_;
};

}  // namespace viewer

#endif
