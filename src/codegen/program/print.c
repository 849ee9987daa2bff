/* A readable dump of a program: its size in figures, the steps in order, buffers, kernels. */
#include "codegen/program/print.h"

#include "codegen/library/library.h"
#include "codegen/library/scattering.h"
#include "codegen/program/visit.h"

#include <inttypes.h>

const char *scalar_word(enum scalar_op op) {
    static const char *const words[SCALAR_COUNT] = {
        [SCALAR_NONE] = "store",
#define SCALAR(id, name, arity) [SCALAR_##id] = name,
#include "ops/scalar.def"
#undef SCALAR
    };
    return words[op];
}

void print_affine(struct buffer *out, const struct affine *affine) {
    bool any = false;
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        if (affine->stride[d] == 1) {
            buffer_printf(out, "%sd%" PRIu32, any ? " + " : "", d);
        } else if (affine->stride[d] != 0) {
            buffer_printf(out, "%s%" PRId64 " d%" PRIu32, any ? " + " : "", affine->stride[d], d);
        }
        any |= affine->stride[d] != 0;
    }
    if (affine->offset != 0 || !any) {
        buffer_printf(out, "%s%" PRId64, any ? " + " : "", affine->offset);
    }
}

static void print_guards(struct buffer *out, const struct guard *guards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(out, i > 0 ? " && 0 <= " : "0 <= ");
        print_affine(out, &guards[i].at);
        buffer_printf(out, " < %" PRId64, guards[i].bound);
    }
}

void program_print_access(struct printer *printer, const struct access *access) {
    struct buffer *out = printer->out;
    buffer_printf(out, "b%" PRIu32 "[", access->buffer->id);
    print_affine(out, &access->at);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        buffer_printf(out, " + %" PRId64 " (", access->indirect[i].stride);
        program_print_expr(printer, access->indirect[i].index);
        buffer_add_char(out, ')');
        if (access->indirect[i].most >= 0) {
            buffer_printf(out, " in [0, %" PRId64 "]", access->indirect[i].most);
        }
    }
    buffer_add_char(out, ']');
}

static void print_args(struct printer *printer, const struct expr *expr) {
    struct buffer *out = printer->out;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        buffer_add(out, i > 0 ? ", " : "");
        program_print_expr(printer, expr->args[i]);
    }
}

static void print_constant(struct buffer *out, const struct expr *expr) {
    bool real = element_info[expr->type].compute >= ELEMENT_F32;
    if (real) {
        buffer_printf(out, "%.9g", expr->real);
    } else {
        buffer_printf(out, "%" PRId64, expr->integer);
    }
}

static void print_operation(struct printer *printer, const struct expr *expr) {
    struct buffer *out = printer->out;
    switch (expr->kind) {
    case EXPR_LOAD:
        program_print_access(printer, &expr->access);
        break;
    case EXPR_CONSTANT:
        print_constant(out, expr);
        break;
    case EXPR_INDEX:
        buffer_add(out, "index(");
        print_affine(out, &expr->affine);
        buffer_add_char(out, ')');
        break;
    case EXPR_SCALAR:
        buffer_printf(out, "%s_%s(", scalar_word(expr->op), element_info[expr->type].name);
        print_args(printer, expr);
        buffer_add_char(out, ')');
        break;
    case EXPR_REDUCED:
        buffer_printf(out, "reduced%" PRIu32, expr->number);
        break;
    case EXPR_ACCUMULATOR:
        buffer_printf(out, "acc%" PRIu32, expr->number);
        break;
    case EXPR_TERM:
        buffer_printf(out, "term%" PRIu32, expr->number);
        break;
    case EXPR_VALUE:
        buffer_printf(out, "value%" PRIu32, expr->number);
        break;
    case EXPR_GUARD:
        buffer_add(out, "where(");
        print_guards(out, expr->guards, expr->guard_count);
        buffer_add(out, "; ");
        print_args(printer, expr);
        buffer_add_char(out, ')');
        break;
    }
}

void program_print_expr(struct printer *printer, const struct expr *expr) {
    uintptr_t name = (uintptr_t)pointer_map_get(&printer->names, expr);
    if (name != 0) {
        buffer_printf(printer->out, "%%%zu", (size_t)name - 1);
    } else {
        print_operation(printer, expr);
    }
}

static void print_statement(struct printer *printer, const struct statement *statement) {
    struct buffer *out = printer->out;
    buffer_add(out, "      ");
    if (statement->condition != NULL) {
        buffer_add(out, "if ");
        program_print_expr(printer, statement->condition);
        buffer_add(out, ": ");
    }
    program_print_access(printer, &statement->store);
    buffer_printf(
        out, " %s= ", statement->combine == SCALAR_NONE ? "" : scalar_word(statement->combine));
    program_print_expr(printer, statement->value);
    buffer_add(out, statement->past ? ", past the caches" : "");
    buffer_add_char(out, '\n');
}

