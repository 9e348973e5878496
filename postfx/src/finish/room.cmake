# SPDX-License-Identifier: MIT
# The final pass: exposure, tone mapping, encoding.
photopic_room(finish
  aces2_slots.cpp
  blue_noise.cpp
  finish.cpp
  finish_slots.cpp
  passes.cpp
  resolve.cpp
  signals.cpp)

photopic_output_shaders(photopic tone_map finish/tone_map.comp)
photopic_output_shaders(photopic tone_map_light finish/tone_map.comp BASE tone_map_rgba8 DEFINES MEASURES_LIGHT)
photopic_output_shaders(photopic tone_map_halves finish/tone_map.comp BASE tone_map_rgba8 DEFINES HALVES)
photopic_output_shaders(photopic tone_map_layers finish/tone_map.comp BASE tone_map_rgba8 DEFINES MAPS_LAYERS)
photopic_output_shaders(photopic tone_map_samples finish/tone_map.comp BASE tone_map_rgba8 DEFINES HDR_SAMPLES)
photopic_shader(photopic resolve_samples_rgba16f finish/resolve.comp)
photopic_shader(photopic tone_map_signals_rgba16f finish/tone_map.comp BASE tone_map_rgba8
                DEFINES LDR_FORMAT=rgba16f STORE_SIGNALS)
photopic_shader(photopic tone_map_sharpened_halves_rgba8 finish/sharpen.comp BASE tone_map_rgba8
                DEFINES LDR_FORMAT=rgba8 STORE_UNORM8)
photopic_shader(photopic tone_map_sharpened_halves_r32ui finish/sharpen.comp BASE tone_map_sharpened_halves_rgba8
                DEFINES LDR_FORMAT=r32ui STORE_PACKED)
photopic_output_shaders(photopic store_picture finish/store_picture.comp)
photopic_output_shaders(photopic store_picture_light finish/store_picture.comp BASE store_picture_rgba8
                        DEFINES MEASURES_LIGHT)
# As a draw in a host's render pass, for codes and floats; of one image, and of the layers of multiview.
photopic_shader(photopic full_screen_vert finish/draw/full_screen.vert)
foreach(kind codes floats)
  string(TOUPPER ${kind} store)
  photopic_shader(photopic draw_${kind} finish/draw/draw.frag BASE tone_map_rgba8 DEFINES STORE_${store})
  photopic_shader(photopic draw_views_${kind} finish/draw/draw.frag BASE tone_map_rgba8 DEFINES STORE_${store} DRAWS_VIEWS)
  photopic_shader(photopic draw_signals_${kind} finish/draw/draw_signals.frag BASE store_picture_rgba8 DEFINES STORE_${store})
endforeach()

# The tile of blue noise: a tenth of a second of a program of the build.
if(EXISTS ${PHOTOPIC_GENERATED_DIR}/blue_noise_ranks.h)
  set(blue_noise_dir ${PHOTOPIC_GENERATED_DIR})
else()
  add_executable(photopic-make-blue-noise ${PROJECT_SOURCE_DIR}/postfx/src/finish/make_blue_noise.cpp)
  photopic_target(photopic-make-blue-noise)
  set_target_properties(photopic-make-blue-noise PROPERTIES UNITY_BUILD OFF)
  target_compile_options(photopic-make-blue-noise PRIVATE -O2)
  set(blue_noise_dir ${PROJECT_BINARY_DIR}/blue_noise)
  file(MAKE_DIRECTORY ${blue_noise_dir})
  add_custom_command(OUTPUT ${blue_noise_dir}/blue_noise_ranks.h
                     COMMAND photopic-make-blue-noise ${blue_noise_dir}/blue_noise_ranks.h
                     DEPENDS photopic-make-blue-noise COMMENT "Making a tile of blue noise" VERBATIM)
  target_sources(photopic PRIVATE ${blue_noise_dir}/blue_noise_ranks.h)
endif()
target_include_directories(photopic PRIVATE $<BUILD_INTERFACE:${blue_noise_dir}>)
