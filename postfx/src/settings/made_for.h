// SPDX-License-Identifier: MIT
// What an object is made for, in full: CreateInfo with what its settings need.
#ifndef PHOTOPIC_SRC_SETTINGS_MADE_FOR_H
#define PHOTOPIC_SRC_SETTINGS_MADE_FOR_H

#include <photopic/post_process.h>

namespace photopic {

/// Which passes an object has.
enum MadeSteps : std::uint32_t {
  kMeterStep = 1,
  kToneMapStep = 2,
  kFusedStep = 4,
  kDrawStep = 8,  ///< in place of kToneMapStep
};

struct MadeFor {
  VkExtent2D max_extent = {};
  std::uint32_t view_count = 1;
  std::uint32_t steps = kMeterStep | kToneMapStep;
  MeterMethod meter_method = MeterMethod::single_pass;
  std::uint32_t workgroup_side = 8;
  PyramidFactor pyramid_factor = PyramidFactor::block_counts;
  bool pyramid_level_0 = true;
  std::uint32_t weights = 0;          ///< bits Weight
  bool histogram = false;             ///< percentiles and median
  bool forces_histogram = false;      ///< ... also for settings that don't read it
  bool highlights_and_black = false;  ///< MeterSettings::highlight_stops and ::black_stops; with histogram
  bool extrema = false;               ///< least and largest luminance
  bool local_grid = false;            ///< of the meter: its read may build local exposure's grid
  std::uint32_t max_workgroups = 0;
  bool convert_input = false;
  bool auto_white_balance = false;
  bool dark_adaptation = false;
  ExposureImage exposure_image = ExposureImage::none;
  std::uint32_t statistics_slots = 0;
  VkFormat ldr_format = VK_FORMAT_R8G8B8A8_UNORM;
  VkFormat packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
  std::uint32_t encodings = encoding_bit(OutputEncoding::automatic);            ///< of each
  std::uint32_t tone_mappers = tone_mapper_bit(ToneMapSettings().tone_mapper);  ///< of each
  std::uint32_t lut_size = 0;                                                   ///< of baked looks; 0 = none
  std::uint32_t lut_nodes = 33;                                                 ///< ... once there is one
  bool exact = true;                                                            ///< DisplayTransform::exact
  bool exact_looks = false;   ///< ... with grades and tables of the host
  bool takes_tables = false;  ///< ... whatever settings say
  std::uint32_t effects = 0;  ///< bits Effect
  VkFormat glare_levels = VK_FORMAT_R16G16B16A16_SFLOAT;
  bool dither = true;
  bool blue_noise = false;
  bool ui = false;
  std::uint32_t layers = 1;
  std::uint32_t hdr_samples = 1;
  bool resolve = false;  ///< ... to one, for effects that look around or have passes
  bool content_light = false;
  Output render_target = {};  ///< kDrawStep
  bool scaled_draw = false;   ///< ... in other extents, too
  bool defer_pipelines = false;
};

/// What one call meters: parts of a Frame.
struct MeterSource {
  VkImageView hdr = VK_NULL_HANDLE;
  VkRect2D region = {};
  VkImageView mask = VK_NULL_HANDLE;
  VkImageView depth = VK_NULL_HANDLE;
  VkImageView classes = VK_NULL_HANDLE;
  VkImageLayout hdr_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkImageLayout mask_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkImageLayout depth_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkImageLayout classes_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  std::uint32_t layer = 0;  ///< of arrays
};
struct MeterFrame : MeterSource {
  float delta_time_s = 0.0f;
  bool reset_history = false;
  std::uint32_t view = 0;
  const photopic_source* more_sources = nullptr;
  std::uint32_t more_source_count = 0;
  float pre_exposure = 1.0f;
  // Arrays: layer_count layers are metered, from `layer` on or, with a view mask, those with a bit in it. With a
  // stride, each is a measurement, of the state of `view` + its number.
  std::uint32_t layer_count = 1;
  std::uint32_t view_mask = 0;
  VkDeviceSize exposure_stride_bytes = 0;
};
MeterSource source_of(const photopic_source& source) noexcept;
/// The `i`-th layer that is metered.
std::uint32_t layer_at(const MeterFrame& frame, std::uint32_t i) noexcept;
/// Sources of one measurement: each layer of each image.
inline std::uint32_t source_count(const MeterFrame& frame) noexcept {
  return (1 + frame.more_source_count) * frame.layer_count;
}
MeterSource source_at(const MeterFrame& frame, std::uint32_t i) noexcept;
/// Measurements of a frame, one after the other.
inline std::uint32_t measurement_count(const MeterFrame& frame) noexcept {
  return frame.exposure_stride_bytes != 0 ? frame.layer_count : 1;
}
MeterFrame measurement_at(const MeterFrame& frame, std::uint32_t i) noexcept;

/// ... and finishes.
struct ToneMapFrame {
  VkImageView hdr = VK_NULL_HANDLE;
  VkImageView ldr = VK_NULL_HANDLE;
  VkRect2D region = {};
  VkOffset2D ldr_offset = {};
  VkExtent2D ldr_extent = {};  ///< of what is drawn
  VkRect2D picture = {};
  VkBuffer exposure = VK_NULL_HANDLE;
  VkDeviceSize exposure_offset_bytes = 0;
  std::uint32_t view = 0;
  VkDeviceSize exposure_stride_bytes = 0;
  VkImageView ui = VK_NULL_HANDLE;
  VkBuffer content_light = VK_NULL_HANDLE;
  VkDeviceSize content_light_offset_bytes = 0;
  const LookTables* tables = nullptr;
  float delta_time_s = 0.0f;
  bool reset_history = false;
  float pre_exposure = 1.0f;
  VkImageLayout hdr_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkImageLayout ui_layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
};

MeterFrame meter_frame_of(const Frame& frame) noexcept;
ToneMapFrame tone_map_frame_of(const Frame& frame) noexcept;

class PostProcess;
/// Of an object that isn't empty.
const MadeFor& made_for(const PostProcess& post) noexcept;

/// Host's tables, 0 replaced by what it stands for.
LookTables with_defaults(const LookTables& tables) noexcept;

}  // namespace photopic

#endif
