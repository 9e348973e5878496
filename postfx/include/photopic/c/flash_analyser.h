/* SPDX-License-Identifier: MIT */
/* Flash analyser: finds flashes that may bring on seizures. FlashAnalyser of C++. No certification: docs/flashes.md. */
#ifndef PHOTOPIC_C_FLASH_ANALYSER_H
#define PHOTOPIC_C_FLASH_ANALYSER_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum photopic_flash_profile {
  PHOTOPIC_FLASHES_STRICT = 0, /* fails if either of the others fails */
  PHOTOPIC_FLASHES_WCAG = 1,   /* WCAG 2.3.1 */
  PHOTOPIC_FLASHES_BT1702 = 2, /* ITU-R BT.1702-3 */
  PHOTOPIC_FLASHES_MAX = 0x7fffffff
} photopic_flash_profile;

/* Indices of photopic_flash_statistics::kinds. */
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
  VkFormat format;   /* format of `ldr`; 0 = R8G8B8A8_UNORM. FlashCreateInfo::format lists all */
  uint32_t encoding; /* photopic_encoding_bit() of the texels; 0 = "auto" */
  uint32_t columns;  /* cells of the averaged picture, 1..256; 0 = 240; rows: 0 = 135 */
  uint32_t rows;
  uint32_t statistics_slots; /* slots of the statistics, 1..64, more than frames in flight; 0 = 4 */
  VkBool32 defer_pipelines;  /* create makes memory only; prepare makes the pipelines */
} photopic_flash_analyser_info;

typedef struct photopic_flash_frame {
  uint32_t size;
  uint32_t version;
  VkImageView ldr;        /* picture to read: 2D view of one level, in `layout` */
  VkImageLayout layout;   /* SHADER_READ_ONLY_OPTIMAL or GENERAL; 0 = SHADER_READ_ONLY_OPTIMAL */
  VkExtent2D extent;      /* size of the picture, texels from the top left */
  VkBool32 reset_history; /* ignores all earlier frames */
  uint32_t profile;       /* photopic_flash_profile */
  uint64_t time_us;       /* display time; a frame that isn't later than the previous one changes nothing */
  float white_cd_m2;      /* luminance of SDR white, cd/m^2, 1..10000; 0 = 200 */
  float cd_m2_per_unit;   /* luminance of 1 in linear and scRGB pictures, cd/m^2; 0 = white_cd_m2 */
} photopic_flash_frame;

typedef struct photopic_flash_count {
  uint32_t verdict;            /* photopic_verdict */
  uint32_t screen_transitions; /* transitions of a quarter of the screen, last second; at most 8 is reported */
  uint32_t cell_transitions;   /* largest number of transitions of a cell */
  float risk_share;            /* share of cells with at least seven transitions */
  float window_share;          /* the same share in the worst window, a third by a third of the screen */
} photopic_flash_count;

typedef struct photopic_flash_statistics {
  uint32_t size;
  uint32_t version;
  uint64_t time_us;       /* display time of the frame */
  uint64_t worst_time_us; /* display time of the first frame with worst_verdict */
  uint32_t frames;        /* frames since the reset, including it */
  uint32_t verdict;       /* photopic_verdict */
  uint32_t worst_verdict; /* worst photopic_verdict since the reset */
  photopic_flash_count kinds[PHOTOPIC_FLASH_KINDS];
} photopic_flash_statistics;

/* Counts flashes in the pictures of one view. Threads, queues and destruction as with photopic_post_process. */
typedef struct photopic_flash_analyser photopic_flash_analyser;

PHOTOPIC_API photopic_result photopic_flash_analyser_create(const photopic_device* device,
                                                            const photopic_flash_analyser_info* info,
                                                            photopic_flash_analyser** out);
PHOTOPIC_API void photopic_flash_analyser_destroy(photopic_flash_analyser* analyser);
/* With `defer_pipelines`: makes the pipelines, at most `max_pipelines` per call (UINT32_MAX = all). Any thread.
 * PHOTOPIC_NOT_PREPARED: call it again. */
PHOTOPIC_API photopic_result photopic_flash_analyser_prepare(photopic_flash_analyser* analyser, uint32_t max_pipelines);
PHOTOPIC_API VkBool32 photopic_flash_analyser_is_prepared(const photopic_flash_analyser* analyser);
/* Analyses one picture, in two dispatches. Before: `ldr` is visible to COMPUTE_SHADER / SHADER_READ. After: `ldr` is
 * read and the cells are written at COMPUTE_SHADER. */
PHOTOPIC_API photopic_result photopic_flash_analyser_record(photopic_flash_analyser* analyser,
                                                            VkCommandBuffer command_buffer,
                                                            const photopic_flash_frame* frame);
/* Statistics of the newest frame that the device has executed; doesn't wait. PHOTOPIC_NOT_READY: none yet. Any thread.
 */
PHOTOPIC_API photopic_result photopic_flash_analyser_statistics(const photopic_flash_analyser* analyser,
                                                                photopic_flash_statistics* out);
/* Buffer with one word per cell of the last frame, row by row. photopic_flash_transitions() reads the transitions of a
 * kind (PHOTOPIC_FLASH_*) from a word. */
PHOTOPIC_API VkBuffer photopic_flash_analyser_cells_buffer(const photopic_flash_analyser* analyser);
PHOTOPIC_API uint32_t photopic_flash_transitions(uint32_t word, uint32_t kind);
PHOTOPIC_API VkDeviceSize photopic_flash_analyser_memory_bytes(const photopic_flash_analyser* analyser);

/* Rule of IRIS, on numbers of pictures: <photopic/iris_rule.h>. */
typedef struct photopic_iris_frame {
  double luminance;     /* mean of all texels, linear BT.709, 1 = white */
  double red;           /* mean of 320 max(0, R - G - B), 0 where R / (R + G + B) < 0.8 */
  double changed_share; /* share of texels with another luminance than in the previous picture */
} photopic_iris_frame;

typedef struct photopic_iris_count {
  uint32_t verdict;     /* photopic_verdict */
  uint32_t transitions; /* transitions in the last second of pictures */
} photopic_iris_count;

typedef struct photopic_iris_rule photopic_iris_rule;

/* `fps`: pictures per second, rounded, 1..1000000. The caller destroys the rule. */
PHOTOPIC_API photopic_result photopic_iris_rule_create(uint32_t fps, photopic_iris_rule** out);
PHOTOPIC_API void photopic_iris_rule_destroy(photopic_iris_rule* rule);
/* Adds the next picture. One thread at a time. */
PHOTOPIC_API photopic_result photopic_iris_rule_add(photopic_iris_rule* rule, const photopic_iris_frame* frame,
                                                    photopic_iris_count* luminance, photopic_iris_count* red);

#ifdef __cplusplus
}
#endif
#endif
