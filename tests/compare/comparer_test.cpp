// SPDX-License-Identifier: MIT
// Tests of exact errors: the CPU's are the device's. And of when a device is opened.
#include "compare/comparer.h"

#include <gtest/gtest.h>
#include <photopic/metric_values.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "arguments/errors.h"
#include "gpu/fixture.h"
#include "image_io/image_file.h"

namespace {

using compare::Comparison;
using compare::Frame;
using Samples = image_io::CodeImage::Samples;
using Chroma = image_io::VideoFormat::Chroma;

constexpr std::uint32_t kWidth = 70, kHeight = 36;

/// A number of bytes that are a sample of that kind.
class RandomSamples {
 public:
  RandomSamples(std::uint32_t bits, std::uint32_t seed) : bits_(bits), random_(seed) {}

  std::vector<std::byte> plane(std::size_t count) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < count; ++i) append(bytes);
    return bytes;
  }

 private:
  template <class Sample>
  static void append(Sample sample, std::vector<std::byte>& bytes) {
    const auto* const from = reinterpret_cast<const std::byte*>(&sample);
    bytes.insert(bytes.end(), from, from + sizeof sample);
  }
  void append(std::vector<std::byte>& bytes) {
    if (bits_ == 0) return append(std::exp2(std::uniform_real_distribution<float>(-12.0f, 6.0f)(random_)), bytes);
    const auto code = std::uint16_t(random_() % (1u << bits_));
    if (bits_ == 8) return append(std::uint8_t(code), bytes);
    append(code, bytes);
  }

  std::uint32_t bits_;
  std::mt19937 random_;
};

Frame picture(Samples samples, std::uint32_t channels, std::uint32_t seed, std::uint32_t height = kHeight) {
  image_io::CodeImage image;
  image.width = kWidth;
  image.height = height;
  image.samples = samples;
  image.facts.channels = channels;
  const std::uint32_t bits = samples == Samples::codes8 ? 8 : samples == Samples::codes16 ? 16 : 0;
  image.texels = RandomSamples(bits, seed).plane(std::size_t{kWidth} * height * 4);
  return compare::frame_of(image);
}

Frame video(std::uint32_t bits, Chroma chroma, std::uint32_t seed, std::uint32_t height = kHeight) {
  image_io::VideoFormat format;
  format.width = kWidth;
  format.height = height;
  format.bits = bits;
  format.chroma = chroma;
  image_io::VideoFrame read;
  Frame frame = compare::frame_of(format, read);
  RandomSamples samples(bits, seed);
  for (std::size_t i = 0; i < 3; ++i) {
    const VkExtent2D extent = compare::plane_extent(frame, i);
    frame.planes[i] = samples.plane(std::size_t{extent.width} * extent.height);
  }
  return frame;
}

/// Most of `test`'s bytes become those of the reference: rows that are equal, and rows with a few that aren't.
Frame mostly_equal(const Frame& reference, Frame test) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t at = 0; at < test.planes[i].size(); ++at) {
      if (at / 64 % 37 != 0) test.planes[i][at] = reference.planes[i][at];
    }
  }
  return test;
}

/// Of all kinds of samples that files have.
std::vector<Frame> frames(std::uint32_t seed) {
  std::vector<Frame> frames;
  for (const Samples samples : {Samples::codes8, Samples::codes16, Samples::linear}) {
    for (std::uint32_t channels = 1; channels <= 4; ++channels) frames.push_back(picture(samples, channels, seed));
  }
  for (const std::uint32_t bits : {8u, 9u, 10u, 12u, 16u}) {
    for (const Chroma chroma : {Chroma::c420, Chroma::c422, Chroma::c444, Chroma::c411})
      frames.push_back(video(bits, chroma, seed));
  }
  return frames;
}

engine::Context& no_device() { throw std::logic_error("a device was opened"); }

Comparison on_cpu(const Frame& reference, const Frame& test, const compare::Options& options,
                  std::span<const std::uint8_t> mask = {}) {
  return compare::Comparer(no_device).compare(reference, test, options, mask);
}

/// Always on the device.
compare::Comparer device_comparer() {
  compare::Comparer comparer(test::context());
  comparer.require_device();
  return comparer;
}

/// Limits comparisons until it is destroyed.
struct MemoryLimit {
  explicit MemoryLimit(std::uint64_t bytes) { image_io::read_limits().memory_bytes = bytes; }
  ~MemoryLimit() { image_io::read_limits() = {}; }
};

void expect_sum(double cpu, double device, bool is_float) {
  if (is_float) {
    EXPECT_NEAR(cpu, device, 1e-5 * device);
  } else {
    EXPECT_EQ(cpu, device);
  }
}

