// SPDX-License-Identifier: MIT
// Lists of folders, and of files that were shown.
#include "viewer/files/file_question.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "engine/device/cache_file.h"
#include "files/atomic_file.h"
#include "files/error.h"
#include "files/text_file.h"

namespace viewer {
namespace {

constexpr const char* kPictures = "exr hdr png jpg jpeg tif tiff webp bmp tga gltf glb";

// In the order of What.
constexpr FileQuestion::Kind kKinds[FileQuestion::kCount] = {
    {"Open a scene, picture or panorama", "Scenes and pictures", false, kPictures, ""},
    {"Save settings", "Settings", true, "json", "photopic-settings.json"},
    {"Load settings", "Settings", false, "json", "photopic-settings.json"},
    {"Save the golden", "PNG pictures", true, "png", "golden.png"},
    {"Load a golden", "PNG pictures", false, "png", "golden.png"},
    {"Light the scene with a panorama", "Panoramas", false, "exr hdr png jpg jpeg tif tiff", ""},
    {"Record a video", "Videos", true, "y4m mp4 mkv mov webm", "photopic.y4m"},
    {"Save the camera path", "Camera paths", true, "json", "camera-path.json"},
    {"Load a camera path", "Camera paths", false, "json", "camera-path.json"},
    {"Save the script", "Scripts", true, "json", "script.json"},
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

bool has_ending(const std::filesystem::path& name, std::string_view endings) {
  std::istringstream words{std::string(endings)};
  const std::string extension = lower(name.extension().string());
  for (std::string word; words >> word;) {
    if (extension == "." + word) return true;
  }
  return false;
}

}  // namespace

bool Replacement::allows(const std::filesystem::path& file) {
  std::error_code error;
  if (file == asked_about_ || !std::filesystem::exists(file, error)) return true;
  asked_about_ = file;
  return false;
}

const FileQuestion::Kind& FileQuestion::kind(What what) { return kKinds[std::size_t(what)]; }

FileQuestion::FileQuestion() {
  for (std::size_t i = 0; i < kCount; ++i) answers[i] = kKinds[i].first;
}

void FileBrowser::go_to(const std::filesystem::path& folder, std::string_view endings) {
  std::error_code error;
  folder_ = std::filesystem::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  if (folder_.filename().empty() && folder_.has_relative_path()) folder_ = folder_.parent_path();
  entries_.clear();
  std::filesystem::directory_iterator entry(folder_, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.')) continue;
    std::error_code unknown;  // a link to nothing is no folder
    const bool is_folder = entry->is_directory(unknown);
    if (is_folder || has_ending(name, endings)) entries_.push_back({name, is_folder});
  }
  error_ = error ? error.message() : "";
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    return std::pair(lower(a.name), a.name) < std::pair(lower(b.name), b.name);
  });
}

std::filesystem::path Recents::default_file() {
  const std::filesystem::path folder = engine::cache_folder();
  return folder.empty() ? folder : folder / "viewer-recent.txt";
}

Recents::Recents(std::filesystem::path file) : file_(std::move(file)) {
  try {
    std::istringstream lines(file_.empty() ? std::string() : files::read_text(file_));
    for (std::string line; files_.size() < kMost && std::getline(lines, line);) {
      if (!line.empty()) files_.emplace_back(line);
    }
  } catch (const files::Error&) {  // a list for convenience
  }
}

std::string Recents::name_of(const std::filesystem::path& file) const {
  const auto is_alone = [&](const std::string& ending) {
    return std::count_if(files_.begin(), files_.end(),
                         [&](const std::filesystem::path& one) { return one.string().ends_with(ending); }) <= 1;
  };
  std::string ending = "/" + file.filename().string(), folder;
  for (std::filesystem::path rest = file.parent_path(); rest.has_relative_path() && !is_alone(ending);
       rest = rest.parent_path()) {
    folder = rest.filename().string();
    ending = "/" + folder + ending;
  }
  return file.filename().string() + (folder.empty() ? "" : " (" + folder + ")");
}

void Recents::add(const std::filesystem::path& shown) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(shown, error).lexically_normal();
  std::erase(files_, whole);
  files_.insert(files_.begin(), whole);
  if (files_.size() > kMost) files_.resize(kMost);
  if (file_.empty() || !engine::make_cache_folder(file_.parent_path())) return;
  std::string text;
  for (const std::filesystem::path& one : files_) {
    if (one.string().find('\n') == std::string::npos) text += one.string() + "\n";
  }
  try {
    files::write_text(file_, text);
  } catch (const files::Error&) {  // a list for convenience
  }
}

}  // namespace viewer
