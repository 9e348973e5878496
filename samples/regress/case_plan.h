// SPDX-License-Identifier: MIT
// What a case's members mean, without a device.
#ifndef PHOTOPIC_SAMPLES_REGRESS_CASE_PLAN_H
#define PHOTOPIC_SAMPLES_REGRESS_CASE_PLAN_H

#include <vulkan/vulkan_core.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/settings.h"
#include "regress/suite.h"
#include "viewer/camera_path.h"
#include "viewer/script.h"

namespace regress {

struct CasePlan {
  VkExtent2D extent = {320, 180};      ///< of scenes and panoramas, texels
  std::filesystem::path source;        ///< file
  viewer::CameraPath path;             ///< may be empty
  std::optional<viewer::Pose> pose;    ///< none: the source's own
  std::vector<viewer::Script> starts;  ///< each with one step at 0 s, before the first frame
  viewer::Script script;
};

/// Throws cli::UsageError "settings: REASON" for a member that can't be, and io::Error for a script or path that can't
/// be read.
CasePlan plan_case(const Suite& suite, const Case& one);

/// Whatever else can be told without a device: throws as plan_case() for settings that contradict each other or
/// `method`, for scores that there aren't, and for files that there aren't.
void check_case(const Suite& suite, const Case& one, std::optional<cli::MeteringMethod> method, const Rule& rules);

/// "suite.json:12: tone/agx: ", before what is wrong with a case.
std::string place_of(const Suite& suite, const Case& one);

}  // namespace regress

#endif
