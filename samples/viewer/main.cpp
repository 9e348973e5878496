// SPDX-License-Identifier: MIT
// Program photopic-viewer: scenes and pictures through an eye that adapts.
#include "viewer/program.h"

int main(int argc, char** argv) { return viewer::run_viewer(argc, argv); }
