// SPDX-License-Identifier: MIT
// A model as the two files of glTF: JSON and binary buffer.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_GLTF_WRITER_H
#define PHOTOPIC_ASSETS_CORRIDOR_GLTF_WRITER_H

#include <string>
#include <vector>

#include "corridor/model.h"
#include "corridor/path.h"

namespace corridor {

/// Of a texture's pictures: "plaster-color.png" and so on.
std::string picture_file(TextureName name, const char* kind);

struct GltfFiles {
  std::string json;
  std::vector<char> binary;
};
/// glTF 2.0 whose buffer is the file `binary_name`, with one camera in the pose `start`.
GltfFiles write_gltf(const Model& model, const CameraKey& start, const std::string& binary_name);

}  // namespace corridor

#endif
