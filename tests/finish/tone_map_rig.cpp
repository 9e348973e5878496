// SPDX-License-Identifier: MIT
// Rows of colours for each output format, tone mapped and read back.
#include "finish/tone_map_rig.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "reference/texel_formats.h"

namespace test {
namespace {

constexpr std::uint32_t kRowTexels = 256;

std::map<VkFormat, ToneMapRig> rigs;

/// Before the device goes.
struct Release : testing::Environment {
  void TearDown() override { rigs.clear(); }
};
[[maybe_unused]] const testing::Environment* const kRelease = testing::AddGlobalTestEnvironment(new Release);

VkExtent2D rows_for(std::size_t count) { return {kRowTexels, std::uint32_t((count + kRowTexels - 1) / kRowTexels)}; }

}  // namespace

engine::Buffer make_exposure(float exposure, VkDeviceSize offset_bytes) {
  engine::Buffer buffer(context(), offset_bytes + sizeof exposure, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                        engine::MemoryUse::upload);
  std::memcpy(buffer.mapped().data() + offset_bytes, &exposure, sizeof exposure);
  return buffer;
}

std::vector<LdrTexel> read_ldr(const engine::Image& ldr) {
  const std::vector<std::byte> bytes = engine::read_back(context(), ldr);
  std::vector<LdrTexel> texels(std::size_t(ldr.extent().width) * ldr.extent().height);
  if (ldr.format() == VK_FORMAT_R32_UINT) {
    for (std::size_t i = 0; i < texels.size(); ++i) {
      std::uint32_t word;
      std::memcpy(&word, bytes.data() + sizeof word * i, sizeof word);
      texels[i] = {double(word & 1023u), double(word >> 10 & 1023u), double(word >> 20 & 1023u), double(word >> 30)};
    }
    return texels;
  }
  const bool is_8_bit = ldr.format() == VK_FORMAT_R8G8B8A8_UNORM;
  for (std::size_t i = 0; i < 4 * texels.size(); ++i) {
    std::uint16_t half = 0;
    if (!is_8_bit) std::memcpy(&half, bytes.data() + 2 * i, 2);
    texels[i / 4][i % 4] = is_8_bit ? double(bytes[i]) : reference::half_to_double(half);
  }
  return texels;
}

ToneMapRig::ToneMapRig(VkFormat ldr_format)
    : ldr_format_(ldr_format),
      post_(make({.max_extent = {4096, 4096},
                  .steps = photopic::kToneMapStep,
                  .ldr_format = ldr_format,
                  .tone_mappers = photopic::kAllToneMappers})) {}

std::vector<LdrTexel> ToneMapRig::map(std::span<const Rgba> colors, const photopic::ToneMapSettings& settings,
                                      float exposure) {
  const VkExtent2D extent = rows_for(colors.size());
  std::vector<std::byte> bytes(std::size_t(extent.width) * extent.height * sizeof(Rgba));
  std::memcpy(bytes.data(), colors.data(), colors.size_bytes());
  const HdrImage hdr = make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, bytes);
  const engine::Image ldr = make_ldr(extent, ldr_format_);
  const engine::Buffer exposure_buffer = make_exposure(exposure);
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent, .exposure = {exposure_buffer.handle()}};
    context().check(post_.record_finish(command_buffer, frame, {.tone_map = settings}));
  });
  std::vector<LdrTexel> texels = read_ldr(ldr);
  texels.resize(colors.size());
  return texels;
}

ToneMapRig& tone_map_rig(VkFormat ldr_format) { return rigs.try_emplace(ldr_format, ldr_format).first->second; }

std::vector<photopic::ToneMapper> all_tone_mappers() {
  std::vector<photopic::ToneMapper> all;
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    if ((photopic::kExactToneMappers >> i & 1u) != 0) all.push_back(photopic::ToneMapper(i));
  }
  return all;
}

std::string test_name(photopic::ToneMapper tone_mapper) {
  std::string result = photopic::tone_mapper_name(tone_mapper);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return result;
}

}  // namespace test
