// SPDX-License-Identifier: MIT
// Random pictures, and their way through the final pass.
#include "lens/lens_rig.h"

#include <cstring>
#include <stdexcept>
#include <string>

namespace test {

reference::LensPlane LensPicture::plane() const {
  reference::LensPlane plane = {int(extent.width), int(extent.height), {}};
  for (const Rgba& texel : texels) plane.texels.push_back({double(texel.r), double(texel.g), double(texel.b)});
  return plane;
}

LensPicture lens_picture(VkExtent2D extent, const std::function<Rgba(std::uint32_t x, std::uint32_t y)>& texel) {
  LensPicture picture = {extent, {}};
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) picture.texels.push_back(texel(x, y));
  }
  return picture;
}

LensPicture random_lens_picture(VkExtent2D extent, std::uint32_t seed, float most) {
  return lens_picture(extent, [=](std::uint32_t x, std::uint32_t y) {
    const auto number = [=](std::uint32_t channel) { return float(noise(x, y, 4 * seed + channel)); };
    return Rgba{most * number(0), most * number(1), most * number(2), number(3)};
  });
}

const Store& store_of(const char* name) {
  for (const Store& store : kStores) {
    if (std::string(store.name) == name) return store;
  }
  throw std::invalid_argument(name);
}

LensRig::LensRig(const Store& store, photopic::MadeFor info) : store_(store) {
  if (info.max_extent.width == 0) info.max_extent = {256, 256};
  info.steps = photopic::kToneMapStep;
  info.ldr_format = store.format;
  info.packed_format = store.packed;
  info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none);
  post_ = make(info);
}

std::vector<LdrTexel> LensRig::finished(const LensPicture& picture, const photopic::Settings& settings) {
  return finished(picture, settings, {{0, 0}, picture.extent});
}

std::vector<LdrTexel> LensRig::finished(const LensPicture& picture, const photopic::Settings& settings,
                                        VkRect2D region) {
  std::vector<std::byte> bytes(picture.texels.size() * sizeof(Rgba));
  std::memcpy(bytes.data(), picture.texels.data(), bytes.size());
  const HdrImage hdr = make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, picture.extent, bytes);
  const engine::Image ldr = make_ldr(region.extent, store_.format);
  const engine::Buffer exposure = make_exposure(1.0f);
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {hdr.view()},
                                   .ldr = {ldr.view()},
                                   .extent = region.extent,
                                   .offset = region.offset,
                                   .exposure = {exposure.handle()}};
    context().check(post_.record_finish(command_buffer, frame, settings));
  });
  return read_stored(ldr, store_);
}

photopic::Settings lens_settings(photopic::OutputEncoding encoding) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::none;
  settings.display.encoding = encoding;
  return settings;
}

reference::LensPlane plane_of(const std::vector<LdrTexel>& texels, VkExtent2D extent, double most) {
  reference::LensPlane plane = {int(extent.width), int(extent.height), {}};
  for (const LdrTexel& texel : texels) plane.texels.push_back({texel[0] / most, texel[1] / most, texel[2] / most});
  return plane;
}

}  // namespace test