/// How many pixels aren't in the same bin.
std::uint64_t moved(const photopic::ErrorHistogram& one, const photopic::ErrorHistogram& other) {
  std::uint64_t pixels = 0;
  for (std::size_t bin = 0; bin < one.size(); ++bin) pixels += one[bin] - std::min(one[bin], other[bin]);
  return pixels;
}

void expect_same(compare::Comparer& on_device, const Frame& reference, const Frame& test,
                 const compare::Options& options, std::span<const std::uint8_t> mask = {}) {
  const Comparison cpu = on_cpu(reference, test, options, mask);
  const Comparison device = on_device.compare(reference, test, options, mask);
  EXPECT_EQ(cpu.result.metrics, device.result.metrics);
  const photopic::ErrorResult &one = cpu.result.errors, &other = device.result.errors;
  const bool is_float = reference.is_float();
  for (std::size_t c = 0; c < 3; ++c) {
    expect_sum(one.channels[c].squared_error, other.channels[c].squared_error, is_float);
    expect_sum(one.channels[c].mse, other.channels[c].mse, is_float);
  }
  expect_sum(one.squared_error, other.squared_error, is_float);
  expect_sum(one.mse, other.mse, is_float);
  if (std::isfinite(other.psnr_db)) {
    EXPECT_NEAR(one.psnr_db, other.psnr_db, is_float ? 1e-4 : 0.0);
  } else {
    EXPECT_EQ(one.psnr_db, other.psnr_db);
  }
  EXPECT_EQ(one.max_error, other.max_error);
  EXPECT_EQ(one.max_x, other.max_x);
  EXPECT_EQ(one.max_y, other.max_y);
  EXPECT_EQ(one.pixels, other.pixels);
  EXPECT_EQ(one.masked_pixels, other.masked_pixels);
  EXPECT_EQ(one.differing_pixels, other.differing_pixels);
  EXPECT_EQ(one.pixels_above, other.pixels_above);
  EXPECT_EQ(one.not_finite_reference, other.not_finite_reference);
  EXPECT_EQ(one.not_finite_test, other.not_finite_test);
  EXPECT_EQ(one.histogram[0], other.histogram[0]);
  EXPECT_LE(moved(one.histogram, other.histogram), is_float ? 2u : 0u);
  EXPECT_EQ(cpu.alpha.max_abs, device.alpha.max_abs);
  EXPECT_EQ(cpu.alpha.pixels_differing, device.alpha.pixels_differing);
}

TEST(CompareExactErrors, AreTheSameOnTheCpu) {
  const std::vector<Frame> references = frames(1), tests = frames(2);
  std::vector<std::uint8_t> mask(std::size_t{kWidth} * kHeight);
  std::mt19937 random(3);
  for (std::uint8_t& pixel : mask) pixel = std::uint8_t(random() % 2);
  const std::vector<std::uint8_t> nothing(mask.size());
  compare::Comparer on_device = device_comparer();
  for (std::size_t i = 0; i < references.size(); ++i) {
    SCOPED_TRACE(compare::description_of(references[i]));
    const Frame close = mostly_equal(references[i], tests[i]);
    compare::Options options;
    options.settings.error_threshold = float(0.3 * references[i].peak());
    // First with masks: what is made for these will do without.
    expect_same(on_device, references[i], close, options, mask);
    expect_same(on_device, references[i], close, options, nothing);
    expect_same(on_device, references[i], close, options);
    expect_same(on_device, references[i], tests[i], options);
    expect_same(on_device, references[i], references[i], options);
  }
}

TEST(CompareExactErrors, OfThresholdsBetweenCodesAndBeyond) {
  const Frame reference = picture(Samples::codes8, 3, 1), test = picture(Samples::codes8, 3, 2);
  compare::Comparer on_device = device_comparer();
  for (const float threshold : {0.0f, -0.0f, 0.5f, 100.0f, 100.75f, 255.0f, 1e9f, std::numeric_limits<float>::max()}) {
    compare::Options options;
    options.settings.error_threshold = threshold;
    expect_same(on_device, reference, test, options);
  }
}

