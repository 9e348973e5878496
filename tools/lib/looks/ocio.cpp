// SPDX-License-Identifier: MIT
// Views of OpenColorIO configs, by its CPU processor.
#include "looks/ocio.h"

#include <OpenColorIO/OpenColorIO.h>

#include <sstream>

#include "files/error.h"
#include "files/input.h"
#include "files/text_file.h"

namespace looks {

namespace ocio = OCIO_NAMESPACE;

namespace {

bool has_view(const ocio::Config& config, const std::string& display, const std::string& view) {
  for (int i = 0; i < config.getNumViews(display.c_str()); ++i) {
    if (view == config.getView(display.c_str(), i)) return true;
  }
  return false;
}

/// Relative paths in a config start where the config is.
ocio::ConstConfigRcPtr read_config(const std::filesystem::path& file) {
  std::istringstream text(files::read_text(file));
  const ocio::ConfigRcPtr config = ocio::Config::CreateFromStream(text)->createEditableCopy();
  const std::filesystem::path folder = file.parent_path();
  config->setWorkingDir(folder.empty() ? "." : folder.string().c_str());
  return config;
}

/// The files of a transform, which OpenColorIO opens without a look at their kind. Files that aren't there are its
/// matter.
void check_files(const ocio::Config& config, const ocio::ConstTransformRcPtr& transform) {
  if (const auto* const group = dynamic_cast<const ocio::GroupTransform*>(transform.get())) {
    for (int i = 0; i < group->getNumTransforms(); ++i) check_files(config, group->getTransform(i));
  }
  const auto* const file = dynamic_cast<const ocio::FileTransform*>(transform.get());
  if (file == nullptr) return;
  std::string place;
  try {
    place = config.getCurrentContext()->resolveFileLocation(file->getSrc());
  } catch (const ocio::Exception&) {
    return;
  }
  files::check_input(place);
}

/// The files of all transforms that a view may be made of.
void check_files(const ocio::Config& config) {
  constexpr auto kAllSpaces = ocio::SEARCH_REFERENCE_SPACE_ALL;
  for (int i = 0; i < config.getNumColorSpaces(kAllSpaces, ocio::COLORSPACE_ALL); ++i) {
    const auto space = config.getColorSpace(config.getColorSpaceNameByIndex(kAllSpaces, ocio::COLORSPACE_ALL, i));
    check_files(config, space->getTransform(ocio::COLORSPACE_DIR_TO_REFERENCE));
    check_files(config, space->getTransform(ocio::COLORSPACE_DIR_FROM_REFERENCE));
  }
  for (int i = 0; i < config.getNumLooks(); ++i) {
    const auto look = config.getLook(config.getLookNameByIndex(i));
    check_files(config, look->getTransform());
    check_files(config, look->getInverseTransform());
  }
  for (int i = 0; i < config.getNumViewTransforms(); ++i) {
    const auto view = config.getViewTransform(config.getViewTransformNameByIndex(i));
    check_files(config, view->getTransform(ocio::VIEWTRANSFORM_DIR_TO_REFERENCE));
    check_files(config, view->getTransform(ocio::VIEWTRANSFORM_DIR_FROM_REFERENCE));
  }
  for (int i = 0; i < config.getNumNamedTransforms(ocio::NAMEDTRANSFORM_ALL); ++i) {
    const auto named = config.getNamedTransform(config.getNamedTransformNameByIndex(ocio::NAMEDTRANSFORM_ALL, i));
    check_files(config, named->getTransform(ocio::TRANSFORM_DIR_FORWARD));
    check_files(config, named->getTransform(ocio::TRANSFORM_DIR_INVERSE));
  }
}

}  // namespace

void apply_ocio(const OcioView& view, std::span<std::array<float, 3>> colors) {
  try {
    const ocio::ConstConfigRcPtr config = read_config(view.config);
    check_files(*config);
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
