#include "SQLiteBaseline.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define COUNTING_WORKS 1
#endif
#endif

#ifdef COUNTING_WORKS
void counting_begin(void) { CALLGRIND_START_INSTRUMENTATION; }
void counting_end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
int counting_works(void) { return 1; }
#else
void counting_begin(void) {}
void counting_end(void) {}
int counting_works(void) { return 0; }
#endif
