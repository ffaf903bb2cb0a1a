#include "PostgreSQLBaseline.h"

#ifdef IGATA_POSTGRESQL
#include "connection.h"

#include <poll.h>
#include <pthread.h>
#include <time.h>

// The ledger as the benchmarks of the runtime have it: the same rows, binary parameters, prepared statements, the same
// batching, one connection where the store has one.

enum { ROWS = 100000, FINDS = 10000, UPDATES = 10000, CONNECTIONS = 16, COLUMNS = 6 };

typedef struct {
  unsigned char id[16];
  char *name, *comment;
  int64_t amount, created;
  char active;
} account;

static account *rows;

static char *text(const char *format, int number) {
  char buffer[96];
  snprintf(buffer, sizeof buffer, format, number);
  return strdup(buffer);
}

static void make_rows(void) {
  rows = malloc(sizeof(account) * ROWS);
  for (int number = 0; number < ROWS; number++) {
    uint64_t halves[2];
    halves[0] = (uint64_t)(number + 1) * 0x9E3779B97F4A7C15u;
    halves[1] = halves[0] * 0xBF58476D1CE4E5B9u;
    account *row = &rows[number];
    memcpy(row->id, halves, 16);
    row->name = text(number % 2 == 0 ? "Cash %d" : "Account number %d", number);
    row->comment = number % 8 == 3   ? text("毎月の生活費の口座 %d", number)
                   : number % 2 == 1 ? text("comment %d of moderate size", number)
                                     : NULL;
    row->amount = (int64_t)number * 7919 % 1000003 - 500000;
    row->created = 1700000000000000 + (int64_t)number * 1000003;
    row->active = number % 3 != 0;
  }
}

static int scattered(int index) { return (int)((int64_t)index * 7919 % ROWS); }

static const int64_t epoch = 946684800000000;

static void wait_for(PGconn *connection, short events) {
  struct pollfd socket = {PQsocket(connection), events, 0};
  poll(&socket, 1, -1);
}

static PGresult *next_result(PGconn *connection) {
  while (PQisBusy(connection)) {
    int left = PQflush(connection);
    wait_for(connection, left == 1 ? POLLIN | POLLOUT : POLLIN);
    if (!PQconsumeInput(connection)) fail(connection, "read");
  }
  return PQgetResult(connection);
}

static const char *columns = "\"id\", \"name\", \"comment\", \"amount\", \"created\", \"active\"";

static char *put_field(char *at, const void *bytes, int32_t count) {
  uint32_t length = htonl((uint32_t)count);
  memcpy(at, &length, 4);
  if (count > 0) memcpy(at + 4, bytes, (size_t)count);
  return at + 4 + (count > 0 ? count : 0);
}

static char *put_text(char *at, const char *text) {
  return put_field(at, text, text == NULL ? -1 : (int32_t)strlen(text));
}

static char *put_integer(char *at, int64_t value) {
  uint64_t bytes = swapped(value);
  return put_field(at, &bytes, 8);
}

