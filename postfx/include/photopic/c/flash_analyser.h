/* SPDX-License-Identifier: MIT */
/* Flashes that may bring on seizures, in the pictures that a viewer gets: FlashAnalyser of C++. docs/flashes.md. */
#ifndef PHOTOPIC_C_FLASH_ANALYSER_H
#define PHOTOPIC_C_FLASH_ANALYSER_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum photopic_flash_profile {
  PHOTOPIC_FLASHES_STRICT = 0, /* what fails by either of the others */
  PHOTOPIC_FLASHES_WCAG = 1,   /* WCAG 2.3.1 */
  PHOTOPIC_FLASHES_BT1702 = 2, /* ITU-R BT.1702-3 */
  PHOTOPIC_FLASHES_MAX = 0x7fffffff
} photopic_flash_profile;

/* Places in photopic_flash_statistics::kinds. */
enum {
  PHOTOPIC_FLASH_LUMINANCE = 0,
  PHOTOPIC_FLASH_RED_MEASURE = 1,
  PHOTOPIC_FLASH_RED_CHROMATICITY = 2,
  PHOTOPIC_FLASH_KINDS = 3
};

typedef enum photopic_verdict {
  PHOTOPIC_VERDICT_PASS = 0,
  PHOTOPIC_VERDICT_WARNING = 1,  /* four to six transitions in the last second */
  PHOTOPIC_VERDICT_EXTENDED = 2, /* the same for four of the last five seconds */
  PHOTOPIC_VERDICT_FAIL = 3,     /* more than three flashes in a second */
  PHOTOPIC_VERDICT_MAX = 0x7fffffff
} photopic_verdict;

typedef struct photopic_flash_analyser_info {
  uint32_t size;
  uint32_t version;
  VkFormat format;   /* of the view that is read; 0 = R8G8B8A8_UNORM. FlashCreateInfo lists them */
  uint32_t encoding; /* photopic_encoding_bit() of what the texels are; 0 = "auto" */
  uint32_t columns;  /* cells that a picture is averaged to, 1..256 each; 0 = 240, 135 */
  uint32_t rows;
  uint32_t statistics_slots; /* 1..64: more than frames in flight; 0 = 4 */
} photopic_flash_analyser_info;

typedef struct photopic_flash_frame {
  uint32_t size;
  uint32_t version;
  VkImageView ldr;        /* 2D, one level, in `layout` */
  VkImageLayout layout;   /* SHADER_READ_ONLY_OPTIMAL or GENERAL; 0 = the first */
  VkExtent2D extent;      /* texels from the top left that are the picture */
  VkBool32 reset_history; /* nothing before it counts */
  uint32_t profile;       /* photopic_flash_profile */
  uint64_t time_us;       /* when it is shown: later than the frame before, or the recording changes nothing */
  float white_cd_m2;      /* of SDR's white; [1, 10000], 0 = 200 */
  float cd_m2_per_unit;   /* of 1 in linear and scRGB pictures; 0 = white_cd_m2 */
} photopic_flash_frame;

typedef struct photopic_flash_count {
  uint32_t verdict;            /* photopic_verdict */
  uint32_t screen_transitions; /* of a quarter of the screen, in the last second; above 8 reported as 8 */
  uint32_t cell_transitions;   /* of the cell that has most */
  float risk_share;            /* of cells with seven transitions and more */
  float window_share;          /* the same, of the worst third by third of the screen */
} photopic_flash_count;

typedef struct photopic_flash_statistics {
  uint32_t size;
  uint32_t version;
  uint64_t time_us; /* of the frame that it is of */
  uint64_t worst_time_us;
  uint32_t frames;        /* since the reset, with it */
  uint32_t verdict;       /* photopic_verdict */
  uint32_t worst_verdict; /* since the reset; worst_time_us is of the first frame that had it */
  photopic_flash_count kinds[PHOTOPIC_FLASH_KINDS];
} photopic_flash_statistics;

/* Counts flashes of one view's pictures. Threads, queues and destruction as with photopic_post_process. */
typedef struct photopic_flash_analyser photopic_flash_analyser;

PHOTOPIC_API photopic_result photopic_flash_analyser_create(const photopic_device* device,
                                                            const photopic_flash_analyser_info* info,
                                                            photopic_flash_analyser** out);
PHOTOPIC_API void photopic_flash_analyser_destroy(photopic_flash_analyser* analyser);
/* Before: `ldr` visible to COMPUTE_SHADER / SHADER_READ. After: it may be written after COMPUTE_SHADER; the cells are
 * written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API photopic_result photopic_flash_analyser_record(photopic_flash_analyser* analyser,
                                                            VkCommandBuffer command_buffer,
                                                            const photopic_flash_frame* frame);
/* Of the newest frame that the device has executed, without waiting; PHOTOPIC_NOT_READY: none yet. Any thread. */
PHOTOPIC_API photopic_result photopic_flash_analyser_statistics(const photopic_flash_analyser* analyser,
                                                                photopic_flash_statistics* out);
/* A word for each cell, row by row, of the last frame; transitions of a kind (PHOTOPIC_FLASH_*) in one. */
PHOTOPIC_API VkBuffer photopic_flash_analyser_cells_buffer(const photopic_flash_analyser* analyser);
PHOTOPIC_API uint32_t photopic_flash_transitions(uint32_t word, uint32_t kind);
PHOTOPIC_API VkDeviceSize photopic_flash_analyser_memory_bytes(const photopic_flash_analyser* analyser);

/* IRIS' rule, of numbers alone: <photopic/iris_rule.h>. */
typedef struct photopic_iris_frame {
  double luminance;     /* mean of all texels, linear BT.709, 1 = white */
  double red;           /* mean of 320 max(0, R - G - B), 0 where R / (R + G + B) < 0.8 */
  double changed_share; /* of texels whose luminance isn't that of the picture before */
} photopic_iris_frame;

typedef struct photopic_iris_count {
  uint32_t verdict;     /* photopic_verdict */
  uint32_t transitions; /* in the last second of pictures */
} photopic_iris_count;

typedef struct photopic_iris_rule photopic_iris_rule;

/* `fps`: pictures of a second, rounded, 1..1000000. */
PHOTOPIC_API photopic_result photopic_iris_rule_create(uint32_t fps, photopic_iris_rule** out);
PHOTOPIC_API void photopic_iris_rule_destroy(photopic_iris_rule* rule);
/* One picture after the other, from one thread at a time. */
PHOTOPIC_API photopic_result photopic_iris_rule_add(photopic_iris_rule* rule, const photopic_iris_frame* frame,
                                                    photopic_iris_count* luminance, photopic_iris_count* red);

#ifdef __cplusplus
}
#endif
#endif
