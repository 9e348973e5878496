// SPDX-License-Identifier: MIT
// Opening of files from the list, comparison with another, and reading anew.
#include "viewer/files/file_actions.h"

#include "session/source/hdr_source.h"

namespace viewer {

void add_files(Model& model, const std::vector<std::filesystem::path>& files) {
  attempt(model, [&] {
    std::filesystem::path first;
    for (const std::filesystem::path& file : files) {
      const std::filesystem::path added = model.files.add(file);
      if (first.empty()) first = added;
    }
    if (!first.empty()) open_soon(model, first);
  });
}

void step_file(Model& model, int places) {
  const std::filesystem::path from = !model.pending.empty()  ? model.pending
                                     : model.loading.is_on() ? model.loading.file()
                                                             : model.session.file();
  const std::filesystem::path file = model.files.from(from, places);
  if (file.empty()) {
    model.messages.hint("there is no other file in the list: drop some, or a folder, on the window");
  } else {
    open_soon(model, file);
  }
}

void note_shown(Model& model, const std::filesystem::path& before) {
  const std::filesystem::path& file = model.session.file();
  const std::vector<std::filesystem::path> read = session::source_files(file);
  for (const std::filesystem::path& one : read) model.inputs.add_input(one);
  model.watch.watch(read);
  model.files.add(file);
  if (!before.empty() && !is_same_file(before, file)) model.other.last_left = before;
  model.shown_difference.expire();
}

void compare_with(Model& model, const std::filesystem::path& file) {
  if (model.other.show == OtherFile::Show::nothing && model.shown_difference.to != Difference::To::other_file) {
    model.other.show = OtherFile::Show::wipe;
  }
  model.files.add(file);
  model.other.choose(file, model.session);
}

void toggle_other(Model& model, OtherFile::Show show) {
  OtherFile& other = model.other;
  if (other.show == show) {
    other.show = OtherFile::Show::nothing;
  } else if (!other.file().empty()) {
    other.show = show;
  } else if (!other.last_left.empty()) {
    other.show = show;
    compare_with(model, other.last_left);
  } else {
    model.messages.hint("there is no other file: open a second one, or choose one in the panel Files");
  }
}

void take_other(Model& model) {
  if (!model.other.loading.is_on() || !model.other.loading.is_ready()) return;
  attempt(model, [&] {
    model.other.take(model.session);
    const std::vector<std::filesystem::path> read = session::source_files(model.other.file());
    for (const std::filesystem::path& one : read) model.inputs.add_input(one);
    model.other_watch.watch(read);
  });
  model.shown_difference.expire();
}

bool is_other_wanted(const Model& model) {
  const bool is_shown =
      model.other.show != OtherFile::Show::nothing || model.shown_difference.to == Difference::To::other_file;
  return is_shown && model.other.is_on();
}

bool is_other_shown(const Model& model, OtherFile::Show show) {
  return model.other.show == show && model.other.has_picture() && model.shown_difference.picture() == nullptr &&
         model.other.ldr().format() == model.session.ldr().format();
}

void change_other(Model& model, const session::OtherChange& change) {
  if (change.show) model.other.show = OtherFile::Show(*change.show);
  if (change.split) model.other.split = *change.split;
  if (change.has_own_exposure) model.other.has_own_exposure = *change.has_own_exposure;
  if (!change.file) return;
  model.other.open(*change.file, model.session);
  model.files.add(*change.file);
}

void reload_changed(Model& model) {
  if (!model.reloads) return;
  if (model.watch.has_changed() && !model.loading.is_on() && model.pending.empty()) {
    model.thumbnails.forget(model.session.file());
    model.is_reloading = true;
    model.loading.start(model.session.file(), model.session.controls.view.surroundings, model.session.light_cache,
                        {model.layers, model.session.input_light});
  }
  if (model.other.is_on() && model.other_watch.has_changed()) {
    model.thumbnails.forget(model.other.file());
    model.other.choose(std::filesystem::path(model.other.file()), model.session);
  }
}

}  // namespace viewer
