// SPDX-License-Identifier: MIT
// Tests of the flash analyser on the device against vectors and against the rules in double precision.
#include <array>
#include <limits>
#include <map>

#include "flash/flash_rig.h"
#include "flash/flash_vectors.h"
#include "gpu/loader_shim.h"
#include "reference/display/transfer.h"

namespace {

using flash_test::FlashRig;
using flash_test::time_us_of;
using photopic::FlashVerdict;

constexpr VkExtent2D kVectorCells = {flash_test::kVectorColumns, flash_test::kVectorRows};

/// Numbers are cd/m^2.
photopic::FlashCreateInfo info_in_cd_m2(std::uint32_t columns, std::uint32_t rows) {
  return {.format = VK_FORMAT_R32G32B32A32_SFLOAT,
          .encoding = photopic::OutputEncoding::linear,
          .columns = columns,
          .rows = rows};
}

std::vector<float> texels_of(const reference::FlashCells& cells) {
  std::vector<float> rgba;
  for (const reference::Rgb& c : cells.means) rgba.insert(rgba.end(), {float(c.r), float(c.g), float(c.b), 1.0f});
  return rgba;
}

void expect_same_counts(const photopic::FlashStatistics& actual, const reference::FlashFrame& expected) {
  EXPECT_EQ(std::uint32_t(actual.verdict), std::uint32_t(expected.verdict));
  for (std::size_t i = 0; i < photopic::kFlashKindCount; ++i) {
    SCOPED_TRACE("kind " + std::to_string(i));
    const reference::FlashCount& count = expected.kinds[i];
    EXPECT_EQ(std::uint32_t(actual.kinds[i].verdict), std::uint32_t(count.verdict));
    EXPECT_EQ(actual.kinds[i].screen_transitions, std::min(count.screen_transitions, 8u));
    EXPECT_EQ(actual.kinds[i].cell_transitions, std::min(count.cell_transitions, 8u));
    EXPECT_FLOAT_EQ(actual.kinds[i].risk_share, float(count.risk_share));
    EXPECT_FLOAT_EQ(actual.kinds[i].window_share, float(count.window_share));
  }
}

TEST(Flash, EveryVector) {
  FlashRig rig(info_in_cd_m2(kVectorCells.width, kVectorCells.height));
  rig.settings.cd_m2_per_unit = 1.0f;
  std::uint64_t start_us = 0;
  const std::uint32_t together = test::full_wanted() ? 1 : 12;  // frames of a submission; its last is compared
  const nlohmann::json vectors = flash_test::read_vectors();
  for (const auto& [name, vector] : vectors.at("sequences").items()) {
    SCOPED_TRACE(name);
    reference::FlashModel model(reference::strict_flash_rule(200.0));
    std::map<std::vector<float>, engine::Image> images;
    const std::uint32_t first_frame = vector.at("first_frame_of_verdict");
    // Until the verdict is there; whatever passes, for a second and a bit.
    const std::uint32_t enough =
        test::full_wanted() ? vector.at("frames").get<std::uint32_t>() : std::max(72u, first_frame + 12);
    const std::uint32_t frames = std::min(enough, vector.at("frames").get<std::uint32_t>());
    for (std::uint32_t first = 0; first < frames && !HasFailure(); first += together) {
      SCOPED_TRACE(first);
      reference::FlashFrame expected;
      test::submit([&](VkCommandBuffer commands) {
        for (std::uint32_t frame = first; frame < std::min(first + together, frames); ++frame) {
          const reference::FlashCells cells = flash_test::vector_cells(name, frame);
          const std::vector<float> texels = texels_of(cells);
          auto found = images.find(texels);
          if (found == images.end()) found = images.emplace(texels, rig.make_image(kVectorCells, texels)).first;
          const std::int64_t time_us = time_us_of(frame, 60.0);
          rig.record(commands, found->second, start_us + std::uint64_t(time_us), frame == 0);
          expected = model.add(time_us, cells);
        }
      });
      expect_same_counts(rig.statistics(), expected);
    }
    const photopic::FlashStatistics last = rig.statistics();
    EXPECT_EQ(std::uint32_t(last.worst_verdict), vector.at("verdict"));
    EXPECT_EQ(last.worst_time_us, start_us + std::uint64_t(time_us_of(first_frame, 60.0)));
    EXPECT_EQ(last.frames, frames);
    start_us += (std::uint64_t{1} << 32) - 1'000'000;  // low words of times wrap within some sequences
  }
}

/// What the CPU makes of a picture: cells of exact shares, in double.
reference::FlashCells average_of(VkExtent2D extent, const std::vector<float>& rgba, std::uint32_t columns,
                                 std::uint32_t rows) {
  reference::FlashCells cells = {columns, rows, std::vector<reference::Rgb>(std::size_t{columns} * rows)};
  const auto share = [](std::uint32_t texel, std::uint32_t cell, std::uint32_t side, std::uint32_t count) {
    const double from = std::max(double(texel), double(cell) * side / count);
    return std::max(0.0, std::min(texel + 1.0, (cell + 1.0) * side / count) - from);
  };
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      reference::Rgb& mean = cells.means[std::size_t{r} * columns + c];
      double sum = 0.0;
      for (std::uint32_t y = r * extent.height / rows; y <= (r + 1) * extent.height / rows && y < extent.height; ++y) {
        for (std::uint32_t x = c * extent.width / columns; x <= (c + 1) * extent.width / columns && x < extent.width;
             ++x) {
          const double weight = share(x, c, extent.width, columns) * share(y, r, extent.height, rows);
          const float* const texel = rgba.data() + (std::size_t{y} * extent.width + x) * 4;
          mean.r += weight * double(texel[0]);
          mean.g += weight * double(texel[1]);
          mean.b += weight * double(texel[2]);
          sum += weight;
        }
      }
      mean = {mean.r / sum, mean.g / sum, mean.b / sum};
    }
  }
  return cells;
}

