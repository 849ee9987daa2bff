/* The kernel that makes again what a statement of another one makes: a loop of the statement,
 * of what the other has loaded and stored. */
#include "codegen/lower/schedule/schedule.h"

/* What a statement stored, as a load of it; a value that is rounded on its way to memory stays. */
static void load_value(const struct kernel *maker, struct expr *expr) {
    const uint32_t body = maker->body_count, number = expr->number;
    const struct statement *statement =
        number < body ? &maker->body[number] : &maker->results[number - body];
    if (statement_is_plain(statement) && statement->value->type == expr->type &&
        access_element(&statement->store) == expr->type) {
        expr->kind = EXPR_LOAD;
        expr->access = statement->store;
    }
}

/* Copies of all expressions of a kernel. */
struct copying {
    struct uses uses; /* of the kernel */
    struct pointer_map copies;
};

static struct expr *copied(const struct copying *copying, struct expr *expr) {
    struct expr *copy = expr != NULL ? pointer_map_get(&copying->copies, expr) : NULL;
    return copy != NULL ? copy : expr;
}

static void copy_exprs(struct arena *arena, const struct kernel *maker, struct copying *copying) {
    kernel_uses(maker, &copying->uses);
    for (size_t i = 0; i < copying->uses.exprs.count; i++) {
        struct expr *from = copying->uses.exprs.items[i].expr;
        struct expr *to = arena_copy(arena, from, sizeof *from);
        for (uint32_t k = 0; k < from->arg_count; k++) {
            to->args[k] = copied(copying, from->args[k]);
        }
        if (to->kind == EXPR_VALUE) {
            load_value(maker, to);
        }
        pointer_map_put(&copying->copies, from, to);
    }
}

/* A loop of the one statement, over the points at which its kernel executes it. */
static struct kernel *copy_statement(struct arena *arena, const struct kernel *maker,
                                     const struct statement *made, const struct copying *copying) {
    struct kernel *kernel = arena_copy(arena, maker, sizeof *maker);
    struct statement *statement = arena_copy(arena, made, sizeof *made);
    const bool is_body =
        maker->body_count > 0 && made >= maker->body && made < maker->body + maker->body_count;
    statement->value = copied(copying, made->value);
    kernel->kind = KERNEL_LOOP;
    kernel->dim_count = kernel->parallel_count = is_body ? maker->dim_count : maker->parallel_count;
    kernel->comment = arena_printf(arena, "again: %s", maker->comment);
    kernel->library = NULL;
    kernel->call = NULL;
    kernel->reduction = NULL;
    kernel->together = 0;
    kernel->body = NULL;
    kernel->body_count = 0;
    kernel->results = statement;
    kernel->result_count = 1;
    return kernel;
}

/* Whether a statement of the kernel stores into the buffer's memory. */
static bool stores_to(const struct kernel *kernel, const struct kernel_buffer *buffer) {
    bool found = false;
    for (uint32_t i = 0; i < kernel->body_count && !found; i++) {
        found = buffers_meet(kernel->body[i].store.buffer, buffer);
    }
    for (uint32_t i = 0; i < kernel->result_count && !found; i++) {
        found = buffers_meet(kernel->results[i].store.buffer, buffer);
    }
    return found;
}

/* Whether computing the value takes no more than elements that lie at known places. */
static bool is_elementwise(const struct uses *uses) {
    bool is = true;
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct expr *expr = uses->exprs.items[i].expr;
        is = is && expr->kind != EXPR_VALUE && expr->kind != EXPR_REDUCED &&
             expr->kind != EXPR_TERM && expr->kind != EXPR_ACCUMULATOR &&
             expr->access.indirect_count == 0;
    }
    return is;
}

/* Whether what the maker loaded for the value is there still: its own statements have not
 * overwritten it. What it loads of a statement's value they have just stored. */
static bool finds_operands(const struct kernel *maker, const struct uses *uses,
                           const struct copying *copying) {
    struct pointer_map used = {0};
    bool finds = true;
    for (size_t i = 0; i < uses->exprs.count; i++) {
        pointer_map_put(&used, uses->exprs.items[i].expr, uses->exprs.items[i].expr);
    }
    for (size_t i = 0; i < copying->uses.exprs.count; i++) {
        const struct expr *from = copying->uses.exprs.items[i].expr;
        const bool loads = from->kind == EXPR_LOAD &&
                           pointer_map_get(&used, copied(copying, (struct expr *)from)) != NULL;
        finds = finds && !(loads && stores_to(maker, from->access.buffer));
    }
    pointer_map_free(&used);
    return finds;
}

struct kernel *kernel_again(struct arena *arena, const struct kernel *maker,
                            const struct statement *made) {
    struct copying copying = {.copies = {0}};
    struct uses uses = {0};
    copy_exprs(arena, maker, &copying);
    struct kernel *kernel = copy_statement(arena, maker, made, &copying);
    kernel_uses(kernel, &uses);
    if (!is_elementwise(&uses) || !finds_operands(maker, &uses, &copying)) {
        kernel = NULL;
    } else {
        kernel_tile(kernel);
    }
    uses_free(&uses);
    uses_free(&copying.uses);
    pointer_map_free(&copying.copies);
    return kernel;
}
