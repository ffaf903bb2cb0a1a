#ifndef IGATA_CONNECTION_H
#define IGATA_CONNECTION_H

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the programs of the ledger and of the household both do with a connection.

static inline void fail(PGconn *connection, const char *what) {
  fprintf(stderr, "baseline: %s: %s\n", what, PQerrorMessage(connection));
  exit(1);
}

static inline uint64_t swapped(int64_t value) {
  return ((uint64_t)htonl((uint32_t)value) << 32) | htonl((uint32_t)((uint64_t)value >> 32));
}

static inline int64_t integer_at(const PGresult *result, int row, int column) {
  uint64_t bytes;
  memcpy(&bytes, PQgetvalue(result, row, column), 8);
  return (int64_t)swapped((int64_t)bytes);
}

static inline char *text_at(const PGresult *result, int row, int column) {
  return PQgetisnull(result, row, column) ? NULL : strdup(PQgetvalue(result, row, column));
}

static inline void execute(PGconn *connection, const char *sql) {
  PGresult *result = PQexec(connection, sql);
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_COPY_IN) fail(connection, sql);
  PQclear(result);
}

/// The rows of a query, in binary, which has to return `count` of them.
static inline PGresult *query(PGconn *connection, const char *sql, int count) {
  PGresult *result = PQexecParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
  if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != count) fail(connection, sql);
  return result;
}

/// The household's operation of this name; `NULL` if there is none.
void (*household_operation(const char *name))(PGconn *);

#endif
