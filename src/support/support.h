/* Memory, strings, sources and diagnostics: what every stage of the compiler stands on.
 *
 * Lifetimes: an `arena` owns all that is allocated from it and is freed as a whole; nothing in the
 * compiler frees single objects. A `struct interner` owns unique copies of strings, so that two
 * interned strings are equal exactly when their pointers are.
 *
 * No allocation gives NULL: one that fails ends the guarded call that it is part of.
 */
#ifndef SDYC_SUPPORT_H
#define SDYC_SUPPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* --- memory.c: the heap, and what happens when it is short ------------------------------------ */

enum { MEMORY_HEADER = 32, MEMORY_TEXT = 512 }; /* bytes in front of each block; of a message */

/* Where something stands in the input. `source` NULL: made by the compiler. */
struct location {
    const struct source *source;
    uint32_t offset;
};

/* What was allocated under a guard and not freed yet. */
struct memory {
    struct memory_block *blocks;
    size_t asked;          /* after a failure: the bytes that there were not */
    char bug[MEMORY_TEXT]; /* after an error of our own: its message; else "" */
    struct location place; /* what was worked on then */
};
/* Calls body(data). False when an allocation failed in it, or it had an error of our own: the
 * cleanups that it had pushed were run, the newest first, and the call was left with a jump. All of
 * `memory` was freed, but after an error of our own, of which more can be said by what is left.
 * What the call allocates and does not free stays in `memory`, where it may be freed by any thread;
 * the list must not move as long. Guards nest; each thread has its own. */
bool memory_guard(struct memory *memory, void (*body)(void *data), void *data);
/* Frees all blocks. */
void memory_release(struct memory *memory);
/* After a failure, for people: "out of memory: 4096 bytes asked for", "internal error: ...". */
void memory_text(const struct memory *memory, char text[MEMORY_TEXT]);
/* Leaves the innermost guard as a failed allocation of `asked` bytes does (0: not known); without
 * any guard, which only tests and tools do without, the process aborts. */
_Noreturn void memory_fail(size_t asked);
/* The guarded call begins to work on what stands there: an error of our own says so. */
void memory_at(struct location place);

/* Whatever else a failure must undo: files, locks, mappings. The structure lives in the frame of
 * the function that pushes and pops it; `run` allocates nothing. */
struct memory_cleanup {
    void (*run)(void *data);
    void *data;
    struct memory_cleanup *outer;
};
void memory_cleanup_push(struct memory_cleanup *cleanup, void (*run)(void *data), void *data);
void memory_cleanup_pop(const struct memory_cleanup *cleanup);

/* Zeroed memory, aligned to 16 bytes, until memory_free. */
void *memory_alloc(size_t size);
void *memory_array(size_t count, size_t size);
void *memory_raw(size_t size); /* the same, but not zeroed */
/* Makes a block (NULL: none yet) larger or smaller; what is new is not zeroed. */
void *memory_resize(void *pointer, size_t count, size_t size);
/* Zero pages, `size` (a power of two) with the header, which begin at a multiple of `size`: what
 * huge pages need. NULL where the system has none. */
void *memory_map(size_t size);
/* A zeroed block that owns what is no memory of the heap: release(block), which allocates nothing,
 * is called before the block is freed, by memory_free or because an allocation failed. */
void *memory_owner(size_t size, void (*release)(void *block));
void memory_free(void *pointer); /* NULL: nothing */

/* --- shared.c --------------------------------------------------------------------------------- */

/* Copies of bytes for many holders, on any threads. NULL: no memory; freed after all copies. */
struct shared_pool;
struct shared;
struct shared_pool *shared_pool_new(void);
void shared_pool_free(struct shared_pool *pool); /* NULL: nothing */
/* The pool's copy of the bytes, whose hash the caller knows; without a pool a copy for the caller
 * alone. Nobody may write to it. NULL: no memory. */
struct shared *shared_get(struct shared_pool *pool, const void *bytes, size_t size, uint64_t hash);
bool shared_is(const struct shared *shared, const void *bytes, size_t size, uint64_t hash);
const void *shared_data(const struct shared *shared);
void shared_release(struct shared *shared); /* by each who got it */

/* --- arena.c ---------------------------------------------------------------------------------- */

/* Its members are private to arena.c and arena_alloc. */
struct arena {
    char *cursor, *end; /* zeroed memory of the block in use */
    char *limit; /* the end of that block: what lies before it is zeroed when it is reached */
    struct arena_block *blocks;
    size_t next_size, bytes;
};

/* An empty arena; arena_free() gives all of its memory back at once. */
struct arena *arena_new(void);
void arena_free(struct arena *arena);
/* Zeroed memory, aligned to 16 bytes. A size that overflows fails as memory that is short. */
static inline void *arena_alloc(struct arena *arena, size_t size);
void *arena_alloc_slow(struct arena *arena, size_t size);
static inline void *arena_array(struct arena *arena, size_t count, size_t size);
void *arena_copy(struct arena *arena, const void *data, size_t size);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
size_t arena_bytes(const struct arena *arena);
void arena_reset(struct arena *arena); /* gives back all that was allocated, to be used again */

