#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"

// The workload on the ledger: 100,000 accounts, and as many entries of 1,000 accounts.

enum { ACCOUNTS = 100000, FINDS = 10000, UPDATES = 10000, SAVES = 1000, PAGE = 10, OWNERS = 1000 };

typedef struct {
  uuid id;
  char *name;
  char *comment;
  int64_t amount;
  int64_t created;
  int active;
} account;

static account *accounts;
static const char *const columns = "id, name, comment, amount, created, active";
/// The one that every set-up prepares, as the finds of both sides begin warm.
static sqlite3_stmt *finding;

static char *text(const char *format, int number) {
  char buffer[120];
  snprintf(buffer, sizeof buffer, format, number);
  char *copy = strdup(buffer);
  if (copy == NULL) exit(1);
  return copy;
}

/// The numbers of rows that are far from each other, each once.
static int scattered(int index) { return (int)((int64_t)index * 7919 % ACCOUNTS); }

static account account_of(int number) {
  account made;
  made.id = uuid_of((uint64_t)number);
  made.name = text(number % 2 == 0 ? "Cash %d" : "Account number %d", number);
  made.comment = NULL;
  if (number % 8 == 3) {
    made.comment = text("毎月の生活費の口座 %d", number);
  } else if (number % 2 == 1) {
    made.comment = text("comment %d of moderate size", number);
  }
  made.amount = (int64_t)number * 7919 % 1000003 - 500000;
  made.created = 1700000000000000 + (int64_t)number * 1000003;
  made.active = number % 3 != 0;
  return made;
}

static sqlite3_stmt *prepared(sqlite3 *database, const char *start, const char *rest) {
  char sql[400];
  snprintf(sql, sizeof sql, "%s%s%s", start, columns, rest);
  return prepare(database, sql);
}

static void bind(sqlite3_stmt *statement, const account *row) {
  sqlite3_bind_blob(statement, 1, row->id.bytes, 16, SQLITE_STATIC);
  bind_text(statement, 2, row->name);
  bind_text(statement, 3, row->comment);
  sqlite3_bind_int64(statement, 4, row->amount);
  sqlite3_bind_int64(statement, 5, row->created);
  sqlite3_bind_int(statement, 6, row->active);
}

static account read_account(sqlite3_stmt *statement) {
  account row;
  row.id = column_uuid(statement, 0);
  row.name = copy_text(statement, 1);
  row.comment = copy_text(statement, 2);
  row.amount = sqlite3_column_int64(statement, 3);
  row.created = sqlite3_column_int64(statement, 4);
  row.active = sqlite3_column_int(statement, 5);
  return row;
}

static void release(account *row) {
  free(row->name);
  free(row->comment);
}

/// Rows in an array that grows.
typedef struct {
  account *rows;
  size_t count;
  size_t capacity;
} account_list;

static void append(account_list *list, account row) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity == 0 ? 16 : list->capacity * 2;
    list->rows = realloc(list->rows, list->capacity * sizeof(account));
    if (list->rows == NULL) exit(1);
  }
  list->rows[list->count++] = row;
}

static account_list read_all(sqlite3 *database, sqlite3_stmt *statement) {
  account_list list = {NULL, 0, 0};
  int code = sqlite3_step(statement);
  while (code == SQLITE_ROW) {
    append(&list, read_account(statement));
    code = sqlite3_step(statement);
  }
  check(database, code == SQLITE_DONE, "reading");
  sqlite3_reset(statement);
  return list;
}

static account find(sqlite3 *database, uuid key) {
  sqlite3_bind_blob(finding, 1, key.bytes, 16, SQLITE_STATIC);
  check(database, sqlite3_step(finding) == SQLITE_ROW, "finding");
  account row = read_account(finding);
  sqlite3_reset(finding);
  return row;
}

