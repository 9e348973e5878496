// SPDX-License-Identifier: MIT
// Meaning of a case's members, without a device.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_PLAN_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_PLAN_H

#include <vulkan/vulkan_core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "regress/suite/suite.h"
#include "session/script.h"
#include "session/settings/settings.h"
#include "session/source/camera_path.h"

namespace regress {

struct CasePlan {
  VkExtent2D extent = {320, 180};       ///< of scenes and panoramas, texels
  std::filesystem::path source;         ///< file
  session::CameraPath path;             ///< may be empty
  std::filesystem::path path_file;      ///< that it was read from
  std::optional<session::Pose> pose;    ///< none: the source's own
  std::vector<session::Script> starts;  ///< each with one step at 0 s, before the first frame
  session::Script script;
};

/// Of a case that is rendered. Throws arguments::UsageError "settings: REASON" for a member that can't be, and
/// files::Error for a script or path that can't be read.
CasePlan plan_case(const Suite& suite, const Case& one);

/// Whatever else can be told without a device: throws as plan_case() for settings that contradict each other or
/// `method`, for unknown scores, and for missing files.
void check_case(const Suite& suite, const Case& one, std::optional<session::MeteringMethod> method);

/// "suite.json:12: tone/agx: ", before what is wrong with a case; without a suite's file "shots: tone/agx.png: ".
std::string place_of(const Suite& suite, const Case& one);

}  // namespace regress

#endif
