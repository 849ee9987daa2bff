/* The values of the program: what they are called, and how they are known again after passes. */
#include <string.h>

#include "explain/explain.h"
#include "ops/op_def.h"

/* --- operations ------------------------------------------------------------------------------- */

static const char *with_symbol(struct arena *arena, const char *name, const struct attr *symbol) {
    bool known = symbol && (symbol->kind == ATTR_STRING || symbol->kind == ATTR_SYMBOL);
    return known ? arena_printf(arena, "%s @%s", name, symbol->text) : name;
}

const char *operation_name(struct arena *arena, const struct op *op) {
    if (op_is(op, OP_SDY_NAMED_COMPUTATION)) {
        return with_symbol(arena, "func.call", op_property(op, "name"));
    }
    if (op_is(op, OP_SDY_CONSTANT)) {
        return "stablehlo.constant";
    }
    if (op_has(op, OP_CALL)) {
        const char *name = op_has(op, OP_FUNCTION) ? op->name : "func.call";
        return with_symbol(arena, name, op_property(op, "callee"));
    }
    if (op_has(op, OP_FUNCTION)) {
        return with_symbol(arena, op->name, op_property(op, "sym_name"));
    }
    const struct attr *target = op_property(op, "call_target_name");
    return target ? with_symbol(arena, op->name, target) : op->name;
}

/* Whether a pass may have made `op` out of an operation that was called `original`. */
static bool was_called(const struct op *op, const char *original) {
    if (strcmp(op->name, original) == 0) {
        return true;
    }
    if (op_is(op, OP_SDY_CONSTANT)) {
        return strcmp(original, "stablehlo.constant") == 0;
    }
    if (op_is(op, OP_SDY_NAMED_COMPUTATION) || op_has(op, OP_CALL)) {
        return strcmp(original, "func.call") == 0 || strcmp(original, "sdy.named_computation") == 0;
    }
    return op_is(op, OP_SDY_RESHARD) && strcmp(original, "sdy.sharding_constraint") == 0;
}

/* What a data flow edge stands on. */
static struct value *without_edge(struct value *value) {
    return value && value->op && op_has(value->op, OP_FLOW_EDGE) ? op_operand(value->op, 0) : value;
}

/* --- places ----------------------------------------------------------------------------------- */

static uint32_t region_number(const struct block *block) {
    return (uint32_t)(block->region - block->region->op->regions);
}

/* Where the text defines a value, as a key; NULL: nowhere. Operations keep their location through
 * all passes, and arguments theirs. */
static const void *place_of(const struct value *value) {
    struct location location = value->op ? value->op->location : value->location;
    if (!location.source) {
        return NULL;
    }
    uint64_t region = value->op ? 0 : region_number(value->block) + 1;
    uint64_t key =
        ((uint64_t)location.offset << 30) | ((region & 0x3ff) << 20) | (value->index & 0xfffff);
    return (const void *)(uintptr_t)(key + 1);
}

struct subject *subject_of(const struct explanation *explanation, const struct value *value) {
    const void *place = place_of(value);
    struct subject *subject =
        place ? pointer_map_get(&explanation->subjects_by_place, place) : NULL;
    bool is_same = subject && (!value->op || was_called(value->op, subject->original));
    return is_same ? subject : NULL;
}

void explain_hold(struct explanation *explanation, const struct value *value, const char *json) {
    const void *place = place_of(value);
    struct subject *subject =
        place ? pointer_map_get(&explanation->subjects_by_place, place) : NULL;
    struct holding **end = subject ? &subject->holdings : NULL;
    while (end && *end) {
        end = &(*end)->next;
    }
    if (end) {
        *end = ARENA_NEW(explanation->arena, struct holding);
        (*end)->json = arena_printf(explanation->arena, "%s", json);
    }
}

struct track *track_of(const struct explanation *explanation, const struct value *value) {
    return value
               ? pointer_map_get(&explanation->tracks_by_value, without_edge((struct value *)value))
               : NULL;
}

/* --- making ----------------------------------------------------------------------------------- */

static const char *function_name(const struct op *op) {
    for (; op; op = op_parent(op)) {
        if (op_has(op, OP_FUNCTION)) {
            const char *name = symbol_name(op);
            return name ? name : "";
        }
    }
    return "";
}

static struct subject *new_subject(struct explanation *explanation, enum subject_kind kind,
                                   const struct op *op) {
    struct subject *subject = ARENA_NEW(explanation->arena, struct subject);
    *subject = (struct subject){
        .kind = kind,
        .function = function_name(op),
        .operation = operation_name(explanation->arena, op),
        .original = op->name,
        .location = op->location,
    };
    *vector_push(&explanation->subjects) = subject;
    return subject;
}

struct track *new_track(struct explanation *explanation, struct subject *subject,
                        struct value *value) {
    struct track *track = ARENA_NEW(explanation->arena, struct track);
    *track = (struct track){
        .id = (uint32_t)explanation->tracks.count,
        .subject = subject,
        .value = value,
        .group = -1,
    };
    track->carrier = track;
    *vector_push(&explanation->tracks) = track;
    struct track **end = &subject->tracks;
    for (; *end; end = &(*end)->next) {
        track->copy++;
    }
    *end = track;
    if (value) {
        pointer_map_put(&explanation->tracks_by_value, value, track);
    }
    return track;
}

