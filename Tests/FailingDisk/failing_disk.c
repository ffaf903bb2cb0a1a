// A disk that fails, for the process that this library is preloaded into: of the calls that write to a file, that bring
// it to the disk, or that shorten it, about one in FAILING_EVERY fails, in an order that FAILING_SEED repeats. What the
// process says on its standard streams is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static uint64_t number(const char *name) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : 0;
}

// SplitMix64 of the number of the call.
static int fails(void) {
  static _Atomic uint64_t calls;
  static _Atomic uint64_t every, seed;
  if (!every) {
    seed = number("FAILING_SEED");
    every = number("FAILING_EVERY");
    if (!every) every = UINT64_MAX;
  }
  uint64_t mixed = (seed << 32) + (++calls) * 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  mixed ^= mixed >> 31;
  if (mixed % every) return 0;
  errno = mixed & (1ull << 40) ? EIO : ENOSPC;
  return 1;
}

#define FORWARD(result, name, parameters, arguments)                  \
  result name parameters {                                            \
    static result(*next) parameters;                                  \
    if (!next) next = (result(*) parameters)dlsym(RTLD_NEXT, #name);  \
    return fails() ? -1 : next arguments;                             \
  }

ssize_t write(int file, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (!next) next = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  struct stat status;
  if (file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && fails()) return -1;
  return next(file, bytes, count);
}

FORWARD(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t place), (file, bytes, count, place))
FORWARD(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t place), (file, bytes, count, place))
FORWARD(int, fsync, (int file), (file))
FORWARD(int, fdatasync, (int file), (file))
FORWARD(int, ftruncate, (int file, off_t length), (file, length))
FORWARD(int, ftruncate64, (int file, off64_t length), (file, length))
