/* The limits of limits.def, by their names: LIMIT_LOOKED. */
#ifndef SDYC_LIMITS_H
#define SDYC_LIMITS_H

#define LIMIT(name, value, unit, why, then) LIMIT_##name = value,
enum limit {
#include "support/limits.def"
};

#endif
