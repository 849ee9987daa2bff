/* One walk over a kernel. Expressions are marked while it lasts, and unmarked at its end: a walk
 * leaves nothing behind that another could stumble over. */
#include "codegen/program/visit.h"

#include "codegen/library/library.h"

/* An expression whose operands are being visited. */
struct open_expr {
    struct expr *expr;
    uint32_t next; /* operand, then index, to visit */
};
struct walk {
    const struct kernel *kernel;
    struct uses *uses;
    enum place place;
    VECTOR(struct open_expr) open;
};

static void add_access(struct walk *walk, const struct access *access, bool loads, bool stores,
                       const struct statement *statement) {
    *vector_push(&walk->uses->accesses) =
        (struct used_access){access->buffer, access, statement, loads, stores, walk->place};
}

void visit_buffer(struct walk *walk, const struct kernel_buffer *buffer, bool loads, bool stores) {
    *vector_push(&walk->uses->accesses) =
        (struct used_access){buffer, NULL, NULL, loads, stores, walk->place};
}

static void add_guards(struct walk *walk, const struct guard *guards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        *vector_push(&walk->uses->guards) = (struct used_guard){&guards[i], walk->place};
    }
}

/* --- expressions --- */

uint32_t affine_varies(const struct kernel *kernel, const struct affine *affine) {
    uint32_t varies = 0;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        if (affine->stride[d] != 0 && kernel->extent[d] > 1) {
            varies |= 1u << d;
        }
    }
    return varies;
}

uint32_t access_varies(const struct kernel *kernel, const struct access *access) {
    uint32_t varies = affine_varies(kernel, &access->at);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        varies |= access->indirect[i].index->varies;
    }
    return varies;
}

/* What the expression itself varies with, its operands apart. Statements and terms that it refers
 * to have been visited before. */
static uint32_t own_varies(const struct kernel *kernel, const struct expr *expr) {
    uint32_t parallel = first_dims(kernel->parallel_count), body = kernel->body_count;
    switch (expr->kind) {
    case EXPR_LOAD:
        return access_varies(kernel, &expr->access);
    case EXPR_INDEX:
        return affine_varies(kernel, &expr->affine);
    case EXPR_REDUCED:
    case EXPR_ACCUMULATOR:
        return parallel;
    case EXPR_TERM:
        return kernel->reduction->term[expr->number]->varies;
    case EXPR_VALUE:
        return expr->number < body ? kernel->body[expr->number].value->varies
                                   : kernel->results[expr->number - body].value->varies;
    default:
        return 0;
    }
}

static uint32_t all_varies(const struct kernel *kernel, const struct expr *expr) {
    uint32_t varies = own_varies(kernel, expr);
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        varies |= expr->args[i]->varies;
    }
    for (uint32_t i = 0; i < expr->guard_count; i++) {
        varies |= affine_varies(kernel, &expr->guards[i].at);
    }
    return varies;
}

static void open_expr(struct walk *walk, struct expr *expr) {
    if (!expr->visited) {
        expr->visited = true;
        *vector_push(&walk->open) = (struct open_expr){expr, 0};
    }
}

static void close_expr(struct walk *walk, struct expr *expr) {
    expr->varies = all_varies(walk->kernel, expr);
    *vector_push(&walk->uses->exprs) = (struct used_expr){expr, walk->place};
    add_guards(walk, expr->guards, expr->guard_count);
    if (expr->kind == EXPR_LOAD) {
        add_access(walk, &expr->access, true, false, NULL);
    }
}

void visit_expr(struct walk *walk, struct expr *root) {
    open_expr(walk, root);
    while (walk->open.count > 0) {
        struct open_expr *top = &walk->open.items[walk->open.count - 1];
        struct expr *expr = top->expr;
        uint32_t next = top->next++;
        if (next < expr->arg_count) {
            open_expr(walk, expr->args[next]);
        } else if (next - expr->arg_count < expr->access.indirect_count) {
            open_expr(walk, expr->access.indirect[next - expr->arg_count].index);
        } else {
            walk->open.count--;
            close_expr(walk, expr);
        }
    }
}

void visit_access(struct walk *walk, const struct access *access, bool loads, bool stores) {
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        visit_expr(walk, access->indirect[i].index);
    }
    add_access(walk, access, loads, stores, NULL);
}

/* --- kernels --- */

static void visit_statements(struct walk *walk, enum place place,
                             const struct statement *statements, uint32_t count) {
    walk->place = place;
    for (uint32_t i = 0; i < count; i++) {
        const struct statement *statement = &statements[i];
        visit_expr(walk, statement->value);
        if (statement->condition != NULL) {
            visit_expr(walk, statement->condition);
        }
        for (uint32_t k = 0; k < statement->store.indirect_count; k++) {
            visit_expr(walk, statement->store.indirect[k].index);
        }
        add_access(walk, &statement->store, statement->combine != SCALAR_NONE, true, statement);
    }
}

