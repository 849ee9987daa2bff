/* What is known of a run before it begins. */
#ifndef SDYC_OUTLOOK_H
#define SDYC_OUTLOOK_H

#include "ir/ir.h"
#include "sdyc/sdyc.h"

/* Looks at what the entry function (NULL: main) runs; `has_call` is not decided there. */
void outlook_extract(const struct module *module, const char *entry, struct sdyc_outlook *outlook);

#endif
