// SPDX-License-Identifier: MIT
// Masks, depth and class images, and their weighted scenes.
#include "meter/weight_rig.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "reference/metering.h"

namespace test {
namespace {

VkImageAspectFlags all_aspects(VkFormat format) {
  switch (format) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_D32_SFLOAT:
      return VK_IMAGE_ASPECT_DEPTH_BIT;
    case VK_FORMAT_S8_UINT:
      return VK_IMAGE_ASPECT_STENCIL_BIT;
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
      return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
      return VK_IMAGE_ASPECT_COLOR_BIT;
  }
}

VkDeviceMemory bind_memory(VkImage image) {
  VkMemoryRequirements needs;
  context().vk().vkGetImageMemoryRequirements(context().device(), image, &needs);
  std::uint32_t type = 0;
  while ((needs.memoryTypeBits >> type & 1u) == 0) ++type;
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = type;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  engine::check(context().vk().vkAllocateMemory(context().device(), &info, nullptr, &memory), "vkAllocateMemory");
  engine::check(context().vk().vkBindImageMemory(context().device(), image, memory, 0), "vkBindImageMemory");
  return memory;
}

void upload(VkImage image, VkExtent2D extent, VkImageAspectFlags aspects, const std::vector<RawImage::Plane>& planes,
            std::uint32_t layer_count) {
  std::vector<engine::Buffer> staging;
  for (const RawImage::Plane& plane : planes) {
    staging.emplace_back(context(), plane.bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, engine::MemoryUse::upload);
    std::memcpy(staging.back().mapped().data(), plane.bytes.data(), plane.bytes.size());
  }
  submit([&](VkCommandBuffer command_buffer) {
    engine::image_barrier(context(), command_buffer, image, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kTransferWrite, engine::kTransferWrite,
                          aspects);
    for (std::size_t i = 0; i < planes.size(); ++i) {
      VkBufferImageCopy copy = {};
      copy.imageSubresource = {planes[i].aspect, 0, 0, layer_count};
      copy.imageExtent = {extent.width, extent.height, 1};
      context().vk().vkCmdCopyBufferToImage(command_buffer, staging[i].handle(), image,
                                            VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    }
    engine::image_barrier(context(), command_buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kTransferWrite, engine::kComputeRead,
                          aspects);
  });
}

template <class T>
std::vector<T> cropped(const std::vector<T>& texels, VkExtent2D extent, VkRect2D region) {
  std::vector<T> result;
  if (texels.empty()) return result;
  for (std::uint32_t y = 0; y < region.extent.height; ++y) {
    const auto row = texels.begin() + (region.offset.y + std::ptrdiff_t(y)) * extent.width + region.offset.x;
    result.insert(result.end(), row, row + region.extent.width);
  }
  return result;
}

}  // namespace

// ---- images ---------------------------------------------------------------------------------------------------------

RawImage::RawImage(VkExtent2D extent, VkFormat format, const std::vector<Plane>& planes, std::uint32_t layer_count) {
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {extent.width, extent.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = layer_count;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  engine::check(context().vk().vkCreateImage(context().device(), &info, nullptr, &image_), "vkCreateImage");
  memory_ = bind_memory(image_);
  upload(image_, extent, all_aspects(format), planes, layer_count);
  for (const Plane& plane : planes) {
    for (std::uint32_t layer = 0; layer < layer_count; ++layer) {
      VkImageViewCreateInfo view_info = {};
      view_info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
      view_info.image = image_;
      view_info.viewType = VK_IMAGE_VIEW_TYPE_2D;
      view_info.format = format;
      view_info.subresourceRange = {plane.aspect, 0, 1, layer, 1};
      VkImageView handle = VK_NULL_HANDLE;
      engine::check(context().vk().vkCreateImageView(context().device(), &view_info, nullptr, &handle),
                    "vkCreateImageView");
      views_.push_back({plane.aspect, layer, handle});
    }
  }
}

RawImage::~RawImage() {
  for (const View& view : views_) context().vk().vkDestroyImageView(context().device(), view.handle, nullptr);
  context().vk().vkDestroyImage(context().device(), image_, nullptr);
  context().vk().vkFreeMemory(context().device(), memory_, nullptr);
}

VkImageView RawImage::view(VkImageAspectFlags aspect, std::uint32_t layer) const {
  for (const View& view : views_) {
    if (view.aspect == aspect && view.layer == layer) return view.handle;
  }
  throw engine::Error("the image has no such aspect or layer");
}

bool RawImage::is_supported(VkFormat format) {
  constexpr VkFormatFeatureFlags kNeeded = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  VkFormatProperties properties;
  context().vk().vkGetPhysicalDeviceFormatProperties(context().physical_device(), format, &properties);
  return (properties.optimalTilingFeatures & kNeeded) == kNeeded;
}

// ---- scenes ---------------------------------------------------------------------------------------------------------

namespace {

/// Smooth and noisy parts, a few invalid texels.
TexelFn scene_content(std::uint32_t seed) {
  return [=, content = gradient_with_noise(kSceneExtent, seed)](std::uint32_t x, std::uint32_t y) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return noise(x, y, seed + 90) < 0.01 ? reference::Rgb{kNan, 1.0, 1.0} : content(x, y);
  };
}

}  // namespace

SceneOnGpu::SceneOnGpu(VkRect2D region, VkExtent2D mask_extent, std::uint32_t seed)
    : hdr(make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kSceneExtent, scene_content(seed))) {
  scene.texels = hdr.texels;
  scene.extent = kSceneExtent;
  scene.region = region;
  // In the mean rising to the right and downwards, so that whoever leaves out a part of them moves the mean.
  for (std::uint32_t i = 0; i < kSceneExtent.width * kSceneExtent.height; ++i) {
    const double x = double(i % kSceneExtent.width) / kSceneExtent.width;
    const double y = std::floor(double(i) / kSceneExtent.width) / kSceneExtent.height;
    scene.depth.push_back(float(0.5 * (x + noise(i, 1, seed + 91))));
    scene.classes.push_back(std::uint32_t(128.0 * (y + noise(i, 2, seed + 92))));
  }
  set_mask(mask_extent, [=](std::uint32_t x, std::uint32_t y) { return float(noise(x, y, seed + 93)); });
  depth = make_raw(kSceneExtent, VK_FORMAT_R32_SFLOAT, scene.depth);
  const std::vector<std::uint16_t> ids(scene.classes.begin(), scene.classes.end());
  classes = make_raw(kSceneExtent, VK_FORMAT_R16_UINT, ids);
}

