// SPDX-License-Identifier: MIT
// Tests of files that fail at some stage of their opening: what was shown stays, bit for bit.
#include <gtest/gtest.h>

#include "arguments/errors.h"
#include "cli/cli_test.h"
#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "session/source/hdr_source.h"
#include "viewer/model/model.h"
#include "viewer/wall.h"

namespace {

using Texels = std::vector<std::byte>;

/// Stages at which a source may fail, in their order.
enum class Stage { decoded, colors, size, start, settings, first_frame, nowhere };

/// A picture of 24x10 that fails at one stage.
class BrokenSource : public session::Source {
 public:
  BrokenSource(const engine::Context& context, Stage stage)
      : stage_(stage),
        hdr_(context, {24, 10}, VK_FORMAT_R16G16B16A16_SFLOAT,
             VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT) {
    engine::upload(context, hdr_, Texels(std::size_t(24 * 10 * 8)));
    // Red, green and blue on one line.
    if (stage == Stage::colors) facts_.chromaticities = {0.3f, 0.3f, 0.3f, 0.4f, 0.3f, 0.5f, 0.3127f, 0.329f};
  }
  session::SourceKind kind() const override {
    fail(Stage::settings);
    return session::SourceKind::picture;
  }
  void record(VkCommandBuffer, const session::View&, VkBuffer) override { fail(Stage::first_frame); }
  const engine::Image& hdr() const override {
    fail(Stage::size);
    return hdr_;
  }
  void resize(VkExtent2D) override {}
  session::Pose start(double) const override {
    fail(Stage::start);
    return {};
  }

 private:
  void fail(Stage stage) const {
    if (stage == stage_) throw engine::Error("broken");
  }
  Stage stage_;
  engine::Image hdr_;
};

class BrokenData : public session::SourceData {
 public:
  explicit BrokenData(Stage stage) : stage_(stage) {}
  std::unique_ptr<session::Source> make(const engine::Context& context, VkExtent2D, std::uint32_t) override {
    if (stage_ == Stage::decoded) throw engine::Error("broken");
    return std::make_unique<BrokenSource>(context, stage_);
  }

 private:
  Stage stage_;
};

class Opening : public cli_test::CliTest {
 protected:
  Opening() {
    cli_test::write_half_exr(folder_ / "picture.exr", 30, 20, cli_test::scene);
    cli_test::write_half_exr(folder_ / "other.exr", 47, 31, cli_test::scene);
    cli_test::write_half_exr(folder_ / "panorama.exr", 64, 32, cli_test::scene);
    cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
    session_.controls.overlay.views = photopic::kOverlayHistogram;
    session_.open(folder_ / "picture.exr");
    session_.controls.view.pose.yaw_deg = 12.0;
    draw();
    shown_ = picture();
  }

  void draw() {
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) { session_.record(command_buffer, 0.1); });
  }
  Texels picture() { return engine::read_back(context_, session_.ldr()); }

  /// The last picture is there, the next one shows the same, and nothing wants another.
  void expect_kept() {
    EXPECT_EQ(session_.file(), folder_ / "picture.exr");
    EXPECT_EQ(session_.extent().width, 30u);
    EXPECT_EQ(session_.controls.view.pose.yaw_deg, 12.0);
    EXPECT_FALSE(session_.is_cut());
    EXPECT_EQ(picture(), shown_);
    draw();
    EXPECT_EQ(session_.extent().width, 30u);
  }

  engine::Context context_{engine::ContextOptions{}};
  session::Session session_{context_, {16, 16}, session::Depth::any};
  viewer::Loading loading_;
  viewer::Model model_{context_, session_, loading_};
  Texels shown_;
};

TEST_F(Opening, ASourceThatFailsAtAnyStage) {
  session_.controls.overlay.views = 0;
  draw();
  shown_ = picture();
  for (int stage = 0; stage < int(Stage::nowhere); ++stage) {
    SCOPED_TRACE(stage);
    BrokenData data{Stage(stage)};
    EXPECT_ANY_THROW(session_.open(data, folder_ / "broken"));
    expect_kept();
    EXPECT_EQ(picture(), shown_);
  }
  BrokenData whole{Stage::nowhere};
  session_.open(whole, folder_ / "whole");
  draw();
  EXPECT_EQ(session_.extent().width, 24u);
}

/// The file's colours pass every look of the reader, and are refused by the frame's settings: nothing of the kind
/// reaches a frame.
TEST_F(Opening, AFirstFrameThatTheModuleRefuses) {
  session_.controls.settings.tone_map.tone_mapper = photopic::ToneMapper(1000);
  EXPECT_ANY_THROW(session_.open(folder_ / "other.exr"));
  session_.controls.settings.tone_map.tone_mapper = session::Settings().tone_map.tone_mapper;
  expect_kept();
}

