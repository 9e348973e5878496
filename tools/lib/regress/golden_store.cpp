// SPDX-License-Identifier: MIT
// Staging and replacing of goldens.
#include "regress/golden_store.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "compare/file_name.h"
#include "files/hash.h"
#include "files/path.h"
#include "image_io/code_image.h"
#include "regress/suite/case_name.h"
#include "regress/suite/pattern.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".png";
constexpr char kClassMark = '@';

[[noreturn]] void fail(const fs::path& file, std::error_code error) { throw files::Error(file, error.message()); }

/// Where the extension begins.
std::size_t stem_size(std::string_view file) { return file.size() - fs::path(file).extension().string().size(); }

void check_names(const std::string& file, const std::string& device_class) {
  const std::string problem = compare::file_problem(file);
  if (!problem.empty()) throw std::invalid_argument("the golden's name '" + file + "' " + problem);
  const std::string class_problem = device_class.empty() ? "" : device_class_problem(device_class);
  if (!class_problem.empty()) throw std::invalid_argument("the device class '" + device_class + "' " + class_problem);
}

/// Not found is a type, anything else that goes wrong is thrown: also a file in a folder's place.
fs::file_type type_of(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (error && error != std::errc::no_such_file_or_directory) throw files::ReadFailure(path, error.message());
  return type;
}

void make_folders(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(folder, error);
}

/// `folder` with its links followed, or the nearest folder above it that is there.
fs::path nearest_folder(const fs::path& folder) {
  fs::path nearest = files::resolved(folder);
  while (type_of(nearest) == fs::file_type::not_found && nearest.has_relative_path()) nearest = nearest.parent_path();
  return nearest;
}

/// By codes, and by what the files say of them. What can't be read equals nothing.
bool are_same_pixels(const fs::path& a, const fs::path& b) {
  try {
    const image_io::CodeImage first = image_io::read_code_image(a), second = image_io::read_code_image(b);
    return first.width == second.width && first.height == second.height && first.samples == second.samples &&
           first.facts.tags == second.facts.tags && first.texels == second.texels;
  } catch (const files::Error&) {
    return false;
  }
}

}  // namespace

void check_accepting_allowed(const std::string& option, bool force, const char* ci) {
  const std::string value = ci == nullptr ? "" : ci;
  if (force || value.empty() || value == "0" || value == "false") return;
  throw std::invalid_argument(option + ": the variable CI is '" + value +
                              "', and nobody sees what CI accepts; --force updates all the same");
}

void check_update_allowed(UpdateMode mode, bool force, const char* ci) {
  if (mode != UpdateMode::none) check_accepting_allowed("--update", force, ci);
}

std::string golden_file(const std::string& file, const std::string& device_class) {
  return device_class.empty() ? file : std::string(file).insert(stem_size(file), kClassMark + device_class);
}

GoldenStore::GoldenStore(fs::path folder) : folder_(std::move(folder)) {
  const fs::file_type type = type_of(folder_);
  if (type != fs::file_type::directory && type != fs::file_type::not_found) {
    throw files::Error(folder_, "goldens must be in a folder, and this is none");
  }
}

/// Where a golden stands. Throws files::Error if that is elsewhere.
fs::path GoldenStore::place_of(const std::string& file) const {
  fs::path place = folder_ / file;
  if (!files::is_within(place, folder_)) throw files::Error(place, "a symbolic link leads out of the goldens' folder");
  return place;
}

fs::path GoldenStore::place_of(const std::string& file, const std::string& device_class) const {
  check_names(file, device_class);
  return place_of(golden_file(file, device_class));
}

std::optional<GoldenStore::Golden> GoldenStore::find(const std::string& common, const std::string& device_class) const {
  check_names(common, device_class);
  for (const std::string& key : {device_class, std::string()}) {
    std::string file = golden_file(common, key);
    const fs::path place = place_of(file);
    const fs::file_type type = type_of(place);
    if (type == fs::file_type::not_found) continue;
    if (type != fs::file_type::regular) throw files::Error(place, "a golden must be a file, and this is none");
    return Golden{place, std::move(file), key};
  }
  return std::nullopt;
}

/// Where a golden is written before it is moved.
fs::path GoldenStore::staged_place(const std::string& file, const std::string& device_class) {
  check_names(file, device_class);
  if (!staging_) make_staging();
  fs::path place = staging_->path() / golden_file(file, device_class);
  make_folders(place.parent_path());
  return place;
}

void GoldenStore::stage(const std::string& file, const std::string& device_class, std::span<const std::byte> rgba,
                        std::uint32_t width, std::uint32_t height) {
  if (rgba.size() != std::size_t{4} * width * height) throw std::invalid_argument(file + ": not one texel a pixel");
  image_io::write_png(staged_place(file, device_class), width, height, rgba.data());
  staged_.emplace(device_class, file);
}

fs::path GoldenStore::stage_file(const std::string& file, const std::string& device_class, const fs::path& picture) {
  fs::path place = staged_place(file, device_class);
  std::error_code error;
  fs::copy_file(picture, place, fs::copy_options::overwrite_existing, error);
  if (error) fail(picture, error);
  staged_.emplace(device_class, file);
  return place;
}

/// Where a rename is enough: the folder may be a file system of its own.
void GoldenStore::make_staging() {
  const fs::path folder = nearest_folder(folder_);
  try {
    staging_.emplace(files::Temporary::Kind::folder, folder, "staging");
  } catch (const std::system_error& error) {
    fail(folder, error.code());
  }
}

void GoldenStore::commit_one(const std::string& device_class, const std::string& common) {
  const std::string file = golden_file(common, device_class);
  const fs::path place = place_of(file);
  std::error_code error;
  if (!device_class.empty() && are_same_pixels(staging_->path() / file, place_of(common))) {
    fs::remove(place, error);
  } else {
    make_folders(place.parent_path());
    fs::rename(staging_->path() / file, place, error);
  }
  if (error) fail(place, error);
}

void GoldenStore::commit() {
  while (!staged_.empty()) {
    const auto& [device_class, file] = *staged_.begin();
    commit_one(device_class, file);
    staged_.erase(staged_.begin());
  }
}

void GoldenStore::check_removal(const std::string& file, const std::string& hash) const {
  check_names(file, "");
  const fs::path place = place_of(file);
  if (!image_io::is_picture_name(place)) throw files::Error(place, "isn't named as a picture");
  if (type_of(place) != fs::file_type::regular) throw files::Error(place, "there is no such golden");
  if (files::hash_of_file(place) != hash) throw files::Error(place, "has changed since it was found unused");
}

void GoldenStore::remove(const std::string& file, const std::string& hash) const {
  check_removal(file, hash);
  std::error_code error;
  fs::remove(place_of(file), error);
  if (error) fail(place_of(file), error);
}

std::vector<std::string> GoldenStore::unused(const std::vector<Used>& used) const {
  std::set<std::string> whole, with_classes, extensions = {std::string(kExtension)};
  for (const Used& one : used) {
    whole.insert(one.file);
    if (one.has_classes) with_classes.insert(one.file);
    extensions.insert(fs::path(one.file).extension().string());
  }
  const auto is_used = [&](const std::string& file) {
    if (whole.contains(file)) return true;
    const std::size_t end = stem_size(file), mark = file.rfind(kClassMark, end);
    return mark != std::string::npos && with_classes.contains(file.substr(0, mark) + file.substr(end));
  };
  std::vector<std::string> files;
  if (type_of(folder_) == fs::file_type::not_found) return files;
  for (std::string& file : files_below(folder_)) {
    if (extensions.contains(fs::path(file).extension().string()) && !is_used(file)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace regress
