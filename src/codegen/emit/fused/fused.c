/* Operations on strips that become one function of machine code: an operation, those that nothing
 * else makes its operands of, and so on. What others read besides is stored on the way. */
#include "codegen/emit/emit_thresholds.h"
#include "codegen/emit/fused/assembly.h"
#include "codegen/emit/internal.h"
#include "codegen/program/past.h"
#include "support/limits.h"

#include "caches.h"
#include "machine_rates.h"
#include "runs.h"

#include <stdlib.h>
#include <string.h>

/* Which rows the strips of a function may have: of `inner` elements, or, if that is 0, of any; < 0:
 * none. */
struct row_shape {
    int64_t inner;
    const char *count;
};

/* How pointers move from row to row: as far as a row is long, else so many elements. */
static const int64_t DENSE = INT64_MIN;

/* The function that is being made. */
struct fused_group {
    struct fused fused;
    int64_t strides[FUSED_POINTERS], bytes[FUSED_POINTERS]; /* elements from row to row, of each */
    const struct expr *exprs[FUSED_MOST];                   /* of each value */
    int32_t refs[FUSED_MOST];                               /* readers in the group */
    const char *pointers[FUSED_POINTERS], *scalars[FUSED_SCALARS];
    struct row_shape rows;
    uint32_t primitives;
    bool failed;
};

/* What stands before it. */
struct leaves {
    struct row_shape rows;
    uint32_t seen_count, count, operations;
    bool made; /* some were not there yet */
    const struct expr *seen[FUSED_MOST];
    int32_t nodes[FUSED_MOST]; /* pinned */
};

/* What a value is computed in, or COUNT where fused strips do not have it. */
static enum element fused_type(const struct emitter *e, enum element type) {
    if (type == ELEMENT_BF16 || type == ELEMENT_F16) {
        return ELEMENT_F32;
    }
    return fused_loads(e->fused.set, type) ? type : ELEMENT_COUNT;
}

/* As what its numbers are read: those of 2 and 4 bits lie in bytes, extended. */
static enum element loaded_type(enum element type) {
    uint32_t bits = element_info[type].bits;
    if (!element_is_integer(type) || bits < 2 || bits > 7) {
        return type;
    }
    return element_is_signed(type) ? ELEMENT_I8 : ELEMENT_U8;
}

static uint32_t lanes_of(const struct emitter *e, enum element type) {
    type = fused_type(e, loaded_type(type));
    bool is_wide = type == ELEMENT_F64 || type == ELEMENT_I64 || type == ELEMENT_U64;
    return type == ELEMENT_I1 ? 0 : is_wide ? 8 : 16;
}

/* Rounded to bf16 or f16 once: what comes from numbers that are no floats must be one first. Their
 * bits are those of no lane. */
static bool is_rounded_once(const struct emitter *e, const struct expr *expr) {
    enum element from = expr->args[0]->type;
    if (expr->op == SCALAR_BITCAST) {
        return !is_narrow(expr->type) && !is_narrow(from);
    }
    return expr->op != SCALAR_CONVERT || !is_narrow(expr->type) ||
           fused_type(e, from) == ELEMENT_F32 ||
           (element_is_integer(from) && element_info[from].bytes <= 2);
}

/* Whether there is code for the operation, whatever stands before and behind it. */
static bool has_code(const struct emitter *e, const struct expr *expr) {
    return expr->kind == EXPR_SCALAR && fused_type(e, expr->type) != ELEMENT_COUNT &&
           fused_has(e->fused.set, expr->op, fused_type(e, loaded_type(expr->args[0]->type)),
                     fused_type(e, expr->type)) &&
           is_rounded_once(e, expr);
}

bool emit_may_fuse(const struct emitter *e, const struct expr *expr) {
    return e->fused.set != FUSED_NONE && has_code(e, expr);
}

bool emit_fuses_function(const struct emitter *e, const struct expr *expr) {
    return emit_may_fuse(e, expr) && fused_has_function(expr->op);
}

