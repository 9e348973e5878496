# SPDX-License-Identifier: MIT
# SSIM and MS-SSIM.
photopic_room(metrics/ssim levels.cpp ssim.cpp)
photopic_shader(photopic metrics_ssim metrics/ssim/ssim.comp BASE metrics_luma)
photopic_shader(photopic metrics_ssim_level metrics/ssim/ssim.comp BASE metrics_ssim DEFINES PHOTOPIC_METRICS_LEVEL)
photopic_shader(photopic metrics_box metrics/ssim/box.comp BASE metrics_luma)
photopic_shader(photopic metrics_lowpass metrics/ssim/lowpass.comp BASE metrics_box)
photopic_shader(photopic metrics_lowpass_level metrics/ssim/lowpass.comp BASE metrics_lowpass DEFINES PHOTOPIC_METRICS_LEVEL)