static inline void *arena_alloc(struct arena *arena, size_t size) {
    size_t rounded = size ? (size + 15) & ~(size_t)15 : 16;
    if (rounded < size || rounded > (size_t)(arena->end - arena->cursor)) {
        return arena_alloc_slow(arena, size);
    }
    void *result = arena->cursor;
    arena->cursor += rounded;
    return result;
}

static inline void *arena_array(struct arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        bytes = SIZE_MAX; /* fails as memory that is short */
    }
    return arena_alloc(arena, bytes);
}

#define ARENA_NEW(arena, type)          ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_array((arena), (count), sizeof(type)))

/* --- vector.c: a growing array, `VECTOR(int64_t) dims = {0}; *vector_push(&dims) = 3;` -------- */

#define VECTOR(type)                                                                               \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count, capacity;                                                                    \
    }
/* Makes room for one more item and returns its address (zeroed). Heap memory: vector_free. */
#define vector_push(vector)                                                                        \
    ((vector)->count == (vector)->capacity                                                         \
         ? vector_grow((void **)&(vector)->items, &(vector)->capacity, sizeof *(vector)->items)    \
         : (void)0,                                                                                \
     memset(&(vector)->items[(vector)->count], 0, sizeof *(vector)->items),                        \
     &(vector)->items[(vector)->count++])
#define vector_free(vector)                                                                        \
    (vector_release((void **)&(vector)->items), (vector)->count = (vector)->capacity = 0)
void vector_grow(void **items, size_t *capacity, size_t size);
void vector_release(void **items);

/* --- intern.c --------------------------------------------------------------------------------- */

struct interner;

/* An empty interner. It and its strings live in the arena; interner_free() frees its table alone.
 * */
struct interner *interner_new(struct arena *arena);
void interner_free(struct interner *interner);
/* The one copy of `text`, NUL-terminated; valid as long as the arena. */
const char *intern(struct interner *interner, const char *text);
const char *intern_bytes(struct interner *interner, const char *text, size_t length);

/* --- hash.c: open-addressing table from a pointer to a pointer -------------------------------- */

struct pointer_map {
    const void **keys;
    void **values; /* behind the keys, in the same block */
    size_t count, capacity;
};
void *pointer_map_get(const struct pointer_map *map, const void *key); /* NULL where absent */
/* Sets the value of a key, which is no NULL, in place of the one that it had. */
void pointer_map_put(struct pointer_map *map, const void *key, void *value);
void pointer_map_remove(struct pointer_map *map, const void *key); /* if it is there */
void pointer_map_free(struct pointer_map *map);                    /* it is empty then */
/* A hash of bytes, which goes on from `seed`: that of the bytes before, or 0. */
uint64_t hash_bytes(const void *data, size_t size, uint64_t seed);

/* --- buffer.c: a growing string --------------------------------------------------------------- */

struct buffer {
    char *text; /* NUL-terminated once anything was added; buffer_free, or memory_free */
    size_t length, capacity;
};
/* Each adds to the end of the text. */
void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const char *text, size_t length);
void buffer_add_char(struct buffer *buffer, char character);
void buffer_add_integer(struct buffer *buffer, int64_t value); /* in decimal */
void buffer_add_unsigned(struct buffer *buffer, uint64_t value);
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What would command a terminal becomes `?`: names come from the input. Lines stay. */
void buffer_remove_controls(struct buffer *buffer);
void buffer_vprintf(struct buffer *buffer, const char *format, va_list arguments);
/* For callers of the library: NUL-terminated, by malloc. NULL: there was no memory. */
char *buffer_copy(const struct buffer *buffer);
void buffer_free(struct buffer *buffer);

/* --- json.c ----------------------------------------------------------------------------------- */

/* Adds a text as a string of JSON, plain enough to stand in a script element of a page as well:
 * what is not UTF-8 becomes a replacement character, and markup cannot end the element. */
void json_string(struct buffer *out, const char *text);
/* A further member of an object: `,"key":` and a string (NULL: ""), a number, or what a buffer
 * holds, which is emptied. */
void json_add_text(struct buffer *out, const char *key, const char *text);
void json_add_number(struct buffer *out, const char *key, int64_t number);
void json_add_buffer(struct buffer *out, const char *key, struct buffer *text);

/* --- html.c ----------------------------------------------------------------------------------- */

/* Adds a text with what is markup in HTML, and what is a control character, replaced. */
void html_text(struct buffer *out, const char *text, size_t length);

/* --- folder.c --------------------------------------------------------------------------------- */

/* Removes a folder and all in it, as far as that can be done; allocates nothing. */
void folder_remove(const char *path);

/* --- source.c: input text --------------------------------------------------------------------- */

