#ifndef IGATA_CSQLITE_SHIM_H
#define IGATA_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
