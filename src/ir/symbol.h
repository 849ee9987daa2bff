/* The index that each symbol table keeps. Private to ir/. */
#ifndef SDYC_IR_SYMBOL_H
#define SDYC_IR_SYMBOL_H

#include "ir/ir.h"

/* An empty index of the symbols of one table, in memory of the arena. */
struct symbol_index *symbol_index_new(struct arena *arena);

#endif
