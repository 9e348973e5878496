// SPDX-License-Identifier: MIT
// A clock that stands still but for a step per frame, preloaded into programs by `photopic run --step-ms`. It answers
// the program and its own libraries; drivers, the loader, X and audio keep real time, by the library that asks.
//
// PHOTOPIC_CLOCK_STEP_NS: of a frame. PHOTOPIC_CLOCK_START_S: seconds since 1970 at the start.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

enum { kNsPerS = 1000000000 };
/// The clock follows real time when a program waits for it: after so long without a frame, in which it did nothing but
/// ask, or asked while it left the CPU alone. Whoever loads or draws for long asks, too, but works meanwhile.
static const int64_t kPatienceNs = 1000000000;
static const uint64_t kManyQuestions = 100000, kSomeQuestions = 20;
static const int64_t kIdle = 5;  ///< at most one part of so many of the time on the CPU
/// Of monotonic clocks at the start: what has run for a while.
static const int64_t kMonotonicStartNs = (int64_t)1000 * kNsPerS;

static int (*real_clock_gettime)(clockid_t, struct timespec*);
static int (*real_gettimeofday)(struct timeval*, void*);
static time_t (*real_time)(time_t*);
static int (*real_nanosleep)(const struct timespec*, struct timespec*);
static int (*real_clock_nanosleep)(clockid_t, int, const struct timespec*, struct timespec*);
static int (*real_usleep)(useconds_t);
static int (*real_cond_timedwait)(pthread_cond_t*, pthread_mutex_t*, const struct timespec*);
static int (*real_cond_clockwait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const struct timespec*);
static int (*real_sem_timedwait)(sem_t*, const struct timespec*);
static int (*real_timerfd_settime)(int, int, const struct itimerspec*, struct itimerspec*);
static void* (*real_dlsym)(void*, const char*);
static void (*real_glx_swap)(void*, unsigned long);
static unsigned (*real_egl_swap)(void*, void*);
static void* (*real_glx_proc)(const unsigned char*);
static void* (*real_egl_proc)(const char*);

static int64_t step_ns, start_ns;
static _Atomic int64_t passed_ns;      ///< since the start
static _Atomic int64_t last_frame_ns;  ///< real monotonic time of the last frame, or of the last time that it followed
static _Atomic int64_t last_cpu_ns;    ///< of the process, then
static _Atomic uint64_t questions;     ///< since then
static _Atomic bool follows;           ///< real time, until the next frame
static _Atomic bool has_followed;      ///< at least once
static _Atomic bool has_swapped;       ///< a function of OpenGL steps, so that presents of its driver don't
static _Atomic int64_t presenter;      ///< the thread that presents; its sleeps take no time

// ---- who asks -------------------------------------------------------------------------------------------------------

enum { kMaxRanges = 256 };
struct Range {
  uintptr_t begin, end;
  bool steps;
};
static struct Range ranges[kMaxRanges];
static _Atomic int range_count;
static pthread_mutex_t range_mutex = PTHREAD_MUTEX_INITIALIZER;
static char program_folder[4096];

/// Libraries by which programs ask for the time. Those of the program's own folder are its own.
static bool is_library_that_steps(const char* path) {
  static const char* const kNames[] = {"libstdc++.", "libc++.", "libSDL", "libglfw", "libSFML", "libsfml"};
  const char* const slash = strrchr(path, '/');
  const char* const name = slash != NULL ? slash + 1 : path;
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i) {
    if (strncmp(name, kNames[i], strlen(kNames[i])) == 0) return true;
  }
  const size_t length = strlen(program_folder);
  // A program in /usr/bin has no library there, one in /opt/game has its own below.
  return length > 1 && strncmp(path, program_folder, length) == 0 && strstr(path, "/dri/") == NULL &&
         strcmp(name, "libphotopic_layer.so") != 0;
}

static int add_ranges(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  const bool steps = info->dlpi_name[0] == '\0' || is_library_that_steps(info->dlpi_name);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* const part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    const uintptr_t begin = info->dlpi_addr + part->p_vaddr;
    const int count = atomic_load(&range_count);
    if (count == kMaxRanges) return 1;
    ranges[count] = (struct Range){begin, begin + part->p_memsz, steps};
    atomic_store(&range_count, count + 1);
  }
  return 0;
}

static const struct Range* range_of(uintptr_t address) {
  const int count = atomic_load(&range_count);
  for (int i = count - 1; i >= 0; --i) {  // the newest first: a library may be loaded where another was
    if (address >= ranges[i].begin && address < ranges[i].end) return &ranges[i];
  }
  return NULL;
}

