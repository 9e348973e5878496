// SPDX-License-Identifier: MIT
// Tests of files that can't be shown as they mean it: each says what is wrong, and with which object.
#include <limits>

#include "scene/gltf_fixture.h"

namespace scene_test {
namespace {

class GltfRefusal : public GltfTest {
 protected:
  std::string text_reason(const std::string& text) { return reason_of(Bytes(text.begin(), text.end())); }

  // of everything(), with one value changed.
  std::string changed_reason(const std::string& pointer, const json& value) {
    Gltf gltf = everything();
    gltf.root[json::json_pointer(pointer)] = value;
    return reason_of(gltf);
  }
  std::string erased_reason(const std::string& parent, const std::string& name) {
    Gltf gltf = everything();
    gltf.root[json::json_pointer(parent)].erase(name);
    return reason_of(gltf);
  }
};

const std::string kWholeNumber = " must be a whole number from 0 to 2147483647";

TEST_F(GltfRefusal, WhatIsNoGltf) {
  EXPECT_EQ(text_reason("{"),
            "malformed JSON: parse error at line 1, column 2: syntax error while parsing object key - "
            "unexpected end of input; expected string literal");
  EXPECT_TRUE(text_reason("solid stl").starts_with("malformed JSON: parse error at line 1, column 1"));
  EXPECT_TRUE(text_reason(std::string(100, '\0')).starts_with("malformed JSON: "));
  EXPECT_TRUE(text_reason("{\"a\": \"\xff\"}").starts_with("malformed JSON: "));
  EXPECT_TRUE(text_reason("{\"a\": 1e999}").starts_with("malformed JSON: number overflow"));
  EXPECT_TRUE(text_reason("{\"a\": NaN}").starts_with("malformed JSON: "));
  EXPECT_EQ(text_reason("[1, 2]"), "not a glTF file: its JSON isn't an object");
  EXPECT_EQ(text_reason("{}"), "not a glTF file: asset is missing");
}

TEST_F(GltfRefusal, OtherVersions) {
  EXPECT_EQ(changed_reason("/asset/version", "1.0"), "glTF 1.0 is not supported, only 2.0");
  EXPECT_EQ(changed_reason("/asset/version", 2.0), "not a glTF 2.0 file: asset.version must be a string");
  EXPECT_EQ(changed_reason("/asset/minVersion", "2.1"), "needs glTF \"2.1\", only 2.0 is supported");
  EXPECT_EQ(erased_reason("/asset", "version"), "not a glTF 2.0 file: asset.version must be a string");
}

TEST_F(GltfRefusal, RequiredExtensionsByName) {
  EXPECT_EQ(changed_reason("/extensionsRequired", {"KHR_lights_punctual", "KHR_draco_mesh_compression"}),
            "needs the extension \"KHR_draco_mesh_compression\", which is not supported");
  EXPECT_EQ(changed_reason("/extensionsRequired", {1}), "extensionsRequired must be an array of strings");
}

/// What a file needs without saying so is named, too.
TEST_F(GltfRefusal, CompressionByName) {
  Gltf gltf = everything();
  json& primitive = gltf.root["meshes"][0]["primitives"][0];
  primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
  EXPECT_NO_THROW(load(gltf));  // its accessors have the data as well
  gltf.root["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()].erase("bufferView");
  EXPECT_EQ(reason_of(gltf), "needs the extension \"KHR_draco_mesh_compression\", which is not supported");
  gltf = everything();
  gltf.root["buffers"].push_back(
      {{"byteLength", 16}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
  EXPECT_EQ(reason_of(gltf), "needs the extension \"EXT_meshopt_compression\", which is not supported");
}

TEST_F(GltfRefusal, DeepJson) {
  const std::string start = R"({"asset": {"version": "2.0"}, "extras": )";
  const std::string deep(255, '[');
  EXPECT_NO_THROW(load(json::parse(start + deep + std::string(255, ']') + "}")));
  EXPECT_EQ(text_reason(start + deep + "[" + std::string(256, ']') + "}"), "its JSON nests deeper than 256");
  EXPECT_EQ(text_reason(std::string(10'000'000, '[')), "its JSON nests deeper than 256");
  EXPECT_NO_THROW(load(json::parse(start + "\"" + std::string(1000, '[') + "\\\"[\"}"))) << "in a string they are text";
}

TEST_F(GltfRefusal, NumbersOfObjectsThatDontExist) {
  EXPECT_EQ(changed_reason("/scene", 1), "scene is 1, but the count of scenes is 1");
  EXPECT_EQ(changed_reason("/scenes/0/nodes/1", 9), "scene 0: nodes[1] is 9, but the count of nodes is 3");
  EXPECT_EQ(changed_reason("/nodes/0/mesh", 1), "node 0: mesh is 1, but the count of meshes is 1");
  EXPECT_EQ(changed_reason("/nodes/1/camera", 1), "node 1: camera is 1, but the count of cameras is 1");
  EXPECT_EQ(changed_reason("/nodes/1/children/0", 3), "node 1: children[0] is 3, but the count of nodes is 3");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/indices", 4),
            "mesh 0: primitives[0].indices is 4, but the count of accessors is 4");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/attributes/NORMAL", 77),
            "mesh 0: primitives[0].attributes.NORMAL is 77, but the count of accessors is 4");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/material", 1),
            "mesh 0: primitives[0].material is 1, but the count of materials is 1");
  EXPECT_EQ(changed_reason("/textures/0/source", 2), "texture 0: source is 2, but the count of images is 2");
  EXPECT_EQ(changed_reason("/textures/0/sampler", 1), "texture 0: sampler is 1, but the count of samplers is 1");
  EXPECT_EQ(changed_reason("/images/0/bufferView", 99), "image 0: bufferView is 99, but the count of bufferViews is 7");
  EXPECT_EQ(changed_reason("/accessors/1/bufferView", 7),
            "accessor 1: bufferView is 7, but the count of bufferViews is 7");
  EXPECT_EQ(changed_reason("/accessors/2/sparse/values/bufferView", 7),
            "accessor 2: sparse.values.bufferView is 7, but the count of bufferViews is 7");
  EXPECT_EQ(changed_reason("/bufferViews/2/buffer", 1), "bufferView 2: buffer is 1, but the count of buffers is 1");
}

TEST_F(GltfRefusal, NumbersOfTheWrongKind) {
  EXPECT_EQ(changed_reason("/nodes/0/mesh", -1), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/nodes/0/mesh", 0.5), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/nodes/0/mesh", "0"), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/nodes/0/mesh", nullptr), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/nodes/0/mesh", 4294967296), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/nodes/0/mesh", std::numeric_limits<std::uint64_t>::max()), "node 0: mesh" + kWholeNumber);
  EXPECT_EQ(changed_reason("/accessors/0/count", -3), "accessor 0: count" + kWholeNumber);
  EXPECT_EQ(changed_reason("/accessors/0/count", 1e30), "accessor 0: count" + kWholeNumber);
  EXPECT_EQ(changed_reason("/accessors/0/componentType", 5130), "accessor 0: componentType can't be 5130");
  EXPECT_EQ(changed_reason("/accessors/0/type", "VEC5"), "accessor 0: type can't be \"VEC5\"");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/mode", 7), "mesh 0: primitives[0].mode can't be 7");
  EXPECT_EQ(changed_reason("/samplers/0/wrapS", 1), "sampler 0: wrapS can't be 1");
  EXPECT_EQ(changed_reason("/cameras/0/type", "fisheye"), "camera 0: type can't be \"fisheye\"");
}

TEST_F(GltfRefusal, ObjectsOfTheWrongKind) {
  EXPECT_EQ(changed_reason("/nodes", json::object()), "nodes must be an array");
  EXPECT_EQ(changed_reason("/nodes/0", 5), "node 0 must be an object");
  EXPECT_EQ(changed_reason("/nodes/1/children", 5), "node 1: children must be an array");
  EXPECT_EQ(changed_reason("/meshes/0/primitives", "x"), "mesh 0: primitives must be an array");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0", {1}), "mesh 0: primitives[0] must be an object");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/attributes", {1}),
            "mesh 0: primitives[0].attributes must be an object");
  EXPECT_EQ(changed_reason("/materials/0/pbrMetallicRoughness", 1),
            "material 0: pbrMetallicRoughness must be an object");
  EXPECT_EQ(changed_reason("/materials/0/name", 1), "material 0: name must be a string");
  EXPECT_EQ(changed_reason("/nodes/1/translation", {1, 2}), "node 1: translation must be an array of 3 numbers");
  EXPECT_EQ(changed_reason("/nodes/1/translation/1", "x"), "node 1: translation[1] must be a number");
  EXPECT_EQ(erased_reason("/accessors/1", "count"), "accessor 1: count is missing");
  EXPECT_EQ(erased_reason("/meshes/0", "primitives"), "mesh 0: primitives is missing");
  EXPECT_EQ(erased_reason("/cameras/0", "perspective"), "camera 0: perspective is missing");
  EXPECT_EQ(erased_reason("/accessors/2/sparse", "indices"), "accessor 2: sparse.indices is missing");
}

