// SPDX-License-Identifier: MIT
// Look tables, lookup tables of the host: <photopic/c/look_tables.h>.
#ifndef PHOTOPIC_LOOK_TABLES_H
#define PHOTOPIC_LOOK_TABLES_H

#include <photopic/c/look_tables.h>

#endif
