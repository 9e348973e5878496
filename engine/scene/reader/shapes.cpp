// SPDX-License-Identifier: MIT
// Shapes of the JSON objects that the reader takes, after the specification's JSON schemas.
#include "engine/scene/reader/schema.h"

namespace engine::gltf {
namespace {

constexpr Property boolean(std::string_view name) { return {.name = name, .kind = Kind::boolean}; }
constexpr Property integer(std::string_view name, std::span<const int> integers = {}) {
  return {.name = name, .kind = Kind::integer, .integers = integers};
}
constexpr Property number(std::string_view name) { return {.name = name, .kind = Kind::number}; }
constexpr Property string(std::string_view name, std::span<const std::string_view> words = {}) {
  return {.name = name, .kind = Kind::string, .words = words};
}
constexpr Property index(std::string_view name, std::string_view target) {
  return {.name = name, .kind = Kind::index, .target = target};
}
constexpr Property indices(std::string_view name, std::string_view target) {
  return {.name = name, .kind = Kind::indices, .target = target};
}
constexpr Property numbers(std::string_view name, std::size_t length) {
  return {.name = name, .kind = Kind::numbers, .length = length};
}
constexpr Property object(std::string_view name, std::span<const Property> shape) {
  return {.name = name, .kind = Kind::object, .shape = shape};
}
constexpr Property objects(std::string_view name, std::span<const Property> shape) {
  return {.name = name, .kind = Kind::objects, .shape = shape};
}
constexpr Property required(Property property) {
  property.is_required = true;
  return property;
}
constexpr Property not_negative(Property property) {
  property.minimum = 0;
  return property;
}

// ---- data -----------------------------------------------------------------------------------------------------------
constexpr int kComponentTypes[] = {5120, 5121, 5122, 5123, 5125, 5126};
constexpr int kIndexTypes[] = {5121, 5123, 5125};
constexpr std::string_view kAccessorTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

constexpr Property kBuffer[] = {string("uri"), required(integer("byteLength"))};
constexpr Property kBufferView[] = {
    required(index("buffer", "buffers")),
    integer("byteOffset"),
    required(integer("byteLength")),
    integer("byteStride"),
};
constexpr Property kSparseIndices[] = {
    required(index("bufferView", "bufferViews")),
    integer("byteOffset"),
    required(integer("componentType", kIndexTypes)),
};
constexpr Property kSparseValues[] = {required(index("bufferView", "bufferViews")), integer("byteOffset")};
constexpr Property kSparse[] = {
    required(integer("count")),
    required(object("indices", kSparseIndices)),
    required(object("values", kSparseValues)),
};
constexpr Property kAccessor[] = {
    index("bufferView", "bufferViews"),
    integer("byteOffset"),
    required(integer("componentType", kComponentTypes)),
    boolean("normalized"),
    required(integer("count")),
    required(string("type", kAccessorTypes)),
    object("sparse", kSparse),
};

// ---- meshes and materials -------------------------------------------------------------------------------------------
constexpr int kModes[] = {0, 1, 2, 3, 4, 5, 6};
constexpr Property kPrimitive[] = {
    required({.name = "attributes", .kind = Kind::indices_by_name, .target = "accessors"}),
    index("indices", "accessors"),
    index("material", "materials"),
    integer("mode", kModes),
    {.name = "targets", .kind = Kind::name_lists, .target = "accessors"},
};
constexpr Property kMesh[] = {required(objects("primitives", kPrimitive)), numbers("weights", 0)};

constexpr Property kImage[] = {string("uri"), index("bufferView", "bufferViews")};
constexpr int kMagnifications[] = {9728, 9729};
constexpr int kWraps[] = {10497, 33071, 33648};
constexpr Property kSampler[] = {
    integer("magFilter", kMagnifications),
    integer("wrapS", kWraps),
    integer("wrapT", kWraps),
};
constexpr Property kTextureImage[] = {index("source", "images")};
constexpr Property kTextureExtensions[] = {
    object("KHR_texture_basisu", kTextureImage),
    object("EXT_texture_avif", kTextureImage),
    object("EXT_texture_webp", kTextureImage),
    object("MSFT_texture_dds", kTextureImage),
};
constexpr Property kTexture[] = {index("sampler", "samplers"), index("source", "images"),
                                 object("extensions", kTextureExtensions)};

constexpr Property kTextureTransform[] = {numbers("offset", 2), number("rotation"), numbers("scale", 2),
                                          integer("texCoord")};
constexpr Property kTextureInfoExtensions[] = {object("KHR_texture_transform", kTextureTransform)};
constexpr Property kTextureInfo[] = {required(index("index", "textures")), integer("texCoord"),
                                     object("extensions", kTextureInfoExtensions)};
constexpr Property kNormalTextureInfo[] = {kTextureInfo[0], kTextureInfo[1], kTextureInfo[2], number("scale")};
constexpr Property kOcclusionTextureInfo[] = {kTextureInfo[0], kTextureInfo[1], kTextureInfo[2], number("strength")};
constexpr Property kMetallicRoughness[] = {
    numbers("baseColorFactor", 4), object("baseColorTexture", kTextureInfo),         number("metallicFactor"),
    number("roughnessFactor"),     object("metallicRoughnessTexture", kTextureInfo),
};
constexpr Property kEmissiveStrength[] = {not_negative(number("emissiveStrength"))};
constexpr Property kMaterialExtensions[] = {object("KHR_materials_emissive_strength", kEmissiveStrength),
                                            object("KHR_materials_unlit", {})};
constexpr std::string_view kAlphaModes[] = {"OPAQUE", "MASK", "BLEND"};
constexpr Property kMaterial[] = {
    string("name"),
    object("pbrMetallicRoughness", kMetallicRoughness),
    object("normalTexture", kNormalTextureInfo),
    object("occlusionTexture", kOcclusionTextureInfo),
    object("emissiveTexture", kTextureInfo),
    not_negative(numbers("emissiveFactor", 3)),
    string("alphaMode", kAlphaModes),
    not_negative(number("alphaCutoff")),
    boolean("doubleSided"),
    object("extensions", kMaterialExtensions),
};

// ---- the scene ------------------------------------------------------------------------------------------------------
constexpr std::string_view kCameraTypes[] = {"perspective", "orthographic"};
constexpr Property kPerspective[] = {required(number("yfov")), required(number("znear")), number("zfar")};
constexpr Property kOrthographic[] = {
    required(number("xmag")),
    required(number("ymag")),
    required(number("zfar")),
    required(number("znear")),
};
constexpr Property kCamera[] = {
    required(string("type", kCameraTypes)),
    object("perspective", kPerspective),
    object("orthographic", kOrthographic),
};

constexpr std::string_view kLightTypes[] = {"directional", "point", "spot"};
constexpr Property kSpot[] = {not_negative(number("innerConeAngle")), not_negative(number("outerConeAngle"))};
constexpr Property kLight[] = {
    not_negative(numbers("color", 3)),
    not_negative(number("intensity")),
    not_negative(number("range")),
    required(string("type", kLightTypes)),
    object("spot", kSpot),
};

constexpr Property kNodeLight[] = {required(index("light", "lights"))};
constexpr Property kNodeExtensions[] = {object("KHR_lights_punctual", kNodeLight)};
constexpr Property kNode[] = {
    index("mesh", "meshes"),      index("camera", "cameras"),
    indices("children", "nodes"), numbers("matrix", 16),
    numbers("translation", 3),    numbers("rotation", 4),
    numbers("scale", 3),          object("extensions", kNodeExtensions),
    index("skin", "skins"),       numbers("weights", 0),
};
constexpr Property kSkin[] = {index("inverseBindMatrices", "accessors"), required(indices("joints", "nodes"))};
constexpr std::string_view kInterpolations[] = {"LINEAR", "STEP", "CUBICSPLINE"};
constexpr Property kAnimationSampler[] = {
    required(index("input", "accessors")),
    required(index("output", "accessors")),
    string("interpolation", kInterpolations),
};
constexpr Property kChannelTarget[] = {index("node", "nodes"), required(string("path"))};
constexpr Property kChannel[] = {required(integer("sampler")), required(object("target", kChannelTarget))};
constexpr Property kAnimation[] = {
    string("name"),
    required(objects("channels", kChannel)),
    required(objects("samplers", kAnimationSampler)),
};
constexpr Property kScene[] = {string("name"), indices("nodes", "nodes")};

constexpr Property kAsset[] = {required(string("version"))};
constexpr Property kRoot[] = {required(object("asset", kAsset)), index("scene", "scenes")};

// Materials are what costs most: 2 KiB each in tinygltf, for a text of three bytes.
constexpr std::size_t kMany = 1'000'000;
constexpr std::size_t kSome = 65'536;
constexpr std::size_t kFew = 16'384;
constexpr Section kSections[] = {
    {"buffers", "buffer", "/buffers", kBuffer, kSome},
    {"bufferViews", "bufferView", "/bufferViews", kBufferView, kMany},
    {"accessors", "accessor", "/accessors", kAccessor, kMany},
    {"meshes", "mesh", "/meshes", kMesh, kMany},
    {"images", "image", "/images", kImage, kSome},
    {"samplers", "sampler", "/samplers", kSampler, kSome},
    {"textures", "texture", "/textures", kTexture, kSome},
    {"materials", "material", "/materials", kMaterial, kFew},
    {"cameras", "camera", "/cameras", kCamera, kSome},
    {"lights", "light", "/extensions/KHR_lights_punctual/lights", kLight, kSome},
    {"nodes", "node", "/nodes", kNode, kMany},
    {"skins", "skin", "/skins", kSkin, kSome},
    {"animations", "animation", "/animations", kAnimation, kSome},
    {"scenes", "scene", "/scenes", kScene, kSome},
};

}  // namespace

std::span<const Section> sections() { return kSections; }
std::span<const Property> root_shape() { return kRoot; }

}  // namespace engine::gltf
