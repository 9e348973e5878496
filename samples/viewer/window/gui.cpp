// SPDX-License-Identifier: MIT
// Dear ImGui on Vulkan and GLFW.
#include "viewer/window/gui.h"

// After Vulkan's header: GLFW then declares its Vulkan functions.
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_vulkan.h>
#include <imgui.h>

#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/device/pass_objects.h"
#include "engine/transfer/commands.h"

namespace viewer {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr float kFontSize = 14.0f;
constexpr const char* kFontFile = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// Keys that move in panels only while these have the keyboard: elsewhere they are the camera's.
constexpr struct {
  int name, key;
} kNavigationKeys[] = {{ImGuiKey_LeftArrow, GLFW_KEY_LEFT}, {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                       {ImGuiKey_UpArrow, GLFW_KEY_UP},     {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                       {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP}, {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                       {ImGuiKey_Home, GLFW_KEY_HOME},      {ImGuiKey_End, GLFW_KEY_END}};

engine::RenderPass make_pass(const engine::Context& context) {
  // After the reads of the frame before; before those of this one.
  constexpr VkAccessFlags kWrite = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
  return engine::make_render_pass(
      context, {engine::attachment(kFormat, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)},
      {{VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0,
        VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | kWrite, 0},
       {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
        kWrite, VK_ACCESS_SHADER_READ_BIT, 0}});
}

engine::DescriptorPool make_pool(const engine::Context& context) {
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1};  // the font
  const VkDescriptorPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  return {context, info};
}

void check_result(VkResult result) {
  if (result < 0) engine::check(result, "Dear ImGui");
}

ImVec4 color(std::uint32_t rgb, float alpha = 1.0f) {
  const auto channel = [&](int shift) { return float((rgb >> shift) & 0xFF) / 255.0f; };
  return {channel(16), channel(8), channel(0), alpha};
}

}  // namespace

Gui::Gui(const engine::Context& context, Window& window, float scale)
    : context_(context), window_(window), scale_(scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // nothing is written that wasn't asked for
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::GetIO().ConfigInputTextCursorBlink = false;  // a window that stands still needs no frames
  ImGui_ImplGlfw_InitForVulkan(window_.handle(), /*install_callbacks=*/false);  // see InputQueue
  pass_ = make_pass(context_);
  start();
}

Gui::~Gui() {
  stop();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::start() {
  pixels_per_unit_ = window_.pixels_per_unit();
  const VkInstance instance = context_.instance();
  ImGui_ImplVulkan_LoadFunctions(
      [](const char* name, void* user) {
        const auto& context = *static_cast<const engine::Context*>(user);
        return context.vk().vkGetInstanceProcAddr(context.instance(), name);
      },
      const_cast<engine::Context*>(&context_));
  pool_ = make_pool(context_);
  ImGui_ImplVulkan_InitInfo info = {};
  info.Instance = instance;
  info.PhysicalDevice = context_.physical_device();
  info.Device = context_.device();
  info.QueueFamily = context_.queue_family();
  info.Queue = context_.queue();
  info.DescriptorPool = pool_.get();
  info.MinImageCount = engine::Swapchain::kInFlight;
  info.ImageCount = engine::Swapchain::kInFlight;  // rings of vertices: one for each frame in flight
  info.MSAASamples = VK_SAMPLE_COUNT_1_BIT;
  info.CheckVkResultFn = check_result;
  ImGui_ImplVulkan_Init(&info, pass_.get());
  set_style();
  load_fonts();
  engine::submit_and_wait(context_,
                          [](VkCommandBuffer command_buffer) { ImGui_ImplVulkan_CreateFontsTexture(command_buffer); });
  ImGui_ImplVulkan_DestroyFontUploadObjects();
}

void Gui::stop() {
  context_.vk().vkQueueWaitIdle(context_.queue());  // also after a lost device
  ImGui_ImplVulkan_Shutdown();
  pool_ = {};
}

void Gui::set_scale(float scale) {
  if (scale == scale_ && window_.pixels_per_unit() == pixels_per_unit_) return;
  stop();
  scale_ = scale;
  start();
}

void Gui::load_fonts() {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  // Basic Latin to Latin-1, Greek (deltas, sigmas), general punctuation, arrows.
  static const ImWchar kRanges[] = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2190, 0x2193, 0};
  // Drawn in pixels, shown in units: sharp where a unit is several pixels.
  const float pixels = pixels_per_unit_;
  std::error_code error;
  if (std::filesystem::exists(kFontFile, error)) {
    fonts.AddFontFromFileTTF(kFontFile, kFontSize * scale_ * pixels, nullptr, kRanges);
  } else {
    ImFontConfig config;
    config.SizePixels = kFontSize * scale_ * pixels;
    fonts.AddFontDefault(&config);
  }
  ImGui::GetIO().FontGlobalScale = 1.0f / pixels;
  load_thumbnails();
}

/// Between the letters: this version of Dear ImGui draws from their texture alone.
void Gui::load_thumbnails() {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  std::map<std::filesystem::path, int> rectangles;
  for (const auto& [file, thumbnail] : thumbnails_) {
    rectangles[file] = fonts.AddCustomRectRegular(int(thumbnail.width), int(thumbnail.height));
  }
  unsigned char* bytes = nullptr;
  int width = 0, height = 0;
  fonts.GetTexDataAsRGBA32(&bytes, &width, &height);
  places_.clear();
  for (const auto& [file, index] : rectangles) {
    const ImFontAtlasCustomRect& rectangle = *fonts.GetCustomRectByIndex(index);
    const Thumbnail& thumbnail = thumbnails_.at(file);
    for (std::uint32_t row = 0; row < thumbnail.height; ++row) {
      const std::size_t texel = std::size_t(rectangle.Y + row) * std::size_t(width) + rectangle.X;
      std::memcpy(bytes + 4 * texel, thumbnail.rgba.data() + std::size_t{row} * thumbnail.width, 4 * thumbnail.width);
    }
    const auto share = [](std::uint32_t at, int of) { return float(at) / float(of); };
    places_[file] = {share(rectangle.X, width),
                     share(rectangle.Y, height),
                     share(rectangle.X + thumbnail.width, width),
                     share(rectangle.Y + thumbnail.height, height),
                     thumbnail.width,
                     thumbnail.height};
  }
}

void Gui::add(std::map<std::filesystem::path, Thumbnail> thumbnails) {
  stop();
  for (auto& [file, thumbnail] : thumbnails) {
    if (thumbnail.width == 0) {
      thumbnails_.erase(file);
    } else {
      thumbnails_[file] = std::move(thumbnail);
    }
  }
  start();
}

void Gui::set_style() const {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.WindowRounding = 0.0f;
  style.FrameRounding = 3.0f;
  style.GrabRounding = 3.0f;
  style.PopupRounding = 3.0f;
  style.WindowBorderSize = 0.0f;
  style.WindowPadding = {10, 8};
  style.FramePadding = {6, 3};
  style.ItemSpacing = {8, 5};
  style.IndentSpacing = 12.0f;  // labels in nodes have room
  style.ScrollbarSize = 12.0f;
  // Neutral greys: the picture's colours must not be judged against coloured surroundings. One accent.
  style.Colors[ImGuiCol_Text] = color(0xE2E2E2);
  style.Colors[ImGuiCol_TextDisabled] = color(0x8C8C8C);
  style.Colors[ImGuiCol_WindowBg] = color(0x202020);
  style.Colors[ImGuiCol_PopupBg] = color(0x2A2A2A, 0.98f);
  style.Colors[ImGuiCol_ModalWindowDimBg] = color(0x000000, 0.0f);  // behind a dialog, the picture is itself
  style.Colors[ImGuiCol_MenuBarBg] = color(0x2A2A2A);
  style.Colors[ImGuiCol_FrameBg] = color(0x363636);
  style.Colors[ImGuiCol_FrameBgHovered] = color(0x424242);
  style.Colors[ImGuiCol_FrameBgActive] = color(0x4C4C4C);
  style.Colors[ImGuiCol_TitleBg] = color(0x303030);
  style.Colors[ImGuiCol_TitleBgActive] = color(0x3C3C3C);
  style.Colors[ImGuiCol_Header] = color(0x303030);
  style.Colors[ImGuiCol_HeaderHovered] = color(0x3C3C3C);
  style.Colors[ImGuiCol_HeaderActive] = color(0x464646);
  style.Colors[ImGuiCol_Button] = color(0x3E3E3E);
  style.Colors[ImGuiCol_ButtonHovered] = color(0x4C4C4C);
  style.Colors[ImGuiCol_ButtonActive] = color(0xB07A20);
  style.Colors[ImGuiCol_Tab] = color(0x303030);
  style.Colors[ImGuiCol_TabHovered] = color(0x4C4C4C);
  style.Colors[ImGuiCol_TabActive] = color(0x464646);
  style.Colors[ImGuiCol_CheckMark] = color(0xF0A830);
  style.Colors[ImGuiCol_SliderGrab] = color(0xC08A28);
  style.Colors[ImGuiCol_SliderGrabActive] = color(0xF0A830);
  style.Colors[ImGuiCol_PlotHistogram] = color(0xC08A28);  // progress
  style.Colors[ImGuiCol_TextSelectedBg] = color(0xB07A20, 0.5f);
  style.Colors[ImGuiCol_NavHighlight] = color(0xF0A830);
  style.ScaleAllSizes(scale_);
  ImGui::GetStyle() = style;
}

void Gui::begin_frame(bool takes_input, bool do_arrows_navigate) {
  ImGui_ImplVulkan_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  if (takes_input) {
    ImGuiIO& io = ImGui::GetIO();
    window_.input().deliver(io, io.WantTextInput);
    // Enter presses what is marked, as Space does; fields for numbers take it as a wish to type one.
    if (io.NavVisible && io.KeysDown[io.KeyMap[ImGuiKey_Enter]]) io.NavInputs[ImGuiNavInput_Activate] = 1.0f;
  } else {
    window_.input().clear();
  }
  for (const auto& [name, key] : kNavigationKeys) ImGui::GetIO().KeyMap[name] = do_arrows_navigate ? key : -1;
  ImGui::NewFrame();
}

void Gui::drop_frame() { ImGui::EndFrame(); }

void Gui::make_image(VkExtent2D extent) {
  context_.wait();  // for what reads the last one
  framebuffer_ = {};
  image_ = engine::Image(context_, extent, kFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  framebuffer_ = engine::make_framebuffer(context_, pass_.get(), {image_.view()}, extent);
}

const engine::Image& Gui::record(VkCommandBuffer command_buffer, VkExtent2D extent) {
  const VkExtent2D has = image_.extent();
  if (has.width != extent.width || has.height != extent.height) make_image(extent);
  ImGui::Render();
  engine::begin_pass(context_, command_buffer, pass_.get(), framebuffer_, extent, {VkClearValue{}});
  ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), command_buffer);
  context_.vk().vkCmdEndRenderPass(command_buffer);
  return image_;
}

}  // namespace viewer
