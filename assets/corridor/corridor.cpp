// SPDX-License-Identifier: MIT
// Writing of the corridor's files: glTF, textures and camera path.
#include "corridor/corridor.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "corridor/gltf_writer.h"
#include "corridor/materials/textures.h"
#include "corridor/path.h"
#include "files/atomic_file.h"
#include "image_io/image_file.h"

namespace corridor {
namespace {

void write_file(const std::filesystem::path& file, const void* data, std::size_t size) {
  files::AtomicFile output(file);
  output.write(data, size);
  output.commit();
}

void write_picture(const std::filesystem::path& file, const Bitmap& bitmap) {
  if (bitmap.rgba.empty()) return;
  const auto writer = image_io::create_png(file, bitmap.width, bitmap.height);
  writer->write_rows(bitmap.height, bitmap.rgba.data());
  writer->finish();
}

void write_textures(const std::filesystem::path& folder) {
  for (int i = 0; i < kTextureCount; ++i) {
    const auto name = static_cast<TextureName>(i);
    const TextureSet set = draw_textures(name);
    write_picture(folder / picture_file(name, "color"), set.color);
    write_picture(folder / picture_file(name, "normal"), set.normal);
    write_picture(folder / picture_file(name, "roughness"), set.roughness);
  }
}

std::string path_json(const std::vector<CameraKey>& path) {
  using Json = nlohmann::ordered_json;
  const auto rounded = [](double value) { return std::round(value * 1e5) / 1e5; };
  Json keys = Json::array();
  for (const CameraKey& key : path) {
    const glm::vec3& at = key.position_m;
    keys.push_back({{"time_s", rounded(key.time_s)},
                    {"position_m", {rounded(at.x), rounded(at.y), rounded(at.z)}},
                    {"yaw_deg", rounded(key.yaw_deg)},
                    {"pitch_deg", rounded(key.pitch_deg)}});
  }
  std::string text = "{\"fps\": " + std::to_string(kFramesPerSecond) + ", \"loop\": false, \"keys\": [\n";
  for (const Json& key : keys) text += "  " + key.dump() + (&key == &keys.back() ? "\n" : ",\n");
  return text + "]}\n";
}

}  // namespace

void write_corridor(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::vector<CameraKey> path = camera_path();
  const std::string path_text = path_json(path);
  const GltfFiles files = write_gltf(make_model(), path.front(), "corridor.bin");
  write_textures(folder);
  write_file(folder / "corridor.bin", files.binary.data(), files.binary.size());
  write_file(folder / "corridor-path.json", path_text.data(), path_text.size());
  write_file(folder / "corridor.gltf", files.json.data(), files.json.size());
}

}  // namespace corridor
