// SPDX-License-Identifier: MIT
// Tests of the debug overlay over finished pictures: its numbers against references, what it draws, what it refuses.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "overlay/overlay_rig.h"
#include "reference/display/transfer.h"
#include "reference/metering.h"
#include "reference/texel_formats.h"

namespace {

using photopic::DebugOverlay;
using photopic::OutputEncoding;
using photopic::OverlaySettings;
using photopic::OverlaySource;
using photopic::Status;
using reference::Rgb;
using test::LdrTexel;
using test::OverlayShot;

constexpr VkFormat kPacked = VK_FORMAT_R32_UINT;
constexpr VkFormat kHalves = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr double kScrgb_nits = 80.0;
constexpr Rgb kBt709Row = {0.2126, 0.7152, 0.0722}, kP3Row = {0.228975, 0.691739, 0.079287},
              kBt2020Row = {0.262700, 0.677998, 0.059302};

/// A kind of finished picture: signals from 0 to 1, in scRGB up to 4000 nits and some below 0.
struct Kind {
  const char* name;
  VkFormat format;
  VkFormat packed_format;
  OutputEncoding encoding;
  double max_code;  ///< 0 = halves
  Rgb row;
};
constexpr Kind kKinds[] = {
    {"srgb8", VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_UNDEFINED, OutputEncoding::automatic, 255.0, kBt709Row},
    {"srgb10", kPacked, VK_FORMAT_A2R10G10B10_UNORM_PACK32, OutputEncoding::srgb, 1023.0, kBt709Row},
    {"p3_bgra8", kPacked, VK_FORMAT_B8G8R8A8_UNORM, OutputEncoding::display_p3, 255.0, kP3Row},
    {"hdr10", kPacked, VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hdr10, 1023.0, kBt2020Row},
    {"hlg", kPacked, VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hlg, 1023.0, kBt2020Row},
    {"hdr10_halves", kHalves, VK_FORMAT_UNDEFINED, OutputEncoding::hdr10, 0.0, kBt2020Row},
    {"scrgb", kHalves, VK_FORMAT_UNDEFINED, OutputEncoding::scrgb, 0.0, kBt709Row},
};

std::uint64_t word_of(const Kind& kind, const Rgb& signal) {
  if (kind.max_code == 0.0) {
    std::uint64_t word = 0;
    const double channels[] = {signal.r, signal.g, signal.b, 1.0};
    for (unsigned i = 0; i < 4; ++i) word |= std::uint64_t{reference::double_to_half(channels[i])} << (16 * i);
    return word;
  }
  const auto code = [&](double channel) { return std::uint64_t(std::lround(kind.max_code * channel)); };
  const bool is_bgr =
      kind.packed_format == VK_FORMAT_A2R10G10B10_UNORM_PACK32 || kind.packed_format == VK_FORMAT_B8G8R8A8_UNORM;
  const unsigned bits = kind.max_code == 255.0 ? 8 : 10;
  const std::uint64_t first = code(is_bgr ? signal.b : signal.r), last = code(is_bgr ? signal.r : signal.b);
  return first | code(signal.g) << bits | last << (2 * bits) | std::uint64_t{bits == 8 ? 255u : 3u} << (3 * bits);
}

/// What is stored of a signal.
double rounded(const Kind& kind, double signal) {
  return kind.max_code == 0.0 ? reference::half_to_double(reference::double_to_half(signal))
                              : std::round(kind.max_code * signal) / kind.max_code;
}

Rgb nits_of(const Kind& kind, const Rgb& signal, const photopic::DisplaySettings& display) {
  const Rgb s = {rounded(kind, signal.r), rounded(kind, signal.g), rounded(kind, signal.b)};
  const double white = double(display.paper_white_nits);
  switch (kind.encoding) {
    case OutputEncoding::hdr10:
      return reference::pq_decode(s);
    case OutputEncoding::hlg:
      return reference::hlg_decode(s, 1000.0);
    case OutputEncoding::scrgb:
      return {s.r * kScrgb_nits, s.g * kScrgb_nits, s.b * kScrgb_nits};
    default:
      return {reference::srgb_decode(s.r) * white, reference::srgb_decode(s.g) * white,
              reference::srgb_decode(s.b) * white};
  }
}

Rgb signal_at(const Kind& kind, VkExtent2D extent, std::uint32_t x, std::uint32_t y) {
  const double u = (x + 0.5) / extent.width, v = (y + 0.5) / extent.height;
  if (kind.encoding != OutputEncoding::scrgb) return {u, u * (0.5 + 0.5 * v), 0.9 * u * v};
  const double nits = std::exp2(-6.0 + 18.0 * u) / kScrgb_nits;
  return {nits, nits * (0.3 + 0.7 * v), -0.1 * nits * v};
}

double brightest_of(const Rgb& c) { return std::max({c.r, c.g, c.b}); }

/// An overlay of finished pictures and one picture.
class StoredRig {
 public:
  StoredRig(const Kind& kind, VkExtent2D extent) : kind_(kind), extent_(extent) {
    photopic::OverlayCreateInfo info = {.max_extent = extent, .ldr_format = kind.format, .encoding = kind.encoding};
    if (kind.packed_format != VK_FORMAT_UNDEFINED) info.packed_format = kind.packed_format;
    info.source = OverlaySource::stored;
    test::context().check(DebugOverlay::create(test::context().lend(), info, &overlay_));
    ldr_ = test::make_ldr(extent, kind.format);
  }

