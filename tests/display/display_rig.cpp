// SPDX-License-Identifier: MIT
// Pictures of one row in all formats, and the final pass in double precision.
#include "display/display_rig.h"

#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "reference/display/gamut.h"
#include "reference/texel_formats.h"

namespace test {
namespace {

using photopic::GamutMap;
using photopic::OutputEncoding;
using reference::Rgb;

LdrTexel texel_of_word(std::uint32_t word, VkFormat packed) {
  if (packed == VK_FORMAT_B8G8R8A8_UNORM) {
    return {double(word >> 16 & 255), double(word >> 8 & 255), double(word & 255), double(word >> 24)};
  }
  const LdrTexel texel = {double(word & 1023), double(word >> 10 & 1023), double(word >> 20 & 1023),
                          double(word >> 30)};
  return packed == VK_FORMAT_A2R10G10B10_UNORM_PACK32 ? LdrTexel{texel[2], texel[1], texel[0], texel[3]} : texel;
}

bool has_headroom(OutputEncoding encoding) {
  return encoding == OutputEncoding::linear || encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg ||
         encoding == OutputEncoding::scrgb;
}

reference::Primaries container_of(OutputEncoding encoding) {
  if (encoding == OutputEncoding::display_p3) return reference::kP3D65;
  const bool is_bt2020 = encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg;
  return is_bt2020 ? reference::kBt2020 : reference::kBt709;
}

/// The smaller of the limiting primaries and the encoding's, unless that has room for channels below 0.
reference::Primaries limit_of(const photopic::Settings& settings) {
  const OutputEncoding encoding = settings.display.encoding;
  auto limit = settings.display.limit_primaries;
  if (encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb) return primaries_of(limit);
  if (encoding == OutputEncoding::display_p3) limit = std::min(limit, photopic::LimitPrimaries::p3);
  const bool is_bt2020 = encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg;
  if (!is_bt2020 && encoding != OutputEncoding::display_p3) limit = photopic::LimitPrimaries::bt709;
  return primaries_of(limit);
}

/// ACES 1.3's curve with a threshold of 0.8 for the largest distances that the source has.
Rgb soft_clipped(const reference::Matrix& to_limit, Rgb c) {
  constexpr double kThreshold = 0.8, kPower = 1.2;
  const double achromatic = reference::max_channel(c);
  if (achromatic <= 0.0) return {};
  const double channels[] = {c.r, c.g, c.b};
  double result[3];
  for (int i = 0; i < 3; ++i) {
    double limit = 1.0;
    for (const Rgb corner : {Rgb{1, 0, 0}, Rgb{0, 1, 0}, Rgb{0, 0, 1}, Rgb{1, 1, 0}, Rgb{0, 1, 1}, Rgb{1, 0, 1}}) {
      const Rgb there = multiply(to_limit, corner);
      const double of_channel[] = {there.r, there.g, there.b};
      limit = std::max(limit, 1.0 - of_channel[i] / reference::max_channel(there));
    }
    double distance = (achromatic - channels[i]) / achromatic;
    if (limit > 1.000001 && distance > kThreshold) {
      const double scale = (limit - kThreshold) /
                           std::pow(std::pow((1.0 - kThreshold) / (limit - kThreshold), -kPower) - 1.0, 1.0 / kPower);
      const double over = (distance - kThreshold) / scale;
      distance = kThreshold + scale * over / std::pow(1.0 + std::pow(over, kPower), 1.0 / kPower);
    }
    result[i] = achromatic - distance * achromatic;
  }
  return {result[0], result[1], result[2]};
}

Rgb gamut_mapped(GamutMap map, const reference::Matrix& to_limit, const reference::Primaries& limit, Rgb c) {
  if (map == GamutMap::soft_clip) return soft_clipped(to_limit, c);
  const double least = reference::min_channel(c);
  if (map == GamutMap::clip || least >= 0.0) return c;
  const double y = dot(reference::luminance_row(limit), c);
  if (y <= 0.0) return {};
  return per_channel(c, [=](double x) { return y + (x - y) * y / (y - least); });
}

Rgb signal_of(const photopic::DisplaySettings& display, Rgb c) {
  const auto each = [&](auto function) { return per_channel(c, function); };
  switch (display.encoding) {
    case OutputEncoding::automatic:
    case OutputEncoding::srgb:
    case OutputEncoding::display_p3:
      return each([](double x) { return reference::srgb_encode(reference::saturate(x)); });
    case OutputEncoding::power22:
      return each([](double x) { return reference::power_encode(reference::saturate(x), 2.2); });
    case OutputEncoding::hdr10:
      return reference::pq_encode(each([&](double x) { return std::min(x * double(display.paper_white_nits), 1e4); }));
    case OutputEncoding::hlg:
      c = each([&](double x) { return std::clamp(x * double(display.paper_white_nits), 0.0, 1000.0); });
      return per_channel(reference::hlg_encode(c), reference::saturate);
    case OutputEncoding::scrgb:
      return each([&](double x) {
        return reference::scrgb_encode(x * double(display.paper_white_nits), double(display.scrgb_reference_nits));
      });
    case OutputEncoding::linear:
      break;
  }
  return c;
}

Rgb off_by(Rgb c, Margin margin, double sign) {
  return per_channel(c, [=](double x) { return x + sign * (margin.relative * std::abs(x) + margin.absolute); });
}

}  // namespace

bool can_store(const Store& store) {
  VkFormatProperties properties = {};
  context().vk().vkGetPhysicalDeviceFormatProperties(context().physical_device(), store.format, &properties);
  return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0;
}

DisplayRig::DisplayRig(const Store& store, std::uint32_t tone_mappers, std::uint32_t encodings, bool converts_input)
    : DisplayRig(store, {.convert_input = converts_input, .encodings = encodings, .tone_mappers = tone_mappers}) {}

DisplayRig::DisplayRig(const Store& store, photopic::MadeFor info) : store_(store) {
  info.max_extent = {4096, 4096};
  info.steps = photopic::kToneMapStep;
  info.ldr_format = store.format;
  info.packed_format = store.packed;
  info.dither = false;
  post_ = make(info);
}

std::vector<LdrTexel> DisplayRig::show(std::span<const Rgba> colors, const photopic::Settings& settings,
                                       const photopic::LookTables* tables) {
  constexpr std::uint32_t kRow = 256;
  const VkExtent2D extent = {kRow, std::uint32_t((colors.size() + kRow - 1) / kRow)};
  std::vector<std::byte> bytes(std::size_t(extent.width) * extent.height * sizeof(Rgba));
  std::memcpy(bytes.data(), colors.data(), colors.size_bytes());
  const HdrImage hdr = make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, extent, bytes);
  const engine::Image ldr = make_ldr(extent, store_.format);
  const engine::Buffer exposure = make_exposure(1.0f);
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {
        .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = extent, .exposure = {exposure.handle()}, .tables = tables};
    context().check(post_.record_finish(command_buffer, frame, settings));
  });
  std::vector<LdrTexel> texels = read_stored(ldr, store_);
  texels.resize(colors.size());
  return texels;
}

