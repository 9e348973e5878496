/* SPDX-License-Identifier: MIT */
/* Checks of test programs in C: those that fail are printed, and main() ends with 1. */
#ifndef PHOTOPIC_TESTS_C_CHECK_H
#define PHOTOPIC_TESTS_C_CHECK_H

#include <photopic/photopic.h>
#include <stdio.h>
#include <string.h>

static int checks = 0;
static int failures = 0;

#define CHECK(condition)                                                  \
  do {                                                                    \
    ++checks;                                                             \
    if (!(condition)) {                                                   \
      ++failures;                                                         \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
      printf("  photopic_last_error(): \"%s\"\n", photopic_last_error()); \
    }                                                                     \
  } while (0)

/* The call is refused, with these words. */
#define CHECK_REFUSED(expected, call, words)               \
  do {                                                     \
    CHECK((call) == (expected));                           \
    CHECK(strstr(photopic_last_error(), (words)) != NULL); \
  } while (0)
#define CHECK_INVALID(call, words) CHECK_REFUSED(PHOTOPIC_INVALID_ARGUMENT, call, words)

static int check_summary(void) {
  printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 && checks > 0 ? 0 : 1;
}

#endif
