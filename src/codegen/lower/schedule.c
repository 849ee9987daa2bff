/* The order of kernels with the barriers between them, and one arena for all that lives between
 * kernels: a buffer's bytes are used again when its last reader is done. */
#include <stdlib.h>

#include "codegen/graph/graph.h"

enum { ALIGNMENT = 64, FIRST_STAMP = 1 << 20 /* above what lowering leaves in notes */ };

/* --- what a kernel touches ----------------------------------------------------------------------
 */

struct touch {
    const struct kernel_buffer *buffer;
    bool writes;
};
struct touches {
    VECTOR(struct touch) list;
    int32_t stamp;
};

static void touch(struct touches *touches, const struct kernel_buffer *buffer, bool writes) {
    if (buffer->kind != BUFFER_TILE && buffer->kind != BUFFER_INPUT &&
        buffer->kind != BUFFER_CONSTANT) {
        *vector_push(&touches->list) = (struct touch){buffer, writes};
    }
}

static void touch_expr(struct touches *touches, struct expr *expr);

static void touch_access(struct touches *touches, const struct access *access, bool writes) {
    touch(touches, access->buffer, writes);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        touch_expr(touches, access->indirect[i].index);
    }
}

static void touch_expr(struct touches *touches, struct expr *expr) {
    if (expr->note == touches->stamp) {
        return;
    }
    expr->note = touches->stamp;
    if (expr->kind == EXPR_LOAD) {
        touch_access(touches, &expr->access, false);
    }
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        touch_expr(touches, expr->args[i]);
    }
}

static void touch_statements(struct touches *touches, const struct statement *statements,
                             uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        touch_access(touches, &statements[i].store, true);
        touch_expr(touches, statements[i].value);
        if (statements[i].condition) {
            touch_expr(touches, statements[i].condition);
        }
    }
}

static void touch_kernel(struct touches *touches, const struct kernel *kernel) {
    touches->list.count = 0;
    touches->stamp++; /* notes of an earlier walk must not hide anything from this one */
    touch_statements(touches, kernel->body, kernel->body_count);
    touch_statements(touches, kernel->results, kernel->result_count);
    if (kernel->reduction) {
        for (uint32_t i = 0; i < kernel->reduction->count; i++) {
            touch_expr(touches, kernel->reduction->init[i]);
            touch_expr(touches, kernel->reduction->term[i]);
        }
    }
    if (kernel->kind == KERNEL_GEMM) {
        touch_access(touches, &kernel->gemm.a, false);
        touch_access(touches, &kernel->gemm.b, false);
        touch_access(touches, &kernel->gemm.c, true);
    } else if (kernel->kind == KERNEL_CONVOLUTION) {
        touch(touches, kernel->convolution.input, false);
        touch(touches, kernel->convolution.kernel, false);
        touch(touches, kernel->convolution.output, true);
    }
}

/* --- liveness and the arena ----------------------------------------------------------------------
 */

/* The end of so many bytes from an offset; where 64 bits cannot count them, there is no memory. */
static int64_t end_of(int64_t offset, int64_t bytes) {
    int64_t end;
    if (__builtin_add_overflow(offset, bytes, &end)) {
        memory_fail(SIZE_MAX);
    }
    return end;
}

static int64_t buffer_bytes(const struct kernel_buffer *buffer) {
    int64_t bytes;
    if (!multiply_checked(buffer->elements, (int64_t)element_info[buffer->element].bytes, &bytes)) {
        memory_fail(SIZE_MAX);
    }
    return end_of(bytes, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void find_liveness(struct program *program) {
    struct touches touches = {.stamp = FIRST_STAMP};
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
        holes->end = end_of(offset, bytes);
        holes->list.count--;
        return offset;
    }
    int64_t offset = holes->end;
    holes->end = end_of(offset, bytes);
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

static bool overlap(const struct kernel_buffer *a, const struct kernel_buffer *b) {
    if (a == b) {
        return true;
    }
    return a->kind == BUFFER_ARENA && b->kind == BUFFER_ARENA &&
           a->offset < b->offset + buffer_bytes(b) && b->offset < a->offset + buffer_bytes(a);
}

static bool conflicts(const struct touches *before, const struct touches *now, bool is_disjoint) {
    for (size_t i = 0; i < before->list.count; i++) {
        for (size_t k = 0; k < now->list.count; k++) {
            const struct touch *a = &before->list.items[i], *b = &now->list.items[k];
            if (is_disjoint && a->writes && b->writes && a->buffer == b->buffer) {
                continue;
            }
            if ((a->writes || b->writes) && overlap(a->buffer, b->buffer)) {
                return true;
            }
        }
    }
    return false;
}

static void place_barriers(struct program *program) {
    struct touches since = {0}, now = {.stamp = (int32_t)program->kernel_count + FIRST_STAMP};
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
