/* The numbers of program_thresholds.def, by their names. */
#ifndef SDYC_PROGRAM_THRESHOLDS_H
#define SDYC_PROGRAM_THRESHOLDS_H

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
/* Not every file asks for all of them. */
#define COST(name, value, unit, why, how) __attribute__((unused)) static const double name = value;
#include "codegen/program/program_thresholds.def"

#endif
