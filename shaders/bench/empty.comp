// SPDX-License-Identifier: MIT
// What a dispatch costs that does nothing.
#version 450

layout(local_size_x = 1) in;

void main() {}
