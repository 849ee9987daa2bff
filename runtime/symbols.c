/* The symbol table: a hash table over the rows of strips.def and symbols.def, filled once. */
#include "symbols.h"

#include "call.h"
#include "cholesky.h"
#include "complex_math.h"
#include "conv.h"
#include "exchange.h"
#include "fft.h"
#include "gemm.h"
#include "gemm_batch.h"
#include "host.h"
#include "lapack.h"
#include "profile.h"
#include "scan.h"
#include "scatter.h"
#include "sort.h"
#include "stream.h"
#include "strips.h"
#include "team.h"
#include "transpose.h"
#include "triangular.h"
#include "weave.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* Expanded before it becomes text, so that prototypes show C types. */
#define TEXT(...)  TEXT_(__VA_ARGS__)
#define TEXT_(...) #__VA_ARGS__

struct strip_row {
    const char *name;
    const char *prototype;
    size_t offset; /* of the function in struct sdyrt_strips */
};

static const struct strip_row strip_rows[] = {
#define SDYRT_STRIP(result, name, parameters, arguments)                                           \
    { "sdyrt_" #name, TEXT(result sdyrt_##name parameters;), offsetof(struct sdyrt_strips, name) } \
    ,
#include "strips.def"
};

static const struct sdyrt_symbol other_rows[] = {
#define SYMBOL(name, part, prototype) {#name, (void *)name, #part, prototype},
#include "symbols.def"
};

enum {
    STRIP_COUNT = sizeof strip_rows / sizeof strip_rows[0],
    OTHER_COUNT = sizeof other_rows / sizeof other_rows[0],
    SYMBOL_COUNT = STRIP_COUNT + OTHER_COUNT,
    SLOT_COUNT = 4096, /* a power of two, at most half full */
};
_Static_assert(SYMBOL_COUNT * 2 < SLOT_COUNT, "the hash table is too small");

static struct sdyrt_symbol symbols[SYMBOL_COUNT];
static uint16_t slots[SLOT_COUNT]; /* 1 + index of a symbol, 0 where free */
static pthread_once_t filled = PTHREAD_ONCE_INIT;

/* The slot of the name: where it is, or where it belongs. */
static uint16_t *find_slot(const char *name) {
    uint32_t hash = 2166136261u;
    for (const char *c = name; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    uint32_t i = (hash ^ hash >> 16) % SLOT_COUNT;
    while (slots[i] != 0 && strcmp(symbols[slots[i] - 1].name, name) != 0) {
        i = (i + 1) % SLOT_COUNT;
    }
    return &slots[i];
}

static void fill(void) {
    const char *strips = (const char *)sdyrt_strips();
    for (int i = 0; i < STRIP_COUNT; i++) {
        symbols[i].name = strip_rows[i].name;
        symbols[i].prototype = strip_rows[i].prototype;
        memcpy(&symbols[i].address, strips + strip_rows[i].offset, sizeof symbols[i].address);
    }
    memcpy(symbols + STRIP_COUNT, other_rows, sizeof other_rows);
    for (int i = 0; i < SYMBOL_COUNT; i++) {
        *find_slot(symbols[i].name) = (uint16_t)(i + 1);
    }
}

const struct sdyrt_symbol *sdyrt_find_symbol(const char *name) {
    pthread_once(&filled, fill);
    uint16_t slot = *find_slot(name);
    return slot == 0 ? NULL : &symbols[slot - 1];
}

const struct sdyrt_symbol *sdyrt_symbol_at(int index) {
    pthread_once(&filled, fill);
    return index >= 0 && index < SYMBOL_COUNT ? &symbols[index] : NULL;
}