TEST(CompareExactErrors, CountsBeyondDeltasAreTheSameOnTheCpu) {
  using Kind = compare::PixelDistance::Kind;
  compare::Options options;
  options.max_delta = 99.5;
  for (const double threshold : {0.0, 0.25, 2.0, 2.5, 99.5, 255.0}) {
    options.distances.push_back({Kind::codes, threshold, false});
  }
  std::vector<std::uint8_t> mask(std::size_t{kWidth} * kHeight);
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = i % 3 != 0;
  compare::Comparer on_device = device_comparer();
  const std::vector<Frame> references = frames(1), tests = frames(2);
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (references[i].is_float()) continue;
    SCOPED_TRACE(compare::description_of(references[i]));
    const Frame close = mostly_equal(references[i], tests[i]);
    const Comparison cpu = on_cpu(references[i], close, options, mask);
    EXPECT_EQ(cpu.pixels_above, on_device.compare(references[i], close, options, mask).pixels_above);
    EXPECT_EQ(cpu.pixels_above.at({Kind::codes, 99.5, false}), cpu.result.errors.pixels_above);
    EXPECT_EQ(cpu.pixels_above.at({}), cpu.result.errors.differing_pixels);
    EXPECT_EQ(cpu.pixels_above.at({Kind::codes, 255.0, false}), 0u);
  }
}

/// 514 of 65535 are 2 of 255; of 1023 they are 8.02.
TEST(CompareExactErrors, DeltasAreCodesOf8BitsAtAnyDepth) {
  using Kind = compare::PixelDistance::Kind;
  const auto above = [](Frame frame, std::size_t sample, std::uint16_t delta, double threshold) {
    std::memset(frame.planes[0].data(), 0, 2 * (sample + 1));
    Frame test = frame;
    std::memcpy(test.planes[0].data() + 2 * sample, &delta, sizeof delta);
    compare::Options options;
    options.distances = {{Kind::codes, threshold, false}};
    options.max_delta = threshold;
    const Comparison comparison = on_cpu(frame, test, options);
    EXPECT_EQ(comparison.pixels_above.begin()->second, comparison.result.errors.pixels_above);
    return comparison.result.errors.pixels_above;
  };
  const Frame deep = picture(Samples::codes16, 3, 1), ten = video(10, Chroma::c444, 1);
  EXPECT_EQ(above(deep, 5, 514, 2.0), 0u);
  EXPECT_EQ(above(deep, 5, 515, 2.0), 1u);
  EXPECT_EQ(above(deep, 5, 128, 0.5), 0u);
  EXPECT_EQ(above(deep, 5, 129, 0.5), 1u);
  EXPECT_EQ(above(ten, 7, 8, 2.0), 0u);
  EXPECT_EQ(above(ten, 7, 9, 2.0), 1u);
}

/// The grey of an edge differs, which is equal for being anti-aliased, and of one of its pixels alpha.
TEST(CompareAlpha, CountsOnAntialiasedEdges) {
  Frame reference = picture(Samples::codes8, 4, 1);
  for (std::size_t i = 0; i < reference.planes[0].size(); ++i) {
    const std::size_t x = i / 4 % kWidth;
    reference.planes[0][i] = std::byte(i % 4 == 3 || x > 9 ? 255 : x == 9 ? 128 : 0);
  }
  Frame test = reference;
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t c = 0; c < 3; ++c) test.planes[0][(y * kWidth + 9) * 4 + c] = std::byte{100};
  }
  test.planes[0][(5 * kWidth + 9) * 4 + 3] = std::byte{55};
  test.has_alpha = true;
  compare::Options options;
  options.settings.ignores_antialiasing = true;
  for (const std::uint64_t bytes : {1u << 30, 1u}) {  // the count needs a map, whatever the memory
    const MemoryLimit limit(bytes);
    const Comparison comparison = device_comparer().compare(reference, test, options);
    EXPECT_EQ(comparison.result.errors.differing_pixels, 1u);
    EXPECT_EQ(comparison.result.errors.histogram[200], 1u);
    EXPECT_TRUE(comparison.maps.empty());
    EXPECT_EQ(comparison.note, "");
  }
}

TEST(CompareExactErrors, LeaveOutWhatIsNotFinite) {
  Frame reference = picture(Samples::linear, 3, 1), test = picture(Samples::linear, 3, 2);
  const auto put = [](Frame& frame, std::size_t pixel, std::size_t channel, float value) {
    std::memcpy(frame.planes[0].data() + (4 * pixel + channel) * sizeof value, &value, sizeof value);
  };
  put(reference, 5, 0, std::numeric_limits<float>::quiet_NaN());
  put(reference, 6, 1, std::numeric_limits<float>::infinity());
  put(test, 6, 2, -std::numeric_limits<float>::infinity());
  put(test, 700, 2, std::numeric_limits<float>::quiet_NaN());
  compare::Comparer on_device = device_comparer();
  expect_same(on_device, reference, test, {});
  const Comparison equal = on_cpu(test, test, {});
  EXPECT_EQ(equal.result.errors.not_finite_reference, 2u);
  EXPECT_EQ(equal.result.errors.pixels, std::uint64_t{kWidth} * kHeight - 2);
}