static void visit_reduction(struct walk *walk, const struct reduction *reduction) {
    walk->place = PLACE_REDUCTION;
    add_guards(walk, reduction->guards, reduction->guard_count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        visit_expr(walk, reduction->term[i]);
    }
    walk->place = PLACE_STEP;
    for (uint32_t i = 0; reduction->next != NULL && i < reduction->count; i++) {
        visit_expr(walk, reduction->next[i]);
    }
    walk->place = PLACE_INIT;
    for (uint32_t i = 0; i < reduction->count; i++) {
        visit_expr(walk, reduction->init[i]);
    }
}

void kernel_uses(const struct kernel *kernel, struct uses *uses) {
    struct walk walk = {.kernel = kernel, .uses = uses};
    uses->exprs.count = uses->accesses.count = uses->guards.count = 0;
    visit_statements(&walk, PLACE_BODY, kernel->body, kernel->body_count);
    if (kernel->reduction != NULL) {
        visit_reduction(&walk, kernel->reduction);
    }
    visit_statements(&walk, PLACE_RESULTS, kernel->results, kernel->result_count);
    walk.place = PLACE_LIBRARY;
    if (kernel->library != NULL) {
        kernel->library->touch(&walk, kernel);
    }
    for (size_t i = 0; i < uses->exprs.count; i++) {
        uses->exprs.items[i].expr->visited = false;
    }
    vector_free(&walk.open);
}

void visit_first(struct walk *walk, const struct kernel *first) {
    const enum place place = walk->place;
    struct uses uses = {.exprs = {0}};
    kernel_uses(first, &uses);
    walk->place = PLACE_FIRST;
    for (size_t i = 0; i < uses.accesses.count; i++) {
        const struct used_access *used = &uses.accesses.items[i];
        if (used->buffer->kind != BUFFER_ROWS) {
            visit_buffer(walk, used->buffer, used->loads, used->stores);
        }
    }
    walk->place = place;
    uses_free(&uses);
}

void uses_free(struct uses *uses) {
    vector_free(&uses->exprs);
    vector_free(&uses->accesses);
    vector_free(&uses->guards);
}

/* --- overlap --- */

/* An argument may lie in the memory of the result that it is donated to. */
static const struct kernel_buffer *place_of(const struct kernel_buffer *buffer) {
    return buffer->kind == BUFFER_INPUT && buffer->same ? buffer->same : buffer;
}

/* Where the buffer's memory is: buffers in the same one can overlap. */
static bool same_memory(const struct kernel_buffer *a, const struct kernel_buffer *b) {
    a = place_of(a);
    b = place_of(b);
    if (a->kind != b->kind || buffer_is_of_task(a)) {
        return a == b;
    }
    return a->kind == BUFFER_ARENA || a->kind == BUFFER_KEPT || a->number == b->number;
}

/* Whether elements least..most of one buffer lie on those of the other. */
static bool runs_overlap(const struct kernel_buffer *a, const int64_t a_run[2],
                         const struct kernel_buffer *b, const int64_t b_run[2]) {
    int64_t a_bytes = element_info[a->element].bytes, b_bytes = element_info[b->element].bytes;
    return buffer_offset(a) + a_run[0] * a_bytes < buffer_offset(b) + (b_run[1] + 1) * b_bytes &&
           buffer_offset(b) + b_run[0] * b_bytes < buffer_offset(a) + (a_run[1] + 1) * a_bytes;
}

bool buffers_overlap(const struct kernel_buffer *a, const struct kernel_buffer *b) {
    const int64_t a_run[2] = {0, a->elements - 1}, b_run[2] = {0, b->elements - 1};
    return a == b || (same_memory(a, b) && runs_overlap(a, a_run, b, b_run));
}

bool buffers_meet(const struct kernel_buffer *a, const struct kernel_buffer *b) {
    a = buffer_memory(a);
    b = buffer_memory(b);
    bool is_numbered =
        a->kind == BUFFER_INPUT || a->kind == BUFFER_OUTPUT || a->kind == BUFFER_CONSTANT;
    return a == b || (is_numbered && a->kind == b->kind && a->number == b->number);
}

void affine_range(const struct kernel *kernel, const struct affine *affine, int64_t *least,
                  int64_t *most) {
    *least = *most = affine->offset;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        int64_t reach = affine->stride[d] * (kernel->extent[d] - 1);
        *(reach < 0 ? least : most) += reach;
    }
}

static void access_run(const struct kernel *kernel, const struct access *access, int64_t run[2]) {
    run[0] = 0;
    run[1] = access->buffer->elements - 1;
    if (access->indirect_count == 0) {
        affine_range(kernel, &access->at, &run[0], &run[1]);
    }
}

bool accesses_overlap(const struct kernel *kernel, const struct access *a, const struct access *b) {
    int64_t a_run[2], b_run[2];
    access_run(kernel, a, a_run);
    access_run(kernel, b, b_run);
    return same_memory(a->buffer, b->buffer) && runs_overlap(a->buffer, a_run, b->buffer, b_run);
}

bool program_reads(const void *program, const void *elements) {
    const struct program *kernels = program;
    uint32_t i = 0;
    while (i < kernels->constant_count && kernels->constants[i]->data != elements) {
        i++;
    }
    return i < kernels->constant_count;
}
