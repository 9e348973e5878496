// SPDX-License-Identifier: MIT
// Functions of the resize lab for its page: one panorama, metered at any size by Photopic and by mip chains.
#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#include <photopic/es2.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "mip_chain.h"
#include "panorama.h"

namespace lab {
namespace {

namespace es2 = photopic::es2;
using photopic::Status;

constexpr const char* kCanvas = "#gl";

/// Means of log2 luminance; the page reads them in this order.
struct Means {
  double exact = 0.0;  ///< of the same texels, in double precision on the CPU
  double photopic = 0.0;
  double mipmap = 0.0;
  double even_crop = 0.0;
};

struct Lab {
  es2::Context context;
  MipChain chain;
  Panorama panorama;
  std::vector<std::uint8_t> codes;
  View view;
  std::array<es2::Array, 3> planes;
  es2::PostProcess post;
  Means means;
  char message[512] = "";

  es2::Picture picture() const { return {&planes[0], &planes[1], &planes[2]}; }
};
Lab lab;

void keep_message(Status, const char* text, void*) { std::snprintf(lab.message, sizeof lab.message, "%s", text); }

Status unsupported(const char* text) {
  keep_message(Status::unsupported, text, nullptr);
  return Status::unsupported;
}

Status make_context() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = attributes.depth = attributes.antialias = false;
  attributes.preserveDrawingBuffer = true;  // the page copies it
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(kCanvas, &attributes);
  if (context <= 0) return unsupported("this browser has no WebGL 2, or it is turned off");
  emscripten_webgl_make_context_current(context);
  if (!lab.chain.create()) return unsupported("this device can't draw to float textures (EXT_color_buffer_float)");
  return es2::Context::create({.message = keep_message}, &lab.context);
}

Status resize(std::uint32_t width, std::uint32_t height) {
  if (lab.view.width == width && lab.view.height == height) return Status::ok;
  const es2::Size size = {width, height};
  lab.panorama.sample(width, height, &lab.view);
  emscripten_set_canvas_element_size(kCanvas, static_cast<int>(width), static_cast<int>(height));
  Status status = es2::PostProcess::create(lab.context, size, &lab.post);
  for (std::size_t i = 0; i < lab.planes.size(); ++i) {
    const std::vector<float>& texels = lab.view.planes[i];
    if (status == Status::ok) status = es2::Array::create(lab.context, size, &lab.planes[i]);
    if (status == Status::ok) status = lab.planes[i].upload(texels.data(), texels.size());
  }
  if (status != Status::ok) lab.view.width = 0;  // the next call tries again
  return status;
}

/// Photopic's mean, and those of mip chains.
Status meter() {
  constexpr float kCompensationEv = -1.0f;  // so that the square isn't white; means don't change
  Status status =
      lab.post.meter({.picture = lab.picture(), .reset_history = true}, {}, {.compensation_ev = kCompensationEv});
  es2::ExposureState state;
  if (status == Status::ok) status = lab.post.read_state(&state);
  if (status != Status::ok) return status;
  lab.means = {.exact = lab.view.mean_log2_luminance,
               .photopic = static_cast<double>(state.mean_log2_luminance),
               .mipmap = static_cast<double>(lab.chain.whole(lab.view)),
               .even_crop = static_cast<double>(lab.chain.even_crop(lab.view))};
  return Status::ok;
}

}  // namespace
}  // namespace lab

// The functions return 1, or 0 and a message. Pointers are places in the module's memory.
extern "C" {

/// Makes the WebGL context on the canvas `#gl`, and tests its arithmetic.
EMSCRIPTEN_KEEPALIVE int lab_start() { return lab::make_context() == lab::Status::ok ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE const char* lab_message() { return lab::lab.message; }

/// Room for the panorama's codes, 4 bytes each; lab_panorama() takes what was written there.
EMSCRIPTEN_KEEPALIVE std::uint8_t* lab_codes(std::uint32_t width, std::uint32_t rows) {
  lab::lab.codes.resize(std::size_t{4} * width * rows);
  return lab::lab.codes.data();
}
EMSCRIPTEN_KEEPALIVE void lab_panorama(std::uint32_t width, std::uint32_t rows) {
  lab::lab.panorama.decode(lab::lab.codes.data(), width, rows);
  lab::lab.codes = {};
}

/// Meters the panorama at a size. lab_means() has the four numbers.
EMSCRIPTEN_KEEPALIVE int lab_meter(std::uint32_t width, std::uint32_t height) {
  return lab::resize(width, height) == lab::Status::ok && lab::meter() == lab::Status::ok ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE const double* lab_means() { return &lab::lab.means.exact; }

/// Draws the picture that lab_meter() metered, exposed by a mean that is `error_stops` above Photopic's.
EMSCRIPTEN_KEEPALIVE int lab_draw(double error_stops) {
  lab::Lab& lab = lab::lab;
  // A pre-exposure divides the exposure, as a mean does.
  const auto factor = static_cast<float>(std::exp2(error_stops));
  return lab.post.tone_map(lab.picture(), {.is_flipped = true}, {}, factor) == lab::Status::ok ? 1 : 0;
}

/// The metered picture's red, green or blue plane: floats, top row first.
EMSCRIPTEN_KEEPALIVE const float* lab_plane(std::uint32_t channel) { return lab::lab.view.planes[channel].data(); }

}  // extern "C"
