// SPDX-License-Identifier: MIT
// Preloaded under LeakSanitizer: a driver that stays loaded can be named in the suppressions, one that was unloaded is
// an unknown module.
extern "C" int dlclose(void*) { return 0; }
