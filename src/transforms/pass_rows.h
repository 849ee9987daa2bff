/* What passes.def writes options with, for those who read more of its rows than names. */
#ifndef SDYC_PASS_ROWS_H
#define SDYC_PASS_ROWS_H

#include "transforms/pass.h"

#define BOOL(name, otherwise, summary)   {name, PASS_BOOL, otherwise, summary},
#define INT(name, otherwise, summary)    {name, PASS_INT, otherwise, summary},
#define STRING(name, otherwise, summary) {name, PASS_STRING, otherwise, summary},
#define END_OF_OPTIONS                                                                             \
    { NULL, PASS_BOOL, NULL, NULL }
#define OPTIONS(list) ((const struct pass_option[]){list END_OF_OPTIONS})
#define NO_OPTIONS    ((const struct pass_option[]){END_OF_OPTIONS})

#endif