  photopic::DisplaySettings display;
  bool keeps_numbers = false;

  /// Draws over the picture of signal_at().
  OverlayShot shoot(const OverlaySettings& settings) {
    const std::size_t size = kind_.max_code == 0.0 ? 8 : 4;
    std::vector<std::byte> bytes(size * extent_.width * extent_.height);
    for (std::uint32_t y = 0; y < extent_.height; ++y) {
      for (std::uint32_t x = 0; x < extent_.width; ++x) {
        const std::uint64_t word = word_of(kind_, signal_at(kind_, extent_, x, y));
        std::memcpy(bytes.data() + size * (std::size_t{y} * extent_.width + x), &word, size);
      }
    }
    return shoot(bytes, settings);
  }

  OverlayShot shoot(const std::vector<std::byte>& bytes, const OverlaySettings& settings) {
    put(bytes);
    OverlayShot shot;
    shot.extent = extent_;
    shot.plain = test::read_ldr(ldr_);
    test::submit([&](VkCommandBuffer commands) {
      test::context().check(overlay_.record(commands, {ldr_.view(), extent_, display, keeps_numbers}, settings));
    });
    shot.drawn = test::read_ldr(ldr_);
    constexpr std::size_t kPlots = photopic::gpu::kOverlayPlotsOffset;
    const auto data = engine::read_back(test::context(), overlay_.data_buffer(), 0, kPlots + sizeof shot.plots);
    std::memcpy(&shot.data, data.data(), sizeof shot.data);
    std::memcpy(&shot.plots, data.data() + kPlots, sizeof shot.plots);
    std::memcpy(shot.values.data(), data.data() + overlay_.values_offset_bytes(), sizeof shot.values);
    return shot;
  }

  std::vector<Rgb> nits() const {
    std::vector<Rgb> all;
    for (std::uint32_t y = 0; y < extent_.height; ++y) {
      for (std::uint32_t x = 0; x < extent_.width; ++x) {
        all.push_back(nits_of(kind_, signal_at(kind_, extent_, x, y), display));
      }
    }
    return all;
  }

 private:
  void put(const std::vector<std::byte>& bytes) {
    const engine::Buffer upload(test::context(), bytes.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                engine::MemoryUse::upload);
    std::memcpy(upload.mapped().data(), bytes.data(), bytes.size());
    test::submit([&](VkCommandBuffer commands) {
      const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                      .imageExtent = {extent_.width, extent_.height, 1}};
      engine::image_barrier(test::context(), commands, ldr_.handle(), VK_IMAGE_LAYOUT_GENERAL,
                            VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kComputeWrite, engine::kTransferWrite);
      test::context().vk().vkCmdCopyBufferToImage(commands, upload.handle(), ldr_.handle(),
                                                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
      engine::image_barrier(test::context(), commands, ldr_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                            VK_IMAGE_LAYOUT_GENERAL, engine::kTransferWrite,
                            engine::kComputeRead | engine::kComputeWrite | engine::kTransferRead);
    });
  }