static bool is_operand(struct emitter *e, const struct expr *arg, uint32_t lanes) {
    enum element type = fused_type(e, loaded_type(arg->type));
    if (type == ELEMENT_COUNT || (lanes_of(e, arg->type) != 0 && lanes_of(e, arg->type) != lanes)) {
        return false;
    }
    /* A scalar is spread over lanes of its own size. */
    return emit_is_strip(e, emit_resolved(e, arg)) ||
           (type != ELEMENT_I1 && element_info[type].bytes >= 4);
}

/* Whether the operation can be one of a function for so many lanes. */
static bool is_fusable(struct emitter *e, const struct expr *expr, uint32_t lanes) {
    if (!has_code(e, expr) || !emit_is_strip(e, expr) ||
        (e->fused.without_functions && fused_has_function(expr->op)) ||
        (lanes_of(e, expr->type) != 0 && lanes_of(e, expr->type) != lanes)) {
        return false;
    }
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        if (!is_operand(e, expr->args[i], lanes)) {
            return false;
        }
    }
    return true;
}

/* The lanes that the operation fixes: of its result, or of what it compares; 0: none. */
static uint32_t lanes_at(struct emitter *e, const struct expr *expr, uint32_t depth) {
    uint32_t lanes = lanes_of(e, expr->type);
    for (uint32_t i = 0; lanes == 0 && depth > 0 && i < expr->arg_count; i++) {
        lanes = lanes_at(e, emit_resolved(e, expr->args[i]), depth - 1);
    }
    return lanes;
}

/* --- what is not computed in the group --- */

/* Whether the rows are those of the function, or may become them. */
static bool fits_rows(const struct rows *rows, struct row_shape *shape) {
    if (shape->inner < 0 || (shape->inner > 0 && shape->inner != rows->inner) ||
        rows->inner < SDYRT_LINE_FLOATS || rows->inner > INT32_MAX) {
        return false;
    }
    *shape = (struct row_shape){rows->inner, rows->count};
    return true;
}

/* A strip of several rows that is read where it lies; or of one element for each row. */
static bool has_rows(struct emitter *e, const struct expr *expr, struct row_shape *shape,
                     struct rows *rows) {
    bool is_whole = !is_narrow(expr->type) && element_info[expr->type].bytes >= 4;
    return emit_rows(e, &expr->access, rows) &&
           (rows->inner_stride == 1 || (rows->inner_stride == 0 && is_whole)) &&
           llabs(rows->stride) < INT32_MAX / 8 && fits_rows(rows, shape);
}

/* A strip that is read where it lies in memory. */
static bool is_direct(struct emitter *e, const struct expr *expr, struct row_shape *shape) {
    struct rows rows;
    if (expr->kind != EXPR_LOAD || expr->access.indirect_count > 0 ||
        !fused_loads(e->fused.set, loaded_type(expr->type)) ||
        (e->copy_loads && emit_node_of(e, expr)->uses != 1)) {
        return false;
    }
    if (emit_contiguous(e, &expr->access)) {
        return e->copy_loads || is_narrow(expr->type);
    }
    return has_rows(e, expr, shape, &rows);
}

static bool is_seen(struct leaves *leaves, const struct expr *expr) {
    for (uint32_t i = 0; i < leaves->seen_count; i++) {
        if (leaves->seen[i] == expr) {
            return true;
        }
    }
    if (leaves->seen_count < FUSED_MOST) {
        leaves->seen[leaves->seen_count++] = expr;
        return false;
    }
    return true; /* too many for one function */
}

/* Prints, and pins, the strips that the group reads. */
static void print_leaves(struct emitter *e, const struct expr *expr, uint32_t lanes,
                         struct leaves *leaves, bool is_root) {
    expr = emit_resolved(e, expr);
    if (!emit_is_strip(e, expr) || is_seen(leaves, expr)) {
        return;
    }
    bool is_known = !is_root && emit_known(e, expr).text != NULL;
    if (!is_known && is_fusable(e, expr, lanes) && leaves->operations < LIMIT_FUNCTION) {
        leaves->operations++;
        for (uint32_t i = 0; i < expr->arg_count; i++) {
            print_leaves(e, expr->args[i], lanes, leaves, false);
        }
    } else if (is_known || !is_direct(e, expr, &leaves->rows)) {
        bool is_in_place = expr->kind == EXPR_LOAD && emit_contiguous(e, &expr->access);
        leaves->made |= !is_known && !(is_in_place && expr->access.indirect_count == 0);
        struct operand leaf = emit_value(e, expr);
        emit_pin(e, leaf);
        leaves->nodes[leaves->count++] = leaf.node;
    }
}