TEST_F(GltfRefusal, BuffersThatDontReach) {
  EXPECT_EQ(changed_reason("/bufferViews/2/byteLength", 100000),
            "bufferView 2: ends at byte 100072, but buffer 0 has " + std::to_string(everything().buffer.size()));
  EXPECT_EQ(changed_reason("/bufferViews/2/byteOffset", 2147483647),
            "bufferView 2: ends at byte 2147483653, but buffer 0 has " + std::to_string(everything().buffer.size()));
  EXPECT_EQ(changed_reason("/bufferViews/0/byteStride", 6),
            "bufferView 0: byteStride must be a multiple of 4 up to 252, not 6");
  EXPECT_EQ(changed_reason("/bufferViews/0/byteStride", 256),
            "bufferView 0: byteStride must be a multiple of 4 up to 252, not 256");
  EXPECT_EQ(changed_reason("/buffers", json::array({{{"byteLength", 100}}})),
            "buffer 0: has neither a URI nor a chunk of a GLB file");
  Gltf gltf = one_triangle();
  gltf.root["buffers"] = json::array({{{"byteLength", 1000}}});
  Bytes glb = gltf.glb();
  EXPECT_EQ(reason_of(glb), "buffer 0: 1000 bytes are asked for, the GLB file's chunk has 80");
  gltf.root["buffers"] = json::array({{{"byteLength", 10}}, {{"byteLength", 10}}});
  EXPECT_EQ(reason_of(gltf.glb()), "buffer 1: has neither a URI nor a chunk of a GLB file");
}

