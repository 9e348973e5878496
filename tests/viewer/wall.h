// SPDX-License-Identifier: MIT
// A small glTF scene for the viewer's tests.
#ifndef PHOTOPIC_TESTS_VIEWER_WALL_H
#define PHOTOPIC_TESTS_VIEWER_WALL_H

#include <string>

namespace viewer_test {

/// A wall of 4 m x 3 m, 3 m before the camera, under the open sky.
inline constexpr const char* kWall = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
  "nodes": [{"mesh": 0}, {"camera": 0}],
  "cameras": [{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
  "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.4, 0.2, 1], "metallicFactor": 0}}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "count": 4,
                 "min": [-2, -1.5, -3], "max": [2, 1.5, -3]},
                {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
  "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
  "buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,AAAAwAAAwL8AAEDAAAAAQAAAwL8AAEDAAAAAQAAAwD8AAEDAAAAAwAAAwD8AAEDAAAABAAIAAAACAAMA"}]})";

/// The same with a sun of that many lux behind the camera.
inline std::string sunny_wall(int lux) {
  std::string text = kWall;
  const auto replace = [&](const std::string& from, const std::string& by) {
    text.replace(text.find(from), from.size(), by);
  };
  replace(R"("nodes": [0, 1])", R"("nodes": [0, 1, 2])");
  replace(R"({"camera": 0}])", R"({"camera": 0}, {"extensions": {"KHR_lights_punctual": {"light": 0}}}])");
  replace(R"("scene": 0,)", R"("scene": 0, "extensionsUsed": ["KHR_lights_punctual"], "extensions":
      {"KHR_lights_punctual": {"lights": [{"type": "directional", "intensity": )" +
                                std::to_string(lux) + "}]}},");
  return text;
}

/// The wall goes 2 m to the right within a second: the animation "go". A second one, without a name, does the same.
inline std::string moving_wall() {
  std::string text = kWall;
  const auto replace = [&](const std::string& from, const std::string& by) {
    text.replace(text.find(from), from.size(), by);
  };
  const std::string body = R"("channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
      "samplers": [{"input": 2, "output": 3}]})";
  replace(R"("scene": 0,)", R"("scene": 0, "animations": [{"name": "go", )" + body + ", {" + body + "],");
  replace(R"("type": "SCALAR"}])", R"("type": "SCALAR"},
      {"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR"},
      {"bufferView": 3, "componentType": 5126, "count": 2, "type": "VEC3"}])");
  replace(R"("byteOffset": 48, "byteLength": 12}])", R"("byteOffset": 48, "byteLength": 12},
      {"buffer": 1, "byteOffset": 0, "byteLength": 8}, {"buffer": 1, "byteOffset": 8, "byteLength": 24}])");
  // Times 0, 1; places (0, 0, 0), (2, 0, 0).
  replace(R"(AAIAAAACAAMA"}])", R"(AAIAAAACAAMA"},
      {"byteLength": 32, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAA="}])");
  return text;
}

}  // namespace viewer_test

#endif
