// SPDX-License-Identifier: MIT
// Views of OpenColorIO configs, by its CPU processor.
#include "looks/ocio.h"

#include <OpenColorIO/OpenColorIO.h>

#include "files/error.h"

namespace looks {

namespace ocio = OCIO_NAMESPACE;

namespace {

bool has_view(const ocio::Config& config, const std::string& display, const std::string& view) {
  for (int i = 0; i < config.getNumViews(display.c_str()); ++i) {
    if (view == config.getView(display.c_str(), i)) return true;
  }
  return false;
}

}  // namespace

void apply_ocio(const OcioView& view, std::span<std::array<float, 3>> colors) {
  try {
    const ocio::ConstConfigRcPtr config = ocio::Config::CreateFromFile(view.config.string().c_str());
    const std::string display = view.display.empty() ? config->getDefaultDisplay() : view.display;
    const std::string view_name = view.view.empty() ? config->getDefaultView(display.c_str()) : view.view;
    if (!has_view(*config, display, view_name)) {
      throw files::Error(view.config, "has no view '" + view_name + "' of a display '" + display + "'");
    }
    const auto transform = ocio::DisplayViewTransform::Create();
    transform->setSrc(view.space.c_str());
    transform->setDisplay(display.c_str());
    transform->setView(view_name.c_str());
    const auto processor = config->getProcessor(transform)->getDefaultCPUProcessor();
    ocio::PackedImageDesc image(colors.data(), long(colors.size()), 1, 3);
    processor->apply(image);
  } catch (const ocio::Exception& error) {
    throw files::Error(view.config, error.what());
  }
}

}  // namespace looks
