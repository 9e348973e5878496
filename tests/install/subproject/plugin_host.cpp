// SPDX-License-Identifier: MIT
// Program that loads the plug-in named by its argument, twice, and runs it.
#include <dlfcn.h>

#include <cstdio>

int main(int, char** argv) {
  for (int i = 0; i < 2; ++i) {
    void* const plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) {
      std::puts(dlerror());
      return 1;
    }
    const auto run = reinterpret_cast<int (*)()>(dlsym(plugin, "plugin_run"));
    std::printf("%d\n", run == nullptr ? 0 : run());
    dlclose(plugin);
  }
  return 0;
}