/// Blocks of colours that come and go at rates of their own, so that cells, windows and reds differ; whole numbers of
/// cd/m^2 that are far from thresholds in every cell, whatever is averaged.
std::vector<float> busy_picture(VkExtent2D extent, std::uint32_t frame) {
  std::vector<float> rgba;
  rgba.reserve(std::size_t{extent.width} * extent.height * 4);
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      const std::uint32_t block_x = x * 7 / extent.width, block_y = y * 5 / extent.height;
      const std::uint32_t block = block_y * 7 + block_x;
      const bool is_on = frame / (2 + block % 6) % 2 == 0;
      const bool is_red = block % 5 == 3;
      const float light = is_on ? 130.0f : 11.0f;
      rgba.insert(rgba.end(), {is_red ? 2.0f * light : light, is_red && is_on ? 4.0f : light,
                               is_red && is_on ? 4.0f : light, 1.0f});
    }
  }
  return rgba;
}

TEST(Flash, EverySizeIsAveragedToTheSameGrid) {
  constexpr std::uint32_t kColumns = 12, kRows = 9;
  FlashRig rig(info_in_cd_m2(kColumns, kRows));
  rig.settings.cd_m2_per_unit = 1.0f;
  std::uint64_t start_us = 0;
  // Whole and broken texels per cell, more cells than texels, a single texel, more than a workgroup reads at once.
  for (const VkExtent2D extent :
       {VkExtent2D{48, 36}, VkExtent2D{61, 47}, VkExtent2D{7, 5}, VkExtent2D{1, 1}, VkExtent2D{443, 91}}) {
    SCOPED_TRACE(std::to_string(extent.width) + "x" + std::to_string(extent.height));
    reference::FlashModel model(reference::strict_flash_rule(200.0));
    for (std::uint32_t frame = 0; frame < 75 && !HasFailure(); frame += 1) {
      SCOPED_TRACE(frame);
      const std::vector<float> rgba = busy_picture(extent, frame);
      rig.upload(extent, rgba);
      const std::int64_t time_us = time_us_of(frame, 60.0);
      expect_same_counts(rig.submit(start_us + std::uint64_t(time_us), frame == 0),
                         model.add(time_us, average_of(extent, rgba, kColumns, kRows)));
      const std::vector<std::uint32_t> words = rig.cells();
      for (const auto kind : {reference::FlashKind::luminance, reference::FlashKind::red_measure,
                              reference::FlashKind::red_chromaticity}) {
        const std::vector<std::uint32_t> counts = model.transitions(kind);
        for (std::size_t i = 0; i < counts.size(); ++i) {
          ASSERT_EQ(photopic::flash_transitions(words[i], photopic::FlashKind(kind)), std::min(counts[i], 8u)) << i;
        }
      }
    }
    start_us += 100'000'000;
  }
}

