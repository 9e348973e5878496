# SPDX-License-Identifier: MIT
# Image metrics, a folder each.
photopic_room(metrics
  ciede2000/ciede2000.cpp
  errors/errors.cpp
  flip/exposures.cpp
  flip/flip.cpp
  flip/taps.cpp
  image_metrics.cpp
  parts.cpp
  passes.cpp
  psnr_hvs/psnr_hvs.cpp
  ssim/ssim.cpp
  validation.cpp)

photopic_shader(photopic metrics_clear metrics/clear.comp)
photopic_shader(photopic metrics_copy metrics/copy.comp)
photopic_shader(photopic metrics_errors metrics/errors/errors.comp)
photopic_shader(photopic metrics_luma metrics/ssim/luma.comp)
photopic_shader(photopic metrics_ssim metrics/ssim/ssim.comp)
photopic_shader(photopic metrics_ssim_level metrics/ssim/ssim.comp DEFINES PHOTOPIC_METRICS_LEVEL)
photopic_shader(photopic metrics_box metrics/ssim/box.comp)
photopic_shader(photopic metrics_lowpass metrics/ssim/lowpass.comp)
photopic_shader(photopic metrics_lowpass_level metrics/ssim/lowpass.comp DEFINES PHOTOPIC_METRICS_LEVEL)
photopic_shader(photopic metrics_flip_rows metrics/flip/flip_rows.comp)
photopic_shader(photopic metrics_flip_errors metrics/flip/flip_errors.comp)
photopic_shader(photopic metrics_flip_pool metrics/flip/flip_pool.comp)
photopic_shader(photopic metrics_ciede2000 metrics/ciede2000/ciede2000.comp)
photopic_shader(photopic metrics_ciede2000_float64 metrics/ciede2000/ciede2000.comp DEFINES PHOTOPIC_METRICS_FLOAT64)
photopic_shader(photopic metrics_psnr_hvs metrics/psnr_hvs/psnr_hvs.comp)
