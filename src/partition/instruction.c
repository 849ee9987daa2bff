/* sdy-per-instruction-partitioning: single operations, partitioned on their own, stand in manual
 * computations of their local program; the rest of the program stays global. An operation goes
 * through the passes in a module that holds nothing else. */
#include <stdlib.h>
#include <string.h>

#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/op_def.h"
#include "partition/padding/pad.h"
#include "partition/partition.h"
#include "partition/prepare/shardings.h"
#include "partition/reshards/explicit_reshards.h"
#include "propagation/propagation.h"
#include "sharding/rule.h"
#include "transforms/pass_rows.h"

/* --- the filter ------------------------------------------------------------------------------- */

/* `selectLow=2, dot, add`: numbers among the operations that could be taken, parts of names. */
struct filter {
    int64_t low, high; /* negative: no bound */
    VECTOR(const char *) names;
};

static void read_word(struct filter *filter, struct arena *arena, const char *begin,
                      const char *end) {
    while (begin < end && *begin == ' ') {
        begin++;
    }
    while (begin < end && end[-1] == ' ') {
        end--;
    }
    const char *word = arena_printf(arena, "%.*s", (int)(end - begin), begin);
    if (strncmp(word, "selectLow=", 10) == 0) {
        filter->low = strtoll(word + 10, NULL, 10);
    } else if (strncmp(word, "selectHigh=", 11) == 0) {
        filter->high = strtoll(word + 11, NULL, 10);
    } else if (*word) {
        *vector_push(&filter->names) = word;
    }
}

static struct filter read_filter(struct arena *arena, const char *text) {
    struct filter filter = {.low = -1, .high = -1};
    size_t length = strlen(text);
    if (length > 1 && (*text == '\'' || *text == '"') && text[length - 1] == *text) {
        text++;
        length -= 2;
    }
    const char *end = text + length;
    while (text <= end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        read_word(&filter, arena, text, comma ? comma : end);
        text = comma ? comma + 1 : end + 1;
    }
    return filter;
}

static bool filter_takes(const struct filter *filter, const struct op *op, int64_t number) {
    if ((filter->low >= 0 && number < filter->low) ||
        (filter->high >= 0 && number > filter->high)) {
        return false;
    }
    for (size_t i = 0; i < filter->names.count; i++) {
        if (strstr(op->name, filter->names.items[i])) {
            return true;
        }
    }
    return filter->names.count == 0;
}

/* --- which operations ------------------------------------------------------------------------- */

struct partitioner {
    struct module *module;
    struct arena *scratch; /* of one operation */
    const struct pass_options *options;
    struct filter filter;
    int64_t count; /* operations that could be taken so far */
    VECTOR(struct op *) taken;
};

static bool is_sharded(struct context *context, const struct value *value) {
    const struct sharding *sharding = attr_as_sharding(value_sharding(context, value));
    return sharding && !sharding_is_replicated(sharding);
}

static bool has_sharded_value(struct context *context, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (is_sharded(context, op_operand(op, i))) {
            return true;
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (is_sharded(context, &op->results[i])) {
            return true;
        }
    }
    return false;
}

static bool is_marker(const struct op *op) {
    const struct attr *target =
        op_is(op, OP_CUSTOM_CALL) ? op_property(op, "call_target_name") : NULL;
    return target &&
           (strcmp(target->text, "Sharding") == 0 || strcmp(target->text, "mhlo.sharding") == 0);
}

/* What speaks of shardings alone, collectives, and what ends a block (its last operation, which may
 * be one that is not known here: a branch) are not partitioned by themselves. */
static bool could_be_taken(struct context *context, const struct op *op) {
    bool of_sdy = strncmp(op->name, "sdy.", 4) == 0 && !op_is(op, OP_SDY_RESHARD) &&
                  !op_is(op, OP_SDY_CONSTANT) && !op_is(op, OP_SDY_NAMED_COMPUTATION);
    return op->next && !of_sdy && !is_marker(op) && has_sharded_value(context, op);
}

