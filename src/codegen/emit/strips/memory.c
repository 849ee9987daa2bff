/* Loads, stores and indices of strips: contiguous ones in place, others by the runtime's moves. */
#include "codegen/emit/internal.h"
#include "codegen/program/program_thresholds.h"

#include <inttypes.h>

/* A run of the strip along which an affine moves by one stride. */
struct level {
    struct integer count;
    int64_t stride;
};

/* Points of the strip's dimension number `i` (0 is the innermost). */
static struct level dimension_level(struct emitter *e, const struct affine *affine, uint32_t i) {
    uint32_t d = e->strip.dims[i];
    bool outermost = i + 1 == e->strip.count;
    return (struct level){outermost ? e->strip.rows : emit_known_integer(e, e->dims[d].size),
                          affine->stride[d]};
}

/* The fewest runs that make up the strip for this affine, innermost first. */
static uint32_t strip_levels(struct emitter *e, const struct affine *affine,
                             struct level levels[KERNEL_DIMS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->strip.count; i++) {
        struct level next = dimension_level(e, affine, i);
        if (next.count.known && next.count.value == 1) {
            continue;
        }
        struct level *inner = count > 0 ? &levels[count - 1] : NULL;
        /* All but the last have counts that are known. */
        if (inner == NULL || next.stride != inner->stride * inner->count.value) {
            levels[count++] = next;
        } else if (next.count.known) {
            inner->count = emit_known_integer(e, inner->count.value * next.count.value);
        } else {
            inner->count = count == 1 ? e->strip.n
                                      : emit_unknown_integer(emit_text(
                                            e, "%s * %s", next.count.text, inner->count.text));
        }
    }
    if (count == 0) {
        levels[count++] = (struct level){emit_known_integer(e, 1), 1};
    }
    return count;
}

bool emit_contiguous(struct emitter *e, const struct access *access) {
    struct level levels[KERNEL_DIMS];
    return strip_levels(e, &access->at, levels) == 1 && levels[0].stride == 1;
}

bool emit_rows(struct emitter *e, const struct access *access, struct rows *rows) {
    struct level levels[KERNEL_DIMS];
    if (strip_levels(e, &access->at, levels) != 2 || !levels[0].count.known) {
        return false;
    }
    *rows = (struct rows){.inner = levels[0].count.value,
                          .inner_stride = levels[0].stride,
                          .stride = levels[1].stride,
                          .count = levels[1].count.text};
    return true;
}

bool emit_is_run(struct emitter *e, const struct access *access, struct rows *rows) {
    int64_t length = e->strip.inner;
    *rows = (struct rows){.inner = length, .inner_stride = 1, .stride = length};
    return emit_contiguous(e, access) || (e->strip.batch > 0 && emit_rows(e, access, rows) &&
                                          rows->inner == length && rows->inner_stride == 1);
}

/* Loops over the runs outside the innermost `kept`; adds their offsets to both texts. */
static int32_t open_levels(struct emitter *e, const struct level *levels, uint32_t count,
                           uint32_t kept, const char **memory, const char **strip) {
    int32_t opened = 0;
    for (uint32_t i = count; i-- > kept;) {
        const char *variable = emit_text(e, "q%u", e->numbers.temporaries++);
        emit_open(e, "for (int64_t %s = 0; %s < %s; %s++)", variable, variable,
                  levels[i].count.text, variable);
        const char *points = "";
        for (uint32_t j = 0; j < i; j++) {
            points = emit_text(e, "%s * %s", points, levels[j].count.text);
        }
        *memory =
            emit_text(e, "%s + %s * %s", *memory, variable, emit_integer(e, levels[i].stride));
        *strip = emit_text(e, "%s + %s%s", *strip, variable, points);
        opened++;
    }
    return opened;
}

static void close_levels(struct emitter *e, int32_t opened) {
    while (opened-- > 0) {
        emit_close(e);
    }
}

/* strip <- memory (load) or memory <- strip (store), of `bits` per element. */
static void move(struct emitter *e, bool load, const char *strip, const char *memory,
                 const struct affine *affine, uint32_t bits) {
    struct level levels[KERNEL_DIMS];
    uint32_t count = strip_levels(e, affine, levels);
    int32_t opened = open_levels(e, levels, count, 2, &memory, &strip);
    const char *verb = load ? "load" : "store";
    const char *to = load ? strip : memory, *from = load ? memory : strip;
    if (count == 1) {
        emit_line(e, "%s(%s, %s, %s, %s);", emit_symbol(e, "sdyrt_%s_%u", verb, bits), to, from,
                  levels[0].count.text, emit_integer(e, levels[0].stride));
    } else {
        emit_line(e, "%s(%s, %s, %s, %s, %s, %s);", emit_symbol(e, "sdyrt_%s2_%u", verb, bits), to,
                  from, levels[1].count.text, emit_integer(e, levels[1].stride),
                  levels[0].count.text, emit_integer(e, levels[0].stride));
    }
    close_levels(e, opened);
}