static void insert_all(sqlite3 *database) {
  execute(database, "BEGIN IMMEDIATE");
  sqlite3_stmt *insert = prepared(database, "INSERT INTO account (", ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  for (int number = 0; number < ACCOUNTS; number++) {
    bind(insert, &accounts[number]);
    run(database, insert);
  }
  execute(database, "COMMIT");
}

static void make_accounts(void) {
  accounts = malloc(sizeof(account) * ACCOUNTS);
  if (accounts == NULL) exit(1);
  for (int number = 0; number < ACCOUNTS; number++) accounts[number] = account_of(number);
}

static void set_up_empty(sqlite3 *database, int in_memory) {
  (void)in_memory;
  (void)database;
  make_accounts();
}

static void set_up_filled(sqlite3 *database, int in_memory) {
  make_accounts();
  if (in_memory) insert_all(database);
  finding = prepared(database, "SELECT ", " FROM account WHERE id = ?1");
  account row = find(database, uuid_of(0));
  release(&row);
}

/// Amounts of entries, 100 to an account.
static void set_up_entries(sqlite3 *database, int in_memory) {
  set_up_filled(database, in_memory);
  execute(database, "BEGIN IMMEDIATE");
  sqlite3_stmt *insert = prepare(database, "INSERT INTO entry (id, account, amount, note, at) VALUES (?1, ?2, ?3, NULL, ?4)");
  for (int number = 0; number < ACCOUNTS; number++) {
    uuid owner = uuid_of((uint64_t)(number % OWNERS));
    sqlite3_bind_int64(insert, 1, number + 1);
    sqlite3_bind_blob(insert, 2, owner.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 3, (int64_t)number * 7919 % 1000003 - 500000);
    sqlite3_bind_int64(insert, 4, 1700000000000000 + number);
    run(database, insert);
  }
  execute(database, "COMMIT");
}

static void load(sqlite3 *database) {
  account_list all = read_all(database, prepared(database, "SELECT ", " FROM account ORDER BY id"));
  check(database, all.count == ACCOUNTS, "load: a wrong number of rows");
}

static void find_each(sqlite3 *database) {
  for (int index = 0; index < FINDS; index++) {
    account row = find(database, uuid_of((uint64_t)scattered(index)));
    release(&row);
  }
}

static void find_in_transaction(sqlite3 *database) {
  execute(database, "BEGIN IMMEDIATE");
  find_each(database);
  execute(database, "COMMIT");
}

static void update(sqlite3 *database) {
  execute(database, "BEGIN IMMEDIATE");
  sqlite3_stmt *change = prepare(
      database, "UPDATE account SET name = ?2, comment = ?3, amount = ?4, created = ?5, active = ?6 WHERE id = ?1");
  for (int index = 0; index < UPDATES; index++) {
    account row = accounts[scattered(index)];
    row.amount += 1;
    bind(change, &row);
    run(database, change);
  }
  execute(database, "COMMIT");
}

/// Each in a transaction of its own, as SQLite makes one for a statement outside of any.
static void save(sqlite3 *database) {
  sqlite3_stmt *upsert = prepared(
      database, "INSERT INTO account (",
      ") VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
      "comment = excluded.comment, amount = excluded.amount, created = excluded.created, active = excluded.active");
  for (int index = 0; index < SAVES; index++) {
    account row = accounts[scattered(index)];
    row.amount += 1;
    bind(upsert, &row);
    run(database, upsert);
  }
}

static void page(sqlite3 *database) {
  sqlite3_stmt *first = prepared(database, "SELECT ", " FROM account ORDER BY id LIMIT ?1");
  sqlite3_stmt *next = prepared(database, "SELECT ", " FROM account WHERE id > ?2 ORDER BY id LIMIT ?1");
  sqlite3_stmt *statement = first;
  size_t count = 0;
  for (;;) {
    // One more than asked for tells whether there is a next page.
    sqlite3_bind_int(statement, 1, PAGE + 1);
    account_list rows = read_all(database, statement);
    size_t shown = rows.count > PAGE ? PAGE : rows.count;
    count += shown;
    uuid last = rows.rows[shown - 1].id;
    int has_more = rows.count > PAGE;
    for (size_t index = 0; index < rows.count; index++) release(&rows.rows[index]);
    free(rows.rows);
    if (!has_more) break;
    statement = next;
    sqlite3_bind_blob(statement, 2, last.bytes, 16, SQLITE_TRANSIENT);
  }
  check(database, count == ACCOUNTS, "page: a wrong number of rows");
}

static void filter(sqlite3 *database) {
  sqlite3_stmt *statement = prepared(
      database, "SELECT ",
      " FROM account WHERE active = ?1 AND amount >= ?2 AND amount < ?3 ORDER BY name, id LIMIT ?4");
  sqlite3_bind_int(statement, 1, 1);
  sqlite3_bind_int64(statement, 2, -200000);
  sqlite3_bind_int64(statement, 3, 200000);
  sqlite3_bind_int(statement, 4, 1000);
  account_list rows = read_all(database, statement);
  check(database, rows.count == 1000, "filter: a wrong number of rows");
}

typedef struct {
  uuid account;
  int64_t amount;
} sum;

static void sum_by_account(sqlite3 *database) {
  sqlite3_stmt *statement = prepare(database, "SELECT account, sum(amount) FROM entry GROUP BY account ORDER BY account");
  sum *sums = malloc(sizeof(sum) * OWNERS);
  if (sums == NULL) exit(1);
  int count = 0;
  while (sqlite3_step(statement) == SQLITE_ROW && count < OWNERS) {
    sums[count].account = column_uuid(statement, 0);
    sums[count].amount = sqlite3_column_int64(statement, 1);
    count++;
  }
  check(database, count == OWNERS, "sum: a wrong number of groups");
  free(sums);
}

const operation ledger_operations[] = {
    {"insert", set_up_empty, insert_all},
    {"load", set_up_filled, load},
    {"find", set_up_filled, find_each},
    {"find-in-transaction", set_up_filled, find_in_transaction},
    {"update", set_up_filled, update},
    {"update-one-by-one", set_up_filled, update},
    {"save", set_up_filled, save},
    {"page", set_up_filled, page},
    {"filter", set_up_filled, filter},
    {"sum", set_up_entries, sum_by_account},
};
const size_t ledger_operation_count = sizeof ledger_operations / sizeof ledger_operations[0];