  const Kind& kind_;
  VkExtent2D extent_;
  DebugOverlay overlay_;
  engine::Image ldr_;
};

class OverlayStored : public testing::TestWithParam<Kind> {};

TEST_P(OverlayStored, NumbersAreTheReferences) {
  constexpr VkExtent2D kExtent = {333, 97};
  StoredRig rig(GetParam(), kExtent);
  rig.display.paper_white_nits = 120.0f;
  const OverlayShot shot = rig.shoot({.views = photopic::kOverlayNaive | photopic::kOverlayNits});
  const std::vector<Rgb> nits = rig.nits();
  std::vector<double> log2_nits;
  double max_cll = 0.0, sum = 0.0, log2_sum = 0.0;
  for (const Rgb& c : nits) {
    const double brightest = std::clamp(brightest_of(c), 0.0, 10000.0);
    const Rgb& row = GetParam().row;
    const double luminance = row.r * c.r + row.g * c.g + row.b * c.b;
    max_cll = std::max(max_cll, brightest);
    sum += brightest;
    log2_nits.push_back(std::clamp(std::log2(std::max(luminance, 1e-30)), -8.0, 14.0));
    log2_sum += log2_nits.back();
  }
  const double mean = log2_sum / double(nits.size());
  const double naive = reference::blit_chain_mean(log2_nits, kExtent.width, kExtent.height, false);
  // A thousandth; floats of PQ are within 3e-4.
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS], max_cll, 1e-3 * max_cll);
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS], sum / double(nits.size()),
              1e-3 * sum / double(nits.size()));
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_MEAN_NITS], std::exp2(mean), 1e-3 * std::exp2(mean));
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_NAIVE_NITS], std::exp2(naive), 1e-3 * std::exp2(naive));
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS], naive - mean, 1e-3);
  std::sort(log2_nits.begin(), log2_nits.end());
  const double shares[] = {0.01, 0.5, 0.99};
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto place = std::size_t(std::ceil(shares[i] * double(log2_nits.size()))) - 1;
    EXPECT_NEAR(std::log2(shot.values[PHOTOPIC_OVERLAY_VALUE_LOW_NITS + i]), log2_nits[place], 22.0 / 255.0);  // a bin
  }
  EXPECT_TRUE(std::isnan(shot.values[PHOTOPIC_OVERLAY_VALUE_SCENE_EV]));
  char line[64];
  std::snprintf(line, sizeof line, "MaxCLL %9.2f    MaxFALL %9.2f",
                double(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS]),
                double(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS]));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_NITS)[1], line);
}