static void unpin_leaves(struct emitter *e, const struct leaves *leaves) {
    for (uint32_t i = 0; i < leaves->count; i++) {
        emit_unpin(e, (struct operand){.node = leaves->nodes[i]});
    }
}

/* --- values --- */

static uint32_t add_pointer(struct fused_group *group, const char *text, int64_t stride,
                            enum element type) {
    struct fused *fused = &group->fused;
    int64_t bytes = element_info[type].bytes;
    for (uint32_t i = 0; text != NULL && i < fused->pointer_count; i++) {
        if (group->pointers[i] != NULL && strcmp(group->pointers[i], text) == 0 &&
            group->strides[i] == stride && group->bytes[i] == bytes) {
            return i;
        }
    }
    if (fused->pointer_count == FUSED_POINTERS) {
        group->failed = true;
        return 0;
    }
    group->pointers[fused->pointer_count] = text;
    group->strides[fused->pointer_count] = stride;
    group->bytes[fused->pointer_count] = bytes;
    return fused->pointer_count++;
}

static int32_t add_value(struct fused_group *group, const struct expr *expr,
                         struct fused_value value) {
    struct fused *fused = &group->fused;
    if (fused->count == FUSED_MOST) {
        group->failed = true;
        return 0;
    }
    value.output = -1;
    if (value.kind != FUSED_OPERATION) {
        value.rounds = ELEMENT_COUNT;
    }
    group->refs[fused->count] = 0;
    group->exprs[fused->count] = expr;
    fused->values[fused->count] = value;
    return (int32_t)fused->count++;
}

static uint64_t constant_bits(const struct expr *expr, enum element type) {
    uint64_t bits = (uint64_t)expr->integer;
    if (type == ELEMENT_F32) {
        float value = (float)expr->real;
        uint32_t narrow;
        memcpy(&narrow, &value, sizeof narrow);
        return narrow;
    }
    if (type == ELEMENT_F64) {
        memcpy(&bits, &expr->real, sizeof bits);
    }
    return element_info[type].bytes <= 4 ? (uint32_t)bits : bits;
}

/* The bits of a variable as a float's. tcc has no inlined functions, and no rules of aliasing. */
static const char *bits_as_float(struct emitter *e, const char *name, bool is_wide) {
    if (e->form == EMIT_LOOPS) {
        return emit_text(e,
                         is_wide ? "sdyrt_bitcast_u64_f64((uint64_t)%s)"
                                 : "sdyrt_bitcast_u32_f32((uint32_t)%s)",
                         name);
    }
    return emit_text(e, "*(const %s *)&%s", is_wide ? "double" : "float", name);
}

static int32_t add_scalar(struct emitter *e, struct fused_group *group, const struct expr *expr) {
    enum element type = fused_type(e, expr->type);
    if (expr->kind == EXPR_CONSTANT) {
        struct fused_value value = {.kind = FUSED_CONSTANT,
                                    .type = type,
                                    .args = {-1, -1, -1},
                                    .bits = constant_bits(expr, type)};
        return add_value(group, expr, value);
    }
    if (group->fused.scalar_count == FUSED_SCALARS) {
        group->failed = true;
        return 0;
    }
    uint32_t number = group->fused.scalar_count++;
    const char *text = emit_scalar(e, expr).text;
    if (element_is_integer(type)) { /* its bits, as a float's */
        const char *name = emit_temporary(e);
        emit_line(e, "const %s %s = %s;", compute_c_type(type), name, text);
        text = bits_as_float(e, name, group->fused.lanes == 8);
    }
    group->scalars[number] = text;
    struct fused_value value = {.kind = FUSED_SCALAR,
                                .type = type,
                                .args = {-1, -1, -1},
                                .number = number,
                                .was_bf16 = expr->type == ELEMENT_BF16};
    return add_value(group, expr, value);
}

/* Bytes by which fetching runs ahead of reading: the processor's own does not leave a page. */
enum { FETCH_DISTANCE = SDYRT_PAGE_BYTES / 2 };

