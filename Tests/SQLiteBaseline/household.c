#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"

// The workload on the household: 10,000 accounts, each with one of 1,000 owners, settings of its own, and three of 50
// tags.

enum {
  ACCOUNTS = 10000, OWNERS = 1000, TAGS = 50, TAGS_EACH = 3, LOADED_OWNERS = 100, ENTRIES = 10000,
  ENTERED_ACCOUNTS = 100
};

typedef struct {
  uuid id;
  char *name;
  char *email;
} person;

typedef struct {
  uuid id;
  int month_starts_on;
  int64_t warn_below;
} settings;

typedef struct {
  uuid id;
  char *name;
  char *kind;
  int64_t initial_amount;
  const person *owner;
  uuid *parent;
  settings *settings;
  char *comment;
  int asked_for_delete;
  size_t tag_count;
  char **tags;
} account;

static person *people;
static account *accounts;
static char *tags[TAGS];

static void *memory(size_t size) {
  void *made = malloc(size);
  if (made == NULL) exit(1);
  return made;
}

static char *text(const char *format, int number) {
  char buffer[80];
  snprintf(buffer, sizeof buffer, format, number);
  char *copy = strdup(buffer);
  if (copy == NULL) exit(1);
  return copy;
}

static void make_household(void) {
  for (int number = 0; number < TAGS; number++) tags[number] = text("tag %02d", number);
  people = memory(sizeof(person) * OWNERS);
  for (int number = 0; number < OWNERS; number++) {
    people[number] = (person){uuid_of((uint64_t)(1000000 + number)), text("Owner number %d", number), NULL};
  }
  accounts = memory(sizeof(account) * ACCOUNTS);
  for (int number = 0; number < ACCOUNTS; number++) {
    account *made = &accounts[number];
    made->id = uuid_of((uint64_t)number);
    made->name = text("Account %d", number);
    made->kind = number % 2 == 0 ? "bank" : "credit-card";
    made->initial_amount = number;
    made->owner = &people[number % OWNERS];
    made->parent = NULL;
    made->settings = memory(sizeof(settings));
    *made->settings = (settings){uuid_of((uint64_t)(2000000 + number)), number % 28 + 1, number};
    made->comment = "";
    made->asked_for_delete = 0;
    made->tag_count = TAGS_EACH;
    made->tags = memory(sizeof(char *) * TAGS_EACH);
    for (int place = 0; place < TAGS_EACH; place++) made->tags[place] = tags[(number + place * 7) % TAGS];
  }
}

static void set_up(sqlite3 *database, int in_memory) {
  (void)database;
  (void)in_memory;
  make_household();
}

static void save_owners(sqlite3 *database, int count) {
  sqlite3_stmt *save = prepare(
      database, "INSERT INTO person (id, name, email) VALUES (?1, ?2, ?3) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email");
  for (int number = 0; number < count; number++) {
    sqlite3_bind_blob(save, 1, people[number].id.bytes, 16, SQLITE_STATIC);
    bind_text(save, 2, people[number].name);
    bind_text(save, 3, people[number].email);
    run(database, save);
  }
}

static void save_people(sqlite3 *database) {
  save_owners(database, OWNERS);
  sqlite3_stmt *save_tag = prepare(database, "INSERT INTO tag (name) VALUES (?1) ON CONFLICT (name) DO NOTHING");
  for (int number = 0; number < TAGS; number++) {
    bind_text(save_tag, 1, tags[number]);
    run(database, save_tag);
  }
}