INSTANTIATE_TEST_SUITE_P(Kinds, OverlayStored, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

constexpr VkExtent2D kStoredExtent = {640, 360};

/// Every view over HDR: panels change nothing outside of them, and all five have room.
TEST(Overlay, PanelsOfAStoredPictureLeaveTheRestAlone) {
  for (const Kind& kind : {kKinds[3], kKinds[0]}) {
    StoredRig rig(kind, kStoredExtent);
    const OverlayShot shot =
        rig.shoot({.views = photopic::kOverlayHistogram | photopic::kOverlayNaive | photopic::kOverlayWaveform});
    for (std::uint32_t y = 0; y < kStoredExtent.height; ++y) {
      for (std::uint32_t x = 0; x < kStoredExtent.width; ++x) {
        if (shot.is_in_panel(x, y)) continue;
        ASSERT_EQ(shot.drawn_at(x, y), shot.plain_at(x, y)) << x << ' ' << y;
      }
    }
    OverlayShot all = rig.shoot({.views = photopic::kStoredOverlayViews});
    EXPECT_TRUE(all.text(PHOTOPIC_OVERLAY_PANEL_LEFT_OUT).empty());
    for (LdrTexel& texel : all.drawn) {
      for (double& code : texel) code *= 255.0 / kind.max_code;
    }
    test::keep_picture(all, std::string("stored_") + kind.name);
    const auto text = all.text(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM, 1);
    ASSERT_EQ(text.size(), 4u);
    EXPECT_EQ(text[0].substr(0, 29), "nits           geometric mean");
    EXPECT_EQ(text[3], " 0.01   0.1     1     10    100   1000 10000");
  }
}

/// The first picture is white, the second is that of signal_at().
TEST(Overlay, KeepsNumbersOfTheStoredPictureBefore) {
  constexpr OverlaySettings kViews = {.views = photopic::kStoredOverlayViews};
  StoredRig rig(kKinds[0], kStoredExtent);
  const std::vector<std::byte> white(std::size_t{4} * kStoredExtent.width * kStoredExtent.height, std::byte{255});
  const OverlayShot first = rig.shoot(white, kViews), fresh = rig.shoot(kViews);
  rig.shoot(white, kViews);
  rig.keeps_numbers = true;
  const OverlayShot kept = rig.shoot(kViews);
  const auto same_bits = [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) == 0; };  // NaN, too
  EXPECT_TRUE(same_bits(kept.values, first.values));
  EXPECT_FALSE(same_bits(kept.values, fresh.values));
  EXPECT_TRUE(same_bits(kept.plots, first.plots));
  for (std::uint32_t y = 0; y < kStoredExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kStoredExtent.width; ++x) {
      if (!kept.is_in_panel(x, y)) ASSERT_EQ(kept.drawn_at(x, y), fresh.drawn_at(x, y)) << x << ' ' << y;
    }
  }
  // Other views have numbers of their own.
  const OverlayShot other = rig.shoot({.views = photopic::kOverlayHistogram});
  EXPECT_EQ(other.values[PHOTOPIC_OVERLAY_VALUE_MEAN_NITS], fresh.values[PHOTOPIC_OVERLAY_VALUE_MEAN_NITS]);
}

/// Legends would name the old limits below stripes of the new ones.
TEST(Overlay, KeepsNoNumbersOfOtherLimits) {
  const Kind& kind = kKinds[3];
  OverlaySettings zebra = {.views = photopic::kOverlayZebra | photopic::kOverlayNits};
  photopic::DisplaySettings display;
  const auto shoot_both = [&](StoredRig& kept) {
    StoredRig fresh(kind, kStoredExtent);
    fresh.display = kept.display = display;
    return std::pair(kept.shoot(zebra), fresh.shoot(zebra));
  };
  StoredRig rig(kind, kStoredExtent);
  rig.keeps_numbers = true;
  rig.shoot(zebra);
  zebra.zebra_over = 0.5f;
  const auto [limited, expected] = shoot_both(rig);
  EXPECT_EQ(limited.text(PHOTOPIC_OVERLAY_PANEL_ZEBRA), expected.text(PHOTOPIC_OVERLAY_PANEL_ZEBRA));
  EXPECT_EQ(limited.drawn, expected.drawn);
  display.peak_nits = 600.0f;
  const auto [dimmed, expected_dimmed] = shoot_both(rig);
  EXPECT_EQ(dimmed.text(PHOTOPIC_OVERLAY_PANEL_NITS), expected_dimmed.text(PHOTOPIC_OVERLAY_PANEL_NITS));
  EXPECT_EQ(dimmed.drawn, expected_dimmed.drawn);
}

