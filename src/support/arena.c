/* A bump allocator over blocks that grow; nothing is freed before the whole. */
#include "support/support.h"

#include <string.h>

#define FIRST_BLOCK        ((size_t)1024) /* small: many arenas only live through one operation */
#define SECOND_BLOCK       ((size_t)4096)
#define LARGEST_HEAP_BLOCK ((size_t)256 * 1024)
/* A huge page where the system has them: far fewer page faults. */
#define LARGEST_BLOCK ((size_t)2 * 1024 * 1024)
/* Blocks are zeroed in steps, as they are used: what is not needed is not touched, and what is
 * written next is in the first cache. */
#define ZEROED_AT_ONCE ((size_t)1024)

struct arena_block {
    struct arena_block *next;
    size_t size; /* with this header and the heap's */
};

#define BLOCK_HEADER ((sizeof(struct arena_block) + 15) & ~(size_t)15)
#define HEADERS      (BLOCK_HEADER + MEMORY_HEADER)

/* The arena stands at the beginning of its first block. */
#define ARENA_SIZE ((sizeof(struct arena) + 15) & ~(size_t)15)

static struct arena_block *first_block(struct arena *arena) {
    return (struct arena_block *)((char *)arena - BLOCK_HEADER);
}

struct arena *arena_new(void) {
    struct arena_block *block = memory_raw(FIRST_BLOCK - MEMORY_HEADER);
    struct arena *arena = (struct arena *)((char *)block + BLOCK_HEADER);
    char *begin = (char *)arena + ARENA_SIZE;
    *block = (struct arena_block){.size = FIRST_BLOCK};
    *arena = (struct arena){
        .cursor = begin,
        .end = begin,
        .limit = (char *)block + FIRST_BLOCK - MEMORY_HEADER,
        .blocks = block,
        .next_size = SECOND_BLOCK,
        .bytes = FIRST_BLOCK,
    };
    return arena;
}

void arena_free(struct arena *arena) {
    struct arena_block *block = arena ? arena->blocks : NULL;
    while (block) {
        struct arena_block *next = block->next;
        memory_free(block);
        block = next;
    }
}

/* The block that is in use stays, and the first one, as long as the arena. */
void arena_reset(struct arena *arena) {
    struct arena_block *first = first_block(arena), *used = first;
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        if ((char *)block + block->size - MEMORY_HEADER == arena->limit) {
            used = block;
        } else if (block != first) {
            arena->bytes -= block->size;
            memory_free(block);
        }
    }
    char *begin = used == first ? (char *)arena + ARENA_SIZE : (char *)used + BLOCK_HEADER;
    size_t written = (size_t)(arena->cursor - begin);
    if (written <= ZEROED_AT_ONCE) {
        memset(begin, 0, written);
    } else {
        arena->end = begin;
    }
    arena->cursor = begin;
    arena->blocks = used;
    used->next = used == first ? NULL : first;
    first->next = NULL;
}

static struct arena_block *add_block(struct arena *arena, struct arena_block *block, size_t size) {
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->bytes += size;
    return block;
}

/* The block that is used from now on, and what of it is zeroed already. */
static void begin_block(struct arena *arena) {
    size_t size = arena->next_size;
    struct arena_block *mapped = size == LARGEST_BLOCK ? memory_map(size) : NULL;
    struct arena_block *block = mapped ? mapped : memory_raw(size - MEMORY_HEADER);
    add_block(arena, block, size);
    if (size < LARGEST_BLOCK) {
        arena->next_size = size < LARGEST_HEAP_BLOCK ? size * 2 : LARGEST_BLOCK;
    }
    arena->cursor = (char *)block + BLOCK_HEADER;
    arena->limit = (char *)block + size - MEMORY_HEADER;
    arena->end = mapped ? arena->limit : arena->cursor;
}

/* From the rest of the block, or from a new one: one of its own where the memory asked for is
 * large. */
void *arena_alloc_slow(struct arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) {
        memory_fail(size);
    }
    size = size ? (size + 15) & ~(size_t)15 : 16;
    if (size > (size_t)(arena->limit - arena->cursor)) {
        if (size + HEADERS > arena->next_size / 4) {
            struct arena_block *block = memory_alloc(size + HEADERS - MEMORY_HEADER);
            return (char *)add_block(arena, block, size + HEADERS) + BLOCK_HEADER;
        }
        begin_block(arena);
    }
    char *result = arena->cursor;
    arena->cursor += size;
    if (arena->cursor > arena->end) {
        size_t left = (size_t)(arena->limit - arena->cursor);
        char *end = arena->cursor + (left < ZEROED_AT_ONCE ? left : ZEROED_AT_ONCE);
        memset(arena->end, 0, (size_t)(end - arena->end));
        arena->end = end;
    }
    return result;
}

void *arena_copy(struct arena *arena, const void *data, size_t size) {
    void *copy = arena_alloc(arena, size);
    if (size) {
        memcpy(copy, data, size);
    }
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        memory_fail(0);
    }
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

size_t arena_bytes(const struct arena *arena) {
    return arena->bytes;
}
