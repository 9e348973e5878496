// SPDX-License-Identifier: MIT
// Specialisation constants that follow the device's limits, shared by C++ and GLSL. Pass::add_variant() gives them to
// every variant on devices that lack the usual limits; else they have their defaults.
#ifndef PHOTOPIC_GPU_INTERFACE_H
#define PHOTOPIC_GPU_INTERFACE_H

#define PHOTOPIC_SPEC_GROUP 40         // invocations of a workgroup, where gpu/lanes.glsl is included
#define PHOTOPIC_SPEC_SMALL_MEMORY 41  // 1 = workgroups have 16 KiB of memory

#define PHOTOPIC_SMALL_GROUP 128           // invocations that every device has
#define PHOTOPIC_SMALL_MEMORY_BYTES 16384  // workgroup memory that every device has

#endif