static void insert(PGconn *connection) {
  char sql[256], part[1 << 16];
  snprintf(sql, sizeof sql, "COPY \"account\" (%s) FROM STDIN (FORMAT binary)", columns);
  execute(connection, "BEGIN");
  execute(connection, sql);
  char *at = part;
  memcpy(at, "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19);
  at += 19;
  for (int number = 0; number < ROWS; number++) {
    account *row = &rows[number];
    uint16_t count = htons(COLUMNS);
    memcpy(at, &count, 2);
    at = put_field(at + 2, row->id, 16);
    at = put_text(put_text(at, row->name), row->comment);
    at = put_integer(put_integer(at, row->amount), row->created - epoch);
    at = put_field(at, &row->active, 1);
    if (at - part > (1 << 16) - 1024) {
      if (PQputCopyData(connection, part, (int)(at - part)) != 1) fail(connection, "copy");
      at = part;
    }
  }
  memcpy(at, "\377\377", 2);
  if (PQputCopyData(connection, part, (int)(at + 2 - part)) != 1) fail(connection, "copy");
  if (PQputCopyEnd(connection, NULL) != 1) fail(connection, "copy");
  for (PGresult *result; (result = PQgetResult(connection)) != NULL; PQclear(result)) {
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail(connection, "copy");
  }
  execute(connection, "COMMIT");
}

static void take(const PGresult *result, int row, account *into) {
  memcpy(into->id, PQgetvalue(result, row, 0), 16);
  into->name = text_at(result, row, 1);
  into->comment = text_at(result, row, 2);
  into->amount = integer_at(result, row, 3);
  into->created = integer_at(result, row, 4) + epoch;
  into->active = *PQgetvalue(result, row, 5);
}

static void load(PGconn *connection) {
  char sql[256];
  snprintf(sql, sizeof sql, "SELECT %s FROM \"account\" ORDER BY \"id\"", columns);
  PGresult *result = query(connection, sql, ROWS);
  account *loaded = malloc(sizeof(account) * ROWS);
  for (int row = 0; row < ROWS; row++) take(result, row, &loaded[row]);
  PQclear(result);
}

static void prepare(PGconn *connection, const char *format) {
  char sql[256];
  snprintf(sql, sizeof sql, format, columns);
  PQclear(PQprepare(connection, "s", sql, 0, NULL));
}

static const char *finding = "SELECT %s FROM \"account\" WHERE \"id\" = $1";

static void send_find(PGconn *connection, int index) {
  const char *values[] = {(const char *)rows[scattered(index)].id};
  int lengths[] = {16}, formats[] = {1};
  if (!PQsendQueryPrepared(connection, "s", 1, values, lengths, formats, 1)) fail(connection, "find");
}

static void finish_find(PGconn *connection) {
  account found;
  for (PGresult *result; (result = PQgetResult(connection)) != NULL; PQclear(result)) {
    if (PQntuples(result) != 1) fail(connection, "find");
    take(result, 0, &found);
    free(found.name);
    free(found.comment);
  }
}

static void find(PGconn *connection) {
  prepare(connection, finding);
  for (int index = 0; index < FINDS; index++) {
    send_find(connection, index);
    finish_find(connection);
  }
}

/// As many finds at a time as there are connections.
static void find_many(PGconn **connections) {
  struct pollfd sockets[CONNECTIONS];
  int sent = 0, done = 0;
  for (int number = 0; number < CONNECTIONS; number++) {
    prepare(connections[number], finding);
    sockets[number] = (struct pollfd){PQsocket(connections[number]), POLLIN, 0};
    send_find(connections[number], sent++);
  }
  while (done < FINDS) {
    poll(sockets, CONNECTIONS, -1);
    for (int number = 0; number < CONNECTIONS; number++) {
      if (sockets[number].revents == 0) continue;
      if (!PQconsumeInput(connections[number])) fail(connections[number], "read");
      if (PQisBusy(connections[number])) continue;
      finish_find(connections[number]);
      done++;
      if (sent < FINDS) {
        send_find(connections[number], sent++);
      } else {
        sockets[number].fd = -1;
      }
    }
  }
}

typedef struct {
  PGconn *connection;
  int first;
} seeker;

static void *seek(void *argument) {
  seeker *own = argument;
  for (int index = own->first; index < FINDS; index += CONNECTIONS) {
    send_find(own->connection, index);
    finish_find(own->connection);
  }
  return NULL;
}

/// The same by as many threads, each with a connection that it waits for.
static void find_by_threads(PGconn **connections) {
  pthread_t threads[CONNECTIONS];
  seeker seekers[CONNECTIONS];
  for (int number = 0; number < CONNECTIONS; number++) {
    prepare(connections[number], finding);
    seekers[number] = (seeker){connections[number], number};
    if (pthread_create(&threads[number], NULL, seek, &seekers[number]) != 0) fail(connections[number], "thread");
  }
  for (int number = 0; number < CONNECTIONS; number++) pthread_join(threads[number], NULL);
}

static void update(PGconn *connection) {
  execute(connection, "BEGIN");
  prepare(connection,
          "UPDATE \"account\" SET \"name\" = $2, \"comment\" = $3, \"amount\" = $4, \"created\" = $5, "
          "\"active\" = $6 WHERE \"id\" = $1");
  PQsetnonblocking(connection, 1);
  PQenterPipelineMode(connection);
  for (int first = 0; first < UPDATES; first += 4096) {
    int end = first + 4096 < UPDATES ? first + 4096 : UPDATES;
    for (int index = first; index < end; index++) {
      account *row = &rows[scattered(index)];
      uint64_t amount = swapped(row->amount + 1), created = swapped(row->created - epoch);
      const char *values[] = {(const char *)row->id, row->name,        row->comment,
                              (const char *)&amount, (const char *)&created, &row->active};
      int lengths[] = {16, (int)strlen(row->name), row->comment ? (int)strlen(row->comment) : 0, 8, 8, 1};
      int formats[] = {1, 1, 1, 1, 1, 1};
      if (!PQsendQueryPrepared(connection, "s", COLUMNS, values, lengths, formats, 1)) fail(connection, "update");
    }
    PQpipelineSync(connection);
    for (int is_open = 1; is_open;) {
      PGresult *result = next_result(connection);
      if (result == NULL) continue;
      ExecStatusType status = PQresultStatus(result);
      if (status == PGRES_PIPELINE_SYNC) is_open = 0;
      else if (status != PGRES_COMMAND_OK) fail(connection, "update");
      PQclear(result);
    }
  }
  PQexitPipelineMode(connection);
  PQsetnonblocking(connection, 0);
  execute(connection, "COMMIT");
}

/// Leaves nothing behind, neither rows nor what deleted ones leave in tables and indexes, through which everybody who
/// comes later would have to go.
static void empty(PGconn *connection) { execute(connection, "TRUNCATE \"account\", \"entry\""); }

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int postgresql_baseline(const char *name, const char *target, double *processor, double *wall) {
  PGconn *connections[CONNECTIONS];
  int has_threads = strcmp(name, "find-threads") == 0;
  int is_many = has_threads || strcmp(name, "find-many") == 0;
  int count = is_many ? CONNECTIONS : 1;
  for (int number = 0; number < count; number++) {
    connections[number] = PQconnectdb(target);
    if (PQstatus(connections[number]) != CONNECTION_OK) fail(connections[number], "connect");
  }
  void (*household)(PGconn *) = household_operation(name);
  if (household == NULL) make_rows();
  // Once before, as the other side does.
  else household(connections[0]);
  double processor_start = seconds(CLOCK_PROCESS_CPUTIME_ID), start = seconds(CLOCK_MONOTONIC);
  if (has_threads) find_by_threads(connections);
  else if (is_many) find_many(connections);
  else if (strcmp(name, "insert") == 0) insert(connections[0]);
  else if (strcmp(name, "load") == 0) load(connections[0]);
  else if (strcmp(name, "find") == 0) find(connections[0]);
  else if (strcmp(name, "update") == 0) update(connections[0]);
  else if (strcmp(name, "empty") == 0) empty(connections[0]);
  else if (household != NULL) household(connections[0]);
  else return -1;
  *wall = seconds(CLOCK_MONOTONIC) - start;
  *processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor_start;
  // The process that prepares each round goes on, and a server has not many connections.
  for (int number = 0; number < count; number++) PQfinish(connections[number]);
  return 0;
}

#else

int postgresql_baseline(const char *name, const char *connection, double *processor, double *wall) {
  (void)name, (void)connection, (void)processor, (void)wall;
  return -1;
}

#endif
