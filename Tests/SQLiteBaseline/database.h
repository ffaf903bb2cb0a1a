#ifndef IGATA_BASELINE_DATABASE_H
#define IGATA_BASELINE_DATABASE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/// Opens with the pragmas that Igata sets. A database in memory gets the schema of the one at `path`.
sqlite3 *database_open(const char *path, int in_memory);

/// What goes wrong ends the process: a baseline that does less than its work measures nothing.
void check(sqlite3 *database, int is_right, const char *what);
void execute(sqlite3 *database, const char *sql);
sqlite3_stmt *prepare(sqlite3 *database, const char *sql);
/// Steps a statement that gives no row, and resets it.
void run(sqlite3 *database, sqlite3_stmt *statement);

/// A copy of a text column in memory of its own, or nothing where it is null.
char *copy_text(sqlite3_stmt *statement, int column);
void bind_text(sqlite3_stmt *statement, int parameter, const char *text);

typedef struct {
  uint8_t bytes[16];
} uuid;
uuid column_uuid(sqlite3_stmt *statement, int column);
/// Sixteen bytes that are the same for a number in every run.
uuid uuid_of(uint64_t number);

double processor_seconds(void);

typedef struct {
  const char *name;
  /// Brings the database into the state that `body` starts from; not measured.
  void (*set_up)(sqlite3 *database, int in_memory);
  void (*body)(sqlite3 *database);
} operation;

extern const operation ledger_operations[];
extern const size_t ledger_operation_count;
extern const operation household_operations[];
extern const size_t household_operation_count;

#endif