/// Texels that no view changes keep their bits, also NaN.
TEST(Overlay, ZebraOfAStoredPictureLeavesTheRestAlone) {
  for (const Kind& kind : kKinds) {
    if (!test::full_wanted() && kind.encoding == OutputEncoding::display_p3) continue;
    constexpr VkExtent2D kExtent = {333, 97};
    StoredRig rig(kind, kExtent);
    const OverlayShot shot = rig.shoot({.views = photopic::kOverlayZebra, .zebra_over = 0.9f});
    std::uint32_t striped = 0;
    for (std::uint32_t y = 0; y < kExtent.height; ++y) {
      for (std::uint32_t x = 0; x < kExtent.width; ++x) {
        if (shot.is_in_panel(x, y) || shot.drawn_at(x, y) == shot.plain_at(x, y)) continue;
        ++striped;
        ASSERT_TRUE(test::is_zebra_stripe(x, y, true) || test::is_zebra_stripe(x, y, false))
            << kind.name << ' ' << x << ' ' << y;
      }
    }
    EXPECT_GT(striped, 10u) << kind.name;
  }
}

/// As ContentLightMeter does: texels with a channel that is NaN or infinite, and of a luminance below 0.
TEST(Overlay, NumbersLeaveOutInvalidTexelsOfAStoredPicture) {
  constexpr VkExtent2D kExtent = {64, 32};
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const Kind& kind = kKinds[6];
  StoredRig rig(kind, kExtent);
  const double nan = std::nan("");
  const Rgb texels[] = {{1, nan, 1},   {kInf, 0, 0}, {1, 1, -kInf}, {0.5, -0.25, 0.25},
                        {-1, -1, 100}, {2, 1, 0.5},  {0, 0, 0},     {300, 300, 300}};
  std::vector<std::byte> bytes(std::size_t{8} * kExtent.width * kExtent.height);
  for (std::size_t i = 0; i < bytes.size() / 8; ++i) {
    const std::uint64_t word = word_of(kind, texels[i % std::size(texels)]);
    std::memcpy(bytes.data() + 8 * i, &word, 8);
  }
  const OverlayShot shot = rig.shoot(bytes, {.views = photopic::kStoredOverlayViews});
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_INVALID_TEXELS], 4.0f * 256.0f);
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS], 256.0f);  // black
  EXPECT_EQ(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS], 10000.0f);
  const double fall = (100.0 * kScrgb_nits + 2.0 * kScrgb_nits + 10000.0) / 4.0;
  EXPECT_NEAR(shot.values[PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS], fall, 1e-3 * fall);

  for (std::size_t i = 0; i < bytes.size() / 8; ++i) {
    const std::uint64_t word = word_of(kind, {nan, nan, nan});
    std::memcpy(bytes.data() + 8 * i, &word, 8);
  }
  const OverlayShot none = rig.shoot(bytes, {.views = photopic::kStoredOverlayViews});
  EXPECT_EQ(none.values[PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS], 0.0f);
}

/// The zebra judges what is stored, also below false colours: codes of SDR, shares of the peak of HDR.
TEST(Overlay, ZebraOfAStoredPicture) {
  const Kind& kind = kKinds[3];
  StoredRig rig(kind, kStoredExtent);
  rig.display.peak_nits = 600.0f;
  const OverlaySettings nits = {.views = photopic::kOverlayNits};
  const OverlaySettings both = {.views = photopic::kOverlayNits | photopic::kOverlayZebra, .zebra_under = 0.01f};
  const OverlayShot plain = rig.shoot(nits), shot = rig.shoot(both);
  const double least_over = std::round(kind.max_code * reference::pq_encode(600.0));
  const double most_under = std::round(kind.max_code * reference::pq_encode(6.0));
  std::uint32_t over = 0, under = 0, striped_under = 0;
  for (std::uint32_t y = 0; y < kStoredExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kStoredExtent.width; ++x) {
      if (shot.is_in_panel(x, y) || plain.is_in_panel(x, y)) continue;
      const LdrTexel& texel = shot.plain_at(x, y);
      const double code = std::max({texel[0], texel[1], texel[2]});
      const bool is_over = code >= least_over, is_under = code <= most_under;
      const bool is_striped = (is_over || is_under) && test::is_zebra_stripe(x, y, is_over);
      over += is_over ? 1 : 0;
      under += is_under ? 1 : 0;
      striped_under += is_under && shot.drawn_at(x, y) != plain.drawn_at(x, y) ? 1 : 0;
      if (is_striped) continue;
      ASSERT_EQ(shot.drawn_at(x, y), plain.drawn_at(x, y)) << x << ' ' << y;
    }
  }
  EXPECT_GT(over, 20000u);  // their stripes have the colour of the band above the peak
  EXPECT_GT(under, 20000u);
  EXPECT_NEAR(double(striped_under) / under, 0.5, 0.05);
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_ZEBRA)[0], "//// a channel from 600 nits");
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_ZEBRA)[1], "\\\\\\\\ all channels up to 6");
}

