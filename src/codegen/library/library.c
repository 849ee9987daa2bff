/* What kinds have in common that are one call per task. */
#include "codegen/library/library.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "codegen/emit/internal.h"
#include "codegen/library/route.h"
#include "codegen/lower/lower.h"
#include "codegen/program/print.h"
#include "symbols.h"

_Static_assert((int)SDYRT_RANK >= KERNEL_DIMS, "a kernel of the runtime takes all dimensions");

/* --- kinds that lowered loops become --- */

/* Those that are asked whether a loop is theirs, in their order. */
LIBRARY(weave);
LIBRARY(stream);
LIBRARY(transpose);
LIBRARY(owners);
static const struct library *const takers[] = {&library_weave, &library_stream, &library_transpose,
                                               &library_owners};
enum { TAKERS = sizeof takers / sizeof takers[0] };

void library_never_lowered(struct lowering *lowering) {
    sdyc_bug("no node is a %s", lowering->group->anchor->library->name);
}

void library_take(struct lowering *lowering) {
    for (int i = 0; i < TAKERS; i++) {
        if (takers[i]->take(lowering)) {
            return;
        }
    }
}

static bool take_together(struct lowering *lowering, uint32_t count) {
    for (int i = 0; i < TAKERS; i++) {
        if (takers[i]->take_parts != NULL && takers[i]->take_parts(lowering, count)) {
            return true;
        }
    }
    return false;
}

void library_take_parts(struct lowering *lowering, uint32_t count, bool alone) {
    size_t first = lowering->kernels.count - count, end = lowering->kernels.count;
    for (uint32_t last = count; alone && last > 1; last--) {
        if (take_together(lowering, last)) {
            end -= last;
            break;
        }
    }
    for (size_t i = first; i < end; i++) {
        lowering->kernel = lowering->kernels.items[i];
        library_take(lowering);
    }
}

const struct statement *library_copy_of(const struct kernel *kernel) {
    if (kernel->kind != KERNEL_LOOP || kernel->reduction != NULL || kernel->body_count > 0 ||
        kernel->result_count != 1) {
        return NULL;
    }
    const struct statement *copy = &kernel->results[0];
    bool is_plain = copy->combine == SCALAR_NONE && copy->condition == NULL &&
                    copy->store.indirect_count == 0 && copy->value->kind == EXPR_LOAD &&
                    copy->value->access.indirect_count == 0 &&
                    copy->value->access.buffer->element == copy->store.buffer->element;
    return is_plain ? copy : NULL;
}

static void own_point(struct affine *map, uint32_t count) {
    for (uint32_t d = 0; d < count; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
}

struct access library_operand(struct lowering *lowering, uint32_t number) {
    struct affine map[KERNEL_DIMS];
    own_point(map, KERNEL_DIMS);
    return lower_access(lowering, lowering->group->anchor->operands[number], map, KERNEL_DIMS);
}

struct access library_result(const struct node *node) {
    struct affine map[KERNEL_DIMS];
    own_point(map, KERNEL_DIMS);
    return buffer_access(node, map);
}

/* --- descriptions --- */

/* The next field in the text of a struct's fields, "type, op; int64_t size[8]; }": its name, and
 * how many words it has if it is an array, else 0. NULL at the end. */
static const char *next_field(const char *text, size_t *length, size_t *words) {
    static const char type[] = "int64_t ";
    text += strspn(text, " ,;");
    if (strncmp(text, type, sizeof type - 1) == 0) {
        text += sizeof type - 1;
    }
    *length = strcspn(text, "[,;}");
    *words = 0;
    if (text[*length] == '[') {
        *words = strtoul(text + *length + 1, NULL, 10);
    }
    return *length == 0 ? NULL : text;
}

/* The fields of the struct that the symbol's prototype declares. */
static const char *first_field(const char *symbol) {
    const struct sdyrt_symbol *row = sdyrt_find_symbol(symbol);
    const char *open = row != NULL ? strchr(row->prototype, '{') : NULL;
    if (open == NULL) {
        sdyc_bug("the runtime's %s describes nothing", symbol);
    }
    return open + 1;
}

/* Zeros at the end are left to the language. */
static const char *words_text(struct emitter *e, const int64_t *words, size_t count) {
    while (count > 1 && words[count - 1] == 0) {
        count--;
    }
    const char *text = "{";
    for (size_t i = 0; i < count; i++) {
        text = emit_text(e, "%s%s%" PRId64, text, i > 0 ? ", " : "", words[i]);
    }
    return emit_text(e, "%s}", text);
}

void library_print_description(struct emitter *e, const char *symbol, const char *name,
                               const void *what, size_t bytes) {
    const int64_t *words = what;
    const char *field = first_field(symbol);
    const char *type = strstr(sdyrt_find_symbol(symbol)->prototype, "struct ") + strlen("struct ");
    size_t length, count, done = 0, total = bytes / sizeof *words;
    emit_line(e, "static const struct %.*s %s = {", (int)strcspn(type, " "), type, name);
    while ((field = next_field(field, &length, &count)) != NULL && done < total) {
        const char *value =
            count > 0 ? words_text(e, words + done, count) : emit_text(e, "%" PRId64, words[done]);
        emit_line(e, "    %s, /* %.*s */", value, (int)length, field);
        done += count > 0 ? count : 1;
        field += length + strcspn(field + length, ",;}");
    }
    if (done != total || field != NULL) {
        sdyc_bug("the fields of %s are not those of its prototype", symbol);
    }
    emit_line(e, "};");
}

/* --- one call per task --- */

static const struct library_call *call_of(const struct kernel *kernel) {
    return kernel->call;
}

struct library_call *library_call_new(struct lowering *lowering, const struct library *library,
                                      const void *what, size_t bytes, uint32_t operand_count,
                                      const struct call_operand *operands) {
    struct arena *arena = lowering->program->arena;
    struct library_call *call = ARENA_NEW(arena, struct library_call);
    call->what = arena_copy(arena, what, bytes);
    call->words = bytes / sizeof *call->what;
    call->operand_count = operand_count;
    call->operands = arena_copy(arena, operands, operand_count * sizeof *operands);
    lowering->kernel->kind = KERNEL_LIBRARY;
    lowering->kernel->library = library;
    lowering->kernel->call = call;
    return call;
}

void library_call_touch(struct walk *walk, const struct kernel *kernel) {
    const struct library_call *call = call_of(kernel);
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct call_operand *operand = &call->operands[i];
        if (operand->loads || operand->stores) {
            visit_buffer(walk, operand->access.buffer, operand->loads, operand->stores);
        }
    }
}

