// The shape of what the package uses of Apple's SQLite: 3.43 on macOS 15 and iOS 18. Nothing newer belongs here.
#pragma once
#include <stdint.h>

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_value sqlite3_value;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_backup sqlite3_backup;
typedef long long sqlite3_int64;
typedef unsigned long long sqlite3_uint64;
typedef void (*sqlite3_destructor_type)(void *);

#define SQLITE_ATTACH 24
#define SQLITE_AUTH 23
#define SQLITE_BLOB 4
#define SQLITE_BUSY 5
#define SQLITE_CANTOPEN 14
#define SQLITE_CONSTRAINT 19
#define SQLITE_CORRUPT 11
#define SQLITE_DELETE 9
#define SQLITE_DENY 1
#define SQLITE_DETACH 25
#define SQLITE_DETERMINISTIC 0x000000800
#define SQLITE_DONE 101
#define SQLITE_ERROR 1
#define SQLITE_FCNTL_PERSIST_WAL 10
#define SQLITE_FCNTL_HAS_MOVED 20
#define SQLITE_FLOAT 2
#define SQLITE_FULL 13
#define SQLITE_FUNCTION 31
#define SQLITE_INDEX_CONSTRAINT_EQ 2
#define SQLITE_INSERT 18
#define SQLITE_INTEGER 1
#define SQLITE_INTERRUPT 9
#define SQLITE_LIMIT_LENGTH 0
#define SQLITE_LOCKED 6
#define SQLITE_MISUSE 21
#define SQLITE_NOTADB 26
#define SQLITE_NULL 5
#define SQLITE_OK 0
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_EXRESCODE 0x02000000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETE 0x00100000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN 0x00200000
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION 0x00300000
#define SQLITE_OPEN_FILEPROTECTION_NONE 0x00400000
#define SQLITE_OPEN_MEMORY 0x00000080
#define SQLITE_OPEN_NOMUTEX 0x00008000
#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_URI 0x00000040
#define SQLITE_PERM 3
#define SQLITE_PRAGMA 19
#define SQLITE_PREPARE_PERSISTENT 0x01
#define SQLITE_PROTOCOL 15
#define SQLITE_READ 20
#define SQLITE_READONLY 8
#define SQLITE_RECURSIVE 33
#define SQLITE_ROW 100
#define SQLITE_SAVEPOINT 32
#define SQLITE_SELECT 21
#define SQLITE_TEXT 3
#define SQLITE_TOOBIG 18
#define SQLITE_TRANSACTION 22
#define SQLITE_UPDATE 23
#define SQLITE_UTF8 1

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *);
const char *sqlite3_libversion(void);
int sqlite3_libversion_number(void);
int sqlite3_exec(
  sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
const char *sqlite3_errmsg(sqlite3 *);
const char *sqlite3_errstr(int);
int sqlite3_extended_errcode(sqlite3 *);
int sqlite3_system_errno(sqlite3 *);
int sqlite3_busy_timeout(sqlite3 *, int milliseconds);
int sqlite3_sleep(int milliseconds);
int sqlite3_file_control(sqlite3 *, const char *database, int operation, void *);
int sqlite3_get_autocommit(sqlite3 *);
int sqlite3_table_column_metadata(
    sqlite3 *, const char *database, const char *table, const char *column, const char **type, const char **collation,
    int *is_not_null, int *is_in_key, int *is_counted);
int sqlite3_changes(sqlite3 *);
sqlite3_int64 sqlite3_changes64(sqlite3 *);
sqlite3_int64 sqlite3_last_insert_rowid(sqlite3 *);
int sqlite3_limit(sqlite3 *, int, int);
int sqlite3_set_authorizer(
    sqlite3 *, int (*)(void *, int, const char *, const char *, const char *, const char *), void *);
void sqlite3_progress_handler(sqlite3 *, int, int (*)(void *), void *);

sqlite3_backup *sqlite3_backup_init(sqlite3 *to, const char *name, sqlite3 *from, const char *from_name);
int sqlite3_backup_step(sqlite3_backup *, int pages);
int sqlite3_backup_remaining(sqlite3_backup *);
int sqlite3_backup_pagecount(sqlite3_backup *);
const char *sqlite3_db_filename(sqlite3 *, const char *database);
int sqlite3_backup_finish(sqlite3_backup *);

int sqlite3_prepare_v3(sqlite3 *, const char *, int, unsigned int flags, sqlite3_stmt **, const char **);
int sqlite3_step(sqlite3_stmt *);
int sqlite3_reset(sqlite3_stmt *);
int sqlite3_finalize(sqlite3_stmt *);
int sqlite3_clear_bindings(sqlite3_stmt *);
sqlite3 *sqlite3_db_handle(sqlite3_stmt *);
int sqlite3_bind_parameter_count(sqlite3_stmt *);
int sqlite3_bind_blob64(sqlite3_stmt *, int, const void *, sqlite3_uint64, void (*)(void *));
int sqlite3_bind_double(sqlite3_stmt *, int, double);
int sqlite3_bind_int64(sqlite3_stmt *, int, sqlite3_int64);
int sqlite3_bind_null(sqlite3_stmt *, int);
int sqlite3_bind_pointer(sqlite3_stmt *, int, void *, const char *, void (*)(void *));
int sqlite3_bind_text64(
    sqlite3_stmt *, int, const char *, sqlite3_uint64, void (*)(void *), unsigned char encoding);
const void *sqlite3_column_blob(sqlite3_stmt *, int);
int sqlite3_column_bytes(sqlite3_stmt *, int);
const char *sqlite3_column_name(sqlite3_stmt *, int);
int sqlite3_column_count(sqlite3_stmt *);
double sqlite3_column_double(sqlite3_stmt *, int);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *, int);
const unsigned char *sqlite3_column_text(sqlite3_stmt *, int);
int sqlite3_column_type(sqlite3_stmt *, int);
sqlite3_value *sqlite3_column_value(sqlite3_stmt *, int);