PFN_vkVoidFunction real_function = nullptr;
int calls_left = 0;

/// Every call of one Vulkan function that fails on its own.
template <auto kFunction>
struct Failing;
template <class Table, class... Args, VkResult (VKAPI_PTR* Table::*kFunction)(Args...)>
struct Failing<kFunction> {
  static VkResult VKAPI_PTR call(Args... args) {
    if (--calls_left == 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return reinterpret_cast<VkResult(VKAPI_PTR*)(Args...)>(real_function)(args...);
  }
};

class OpeningOnDevice : public Opening {
 protected:
  /// Opens `file` with the 1st, 2nd, 4th, 8th ... call failing, until no call is left to fail. Returns how often it
  /// failed.
  template <auto kFunction>
  int fail_each(const char* file) {
    auto& entry = const_cast<engine::FunctionTable&>(context_.vk()).*kFunction;
    const auto real = entry;
    real_function = reinterpret_cast<PFN_vkVoidFunction>(real);
    int failures = 0;
    int call = 1;
    for (bool has_failed = true; has_failed && !HasFailure(); failures += has_failed, call *= 2) {
      SCOPED_TRACE(std::string(file) + ", call " + std::to_string(call));
      calls_left = call;
      entry = &Failing<kFunction>::call;
      viewer::open(model_, folder_ / file);
      has_failed = calls_left <= 0;
      entry = real;
      EXPECT_EQ(model_.messages.shown().empty(), !has_failed);
      if (has_failed) {
        expect_kept();
        shown_ = picture();
      }
      if (model_.script_recorder) model_.script_recorder->note(0.0, session_.controls, session_.is_cut());
    }
    draw();
    EXPECT_EQ(session_.file(), folder_ / file);
    session_.open(folder_ / "picture.exr");
    session_.controls.view.pose.yaw_deg = 12.0;
    draw();
    shown_ = picture();
    return failures;
  }
};

/// Memory, images, buffers and submits that the device refuses, one after the other: the picture stays, the message
/// goes once the file has opened, and a script has neither resets nor the file that failed.
TEST_F(OpeningOnDevice, EachCallThatFails) {
  model_.script_recorder.emplace();
  model_.script_recorder->note(0.0, session_.controls, false);
  EXPECT_GE(fail_each<&engine::FunctionTable::vkAllocateMemory>("other.exr"), 2);
  EXPECT_GE(fail_each<&engine::FunctionTable::vkQueueSubmit>("other.exr"), 2);
  EXPECT_GE(fail_each<&engine::FunctionTable::vkBeginCommandBuffer>("panorama.exr"), 3);
  EXPECT_GE(fail_each<&engine::FunctionTable::vkCreateImage>("wall.gltf"), 4);
  const std::string script = model_.script_recorder->text();
  std::size_t opened = 0, resets = 0;
  for (std::size_t at = 0; (at = script.find("\"open\"", at)) != std::string::npos; ++at) ++opened;
  for (std::size_t at = 0; (at = script.find("\"reset\"", at)) != std::string::npos; ++at) ++resets;
  EXPECT_EQ(opened, 4u) << script;
  EXPECT_EQ(resets, 5u) << script;  // its first step, and one for each file
}

/// What can't be read or decoded, by way of the model.
TEST_F(Opening, FilesThatFail) {
  cli_test::write_file(folder_ / "text.exr", "no picture");
  cli_test::write_file(folder_ / "bad.gltf", "{ \"asset\": ");
  const auto bytes = cli_test::read_file(folder_ / "other.exr");
  cli_test::write_file(folder_ / "cut.exr", std::string(bytes.begin(), bytes.end() - 300));
  for (const char* file : {"none.exr", "text.exr", "bad.gltf", "cut.exr", "."}) {
    SCOPED_TRACE(file);
    viewer::open(model_, folder_ / file);
    ASSERT_EQ(model_.messages.shown().size(), 1u);
    EXPECT_TRUE(model_.messages.shown().front().is_error);
    expect_kept();
    shown_ = picture();
    model_.messages.close(0);
  }
  viewer::open(model_, folder_ / "none.exr");
  EXPECT_FALSE(model_.messages.shown().empty());
  viewer::open(model_, folder_ / "other.exr");
  EXPECT_TRUE(model_.messages.shown().empty());
  draw();
  EXPECT_EQ(session_.extent().width, 47u);
}

}  // namespace
