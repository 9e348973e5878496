// SPDX-License-Identifier: MIT
// A second file of the host, so that its unity build joins the module's headers with others.
#include <photopic/device.h>
#include <photopic/post_process.h>

namespace {

photopic::CreateInfo used() { return {}; }

}  // namespace

std::uint32_t width_of_host();
std::uint32_t width_of_host() { return used().max_extent.width; }
