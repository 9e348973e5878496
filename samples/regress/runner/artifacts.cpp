// SPDX-License-Identifier: MIT
// Writing of pictures and error maps of a case.
#include "regress/runner/artifacts.h"

#include "compare/pictures/map_picture.h"
#include "files/path.h"
#include "image_io/image_file.h"

namespace regress {
namespace {

std::string file_of(const std::string& name, const std::string& suffix) {
  return "pictures/" + name + "." + suffix + ".png";
}

}  // namespace

bool wants_artifacts(const RunOptions& options, const CaseResult& result) {
  if (options.output_folder.empty() || options.artifacts == Artifacts::never) return false;
  return options.artifacts == Artifacts::always || is_failure(result);
}

std::vector<std::string> artifact_files(const std::string& name) {
  std::vector<std::string> files = {file_of(name, "actual"), file_of(name, "expected")};
  for (std::uint32_t bit = 1; bit <= kArtifactMaps; bit <<= 1) {
    if ((kArtifactMaps & bit) != 0) files.push_back(file_of(name, compare::name_of(photopic::MetricMap(bit))));
  }
  return files;
}

void write_artifacts(const RunOptions& options, const compare::Frame& actual, const compare::Frame* expected,
                     const std::map<photopic::MetricMap, std::vector<float>>& maps, CaseResult& result) {
  const auto write = [&](const std::string& suffix, VkExtent2D extent, const std::vector<std::byte>& rgba) {
    const std::string file = file_of(result.name, suffix);
    const std::filesystem::path path = options.output_folder / file;
    files::make_output_folder(path.parent_path());
    image_io::write_png(path, extent.width, extent.height, rgba.data());
    return file;
  };
  result.actual = write("actual", actual.extent, actual.planes[0]);
  // Of 16 bits it can't be shown beside the other.
  const bool is_shown = expected != nullptr && expected->format == actual.format;
  if (is_shown) result.expected = write("expected", expected->extent, expected->planes[0]);
  for (const auto& [map, values] : maps) {
    const std::string name = compare::name_of(map);
    result.maps.emplace_back(name, write(name, actual.extent, compare::map_picture(map, values, 255.0)));
  }
}

}  // namespace regress
