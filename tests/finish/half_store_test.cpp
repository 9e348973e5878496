// SPDX-License-Identifier: MIT
// Tests of halves in pictures: each is the one nearest to what the shader has, even of two, whatever the device's own
// conversion does.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "embedding/draw_rig.h"
#include "finish/tone_map_rig.h"
#include "gpu/loader_shim.h"
#include "reference/texel_formats.h"

namespace half_store_test {
namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using test::context;

constexpr VkFormat kFloat = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr std::uint32_t kWidth = 256;

/// IEEE 754: nearest, even of two; below 2^-14 multiples of 2^-24.
double nearest_half(double value) {
  const int exponent = value == 0.0 ? -14 : std::max(std::ilogb(value), -14);
  const double quantum = std::ldexp(1.0, exponent - 10);
  return std::min(std::nearbyint(value / quantum) * quantum, 65504.0);
}

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Around each half that is picked: itself, a float beside it, ties with its neighbours and floats beside these; rows
/// of kWidth.
std::vector<float> floats_around_halves() {
  std::vector<float> values = {0.0f,     0x1p-24f, 0x1p-25f, 0x1.8p-25f, 0x1.8p-24f, 0x1.000002p-25f, 0x1p-26f, 0.5f,
                               65503.0f, 65504.0f, 65519.0f, 65520.0f,   1e6f};
  std::uint32_t state = 1;
  while (values.size() < 64 * kWidth) {
    state = state * 1664525u + 1013904223u;
    constexpr std::uint32_t kLeast = 112u << 23, kMost = 142u << 23;  // 2^-15 and 2^15
    const std::uint32_t half = (kLeast + (state >> 4) % (kMost - kLeast)) & ~0x1fffu;
    for (const std::uint32_t offset : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x1fffu}) {
      values.push_back(float_of(half + offset));
    }
    values.push_back(std::ldexp(float(state >> 8), -38 - int(state % 9)));  // a subnormal half
  }
  values.resize(64 * kWidth);
  return values;
}

/// An object that stores what it reads, and one texel for each value, whose alpha is the value up to 1.
struct Stores {
  std::vector<float> values = floats_around_halves();
  VkExtent2D extent = {kWidth, std::uint32_t(values.size() / kWidth)};
  test::HdrImage hdr;
  engine::Buffer exposure = test::make_exposure(1.0f);
  photopic::Settings settings;

  Stores() {
    std::vector<std::byte> bytes(values.size() * sizeof(test::Rgba));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const test::Rgba color = {values[i], values[i], values[i], values[i]};
      std::memcpy(bytes.data() + i * sizeof color, &color, sizeof color);
    }
    hdr = test::make_hdr(kFloat, extent, bytes);
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
  }
  photopic::MadeFor info(std::uint32_t step, VkFormat format) const {
    return {.max_extent = extent,
            .steps = step,
            .ldr_format = format,
            .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none)};
  }
  Frame frame() const { return {.hdr = {hdr.view()}, .extent = extent, .exposure = {exposure.handle()}}; }
  void expect_nearest(const std::vector<std::byte>& bytes) const {
    std::size_t wrong = 0, below = 0;
    for (std::size_t i = 0; i < 4 * values.size(); ++i) {
      std::uint16_t half = 0;
      std::memcpy(&half, bytes.data() + sizeof half * i, sizeof half);
      const double value = double(values[i / 4]), stored = reference::half_to_double(half);
      const double expected = nearest_half(i % 4 == 3 ? std::min(value, 1.0) : value);
      if (stored == expected) continue;
      if (++wrong <= 5) ADD_FAILURE() << value << ", channel " << i % 4 << ": " << stored << ", not " << expected;
      if (stored < expected) ++below;
    }
    EXPECT_EQ(wrong, 0u) << below << " below, of " << 4 * values.size();
  }
  std::vector<std::byte> stored_by(PostProcess& post) const {
    const engine::Image ldr = test::make_ldr(extent, test::kHalf);
    Frame one = frame();
    one.ldr.view = ldr.view();
    test::submit([&](VkCommandBuffer commands) { context().check(post.record_finish(commands, one, settings)); });
    return engine::read_back(context(), ldr);
  }
  std::vector<std::byte> drawn_in(VkFormat format) const {
    const test::Attachment attachment({.extent = extent, .format = format});
    photopic::MadeFor drawing = info(photopic::kDrawStep, format);
    drawing.render_target = attachment.target();
    PostProcess post = test::make(drawing);
    test::submit([&](VkCommandBuffer commands) {
      context().check(post.record_finish(commands, frame(), settings));
      attachment.record(commands, [&] { context().check(post.record_draw(commands, frame(), settings)); });
    });
    return attachment.read();
  }
};

TEST(HalfStore, IsTheNearestEvenOfTwo) {
  const Stores stores;
  PostProcess post = test::make(stores.info(photopic::kToneMapStep, test::kHalf));
  stores.expect_nearest(stores.stored_by(post));
}

VKAPI_ATTR void VKAPI_CALL properties_of_nvidia(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  context().vk().vkGetPhysicalDeviceProperties2(device, properties);
  for (auto* next = static_cast<VkBaseOutStructure*>(properties->pNext); next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) continue;
    reinterpret_cast<VkPhysicalDeviceDriverProperties*>(next)->driverID = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  }
}

/// llvmpipe's packing rounds to the nearest, as NVIDIA's does.
TEST(HalfStore, IsSoByPackingWhichNvidiaDoesBest) {
  test::LoaderShim shim(context());
  shim.replace("vkGetPhysicalDeviceProperties2", reinterpret_cast<PFN_vkVoidFunction>(properties_of_nvidia));
  const Stores stores;
  PostProcess post = test::make(shim.device(), stores.info(photopic::kToneMapStep, test::kHalf));
  stores.expect_nearest(stores.stored_by(post));
}

TEST(HalfStore, IsSoInAttachments) {
  const Stores stores;
  stores.expect_nearest(stores.drawn_in(test::kHalf));
  const std::vector<std::byte> floats = stores.drawn_in(kFloat);
  for (std::size_t i = 0; i < stores.values.size(); ++i) {
    float stored = 0.0f;
    std::memcpy(&stored, floats.data() + 4 * sizeof stored * i, sizeof stored);
    ASSERT_EQ(stored, std::min(stores.values[i], 65504.0f)) << "an attachment of floats keeps them";
  }
}

}  // namespace
}  // namespace half_store_test
