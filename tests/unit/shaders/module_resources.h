// SPDX-License-Identifier: MIT
// Resources that each compiled shader is expected to bind, and specialisation constants of metrics, by the name of its
// pass.
#ifndef PHOTOPIC_TESTS_UNIT_SHADERS_MODULE_RESOURCES_H
#define PHOTOPIC_TESTS_UNIT_SHADERS_MODULE_RESOURCES_H

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

#include "gpu/passes/pass_desc.h"

namespace test {

struct Resource {
  photopic::BindingKind kind;
  std::string access;  ///< of storage: "readonly", "writeonly", "both"
  bool operator==(const Resource&) const = default;
};
void PrintTo(const Resource& resource, std::ostream* out);
using Resources = std::map<std::uint32_t, Resource>;

/// "single_pass_int64_rgba8", against "single_pass_int64".
bool is_fused(const std::string& pass);
bool is_metric(const std::string& pass);
/// By binding.
Resources expected_resources(const std::string& pass);

/// Numbers by name.
using Constants = std::map<std::string, std::uint32_t>;
/// <gpu/interface.h>'s of passes that aren't metrics.
Constants device_constants(const std::string& pass);
Constants metric_constants(const std::string& pass);

}  // namespace test

#endif
