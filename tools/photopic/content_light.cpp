// SPDX-License-Identifier: MIT
#include "photopic/content_light.h"

#include <photopic/exposure.h>
#include <photopic/interface.h>

#include <cstdio>
#include <optional>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "files/error.h"
#include "flashes/device_flashes.h"
#include "image_io/code_image.h"
#include "run/frame_file.h"

namespace cli {
namespace {

using image_io::CodeImage;
using photopic::OutputEncoding;

/// Files of floats may say what luminance 1 has. It counts where no encoding is asked for.
flashes::Display display_of(const CodeImage& image, const std::filesystem::path& file, flashes::Display display) {
  const std::optional<double> white = image.facts.nits_of_one;
  if (display.encoding || !white || image.samples != CodeImage::Samples::linear) return display;
  if (*white < 1.0 || *white > double{PHOTOPIC_CONTENT_LIGHT_MAX_NITS}) {
    throw files::Error(file, "has a white luminance of " + image.facts.tags.at("white luminance") +
                                 " cd/m^2, beyond 1 to 10000; --encoding linear and --white-cd-m2 name another");
  }
  display.encoding = OutputEncoding::linear;
  display.white_cd_m2 = *white;
  return display;
}

double ev100_of(const photopic::ContentLightStatistics& light) {
  return photopic::ev100_from_luminance(double(light.geometric_mean_nits));
}

}  // namespace

ShownLight shown_light(engine::Context& context, const std::filesystem::path& file, const flashes::Display& display) {
  const CodeImage image = image_io::read_code_image(file);
  const flashes::Display shown = display_of(image, file, display);
  const OutputEncoding encoding = flashes::encoding_of(image, file, shown.encoding);
  const VkExtent2D extent = {image.width, image.height};
  const VkFormat format = flashes::format_of(image.samples);
  photopic::ContentLightMeter meter;
  arguments::require(context,
                     photopic::ContentLightMeter::create(
                         context.lend(), {.format = format, .encoding = encoding, .statistics_slots = 1}, &meter));
  const engine::Image uploaded(context, extent, format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, uploaded, image.texels);
  engine::submit_and_wait(context, [&](VkCommandBuffer commands) {
    arguments::require(context, meter.record(commands, {.ldr = uploaded.view(),
                                                        .extent = extent,
                                                        .paper_white_nits = float(shown.white_cd_m2),
                                                        .scrgb_reference_nits = float(run::kScrgbNits)}));
  });
  ShownLight result = {flashes::encoding_word(encoding), {}};
  if (!meter.statistics(&result.light)) throw engine::Error("no statistics of content light after a picture");
  return result;
}

json::Json json_of(const ShownLight& shown) {
  const photopic::ContentLightStatistics& light = shown.light;
  json::Json json = {{"encoding", shown.encoding}};
  const auto add = [&](const char* name, double value) {
    json[name] = light.valid_texels != 0 ? json::Json(value) : json::Json(nullptr);
  };
  add("mean_cd_m2", double(light.mean_nits));
  add("geometric_mean_cd_m2", double(light.geometric_mean_nits));
  json["ev100"] = light.geometric_mean_nits > 0.0f ? json::Json(ev100_of(light)) : json::Json(nullptr);
  add("min_cd_m2", double(light.min_nits));
  constexpr const char* kPercentiles[] = {"p1_cd_m2", "p10_cd_m2", "p50_cd_m2", "p90_cd_m2", "p99_cd_m2"};
  for (std::size_t i = 0; i < std::size(kPercentiles); ++i) add(kPercentiles[i], double(light.percentiles_nits[i]));
  add("max_cll", double(light.light.max_cll_nits));
  add("max_cll_p99_99", double(light.p9999_nits));
  add("max_fall", double(light.light.max_fall_nits));
  add("beyond_bt709", double(light.beyond_bt709));
  add("beyond_p3", double(light.beyond_p3));
  json["invalid_texels"] = light.invalid_texels;
  return json;
}

void print_text(const ShownLight& shown) {
  const photopic::ContentLightStatistics& light = shown.light;
  std::printf("  as shown, %s, cd/m^2\n", shown.encoding.c_str());
  if (light.valid_texels != 0) {
    const auto& p = light.percentiles_nits;
    std::printf("  MaxCLL               %11.6g, 99.99 %% up to %.5g\n", double(light.light.max_cll_nits),
                double(light.p9999_nits));
    std::printf("  MaxFALL              %11.6g\n", double(light.light.max_fall_nits));
    std::printf("  mean                 %11.6g, geometric %.6g\n", double(light.mean_nits),
                double(light.geometric_mean_nits));
    if (light.geometric_mean_nits > 0.0f) std::printf("  EV100                %11.4f\n", ev100_of(light));
    std::printf("  least                %11.6g\n", double(light.min_nits));
    std::printf("  1, 10, 50, 90, 99 %%  %11.5g %.5g %.5g %.5g %.5g\n", double(p[0]), double(p[1]), double(p[2]),
                double(p[3]), double(p[4]));
    std::printf("  beyond BT.709        %11.4f %%\n", 100.0 * double(light.beyond_bt709));
    std::printf("  beyond Display P3    %11.4f %%\n", 100.0 * double(light.beyond_p3));
  }
  std::printf("  invalid texels       %11u\n", light.invalid_texels);
}

}  // namespace cli
