#ifndef IGATA_CPOSTGRESQL_SHIM_H
#define IGATA_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

#endif
