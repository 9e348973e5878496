// SPDX-License-Identifier: MIT
// Command meter IN...: readings of the meter for each picture.
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "files/error.h"
#include "json/document.h"
#include "json/text.h"
#include "photopic/compared_methods.h"
#include "photopic/content_light.h"
#include "photopic/options.h"
#include "photopic/pictures/es2_still.h"
#include "photopic/pictures/open_picture.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

struct Reading {
  std::filesystem::path file;
  VkExtent2D extent;
  photopic::gpu::ExposureState state;
  session::MeteringMethod method;
  bool has_extrema;  ///< least and largest luminance are known
  std::vector<ComparedMethod> compared;
  std::optional<ShownLight> shown;

  bool has_texels() const { return state.valid_texels > 0; }
  /// ES 2.0 counts in floats.
  bool has_count() const { return has_extrema || extent.width * extent.height <= 1u << 24; }
  bool has_range() const { return has_extrema && has_texels(); }
  bool is_measured() const { return state.weight_sum > 0.0f; }
  /// Something counts: not all is black to MeterSettings::black_stops.
  bool has_light() const { return is_measured() && state.dark_share < 1.0f; }
  double geometric_mean() const { return std::exp2(double(state.mean_log2_luminance)); }
};

class StillMeter {
 public:
  virtual ~StillMeter() = default;
  virtual Reading read(const std::filesystem::path& file) = 0;
  /// Of validation, since the last call.
  virtual std::vector<std::string> take_messages() = 0;
};

/// One object serves all files: it grows to the largest picture so far, smaller ones use a part of it.
class DeviceMeter : public StillMeter {
 public:
  DeviceMeter(const MeterOptions& options, const session::Settings& settings)
      : context_(arguments::context_options(options.device)),
        options_(options),
        reading_(options.reading),
        settings_(settings),
        mask_(session::load_mask(context_, settings.metering)) {}

  std::vector<std::string> take_messages() override { return context_.take_validation_messages(); }

  Reading read(const std::filesystem::path& file) override {
    const auto reader = open_picture(file, reading_);
    session::Settings settings = settings_;
    settings.input = session::input_of(settings.input, reader->facts(), file);
    const engine::Image hdr = session::load_image(context_, file, *reader);
    session::check_settings(settings);
    make_room(hdr.extent(), settings);
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) {
      const photopic::Frame frame = {
          .hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE, .weights = {.mask = {mask_.view()}}};
      arguments::require(context_, post_.record_meter(command_buffer, frame, settings));
    });
    Reading reading = {file,
                       hdr.extent(),
                       session::read_state(context_, post_),
                       method(),
                       /*has_extrema=*/true,
                       {},
                       {}};
    if (options_.compare) reading.compared = compare_methods(context_, file, reading_, hdr, settings_.meter);
    if (options_.content_light) reading.shown = shown_light(context_, file, display_of(options_));
    return reading;
  }

 private:
  static flashes::Display display_of(const MeterOptions& options) {
    flashes::Display display;
    if (!options.encoding.empty()) display.encoding = flashes::parse_encoding(options.encoding, "--encoding");
    display.white_cd_m2 = options.white_cd_m2;
    return display;
  }

  session::MeteringMethod method() const { return session::method_of(settings_, session::kFastestMethod); }

  /// Files name their primaries.
  void make_room(VkExtent2D extent, const session::Settings& settings) {
    const VkExtent2D wanted = {std::max(extent.width, room_.width), std::max(extent.height, room_.height)};
    if (!post_.is_prepared(settings)) {
      photopic::Tuning tuning;
      photopic::CreateInfo info = session::create_info(wanted, settings, method(), &tuning);
      info.uses[1] = settings_;
      info.steps = photopic::kMeter;
      info.with |= photopic::kWithExtrema;
      arguments::require(context_, post_.create(context_.lend(), info));
    }
    arguments::require(context_, post_.resize(wanted));
    room_ = wanted;
  }

  engine::Context context_;
  const MeterOptions& options_;
  const image_io::ReadOptions& reading_;
  const session::Settings& settings_;
  engine::Image mask_;
  photopic::PostProcess post_;
  VkExtent2D room_ = {};
};

class Es2Meter : public StillMeter {
 public:
  Es2Meter(const MeterOptions& options, const session::Settings& settings)
      : reading_(options.reading), settings_(settings), still_(options.device.validate) {}

  std::vector<std::string> take_messages() override { return still_.take_messages(); }

  Reading read(const std::filesystem::path& file) override {
    const auto reader = open_picture(file, reading_);
    check_es2_input(settings_, reader->facts(), file);
    still_.load(*reader);
    return {file,
            {reader->info().width, reader->info().height},
            still_.meter(settings_),
            session::MeteringMethod::pyramid,
            /*has_extrema=*/false,
            {},
            {}};
  }

 private:
  const image_io::ReadOptions& reading_;
  const session::Settings& settings_;
  Es2Still still_;
};

std::unique_ptr<StillMeter> make_meter(const MeterOptions& options, const session::Settings& settings) {
  if (options.device.backend != arguments::Backend::es2) return std::make_unique<DeviceMeter>(options, settings);
  if (options.compare) throw arguments::UsageError("--compare doesn't go with --backend es2, which has no other ways");
  if (options.content_light) throw arguments::UsageError("--content-light doesn't go with --backend es2");
  arguments::check_device_options(options.device);
  return std::make_unique<Es2Meter>(options, settings);
}

/// JSON has no NaN; what wasn't measured has no value.
json::Json value_or_null(bool is_measured, double value) {
  return is_measured ? json::Json(value) : json::Json(nullptr);
}

