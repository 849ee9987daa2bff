/* The heap of the compiler: every block is on the list of the guard under which it was allocated,
 * so that an allocation that fails can take back all of them and leave the guarded call. Errors of
 * our own leave it the same way. */
#include "support/support.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* In front of every block. */
struct memory_block {
    struct memory_block *next, **link; /* `link`: what points here; NULL outside of any guard */
    size_t mapped;                     /* bytes from mmap; 0: from the heap */
    void (*release)(void *block);      /* of one that owns something; else NULL */
};
_Static_assert(sizeof(struct memory_block) == MEMORY_HEADER, "blocks stay aligned to 16 bytes");

/* A guarded call that has not returned yet. */
struct scope {
    struct memory *memory;
    struct memory_cleanup *cleanups; /* the newest first */
    struct scope *outer;
    struct location place; /* of what is worked on */
    jmp_buf jump;
};
static _Thread_local struct scope *current;

/* --- lists ------------------------------------------------------------------------------------ */

static void *enlist(struct memory_block *block, size_t mapped) {
    struct memory_block **head = current ? &current->memory->blocks : NULL;
    *block = (struct memory_block){.next = head ? *head : NULL, .link = head, .mapped = mapped};
    if (block->next) {
        block->next->link = &block->next;
    }
    if (head) {
        *head = block;
    }
    return block + 1;
}

static struct memory_block *block_of(void *pointer) {
    return (struct memory_block *)pointer - 1;
}

static void give_back(struct memory_block *block) {
    if (block->release) {
        block->release(block + 1);
    }
    if (block->mapped) {
        munmap(block, block->mapped);
    } else {
        free(block);
    }
}

void memory_free(void *pointer) {
    if (!pointer) {
        return;
    }
    struct memory_block *block = block_of(pointer);
    if (block->link) {
        *block->link = block->next;
    }
    if (block->next) {
        block->next->link = block->link;
    }
    give_back(block);
}

void memory_release(struct memory *memory) {
    struct memory_block *block = memory->blocks;
    memory->blocks = NULL;
    while (block) {
        struct memory_block *next = block->next;
        give_back(block);
        block = next;
    }
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* With the header; what exceeds all address spaces does not reach the allocator. */
static size_t whole_size(size_t size) {
    if (size > PTRDIFF_MAX - MEMORY_HEADER) {
        memory_fail(size);
    }
    return size + MEMORY_HEADER;
}

/* glibc's calloc asks the whole heap where its malloc has a small block at hand. */
#define SMALL 1024

static struct memory_block *zeroed(size_t size) {
    if (size > SMALL) {
        return calloc(1, size);
    }
    struct memory_block *block = malloc(size);
    return block ? memset(block, 0, size) : NULL;
}

void *memory_alloc(size_t size) {
    struct memory_block *block = zeroed(whole_size(size));
    if (!block) {
        memory_fail(size);
    }
    return enlist(block, 0);
}

void *memory_raw(size_t size) {
    struct memory_block *block = malloc(whole_size(size));
    if (!block) {
        memory_fail(size);
    }
    return enlist(block, 0);
}

void *memory_owner(size_t size, void (*release)(void *block)) {
    void *pointer = memory_alloc(size);
    block_of(pointer)->release = release;
    return pointer;
}

static size_t array_size(size_t count, size_t size) {
    size_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes;
}

void *memory_array(size_t count, size_t size) {
    return memory_alloc(array_size(count, size));
}

void *memory_resize(void *pointer, size_t count, size_t size) {
    size_t bytes = array_size(count, size), whole = whole_size(bytes);
    struct memory_block *block = realloc(pointer ? block_of(pointer) : NULL, whole);
    if (!block) {
        memory_fail(bytes);
    }
    if (!pointer) {
        return enlist(block, 0);
    }
    if (block->link) {
        *block->link = block;
    }
    if (block->next) {
        block->next->link = &block->next;
    }
    return block + 1;
}

void *memory_map(size_t size) {
    char *memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    size_t before = (size_t)(-(uintptr_t)memory) & (size - 1);
    if (before) {
        munmap(memory, before);
    }
    munmap(memory + before + size, size - before);
    madvise(memory + before, size, MADV_HUGEPAGE);
    return enlist((struct memory_block *)(memory + before), size);
}

/* --- failure ---------------------------------------------------------------------------------- */

bool memory_guard(struct memory *memory, void (*body)(void *data), void *data) {
    struct scope here = {.memory = memory, .outer = current};
    current = &here;
    if (setjmp(here.jump) == 0) {
        body(data);
        current = here.outer;
        return true;
    }
    current = here.outer;
    return false;
}

static void clean(const struct scope *failed) {
    for (struct memory_cleanup *cleanup = failed->cleanups; cleanup; cleanup = cleanup->outer) {
        cleanup->run(cleanup->data);
    }
}

_Noreturn void memory_fail(size_t asked) {
    struct scope *failed = current;
    if (!failed) {
        fprintf(stderr, "sdyc: out of memory outside of any guard (%zu bytes asked for)\n", asked);
        abort();
    }
    failed->memory->asked = asked;
    failed->memory->bug[0] = '\0';
    clean(failed);
    memory_release(failed->memory);
    longjmp(failed->jump, 1);
}

void memory_at(struct location place) {
    if (current) {
        current->place = place;
    }
}

_Noreturn void sdyc_bug_at(const char *file, int line, const char *format, ...) {
    char text[MEMORY_TEXT];
    struct scope *failed = current;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text - MEMORY_TEXT / 4, format, arguments);
    va_end(arguments);
    size_t used = length < 0 ? 0 : strlen(text);
    snprintf(text + used, sizeof text - used, " (%s:%d)", file, line);
    if (!failed) {
        fprintf(stderr, "sdyc: internal error: %s\n", text);
        abort();
    }
    memcpy(failed->memory->bug, text, sizeof text);
    failed->memory->place = failed->place;
    clean(failed);
    longjmp(failed->jump, 1);
}

void memory_text(const struct memory *memory, char text[MEMORY_TEXT]) {
    if (memory->bug[0]) {
        snprintf(text, MEMORY_TEXT, "internal error: %.480s", memory->bug);
        return;
    }
    int length = snprintf(text, MEMORY_TEXT, "out of memory");
    if (memory->asked > 0 && memory->asked < SIZE_MAX) {
        snprintf(text + length, (size_t)(MEMORY_TEXT - length), ": %zu bytes asked for",
                 memory->asked);
    }
}

void memory_cleanup_push(struct memory_cleanup *cleanup, void (*run)(void *data), void *data) {
    *cleanup = (struct memory_cleanup){run, data, current ? current->cleanups : NULL};
    if (current) {
        current->cleanups = cleanup;
    }
}

void memory_cleanup_pop(const struct memory_cleanup *cleanup) {
    if (current) {
        current->cleanups = cleanup->outer;
    }
}
