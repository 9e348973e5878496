// SPDX-License-Identifier: MIT
// Library preloaded under LeakSanitizer, so that drivers stay loaded: the suppressions can name them then, where an
// unloaded one is an unknown module.
extern "C" int dlclose(void*) { return 0; }