void add_histogram(json::Json& json, const Reading& reading) {
  const auto& state = reading.state;
  const auto add = [&](const char* name, float value) {
    json[name] = value_or_null(reading.has_light(), double(value));
  };
  add("metered_log2_luminance", state.metered_log2_luminance);
  add("low_percentile_log2", state.low_percentile_log2);
  add("median_log2", state.median_log2);
  add("high_percentile_log2", state.high_percentile_log2);
  json["dark_share"] = value_or_null(reading.is_measured(), double(state.dark_share));
  json["under_texels"] = state.under_texels;
  json["over_texels"] = state.over_texels;
}

json::Json to_json(const Reading& reading, const session::Settings& settings) {
  const auto& state = reading.state;
  const auto measured = [&](double value) { return value_or_null(reading.is_measured(), value); };
  json::Json json = {
      {"file", reading.file.string()},
      {"width", reading.extent.width},
      {"height", reading.extent.height},
      {"method", session::kMethodNames[std::size_t(reading.method)]},
      {"mean_log2_luminance", measured(double(state.mean_log2_luminance))},
      {"geometric_mean", measured(reading.geometric_mean())},
      {"ev100", value_or_null(reading.has_light(), double(state.scene_ev100))},
      {"exposure", double(state.exposure)},
      {"min_luminance", value_or_null(reading.has_range(), double(state.min_luminance))},
      {"max_luminance", value_or_null(reading.has_range(), double(state.max_luminance))},
      {"invalid_texels", reading.has_count() ? json::Json(state.invalid_texels) : nullptr},
  };
  if (session::needs_histogram(settings)) add_histogram(json, reading);
  if (session::is_balanced(settings)) {
    const bool has_light = state.white_balance.frames != 0;
    json["light_k"] = value_or_null(has_light, double(state.white_balance.estimate_k));
    json["light_duv"] = value_or_null(has_light, double(state.white_balance.estimate_duv));
  }
  for (const ComparedMethod& row : reading.compared) {
    json["compare"].push_back(
        {{"method", row.name}, {"mean_log2_luminance", row.mean_log2_luminance}, {"error_stops", row.error_stops}});
  }
  if (reading.shown) json["content_light"] = json_of(*reading.shown);
  return json;
}

void print_histogram(const Reading& reading) {
  const auto& state = reading.state;
  if (reading.has_light()) {
    std::printf("  metered log2         %11.6f\n", double(state.metered_log2_luminance));
    std::printf("  percentiles, log2    %11.6f to %.6f\n", double(state.low_percentile_log2),
                double(state.high_percentile_log2));
    std::printf("  median, log2         %11.6f\n", double(state.median_log2));
  }
  std::printf("  too dark to count    %11.4f %%\n", 100.0 * double(state.dark_share));
  std::printf("  outside the range    %11u darker, %u brighter\n", state.under_texels, state.over_texels);
}

void print_text(const Reading& reading, const session::Settings& settings) {
  const auto& state = reading.state;
  std::printf("%s  %ux%u\n", files::printable(reading.file.string()).c_str(), reading.extent.width,
              reading.extent.height);
  if (reading.is_measured()) {
    std::printf("  mean log2 luminance  %11.6f\n", double(state.mean_log2_luminance));
    std::printf("  geometric mean       %11.6g\n", reading.geometric_mean());
    if (session::needs_histogram(settings)) print_histogram(reading);
    if (reading.has_light()) std::printf("  EV100                %11.4f\n", double(state.scene_ev100));
    std::printf("  exposure             %11.6g\n", double(state.exposure));
    if (reading.has_range()) {
      std::printf("  luminance            %11.6g to %.6g\n", double(state.min_luminance), double(state.max_luminance));
    }
  } else {
    std::printf("  no %s, nothing measured\n", reading.has_texels() ? "valid texel has weight" : "valid texel");
  }
  if (session::is_balanced(settings) && state.white_balance.frames != 0) {
    std::printf("  light                %11.0f K, Duv %.4f\n", double(state.white_balance.estimate_k),
                double(state.white_balance.estimate_duv));
  }
  if (reading.has_count()) std::printf("  invalid texels       %11u\n", state.invalid_texels);
  if (reading.shown) {
    std::printf("\n");
    print_text(*reading.shown);
  }
  if (reading.compared.empty()) return;
  std::printf("\n  %-34s %12s %14s\n", "method", "mean log2", "error, stops");
  for (const ComparedMethod& row : reading.compared) {
    const double shown = std::round(row.error_stops * 1e7) / 1e7 + 0.0;  // no "-0.0000000"
    std::printf("  %-34s %12.6f %+14.7f\n", row.name.c_str(), row.mean_log2_luminance, shown);
  }
}

}  // namespace

int meter(const MeterOptions& options, const session::Settings& settings) {
  const std::unique_ptr<StillMeter> still_meter = make_meter(options, settings);
  int exit_code = arguments::kExitOk;
  std::exception_ptr device_error;
  auto json = json::Json::array();
  bool is_first = true;
  for (const std::filesystem::path& file : options.inputs) {
    try {
      const Reading reading = still_meter->read(file);
      if (options.json) {
        json.push_back(to_json(reading, settings));
      } else {
        if (!is_first) std::printf("\n");
        print_text(reading, settings);
      }
      is_first = false;
    } catch (const files::Error& error) {
      // The others are still wanted.
      arguments::print_error("photopic", error.what());
      exit_code = arguments::kExitInput;
    } catch (const engine::Error&) {
      device_error = std::current_exception();  // ends it, but what was measured is printed first
      break;
    }
  }
  if (options.json) std::printf("%s\n", json::to_text(json, 2).c_str());
  if (device_error) {
    std::fflush(stdout);
    std::rethrow_exception(device_error);
  }
  arguments::report_validation(still_meter->take_messages(), options.device);
  return exit_code;
}

}  // namespace cli