/* Computations with names become functions of the whole program, which calls need too. */
static bool can_stand_alone(const struct op *op) {
    if (op_has(op, OP_CALL) || op_is(op, OP_SDY_NAMED_COMPUTATION) || op_reads_outside(op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            FOR_EACH_OP (inner, block) {
                if (!can_stand_alone(inner)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* Whether a result is the terms of a sum that is made later: alone, the operation would make it. */
static bool leaves_terms(struct context *context, const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct sharding *sharding =
            attr_as_sharding(value_sharding(context, &op->results[i]));
        if (sharding && sharding->unreduced.count > 0) {
            return true;
        }
    }
    return false;
}

/* What needs more than its operands, or leaves terms, is numbered, and stays global. */
static void take_from_function(struct partitioner *partitioner, const struct op *func) {
    FOR_EACH_BLOCK (block, &func->regions[0]) {
        FOR_EACH_OP (op, block) {
            if (could_be_taken(partitioner->module->context, op) &&
                filter_takes(&partitioner->filter, op, partitioner->count++) &&
                can_stand_alone(op) && !leaves_terms(partitioner->module->context, op)) {
                *vector_push(&partitioner->taken) = op;
            }
        }
    }
}

/* --- one operation ---------------------------------------------------------------------------- */

struct instruction {
    struct module *module, *alone; /* where it is, and the module that holds it alone */
    struct arena *arena;
    struct op *op, *func; /* of `alone` */
    const struct sharding *like;
    const struct attr **in, **out;             /* shardings of operands and results, none missing */
    const struct type **in_types, **out_types; /* padded until the axes divide them */
    struct axis_vector axes;                   /* all that the shardings name */
};

static void add_axis(struct instruction *instruction, struct axis_ref axis) {
    if (!axes_contain_name(axes_of(&instruction->axes), axis.name)) {
        axes_push(&instruction->axes, axis_whole(axis.name));
    }
}

static void add_axes(struct instruction *instruction, struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        add_axis(instruction, axes.items[i]);
    }
}

/* The sharding of a value, replicated where it has none. */
static const struct attr *complete_sharding(struct instruction *instruction,
                                            const struct value *value) {
    struct context *context = instruction->module->context;
    const struct attr *attr = value_sharding(context, value);
    if (!attr) {
        return sharding_closed(context, instruction->like,
                               type_is_tensor(value->type) ? value->type->rank : 0);
    }
    const struct sharding *sharding = attr_as_sharding(attr);
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        add_axes(instruction, sharding->dims[dim].axes);
    }
    add_axes(instruction, sharding->replicated);
    add_axes(instruction, sharding->unreduced);
    return attr;
}

/* --- what does not divide ---------------------------------------------------------------------
 *
 * Operations that compute the same on the elements they had when others are added at the end of a
 * dimension get longer operands, and their results are cut. All others are only sharded evenly. */

static bool may_grow(const struct op *op) {
    static const enum op_id grow[] = {OP_DOT,   OP_DOT_GENERAL, OP_TRANSPOSE,  OP_BROADCAST_IN_DIM,
                                      OP_SLICE, OP_PAD,         OP_SDY_RESHARD};
    for (size_t i = 0; i < sizeof grow / sizeof grow[0]; i++) {
        if (op_is(op, grow[i])) {
            return true;
        }
    }
    return op->def->rule == rule_pointwise;
}

static const struct type **type_of(struct instruction *instruction, uint32_t tensor) {
    uint32_t operands = instruction->op->operand_count;
    return tensor < operands ? &instruction->in_types[tensor]
                             : &instruction->out_types[tensor - operands];
}

/* Tensors that have a factor of the rule are equally long in it. */
static void unify_types(struct instruction *instruction, const struct sharding_rule *rule) {
    int64_t *longest = ARENA_ARRAY(instruction->arena, int64_t, rule->factor_count);
    for (int round = 0; round < 2; round++) {
        for (uint32_t tensor = 0; tensor < rule_tensor_count(rule); tensor++) {
            const struct type **type = type_of(instruction, tensor);
            int64_t dims[MAX_RANK];
            for (uint32_t dim = 0; dim < rule->tensors[tensor].rank; dim++) {
                int64_t *most = &longest[rule->tensors[tensor].dims[dim].factors[0]];
                bool grows = (*type)->dims[dim] != DIM_DYNAMIC && (*type)->dims[dim] > *most;
                *most = grows ? (*type)->dims[dim] : *most;
                dims[dim] = (*type)->dims[dim] == 1 ? 1 : *most;
            }
            if (round > 0 && type_is_static(*type)) {
                *type = type_with_dims(instruction->module->context, *type, (*type)->rank, dims);
            }
        }
    }
}

/* Both sides of a reshard are of one type. */
static void unify_ends(struct instruction *instruction) {
    const struct type *in = instruction->in_types[0], *out = instruction->out_types[0];
    int64_t dims[MAX_RANK];
    for (uint32_t dim = 0; dim < in->rank; dim++) {
        dims[dim] = in->dims[dim] > out->dims[dim] ? in->dims[dim] : out->dims[dim];
    }
    instruction->in_types[0] = instruction->out_types[0] =
        type_with_dims(instruction->module->context, in, in->rank, dims);
}

static void pad_types(struct instruction *instruction) {
    const struct op *op = instruction->op;
    struct context *context = instruction->module->context;
    const struct sharding_rule *rule = attr_as_rule(op_sharding_rule(context, op, false));
    for (uint32_t tensor = 0; tensor < op->operand_count + op->result_count; tensor++) {
        bool is_result = tensor >= op->operand_count;
        const struct attr **sharding =
            is_result ? &instruction->out[tensor - op->operand_count] : &instruction->in[tensor];
        const struct type **type = type_of(instruction, tensor);
        if (may_grow(op)) {
            *type = padded_type(op, context, *type, *sharding);
        } else if (type_is_tensor(*type)) {
            const struct attr *even =
                without_idle_axes(context, instruction->arena, op, *type, *sharding, true);
            *sharding = even ? even : *sharding;
        }
    }
    if (op_is(op, OP_SDY_RESHARD)) {
        unify_ends(instruction);
    } else if (rule && may_grow(op) && !op_is(op, OP_SLICE) && !op_is(op, OP_PAD)) {
        unify_types(instruction, rule);
    }
}

/* What is known of the operation: shardings, types, axes. */
static void describe(struct instruction *instruction) {
    const struct op *op = instruction->op;
    struct arena *arena = instruction->arena;
    instruction->in = ARENA_ARRAY(arena, const struct attr *, op->operand_count);
    instruction->out = ARENA_ARRAY(arena, const struct attr *, op->result_count);
    instruction->in_types = ARENA_ARRAY(arena, const struct type *, op->operand_count);
    instruction->out_types = ARENA_ARRAY(arena, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        instruction->in[i] = complete_sharding(instruction, op_operand(op, i));
        instruction->in_types[i] = op_operand(op, i)->type;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        instruction->out[i] = complete_sharding(instruction, &op->results[i]);
        instruction->out_types[i] = op->results[i].type;
    }
    pad_types(instruction);
}

/* --- alone ------------------------------------------------------------------------------------ */

/* Bounds in an attribute grow with the result. */
static void grow_attribute(struct module *module, struct op *op, const char *name,
                           const struct type *padded) {
    struct int_list list = op_ints(op, name);
    int64_t grown[MAX_RANK];
    for (uint32_t dim = 0; dim < list.count; dim++) {
        grown[dim] = list.items[dim] + padded->dims[dim] - op->results[0].type->dims[dim];
    }
    op_set_property(module, op, name, attr_i64_array(module->context, list.count, grown));
}

/* Gives the copy padded results, and itself what they ask for. */
static void pad_results(struct instruction *instruction, struct op *copy) {
    for (uint32_t i = 0; i < copy->result_count; i++) {
        const struct type *type = instruction->out_types[i];
        if (type == copy->results[i].type) {
            continue;
        }
        if (op_is(copy, OP_SLICE)) {
            grow_attribute(instruction->alone, copy, "limit_indices", type);
        } else if (op_is(copy, OP_PAD)) {
            grow_attribute(instruction->alone, copy, "edge_padding_high", type);
        }
        copy->results[i].type = type;
    }
}

static struct op *build_function(struct instruction *instruction) {
    struct module *alone = instruction->alone;
    struct context *context = alone->context;
    const struct op *op = instruction->op;
    struct builder at = builder_at_end(alone, alone->op->regions[0].first);
    at.location = op->location;
    struct op *func = build_row(&at, OP_FUNC_FUNC, 0, NULL, 0, NULL, 1);
    op_set_property(alone, func, "sym_name", attr_string(context, "alone", 5));
    op_set_property(
        alone, func, "function_type",
        attr_type(context, type_function(context, op->operand_count, instruction->in_types,
                                         op->result_count, instruction->out_types)));
    func_set_argument_attrs(alone, func, "sdy.sharding", instruction->in);
    func_set_result_attrs(alone, func, "sdy.sharding", instruction->out);
    return func;
}

/* The module with the meshes and a function that is the operation. */
static void set_apart(struct instruction *instruction) {
    struct op *op = instruction->op;
    struct module *alone = instruction->alone =
        module_new(instruction->module->context, op->location);
    struct pointer_map map = {0};
    FOR_EACH_OP (mesh, instruction->module->op->regions[0].first) {
        if (op_is(mesh, OP_SDY_MESH)) {
            op_append(alone->op->regions[0].first, op_clone(alone, mesh, &map));
        }
    }
    instruction->func = build_function(instruction);
    struct block *body = block_new(alone, &instruction->func->regions[0]);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        block_add_argument(alone, body, instruction->in_types[i], op->location);
    }
    struct op *copy = op_clone(alone, op, &map);
    pointer_map_free(&map);
    op_append(body, copy);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        op_set_operand(copy, i, body->arguments[i]);
    }
    pad_results(instruction, copy);
    struct value **results = ARENA_ARRAY(instruction->arena, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i] = &copy->results[i];
    }
    struct builder at = builder_at_end(alone, body);
    at.location = op->location;
    build_end(&at, OP_FUNC_RETURN, op->result_count, results);
}