/// Views of both kinds of overlays are the same ones.
TEST(Overlay, OfAStoredPictureShowsWhatThatOfItsSceneDoes) {
  test::OverlayRig scene(test::overlay_info(kStoredExtent));
  scene.overlay.views = photopic::kOverlayNits | photopic::kOverlayWaveform;
  const OverlayShot expected = scene.shoot(test::make_overlay_scene(kStoredExtent));
  StoredRig rig(kKinds[0], kStoredExtent);
  std::vector<std::byte> bytes;
  for (const LdrTexel& texel : expected.plain) {
    for (const double code : texel) bytes.push_back(std::byte(int(code)));
  }
  const OverlayShot shot = rig.shoot(bytes, scene.overlay);
  EXPECT_EQ(std::memcmp(shot.plots.waveform, expected.plots.waveform, sizeof shot.plots.waveform), 0);
  for (std::uint32_t y = 0; y < kStoredExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kStoredExtent.width; ++x) {
      if (shot.is_in_panel(x, y) || expected.is_in_panel(x, y)) continue;
      ASSERT_EQ(shot.drawn_at(x, y), expected.drawn_at(x, y)) << x << ' ' << y;
    }
  }
}

TEST(Overlay, RefusesWhatStoredPicturesLack) {
  constexpr VkExtent2D kExtent = {32, 16};
  DebugOverlay stored, scene;
  test::context().check(
      DebugOverlay::create(test::context().lend(),
                           {.max_extent = kExtent, .defer_pipelines = true, .source = OverlaySource::stored}, &stored));
  test::context().check(stored.prepare());
  test::context().check(DebugOverlay::create(test::context().lend(), {.max_extent = kExtent}, &scene));
  photopic::PostProcess post = test::make(test::overlay_info(kExtent));
  const test::HdrImage hdr = test::make_uniform_hdr(kExtent, 1.0);
  const engine::Image ldr = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const photopic::StoredPicture picture = {.ldr = ldr.view(), .extent = kExtent};
  const auto expect_refused = [&](DebugOverlay& overlay, const photopic::StoredPicture& given,
                                  const OverlaySettings& settings, const std::string& words) {
    test::submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(overlay.record(commands, given, settings), Status::invalid_argument) << words;
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  const OverlaySettings zebra = {.views = photopic::kOverlayZebra};
  expect_refused(scene, picture, zebra, "source: of DebugOverlay::create is scene");
  for (std::uint32_t view = 1; view < photopic::kAllOverlayViews; view *= 2) {
    if ((view & photopic::kStoredOverlayViews) != 0) continue;
    expect_refused(stored, picture, {.views = view | photopic::kOverlayNits}, "views: need a scene");
  }
  expect_refused(stored, {.ldr = ldr.view(), .extent = {33, 16}}, zebra, "extent.width = 33: must be within [1, 32]");
  expect_refused(stored, {.extent = kExtent}, zebra, "ldr: is VK_NULL_HANDLE");
  expect_refused(stored, {.ldr = ldr.view(), .extent = kExtent, .display = {.paper_white_nits = -1.0f}}, zebra,
                 "paper_white_nits = -1");
  test::submit([&](VkCommandBuffer commands) {
    const photopic::Frame frame = {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kExtent};
    EXPECT_EQ(stored.record(commands, post, frame, {}, zebra), Status::invalid_argument);
    EXPECT_EQ(stored.record(commands, {}, OverlaySettings{}), Status::ok);  // nothing is asked for
  });
  EXPECT_NE(test::context().last_message().find("source: of DebugOverlay::create is stored"), std::string::npos);
}

}  // namespace