void SceneOnGpu::set_mask(VkExtent2D extent, const std::function<float(std::uint32_t x, std::uint32_t y)>& value) {
  scene.mask_extent = extent;
  scene.mask.clear();
  for (std::uint32_t i = 0; i < extent.width * extent.height; ++i) {
    scene.mask.push_back(value(i % extent.width, i / extent.width));
  }
  mask = make_raw(extent, VK_FORMAT_R32_SFLOAT, scene.mask);
}

photopic::Source SceneOnGpu::source(std::uint32_t weights) const {
  photopic::Source source = {.hdr = {hdr.view()}, .region = scene.region};
  if ((weights & photopic::kWeightMask) != 0) source.weights.mask = {mask->view(VK_IMAGE_ASPECT_COLOR_BIT)};
  if ((weights & photopic::kWeightDepth) != 0) source.weights.depth = {depth->view(depth_aspect)};
  if ((weights & photopic::kWeightClasses) != 0) source.weights.classes = {classes->view(classes_aspect)};
  return source;
}

photopic::Frame SceneOnGpu::frame(std::uint32_t weights) const {
  const photopic::Source all = source(weights);
  return {.hdr = all.hdr, .extent = all.region.extent, .offset = all.region.offset, .weights = all.weights};
}

photopic::MeterSettings settings_for_all_weights() {
  photopic::MeterSettings settings;
  settings.centre = settings.spot = settings.ellipse = settings.mask = true;
  settings.spot_radius = 0.613f;
  settings.ellipse_x = 0.4f;
  settings.ellipse_y = 0.55f;
  settings.ellipse_radius_x = 0.45f;
  settings.ellipse_radius_y = 0.6f;
  settings.window_min_log2 = -3.3f;
  settings.window_max_log2 = 3.7f;
  settings.depth_min = 0.2f;
  settings.depth_max = 0.85f;
  for (std::uint32_t i = 0; i < 8; ++i) settings.metered_classes[i] = i < 4 ? 0xc3a59665u : 0x10204081u;
  return settings;
}