/* How far on a load fetches, of strips in memory that does not stay in a core's caches: what is
 * read some vectors later, for too few loads are under way by themselves where much is computed (a
 * hyperbolic tangent of f64 took 1.4 times as long). */
static int32_t fetched_ahead(const struct emitter *e, const struct access *access) {
    const struct made_before *before = &e->before;
    if (!buffer_is_far(access->buffer) || access->buffer == before->made) {
        return 0;
    }
    if (before->made == NULL) {
        return FETCH_DISTANCE;
    }
    int64_t bytes = element_info[access->buffer->element].bytes, run = before->columns * bytes;
    int64_t ahead = access->at.stride[before->next] * bytes * ((FETCH_DISTANCE + run - 1) / run);
    return ahead == (int32_t)ahead ? (int32_t)ahead : 0;
}

/* Sums of products, made just before. A NaN of theirs is the processor's own, or one of the numbers
 * that are multiplied, and quiet. */
static bool loads_sums(const struct emitter *e, const struct expr *expr) {
    return expr->kind == EXPR_LOAD && e->before.is_of_bf16 && expr->access.buffer == e->before.made;
}

static int32_t add_load(struct emitter *e, struct fused_group *group, const struct expr *expr) {
    struct operand known = emit_known(e, expr);
    struct rows rows = {.inner_stride = 1, .stride = DENSE};
    enum element type = loaded_type(expr->type);
    const char *text = known.text;
    bool is_in_place = text == NULL || (!e->copy_loads && !is_narrow(type));
    bool moves = text == NULL && !emit_contiguous(e, &expr->access);
    if (text != NULL) {
        type = fused_type(e, type);
    } else {
        text = emit_pointer(e, &expr->access).text;
        group->failed |= moves && !has_rows(e, expr, &group->rows, &rows);
    }
    bool follows = is_in_place && expr->kind == EXPR_LOAD && expr->access.indirect_count == 0 &&
                   emit_contiguous(e, &expr->access);
    struct fused_value value = {.kind = FUSED_LOAD,
                                .type = type,
                                .args = {-1, -1, -1},
                                .spread = rows.inner_stride == 0,
                                .ahead = follows ? fetched_ahead(e, &expr->access) : 0,
                                .was_bf16 = expr->type == ELEMENT_BF16,
                                .sums_bf16 = loads_sums(e, expr),
                                .number = add_pointer(group, text, rows.stride, type)};
    group->primitives += is_narrow(type) || moves;
    return add_value(group, expr, value);
}

static int32_t add_expr(struct emitter *e, struct fused_group *group, const struct expr *expr,
                        uint32_t lanes, bool is_root);

/* The operands of an operation, those that most stands before first: less is kept in registers
 * while they are made. */
static void order_operands(struct emitter *e, const struct expr *expr, uint32_t *order) {
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        uint32_t height = emit_node_of(e, emit_resolved(e, expr->args[i]))->height, place = i;
        for (; place > 0; place--) {
            const struct expr *before = emit_resolved(e, expr->args[order[place - 1]]);
            if (emit_node_of(e, before)->height >= height) {
                break;
            }
            order[place] = order[place - 1];
        }
        order[place] = i;
    }
}

static int32_t add_operation(struct emitter *e, struct fused_group *group, const struct expr *expr,
                             uint32_t lanes) {
    struct fused_value value = {.kind = FUSED_OPERATION,
                                .type = fused_type(e, expr->type),
                                .op = expr->op,
                                .args = {-1, -1, -1}};
    uint32_t order[3];
    order_operands(e, expr, order);
    for (uint32_t i = 0; i < expr->arg_count && !group->failed; i++) {
        int32_t *arg = &value.args[order[i]];
        *arg = add_expr(e, group, expr->args[order[i]], lanes, false);
        group->refs[*arg]++;
    }
    bool rounds = is_narrow(expr->type) &&
                  (emit_rounding(e, expr) != NULL ||
                   (expr->op == SCALAR_CONVERT && expr->args[0]->type != expr->type));
    value.rounds = rounds ? expr->type : ELEMENT_COUNT;
    /* One of f64 is worth its own function: its primitive lacks the instruction that scales. */
    bool is_worth_it = fused_scales(e->fused.set) && lanes == 8 && fused_has_function(expr->op);
    group->primitives += is_worth_it || rounds ? 2 : 1;
    return add_value(group, expr, value);
}

