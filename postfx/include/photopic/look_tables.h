// SPDX-License-Identifier: MIT
// Lookup tables of the host, as a part of looks: <photopic/c/look_tables.h>.
#ifndef PHOTOPIC_LOOK_TABLES_H
#define PHOTOPIC_LOOK_TABLES_H

#include <photopic/c/look_tables.h>

#endif
