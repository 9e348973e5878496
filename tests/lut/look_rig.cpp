// SPDX-License-Identifier: MIT
// Nodes of looks, and tables on the device.
#include "lut/look_rig.h"

#include <cmath>
#include <cstring>

#include "reference/display/shaper.h"

namespace test {
namespace {

using reference::Rgb;

// Of sRGB-encoded values: halves hold what is stored, and what nodes hold. They are 2^-11 apart, and devices may cut
// off what is between two. The shader's arithmetic is within 2e-5.
constexpr double kStoredError = 2.0 / 2048.0 + 2e-5;

photopic::MadeFor info_for(std::uint32_t tone_mappers) {
  photopic::MadeFor info = {};
  info.encodings = photopic::encoding_bit(photopic::OutputEncoding::srgb);
  info.tone_mappers = tone_mappers;
  info.lut_size = LookRig::kSize;
  info.exact_looks = true;
  return info;
}

}  // namespace

LookRig::LookRig(std::uint32_t tone_mappers) : rig_(kStores[2], info_for(tone_mappers)) {}

photopic::Settings LookRig::settings() {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::none;
  settings.display.encoding = photopic::OutputEncoding::srgb;
  settings.display.gamut_map = photopic::GamutMap::clip;
  settings.display.transform = photopic::DisplayTransform::baked;
  return settings;
}

const std::vector<Rgb>& LookRig::colors() {
  static const std::vector<Rgb> kColors = [] {
    const auto linear = [](std::uint32_t node) {
      return double(float(reference::Shaper().decode(double(node) / (kSize - 1))));
    };
    std::vector<Rgb> colors;
    for (std::uint32_t i = 0; i < kSize; ++i) colors.push_back(reference::grey(linear(i)));
    const auto node = [](std::uint32_t i, std::uint32_t channel) {
      return std::min(std::uint32_t(noise(i, channel, 7) * 22.0), kSize - 1);  // up to about twice paper white
    };
    for (std::uint32_t i = 0; i < 400; ++i)
      colors.push_back({linear(node(i, 0)), linear(node(i, 1)), linear(node(i, 2))});
    return colors;
  }();
  return kColors;
}

std::vector<Rgb> LookRig::show(const photopic::Settings& settings, const photopic::LookTables* tables) {
  std::vector<Rgba> texels;
  for (const Rgb c : colors()) texels.push_back({float(c.r), float(c.g), float(c.b), 1.0f});
  std::vector<Rgb> shown;
  for (const LdrTexel& texel : rig_.show(texels, settings, tables)) shown.push_back({texel[0], texel[1], texel[2]});
  return shown;
}

void LookRig::expect(photopic::Settings settings, const std::function<Rgb(Rgb)>& expected,
                     const photopic::LookTables* tables) {
  for (const auto transform : {photopic::DisplayTransform::baked, photopic::DisplayTransform::exact}) {
    SCOPED_TRACE(transform == photopic::DisplayTransform::baked ? "baked" : "exact");
    settings.display.transform = transform;
    const std::vector<Rgb> shown = show(settings, tables);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Rgb c = colors()[i];
      const Rgb signal =
          per_channel(expected(c), [](double x) { return reference::srgb_encode(reference::saturate(x)); });
      ASSERT_NEAR(shown[i].r, signal.r, kStoredError) << "of " << c.r << " " << c.g << " " << c.b;
      ASSERT_NEAR(shown[i].g, signal.g, kStoredError) << "of " << c.r << " " << c.g << " " << c.b;
      ASSERT_NEAR(shown[i].b, signal.b, kStoredError) << "of " << c.r << " " << c.g << " " << c.b;
    }
  }
}

RefusalRig::RefusalRig()
    : hdr_(make_hdr(kHalf, VkExtent2D{8, 8}, wide_noise(-1.0, 1.0, 1))),
      ldr_(make_ldr({8, 8}, k8Bit)),
      exposure_(make_exposure(1.0f)) {
  photopic::MadeFor info = {.max_extent = {8, 8}, .steps = photopic::kToneMapStep};
  info.encodings |= photopic::encoding_bit(photopic::OutputEncoding::srgb);
  info.tone_mappers |=
      photopic::tone_mapper_bit(photopic::ToneMapper::none) | photopic::tone_mapper_bit(photopic::ToneMapper::custom);
  info.lut_size = photopic::kMinLutSize;
  post_ = make(info);
}

void RefusalRig::expect(const photopic::Settings& settings, const photopic::LookTables* tables,
                        const std::string& words, photopic::Status status) {
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {.hdr = {hdr_.view()},
                                   .ldr = {ldr_.view()},
                                   .extent = {8, 8},
                                   .exposure = {exposure_.handle()},
                                   .tables = tables};
    EXPECT_EQ(post_.record_finish(command_buffer, frame, settings), status);
  });
  const std::string message = context().last_message();
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

photopic::LookTable TableBuffer::add(const looks::Lut& lut) {
  photopic::LookTable table = {.first_node = std::uint32_t(nodes_.size() / floats_per_node_)};
  const auto append = [&](const looks::Table& from) {
    for (const auto& node : from.nodes) {
      nodes_.insert(nodes_.end(), node.begin(), node.end());
      if (floats_per_node_ == 4) nodes_.push_back(kNanF);  // isn't read
    }
  };
  if (lut.curves) {
    table.curve_size = lut.curves->size;
    std::copy(lut.curves->domain.min.begin(), lut.curves->domain.min.end(), table.curve_min);
    std::copy(lut.curves->domain.max.begin(), lut.curves->domain.max.end(), table.curve_max);
    append(*lut.curves);
  }
  if (lut.cube) {
    table.cube_size = lut.cube->size;
    std::copy(lut.cube->domain.min.begin(), lut.cube->domain.min.end(), table.cube_min);
    std::copy(lut.cube->domain.max.begin(), lut.cube->domain.max.end(), table.cube_max);
    append(*lut.cube);
  }
  return table;
}

photopic::LookTables TableBuffer::tables() {
  static std::uint64_t content = 0;
  buffer_ = engine::Buffer(context(), nodes_.size() * sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                           engine::MemoryUse::upload);
  std::memcpy(buffer_.mapped().data(), nodes_.data(), nodes_.size() * sizeof(float));
  photopic::LookTables tables;
  tables.nodes = buffer_.handle();
  tables.content = ++content;
  tables.floats_per_node = floats_per_node_;
  return tables;
}

}  // namespace test
