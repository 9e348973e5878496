// SPDX-License-Identifier: MIT
// A second session, on a file of its own.
#include "viewer/files/other_file.h"

#include <string>
#include <utility>

#include "engine/transfer/image_transfer.h"

namespace viewer {

void OtherFile::choose(const std::filesystem::path& file, const session::Session& shown) {
  clear();
  file_ = file;
  loading.start(file, shown.controls.view.surroundings, shown.light_cache, {{}, shown.input_light});
}

void OtherFile::prepare(const session::Session& shown) {
  own_ = std::make_unique<session::Session>(context_, shown.extent(), session::Depth::any);
  own_->controls.settings = shown.controls.settings;
  own_->controls.view = shown.controls.view;
  own_->controls.view.animation.name.clear();  // those of the file that is shown aren't there
  own_->input_light = shown.input_light;
  own_->light_cache = shown.light_cache;
  own_->scene_samples = shown.scene_samples;
}

void OtherFile::take(const session::Session& shown) {
  const std::filesystem::path file = loading.file();
  try {
    prepare(shown);
    own_->open(*loading.take(), file);
  } catch (...) {
    clear();
    throw;
  }
}

void OtherFile::open(const std::filesystem::path& file, const session::Session& shown) {
  clear();
  try {
    prepare(shown);
    own_->open(file);
    file_ = file;
  } catch (...) {
    clear();
    throw;
  }
}

void OtherFile::clear() {
  loading.stop();
  file_.clear();
  is_recorded_ = false;
  if (!own_) return;
  context_.wait();
  own_.reset();
}

void OtherFile::record(VkCommandBuffer command_buffer, const session::Session& shown, double delta_time_s,
                       bool is_cut) {
  try {
    own_->resize(shown.extent());
    own_->controls.settings = shown.controls.settings;
    own_->controls.view = shown.controls.view;
    // Another file has other names: it plays its first.
    std::string& animation = own_->controls.view.animation.name;
    if (animation != session::kNoAnimation) animation.clear();
    // Light that is being worked out for the window's file will come for this one, too.
    own_->kept_surroundings.reset();
    if (shown.kept_surroundings) own_->kept_surroundings = own_->source().surroundings();
    own_->exposed_as = has_own_exposure ? nullptr : &shown;
    if (is_cut) own_->reset_exposure();
    own_->record(command_buffer, delta_time_s);
    is_recorded_ = true;
    was_own_exposure_ = has_own_exposure;
  } catch (...) {
    clear();
    throw;
  }
}

std::vector<std::byte> OtherFile::read() const { return engine::read_back(context_, own_->ldr()); }

}  // namespace viewer
