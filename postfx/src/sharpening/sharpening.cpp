// SPDX-License-Identifier: MIT
// Parameters of sharpening, made of settings.
#include "sharpening/sharpening.h"

namespace photopic::sharpening {

bool is_on(const Settings& settings) noexcept { return settings.sharpening.sharpening > 0.0f; }

gpu::SharpeningParams params(const Settings& settings) noexcept { return {settings.sharpening.sharpening}; }

}  // namespace photopic::sharpening
