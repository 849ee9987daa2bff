/* Kernels that make what the next one reads become its first part, where its kind of library kernel
 * takes them (take_first): those first between which most passes. */
#include <stdlib.h>

#include "codegen/library/library.h"
#include "codegen/lower/merge/merge.h"
#include "codegen/program/steps.h"
#include "codegen/program/visit.h"

#include "caches.h"

enum { LEAST_BYTES = SDYRT_FAR_CACHE / 8 }; /* that pass: less stays in a cache anyway */

/* Kernels of two steps one behind the other, but for what is prepared for the second. */
struct pair {
    struct kernel *first, *second;
    struct kernel_buffer *between;
    int64_t bytes;
};
struct joining {
    struct program *program;
    struct uses uses;
    VECTOR(struct pair) pairs;
    struct pointer_map taken; /* kernels that have become a part of another */
};

/* The buffer that the kernel writes, if it is one of the arena, in memory of its own. */
static struct kernel_buffer *written_by(struct joining *joining, const struct kernel *kernel) {
    const struct kernel_buffer *written = NULL;
    kernel_uses(kernel, &joining->uses);
    for (size_t i = 0; i < joining->uses.accesses.count; i++) {
        const struct used_access *used = &joining->uses.accesses.items[i];
        if (used->stores && written != NULL && used->buffer != written) {
            return NULL;
        }
        written = used->stores ? used->buffer : written;
    }
    bool is_own = written != NULL && buffer_has_arena(written);
    return is_own ? joining->program->buffers[written->id] : NULL;
}

static void add_pair(struct joining *joining, const struct step *first, const struct step *second) {
    const struct kernel *kernel = second->kernel;
    if (first->kind != STEP_KERNEL || second->kind != STEP_KERNEL || kernel->library == NULL ||
        kernel->library->rows.take_first == NULL || kernel->is_once ||
        first->kernel->kind != KERNEL_LIBRARY || first->kernel->is_once) {
        return;
    }
    struct kernel_buffer *between = written_by(joining, first->kernel);
    if (between != NULL) {
        int64_t bytes = between->elements * (int64_t)element_info[between->element].bytes;
        if (bytes >= LEAST_BYTES) {
            *vector_push(&joining->pairs) =
                (struct pair){first->kernel, second->kernel, between, bytes};
        }
    }
}

static bool prepares(const struct step *step) {
    const struct kernel *kernel = step->kind == STEP_KERNEL ? step->kernel : NULL;
    return kernel != NULL && kernel->library != NULL && kernel->library->prepares;
}

static void find_pairs(struct step_list *list, void *joining) {
    for (uint32_t i = 0; i + 1 < list->count; i++) {
        const uint32_t next = i + 2 < list->count && prepares(&list->items[i + 1]) ? i + 2 : i + 1;
        add_pair(joining, &list->items[i], &list->items[next]);
    }
}

const uint32_t *program_count_users(const struct program *program) {
    struct uses uses = {0};
    uint32_t *count = ARENA_ARRAY(program->arena, uint32_t, program->buffer_count + 1);
    const struct kernel **last =
        ARENA_ARRAY(program->arena, const struct kernel *, program->buffer_count + 1);
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        const struct kernel *kernel = program->kernels[i];
        kernel_uses(kernel, &uses);
        for (size_t k = 0; k < uses.accesses.count; k++) {
            const struct kernel_buffer *buffer = uses.accesses.items[k].buffer;
            const uint32_t id = buffer_memory(buffer)->id;
            count[id] += last[id] != kernel;
            last[id] = kernel;
        }
    }
    uses_free(&uses);
    return count;
}

/* Most bytes first; of as many, in the order of the program. */
static int by_bytes(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return x->bytes != y->bytes
               ? (x->bytes > y->bytes ? -1 : 1)
               : (x->between->id > y->between->id) - (x->between->id < y->between->id);
}

static void join(struct joining *joining, const struct pair *pair) {
    struct kernel *first = pair->first, *second = pair->second;
    if (pointer_map_get(&joining->taken, second) != NULL ||
        !second->library->rows.take_first(second, first, pair->between)) {
        return;
    }
    pair->between->kind = BUFFER_ROWS;
    second->comment =
        arena_printf(joining->program->arena, "%s; %s", first->comment, second->comment);
    second->first = first->first;
    second->flops += first->flops;
    second->transcendentals += first->transcendentals;
    second->bytes += first->bytes - 2 * (double)pair->bytes; /* which is neither written nor read */
    pointer_map_put(&joining->taken, first, second);
}

static bool is_taken(const struct kernel *kernel, const void *data) {
    const struct joining *joining = data;
    return pointer_map_get(&joining->taken, kernel) != NULL;
}

void program_join_rows(struct program *program) {
    struct joining joining = {.program = program};
    step_lists_visit(&program->steps, find_pairs, &joining);
    if (joining.pairs.count > 0) {
        const uint32_t *users = program_count_users(program);
        qsort(joining.pairs.items, joining.pairs.count, sizeof(struct pair), by_bytes);
        for (size_t i = 0; i < joining.pairs.count; i++) {
            const struct pair *pair = &joining.pairs.items[i];
            if (users[pair->between->id] == 2) {
                join(&joining, pair);
            }
        }
        program_drop_kernels(program, is_taken, &joining);
    }
    vector_free(&joining.pairs);
    pointer_map_free(&joining.taken);
    uses_free(&joining.uses);
}
