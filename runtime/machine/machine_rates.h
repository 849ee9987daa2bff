/* The numbers of machine_rates.def, by their names. For files that say what a kernel costs;
   internal to the runtime. */
#ifndef SDYRT_MACHINE_RATES_H
#define SDYRT_MACHINE_RATES_H

#define MACHINE_RATE(name, value, unit, why, how) static const double name = value;
#include "machine_rates.def"

#endif
