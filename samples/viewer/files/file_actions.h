// SPDX-License-Identifier: MIT
// What is done with several files.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_ACTIONS_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_ACTIONS_H

#include <filesystem>
#include <vector>

#include "viewer/model/model.h"

namespace viewer {

/// Adds files and folders to the list, and opens the first of them soon.
void add_files(Model& model, const std::vector<std::filesystem::path>& files);
/// Opens the file so many places behind the one that is shown, or is on its way.
void step_file(Model& model, int places);
/// Books of the file that the session has just opened, in place of `before`: list, inputs, watch.
void note_shown(Model& model, const std::filesystem::path& before);

/// Compares with `file` from now on, once it is read; what is shown of it stays chosen, else it is a wipe.
void compare_with(Model& model, const std::filesystem::path& file);
/// Shows the other file so, or no longer if it is shown so: without one, the file that was shown before.
void toggle_other(Model& model, OtherFile::Show show);
/// Once it has been read.
void take_other(Model& model);
/// Whether something shows the other file.
bool is_other_wanted(const Model& model);
/// Whether its picture is in the window, whole or left of a line.
bool is_other_shown(const Model& model, OtherFile::Show show);
/// A script's step, which waits until the file is read. Throws what Session::open() throws.
void change_other(Model& model, const session::OtherChange& change);

/// Reads what other programs have written anew. To be called now and then: about once a second.
void reload_changed(Model& model);

}  // namespace viewer

#endif