/* Along one of the two fastest levels values follow each other, along the other they are the same:
 * each stands as often as its run is long (`varies` is 1), or the row of them again and again (0).
 * These values are made once. */
static void iota_repeated(struct emitter *e, const char *strip, const struct level *levels,
                          uint32_t varies, enum element type, const char *start) {
    const char *c_type = compute_c_type(type), *values = emit_temporary(e);
    int64_t row = levels[0].count.value;
    size_t count = (size_t)(varies == 0 ? row : e->strip.most / row);
    size_t slot = emit_scratch(e, count * compute_bytes(type));
    emit_line(e, "%s *%s = %s;", c_type, values, emit_scratch_text(e, c_type, slot));
    emit_line(e, "%s(%s, (%s)(%s), %s, %s);", emit_symbol(e, "sdyrt_iota_%s", compute_tag(type)),
              values, c_type, start, emit_integer(e, levels[varies].stride),
              levels[varies].count.text);
    emit_line(e, "%s(%s, %s, %s, %d, %s, %d);",
              emit_symbol(e, "sdyrt_load2_%u", 8 * compute_bytes(type)), strip, values,
              levels[1].count.text, varies == 1, levels[0].count.text, varies == 0);
    emit_release(e, slot);
}

static void iota_runs(struct emitter *e, const char *strip, const struct affine *affine,
                      enum element type, const char *start) {
    struct level levels[KERNEL_DIMS];
    uint32_t count = strip_levels(e, affine, levels);
    bool is_short = count >= 2 && levels[0].stride == 0 && levels[0].count.known &&
                    levels[0].count.value <= STRIP_SHORT;
    bool repeats = count >= 2 && levels[0].stride != 0 && levels[1].stride == 0;
    int32_t opened = open_levels(e, levels, count, is_short || repeats ? 2 : 1, &start, &strip);
    const char *c_type = compute_c_type(type), *tag = compute_tag(type);
    if (is_short || repeats) {
        iota_repeated(e, strip, levels, repeats ? 0 : 1, type, start);
        close_levels(e, opened);
        return;
    }
    const char *symbol = levels[0].stride == 0 ? emit_symbol(e, "sdyrt_fill_%s_s", tag)
                                               : emit_symbol(e, "sdyrt_iota_%s", tag);
    if (levels[0].stride == 0) {
        emit_line(e, "%s(%s, (%s)(%s), %s);", symbol, strip, c_type, start, levels[0].count.text);
    } else {
        emit_line(e, "%s(%s, (%s)(%s), %s, %s);", symbol, strip, c_type, start,
                  emit_integer(e, levels[0].stride), levels[0].count.text);
    }
    close_levels(e, opened);
}

struct operand emit_strip_index(struct emitter *e, const struct expr *expr, const char *target) {
    int32_t index = emit_node(e, expr);
    const char *dst = emit_strip_target(e, index, expr->type, target);
    iota_runs(e, dst, &expr->affine, expr->type, emit_affine(e, &expr->affine, false).text);
    struct conversion wrap = emit_conversion(e, compute_type(expr->type), expr->type);
    if (wrap.count == 1) {
        emit_line(e, "%s(%s, %s, %s);", emit_symbol(e, "sdyrt_%s_v", wrap.names[0]), dst, dst,
                  e->strip.n.text);
    }
    return (struct operand){.text = dst, .strip = true, .node = index};
}

/* --- offsets: an expression like any other, so that one function computes it --- */

static const struct expr *offset_expr(struct emitter *e, struct expr expr) {
    for (uint32_t i = 0; i < expr.arg_count; i++) {
        expr.varies |= expr.args[i]->varies;
    }
    const struct expr *made = arena_copy(e->arena, &expr, sizeof expr);
    struct printed *node = emit_node_of(e, made);
    node->uses = 1;
    node->section = e->numbers.section;
    return made;
}

static const struct expr *offset_operation(struct emitter *e, enum element type, enum scalar_op op,
                                           uint32_t count, const struct expr *const *args) {
    struct expr expr = {.kind = EXPR_SCALAR, .type = type, .op = op, .arg_count = count};
    for (uint32_t i = 0; i < count; i++) {
        expr.args[i] = (struct expr *)(uintptr_t)args[i];
    }
    return offset_expr(e, expr);
}

static const struct expr *offset_constant(struct emitter *e, enum element type, int64_t value) {
    return offset_expr(e, (struct expr){.kind = EXPR_CONSTANT, .type = type, .integer = value});
}

