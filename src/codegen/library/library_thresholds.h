/* The numbers of library_thresholds.def, by their names. */
#ifndef SDYC_LIBRARY_THRESHOLDS_H
#define SDYC_LIBRARY_THRESHOLDS_H

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "codegen/library/library_thresholds.def"

#endif