static void save_settings(sqlite3 *database) {
  sqlite3_stmt *save = prepare(
      database, "INSERT INTO settings (id, month_starts_on, warn_below) VALUES (?1, ?2, ?3) "
                "ON CONFLICT (id) DO UPDATE SET month_starts_on = excluded.month_starts_on, "
                "warn_below = excluded.warn_below");
  for (int number = 0; number < ACCOUNTS; number++) {
    const settings *row = accounts[number].settings;
    sqlite3_bind_blob(save, 1, row->id.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_int(save, 2, row->month_starts_on);
    sqlite3_bind_int64(save, 3, row->warn_below);
    run(database, save);
  }
}

static void save_accounts(sqlite3 *database, int count) {
  sqlite3_stmt *insert = prepare(
      database, "INSERT INTO accounts (id, name, kind, initial_amount, owner_id, parent_id, settings_id, comment, "
                "asked_for_delete) VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6, ?7, ?8)");
  for (int number = 0; number < count; number++) {
    const account *row = &accounts[number];
    sqlite3_bind_blob(insert, 1, row->id.bytes, 16, SQLITE_STATIC);
    bind_text(insert, 2, row->name);
    bind_text(insert, 3, row->kind);
    sqlite3_bind_int64(insert, 4, row->initial_amount);
    sqlite3_bind_blob(insert, 5, row->owner->id.bytes, 16, SQLITE_STATIC);
    if (row->settings == NULL) {
      sqlite3_bind_null(insert, 6);
    } else {
      sqlite3_bind_blob(insert, 6, row->settings->id.bytes, 16, SQLITE_STATIC);
    }
    bind_text(insert, 7, row->comment);
    sqlite3_bind_int(insert, 8, row->asked_for_delete);
    run(database, insert);
  }
  sqlite3_stmt *link = prepare(
      database, "INSERT INTO accounts_tags (account_id, position, tag_name) VALUES (?1, ?2, ?3)");
  for (int number = 0; number < count; number++) {
    for (size_t place = 0; place < accounts[number].tag_count; place++) {
      sqlite3_bind_blob(link, 1, accounts[number].id.bytes, 16, SQLITE_STATIC);
      sqlite3_bind_int64(link, 2, (int64_t)place);
      bind_text(link, 3, accounts[number].tags[place]);
      run(database, link);
    }
  }
}

static void save_household(sqlite3 *database) {
  execute(database, "BEGIN IMMEDIATE");
  save_people(database);
  save_settings(database);
  save_accounts(database, ACCOUNTS);
  execute(database, "COMMIT");
}

static int compare_people(const void *left, const void *right) {
  return memcmp(((const person *)left)->id.bytes, ((const person *)right)->id.bytes, 16);
}

/// The people in the order of their keys, in which one is then looked for by halves.
static person *load_people(sqlite3 *database, size_t *count) {
  sqlite3_stmt *select = prepare(database, "SELECT id, name, email FROM person ORDER BY id");
  person *loaded = memory(sizeof(person) * OWNERS);
  *count = 0;
  while (sqlite3_step(select) == SQLITE_ROW && *count < OWNERS) {
    loaded[(*count)++] = (person){column_uuid(select, 0), copy_text(select, 1), copy_text(select, 2)};
  }
  return loaded;
}

static size_t load_rows(sqlite3 *database, account *loaded, const person *owners, size_t owner_count) {
  sqlite3_stmt *select = prepare(
      database, "SELECT a.id, a.name, a.kind, a.initial_amount, a.owner_id, s.id, s.month_starts_on, s.warn_below, "
                "a.comment, a.asked_for_delete, a.parent_id FROM accounts a LEFT JOIN settings s "
                "ON s.id = a.settings_id ORDER BY a.id");
  size_t count = 0;
  while (sqlite3_step(select) == SQLITE_ROW && count < ACCOUNTS) {
    account *row = &loaded[count++];
    row->id = column_uuid(select, 0);
    row->name = copy_text(select, 1);
    row->kind = copy_text(select, 2);
    row->initial_amount = sqlite3_column_int64(select, 3);
    person key = {column_uuid(select, 4), NULL, NULL};
    row->owner = bsearch(&key, owners, owner_count, sizeof(person), compare_people);
    row->settings = NULL;
    if (sqlite3_column_type(select, 5) != SQLITE_NULL) {
      row->settings = memory(sizeof(settings));
      *row->settings =
          (settings){column_uuid(select, 5), sqlite3_column_int(select, 6), sqlite3_column_int64(select, 7)};
    }
    row->comment = copy_text(select, 8);
    row->asked_for_delete = sqlite3_column_int(select, 9);
    row->parent = NULL;
    if (sqlite3_column_type(select, 10) != SQLITE_NULL) {
      row->parent = memory(sizeof(uuid));
      *row->parent = column_uuid(select, 10);
    }
    row->tag_count = 0;
    row->tags = NULL;
  }
  return count;
}

/// Both are in the order of the accounts' keys. The tags of an account are in the order of the table's key, and are put
/// in the order of their positions here: sorting them in SQL takes 1.6 × the instructions for the whole operation.
static size_t load_tags(sqlite3 *database, account *loaded, size_t count) {
  sqlite3_stmt *select = prepare(
      database, "SELECT account_id, position, tag_name FROM accounts_tags ORDER BY account_id, tag_name");
  static int64_t positions[TAGS];
  size_t index = 0;
  size_t links = 0;
  while (sqlite3_step(select) == SQLITE_ROW) {
    uuid owner = column_uuid(select, 0);
    while (index < count && memcmp(loaded[index].id.bytes, owner.bytes, 16) != 0) index++;
    if (index == count) break;
    account *row = &loaded[index];
    row->tags = realloc(row->tags, sizeof(char *) * (row->tag_count + 1));
    if (row->tags == NULL) exit(1);
    check(database, row->tag_count < TAGS, "household: too many tags");
    int64_t position = sqlite3_column_int64(select, 1);
    size_t place = row->tag_count++;
    for (; place > 0 && positions[place - 1] > position; place--) {
      positions[place] = positions[place - 1];
      row->tags[place] = row->tags[place - 1];
    }
    positions[place] = position;
    row->tags[place] = copy_text(select, 2);
    links++;
  }
  return links;
}

static void load_household(sqlite3 *database) {
  execute(database, "BEGIN");
  size_t owner_count = 0;
  person *owners = load_people(database, &owner_count);
  account *loaded = memory(sizeof(account) * ACCOUNTS);
  size_t count = load_rows(database, loaded, owners, owner_count);
  check(database, count == ACCOUNTS, "household: a wrong number of accounts");
  check(database, load_tags(database, loaded, count) == ACCOUNTS * TAGS_EACH, "household: a wrong number of tags");
  execute(database, "COMMIT");
}

typedef struct {
  char *name;
  char *owner;
  int64_t initial_amount;
} selected;

static void project(sqlite3 *database) {
  sqlite3_stmt *select = prepare(
      database, "SELECT a.name, p.name, a.initial_amount FROM accounts a JOIN person p ON p.id = a.owner_id "
                "ORDER BY a.id");
  selected *rows = memory(sizeof(selected) * ACCOUNTS);
  size_t count = 0;
  while (sqlite3_step(select) == SQLITE_ROW && count < ACCOUNTS) {
    rows[count++] = (selected){copy_text(select, 0), copy_text(select, 1), sqlite3_column_int64(select, 2)};
  }
  check(database, count == ACCOUNTS, "household: a wrong number of selected rows");
}

typedef struct {
  char *kind;
  uuid owner;
  int64_t count;
  int64_t sum;
  int64_t greatest;
} group;

static void group_accounts(sqlite3 *database) {
  sqlite3_stmt *select = prepare(
      database, "SELECT kind, owner_id, count(*), sum(initial_amount), max(initial_amount) FROM accounts "
                "GROUP BY kind, owner_id HAVING count(*) > 4 ORDER BY kind, owner_id");
  group *groups = memory(sizeof(group) * OWNERS);
  size_t count = 0;
  while (sqlite3_step(select) == SQLITE_ROW && count < OWNERS) {
    groups[count++] = (group){
        copy_text(select, 0), column_uuid(select, 1), sqlite3_column_int64(select, 2), sqlite3_column_int64(select, 3),
        sqlite3_column_int64(select, 4)};
  }
  check(database, count == OWNERS, "household: a wrong number of groups");
}

/// Adds an index to one of several lists.
static void add_to(size_t **lists, size_t *counts, size_t list, size_t index) {
  lists[list] = realloc(lists[list], sizeof(size_t) * (counts[list] + 1));
  if (lists[list] == NULL) exit(1);
  lists[list][counts[list]++] = index;
}

/// The accounts of each owner, as indexes into the accounts, with the values that the other side has: of one snapshot,
/// and with the parents' keys, the settings and the tags, of which there are none.
static void load_related(sqlite3 *database) {
  execute(database, "BEGIN");
  size_t owner_count = 0;
  person *owners = load_people(database, &owner_count);
  account *loaded = memory(sizeof(account) * ACCOUNTS);
  size_t count = load_rows(database, loaded, owners, owner_count);
  check(database, count == ACCOUNTS && load_tags(database, loaded, count) == 0, "household: wrong rows");
  execute(database, "COMMIT");
  size_t *counts = calloc(owner_count, sizeof(size_t));
  size_t **owned = calloc(owner_count, sizeof(size_t *));
  if (counts == NULL || owned == NULL) exit(1);
  for (size_t index = 0; index < count; index++) {
    add_to(owned, counts, (size_t)(loaded[index].owner - owners), index);
  }
  for (size_t owner = 0; owner < owner_count; owner++) {
    check(database, counts[owner] == ACCOUNTS / LOADED_OWNERS, "household: a wrong number of accounts");
  }
}

typedef struct {
  int64_t id;
  const account *account;
  int64_t amount;
  char *note;
  int64_t at;
} entry;

static int compare_accounts(const void *left, const void *right) {
  return memcmp(((const account *)left)->id.bytes, ((const account *)right)->id.bytes, 16);
}

/// The entries of each account, as indexes into the entries: of one snapshot.
static void load_entries(sqlite3 *database) {
  execute(database, "BEGIN");
  size_t owner_count = 0;
  person *owners = load_people(database, &owner_count);
  account *loaded = memory(sizeof(account) * ACCOUNTS);
  size_t account_count = load_rows(database, loaded, owners, owner_count);
  check(database, account_count == ENTERED_ACCOUNTS, "household: a wrong number of accounts");
  check(database, load_tags(database, loaded, account_count) == 0, "household: wrong tags");
  sqlite3_stmt *select = prepare(database, "SELECT id, account_id, amount, note, at FROM entry ORDER BY id");
  entry *entries = memory(sizeof(entry) * ENTRIES);
  size_t *counts = calloc(account_count, sizeof(size_t));
  size_t **entered = calloc(account_count, sizeof(size_t *));
  if (counts == NULL || entered == NULL) exit(1);
  size_t count = 0;
  while (sqlite3_step(select) == SQLITE_ROW && count < ENTRIES) {
    account key = {.id = column_uuid(select, 1)};
    account *found = bsearch(&key, loaded, account_count, sizeof(account), compare_accounts);
    check(database, found != NULL, "household: an entry without an account");
    entries[count] = (entry){
        sqlite3_column_int64(select, 0), found, sqlite3_column_int64(select, 2), copy_text(select, 3),
        sqlite3_column_int64(select, 4)};
    add_to(entered, counts, (size_t)(found - loaded), count++);
  }
  execute(database, "COMMIT");
  check(database, count == ENTRIES, "household: a wrong number of entries");
}

static void set_up_filled(sqlite3 *database, int in_memory) {
  make_household();
  if (in_memory) save_household(database);
}

static void set_up_owners(sqlite3 *database, int in_memory) {
  make_household();
  for (int number = 0; number < ACCOUNTS; number++) {
    accounts[number].owner = &people[number % LOADED_OWNERS];
    accounts[number].settings = NULL;
    accounts[number].tag_count = 0;
  }
  if (in_memory) save_owners(database, LOADED_OWNERS);
}

static void set_up_owned(sqlite3 *database, int in_memory) {
  set_up_owners(database, in_memory);
  if (in_memory) save_accounts(database, ACCOUNTS);
}

static void set_up_entered(sqlite3 *database, int in_memory) {
  set_up_owners(database, in_memory);
  if (!in_memory) return;
  save_accounts(database, ENTERED_ACCOUNTS);
  sqlite3_stmt *insert = prepare(
      database, "INSERT INTO entry (id, account_id, amount, note, at) VALUES (?1, ?2, ?3, ?4, ?5)");
  for (int number = 0; number < ENTRIES; number++) {
    sqlite3_bind_int64(insert, 1, number + 1);
    sqlite3_bind_blob(insert, 2, accounts[number % ENTERED_ACCOUNTS].id.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 3, number);
    bind_text(insert, 4, number % 2 == 0 ? "A note" : NULL);
    sqlite3_bind_int64(insert, 5, (int64_t)number * 1000000);
    run(database, insert);
  }
}

static void insert_referring(sqlite3 *database) {
  execute(database, "BEGIN IMMEDIATE");
  save_accounts(database, ACCOUNTS);
  execute(database, "COMMIT");
}

const operation household_operations[] = {
    {"save-household", set_up, save_household},
    {"load-household", set_up_filled, load_household},
    {"insert-referring", set_up_owners, insert_referring},
    {"project", set_up_filled, project},
    {"group", set_up_filled, group_accounts},
    {"related", set_up_owned, load_related},
    {"related-plain", set_up_entered, load_entries},
};
const size_t household_operation_count = sizeof household_operations / sizeof household_operations[0];