/* The number of the expression's value in the group, which takes it up. */
static int32_t add_expr(struct emitter *e, struct fused_group *group, const struct expr *expr,
                        uint32_t lanes, bool is_root) {
    expr = emit_resolved(e, expr);
    for (uint32_t i = 0; i < group->fused.count; i++) {
        if (group->exprs[i] == expr) {
            return (int32_t)i;
        }
    }
    if (!emit_is_strip(e, expr)) {
        return add_scalar(e, group, expr);
    }
    struct row_shape shape = group->rows;
    if (!is_root && (emit_known(e, expr).text != NULL || is_direct(e, expr, &shape))) {
        return add_load(e, group, expr);
    }
    if (!is_fusable(e, expr, lanes)) {
        group->failed = true;
        return 0;
    }
    return add_operation(e, group, expr, lanes);
}

/* Strips for the values that others read too. */
static void add_outputs(struct emitter *e, struct fused_group *group) {
    for (uint32_t i = 0; i + 1 < group->fused.count && !group->failed; i++) {
        struct fused_value *value = &group->fused.values[i];
        if (value->kind == FUSED_OPERATION &&
            emit_node_of(e, group->exprs[i])->uses > group->refs[i]) {
            group->failed |= !fused_stores(e->fused.set, value->type);
            value->stored = value->type;
            value->output = (int32_t)add_pointer(group, NULL, DENSE, value->type);
        }
    }
}

/* --- the call --- */

/* A function of bytes, as tcc's assembler takes them and others do, and its prototype. */
static void print_function(struct buffer *out, const char *name, const struct fused *fused,
                           const struct buffer *code) {
    buffer_printf(out, "__asm__(\".text\\n.balign 32\\n.globl %s\\n.hidden %s\\n%s:\\n.ascii \\\"",
                  name, name, name);
    for (size_t i = 0; i < code->length; i++) {
        buffer_printf(out, "\\\\%03o", (unsigned)(uint8_t)code->text[i]);
    }
    buffer_printf(out, "\\\"\\n\");\n%s %s(int64_t n", fused->is_sum ? "float" : "void", name);
    for (uint32_t i = 0; i < fused->pointer_count; i++) {
        buffer_add(out, ", const void *");
    }
    for (uint32_t i = 0; i < fused->scalar_count; i++) {
        buffer_add(out, fused->lanes == 8 ? ", double" : ", float");
    }
    buffer_add(out, ");\n");
}

/* The function's name; those of the same code are one. */
static const char *function_name(struct emitter *e, const struct fused_group *group) {
    struct buffer code = {0};
    const char *name = NULL;
    if (fused_code(&group->fused, &code)) {
        const char *key = intern_bytes(e->names, code.text, code.length);
        name = pointer_map_get(&e->fused.names, key);
        if (name == NULL) {
            name = emit_text(e, "fused%u", e->fused.count++);
            pointer_map_put(&e->fused.names, key, (void *)(uintptr_t)name);
            print_function(&e->fused.text, name, &group->fused, &code);
        }
    }
    buffer_free(&code);
    return name;
}

/* Where the outputs go: the last one, of the root, to the target where there is one. */
static void name_outputs(struct emitter *e, struct fused_group *group, const char *target) {
    for (uint32_t i = 0; i < group->fused.count; i++) {
        int32_t output = group->fused.values[i].output;
        if (output < 0) {
            continue;
        }
        const struct expr *expr = group->exprs[i];
        int32_t node = emit_node(e, expr);
        if (i + 1 == group->fused.count && target != NULL) {
            emit_remember(e, node, target, true);
            group->pointers[output] = target;
        } else {
            group->pointers[output] = emit_new_strip(e, node, expr->type);
        }
    }
}

