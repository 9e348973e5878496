// SPDX-License-Identifier: MIT
// Building and writing of glTF files, and reasons for refusal.
#include "scene/gltf_fixture.h"

#include "engine/device/vk.h"
#include "scene/texture_files.h"
#include "session/source/texture_file.h"

namespace scene_test {

namespace fs = std::filesystem;

engine::Scene load_file(const fs::path& file) { return engine::load_gltf(file, session::decode_texture); }

std::string base64(const Bytes& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t j = i; j < i + 3; ++j) bits = bits << 8 | (j < bytes.size() ? bytes[j] : 0u);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[bits >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

Gltf::Gltf() : root{{"asset", {{"version", "2.0"}}}} {}

std::size_t Gltf::components(const std::string& type) {
  if (type == "MAT4") return 16;
  return type == "SCALAR" ? 1 : static_cast<std::size_t>(type.back() - '0');
}

int Gltf::add(const std::string& array, const json& object) {
  root[array].push_back(object);
  return static_cast<int>(root[array].size()) - 1;
}

int Gltf::add_view(const Bytes& bytes) {
  buffer.resize((buffer.size() + 3) / 4 * 4);
  const json view = {{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", bytes.size()}};
  buffer.insert(buffer.end(), bytes.begin(), bytes.end());
  return add("bufferViews", view);
}

int Gltf::add_mesh(const json& primitive) { return add("meshes", {{"primitives", json::array({primitive})}}); }

int Gltf::add_root(const json& node) {
  const int index = add("nodes", node);
  root["scenes"][0]["nodes"].push_back(index);
  return index;
}

int Gltf::add_triangle() {
  const int positions = add_accessor<float>("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  const int normals = add_accessor<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  const int indices = add_accessor<std::uint16_t>("SCALAR", {0, 1, 2});
  return add_mesh({{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}}, {"indices", indices}});
}

json Gltf::finished(bool with_uri) const {
  json out = root;
  if (buffer.empty() || out.contains("buffers")) return out;
  out["buffers"][0]["byteLength"] = buffer.size();
  if (with_uri) out["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(buffer);
  return out;
}

Bytes Gltf::text() const {
  const std::string text = finished(true).dump();
  return {text.begin(), text.end()};
}

Bytes Gltf::glb() const {
  std::string text = finished(false).dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  Bytes binary = buffer;
  binary.resize((binary.size() + 3) / 4 * 4);
  Bytes file = {'g', 'l', 'T', 'F', 2, 0, 0, 0};
  const auto append_32 = [&](std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8) file.push_back(static_cast<unsigned char>(value >> shift & 255));
  };
  append_32(12 + 8 + text.size() + 8 + binary.size());
  append_32(text.size());
  append_32(0x4e4f534a);
  file.insert(file.end(), text.begin(), text.end());
  append_32(binary.size());
  append_32(0x004e4942);
  file.insert(file.end(), binary.begin(), binary.end());
  return file;
}

Gltf one_triangle() {
  Gltf gltf;
  gltf.add_root({{"mesh", gltf.add_triangle()}});
  return gltf;
}

Gltf everything() {
  Gltf gltf = one_triangle();
  gltf.add("images", {{"bufferView", gltf.add_view(make_png({.width = 3, .height = 2}))}, {"mimeType", "image/png"}});
  gltf.add("images", {{"uri", "data:image/jpeg;base64," + base64(make_jpeg())}});
  gltf.add("samplers", {{"magFilter", 9728}, {"minFilter", 9987}, {"wrapS", 33071}, {"wrapT", 33648}});
  gltf.add("textures", {{"source", 0}, {"sampler", 0}});
  gltf.add("textures", {{"source", 1}});
  gltf.add("materials",
           {{"name", "all"},
            {"pbrMetallicRoughness",
             {{"baseColorFactor", {0.5, 0.25, 1, 1}}, {"baseColorTexture", {{"index", 0}}}, {"metallicFactor", 0.5}}},
            {"normalTexture", {{"index", 1}, {"scale", 2}}},
            {"emissiveFactor", {1, 0.5, 0}},
            {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 100}}}}}});
  json& primitive = gltf.root["meshes"][0]["primitives"][0];
  primitive["material"] = 0;
  primitive["attributes"]["TEXCOORD_0"] = gltf.add_accessor<std::uint8_t>("VEC2", {0, 255, 255, 255, 0, 0}, true);
  gltf.root["accessors"][2]["sparse"] = {{"count", 1},
                                         {"indices", {{"bufferView", gltf.add_view({1})}, {"componentType", 5121}}},
                                         {"values", {{"bufferView", gltf.add_view({1, 0})}}}};
  gltf.root["extensions"]["KHR_lights_punctual"]["lights"] =
      json::array({{{"type", "spot"}, {"intensity", 5}, {"spot", {{"outerConeAngle", 0.5}}}}});
  gltf.add("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 0.5}}}});
  gltf.add_root({{"translation", {1, 2, 3}}, {"rotation", {0, 0, 0, 1}}, {"scale", {1, 2, 1}}, {"camera", 0}});
  gltf.add("nodes", {{"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
  gltf.root["nodes"][1]["children"] = json::array({2});
  gltf.root["scene"] = 0;
  return gltf;
}

Gltf moving() {
  Gltf gltf = everything();
  json& primitive = gltf.root["meshes"][0]["primitives"][0];
  primitive["attributes"]["JOINTS_0"] = gltf.add_accessor<std::uint8_t>("VEC4", {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  primitive["attributes"]["WEIGHTS_0"] = gltf.add_accessor<float>("VEC4", {1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  primitive["targets"] = {{{"POSITION", gltf.add_accessor<float>("VEC3", {0, 0, 1, 0, 0, 0, 0, 0, 0})}}};
  const int joint = gltf.add_root({{"translation", {0, 1, 0}}});
  const int other = gltf.add("nodes", {{"name", "other"}});
  gltf.root["nodes"][std::size_t(joint)]["children"] = {other};
  std::vector<float> matrices;
  for (int i = 0; i < 2; ++i) {
    matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
  }
  const int skin = gltf.add(
      "skins", {{"joints", {joint, other}}, {"inverseBindMatrices", gltf.add_accessor<float>("MAT4", matrices)}});
  gltf.root["nodes"][0]["skin"] = skin;
  gltf.root["meshes"][0]["weights"] = {0.5};
  const int times = gltf.add_accessor<float>("SCALAR", {0, 1});
  json samplers = json::array(), channels = json::array();
  const auto add = [&](int node, const char* path, const char* interpolation, int output) {
    channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers.push_back({{"input", times}, {"output", output}, {"interpolation", interpolation}});
  };
  add(joint, "translation", "LINEAR", gltf.add_accessor<float>("VEC3", {0, 1, 0, 0, 2, 0}));
  add(other, "rotation", "STEP", gltf.add_accessor<std::int16_t>("VEC4", {0, 0, 0, 32767, 0, 0, 32767, 0}, true));
  add(0, "weights", "CUBICSPLINE", gltf.add_accessor<float>("SCALAR", {0, 0, 0, 0, 1, 0}));
  gltf.add("animations", {{"name", "all"}, {"samplers", samplers}, {"channels", channels}});
  return gltf;
}

engine::Scene GltfTest::load(const Bytes& file) {
  const fs::path path = folder_ / "scene.gltf";
  test_files::write_file(path, file);
  return load_file(path);
}

engine::Scene GltfTest::load(const Gltf& gltf) { return load(gltf.text()); }

engine::Scene GltfTest::load(const json& root) {
  const std::string text = root.dump();
  return load(Bytes(text.begin(), text.end()));
}

std::string GltfTest::reason_of(const Bytes& file) {
  const fs::path path = folder_ / "scene.gltf";
  test_files::write_file(path, file);
  return reason_of(path);
}

std::string GltfTest::reason_of(const fs::path& file) {
  try {
    load_file(file);
  } catch (const engine::Error& error) {
    return test_files::reason_in(error.what(), file);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an engine::Error: " << error.what();
    return "";
  }
  ADD_FAILURE() << file << " was loaded";
  return "";
}

std::string only_warning(const engine::Scene& scene) {
  EXPECT_EQ(scene.warnings.size(), 1u) << ::testing::PrintToString(scene.warnings);
  return scene.warnings.empty() ? "" : scene.warnings.front();
}

}  // namespace scene_test