static const struct {
    pass_function *function;
    const struct pass_option *definitions;
} rows[] = {
#define PASS(name, function, needs, leaves, options, summary) {function, options},
#include "passes.def"
#undef PASS
};

/* The options of a pass: where it shares them, those of the pass at hand. Explicit reshards are
 * those of the full version. */
static struct pass_options options_for(pass_function *function, const struct pass_options *given) {
    static const struct pass_option full[] = {{"enable-full-version", PASS_BOOL, "true", ""},
                                              {NULL, PASS_BOOL, NULL, NULL}};
    size_t row = 0;
    while (rows[row].function != function) {
        row++;
    }
    struct pass_options options, always;
    pass_options_init(&options, rows[row].definitions);
    pass_options_init(&always, full);
    pass_options_take(&options, given);
    pass_options_take(&options, &always);
    return options;
}

static bool partition_alone(struct module *alone, const struct pass_options *given) {
    static pass_function *const passes[] = {
        pass_resolve_permutation_factors, pass_insert_explicit_reshards,
        pass_resolve_permutation_factors, /* where those changed what is sharded */
        pass_reshard_to_collectives,      pass_pad_for_divisibility,
        pass_convert_global_to_local,     pass_drop_sharding_and_mesh,
    };
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        struct pass_options options = options_for(passes[i], given);
        if (!passes[i](alone, &options)) {
            return false;
        }
    }
    return pass_verify_ops(alone, 0);
}

