# SPDX-License-Identifier: MIT
# PSNR-HVS-M.
photopic_room(metrics/psnr_hvs psnr_hvs.cpp)
photopic_shader(photopic metrics_psnr_hvs metrics/psnr_hvs/psnr_hvs.comp BASE metrics_luma)
photopic_shader(photopic metrics_psnr_hvs_lanes metrics/psnr_hvs/psnr_hvs_lanes.comp BASE metrics_psnr_hvs)
