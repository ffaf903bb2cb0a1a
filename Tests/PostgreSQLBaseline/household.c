#ifdef IGATA_POSTGRESQL
#include "connection.h"

// Queries on the household of the runtime's benchmarks: 10,000 accounts of 1,000 owners, or of 100 with neither
// settings nor tags.

enum { ACCOUNTS = 10000, OWNERS = 1000, LOADED_OWNERS = 100 };

typedef struct {
  unsigned char bytes[16];
} uuid;

static uuid uuid_at(const PGresult *result, int row, int column) {
  uuid id;
  memcpy(id.bytes, PQgetvalue(result, row, column), 16);
  return id;
}

static void *memory(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) exit(1);
  return memory;
}

typedef struct {
  char *name;
  char *owner;
  int64_t initial_amount;
} selected;

static void project(PGconn *connection) {
  PGresult *result = query(
      connection, "SELECT a.name, p.name, a.initial_amount FROM accounts a JOIN person p ON p.id = a.owner_id "
                  "ORDER BY a.id", ACCOUNTS);
  selected *rows = memory(sizeof(selected) * ACCOUNTS);
  for (int row = 0; row < ACCOUNTS; row++) {
    rows[row] = (selected){text_at(result, row, 0), text_at(result, row, 1), integer_at(result, row, 2)};
  }
  PQclear(result);
}

typedef struct {
  char *kind;
  uuid owner;
  int64_t count;
  int64_t sum;
  int64_t greatest;
} group;

static void group_accounts(PGconn *connection) {
  PGresult *result = query(
      connection, "SELECT kind, owner_id, count(*), sum(initial_amount)::bigint, max(initial_amount) FROM accounts "
                  "GROUP BY kind, owner_id HAVING count(*) > 4 ORDER BY kind, owner_id", OWNERS);
  group *groups = memory(sizeof(group) * OWNERS);
  for (int row = 0; row < OWNERS; row++) {
    groups[row] = (group){
        text_at(result, row, 0), uuid_at(result, row, 1), integer_at(result, row, 2), integer_at(result, row, 3),
        integer_at(result, row, 4)};
  }
  PQclear(result);
}

typedef struct {
  uuid id;
  char *name;
  char *email;
} person;

typedef struct {
  uuid id;
  char *name;
  char *kind;
  int64_t initial_amount;
  const person *owner;
  uuid *parent;
  char *comment;
  char asked_for_delete;
} account;

static int compare_people(const void *left, const void *right) {
  return memcmp(((const person *)left)->id.bytes, ((const person *)right)->id.bytes, 16);
}

/// The owners, and for each the indexes of its accounts, with the values that the other side has: of one snapshot, and
/// with the parents' keys, the settings and the tags, of which there are none.
static void load_related(PGconn *connection) {
  execute(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  PGresult *people = query(connection, "SELECT id, name, email FROM person ORDER BY id", LOADED_OWNERS);
  person *owners = memory(sizeof(person) * LOADED_OWNERS);
  for (int row = 0; row < LOADED_OWNERS; row++) {
    owners[row] = (person){uuid_at(people, row, 0), text_at(people, row, 1), text_at(people, row, 2)};
  }
  PQclear(people);
  PGresult *result = query(
      connection, "SELECT a.id, a.name, a.kind, a.initial_amount, a.owner_id, s.id, s.month_starts_on, s.warn_below, "
                  "a.comment, a.asked_for_delete, a.parent_id FROM accounts a LEFT JOIN settings s "
                  "ON s.id = a.settings_id ORDER BY a.id", ACCOUNTS);
  account *loaded = memory(sizeof(account) * ACCOUNTS);
  size_t *counts = calloc(LOADED_OWNERS, sizeof(size_t));
  size_t **owned = calloc(LOADED_OWNERS, sizeof(size_t *));
  if (counts == NULL || owned == NULL) exit(1);
  for (int row = 0; row < ACCOUNTS; row++) {
    person key = {uuid_at(result, row, 4), NULL, NULL};
    const person *found = bsearch(&key, owners, LOADED_OWNERS, sizeof(person), compare_people);
    if (found == NULL || !PQgetisnull(result, row, 5)) fail(connection, "an account");
    loaded[row] = (account){
        uuid_at(result, row, 0), text_at(result, row, 1), text_at(result, row, 2), integer_at(result, row, 3),
        found, NULL, text_at(result, row, 8), *PQgetvalue(result, row, 9)};
    if (!PQgetisnull(result, row, 10)) {
      loaded[row].parent = memory(sizeof(uuid));
      *loaded[row].parent = uuid_at(result, row, 10);
    }
    size_t owner = (size_t)(found - owners);
    owned[owner] = realloc(owned[owner], sizeof(size_t) * (counts[owner] + 1));
    if (owned[owner] == NULL) exit(1);
    owned[owner][counts[owner]++] = (size_t)row;
  }
  PQclear(result);
  PQclear(query(connection, "SELECT account_id, position, tag_name FROM accounts_tags ORDER BY account_id", 0));
  execute(connection, "COMMIT");
}

void (*household_operation(const char *name))(PGconn *) {
  if (strcmp(name, "project") == 0) return project;
  if (strcmp(name, "group") == 0) return group_accounts;
  if (strcmp(name, "related") == 0) return load_related;
  return NULL;
}

#else

typedef int household_is_empty;

#endif
