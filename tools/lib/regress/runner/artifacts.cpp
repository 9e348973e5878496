// SPDX-License-Identifier: MIT
// Writing of pictures and error maps of a case.
#include "regress/runner/artifacts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <system_error>

#include "compare/pictures/map_picture.h"
#include "files/hash.h"
#include "files/path.h"
#include "image_io/image_file.h"

namespace regress {
namespace {

namespace fs = std::filesystem;

std::string file_of(const std::string& stem, const std::string& suffix) { return "pictures/" + stem + "." + suffix; }

float srgb_of(float linear) {
  const float value = std::clamp(linear, 0.0f, 1.0f);  // NaN stays one
  return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

/// As sRGB-encoded RGBA of 8 bits.
std::vector<std::byte> shown(const compare::Frame& frame) {
  const std::vector<std::byte>& texels = frame.planes[0];
  if (frame.format == VK_FORMAT_R8G8B8A8_UNORM) return texels;
  std::vector<std::byte> rgba(4 * std::size_t{frame.extent.width} * frame.extent.height);
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    unsigned code = 0;
    if (frame.is_float()) {
      float value = 0.0f;
      std::memcpy(&value, texels.data() + i * sizeof value, sizeof value);
      const float encoded = i % 4 == 3 ? std::clamp(value, 0.0f, 1.0f) : srgb_of(value);
      code = encoded >= 0.0f ? unsigned(encoded * 255.0f + 0.5f) : 0u;
    } else {
      std::uint16_t value = 0;
      std::memcpy(&value, texels.data() + i * sizeof value, sizeof value);
      code = (value + 128u) / 257u;
    }
    rgba[i] = std::byte(code);
  }
  return rgba;
}

void copy_picture(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) throw files::Error(to, error.message());
}

/// Gives the file back.
std::string write_png(const RunOptions& options, const std::string& file, VkExtent2D extent,
                      const std::vector<std::byte>& rgba) {
  image_io::write_png(options.output_folder / file, extent.width, extent.height, rgba.data());
  return file;
}

}  // namespace

bool wants_artifacts(const RunOptions& options, const CaseResult& result, std::uint32_t attempt) {
  if (options.output_folder.empty() || options.artifacts == Artifacts::never) return false;
  return options.artifacts == Artifacts::always || is_failure(result) || attempt > 0;
}

std::string attempt_stem(const std::string& name, std::uint32_t attempt) {
  return attempt == 0 ? name : name + ".retry-" + std::to_string(attempt);
}

std::vector<std::string> artifact_files(const std::string& stem) {
  std::vector<std::string> files = {file_of(stem, "actual.png"), file_of(stem, "expected.png")};
  for (const char* extension : image_io::picture_extensions()) {
    files.push_back(file_of(stem, std::string("picture") + extension));
  }
  for (std::uint32_t bit = 1; bit <= kArtifactMaps; bit <<= 1) {
    if ((kArtifactMaps & bit) == 0) continue;
    files.push_back(file_of(stem, std::string(compare::name_of(photopic::MetricMap(bit))) + ".png"));
  }
  return files;
}

void write_artifacts(const RunOptions& options, const std::string& stem, const Picture& actual,
                     const compare::Frame* expected, const std::map<photopic::MetricMap, std::vector<float>>& maps,
                     CaseResult& result) {
  const auto write = [&](const char* suffix, const compare::Frame& frame) {
    return write_png(options, file_of(stem, suffix), frame.extent, shown(frame));
  };
  files::make_output_folder((options.output_folder / file_of(stem, "")).parent_path());
  const std::string extension = files::lower_extension(actual.file);
  const bool is_shown = extension == ".png" && actual.is_file_shown;
  if (is_shown) {
    result.actual = file_of(stem, "actual.png");
    copy_picture(actual.file, options.output_folder / result.actual);
  } else {
    result.actual = write("actual.png", actual.frame);
  }
  result.picture = result.actual;
  if (!actual.file.empty() && !is_shown) {
    result.picture = file_of(stem, "picture" + extension);
    copy_picture(actual.file, options.output_folder / result.picture);
  }
  result.picture_hash = files::hash_of_file(options.output_folder / result.picture);
  if (expected != nullptr) result.expected = write("expected.png", *expected);
  for (const auto& [map, values] : maps) {
    const std::string name = compare::name_of(map), file = file_of(stem, name + ".png");
    compare::write_map_picture(options.output_folder / file, map, actual.frame.extent, values, actual.frame.peak());
    result.maps.emplace_back(name, file);
  }
}

void write_canvas(const RunOptions& options, const std::string& stem, const compare::Canvas& canvas,
                  CaseResult& result) {
  const std::string name = compare::name_of(photopic::kMapAbsolute);
  result.maps.emplace_back(name, write_png(options, file_of(stem, name + ".png"), canvas.extent, canvas.rgba));
}

}  // namespace regress