/* --- back in place ---------------------------------------------------------------------------- */

static struct value *pad_operand(struct instruction *instruction, struct builder *at,
                                 uint32_t index) {
    struct value *operand = op_operand(instruction->op, index);
    const struct type *type = instruction->in_types[index];
    if (type == operand->type) {
        return operand;
    }
    int64_t low[MAX_RANK] = {0}, high[MAX_RANK], interior[MAX_RANK] = {0};
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        high[dim] = type->dims[dim] - operand->type->dims[dim];
    }
    struct value *zero =
        build_zeros(at, type_tensor(at->module->context, type->element, 0, NULL, NULL));
    struct value *padded = build_pad(at, operand, zero, low, high, interior);
    value_set_sharding(instruction->module, padded, instruction->in[index]);
    return padded;
}

/* The manual computation, which is the local program. */
static struct op *build_computation(struct instruction *instruction, struct builder *at) {
    struct module *module = instruction->module;
    const struct op *op = instruction->op;
    struct value **operands = ARENA_ARRAY(instruction->arena, struct value *, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = pad_operand(instruction, at, i);
    }
    struct op *made = build_row(at, OP_SDY_MANUAL_COMPUTATION, op->operand_count, operands,
                                op->result_count, instruction->out_types, 1);
    op_set_property(module, made, "in_shardings",
                    sharding_per_value_attr(module->context, op->operand_count, instruction->in));
    op_set_property(module, made, "out_shardings",
                    sharding_per_value_attr(module->context, op->result_count, instruction->out));
    op_set_property(module, made, "manual_axes",
                    manual_axes_attr(module->context, axes_of(&instruction->axes)));
    return made;
}

static void own_list(struct module *module, struct attr_list *list) {
    struct named_attr *items = ARENA_ARRAY(module->arena, struct named_attr, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = list->items[i];
    }
    list->items = items;
}

