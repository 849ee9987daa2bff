/* Where the caller's own source is to blame. */
#ifndef SDYC_ORIGINS_H
#define SDYC_ORIGINS_H

#include "compile.h"

/* Adds a note to the errors of a compilation from bytecode, which are located by bytes: what the
 * first one comes from, "jit(step)/dot_general, train.py:12", where the module says it. */
void origins_note(struct compilation *compilation);

#endif