/// The first question after a library was loaded reads the list of all anew.
static bool steps_for(const void* caller) {
  if (step_ns == 0) return false;
  const struct Range* range = range_of((uintptr_t)caller);
  if (range == NULL) {
    pthread_mutex_lock(&range_mutex);
    range = range_of((uintptr_t)caller);
    if (range == NULL && atomic_load(&range_count) < kMaxRanges / 2) {
      dl_iterate_phdr(add_ranges, NULL);
      range = range_of((uintptr_t)caller);
    }
    pthread_mutex_unlock(&range_mutex);
  }
  return range != NULL && range->steps;
}
#define STEPS_HERE() steps_for(__builtin_return_address(0))

// ---- time -----------------------------------------------------------------------------------------------------------

static int64_t ns_of(const struct timespec* time) { return (int64_t)time->tv_sec * kNsPerS + time->tv_nsec; }
static struct timespec timespec_of(int64_t ns) {
  return (struct timespec){.tv_sec = ns / kNsPerS, .tv_nsec = ns % kNsPerS};
}

static int64_t real_ns(clockid_t clock) {
  struct timespec now;
  real_clock_gettime(clock, &now);
  return ns_of(&now);
}

static bool is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}
static bool is_stepped(clockid_t clock) {
  return is_wall(clock) || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

/// Of what is stepped.
static int64_t stepped_ns(clockid_t clock) {
  const int64_t passed = atomic_load(&passed_ns);
  return passed + (is_wall(clock) ? start_ns : kMonotonicStartNs);
}

/// A program that waits for its clock would wait for ever.
static void follow_if_waiting(void) {
  const uint64_t asked = atomic_fetch_add(&questions, 1) + 1;
  const bool is_following = atomic_load(&follows);
  if (!is_following && asked % kSomeQuestions != 0) return;  // looking takes longer than answering
  const int64_t now = real_ns(CLOCK_MONOTONIC);
  int64_t last = atomic_load(&last_frame_ns);
  if (!is_following) {
    if (now - last <= kPatienceNs) return;
    const int64_t cpu = real_ns(CLOCK_PROCESS_CPUTIME_ID) - atomic_load(&last_cpu_ns);
    if (asked < kManyQuestions && cpu > (now - last) / kIdle) return;
  }
  if (!atomic_compare_exchange_strong(&last_frame_ns, &last, now)) return;  // another thread does
  if (is_following) atomic_fetch_add(&passed_ns, now - last);
  atomic_store(&follows, true);
  atomic_store(&has_followed, true);
}

static int64_t ask(clockid_t clock) {
  follow_if_waiting();
  return stepped_ns(clock);
}

static void step(void) {
  atomic_fetch_add(&passed_ns, step_ns);
  atomic_store(&last_frame_ns, real_ns(CLOCK_MONOTONIC));
  atomic_store(&last_cpu_ns, real_ns(CLOCK_PROCESS_CPUTIME_ID));
  atomic_store(&questions, 0);
  atomic_store(&follows, false);
  atomic_store(&presenter, gettid());
}

/// For the layer.
EXPORTED void photopic_clock_presented(void) {
  if (step_ns != 0 && !atomic_load(&has_swapped)) step();
}
EXPORTED uint32_t photopic_clock_state(void) { return step_ns == 0 ? 0 : atomic_load(&has_followed) ? 2 : 1; }

/// The real deadline of one by the stepped clock.
static struct timespec real_deadline(clockid_t clock, const struct timespec* deadline) {
  const int64_t left = ns_of(deadline) - stepped_ns(clock);
  return timespec_of(real_ns(clock) + (left > 0 ? left : 0));
}

// ---- start ----------------------------------------------------------------------------------------------------------

static void* versioned(const char* name, const char* version) {
  void* const found = dlvsym(RTLD_NEXT, name, version);
  return found != NULL || real_dlsym == NULL ? found : real_dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void start(void) {
  static bool is_started = false;
  if (is_started) return;
  is_started = true;
  real_dlsym = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (real_dlsym == NULL) real_dlsym = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  if (real_dlsym == NULL) real_dlsym = (void* (*)(void*, const char*))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.17");
#define GET(variable, name) *(void**)&variable = real_dlsym(RTLD_NEXT, name)
  GET(real_clock_gettime, "clock_gettime");
  GET(real_gettimeofday, "gettimeofday");
  GET(real_time, "time");
  GET(real_nanosleep, "nanosleep");
  GET(real_clock_nanosleep, "clock_nanosleep");
  GET(real_usleep, "usleep");
  GET(real_sem_timedwait, "sem_timedwait");
  GET(real_timerfd_settime, "timerfd_settime");
  GET(real_cond_clockwait, "pthread_cond_clockwait");
#undef GET
  // Without a version, dlsym gives the condition variables of old programs.
  *(void**)&real_cond_timedwait = versioned("pthread_cond_timedwait", "GLIBC_2.3.2");
  const char* const step_text = getenv("PHOTOPIC_CLOCK_STEP_NS");
  const char* const start_text = getenv("PHOTOPIC_CLOCK_START_S");
  const ssize_t length = readlink("/proc/self/exe", program_folder, sizeof program_folder - 1);
  char* const slash = length > 0 ? strrchr(program_folder, '/') : NULL;
  if (slash != NULL) slash[1] = '\0';
  start_ns = start_text != NULL ? strtoll(start_text, NULL, 10) * kNsPerS : 0;
  atomic_store(&last_frame_ns, real_ns(CLOCK_MONOTONIC));
  atomic_store(&presenter, getpid());  // until a thread presents
  step_ns = step_text != NULL ? strtoll(step_text, NULL, 10) : 0;
}

// ---- what asks for the time -----------------------------------------------------------------------------------------

EXPORTED int clock_gettime(clockid_t clock, struct timespec* time) {
  start();
  if (!is_stepped(clock) || !STEPS_HERE()) return real_clock_gettime(clock, time);
  *time = timespec_of(ask(clock));
  return 0;
}

EXPORTED int gettimeofday(struct timeval* time, void* zone) {
  start();
  if (!STEPS_HERE()) return real_gettimeofday(time, zone);
  const int64_t ns = ask(CLOCK_REALTIME);
  *time = (struct timeval){.tv_sec = ns / kNsPerS, .tv_usec = ns % kNsPerS / 1000};
  return 0;
}

EXPORTED time_t time(time_t* seconds) {
  start();
  if (!STEPS_HERE()) return real_time(seconds);
  const time_t now = ask(CLOCK_REALTIME) / kNsPerS;
  if (seconds != NULL) *seconds = now;
  return now;
}

// ---- what waits -----------------------------------------------------------------------------------------------------

/// Of the thread that presents, whose sleep takes no real time.
static bool sleeps_here(const void* caller) { return gettid() == atomic_load(&presenter) && steps_for(caller); }

static void pass(int64_t ns) {
  if (ns > 0) atomic_fetch_add(&passed_ns, ns);
  sched_yield();
}

EXPORTED int nanosleep(const struct timespec* wanted, struct timespec* left) {
  start();
  if (!sleeps_here(__builtin_return_address(0))) return real_nanosleep(wanted, left);
  pass(ns_of(wanted));
  return 0;
}

EXPORTED int usleep(useconds_t us) {
  start();
  if (!sleeps_here(__builtin_return_address(0))) return real_usleep(us);
  pass((int64_t)us * 1000);
  return 0;
}

EXPORTED int clock_nanosleep(clockid_t clock, int flags, const struct timespec* wanted, struct timespec* left) {
  start();
  const void* const caller = __builtin_return_address(0);
  if (!is_stepped(clock) || !steps_for(caller)) return real_clock_nanosleep(clock, flags, wanted, left);
  const int64_t ns = ns_of(wanted) - ((flags & TIMER_ABSTIME) != 0 ? stepped_ns(clock) : 0);
  if (gettid() == atomic_load(&presenter)) {
    pass(ns);
    return 0;
  }
  const struct timespec rest = timespec_of(ns > 0 ? ns : 0);
  return real_clock_nanosleep(clock, 0, &rest, left);
}

EXPORTED int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                    const struct timespec* deadline) {
  start();
  if (!STEPS_HERE()) return real_cond_timedwait(condition, mutex, deadline);
  // The clock of the condition variable isn't told: its deadline is near that of one of them.
  const int64_t at = ns_of(deadline);
  const int64_t to_wall = llabs(at - stepped_ns(CLOCK_REALTIME)), to_other = llabs(at - stepped_ns(CLOCK_MONOTONIC));
  const struct timespec real = real_deadline(to_wall < to_other ? CLOCK_REALTIME : CLOCK_MONOTONIC, deadline);
  return real_cond_timedwait(condition, mutex, &real);
}

EXPORTED int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                    const struct timespec* deadline) {
  start();
  if (!STEPS_HERE()) return real_cond_clockwait(condition, mutex, clock, deadline);
  const struct timespec real = real_deadline(clock, deadline);
  return real_cond_clockwait(condition, mutex, clock, &real);
}