/* stride * clamp(index, 0, most) */
static const struct expr *offset_term(struct emitter *e, const struct indirect *indirect,
                                      enum element type) {
    const struct expr *term = indirect->index;
    if (compute_type(term->type) != type) {
        term = offset_operation(e, type, SCALAR_CONVERT, 1, &term);
    }
    if (indirect->most >= 0) {
        const struct expr *args[] = {offset_constant(e, type, 0), term,
                                     offset_constant(e, type, indirect->most)};
        term = offset_operation(e, type, SCALAR_CLAMP, 3, args);
    }
    if (indirect->stride != 1) {
        const struct expr *args[] = {term, offset_constant(e, type, indirect->stride)};
        term = offset_operation(e, type, SCALAR_MULTIPLY, 2, args);
    }
    return term;
}

/* What the access itself adds along the strip. */
static const struct expr *offset_base(struct emitter *e, const struct access *access,
                                      enum element type) {
    struct expr expr = {.kind = EXPR_INDEX,
                        .type = type,
                        .affine = access->at,
                        .varies = affine_varies(e->kernel, &access->at)};
    const struct expr *base = offset_expr(e, expr);
    const char *name = emit_new_strip(e, emit_node(e, base), type);
    iota_runs(e, name, &access->at, type, "0");
    return base;
}

/* i32 where neither an index nor what it is multiplied to is greater. */
static enum element offset_type(struct emitter *e, const struct access *access) {
    bool is_short = access->buffer->elements <= INT32_MAX;
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        const struct expr *index = access->indirect[i].index;
        enum element type = compute_type(index->type);
        bool fits = type == ELEMENT_I32 || element_info[type].bytes < 4;
        is_short = is_short && (fits || !emit_is_strip(e, index));
    }
    return is_short ? ELEMENT_I32 : ELEMENT_I64;
}

struct offsets emit_offsets(struct emitter *e, const struct access *access) {
    enum element type = offset_type(e, access);
    const struct expr *sum = NULL;
    if ((affine_varies(e->kernel, &access->at) & e->strip.mask) != 0) {
        sum = offset_base(e, access, type);
    }
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if (emit_is_strip(e, access->indirect[i].index)) {
            const struct expr *term = offset_term(e, &access->indirect[i], type);
            const struct expr *args[] = {sum, term};
            sum = sum == NULL ? term : offset_operation(e, type, SCALAR_ADD, 2, args);
        }
    }
    return (struct offsets){emit_value(e, sum), type};
}

/* Whether a strip, or any value for each of its elements, that the index is computed of is there
 * already. */
static bool has_printed(struct emitter *e, const struct expr *expr) {
    expr = emit_resolved(e, expr);
    if (!emit_is_strip(e, expr) || !emit_first_visit(e, expr)) {
        return false;
    }
    bool found = emit_known(e, expr).text != NULL;
    for (uint32_t i = 0; i < expr->arg_count && !found; i++) {
        found = has_printed(e, expr->args[i]);
    }
    for (uint32_t i = 0; i < expr->access.indirect_count && !found; i++) {
        found = has_printed(e, expr->access.indirect[i].index);
    }
    return found;
}

bool emit_has_printed(struct emitter *e, const struct access *access,
                      const struct expr *condition) {
    emit_begin_walk(e);
    bool found = condition != NULL && has_printed(e, condition);
    for (uint32_t i = 0; i < access->indirect_count && !found; i++) {
        found = has_printed(e, access->indirect[i].index);
    }
    return found;
}

void emit_take_rows(struct emitter *e) {
    struct strip whole = e->strip;
    e->strip.count = 1;
    e->strip.dims[0] = whole.dims[whole.count - 1];
    e->strip.mask = 1u << e->strip.dims[0];
    e->strip.inner = 1;
    e->strip.n = whole.rows;
    e->strip.most = whole.most / whole.inner;
}

/* dst[r][c] = memory[offset r + c]: whole rows, of which each has its place. */
static bool gather_rows(struct emitter *e, const struct access *access, const char *dst,
                        const char *memory, uint32_t bits) {
    struct strip whole = e->strip;
    if (!gathers_rows(access, whole.count, whole.dims) || whole.shift != NULL ||
        emit_has_printed(e, access, NULL)) {
        return false;
    }
    size_t scope = emit_scope(e);
    emit_take_rows(e);
    struct offsets offsets = emit_offsets(e, access);
    emit_line(e, "%s(%s, %s, %s, %s, %" PRId64 ");",
              emit_symbol(e, "sdyrt_gather2_%u_%s", bits, element_info[offsets.type].tag), dst,
              memory, offsets.value.text, whole.rows.text, whole.inner);
    emit_consume(e, offsets.value);
    emit_leave(e, scope);
    e->strip = whole;
    return true;
}