static const char *value_name(struct arena *arena, const struct value *value) {
    if (!value->name) {
        return arena_printf(arena, "result %u of %s", value->index, value_owner(value)->name);
    }
    return value->op && value->op->result_count > 1
               ? arena_printf(arena, "%%%s#%u", value->name, value->index)
               : arena_printf(arena, "%%%s", value->name);
}

/* The axes of the manual computation that the region of `owner`, or `owner`, is in. */
static const struct axis_list *manual_axes_around(const struct op *op) {
    const struct axis_list *manual = NULL;
    for (; op && !manual; op = op_parent(op)) {
        manual = attr_as_axes(op_property(op, "manual_axes"));
    }
    return manual;
}

/* The text names the arguments of all regions of a loop at once;
 * those of the first stand for all. */
static bool is_twin(const struct value *value) {
    if (value->op || region_number(value->block) == 0) {
        return false;
    }
    const struct block *first = value_owner(value)->regions[0].first;
    return first && value->index < first->argument_count &&
           first->arguments[value->index]->location.offset == value->location.offset;
}

static void collect_value(struct explanation *explanation, struct value *value) {
    const struct op *owner = value_owner(value);
    enum subject_kind kind = value->op                    ? SUBJECT_RESULT
                             : op_has(owner, OP_FUNCTION) ? SUBJECT_ARGUMENT
                                                          : SUBJECT_BLOCK_ARGUMENT;
    if (!type_is_tensor(value->type)) {
        return;
    }
    struct subject *subject = new_subject(explanation, kind, owner);
    subject->name = value_name(explanation->arena, value);
    subject->index = value->index;
    subject->type = value->type;
    subject->location = value_location(value);
    subject->manual = manual_axes_around(value->op ? op_parent(owner) : owner);
    const void *place = place_of(value);
    if (place) {
        pointer_map_put(&explanation->subjects_by_place, place, subject);
    }
    subject->is_twin = is_twin(value);
    new_track(explanation, subject, value);
}

static void collect_function_results(struct explanation *explanation, const struct op *func) {
    for (uint32_t i = 0; i < func_result_count(func); i++) {
        const struct type *type = func_result_type(func, i);
        if (!type_is_tensor(type)) {
            continue;
        }
        struct subject *subject = new_subject(explanation, SUBJECT_FUNCTION_RESULT, func);
        subject->name = arena_printf(explanation->arena, "@%s:%u", subject->function, i);
        subject->index = i;
        subject->type = type;
        const struct block *body = func->regions[0].first;
        const struct op *returns = body ? block_terminator(body) : NULL;
        subject->location = returns ? returns->location : func->location;
        new_track(explanation, subject, NULL);
    }
}

static void collect_op(struct explanation *explanation, struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        collect_value(explanation, &op->results[i]);
    }
    for (uint32_t r = 0; r < op->region_count; r++) {
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            for (uint32_t i = 0; i < block->argument_count; i++) {
                collect_value(explanation, block->arguments[i]);
            }
            FOR_EACH_OP (inner, block) {
                collect_op(explanation, inner);
            }
        }
    }
    if (op_has(op, OP_FUNCTION)) {
        collect_function_results(explanation, op);
    }
}

static const char *label_with_line(const struct explanation *explanation,
                                   const struct subject *subject) {
    const char *name = strchr(subject->label, '%');
    return name && strchr(name, ':') ? subject->label
                                     : arena_printf(explanation->arena, "%s:%d", subject->label,
                                                    (int)line_of(explanation, subject->location));
}

/* Regions may use a name again: then its line tells which is meant. */
static void make_labels(struct explanation *explanation) {
    struct pointer_map first = {0};
    for (size_t i = 0; i < explanation->subjects.count; i++) {
        struct subject *subject = explanation->subjects.items[i];
        bool is_elsewhere = subject->name[0] == '%' && strcmp(subject->function, "main") != 0;
        subject->label = is_elsewhere ? arena_printf(explanation->arena, "@%s:%s",
                                                     subject->function, subject->name)
                                      : subject->name;
        const char *key = intern(explanation->context->strings, subject->label);
        struct subject *other = subject->is_twin ? NULL : pointer_map_get(&first, key);
        if (!other && !subject->is_twin) {
            pointer_map_put(&first, key, subject);
        } else if (other) {
            other->label = label_with_line(explanation, other);
            subject->label = label_with_line(explanation, subject);
        }
    }
    pointer_map_free(&first);
}

void collect_values(struct explanation *explanation) {
    collect_op(explanation, explanation->module->op);
    make_labels(explanation);
    explanation->program_subjects = explanation->subjects.count;
}

struct subject *added_subject(struct explanation *explanation, const struct value *value) {
    struct op *op = value_owner(value);
    struct subject *subject = new_subject(explanation, SUBJECT_ADDED, op);
    const struct track *of =
        value->op && op->operand_count != 0 ? track_of(explanation, op_operand(op, 0)) : NULL;
    subject->name =
        arena_printf(explanation->arena, "%s(%s)", subject->operation, of ? of->subject->name : "");
    subject->label = subject->name;
    subject->index = value->index;
    subject->type = value->type;
    subject->location = of ? of->subject->location : op->location;
    return subject;
}