/// Verdict of a screen that changes between two codes 20 times in a second, all of it.
template <class Sample>
FlashVerdict verdict_between(FlashRig& rig, std::uint64_t* time_us, const std::array<Sample, 4>& a,
                             const std::array<Sample, 4>& b) {
  constexpr VkExtent2D kExtent = {4, 4};
  photopic::FlashStatistics statistics;
  for (std::uint32_t frame = 0; frame < 10; ++frame) {
    std::vector<Sample> rgba;
    for (std::uint32_t i = 0; i < 16; ++i) {
      const auto& texel = frame % 2 == 0 ? a : b;
      rgba.insert(rgba.end(), texel.begin(), texel.end());
    }
    rig.upload(kExtent, rgba);
    statistics = rig.submit(*time_us += 50'000, frame == 0);
  }
  return statistics.verdict;
}

TEST(Flash, EveryEncodingIsUndone) {
  using Codes = std::array<std::uint8_t, 4>;
  using Floats = std::array<float, 4>;
  std::uint64_t time_us = 0;
  const auto grey_codes = [](int code) {
    return Codes{std::uint8_t(code), std::uint8_t(code), std::uint8_t(code), 255};
  };
  const auto grey_floats = [](float value) { return Floats{value, value, value, 1.0f}; };
  // Of each, a step of 19.5 cd/m^2 or a little less, and one of 20.5 or a little more.
  const auto expect_threshold = [&](FlashRig& rig, auto from, auto below, auto above) {
    EXPECT_EQ(verdict_between(rig, &time_us, from, below), FlashVerdict::pass);
    EXPECT_EQ(verdict_between(rig, &time_us, from, above), FlashVerdict::fail);
  };
  {
    SCOPED_TRACE("srgb");  // 0.60 and 200 cd/m^2 times 0.0998 and 0.1046 more
    FlashRig rig({.columns = 2, .rows = 2});
    expect_threshold(rig, grey_codes(13), grey_codes(90), grey_codes(92));
    SCOPED_TRACE("the toe");  // codes up to 10 are linear
    expect_threshold(rig, grey_codes(0), grey_codes(89), grey_codes(90));
  }
  {
    SCOPED_TRACE("power22");  // (code / 255)^2.2
    FlashRig rig({.encoding = photopic::OutputEncoding::power22, .columns = 2, .rows = 2});
    expect_threshold(rig, grey_codes(0), grey_codes(88), grey_codes(91));
  }
  const auto float_rig = [](photopic::OutputEncoding encoding) {
    return photopic::FlashCreateInfo{
        .format = VK_FORMAT_R32G32B32A32_SFLOAT, .encoding = encoding, .columns = 2, .rows = 2};
  };
  {
    SCOPED_TRACE("scrgb");
    FlashRig rig(float_rig(photopic::OutputEncoding::scrgb));
    rig.settings.cd_m2_per_unit = 80.0f;
    expect_threshold(rig, grey_floats(1.0f), grey_floats(1.243f), grey_floats(1.257f));
  }
  {
    SCOPED_TRACE("hdr10");
    FlashRig rig(float_rig(photopic::OutputEncoding::hdr10));
    const auto pq = [&](double nits) { return grey_floats(float(reference::pq_encode(nits))); };
    expect_threshold(rig, pq(100.0), pq(119.5), pq(120.5));
  }
  {
    SCOPED_TRACE("hlg");
    FlashRig rig(float_rig(photopic::OutputEncoding::hlg));
    const auto hlg = [&](double nits) { return grey_floats(float(reference::hlg_encode(reference::grey(nits)).r)); };
    expect_threshold(rig, hlg(100.0), hlg(119.5), hlg(120.5));
  }
  {
    SCOPED_TRACE("display-p3");  // red has 0.2290 of white's luminance there, 0.2126 in BT.709
    FlashRig rig(float_rig(photopic::OutputEncoding::display_p3));
    rig.settings.profile = photopic::FlashProfile::wcag;
    const auto green = [](float value) { return Floats{0.0f, value, 0.0f, 1.0f}; };
    // 0.6917 of 200 cd/m^2 times 0.1410 and 0.1482
    expect_threshold(rig, green(0.0f), green(float(reference::srgb_encode(0.1410))),
                     green(float(reference::srgb_encode(0.1482))));
  }
}

TEST(Flash, CodesOfTenBitsAreDecodedOneByOne) {
  FlashRig rig({.format = VK_FORMAT_A2B10G10R10_UNORM_PACK32,
                .encoding = photopic::OutputEncoding::hdr10,
                .columns = 2,
                .rows = 2});
  const auto nits = [](std::uint32_t code) { return reference::pq_decode(code / 1023.0); };
  const auto from = std::uint32_t(reference::pq_encode(100.0) * 1023.0);
  std::uint32_t to = from;
  while (nits(to) - nits(from) < 20.0) ++to;  // the first code that is a transition
  std::uint64_t time_us = 0;
  const auto verdict_at = [&](std::uint32_t code) {
    photopic::FlashStatistics statistics;
    for (std::uint32_t frame = 0; frame < 10; ++frame) {
      const std::uint32_t channel = frame % 2 == 0 ? from : code;
      rig.upload({4, 4}, std::vector<std::uint32_t>(16, channel | channel << 10 | channel << 20 | 3u << 30));
      statistics = rig.submit(time_us += 50'000, frame == 0);
    }
    return statistics.verdict;
  };
  EXPECT_EQ(verdict_at(to - 1), FlashVerdict::pass);
  EXPECT_EQ(verdict_at(to), FlashVerdict::fail);
}

TEST(Flash, NumbersThatAreNoneCountAsTheDocumentedOnes) {
  FlashRig rig({.format = VK_FORMAT_R32G32B32A32_SFLOAT, .columns = 2, .rows = 2});
  std::uint64_t time_us = 0;
  using Floats = std::array<float, 4>;
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(verdict_between(rig, &time_us, Floats{0, 0, 0, 1}, Floats{kNan, kNan, kNan, 1}), FlashVerdict::pass);
  EXPECT_EQ(verdict_between(rig, &time_us, Floats{kNan, kNan, kNan, 1}, Floats{1, 1, 1, 1}), FlashVerdict::fail);
  EXPECT_EQ(verdict_between(rig, &time_us, Floats{65504, 65504, 65504, 1}, Floats{kInf, kInf, kInf, 1}),
            FlashVerdict::pass);
  EXPECT_EQ(verdict_between(rig, &time_us, Floats{-1, -1, -1, 1}, Floats{-kInf, -kInf, -kInf, 1}), FlashVerdict::pass);
}

TEST(Flash, DeferredPipelines) {
  photopic::FlashCreateInfo info = info_in_cd_m2(4, 4);
  info.defer_pipelines = true;
  FlashRig rig(info);
  const auto record = [&] {
    photopic::Status status = photopic::Status::ok;
    const engine::Image image = rig.make_image({4, 4}, std::vector<float>(64, 1.0f));
    test::submit([&](VkCommandBuffer commands) {
      status = rig.analyser().record(commands, {.ldr = image.view(), .extent = {4, 4}, .time_us = 1}, rig.settings);
    });
    return status;
  };
  EXPECT_FALSE(rig.analyser().is_prepared());
  EXPECT_EQ(record(), photopic::Status::not_prepared);
  EXPECT_EQ(test::context().last_message(), "FlashAnalyser::record: pipelines: 2 are left for prepare() to make");
  EXPECT_EQ(rig.analyser().prepare(1), photopic::Status::not_prepared);
  EXPECT_FALSE(rig.analyser().is_prepared());
  EXPECT_EQ(rig.analyser().prepare(1), photopic::Status::ok);
  EXPECT_TRUE(rig.analyser().is_prepared());
  EXPECT_EQ(record(), photopic::Status::ok);
  EXPECT_EQ(rig.statistics().frames, 1u);
}

TEST(Flash, DroppedAndRepeatedRecordingsChangeNothing) {
  FlashRig rig(info_in_cd_m2(4, 4));
  rig.settings.cd_m2_per_unit = 1.0f;
  reference::FlashModel model(reference::strict_flash_rule(200.0));
  constexpr VkExtent2D kExtent = {8, 8};
  for (std::uint32_t frame = 0; frame < 40; ++frame) {
    const float light = frame / 3 % 2 == 0 ? 10.0f : 100.0f;
    const std::vector<float> rgba(std::size_t{kExtent.width} * kExtent.height * 4, light);
    rig.upload(kExtent, rgba);
    const auto time_us = std::uint64_t(time_us_of(frame, 60.0));
    if (frame % 7 == 3) {  // recorded, never submitted
      engine::CommandRing ring(test::context(), 1);
      rig.record(ring.begin(), time_us);
      continue;
    }
    test::submit([&](VkCommandBuffer commands) {
      rig.record(commands, time_us);
      if (frame % 5 == 2) rig.record(commands, time_us);      // again
      if (frame % 5 == 3) rig.record(commands, time_us / 2);  // one from before
    });
    expect_same_counts(rig.statistics(), model.add(std::int64_t(time_us), average_of(kExtent, rgba, 4, 4)));
    EXPECT_EQ(rig.statistics().time_us, time_us);
  }
}

/// Where workgroups don't see each other's writes, one more dispatch judges, with the same results.
TEST(Flash, EndsTheVerdictApart) {
  test::LoaderShim shim(test::context());
  const photopic::FlashCreateInfo info = info_in_cd_m2(12, 12);
  FlashRig usual(info, shim.device());
  photopic::Device device = shim.device();
  device.separate_meter_end = VK_TRUE;
  FlashRig by_host(info, device);
  shim.changes().driver_id = VK_DRIVER_ID_MOLTENVK;
  FlashRig on_moltenvk(info, shim.device());
  constexpr VkExtent2D kExtent = {24, 24};
  for (std::uint32_t frame = 0; frame < 40; ++frame) {
    std::vector<float> rgba(std::size_t{kExtent.width} * kExtent.height * 4, 10.0f);
    for (std::size_t i = 0; frame / 3 % 2 != 0 && i < rgba.size() / 4; ++i) {
      if (i / kExtent.width >= 12) rgba[4 * i] = rgba[4 * i + 1] = rgba[4 * i + 2] = 100.0f;  // the lower half flashes
    }
    const auto time_us = std::uint64_t(time_us_of(frame, 60.0));
    const auto count_of = [&](FlashRig& rig) {
      rig.settings.cd_m2_per_unit = 1.0f;
      rig.upload(kExtent, rgba);
      const std::uint32_t before = shim.commands_recorded();
      test::submit([&](VkCommandBuffer commands) {
        rig.record(commands, time_us);
        if (frame % 5 == 2) rig.record(commands, time_us);  // again
      });
      return shim.commands_recorded() - before;
    };
    const std::uint32_t commands = count_of(usual);
    const photopic::FlashStatistics expected = usual.statistics();
    for (FlashRig* rig : {&by_host, &on_moltenvk}) {
      EXPECT_GT(count_of(*rig), commands);
      const photopic::FlashStatistics actual = rig->statistics();
      EXPECT_EQ(actual.frames, expected.frames);
      EXPECT_EQ(actual.verdict, expected.verdict);
      EXPECT_EQ(actual.worst_time_us, expected.worst_time_us);
      for (std::size_t kind = 0; kind < photopic::kFlashKindCount; ++kind) {
        EXPECT_EQ(actual.kinds[kind].screen_transitions, expected.kinds[kind].screen_transitions);
        EXPECT_EQ(actual.kinds[kind].risk_share, expected.kinds[kind].risk_share);
        EXPECT_EQ(actual.kinds[kind].window_share, expected.kinds[kind].window_share);
      }
    }
  }
  EXPECT_EQ(usual.statistics().verdict, FlashVerdict::fail);
  EXPECT_EQ(usual.statistics().kinds[0].window_share, 1.0f);
}

TEST(Flash, GapsForgetTransitions) {
  FlashRig rig(info_in_cd_m2(4, 4));
  rig.settings.cd_m2_per_unit = 1.0f;
  reference::FlashModel model(reference::strict_flash_rule(200.0));
  std::int64_t time_us = 0;
  // Through short and long pauses, one of an hour and a quarter, in which low words of times wrap.
  const std::int64_t pauses[] = {1'000'000, 999'999, 400'000, 4'999'999, 5'000'000, 4'500'000'000};
  for (std::uint32_t frame = 0; frame < 60; ++frame) {
    time_us += frame % 10 == 9 ? pauses[frame / 10] : 100'000;
    const std::vector<float> rgba(8 * 8 * 4, frame % 2 == 0 ? 10.0f : 100.0f);
    rig.upload({8, 8}, rgba);
    SCOPED_TRACE(frame);
    expect_same_counts(rig.submit(std::uint64_t(time_us)), model.add(time_us, average_of({8, 8}, rgba, 4, 4)));
  }
}

TEST(FlashArguments, RefusalsNameTheArgument) {
  photopic::FlashAnalyser analyser;
  const auto expect_refused = [&](const photopic::FlashCreateInfo& info, const char* word) {
    EXPECT_EQ(photopic::FlashAnalyser::create(test::context().lend(), info, &analyser),
              photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find(word), std::string::npos) << test::context().last_message();
  };
  expect_refused({.columns = 0}, "columns");
  expect_refused({.columns = 257}, "columns");
  expect_refused({.rows = 257}, "rows");
  expect_refused({.statistics_slots = 0}, "statistics_slots");
  expect_refused({.format = VK_FORMAT_R32_UINT}, "format");
  expect_refused({.format = VK_FORMAT_R8G8B8A8_SRGB, .encoding = photopic::OutputEncoding::srgb}, "encoding");
  photopic::FlashStatistics statistics;
  EXPECT_FALSE(analyser.statistics(&statistics));
  EXPECT_EQ(analyser.cells_buffer(), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(analyser.memory_bytes(), 0U);

  ASSERT_EQ(photopic::FlashAnalyser::create(test::context().lend(), {}, &analyser), photopic::Status::ok);
  EXPECT_FALSE(analyser.statistics(&statistics)) << "before the first frame";
  EXPECT_GT(analyser.memory_bytes(), 0U);
  const engine::Image image(test::context(), {4, 4}, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_SAMPLED_BIT);
  test::submit([&](VkCommandBuffer commands) {
    const auto expect_bad = [&](photopic::FlashFrame frame, const photopic::FlashSettings& settings, const char* word) {
      EXPECT_EQ(analyser.record(commands, frame, settings), photopic::Status::invalid_argument);
      EXPECT_NE(test::context().last_message().find(word), std::string::npos) << test::context().last_message();
    };
    const photopic::FlashFrame good = {.ldr = image.view(), .extent = {4, 4}};
    photopic::FlashFrame frame = good;
    frame.ldr = VK_NULL_HANDLE;
    expect_bad(frame, {}, "ldr");
    frame = good;
    frame.extent.width = 0;
    expect_bad(frame, {}, "extent.width");
    frame = good;
    frame.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    expect_bad(frame, {}, "layout");
    expect_bad(good, {.white_cd_m2 = 0.0f}, "white_cd_m2");
    expect_bad(good, {.white_cd_m2 = std::numeric_limits<float>::quiet_NaN()}, "white_cd_m2");
    expect_bad(good, {.cd_m2_per_unit = -1.0f}, "cd_m2_per_unit");
    expect_bad(good, {.profile = photopic::FlashProfile(9)}, "profile");
  });
}

}  // namespace
