/* The symbol table: a hash table over the rows of strips.def and runtime.def, filled once. */
#include "symbols.h"

#include "cpu.h"
#include "functions.h"
#include "strips.h"

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

/* The rows that the strips come from, after those that they call, in the same order, and how many
 * come from each. */
struct row_of_strips {
    const char *text;
    int strips;
};

/* A row is one word. */
/* clang-format off */
static const struct row_of_strips rows_of_strips[] = {
#define STRIPS_OF(count, ...)           {#__VA_ARGS__, count},
#define COMPLEX_STRIPS_OF(count, ...)   {"STRIPS_COMPLEX " #__VA_ARGS__, count},
#define SDYRT_UNARY(op, t)              STRIPS_OF(1, UNARY(op,t))
#define SDYRT_TEST(op, t)               STRIPS_OF(1, TEST(op,t))
#define SDYRT_TURNING(op)               STRIPS_OF(1, TURNING(op))
#define SDYRT_BINARY(op, t)             STRIPS_OF(3, BINARY(op,t))
#define SDYRT_EXTREME(op, t)            STRIPS_OF(3, EXTREME(op,t))
#define SDYRT_REMAINDER(op, t)          STRIPS_OF(3, REMAINDER(op,t))
#define SDYRT_DIVISION(op, t)           STRIPS_OF(3, DIVISION(op,t))
#define SDYRT_SHIFT(op, t)              STRIPS_OF(3, SHIFT(op,t))
#define SDYRT_COMPARE(op, t)            STRIPS_OF(3, COMPARE(op,t))
#define SDYRT_SELECT(t)                 STRIPS_OF(4, SELECT(t))
#define SDYRT_CLAMP(t)                  STRIPS_OF(2, CLAMP(t))
#define SDYRT_CLAMP_FLOAT(t)            STRIPS_OF(2, CLAMP_FLOAT(t))
#define SDYRT_CONVERT(s, t)             STRIPS_OF(1, CONVERT(s,t))
#define SDYRT_ROUND_BF16()              STRIPS_OF(2, ROUND_BF16())
#define SDYRT_HALF()                    STRIPS_OF(3, HALF())
#define SDYRT_ERF()                     STRIPS_OF(1, ERF())
#define SDYRT_BITCAST(s, t)             STRIPS_OF(1, BITCAST(s,t))
#define SDYRT_FILL(t)                   STRIPS_OF(2, FILL(t))
#define SDYRT_REDUCE(op, t)             STRIPS_OF(2, REDUCE(op,t))
#define SDYRT_REDUCE_NARROW(op, s)      STRIPS_OF(1, REDUCE_NARROW(op,s))
#define SDYRT_FOLD_NARROW(op, s)        STRIPS_OF(1, FOLD_NARROW(op,s))
#define SDYRT_REDUCE_ROWS(op, t)        STRIPS_OF(1, REDUCE(op,t) REDUCE_ROWS(op,t))
#define SDYRT_REDUCE_ROWS_NARROW(op, s) STRIPS_OF(1, REDUCE_NARROW(op,s) REDUCE_ROWS_NARROW(op,s))
#define SDYRT_PLACE(op, t)              STRIPS_OF(3, REDUCE(op,t) REDUCE_ROWS(op,t) PLACE(op,t))
#define SDYRT_DOT(t)                    STRIPS_OF(1, DOT(t))
#define SDYRT_MOVE(bits)                STRIPS_OF(9, MOVE(bits))
#define SDYRT_COMPLEX_UNARY(op, t)      COMPLEX_STRIPS_OF(1, COMPLEX_UNARY(op,t))
#define SDYRT_COMPLEX_CONVERT(s, t)     COMPLEX_STRIPS_OF(1, COMPLEX_CONVERT(s,t))
#define SDYRT_COMPLEX_BINARY(op, t)     COMPLEX_STRIPS_OF(1, COMPLEX_BINARY(op,t))
#define SDYRT_COMPLEX_COMPARE(op, t)    COMPLEX_STRIPS_OF(1, COMPLEX_COMPARE(op,t))
#define SDYRT_COMPLEX_PARTS(t, p)       COMPLEX_STRIPS_OF(10, COMPLEX_PARTS(t,p))
#include "strips_rows.def"
};
#undef STRIPS_OF
#undef COMPLEX_STRIPS_OF
#define STRIPS_OF(count, ...)           + count
#define COMPLEX_STRIPS_OF               STRIPS_OF
enum {
    STRIPS_OF_ROWS = 0
#include "strips_rows.def"
};
/* clang-format on */

static const struct sdyrt_symbol other_rows[] = {
#define FUNCTION(name, part, prototype) {#name, (void *)name, #part, prototype},
    FUNCTIONS};

enum {
    STRIP_COUNT = sizeof strip_rows / sizeof strip_rows[0],
    OTHER_COUNT = sizeof other_rows / sizeof other_rows[0],
    SYMBOL_COUNT = STRIP_COUNT + OTHER_COUNT,
    SLOT_COUNT = SYMBOL_COUNT * 2 + 1, /* half full */
};
_Static_assert((int)STRIPS_OF_ROWS == (int)STRIP_COUNT, "a row has another number of strips");

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

/* Programs that run in this process begin here. */
static void fill(void) {
    const struct sdyrt_processor processor = sdyrt_cpu_processor();
    sdyrt_strips_pick(&processor);
    const char *strips = (const char *)sdyrt_strips();
    for (int i = 0; i < STRIP_COUNT; i++) {
        symbols[i].name = strip_rows[i].name;
        symbols[i].prototype = strip_rows[i].prototype;
        memcpy(&symbols[i].address, strips + strip_rows[i].offset, sizeof symbols[i].address);
    }
    struct sdyrt_symbol *strip = symbols;
    for (size_t row = 0; row < sizeof rows_of_strips / sizeof *rows_of_strips; row++) {
        for (int i = 0; i < rows_of_strips[row].strips; i++) {
            strip++->part = rows_of_strips[row].text;
        }
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

bool sdyrt_symbol_is_strip(const struct sdyrt_symbol *symbol) {
    return symbol >= symbols && symbol < symbols + STRIP_COUNT;
}

const struct sdyrt_symbol *sdyrt_symbol_at(int index) {
    pthread_once(&filled, fill);
    return index >= 0 && index < SYMBOL_COUNT ? &symbols[index] : NULL;
}
