// What the runtime's benchmarks are held against: the same work in plain C, each statement prepared once.
//
// Rows that are read are kept as a C program keeps them: a struct for each, its texts in malloc'ed memory of their own,
// its blobs of fixed size copied into it. Rows that are written lie ready in such structs, and are bound without a copy.
#ifndef IGATA_SQLITE_BASELINE_H
#define IGATA_SQLITE_BASELINE_H

/// Runs one operation on the database at `path`, or in memory on a copy of its schema, filled first. Only the operation
/// itself is measured.
///
/// Returns the processor time in seconds, or a negative number where the operation is not known or failed, having said
/// why on standard error.
double baseline_run(const char *operation, const char *path, int in_memory);

/// Callgrind, started with `--instr-atstart=no`, counts between these two and nowhere else.
void counting_begin(void);
void counting_end(void);

/// Whether the two above are more than empty: whether valgrind's header was there when this was built.
int counting_works(void);

#endif
