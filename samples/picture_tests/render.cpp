// SPDX-License-Identifier: MIT
// A tiny renderer: render SCENE FILE.png, brighter or darker by the variable RENDER_LIGHT, percent.
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kWidth = 96, kHeight = 64;

// 0..255
int checkers(int x, int y) { return (x / 8 + y / 8) % 2 == 0 ? 200 : 60; }

int ramp(int x, int y) { return x * 2 + y / 2; }

// A ball that is lit from above on the left.
int ball(int x, int y) {
  const float u = (float(x) - 47.5f) / 28.0f, v = (float(y) - 31.5f) / 28.0f, w = 1.0f - u * u - v * v;
  if (w <= 0.0f) return 30;
  return int(40.0f + 200.0f * std::max(0.0f, -0.4f * u - 0.6f * v + 0.7f * std::sqrt(w)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string scene = argc == 3 ? argv[1] : "";
  const auto shade = scene == "checkers" ? checkers : scene == "ramp" ? ramp : scene == "ball" ? ball : nullptr;
  if (shade == nullptr) {
    std::fprintf(stderr, "usage: render checkers|ramp|ball FILE.png\n");
    return 2;
  }
  const char* const light = std::getenv("RENDER_LIGHT");
  const int percent = light == nullptr ? 100 : std::atoi(light);
  std::vector<unsigned char> codes;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x)
      codes.push_back(static_cast<unsigned char>(std::clamp(shade(x, y) * percent / 100, 0, 255)));
  }
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = kWidth;
  image.height = kHeight;
  image.format = PNG_FORMAT_GRAY;
  if (png_image_write_to_file(&image, argv[2], 0, codes.data(), 0, nullptr) == 0) {
    std::fprintf(stderr, "%s: %s\n", argv[2], image.message);
    return 1;
  }
  std::printf("rendered %s\n", scene.c_str());
}
