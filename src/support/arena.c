/* A bump allocator over blocks that grow; nothing is freed before the whole. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define FIRST_BLOCK        ((size_t)512) /* small: many arenas only live through one operation */
#define LARGEST_HEAP_BLOCK ((size_t)256 * 1024)
/* A huge page where the system has them: far fewer page faults. */
#define LARGEST_BLOCK ((size_t)2 * 1024 * 1024)

struct arena_block {
    struct arena_block *next;
    size_t size;    /* with this header */
    bool is_mapped; /* by mmap, not from the heap */
};

#define HEADER ((sizeof(struct arena_block) + 15) & ~(size_t)15)

static _Noreturn void out_of_memory(size_t size) {
    fprintf(stderr, "sdyc: out of memory (%zu bytes asked for)\n", size);
    exit(1);
}

struct arena *arena_new(void) {
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena) {
        out_of_memory(sizeof *arena);
    }
    arena->next_size = FIRST_BLOCK;
    return arena;
}

static void free_block(struct arena_block *block) {
    if (block->is_mapped) {
        munmap(block, block->size);
    } else {
        free(block);
    }
}

void arena_free(struct arena *arena) {
    if (!arena) {
        return;
    }
    struct arena_block *block = arena->blocks;
    while (block) {
        struct arena_block *next = block->next;
        free_block(block);
        block = next;
    }
    free(arena);
}

/* The block that is in use stays. */
void arena_reset(struct arena *arena) {
    struct arena_block *kept = NULL;
    for (struct arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        if ((char *)block + block->size == arena->end) {
            kept = block;
        } else {
            arena->bytes -= block->size;
            free_block(block);
        }
    }
    arena->blocks = kept;
    if (kept) {
        char *begin = (char *)kept + HEADER;
        memset(begin, 0, (size_t)(arena->cursor - begin));
        arena->cursor = begin;
        kept->next = NULL;
    }
}

/* A block at a multiple of its size, which is what huge pages need; NULL where there is none. */
static struct arena_block *map_block(void) {
    size_t size = LARGEST_BLOCK;
    char *memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    size_t before = (size_t)(-(uintptr_t)memory) & (size - 1);
    if (before) {
        munmap(memory, before);
    }
    munmap(memory + before + size, size - before);
    struct arena_block *block = (struct arena_block *)(memory + before);
    madvise(block, size, MADV_HUGEPAGE);
    block->is_mapped = true;
    return block;
}

static struct arena_block *new_block(struct arena *arena, size_t size) {
    struct arena_block *block = size == LARGEST_BLOCK ? map_block() : NULL;
    block = block ? block : calloc(1, size);
    if (!block) {
        out_of_memory(size);
    }
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->bytes += size;
    return block;
}

/* From a new block: one of its own where the memory asked for is large. */
void *arena_alloc_slow(struct arena *arena, size_t size) {
    const size_t header = HEADER;
    if (size > SIZE_MAX / 2) {
        out_of_memory(size);
    }
    size = size ? (size + 15) & ~(size_t)15 : 16;
    if (size + header > arena->next_size / 4) {
        return (char *)new_block(arena, size + header) + header;
    }
    size_t block_size = arena->next_size;
    struct arena_block *block = new_block(arena, block_size);
    if (arena->next_size < LARGEST_BLOCK) {
        arena->next_size =
            arena->next_size < LARGEST_HEAP_BLOCK ? arena->next_size * 4 : LARGEST_BLOCK;
    }
    arena->cursor = (char *)block + header + size;
    arena->end = (char *)block + block_size;
    return (char *)block + header;
}

void *arena_array(struct arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        out_of_memory(SIZE_MAX);
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
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

size_t arena_bytes(const struct arena *arena) {
    return arena->bytes;
}
