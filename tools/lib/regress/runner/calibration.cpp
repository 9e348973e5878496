// SPDX-License-Identifier: MIT
// Noise floors of cases, and rules proposed from them.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "arguments/errors.h"
#include "compare/pictures/mask.h"
#include "json/values.h"
#include "regress/runner/benches.h"
#include "regress/runner/case_plan.h"
#include "regress/runner/picture_checks.h"
#include "regress/runner/picture_taker.h"

namespace regress {
namespace {

/// Twice the noise that was seen, as more runs would have seen more; beyond that no pixel.
json::Json proposed_rules(const NoiseFloor& noise) {
  if (noise.differing_pixels == 0) return "exact";
  constexpr double kSteps = 1e4;  // thresholds of four decimals, rounded outwards
  json::Json rules;
  if (noise.is_float) {
    rules = {{"score", "rgb_max_abs"}, {"max", 2.0 * noise.max_delta}};
  } else {
    const double max_delta = std::min(std::ceil(2.0 * noise.max_delta), 255.0);
    rules = {{"max_delta", json::json_of(max_delta)}, {"max_pixels", 0}};
  }
  if (noise.min_ssim) {
    rules["min_ssim"] = std::max(-1.0, std::floor((1.0 - 2.0 * (1.0 - *noise.min_ssim)) * kSteps) / kSteps);
  }
  if (noise.max_flip) {
    rules["max_flip"] = std::clamp(std::ceil(2.0 * *noise.max_flip * kSteps) / kSteps, 1.0 / kSteps, 1.0);
  }
  return rules;
}

void take(const photopic::MetricsResult& result, double code, NoiseFloor& noise) {
  noise.max_delta = std::max(noise.max_delta, result.errors.max_error / code);
  noise.differing_pixels = std::max(noise.differing_pixels, result.errors.differing_pixels);
  if ((result.metrics & photopic::kMetricSsim) != 0) {
    noise.min_ssim = std::min(noise.min_ssim.value_or(1.0), result.ssim.score);
  }
  if ((result.metrics & photopic::kMetricFlip) != 0) {
    noise.max_flip = std::max(noise.max_flip.value_or(0.0), result.flip.mean);
  }
}

void measure(const Case& one, std::size_t variants, std::uint32_t runs, Benches& benches, PictureTaker& taker,
             NoiseFloor& noise) {
  if (!one.channels.empty()) throw arguments::UsageError("channels: --calibrate compares colour");
  const auto frame = [&](std::uint32_t run) {
    Picture picture = taker.take(one, run % variants);
    const std::optional<std::string> color = one.allow_blank ? std::nullopt : blank_color(picture.frame);
    if (color) throw std::runtime_error("the picture is blank: every pixel is " + *color);
    return std::move(picture.frame);
  };
  const compare::Frame first = frame(0);
  const std::vector<std::uint8_t> mask = compare::make_mask(first.extent, one.mask, one.ignore);
  compare::Options options;
  options.settings.shift_radius = one.shift_radius;
  options.settings.ignores_antialiasing = one.ignore_antialiasing;
  options.metrics = photopic::kMetricErrors | photopic::kMetricSsim | photopic::kMetricFlip;
  noise.is_float = first.is_float();
  for (std::uint32_t run = 1; run < runs; ++run) {
    const compare::Frame next = frame(run);
    take(benches.of(0).comparer.compare(first, next, options, mask).result, compare::code_of(first), noise);
  }
  noise.rules = proposed_rules(noise);
}

NoiseFloor noise_of(const Suite& suite, const Case& one, const RunOptions& options, std::uint32_t runs,
                    Benches& benches, PictureTaker& taker) {
  NoiseFloor noise;
  noise.name = one.name;
  const auto fail = [&](compare::Outcome outcome, const std::string& message) {
    noise.outcome = outcome;
    noise.message = message;
  };
  try {
    check_command(one, options);
    measure(one, options.variants.size(), runs, benches, taker, noise);
  } catch (const engine::Error& error) {
    fail(compare::Outcome::device_error, error.what());
    benches.reset();
  } catch (const std::bad_alloc&) {
    fail(compare::Outcome::device_error, "out of memory");
  } catch (const compare::Mismatch& mismatch) {
    fail(compare::Outcome::mismatch, mismatch.what());
  } catch (const arguments::UsageError& error) {
    fail(compare::Outcome::error, place_of(suite, one) + error.what());
  } catch (const std::exception& error) {
    fail(compare::Outcome::error, error.what());
  }
  if (const std::string messages = benches.take_validation(); !messages.empty()) {
    fail(compare::Outcome::device_error, messages);
  }
  return noise;
}

}  // namespace

std::vector<NoiseFloor> calibrate(const Suite& suite, const RunOptions& options, std::uint32_t runs,
                                  const std::function<void(const NoiseFloor&)>& on_case) {
  const std::vector<std::size_t> selected = share_of(options.shard, select(suite, options.filters));
  Benches benches(options);
  for (std::size_t i = 0; i < options.variants.size(); ++i) benches.of(i);
  PictureTaker taker(suite, benches);
  std::vector<NoiseFloor> noises;
  for (const std::size_t index : selected) {
    const Case& one = suite.cases[index];
    if (one.must_fail || !one.test.empty()) continue;  // stored pictures stay as they are
    noises.push_back(noise_of(suite, one, options, runs, benches, taker));
    on_case(noises.back());
  }
  return noises;
}

}  // namespace regress