struct source {
    const char *name; /* file name as shown in diagnostics; "<stdin>" for standard input */
    const char *text; /* NUL-terminated */
    size_t length;
    size_t offset;      /* where this chunk begins in its file (split input), for line numbers */
    int32_t first_line; /* line of text[0] in its file, from 1 */
    bool is_bytecode;   /* not text: places are bytes, not lines */
};
/* Reads a whole file ("-": standard input) into the arena; false with a diagnostic on failure. */
struct diagnostics;
bool source_read(struct arena *arena, const char *path, struct source *source,
                 struct diagnostics *diagnostics);
/* Copies a text into the arena; false with a diagnostic where it is too long. */
bool source_take(struct arena *arena, const char *name, const char *text, size_t length,
                 struct source *source, struct diagnostics *diagnostics);

struct line_column {
    int32_t line, column; /* from 1 */
};
struct line_column location_line_column(struct location location); /* 0, 0: not in a text */

/* Where each line of a source begins, for those who ask about many places. */
struct line_index {
    const struct source *source;
    VECTOR(uint32_t) begins;
};
void line_index_build(struct line_index *index, const struct source *source);
void line_index_free(struct line_index *index);
/* The number of the line, from 0, that holds the offset. */
size_t line_index_find(const struct line_index *index, uint32_t offset);
/* As location_line_column. The index becomes that of the place's source. */
struct line_column line_index_place(struct line_index *index, struct location location);

/* --- diagnostics.c ---------------------------------------------------------------------------- */

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_REMARK, SEVERITY_NOTE };

struct diagnostic {
    enum severity severity;
    bool is_extra; /* MLIR does not say this, and tests of its tools do not expect it: a note of our
                    * own, or what comes after an error at which MLIR stops */
    struct location location;
    const char *message;
};
/* Warnings that are given once in a run, however often there is reason for them. */
enum warning_once {
    WARNING_CALLS_CLONED = 1 << 0,
    WARNING_UNKNOWN_CUSTOM_CALL = 1 << 1,
    WARNING_CUSTOM_CALL_REPLACED = 1 << 2
};
/* What passes warn of that are run again, for a proof. */
enum { WARNINGS_OF_PASSES = (1 << 3) - 1 };
/* Collects or prints `FILE:LINE:COL: error: message`, the source line and a caret; of bytecode
 * `FILE: byte OFFSET: error: message`. */
struct diagnostics {
    struct arena *arena;
    FILE *stream; /* printed here at once; NULL: only collected */
    VECTOR(struct diagnostic) list;
    int32_t errors;
    int32_t error_limit; /* after so many errors the rest are counted, not printed; 0: no limit */
    uint32_t warned;     /* bits of enum warning_once: given already */
    bool internal;       /* an error is our own: diag_internal */
    bool follows; /* what is reported now comes after an error at which MLIR would have stopped */
};
void diagnostics_init(struct diagnostics *diagnostics, struct arena *arena, FILE *stream);
void diagnostics_free(struct diagnostics *diagnostics);
/* Adds all that was reported, as it is printed. */
void diagnostics_text(const struct diagnostics *diagnostics, struct buffer *text);
/* All return false, so that `return diag_error(...)` reads well. */
bool diag_error(struct diagnostics *diagnostics, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "internal error: ...": what a user cannot have caused, and a host survives. */
bool diag_internal(struct diagnostics *diagnostics, struct location location, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));
bool diag_note(struct diagnostics *diagnostics, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A note that MLIR would not give. */
bool diag_help(struct diagnostics *diagnostics, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool diag_warning(struct diagnostics *diagnostics, struct location location, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));
/* The same, where that warning has not been given yet. */
bool diag_warning_once(struct diagnostics *diagnostics, enum warning_once which,
                       struct location location, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The nearest of `count` candidates to a misspelt name, or NULL where none is near. */
const char *nearest_name(const char *name, const char *const *candidates, size_t count);
/* "; did you mean 'x'?" for the end of a message, in the arena; "" where no other name is near:
 * `near`, which may be NULL, or the nearest of the candidates. */
const char *suggest_near(struct arena *arena, const char *name, const char *near);
const char *suggest_name(struct arena *arena, const char *name, const char *const *candidates,
                         size_t count);

/* Our own error, which leaves the innermost guard with the message and the place in our source;
 * without any guard they are printed, and the process aborts. */
#define sdyc_bug(...) sdyc_bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void sdyc_bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- vector.c: order -------------------------------------------------------------------------- */

/* For qsort, of int64_t. */
int compare_int64(const void *a, const void *b);

/* --- sizes.c: arithmetic that says when it overflows ------------------------------------------ */

bool multiply_checked(int64_t a, int64_t b, int64_t *product); /* false: overflow or negative */
/* Quotients rounded towards minus and plus infinity; b is not 0. */
int64_t divide_down(int64_t a, int64_t b);
int64_t divide_up(int64_t a, int64_t b);
int64_t greatest_common_divisor(int64_t a, int64_t b); /* of non-negative numbers */
double seconds_now(void);                              /* monotonic clock */

#endif
