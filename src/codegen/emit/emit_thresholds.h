/* The numbers of emit_thresholds.def, by their names. */
#ifndef SDYC_EMIT_THRESHOLDS_H
#define SDYC_EMIT_THRESHOLDS_H

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "codegen/emit/emit_thresholds.def"

#endif