/* Copies share the attribute lists of what they are copies of: that module goes. */
static bool own_lists(struct op *op, void *data) {
    own_list(data, &op->properties);
    own_list(data, &op->attrs);
    return true;
}

static void fill_computation(struct instruction *instruction, struct op *made) {
    struct module *module = instruction->module;
    struct block *from = instruction->func->regions[0].first;
    struct block *body = block_new(module, &made->regions[0]);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < from->argument_count; i++) {
        pointer_map_put(&map, from->arguments[i],
                        block_add_argument(module, body, from->arguments[i]->type, made->location));
    }
    struct op *last = block_terminator(from);
    FOR_EACH_OP (op, from) {
        if (op != last) {
            op_append(body, op_clone(module, op, &map));
            op_walk(body->last, own_lists, module);
        }
    }
    struct value **values = ARENA_ARRAY(instruction->arena, struct value *, last->operand_count);
    for (uint32_t i = 0; i < last->operand_count; i++) {
        values[i] = pointer_map_get(&map, op_operand(last, i));
    }
    pointer_map_free(&map);
    struct builder at = builder_at_end(module, body);
    at.location = made->location;
    build_end(&at, OP_SDY_RETURN, last->operand_count, values);
}

/* The results without what was added to them take the place of those of the operation. */
static void replace_results(struct instruction *instruction, struct builder *at, struct op *made) {
    struct op *op = instruction->op;
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *value = &made->results[i];
        const struct type *type = op->results[i].type;
        if (value->type != type) {
            int64_t start[MAX_RANK] = {0};
            value = build_slice(at, value, start, type->dims);
            value_set_sharding(instruction->module, value, instruction->out[i]);
        }
        value_replace_uses(&op->results[i], value);
    }
    op_erase(op);
}

/* --- the pass --------------------------------------------------------------------------------- */

/* The sharding whose mesh the operation is partitioned on; NULL after an error was reported. */
static const struct sharding *mesh_of_instruction(struct context *context, const struct op *op) {
    const struct sharding *like = NULL;
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct value *value =
            i < op->operand_count ? op_operand(op, i) : &op->results[i - op->operand_count];
        const struct sharding *sharding = attr_as_sharding(value_sharding(context, value));
        const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
        if (!mesh || mesh_is_empty(mesh)) {
            continue;
        }
        if (like && !mesh_equal(sharding_mesh(op, like), mesh, false)) {
            diag_error(context->diagnostics, op->location,
                       "'%s' has values on different meshes: it cannot be partitioned alone",
                       op->name);
            return NULL;
        }
        like = like ? like : sharding;
    }
    return like;
}

static bool partition_instruction(struct partitioner *partitioner, struct op *op) {
    struct context *context = partitioner->module->context;
    struct instruction instruction = {.module = partitioner->module,
                                      .arena = partitioner->scratch,
                                      .op = op,
                                      .axes = {.arena = partitioner->scratch},
                                      .like = mesh_of_instruction(context, op)};
    if (!instruction.like) {
        return false;
    }
    struct inserter inserter = {
        .module = partitioner->module, .scratch = partitioner->scratch, .full = true};
    absorb_sums(&inserter, op); /* the computation has its own */
    describe(&instruction);
    set_apart(&instruction);
    bool ok = pass_verify_ops(instruction.alone, 0) &&
              partition_alone(instruction.alone, partitioner->options);
    if (ok) {
        struct builder at = builder_before(partitioner->module, op);
        at.location = op->location;
        struct op *made = build_computation(&instruction, &at);
        fill_computation(&instruction, made);
        replace_results(&instruction, &at, made);
    }
    module_free(instruction.alone);
    arena_reset(partitioner->scratch);
    return ok;
}

bool pass_per_instruction_partitioning(struct module *module, const struct pass_options *options) {
    struct arena *arena = arena_new();
    struct partitioner partitioner = {.module = module, .scratch = arena_new(), .options = options};
    bool ok = true;
    partitioner.filter = read_filter(arena, pass_string(options, "filter"));
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_FUNC_FUNC)) {
            take_from_function(&partitioner, op);
        }
    }
    for (size_t i = 0; ok && i < partitioner.taken.count; i++) {
        ok = partition_instruction(&partitioner, partitioner.taken.items[i]);
    }
    vector_free(&partitioner.taken);
    vector_free(&partitioner.filter.names);
    arena_free(partitioner.scratch);
    arena_free(arena);
    return ok;
}
