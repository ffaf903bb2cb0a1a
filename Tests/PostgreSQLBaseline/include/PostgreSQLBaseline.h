#ifndef IGATA_POSTGRESQL_BASELINE_H
#define IGATA_POSTGRESQL_BASELINE_H

/// Runs an operation on the ledger or on the household over libpq. Leaves its processor time and its wall time, in seconds; returns 0, or -1
/// where there is no such operation.
int postgresql_baseline(const char *name, const char *connection, double *processor, double *wall);

#endif