std::vector<LdrTexel> read_stored(const engine::Image& ldr, const Store& store) {
  const std::vector<std::byte> read = engine::read_back(context(), ldr);
  std::vector<LdrTexel> texels(std::size_t(ldr.extent().width) * ldr.extent().height);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if (store.format == VK_FORMAT_R16G16B16A16_SFLOAT) {
      std::uint16_t halves[4];
      std::memcpy(halves, read.data() + i * sizeof halves, sizeof halves);
      for (std::size_t channel = 0; channel < 4; ++channel)
        texels[i][channel] = reference::half_to_double(halves[channel]);
    } else if (store.format == VK_FORMAT_R8G8B8A8_UNORM) {
      for (std::size_t channel = 0; channel < 4; ++channel) texels[i][channel] = double(read[4 * i + channel]);
    } else {
      std::uint32_t word;
      std::memcpy(&word, read.data() + 4 * i, sizeof word);
      texels[i] = texel_of_word(word, store.packed);
    }
  }
  return texels;
}

reference::Primaries primaries_of(photopic::Primaries primaries) {
  switch (primaries) {
    case photopic::Primaries::p3:
      return reference::kP3D65;
    case photopic::Primaries::bt2020:
      return reference::kBt2020;
    case photopic::Primaries::ap1:
      return reference::kAp1;
    case photopic::Primaries::ap0:
      return reference::kAp0;
    default:
      return reference::kBt709;
  }
}

