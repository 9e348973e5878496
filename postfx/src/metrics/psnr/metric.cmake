# SPDX-License-Identifier: MIT
# PSNR of Y, Cb, Cr.
photopic_room(metrics/psnr psnr.cpp)
photopic_shader(photopic metrics_luma metrics/psnr/luma.comp BASE metrics_errors)