EXPORTED int sem_timedwait(sem_t* semaphore, const struct timespec* deadline) {
  start();
  if (!STEPS_HERE()) return real_sem_timedwait(semaphore, deadline);
  const struct timespec real = real_deadline(CLOCK_REALTIME, deadline);
  return real_sem_timedwait(semaphore, &real);
}

EXPORTED int timerfd_settime(int file, int flags, const struct itimerspec* wanted, struct itimerspec* old) {
  start();
  const bool is_absolute =
      (flags & TFD_TIMER_ABSTIME) != 0 && (wanted->it_value.tv_sec | wanted->it_value.tv_nsec) != 0;
  if (!is_absolute || !STEPS_HERE()) return real_timerfd_settime(file, flags, wanted, old);
  struct itimerspec real = *wanted;
  const int64_t at = ns_of(&wanted->it_value);
  const int64_t to_wall = llabs(at - stepped_ns(CLOCK_REALTIME)), to_other = llabs(at - stepped_ns(CLOCK_MONOTONIC));
  real.it_value = real_deadline(to_wall < to_other ? CLOCK_REALTIME : CLOCK_MONOTONIC, &wanted->it_value);
  return real_timerfd_settime(file, flags, &real, old);
}

// ---- OpenGL's frames ------------------------------------------------------------------------------------------------

