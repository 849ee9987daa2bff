/* A bump allocator over blocks that grow; nothing is freed before the whole. */
#include "support/support.h"

#include <string.h>

#define FIRST_BLOCK        ((size_t)592) /* small: many arenas only live through one operation */
#define SECOND_BLOCK       ((size_t)2048)
#define LARGEST_HEAP_BLOCK ((size_t)256 * 1024)
/* A huge page where the system has them: far fewer page faults. */
#define LARGEST_BLOCK ((size_t)2 * 1024 * 1024)

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
    struct arena_block *block = memory_alloc(FIRST_BLOCK - MEMORY_HEADER);
    struct arena *arena = (struct arena *)((char *)block + BLOCK_HEADER);
    block->size = FIRST_BLOCK;
    *arena = (struct arena){
        .cursor = (char *)arena + ARENA_SIZE,
        .end = (char *)block + FIRST_BLOCK - MEMORY_HEADER,
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
        if ((char *)block + block->size - MEMORY_HEADER == arena->end) {
            used = block;
        } else if (block != first) {
            arena->bytes -= block->size;
            memory_free(block);
        }
    }
    char *begin = used == first ? (char *)arena + ARENA_SIZE : (char *)used + BLOCK_HEADER;
    memset(begin, 0, (size_t)(arena->cursor - begin));
    arena->cursor = begin;
    arena->blocks = used;
    used->next = used == first ? NULL : first;
    first->next = NULL;
}

static struct arena_block *new_block(struct arena *arena, size_t size) {
    struct arena_block *block = size == LARGEST_BLOCK ? memory_map(size) : NULL;
    block = block ? block : memory_alloc(size - MEMORY_HEADER);
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->bytes += size;
    return block;
}

/* From a new block: one of its own where the memory asked for is large. */
void *arena_alloc_slow(struct arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) {
        memory_fail(size);
    }
    size = size ? (size + 15) & ~(size_t)15 : 16;
    if (size + HEADERS > arena->next_size / 4) {
        return (char *)new_block(arena, size + HEADERS) + BLOCK_HEADER;
    }
    size_t block_size = arena->next_size;
    struct arena_block *block = new_block(arena, block_size);
    if (arena->next_size < LARGEST_BLOCK) {
        arena->next_size =
            arena->next_size < LARGEST_HEAP_BLOCK ? arena->next_size * 2 : LARGEST_BLOCK;
    }
    arena->cursor = (char *)block + BLOCK_HEADER + size;
    arena->end = (char *)block + block_size - MEMORY_HEADER;
    return (char *)block + BLOCK_HEADER;
}

void *arena_array(struct arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        memory_fail(SIZE_MAX);
    }
    return arena_alloc(arena, bytes);
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
