// SPDX-License-Identifier: MIT
// Devices made at their first use, and again after a loss.
#include "regress/runner/benches.h"

#include <algorithm>

namespace regress {
namespace {

bool same_device(const Variant& a, const Variant& b) {
  return a.device.backend == b.device.backend && a.device.device == b.device.device &&
         a.device.validate == b.device.validate;
}

}  // namespace

Benches::Benches(const RunOptions& options) : options_(options), benches_(options.variants.size()) {}

Bench& Benches::of(std::size_t variant) {
  const std::vector<Variant>& variants = options_.variants;
  const auto is_same = [&](const Variant& other) { return same_device(other, variants[variant]); };
  const auto first = std::find_if(variants.begin(), variants.end(), is_same);
  std::unique_ptr<Bench>& bench = benches_[std::size_t(first - variants.begin())];
  if (bench) return *bench;
  if (lost_) throw engine::Error(*lost_);
  try {
    bench = std::make_unique<Bench>(options_.make_renderer(variants[variant].device));
  } catch (const engine::Error& error) {
    lost_ = std::string("there is no device any more: ") + error.what();
    throw;
  }
  return *bench;
}

Shot Benches::render(const Suite& suite, const Case& one, std::size_t variant) {
  return of(variant).renderer->render(suite, one, options_.variants[variant].method);
}

DeviceInfo Benches::device_info(std::size_t variant) {
  DeviceInfo info = of(variant).renderer->device_info();
  const std::optional<session::MeteringMethod> method = options_.variants[variant].method;
  if (method) info.name += std::string(", ") + session::kMethodNames[std::size_t(*method)];
  return info;
}

void Benches::take_messages() {
  for (const auto& bench : benches_) {
    if (!bench) continue;
    for (std::string& message : bench->renderer->context().take_validation_messages()) {
      messages_.push_back(std::move(message));
    }
  }
}

void Benches::reset() {
  take_messages();
  for (auto& bench : benches_) bench.reset();
}

std::string Benches::take_validation() {
  take_messages();
  if (messages_.empty()) return {};
  std::string text = "validation: " + std::to_string(messages_.size()) + " messages, the first: " + messages_.front();
  std::replace(text.begin(), text.end(), '\n', ' ');
  messages_.clear();
  return text;
}

}  // namespace regress