/* dst[i] = memory[offset i], the offsets being computed as a strip. */
static void gather(struct emitter *e, const struct access *access, const char *dst,
                   const char *memory, uint32_t bits) {
    if (gather_rows(e, access, dst, memory, bits)) {
        return;
    }
    struct offsets offsets = emit_offsets(e, access);
    emit_line(e, "%s(%s, %s, %s, %s);",
              emit_symbol(e, "sdyrt_gather_%u_%s", bits, element_info[offsets.type].tag), dst,
              memory, offsets.value.text, e->strip.n.text);
    emit_consume(e, offsets.value);
}

static bool is_gather(struct emitter *e, const struct access *access) {
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        if (emit_is_strip(e, access->indirect[i].index)) {
            return true;
        }
    }
    return false;
}

static void load_bits(struct emitter *e, const struct access *access, const char *dst,
                      const char *memory) {
    uint32_t bits = 8 * element_info[access->buffer->element].bytes;
    if (is_gather(e, access)) {
        gather(e, access, dst, memory, bits);
    } else {
        move(e, true, dst, memory, &access->at, bits);
    }
}

/* Widens a strip of storage format to the type computed in. */
static void load_narrow(struct emitter *e, const struct expr *expr, const char *dst,
                        const char *memory) {
    const char *symbol =
        emit_symbol(e, "sdyrt_convert_%s_%s_v", storage_tag(expr->type), compute_tag(expr->type));
    if (!is_gather(e, &expr->access) && emit_contiguous(e, &expr->access)) {
        emit_line(e, "%s(%s, %s, %s);", symbol, dst, memory, e->strip.n.text);
        return;
    }
    const struct element_info *info = &element_info[expr->type];
    size_t slot = emit_scratch(e, (size_t)e->strip.most * info->bytes);
    const char *raw = emit_temporary(e);
    emit_line(e, "%s *%s = %s;", info->c_type, raw, emit_scratch_text(e, info->c_type, slot));
    load_bits(e, &expr->access, raw, memory);
    emit_line(e, "%s(%s, %s, %s);", symbol, dst, raw, e->strip.n.text);
    emit_release(e, slot);
}

/* The strip of a load: the memory itself where that is contiguous. */
struct operand emit_strip_load(struct emitter *e, const struct expr *expr, const char *target) {
    int32_t index = emit_node(e, expr);
    struct operand pointer = emit_pointer(e, &expr->access);
    const char *memory = pointer.text;
    bool in_place = target == NULL && !is_narrow(expr->type) && !is_gather(e, &expr->access) &&
                    emit_contiguous(e, &expr->access) && !e->copy_loads;
    if (in_place) {
        if (e->values.nodes.items[index].uses > 1 && !pointer.is_name) {
            memory = emit_temporary(e);
            emit_line(e, "const %s *%s = %s;", compute_c_type(expr->type), memory, pointer.text);
        }
        emit_remember(e, index, memory, true);
        return (struct operand){.text = memory, .strip = true, .node = index};
    }
    const char *dst = emit_strip_target(e, index, expr->type, target);
    if (is_narrow(expr->type)) {
        load_narrow(e, expr, dst, memory);
    } else {
        load_bits(e, &expr->access, dst, memory);
    }
    return (struct operand){.text = dst, .strip = true, .node = index};
}

/* A strip of storage format, in the slot of scratch that is returned by `slot`. */
const char *emit_narrowed(struct emitter *e, enum element element, const char *value,
                          size_t *slot) {
    const struct element_info *info = &element_info[element];
    *slot = emit_scratch(e, (size_t)e->strip.most * info->bytes);
    const char *raw = emit_temporary(e);
    emit_line(e, "%s *%s = %s;", info->c_type, raw, emit_scratch_text(e, info->c_type, *slot));
    emit_line(e, "%s(%s, %s, %s);",
              emit_symbol(e, "sdyrt_convert_%s_%s_v", compute_tag(element), storage_tag(element)),
              raw, value, e->strip.n.text);
    return raw;
}

static void store_narrow(struct emitter *e, const struct access *store, const char *value,
                         const char *memory) {
    enum element element = access_element(store);
    if (emit_contiguous(e, store)) {
        emit_line(
            e, "%s(%s, %s, %s);",
            emit_symbol(e, "sdyrt_convert_%s_%s_v", compute_tag(element), storage_tag(element)),
            memory, value, e->strip.n.text);
        return;
    }
    size_t slot;
    const char *raw = emit_narrowed(e, element, value, &slot);
    move(e, false, raw, memory, &store->at, 8 * element_info[element].bytes);
    emit_release(e, slot);
}

void emit_strip_store(struct emitter *e, const struct access *store, struct operand value) {
    const char *memory = emit_pointer(e, store).text;
    if (is_narrow(access_element(store))) {
        store_narrow(e, store, value.text, memory);
    } else {
        move(e, false, value.text, memory, &store->at,
             8 * element_info[store->buffer->element].bytes);
    }
}
