/* The order of kernels with the barriers between them, and one arena for all that lives between
 * kernels: a buffer's bytes are used again when its last reader is done. */
#include <stdlib.h>

#include "codegen/graph/graph.h"
#include "codegen/program/visit.h"

enum { ALIGNMENT = 64 };

/* --- what a kernel touches ----------------------------------------------------------------------
 */

struct touch {
    const struct kernel_buffer *buffer;
    bool writes;
};
struct touches {
    VECTOR(struct touch) list;
};

static void touch_kernel(struct touches *touches, const struct kernel *kernel) {
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    touches->list.count = 0;
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        enum buffer_kind kind = used->buffer->kind;
        if (kind != BUFFER_TILE && kind != BUFFER_INPUT && kind != BUFFER_CONSTANT) {
            *vector_push(&touches->list) = (struct touch){used->buffer, used->stores};
        }
    }
    uses_free(&uses);
}

/* --- liveness and the arena ----------------------------------------------------------------------
 */

static int64_t buffer_bytes(const struct kernel_buffer *buffer) {
    int64_t bytes = buffer->elements * element_info[buffer->element].bytes;
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void find_liveness(struct program *program) {
    struct touches touches = {0};
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        touch_kernel(&touches, program->kernels[i]);
        for (size_t k = 0; k < touches.list.count; k++) {
            struct kernel_buffer *buffer = program->buffers[touches.list.items[k].buffer->id];
            if (buffer->first_step < 0) {
                buffer->first_step = (int32_t)i;
            }
            buffer->last_step = (int32_t)i;
        }
    }
    vector_free(&touches.list);
}

/* Free bytes of the arena, in order, neighbours merged. */
struct hole {
    int64_t offset, bytes;
};
struct holes {
    VECTOR(struct hole) list;
    int64_t end; /* of the arena so far */
};

static int64_t take(struct holes *holes, int64_t bytes) {
    struct hole *best = NULL;
    for (size_t i = 0; i < holes->list.count; i++) {
        struct hole *hole = &holes->list.items[i];
        if (hole->bytes >= bytes && (!best || hole->bytes < best->bytes)) {
            best = hole;
        }
    }
    if (best) {
        int64_t offset = best->offset;
        best->offset += bytes;
        best->bytes -= bytes;
        return offset;
    }
    size_t count = holes->list.count;
    struct hole *last = count ? &holes->list.items[count - 1] : NULL;
    if (last && last->offset + last->bytes == holes->end) {
        int64_t offset = last->offset; /* grow the arena by what its last hole lacks */
        holes->end = offset + bytes;
        holes->list.count--;
        return offset;
    }
    int64_t offset = holes->end;
    holes->end += bytes;
    return offset;
}

static void give(struct holes *holes, int64_t offset, int64_t bytes) {
    size_t at = holes->list.count;
    (void)*vector_push(&holes->list);
    struct hole *list = holes->list.items;
    while (at > 0 && list[at - 1].offset > offset) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = (struct hole){offset, bytes};
    size_t kept = 0;
    for (size_t i = 0; i < holes->list.count; i++) {
        if (list[i].bytes == 0) {
            continue;
        }
        if (kept > 0 && list[kept - 1].offset + list[kept - 1].bytes == list[i].offset) {
            list[kept - 1].bytes += list[i].bytes;
        } else {
            list[kept++] = list[i];
        }
    }
    holes->list.count = kept;
}

static int by_first_step(const void *a, const void *b) {
    const struct kernel_buffer *x = *(struct kernel_buffer *const *)a;
    const struct kernel_buffer *y = *(struct kernel_buffer *const *)b;
    return x->first_step != y->first_step ? (x->first_step < y->first_step ? -1 : 1)
                                          : (x->id < y->id ? -1 : x->id > y->id);
}

static int by_last_step(const void *a, const void *b) {
    const struct kernel_buffer *x = *(struct kernel_buffer *const *)a;
    const struct kernel_buffer *y = *(struct kernel_buffer *const *)b;
    return x->last_step != y->last_step ? (x->last_step < y->last_step ? -1 : 1)
                                        : (x->id < y->id ? -1 : x->id > y->id);
}

static void plan_arena(struct program *program) {
    uint32_t count = 0;
    struct kernel_buffer **starts =
        ARENA_ARRAY(program->arena, struct kernel_buffer *, program->buffer_count + 1);
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        struct kernel_buffer *buffer = program->buffers[i];
        if (buffer->kind == BUFFER_ARENA && buffer->first_step >= 0) {
            starts[count++] = buffer;
        }
    }
    struct kernel_buffer **ends = arena_copy(program->arena, starts, (count + 1) * sizeof *starts);
    qsort(starts, count, sizeof *starts, by_first_step);
    qsort(ends, count, sizeof *ends, by_last_step);
    struct holes holes = {0};
    for (uint32_t i = 0, ended = 0; i < count; i++) {
        while (ends[ended]->last_step < starts[i]->first_step) {
            give(&holes, ends[ended]->offset, buffer_bytes(ends[ended]));
            ended++;
        }
        starts[i]->offset = take(&holes, buffer_bytes(starts[i]));
    }
    program->arena_bytes = holes.end;
    vector_free(&holes.list);
}

/* --- barriers --------------------------------------------------------------------------------- */

static bool conflicts(const struct touches *before, const struct touches *now, bool is_disjoint) {
    for (size_t i = 0; i < before->list.count; i++) {
        for (size_t k = 0; k < now->list.count; k++) {
            const struct touch *a = &before->list.items[i], *b = &now->list.items[k];
            if (is_disjoint && a->writes && b->writes && a->buffer == b->buffer) {
                continue;
            }
            if ((a->writes || b->writes) && buffers_overlap(a->buffer, b->buffer)) {
                return true;
            }
        }
    }
    return false;
}

static void place_barriers(struct program *program) {
    struct touches since = {0}, now = {0};
    program->steps = ARENA_ARRAY(program->arena, struct step, program->kernel_count + 1);
    program->step_count = program->kernel_count;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        struct kernel *kernel = program->kernels[i];
        touch_kernel(&now, kernel);
        program->steps[i] =
            (struct step){STEP_KERNEL, kernel, conflicts(&since, &now, kernel->is_disjoint)};
        if (program->steps[i].barrier) {
            since.list.count = 0;
        }
        for (size_t k = 0; k < now.list.count; k++) {
            *vector_push(&since.list) = now.list.items[k];
        }
    }
    vector_free(&since.list);
    vector_free(&now.list);
}

void program_schedule(struct program *program) {
    find_liveness(program);
    plan_arena(program);
    place_barriers(program);
}
