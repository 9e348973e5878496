// SPDX-License-Identifier: MIT
// Test of the usual mistakes of a host: each gives the message that docs/embedding-reference.md has.
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::Device;
using photopic::Frame;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

std::string embedding_page() {
  std::ifstream file(std::string(PHOTOPIC_TEST_PROJECT_DIR) + "/docs/embedding-reference.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Mistakes, GiveTheMessagesOfTheDocumentation) {
  const std::string page = embedding_page();
  const auto expect_documented = [&](Status status) {
    EXPECT_NE(status, Status::ok);
    const std::string& message = context().last_message();
    EXPECT_NE(page.find("| `" + message + "` |"), std::string::npos) << message;
  };
  LoaderShim shim(context());
  Settings masked;
  masked.meter.mask = true;
  const Settings plain;
  const photopic::CreateInfo info = {.max_extent = {64, 48}, .uses = {masked, plain}};
  const auto create = [&](const std::function<void(Device*)>& mistake) {
    Device device = shim.device();
    mistake(&device);
    PostProcess post;
    expect_documented(post.create(device, info));
  };
  create([](Device* device) { device->api_version = VK_API_VERSION_1_0; });
  shim.hide("vkCmdPushDescriptorSetKHR");
  create([](Device* device) { device->frames_in_flight = 0; });
  shim.hide("");

  PostProcess post = make_used(shim.device(), info);
  const HdrImage scene = make_uniform_hdr(info.max_extent, 1.0);
  const engine::Image ldr = make_ldr(info.max_extent, VK_FORMAT_R8G8B8A8_UNORM);
  const auto record = [&](const std::function<void(Frame*, Settings*)>& mistake) {
    Frame frame = {
        .hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = info.max_extent, .weights = {.mask = {scene.view()}}};
    Settings settings = masked;
    mistake(&frame, &settings);
    submit([&](VkCommandBuffer commands) { expect_documented(post.record(commands, frame, settings)); });
  };
  record([](Frame* frame, Settings*) { frame->extent.width = 65; });
  record([](Frame* frame, Settings*) { frame->view = 1; });
  record([](Frame* frame, Settings*) { frame->weights.mask = {}; });
  record([](Frame* frame, Settings*) { frame->ldr = frame->hdr; });
  record([](Frame* frame, Settings*) { frame->pre_exposure = -1.0f; });
  record([](Frame* frame, Settings*) { frame->hdr.layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL; });
  record([](Frame*, Settings* settings) { settings->tone_map.tone_mapper = photopic::ToneMapper::hable; });
  record([](Frame*, Settings* settings) { settings->glare.glare = photopic::GlareProfile::eye; });
}

}  // namespace
}  // namespace test
