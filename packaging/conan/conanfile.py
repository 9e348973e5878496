# SPDX-License-Identifier: MIT
"""Conan 2 recipe that builds Photopic from its source package (target photopic_source_package).

    cd photopic-VERSION && conan create packaging/conan"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Photopic(ConanFile):
    name = "photopic"
    version = "1.0.0"
    description = "HDR eye adaptation and tone mapping that meters every pixel"
    license = "MIT"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "opengl": [True, False]}
    default_options = {"shared": False, "fPIC": True, "opengl": False}
    requires = "vulkan-headers/1.3.239.0"

    def requirements(self):
        if self.options.opengl:
            self.requires("libepoxy/1.5.10")

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "cmake/*", "docs/*",
                        "generated/*", "postfx/*", "shaders/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        variables = {"PHOTOPIC_BUILD_SAMPLES": False, "PHOTOPIC_BUILD_TESTS": False, "PHOTOPIC_PYTHON": False,
                     "PHOTOPIC_INSTALL": True, "PHOTOPIC_SHARED": bool(self.options.shared),
                     "PHOTOPIC_OPENGL": bool(self.options.opengl)}
        toolchain.cache_variables.update(variables)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The package's own CMake files say it all; pkg-config's too.
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "photopic")]
        self.cpp_info.set_property("cmake_find_mode", "none")