TEST_F(GltfRefusal, AccessorsThatDontReach) {
  const std::string where = "node 0: mesh 0, primitive 0: ";
  EXPECT_EQ(changed_reason("/accessors/0/count", 4),
            where + "accessor 0: ends at byte 48 of bufferView 0, which has 36");
  EXPECT_EQ(changed_reason("/accessors/0/count", 2147483647),
            where + "accessor 0: ends at byte 25769803764 of bufferView 0, which has 36");
  EXPECT_EQ(changed_reason("/accessors/0/byteOffset", 2147483647),
            where + "accessor 0: ends at byte 2147483683 of bufferView 0, which has 36");
  EXPECT_EQ(changed_reason("/bufferViews/0/byteStride", 8),
            where + "accessor 0: bufferView 0 has a byteStride of 8, an element has 12 bytes");
  EXPECT_EQ(changed_reason("/bufferViews/0/byteStride", 252),
            where + "accessor 0: ends at byte 516 of bufferView 0, which has 36");
  EXPECT_EQ(changed_reason("/accessors/1/count", 2), where + "accessor 1: NORMAL has 2 elements, POSITION has 3");
  EXPECT_EQ(changed_reason("/accessors/0/type", "VEC2"), where + "accessor 0: POSITION must be VEC3");
  EXPECT_EQ(changed_reason("/accessors/2/type", "VEC2"), where + "accessor 2: indices must be SCALAR");
  EXPECT_EQ(changed_reason("/accessors/2/componentType", 5126),
            where + "accessor 2: ends at byte 12 of bufferView 2, which has 6");
  EXPECT_EQ(changed_reason("/meshes/0/primitives/0/indices", 0), where + "accessor 0: indices must be SCALAR");
  EXPECT_EQ(changed_reason("/accessors/2/sparse/count", 2),
            where + "accessor 2: ends at byte 2 of bufferView 5, which has 1");
  EXPECT_EQ(changed_reason("/accessors/2/sparse/values/byteOffset", 1),
            where + "accessor 2: ends at byte 3 of bufferView 6, which has 2");
}