TEST(CompareExactErrors, RefuseAThresholdThatIsNone) {
  const Frame frame = picture(Samples::codes8, 3, 1);
  for (const float threshold : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    compare::Options options;
    options.settings.error_threshold = threshold;
    EXPECT_THROW(on_cpu(frame, frame, options), arguments::UsageError);
    EXPECT_THROW(device_comparer().compare(frame, frame, options), arguments::UsageError);
  }
}

// ---- memory ----

void expect_same_scores(const Comparison& one, const Comparison& other) {
  for (const photopic::MetricValueInfo& row : photopic::metric_value_table()) {
    const double value = row.value(one.result), expected = row.value(other.result);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected)) << row.of_rgb;
  }
  EXPECT_EQ(one.result.errors.histogram, other.result.errors.histogram);
}

constexpr std::uint32_t kHighRows = 3 * photopic::kMetricsStripRows + 7;

compare::Options everything() {
  compare::Options options;
  options.metrics = photopic::kAllMetrics;
  options.maps = photopic::kAllMaps;
  return options;
}

/// Room for pictures and maps, and hardly any on the device.
TEST(CompareMemory, StripsGiveTheSame) {
  const std::vector<std::uint8_t> mask = [] {
    std::vector<std::uint8_t> made(std::size_t{kWidth} * kHighRows, 1);
    for (std::size_t i = 0; i < made.size(); i += 5) made[i] = 0;
    return made;
  }();
  const std::pair<Frame, Frame> pairs[] = {
      {picture(Samples::codes8, 4, 1, kHighRows), picture(Samples::codes8, 4, 2, kHighRows)},
      {picture(Samples::linear, 3, 1, kHighRows), picture(Samples::linear, 3, 2, kHighRows)},
      {video(10, Chroma::c420, 1, kHighRows), video(10, Chroma::c420, 2, kHighRows)}};
  for (const auto& [reference, test] : pairs) {
    SCOPED_TRACE(compare::description_of(reference));
    const Comparison whole = compare::Comparer(test::context()).compare(reference, test, everything(), mask);
    const std::uint64_t maps_bytes = whole.maps.size() * compare::pixel_count(reference) * sizeof(float);
    const MemoryLimit limit(compare::bytes_of(reference) + compare::bytes_of(test) + maps_bytes);
    const Comparison strips = compare::Comparer(test::context()).compare(reference, test, everything(), mask);
    expect_same_scores(strips, whole);
    EXPECT_EQ(strips.maps, whole.maps);
    EXPECT_EQ(strips.note, whole.note);
  }
}

TEST(CompareMemory, MapsWithoutRoomAreLeftOut) {
  const Frame reference = picture(Samples::codes8, 3, 1, kHighRows), test = picture(Samples::codes8, 3, 2, kHighRows);
  const Comparison whole = compare::Comparer(test::context()).compare(reference, test, everything());
  const std::uint64_t map_bytes = compare::pixel_count(reference) * sizeof(float);
  const MemoryLimit limit(compare::bytes_of(reference) + compare::bytes_of(test) + 2 * map_bytes);
  const Comparison comparison = compare::Comparer(test::context()).compare(reference, test, everything());
  expect_same_scores(comparison, whole);
  EXPECT_EQ(comparison.maps.size(), 2u);
  EXPECT_EQ(comparison.maps.at(photopic::kMapAbsolute), whole.maps.at(photopic::kMapAbsolute));
  EXPECT_EQ(comparison.note,
            "no map of ssim, ciede2000, flip: pictures and maps would take more than 0 MiB, see --memory-mib");
}

TEST(CompareDevice, IsOpenedOnceAndForWhatNeedsIt) {
  const Frame frame = picture(Samples::codes8, 3, 1);
  int opened = 0;
  const auto open = [&]() -> engine::Context& {
    ++opened;
    return test::context();
  };
  compare::Comparer comparer(open);
  compare::Options options;
  EXPECT_FALSE(compare::needs_device(options));
  comparer.compare(frame, frame, options);
  EXPECT_EQ(opened, 0);
  const auto expect_needed = [&](const compare::Options& needing) {
    EXPECT_TRUE(compare::needs_device(needing));
    compare::Comparer other(open);
    const int before = opened;
    other.compare(frame, frame, needing);
    other.compare(frame, frame, needing);
    EXPECT_EQ(opened, before + 1);
  };
  options.metrics |= photopic::kMetricPsnr;
  expect_needed(options);
  options = {};
  options.maps = photopic::kMapAbsolute;
  expect_needed(options);
  options = {};
  options.settings.shift_radius = 1;
  expect_needed(options);
  options = {};
  options.settings.ignores_antialiasing = true;
  expect_needed(options);
  opened = 0;
  comparer.require_device();
  comparer.compare(frame, frame, {});
  EXPECT_EQ(opened, 1);
}

}  // namespace