struct library_cost library_call_cost(const struct kernel *kernel) {
    return call_of(kernel)->cost;
}

int64_t library_call_tasks(const struct kernel *kernel) {
    return call_of(kernel)->tasks;
}

size_t library_call_scratch(const struct kernel *kernel) {
    return call_of(kernel)->scratch;
}

static const char *call_plans_name(struct emitter *e) {
    return emit_text(e, "phase%" PRIu32 "_plans", e->kernel->id);
}

void library_call_emit_before(struct emitter *e) {
    const struct library_call *call = call_of(e->kernel);
    library_print_description(e, e->kernel->library->symbol,
                              emit_text(e, "phase%" PRIu32 "_call", e->kernel->id), call->what,
                              call->words * sizeof *call->what);
    if (call->plans != NULL) {
        route_print_plans(e, call->plans, call_plans_name(e));
    }
    emit_line(e, "%s", "");
}

const char *library_operand_text(struct emitter *e, const struct access *access) {
    const struct kernel_buffer *buffer = access->buffer;
    return emit_slot_text(e, buffer, access->at.offset * element_info[buffer->element].bytes);
}

void library_call_emit_operands(struct emitter *e) {
    const struct library_call *call = call_of(e->kernel);
    uint32_t count = call->operand_count;
    e->used.task = e->used.scratch = true;
    emit_header(e, e->kernel->library->header);
    if (e->kernel->library->parts != NULL) {
        emit_part(e, e->kernel->library->parts(call->what));
    }
    emit_line(e, "char *operands[%" PRIu32 "];", count);
    for (uint32_t i = 0; i < count; i++) {
        emit_line(e, "operands[%" PRIu32 "] = %s;", i,
                  library_operand_text(e, &call->operands[i].access));
    }
}

const char *library_call_what(struct emitter *e) {
    const struct route_plans *plans = call_of(e->kernel)->plans;
    const char *plan = plans == NULL ? "" : route_plan_text(e, plans, call_plans_name(e));
    return emit_text(e, "&phase%" PRIu32 "_call%s%s", e->kernel->id, plans == NULL ? "" : ", ",
                     plan);
}

void library_call_emit(struct emitter *e) {
    library_call_emit_operands(e);
    const char *what = library_call_what(e);
    emit_line(e, "%s(%s, operands, task, scratch);",
              emit_symbol(e, "%s", e->kernel->library->symbol), what);
}

/* "b2[d0], b3[d0] = sort of b0[d0], b1[d0]" */
static void print_operands(struct printer *printer, const struct library_call *call, bool stores) {
    const char *separator = "";
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct call_operand *operand = &call->operands[i];
        if (stores ? operand->stores : operand->loads) {
            buffer_add(printer->out, separator);
            program_print_access(printer, &operand->access);
            separator = ", ";
        }
    }
}

void library_call_print(struct printer *printer, const struct kernel *kernel) {
    buffer_add(printer->out, "      ");
    print_operands(printer, call_of(kernel), true);
    buffer_printf(printer->out, " = %s of ", kernel->library->name);
    print_operands(printer, call_of(kernel), false);
    buffer_add_char(printer->out, '\n');
    if (call_of(kernel)->plans != NULL) {
        route_print(printer, call_of(kernel)->plans);
    }
}