int sqlite3_create_function_v2(
    sqlite3 *, const char *, int, int, void *, void (*call)(sqlite3_context *, int, sqlite3_value **),
    void (*step)(sqlite3_context *, int, sqlite3_value **), void (*finish)(sqlite3_context *), void (*)(void *));
int sqlite3_create_collation_v2(
    sqlite3 *, const char *, int, void *, int (*)(void *, int, const void *, int, const void *), void (*)(void *));
void *sqlite3_user_data(sqlite3_context *);
void *sqlite3_aggregate_context(sqlite3_context *, int);
const void *sqlite3_value_blob(sqlite3_value *);
int sqlite3_value_bytes(sqlite3_value *);
double sqlite3_value_double(sqlite3_value *);
sqlite3_int64 sqlite3_value_int64(sqlite3_value *);
void *sqlite3_value_pointer(sqlite3_value *, const char *);
const unsigned char *sqlite3_value_text(sqlite3_value *);
int sqlite3_value_type(sqlite3_value *);
void sqlite3_result_blob(sqlite3_context *, const void *, int, void (*)(void *));
void sqlite3_result_blob64(sqlite3_context *, const void *, sqlite3_uint64, void (*)(void *));
void sqlite3_result_double(sqlite3_context *, double);
void sqlite3_result_error(sqlite3_context *, const char *, int);
void sqlite3_result_int(sqlite3_context *, int);
void sqlite3_result_int64(sqlite3_context *, sqlite3_int64);
void sqlite3_result_null(sqlite3_context *);
void sqlite3_result_text(sqlite3_context *, const char *, int, void (*)(void *));
void sqlite3_result_text64(
    sqlite3_context *, const char *, sqlite3_uint64, void (*)(void *), unsigned char encoding);
void sqlite3_result_value(sqlite3_context *, sqlite3_value *);
void sqlite3_result_zeroblob(sqlite3_context *, int);

typedef struct sqlite3_module sqlite3_module;
typedef struct sqlite3_vtab {
  const sqlite3_module *pModule;
  int nRef;
  char *zErrMsg;
} sqlite3_vtab;
typedef struct sqlite3_vtab_cursor {
  sqlite3_vtab *pVtab;
} sqlite3_vtab_cursor;
typedef struct sqlite3_index_info {
  int nConstraint;
  struct sqlite3_index_constraint {
    int iColumn;
    unsigned char op, usable;
    int iTermOffset;
  } *aConstraint;
  int nOrderBy;
  struct sqlite3_index_orderby {
    int iColumn;
    unsigned char desc;
  } *aOrderBy;
  struct sqlite3_index_constraint_usage {
    int argvIndex;
    unsigned char omit;
  } *aConstraintUsage;
  int idxNum;
  char *idxStr;
  int needToFreeIdxStr, orderByConsumed;
  double estimatedCost;
  sqlite3_int64 estimatedRows;
  int idxFlags;
  sqlite3_uint64 colUsed;
} sqlite3_index_info;
struct sqlite3_module {
  int iVersion;
  int (*xCreate)(sqlite3 *, void *, int, const char *const *, sqlite3_vtab **, char **);
  int (*xConnect)(sqlite3 *, void *, int, const char *const *, sqlite3_vtab **, char **);
  int (*xBestIndex)(sqlite3_vtab *, sqlite3_index_info *);
  int (*xDisconnect)(sqlite3_vtab *);
  int (*xDestroy)(sqlite3_vtab *);
  int (*xOpen)(sqlite3_vtab *, sqlite3_vtab_cursor **);
  int (*xClose)(sqlite3_vtab_cursor *);
  int (*xFilter)(sqlite3_vtab_cursor *, int, const char *, int, sqlite3_value **);
  int (*xNext)(sqlite3_vtab_cursor *);
  int (*xEof)(sqlite3_vtab_cursor *);
  int (*xColumn)(sqlite3_vtab_cursor *, sqlite3_context *, int);
  int (*xRowid)(sqlite3_vtab_cursor *, sqlite3_int64 *);
  int (*xUpdate)(sqlite3_vtab *, int, sqlite3_value **, sqlite3_int64 *);
  int (*xBegin)(sqlite3_vtab *);
  int (*xSync)(sqlite3_vtab *);
  int (*xCommit)(sqlite3_vtab *);
  int (*xRollback)(sqlite3_vtab *);
  int (*xFindFunction)(
      sqlite3_vtab *, int, const char *, void (**)(sqlite3_context *, int, sqlite3_value **), void **);
  int (*xRename)(sqlite3_vtab *, const char *);
  int (*xSavepoint)(sqlite3_vtab *, int);
  int (*xRelease)(sqlite3_vtab *, int);
  int (*xRollbackTo)(sqlite3_vtab *, int);
  int (*xShadowName)(const char *);
};
int sqlite3_create_module_v2(sqlite3 *, const char *, const sqlite3_module *, void *, void (*)(void *));
char *sqlite3_expanded_sql(sqlite3_stmt *);
void sqlite3_free(void *);
int sqlite3_declare_vtab(sqlite3 *, const char *);
