// SPDX-License-Identifier: MIT
// glTF 2.0 files as scenes.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_GLTF_H
#define PHOTOPIC_ENGINE_SCENE_READER_GLTF_H

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "engine/scene/scene.h"

namespace engine {

/// Decodes the bytes of a PNG or JPEG file. Throws std::runtime_error "NAME: REASON", also for other files.
using DecodeImage = std::function<TextureImage(std::span<const unsigned char> file, const std::string& name)>;

/// Reads a .gltf or .glb file, told apart by content: its default scene, else its first, else all root nodes.
/// - Triangles, strips and fans become triangles; missing normals become flat ones; missing tangents are worked out
///   where a normal texture needs them.
/// - Extensions: KHR_lights_punctual, KHR_materials_emissive_strength, KHR_materials_unlit, KHR_mesh_quantization,
///   KHR_texture_transform.
/// - The scene is at rest: skins and morph targets are applied as nodes stand without an animation.
///   What else is asked for and not shown is listed in Scene::warnings; so are textures without a PNG or JPEG.
/// - Of images, only those that a material uses are read: PNG or JPEG, at most 2^28 texels in all. An image whose file
///   isn't there becomes a magenta checker in base colours and emission, and is left out elsewhere, with a warning.
/// - Scene::bounds holds each instance's box as the corners of its primitive's box make it.
/// - A camera without far plane gets 1000 m, or as far as the scene's bounds reach.
/// Throws Error "FILE: REASON" for anything that can't be shown as the file means it, such as required extensions not
/// named above (but for those of materials and textures), damaged or missing data, files outside the folder of `file`,
/// and for what would take memory out of proportion to the file.
Scene load_gltf(const std::filesystem::path& file, const DecodeImage& decode_image);

/// `file`, and the files of its buffers and images that are there. Of what isn't a readable glTF file, that file alone:
/// load_gltf() tells what is wrong with it.
std::vector<std::filesystem::path> gltf_files(const std::filesystem::path& file);

}  // namespace engine

#endif