static void swapped(void) {
  if (step_ns == 0) return;
  atomic_store(&has_swapped, true);
  step();
}

/// Symbols with the names of OpenGL's, which the linker finds first.
EXPORTED void glXSwapBuffers(void* display, unsigned long drawable) {
  start();
  if (real_glx_swap == NULL) *(void**)&real_glx_swap = real_dlsym(RTLD_NEXT, "glXSwapBuffers");
  if (real_glx_swap == NULL) return;
  real_glx_swap(display, drawable);
  swapped();
}

EXPORTED unsigned eglSwapBuffers(void* display, void* surface) {
  start();
  if (real_egl_swap == NULL) *(void**)&real_egl_swap = real_dlsym(RTLD_NEXT, "eglSwapBuffers");
  if (real_egl_swap == NULL) return 0;
  const unsigned result = real_egl_swap(display, surface);
  swapped();
  return result;
}

static void* instead_of(const char* name, void* found);

EXPORTED void* glXGetProcAddressARB(const unsigned char* name) {
  start();
  if (real_glx_proc == NULL) *(void**)&real_glx_proc = real_dlsym(RTLD_NEXT, "glXGetProcAddressARB");
  return real_glx_proc == NULL ? NULL : instead_of((const char*)name, real_glx_proc(name));
}
EXPORTED void* glXGetProcAddress(const unsigned char* name) { return glXGetProcAddressARB(name); }

EXPORTED void* eglGetProcAddress(const char* name) {
  start();
  if (real_egl_proc == NULL) *(void**)&real_egl_proc = real_dlsym(RTLD_NEXT, "eglGetProcAddress");
  return real_egl_proc == NULL ? NULL : instead_of(name, real_egl_proc(name));
}

/// What a program gets in place of a function of OpenGL that it has found by name.
static void* instead_of(const char* name, void* found) {
  if (found == NULL || step_ns == 0) return found;
#define INSTEAD(of, variable)                           \
  if (strcmp(name, #of) == 0) {                         \
    if (found != (void*)of) *(void**)&variable = found; \
    return (void*)of;                                   \
  }
  INSTEAD(glXSwapBuffers, real_glx_swap)
  INSTEAD(eglSwapBuffers, real_egl_swap)
  INSTEAD(glXGetProcAddressARB, real_glx_proc)
  INSTEAD(eglGetProcAddress, real_egl_proc)
#undef INSTEAD
  if (strcmp(name, "glXGetProcAddress") == 0) {
    if (found != (void*)glXGetProcAddress && real_glx_proc == NULL) *(void**)&real_glx_proc = found;
    return (void*)glXGetProcAddress;
  }
  return found;
}

/// What is found for RTLD_NEXT depends on who asks: the last call is a jump, so that it is the caller who does.
EXPORTED void* dlsym(void* handle, const char* name) {
  start();
  if (handle == RTLD_NEXT || (strncmp(name, "glX", 3) != 0 && strncmp(name, "egl", 3) != 0)) {
    return real_dlsym(handle, name);
  }
  // Drivers and OpenGL's own libraries find their functions as they are.
  void* const found = real_dlsym(handle, name);
  return steps_for(__builtin_return_address(0)) ? instead_of(name, found) : found;
}