// ---- reference ------------------------------------------------------------------------------------------------------

ReferenceSource::ReferenceSource(const WeightScene& scene)
    : scene_(scene),
      texels_(cropped(scene.texels, scene.extent, scene.region)),
      depth_(cropped(scene.depth, scene.extent, scene.region)),
      classes_(cropped(scene.classes, scene.extent, scene.region)) {
  // A texel's centre on the edge of two texels of the mask may be taken for either: scenes must have none.
  const auto has_tie = [](std::uint64_t size, std::uint64_t mask_size) {
    for (std::uint64_t i = 0; i < size; ++i) {
      if ((2 * i + 1) * mask_size % (2 * size) == 0) return true;
    }
    return false;
  };
  if (!scene.mask.empty() && (has_tie(scene.region.extent.width, scene.mask_extent.width) ||
                              has_tie(scene.region.extent.height, scene.mask_extent.height))) {
    throw engine::Error("a texel's centre is on the edge of two texels of the mask: choose another size");
  }
}

reference::WeightedSource ReferenceSource::get() const {
  return {.texels = texels_,
          .width = scene_.region.extent.width,
          .height = scene_.region.extent.height,
          .mask = scene_.mask,
          .mask_width = scene_.mask_extent.width,
          .mask_height = scene_.mask_extent.height,
          .depth = depth_,
          .classes = classes_};
}

reference::WeightSettings weight_settings(std::uint32_t bits, const photopic::MeterSettings& settings,
                                          std::uint32_t quantised_steps) {
  reference::WeightSettings result = reference::weight_settings(bits, settings);
  result.quantised_steps = quantised_steps;
  return result;
}

namespace {

constexpr double kSteps = PHOTOPIC_WEIGHT_ONE;

/// How far a weight may be from the oracle's, in both ways of counting.
struct WeightError {
  double quantised = 0.0;
  double unquantised = 0.0;
};

WeightError error_of(const std::vector<reference::WeightSettings>& variants, const reference::WeightedSource& source,
                     std::size_t x, std::size_t y) {
  constexpr double kRounding = 5e-7;  // of the last operations on a number up to 1, and of adding 1/2 to 1024 times it
  const double exact = reference::weight_of(variants[0], source, x, y);
  double low = exact, high = exact;
  for (std::size_t i = 1; i < variants.size(); ++i) {
    const double weight = reference::weight_of(variants[i], source, x, y);
    low = std::min(low, weight);
    high = std::max(high, weight);
  }
  const auto quantised = [](double weight) { return std::floor(weight * kSteps + 0.5) / kSteps; };
  const double nominal = quantised(exact);
  const double lowest = quantised(low - kRounding), highest = quantised(high + kRounding);
  return {std::max(nominal - lowest, highest - nominal), std::max(std::abs(lowest - exact), std::abs(highest - exact))};
}

}  // namespace

