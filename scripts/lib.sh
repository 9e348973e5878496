# SPDX-License-Identifier: MIT
# Common steps of scripts/demo and scripts/test: packages, configuring, building. Sourced by bash.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

demo_packages=(
  # build
  cmake g++ ninja-build pkg-config glslang-tools spirv-tools libvulkan-dev libvulkan-volk-dev
  libcli11-dev nlohmann-json3-dev libglm-dev libtinygltf-dev libopenexr-dev libpng-dev libdeflate-dev libstb-dev
  libexpat1-dev libjpeg-dev liblcms2-dev libcairo2-dev
  # run
  mesa-vulkan-drivers fonts-dejavu-core
)
test_packages=(  # beyond the demo's
  # picture formats, looks, the viewer, OpenGL
  libtiff-dev libwebp-dev libavif-dev libjxl-dev libopencolorio-dev libglfw3-dev libimgui-dev libepoxy-dev spirv-cross
  libegl1 libegl-mesa0 libgl1 libgles2 libgl1-mesa-dri
  # tests
  abigail-tools binutils dpkg-dev libgtest-dev clang-16 libclang-rt-16-dev lld-16 vulkan-validationlayers clang-format
  pybind11-dev python3-dev python3-numpy python3-pytest python3-setuptools python3-venv python3-wheel python3-pil mypy
  xvfb twm xdotool chromium vulkan-tools mesa-utils help2man zsh fish
)
docs_packages=(doxygen mkdocs mkdocs-material)  # the site
package_packages=(lintian mmdebstrap)  # what --full checks packages with
cross_packages=(  # what --full builds for other systems with, and runs there
  g++-aarch64-linux-gnu g++-mingw-w64-x86-64 googletest libc++-16-dev libc++abi-16-dev qemu-user wine64
)
story_packages=(blender munge python3-yaml slurm-wlm xvfb)  # what the stories of --full need: docs/story-*.md
lab_packages=(emscripten)  # scripts/lab, and its test in --full
release_packages=(git xz-utils)  # scripts/release

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages PACKAGE...: those that are missing.
install_packages() {
  local packages=("$@")
  command -v dpkg-query >/dev/null || die "not a Debian system; install by hand: ${packages[*]}"
  local missing=() as_root=()
  for package in "${packages[@]}"; do is_installed "$package" || missing+=("$package"); done
  if [ ${#missing[@]} -eq 0 ]; then
    say "Debian packages: all there"
    return
  fi
  say "Debian packages: installing ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "needs root or sudo to install: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    -o 'DPkg::Options::=--path-include=/usr/share/doc/libimgui-dev/*' "${missing[@]}"  # a source that the viewer compiles
}

if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

# configure PRESET: once; the build notices changes of CMakeLists.txt by itself, and of the presets here: anew, since CMake
# forgets the other variables where a compiler changes.
configure() {
  if [ "build/$1/build.ninja" -nt CMakePresets.json ]; then
    say "Configured already: build/$1"
  else
    say "Configuring build/$1"
    cmake --fresh --preset "$1"
  fi
}

# build PRESET [TARGET...]
build() {
  local preset=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  say "Building build/$preset"
  cmake --build --preset "$preset" "${targets[@]}"
}