reference::Primaries primaries_of(photopic::LimitPrimaries primaries) {
  return primaries == photopic::LimitPrimaries::bt709 ? reference::kBt709
         : primaries == photopic::LimitPrimaries::p3  ? reference::kP3D65
                                                      : reference::kBt2020;
}

Stored stored(const photopic::Settings& settings, bool is_half, Rgb color, Margin margin) {
  const photopic::DisplaySettings& display = settings.display;
  const auto tone_mapper = reference::ToneMapper(settings.tone_map.tone_mapper);
  float numbers[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  photopic::operator_parameters(settings.tone_map, &numbers);
  const std::vector<double> parameters(std::begin(numbers), std::end(numbers));
  Rgb scene = multiply(reference::conversion(primaries_of(settings.input.primaries), reference::kBt709), color);
  if (settings.input.scene_gamut == photopic::SceneGamut::aces13) {
    const Rgb ap1 = multiply(reference::conversion(reference::kBt709, reference::kAp1), scene);
    scene = multiply(reference::conversion(reference::kAp1, reference::kBt709), reference::compress_aces13(ap1));
  }
  const reference::Primaries limit = limit_of(settings);
  reference::Display shown = {.paper_white_nits = double(display.paper_white_nits),
                              .peak_nits = double(display.paper_white_nits),
                              .limit = limit};
  if (has_headroom(display.encoding)) {
    shown.peak_nits = double(display.peak_nits);
    shown.min_nits = double(display.min_nits);
  }
  const reference::Matrix to_limit = reference::conversion(reference::result_primaries(tone_mapper, limit), limit);
  Rgb c = multiply(to_limit, reference::tone_map_for(shown, tone_mapper, scene, parameters));
  if (display.encoding == OutputEncoding::automatic && is_half) {
    c = reference::tone_map(tone_mapper, scene, parameters);
    return {off_by(c, margin, -1.0), off_by(c, margin, 1.0)};
  }
  c = gamut_mapped(display.gamut_map, to_limit, limit, c);
  c = per_channel(c, [&](double x) { return std::clamp(x, 0.0, shown.headroom()); });
  c = multiply(reference::conversion(limit, container_of(display.encoding)), c);
  const Stored result = {signal_of(display, off_by(c, margin, -1.0)), signal_of(display, off_by(c, margin, 1.0))};
  if (display.encoding != OutputEncoding::hlg) return result;
  // There a channel falls where the others rise.
  const Rgb low = off_by(c, margin, -1.0), high = off_by(c, margin, 1.0);
  const Rgb red[] = {signal_of(display, {low.r, high.g, high.b}), signal_of(display, {high.r, low.g, low.b})};
  const Rgb green[] = {signal_of(display, {high.r, low.g, high.b}), signal_of(display, {low.r, high.g, low.b})};
  const Rgb blue[] = {signal_of(display, {high.r, high.g, low.b}), signal_of(display, {low.r, low.g, high.b})};
  return {{std::min(result.low.r, red[0].r), std::min(result.low.g, green[0].g), std::min(result.low.b, blue[0].b)},
          {std::max(result.high.r, red[1].r), std::max(result.high.g, green[1].g), std::max(result.high.b, blue[1].b)}};
}

}  // namespace test
