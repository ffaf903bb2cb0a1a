#include "database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "SQLiteBaseline.h"

void check(sqlite3 *database, int is_right, const char *what) {
  if (is_right) return;
  fprintf(stderr, "baseline: %s: %s\n", what, sqlite3_errmsg(database));
  exit(1);
}

void execute(sqlite3 *database, const char *sql) {
  check(database, sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql);
}

sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  check(database, code == SQLITE_OK, sql);
  return statement;
}

void run(sqlite3 *database, sqlite3_stmt *statement) {
  check(database, sqlite3_step(statement) == SQLITE_DONE, "step");
  sqlite3_reset(statement);
}

static sqlite3 *open_with_pragmas(const char *path, int in_memory) {
  sqlite3 *database = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  check(database, sqlite3_open_v2(path, &database, flags, NULL) == SQLITE_OK, path);
  if (!in_memory) execute(database, "PRAGMA journal_mode = WAL");
  execute(database, "PRAGMA foreign_keys = ON");
  execute(database, "PRAGMA synchronous = NORMAL");
  execute(database, "PRAGMA cache_size = -65536");
  execute(database, "PRAGMA mmap_size = 268435456");
  return database;
}

sqlite3 *database_open(const char *path, int in_memory) {
  if (!in_memory) return open_with_pragmas(path, 0);
  sqlite3 *database = open_with_pragmas(":memory:", 1);
  sqlite3 *file = open_with_pragmas(path, 0);
  const char *sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
  sqlite3_stmt *schema = prepare(file, sql);
  while (sqlite3_step(schema) == SQLITE_ROW) execute(database, (const char *)sqlite3_column_text(schema, 0));
  sqlite3_finalize(schema);
  sqlite3_close(file);
  return database;
}

char *copy_text(sqlite3_stmt *statement, int column) {
  const unsigned char *text = sqlite3_column_text(statement, column);
  if (text == NULL) return NULL;
  size_t count = (size_t)sqlite3_column_bytes(statement, column);
  char *copy = malloc(count + 1);
  if (copy == NULL) exit(1);
  memcpy(copy, text, count + 1);
  return copy;
}

void bind_text(sqlite3_stmt *statement, int parameter, const char *text) {
  if (text == NULL) {
    sqlite3_bind_null(statement, parameter);
  } else {
    sqlite3_bind_text(statement, parameter, text, (int)strlen(text), SQLITE_STATIC);
  }
}

uuid column_uuid(sqlite3_stmt *statement, int column) {
  uuid value;
  memcpy(value.bytes, sqlite3_column_blob(statement, column), sizeof value.bytes);
  return value;
}

uuid uuid_of(uint64_t number) {
  uint64_t halves[2];
  halves[0] = (number + 1) * 0x9E3779B97F4A7C15u;
  halves[1] = halves[0] * 0xBF58476D1CE4E5B9u;
  uuid value;
  memcpy(value.bytes, halves, sizeof value.bytes);
  return value;
}

double processor_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static const operation *find(const operation *operations, size_t count, const char *name) {
  for (size_t index = 0; index < count; index++) {
    if (strcmp(operations[index].name, name) == 0) return &operations[index];
  }
  return NULL;
}

double baseline_run(const char *name, const char *path, int in_memory) {
  const operation *found = find(ledger_operations, ledger_operation_count, name);
  if (found == NULL) found = find(household_operations, household_operation_count, name);
  if (found == NULL) {
    fprintf(stderr, "baseline: there is no operation %s\n", name);
    return -1;
  }
  sqlite3 *database = database_open(path, in_memory);
  found->set_up(database, in_memory);
  counting_begin();
  double start = processor_seconds();
  found->body(database);
  double seconds = processor_seconds() - start;
  counting_end();
  return seconds;
}