TEST_F(GltfRefusal, IndicesBeyondTheVertices) {
  Gltf gltf = one_triangle();
  const int indices = gltf.add_accessor<std::uint16_t>("SCALAR", {0, 1, 3});
  gltf.root["meshes"][0]["primitives"][0]["indices"] = indices;
  EXPECT_EQ(reason_of(gltf), "node 0: mesh 0, primitive 0: accessor 3: index 3 is beyond the 3 vertices");
  gltf.root["accessors"][3]["componentType"] = 5122;
  EXPECT_EQ(reason_of(gltf), "node 0: mesh 0, primitive 0: accessor 3: its component type isn't one of indices");
  gltf.root["accessors"][3]["componentType"] = 5123;
  gltf.root["accessors"][3]["sparse"] = {{"count", 1},
                                         {"indices", {{"bufferView", gltf.add_view({3})}, {"componentType", 5121}}},
                                         {"values", {{"bufferView", gltf.add_view({0, 0})}}}};
  EXPECT_EQ(reason_of(gltf), "node 0: mesh 0, primitive 0: accessor 3: sparse index 3 is beyond its 3 elements");
}

TEST_F(GltfRefusal, NumbersThatArentFinite) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, infinity, -infinity}) {
    for (const std::string attribute : {"POSITION", "NORMAL", "TEXCOORD_0"}) {
      Gltf gltf = one_triangle();
      const bool is_pair = attribute == "TEXCOORD_0";
      std::vector<float> values(is_pair ? 6 : 9, 0.5f);
      values[is_pair ? 2 : 4] = bad;
      const int accessor = gltf.add_accessor(is_pair ? "VEC2" : "VEC3", values);
      gltf.root["meshes"][0]["primitives"][0]["attributes"][attribute] = accessor;
      EXPECT_EQ(reason_of(gltf), "node 0: mesh 0, primitive 0: accessor 3: element 1 is not a finite number");
    }
  }
  EXPECT_EQ(changed_reason("/nodes/1/translation/0", 1e39), "node 1: translation[0] is out of range");
  EXPECT_EQ(changed_reason("/nodes/1/scale/0", -1e300), "node 1: scale[0] is out of range");
}