static void print_reduction(struct printer *printer, const struct reduction *reduction) {
    struct buffer *out = printer->out;
    for (uint32_t i = 0; i < reduction->count; i++) {
        buffer_printf(out, "      acc%" PRIu32 ": %s = ", i,
                      element_info[reduction->types[i]].name);
        program_print_expr(printer, reduction->init[i]);
        buffer_printf(out, "; %s ", reduction->next == NULL ? scalar_word(reduction->simple) : "");
        program_print_expr(printer, reduction->term[i]);
        if (reduction->next != NULL) {
            buffer_add(out, "; ");
            program_print_expr(printer, reduction->next[i]);
        }
        buffer_add_char(out, '\n');
    }
    if (reduction->guard_count > 0) {
        buffer_add(out, "      where ");
        print_guards(out, reduction->guards, reduction->guard_count);
        buffer_add_char(out, '\n');
    }
}

static void print_domain(struct buffer *out, const struct kernel *kernel) {
    buffer_add(out, "    domain");
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        buffer_printf(out, "%s%" PRId64, d == kernel->parallel_count ? " | " : " ",
                      kernel->extent[d]);
        if (d < kernel->parallel_count && kernel->tile[d] > 0 &&
            kernel->tile[d] != kernel->extent[d]) {
            buffer_printf(out, "/%" PRId64, kernel->tile[d]);
        }
    }
    buffer_printf(out, ", %" PRId64 " tasks, %.4g Mflop, %.4g KB\n", kernel->tasks,
                  kernel->flops / 1e6, kernel->bytes / 1024);
}

static void count_reader(struct pointer_map *readers, const struct expr *expr) {
    uintptr_t count = (uintptr_t)pointer_map_get(readers, expr);
    pointer_map_put(readers, expr, (void *)(count + 1));
}

static void count_statement(struct pointer_map *readers, const struct statement *statement) {
    count_reader(readers, statement->value);
    for (uint32_t i = 0; i < statement->store.indirect_count; i++) {
        count_reader(readers, statement->store.indirect[i].index);
    }
}

static void count_readers(const struct kernel *kernel, const struct uses *uses,
                          struct pointer_map *readers) {
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct expr *expr = uses->exprs.items[i].expr;
        for (uint32_t k = 0; k < expr->arg_count; k++) {
            count_reader(readers, expr->args[k]);
        }
        for (uint32_t k = 0; k < expr->access.indirect_count; k++) {
            count_reader(readers, expr->access.indirect[k].index);
        }
    }
    for (uint32_t i = 0; i < kernel->body_count; i++) {
        count_statement(readers, &kernel->body[i]);
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        count_statement(readers, &kernel->results[i]);
    }
    const struct reduction *reduction = kernel->reduction;
    for (uint32_t i = 0; reduction != NULL && i < reduction->count; i++) {
        count_reader(readers, reduction->term[i]);
        if (reduction->next != NULL) {
            count_reader(readers, reduction->next[i]);
        }
    }
}

/* Names the operations that are read more than once, and prints them ahead of all else. */
static void print_shared(struct printer *printer, const struct kernel *kernel) {
    struct uses uses = {0};
    struct pointer_map readers = {0};
    kernel_uses(kernel, &uses);
    count_readers(kernel, &uses, &readers);
    uintptr_t count = 0;
    for (size_t i = 0; i < uses.exprs.count; i++) {
        const struct expr *expr = uses.exprs.items[i].expr;
        bool is_operation = expr->arg_count > 0 || expr->access.indirect_count > 0;
        if (is_operation && (uintptr_t)pointer_map_get(&readers, expr) > 1) {
            buffer_printf(printer->out, "      %%%zu = ", (size_t)count++);
            print_operation(printer, expr);
            buffer_add_char(printer->out, '\n');
            pointer_map_put(&printer->names, expr, (void *)count);
        }
    }
    pointer_map_free(&readers);
    uses_free(&uses);
}

/* --- what a kernel does,
   in a word -------------------------------------------------------------- */

/* Whether all that the kernel does is to bring elements to other places. */
static bool is_copy(const struct kernel *kernel) {
    bool copies = kernel->kind == KERNEL_LOOP && kernel->reduction == NULL &&
                  kernel->body_count == 0 && !kernel->is_move;
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        const struct statement *statement = &kernel->results[i];
        copies = copies && statement->value->kind == EXPR_LOAD &&
                 statement->combine == SCALAR_NONE && statement->condition == NULL;
    }
    return copies;
}

const char *kernel_kind_name(const struct kernel *kernel) {
    return kernel->is_move     ? "move"
           : is_copy(kernel)   ? "copy"
           : kernel->reduction ? "reduction"
           : kernel->library   ? kernel->library->name
                               : "loop";
}

/* --- kernels --- */