static const char *call_text(struct emitter *e, const char *name, const struct fused_group *group) {
    struct buffer call = {0};
    bool has_rows = group->fused.inner > 0;
    buffer_printf(&call, "%s(%s", name, has_rows ? group->rows.count : e->strip.n.text);
    for (uint32_t i = 0; i < group->fused.pointer_count; i++) {
        buffer_printf(&call, ", %s", group->pointers[i]);
    }
    for (uint32_t i = 0; i < group->fused.scalar_count; i++) {
        buffer_printf(&call, ", %s", group->scalars[i]);
    }
    const char *text = emit_text(e, "%s)", call.text);
    buffer_free(&call);
    return text;
}

/* What the group read has been read so often; strips that nobody else reads are free again. */
static void consume(struct emitter *e, const struct fused_group *group) {
    for (uint32_t i = 0; i < group->fused.count; i++) {
        struct operand read = {.node = emit_node(e, group->exprs[i])};
        for (int32_t k = 0; k < group->refs[i]; k++) {
            emit_consume(e, read);
        }
    }
}

/* The group of all that is computed for the root. */
static bool make_group(struct emitter *e, const struct expr *root, uint32_t lanes,
                       struct row_shape rows, struct fused_group *group) {
    group->fused.count = group->fused.pointer_count = group->fused.scalar_count = 0;
    group->fused.set = e->fused.set;
    group->fused.lanes = lanes;
    group->rows = rows;
    group->primitives = 0;
    group->failed = false;
    add_expr(e, group, root, lanes, true);
    add_outputs(e, group);
    return !group->failed;
}

/* Where the root's value goes. */
struct destination {
    bool is_sum; /* nowhere, but into a sum */
    enum element stored;
    int64_t stride; /* from row to row */
    bool past; /* the caches, where all is one function: what others compute before it would not go
                  on beside its stores */
    struct row_shape rows;
};

/* Whether the root's value is no number of bf16 yet: the greater of two is one without rounding. */
static bool is_wider(const struct emitter *e, const struct expr *root) {
    return root->type != ELEMENT_BF16 || root == e->unrounded;
}

static bool add_destination(const struct emitter *e, struct fused_group *group,
                            const struct destination *to) {
    const uint32_t last = group->fused.count - 1;
    struct fused_value *value = &group->fused.values[last];
    group->fused.is_sum = to->is_sum;
    group->fused.past = false;
    if (!to->is_sum) {
        bool narrows = is_narrow(to->stored);
        group->fused.past = to->past && element_info[to->stored].bytes >= 4;
        group->primitives += narrows || group->fused.past;
        value->stored = to->stored;
        if (to->stored == ELEMENT_BF16 && is_wider(e, group->exprs[last])) {
            value->rounds = ELEMENT_BF16;
        }
        value->output = (int32_t)add_pointer(group, NULL, to->stride, to->stored);
    }
    group->fused.inner = group->rows.inner > 0 ? group->rows.inner : 0;
    for (uint32_t i = 0; i < group->fused.pointer_count; i++) {
        int64_t stride = group->strides[i] == DENSE ? group->fused.inner : group->strides[i];
        group->fused.row_bytes[i] = stride * group->bytes[i];
    }
    return !group->failed && group->primitives >= 2;
}

/* About how many cycles the root's value takes from its loads on. A processor has some hundreds of
 * instructions under way: of what takes longer than they, too few vectors at a time. A rounding to
 * bf16 is ten of them: a GELU of bf16 took twice the time of its parts. */
static uint32_t latency(const struct fused *fused) {
    uint32_t cycles[FUSED_MOST] = {0};
    for (uint32_t i = 0; i < fused->count; i++) {
        const struct fused_value *value = &fused->values[i];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t before = value->args[k] >= 0 ? cycles[value->args[k]] : 0;
            cycles[i] = before > cycles[i] ? before : cycles[i];
        }
        if (value->kind == FUSED_OPERATION) {
            cycles[i] += fused_has_function(value->op) ? FUSED_LONG_LATENCY : (uint32_t)LATENCY;
            cycles[i] += value->rounds == ELEMENT_BF16 ? FUSED_LONG_LATENCY : 0;
        }
    }
    return fused->count > 0 ? cycles[fused->count - 1] : 0;
}