WeightBounds weight_bounds(std::span<const reference::WeightedSource> sources, std::uint32_t bits,
                           const photopic::MeterSettings& settings) {
  const double low = double(settings.min_log2_luminance), high = double(settings.max_log2_luminance);
  const double min = std::exp2(low), max = std::exp2(high);
  const reference::WeightSettings exact = weight_settings(bits, settings, 0);
  const reference::WeightedResult nominal =
      reference::single_pass_weighted(sources, weight_settings(bits, settings), low, high);
  const reference::WeightedResult unquantised = reference::single_pass_weighted(sources, exact, low, high);
  const std::vector<reference::WeightSettings> variants = reference::moved_by_float_error(exact);
  double quantised_moment = 0.0, unquantised_moment = 0.0, unquantised_sum = 0.0;
  WeightBounds bounds;
  for (const reference::WeightedSource& source : sources) {
    for (std::size_t i = 0; i < source.texels.size(); ++i) {
      if (!reference::is_valid_texel(source.texels[i])) continue;
      const double value = std::log2(std::clamp(reference::luminance(source.texels[i]), min, max));
      const WeightError error = error_of(variants, source, i % source.width, i / source.width);
      quantised_moment += error.quantised * std::abs(value - nominal.mean_log2_luminance);
      unquantised_moment += error.unquantised * std::abs(value - unquantised.mean_log2_luminance);
      unquantised_sum += error.unquantised;
      bounds.weight_sum += error.quantised;
    }
  }
  // A mean moves by at most sum(|dw| |v - mean|) / sum(w), the smaller sum of weights. 4e-6 is the single pass's own
  // bound: half a unit of 2^-20 stop for a single texel, and the device's log2.
  constexpr double kMeter = 4e-6;
  bounds.mean_stops = kMeter + quantised_moment / (nominal.weight_sum - bounds.weight_sum);
  bounds.unquantised_stops = kMeter + unquantised_moment / (unquantised.weight_sum - unquantised_sum);
  bounds.weight_sum += 1.2e-7 * nominal.weight_sum;  // two roundings to float
  return bounds;
}

double expect_weighted(const State& state, std::span<const reference::WeightedSource> sources, std::uint32_t bits,
                       const photopic::MeterSettings& settings) {
  const double low = double(settings.min_log2_luminance), high = double(settings.max_log2_luminance);
  const reference::WeightedResult expected =
      reference::single_pass_weighted(sources, weight_settings(bits, settings), low, high);
  const WeightBounds bounds = weight_bounds(sources, bits, settings);
  EXPECT_EQ(state.valid_texels, expected.valid_texels);
  EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
  EXPECT_NEAR(state.weight_sum, expected.weight_sum, bounds.weight_sum);
  const double error = std::abs(double(state.mean_log2_luminance) - expected.mean_log2_luminance);
  EXPECT_TRUE(error <= bounds.mean_stops) << error << " > " << bounds.mean_stops << ": " << to_string(state);
  const reference::WeightedResult unquantised =
      reference::single_pass_weighted(sources, weight_settings(bits, settings, 0), low, high);
  EXPECT_NEAR(state.mean_log2_luminance, unquantised.mean_log2_luminance, bounds.unquantised_stops);
  // Float rounding of a luminance: three products, two sums.
  EXPECT_NEAR(state.min_luminance, expected.min_luminance, 5e-7 * expected.min_luminance);
  EXPECT_NEAR(state.max_luminance, expected.max_luminance, 5e-7 * expected.max_luminance);
  return error;
}

double expect_weighted(const State& state, const WeightScene& scene, std::uint32_t bits,
                       const photopic::MeterSettings& settings) {
  const ReferenceSource source(scene);
  const reference::WeightedSource sources[] = {source.get()};
  return expect_weighted(state, sources, bits, settings);
}

bool same_whole_bits(const State& a, const State& b) {
  const auto anonymous = [](State state) {
    state.epoch_instance = state.epoch_reset = state.serial = state.checksum = 0;
    state.glare_scattered_fraction = state.glare_removed_fraction = 0;
    state.white_balance.checksum = state.night.checksum = 0;
    return state;
  };
  const State left = anonymous(a), right = anonymous(b);
  return std::memcmp(&left, &right, sizeof(State)) == 0;
}

}  // namespace test
