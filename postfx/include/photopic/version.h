/* SPDX-License-Identifier: MIT */
/* Version of Photopic, for C and C++. CMake reads it here. */
#ifndef PHOTOPIC_VERSION_H
#define PHOTOPIC_VERSION_H

#define PHOTOPIC_VERSION_MAJOR 1
#define PHOTOPIC_VERSION_MINOR 0
#define PHOTOPIC_VERSION_PATCH 0

#endif