static bool has_functions(const struct fused_group *group) {
    for (uint32_t i = 0; group != NULL && i < group->fused.count; i++) {
        const struct fused_value *value = &group->fused.values[i];
        if (value->kind == FUSED_OPERATION && fused_has_function(value->op)) {
            return true;
        }
    }
    return false;
}

/* A function for the root, and whatever else can be in it. */
static const char *try_function(struct emitter *e, const struct expr *root, struct destination to,
                                uint32_t lanes) {
    if (!is_fusable(e, root, lanes)) {
        return NULL;
    }
    const struct expr *unrounded = e->unrounded;
    struct leaves leaves = {.rows = to.rows};
    print_leaves(e, root, lanes, &leaves, true);
    to.past &= !leaves.made;
    e->unrounded = unrounded;
    if (e->fused.group == NULL) {
        e->fused.group = ARENA_NEW(e->arena, struct fused_group);
    }
    const char *name = NULL;
    if (make_group(e, root, lanes, to.rows, e->fused.group) &&
        add_destination(e, e->fused.group, &to) &&
        (e->fused.without_functions || !has_functions(e->fused.group) ||
         latency(&e->fused.group->fused) <= FUSED_MOST_LATENCY)) {
        name = function_name(e, e->fused.group);
    }
    unpin_leaves(e, &leaves);
    return name;
}

/* The name of the function for the root, whose group is e->group; NULL: there is none. Polynomials
 * take many registers: where there are too few for all, they are functions by themselves. */
static const char *make_function(struct emitter *e, const struct expr *root,
                                 const struct destination *to) {
    uint32_t lanes = e->fused.set != FUSED_NONE ? lanes_at(e, root, 4) : 0;
    if (lanes == 0) {
        return NULL;
    }
    bool without = e->fused.without_functions;
    e->fused.without_functions = false;
    const char *name = try_function(e, root, *to, lanes);
    if (name == NULL && has_functions(e->fused.group) && !fused_has_function(root->op)) {
        e->fused.without_functions = true;
        name = try_function(e, root, *to, lanes);
    }
    e->fused.without_functions = without;
    return name;
}

static void print_group(struct emitter *e, const char *name, const char *target) {
    name_outputs(e, e->fused.group, target);
    emit_line(e, "%s;", call_text(e, name, e->fused.group));
    consume(e, e->fused.group);
}

bool emit_fused(struct emitter *e, const struct expr *root, const char *target) {
    struct destination to = {.stored = compute_type(root->type), .stride = DENSE};
    const char *name = fused_stores(e->fused.set, to.stored) ? make_function(e, root, &to) : NULL;
    if (name != NULL) {
        print_group(e, name, target);
    }
    return name != NULL;
}

bool emit_fused_store(struct emitter *e, const struct expr *root, const struct access *store,
                      bool past, const char *strip) {
    struct destination to = {
        .stored = access_element(store), .stride = DENSE, .past = strip == NULL && past};
    struct rows rows;
    if (!fused_stores(e->fused.set, to.stored)) {
        return false;
    }
    if (strip == NULL && !emit_contiguous(e, store)) {
        if (!emit_rows(e, store, &rows) || rows.inner_stride != 1 ||
            llabs(rows.stride) >= INT32_MAX / 8 || !fits_rows(&rows, &to.rows)) {
            return false;
        }
        to.stride = rows.stride;
    }
    const char *name = make_function(e, root, &to);
    if (name != NULL) {
        print_group(e, name, strip != NULL ? strip : emit_pointer(e, store).text);
    }
    return name != NULL;
}

const char *emit_fused_sum(struct emitter *e, const struct expr *root) {
    struct destination to = {.is_sum = true, .rows = {.inner = -1}};
    root = emit_resolved(e, root);
    bool is_alone = compute_type(root->type) == ELEMENT_F32 && emit_node_of(e, root)->uses == 1 &&
                    emit_known(e, root).text == NULL;
    const char *name = is_alone ? make_function(e, root, &to) : NULL;
    if (name == NULL) {
        return NULL;
    }
    name_outputs(e, e->fused.group, NULL);
    const char *sum = emit_temporary(e);
    emit_line(e, "const float %s = %s;", sum, call_text(e, name, e->fused.group));
    consume(e, e->fused.group);
    return sum;
}