TEST_F(GltfRefusal, TransformsBeyondFloats) {
  EXPECT_EQ(changed_reason("/nodes/1/rotation", {0, 0, 0, 0}), "node 1: its rotation has no direction");
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["scale"] = {1e30, 1, 1};
  gltf.add("nodes", {{"children", {0}}, {"scale", {1e30, 1, 1}}});
  gltf.root["scenes"][0]["nodes"] = json::array({1});
  EXPECT_EQ(reason_of(gltf), "node 0: its transform is beyond what a float holds");
  gltf = one_triangle();
  gltf.root["nodes"][0]["translation"] = {3e38, 0, 0};
  gltf.root["nodes"][0]["scale"] = {1e38, 1, 1};
  EXPECT_EQ(reason_of(gltf), "node 0: its mesh reaches beyond what a float holds");
  gltf.root["nodes"][0] = {{"mesh", 0}, {"matrix", {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
  EXPECT_EQ(reason_of(gltf), "node 0: its matrix has a last row other than 0 0 0 1");
}

TEST_F(GltfRefusal, NodesThatFormNoTree) {
  Gltf gltf = one_triangle();
  gltf.root["nodes"][0]["children"] = json::array({0});
  EXPECT_EQ(reason_of(gltf), "node 0: is its own ancestor");
  gltf = one_triangle();
  gltf.add("nodes", {{"children", {2}}});
  gltf.add("nodes", {{"children", {3, 4}}});
  gltf.add("nodes", {{"children", {1}}});
  gltf.add("nodes", json::object());
  EXPECT_TRUE(reason_of(gltf).ends_with(": is its own ancestor")) << "a cycle without a root";
  gltf.root["nodes"][3]["children"] = json::array();
  gltf.root["nodes"][0]["children"] = json::array({2});
  EXPECT_EQ(reason_of(gltf), "node 2: has two parents, nodes 0 and 1");
  gltf.root["nodes"][0]["children"] = json::array({1, 1});
  EXPECT_EQ(reason_of(gltf), "node 1: has two parents, nodes 0 and 0");
  gltf.root["nodes"][0]["children"] = json::array({1});
  gltf.root["scenes"][0]["nodes"] = json::array({0, 0});
  EXPECT_EQ(reason_of(gltf), "scene 0: lists node 0 twice");
}

TEST_F(GltfRefusal, ImagesOfNothingOrTwoThings) {
  EXPECT_EQ(erased_reason("/images/0", "bufferView"), "image 0: must have either a uri or a bufferView");
  EXPECT_EQ(changed_reason("/images/0/uri", "a.png"), "image 0: must have either a uri or a bufferView");
}

// ---- more than a small file can mean --------------------------------------------------------------------------------
TEST_F(GltfRefusal, ZeroesByTheBillion) {
  Gltf gltf = one_triangle();
  gltf.root["accessors"][0] = {{"componentType", 5126}, {"count", 2000000000}, {"type", "VEC3"}};
  gltf.root["meshes"][0]["primitives"][0] = {{"attributes", {{"POSITION", 0}}}};
  EXPECT_EQ(reason_of(gltf),
            "node 0: mesh 0, primitive 0: the meshes would take far more memory than the file's buffers hold");
}

TEST_F(GltfRefusal, OneBufferInManyPrimitives) {
  Gltf gltf;
  const int positions = gltf.add_accessor("VEC3", std::vector<float>(30'000, 1.0f));
  json primitives = json::array();
  for (int i = 0; i < 1000; ++i) primitives.push_back({{"attributes", {{"POSITION", positions}}}, {"mode", 5}});
  gltf.add_root({{"mesh", gltf.add("meshes", {{"primitives", primitives}})}});
  EXPECT_TRUE(reason_of(gltf).ends_with("the meshes would take far more memory than the file's buffers hold"));
}

TEST_F(GltfRefusal, OneMeshInManyPlaces) {
  Gltf gltf;
  const int positions = gltf.add_accessor("VEC3", std::vector<float>(30'000, 1.0f));
  const int mesh =
      gltf.add("meshes", {{"primitives", json::array({{{"attributes", {{"POSITION", positions}}}, {"mode", 5}}})}});
  for (int i = 0; i < 100; ++i) gltf.add_root({{"mesh", mesh}});
  EXPECT_NO_THROW(load(gltf)) << "a forest";
  for (int i = 0; i < 900; ++i) gltf.add_root({{"mesh", mesh}});
  EXPECT_TRUE(reason_of(gltf).ends_with("the meshes would take far more memory than the file's buffers hold"));
}

TEST_F(GltfRefusal, InstancesByTheMillion) {
  Gltf gltf = one_triangle();
  const json primitive = gltf.root["meshes"][0]["primitives"][0];
  for (int i = 1; i < 1100; ++i) gltf.root["meshes"][0]["primitives"].push_back(primitive);
  for (int i = 1; i < 1000; ++i) gltf.add_root({{"mesh", 0}});
  EXPECT_EQ(reason_of(gltf), "node 909: the scene has more than 1000000 instances");
}

TEST_F(GltfRefusal, MaterialsByTheMillion) {
  Gltf gltf = one_triangle();
  for (int i = 0; i < 16'385; ++i) gltf.add("materials", json::object());
  EXPECT_EQ(reason_of(gltf), "has 16385 materials, the limit is 16384");
}

// ---- GLB ------------------------------------------------------------------------------------------------------------
TEST_F(GltfRefusal, DamagedContainers) {
  const Bytes glb = one_triangle().glb();
  const auto with = [&](std::size_t at, unsigned char value) {
    Bytes changed = glb;
    changed[at] = value;
    return reason_of(changed);
  };
  EXPECT_EQ(with(4, 1), "glTF 1 is not supported, only 2");
  EXPECT_EQ(with(11, 0x7f), "truncated: the GLB file ends early");
  EXPECT_EQ(with(15, 0x7f), "truncated: a GLB chunk ends early");
  EXPECT_EQ(with(16, 'K'), "corrupt: the JSON chunk isn't the first and only one of the GLB file");
  Bytes small = glb;
  small[8] = 5;
  small[9] = small[10] = small[11] = 0;
  EXPECT_EQ(reason_of(small), "corrupt: the GLB header gives a size of 5 bytes");
  small[8] = 12;
  EXPECT_EQ(reason_of(small), "corrupt: the GLB file has no JSON chunk");
  small[8] = 15;
  EXPECT_EQ(reason_of(small), "truncated: a GLB chunk ends early");
}

TEST_F(GltfRefusal, NoTruncationIsLoaded) {
  const Bytes glb = everything().glb();
  const Bytes text = everything().text();
  for (const Bytes& file : {glb, text}) {
    for (std::size_t size = 1; size < file.size(); ++size) {
      ASSERT_NE(reason_of(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size))), "") << size;
    }
  }
}

}  // namespace
}  // namespace scene_test