static void print_kernel(struct buffer *out, const struct kernel *kernel) {
    struct printer storage = {.out = out}, *printer = &storage;
    buffer_printf(out, "  kernel %" PRIu32 ", %s: %s\n", kernel->id, kernel_kind_name(kernel),
                  kernel->comment != NULL ? kernel->comment : "");
    print_domain(out, kernel);
    print_shared(printer, kernel);
    if (kernel->library != NULL) {
        kernel->library->print(printer, kernel);
    }
    for (uint32_t i = 0; i < kernel->body_count; i++) {
        print_statement(printer, &kernel->body[i]);
    }
    scatter_print_route(printer, kernel);
    if (kernel->reduction != NULL) {
        print_reduction(printer, kernel->reduction);
    }
    if (kernel->result_count > 0) {
        buffer_add(out, "    then\n");
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        print_statement(printer, &kernel->results[i]);
    }
    pointer_map_free(&printer->names);
}

/* --- buffers --- */

static void print_place(struct buffer *out, const struct kernel_buffer *buffer) {
    static const char *const kinds[] = {"input", "output", "constant", "rank",
                                        "arena", "kept",   "tile",     "rows"};
    buffer_add(out, kinds[buffer->kind]);
    if (buffer->kind == BUFFER_ARENA || buffer->kind == BUFFER_KEPT) {
        buffer_printf(out, " +%" PRId64, buffer->offset);
    } else if (!buffer_is_of_task(buffer)) {
        buffer_printf(out, " %" PRIu32, buffer->number);
    }
    if (buffer->same != NULL) {
        buffer_printf(out, " in b%" PRIu32, buffer->same->id);
    }
}

static void print_buffer(struct buffer *out, const struct kernel_buffer *buffer) {
    buffer_printf(out, "  b%" PRIu32 " = ", buffer->id);
    print_place(out, buffer);
    buffer_printf(out, ": %" PRId64 " x %s", buffer->elements, element_info[buffer->element].name);
    if (buffer->comment != NULL) {
        buffer_printf(out, ", %s", buffer->comment);
    }
    buffer_add_char(out, '\n');
}

/* --- steps --- */

static void print_steps(struct buffer *out, const struct step_list *list, int32_t depth);

static void print_kernel_step(struct buffer *out, const struct step *step) {
    const struct kernel *kernel = step->kernel;
    buffer_printf(out, "%s kernel %" PRIu32 ", %s: %s, %" PRId64 " task%s\n",
                  step->follows ? "next"
                  : step->waits ? "then"
                                : "with",
                  kernel->id, kernel_kind_name(kernel),
                  kernel->comment != NULL ? kernel->comment : "", kernel->tasks,
                  kernel->tasks == 1 ? "" : "s");
}

static void print_parts(struct buffer *out, const struct step *step, int32_t depth) {
    bool is_loop = step->kind == STEP_LOOP;
    buffer_printf(out, "then %s b%" PRIu32 "\n", is_loop ? "loop while" : "branch on",
                  step->selector->id);
    for (uint32_t p = 0; p < step->part_count; p++) {
        buffer_printf(out, "%*s", 2 * depth + 2, "");
        if (is_loop) {
            buffer_add(out, p == 0 ? "condition\n" : "body\n");
        } else {
            buffer_printf(out, "case %" PRIu32 "\n", p);
        }
        print_steps(out, &step->parts[p], depth + 2);
    }
}

/* A step that waits for those before it says "then", one that runs beside them "with", one whose
 * tasks follow theirs one by one "next". */
static void print_steps(struct buffer *out, const struct step_list *list, int32_t depth) {
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        buffer_printf(out, "%*s", 2 * depth, "");
        if (step->kind == STEP_KERNEL) {
            print_kernel_step(out, step);
        } else {
            print_parts(out, step, depth);
        }
    }
}

/* --- the program --- */

static uint32_t count_phases(const struct step_list *list) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        count += step->kind == STEP_KERNEL && step->waits;
        for (uint32_t p = 0; p < step->part_count; p++) {
            count += count_phases(&step->parts[p]);
        }
    }
    return count;
}

static void print_counts(struct buffer *out, const struct program *program) {
    uint32_t moves = 0, copies = 0;
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        moves += program->kernels[i]->is_move;
        copies += is_copy(program->kernels[i]);
    }
    buffer_printf(out,
                  "kernels: %" PRIu32 "\nphases: %" PRIu32 "\nmoves: %" PRIu32 "\ncopies: %" PRIu32
                  "\narena: %" PRId64 " bytes\n",
                  program->kernel_count, count_phases(&program->steps), moves, copies,
                  program->arena_bytes);
    if (program->kept_bytes > 0) {
        buffer_printf(out, "kept: %" PRId64 " bytes\n", program->kept_bytes);
    }
}

void program_print(struct buffer *out, const struct program *program) {
    print_counts(out, program);
    buffer_add(out, "steps:\n");
    print_steps(out, &program->steps, 1);
    buffer_add(out, "buffers:\n");
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        print_buffer(out, program->buffers[i]);
    }
    buffer_add(out, "kernels:\n");
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        print_kernel(out, program->kernels[i]);
    }
}
