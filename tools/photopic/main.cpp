// SPDX-License-Identifier: MIT
// Program photopic: metering, adaptation and tone mapping of pictures, and image comparison.
#include "photopic/program.h"

int main(int argc, char** argv) { return cli::run_photopic(argc, argv); }
