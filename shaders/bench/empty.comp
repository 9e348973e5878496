// SPDX-License-Identifier: MIT
// Empty kernel, for the cost of a dispatch.
#version 450

layout(local_size_x = 1) in;

void main() {}
