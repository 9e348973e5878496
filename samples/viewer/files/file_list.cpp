// SPDX-License-Identifier: MIT
// List of files, which folders add to.
#include "viewer/files/file_list.h"

#include <algorithm>

#include "files/error.h"
#include "viewer/files/file_question.h"

namespace viewer {
namespace {

std::filesystem::path place_of(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::absolute(file, error).lexically_normal();
}

auto find(const std::vector<std::filesystem::path>& files, const std::filesystem::path& file) {
  return std::ranges::find_if(files, [&](const auto& other) { return is_same_file(other, file); });
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  FileBrowser browser;
  browser.go_to(folder, FileQuestion::kind(FileQuestion::What::open).endings);
  if (!browser.error().empty()) throw files::Error(folder, browser.error());
  std::vector<std::filesystem::path> files;
  for (const FileBrowser::Entry& entry : browser.entries()) {
    if (!entry.is_folder) files.push_back(folder / entry.name);
  }
  if (files.empty()) throw files::Error(folder, "has no scenes or pictures");
  return files;
}

}  // namespace

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  return a == b || place_of(a) == place_of(b);
}

std::filesystem::path FileList::add(const std::filesystem::path& file) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(file, error);
  const std::vector<std::filesystem::path> added = is_folder ? files_in(file) : std::vector{file};
  for (const std::filesystem::path& one : added) {
    if (find(files_, one) == files_.end()) files_.push_back(one);
  }
  return added.front();
}

void FileList::remove(const std::filesystem::path& file) {
  std::erase_if(files_, [&](const auto& other) { return is_same_file(other, file); });
}

std::filesystem::path FileList::from(const std::filesystem::path& file, int places) const {
  if (files_.empty()) return {};
  const int count = int(files_.size());
  const auto at = find(files_, file);
  if (at == files_.end()) return places > 0 ? files_.front() : files_.back();
  const int index = (int(at - files_.begin()) + places) % count;
  const std::filesystem::path& next = files_[std::size_t(index < 0 ? index + count : index)];
  return is_same_file(next, file) ? std::filesystem::path() : next;
}

}  // namespace viewer
