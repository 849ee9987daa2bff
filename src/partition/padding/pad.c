/* sdy-pad-for-divisibility: from outside in, and from operands to users, every value gets the type
 * that its sharding divides. What an operation makes of padding its hook `fill` says. */
#include "partition/padding/pad.h"
#include "ops/op_def.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"

/* --- types ------------------------------------------------------------------------------------ */

const struct type *padded_type(const struct op *op, struct context *context,
                               const struct type *type, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!mesh || !type_is_tensor(type) || type->rank != sharding->rank ||
        sharding_is_replicated(sharding)) {
        return type;
    }
    int64_t dims[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t parts = dim_sharding_size(mesh, &sharding->dims[dim]);
        dims[dim] = type->dims[dim];
        if (dims[dim] != DIM_DYNAMIC && dims[dim] % parts != 0) {
            dims[dim] = extent_sum(dims[dim], parts - dims[dim] % parts);
        }
    }
    return type_with_dims(context, type, type->rank, dims);
}

/* --- what is known of values ------------------------------------------------------------------ */

struct module *fill_module(const struct fill_builder *padder) {
    return padder->module;
}

struct context *fill_context(const struct fill_builder *padder) {
    return padder->module->context;
}

struct arena *fill_scratch(const struct fill_builder *padder) {
    return padder->scratch;
}

struct builder *fill_at(struct fill_builder *padder) {
    return &padder->at;
}

bool fill_has_signatures(const struct fill_builder *padder) {
    return padder->signatures;
}

const struct type *fill_original(const struct fill_builder *padder, const struct value *value) {
    return value->note > 0 ? padder->values.items[value->note].original : value->type;
}

const struct attr *fill_content(const struct fill_builder *padder, const struct value *value) {
    return value->note > 0 ? padder->values.items[value->note].fill : NULL;
}

dim_set fill_dims(const struct fill_builder *padder, const struct value *value) {
    const struct type *original = fill_original(padder, value);
    dim_set dims = 0;
    for (uint32_t dim = 0; type_is_tensor(original) && dim < original->rank; dim++) {
        if (original->dims[dim] != value->type->dims[dim]) {
            dims |= dim_set_of(dim);
        }
    }
    return dims;
}

void fill_note(struct fill_builder *padder, struct value *value, const struct type *original,
               const struct attr *fill) {
    value->note = (int32_t)padder->values.count;
    *vector_push(&padder->values) = (struct padded_value){.original = original, .fill = fill};
}

/* --- what operations need ------------------------------------------------------------------------
 *
 * Asked before any type changes: they are asked about the whole tensors. */

static void note_needs(struct fill_builder *padder, struct partition_builder *builder,
                       struct op *op) {
    struct op_context context = op_context_of(padder->module, padder->scratch, op);
    const struct need_list *needs = partition_ask(builder, op, context.shardings, context.rule);
    size_t first = padder->needs.count;
    for (size_t i = 0; i < needs->items.count; i++) {
        if (needs->items.items[i].kind == NEED_PADDED) {
            *vector_push(&padder->needs) = needs->items.items[i];
        }
    }
    if (padder->needs.count > first) {
        op->note = (int32_t)first;
        *vector_push(&padder->needs) = (struct need){.kind = NEED_NONE};
    }
    arena_reset(padder->scratch);
}

/* The operand with what the need asks for in these dimensions. What a fold begins with stands for
 * an identity that there is none of. */
static struct value *filled(struct fill_builder *padder, const struct op *op,
                            const struct need *need, dim_set dims) {
    struct context *context = padder->module->context;
    struct value *operand = op_operand(op, need->tensor);
    const struct type *element = type_element(operand->type);
    const struct attr *fill = NULL;
    if (need->fill == FILL_OUTSIDE) {
        fill = fill_outside(context, element);
    } else if (need->fill == FILL_IDENTITY) {
        fill = fold_identity(context, element, (enum scalar_op)need->of);
    }
    uint32_t other =
        need->fill == FILL_OPERAND ? (uint32_t)need->of : op->operand_count / 2 + need->tensor;
    return fill ? pad_with_fill(padder, operand, dims, fill)
                : fill_with_value(padder, operand, dims, op_operand(op, other));
}

/* All needs of one operand ask for one fill. */
static void fill_operand(struct fill_builder *padder, struct op *op, uint32_t index) {
    struct need asked = {.kind = NEED_NONE};
    dim_set dims = 0;
    for (const struct need *need = &padder->needs.items[op->note]; need->kind != NEED_NONE;
         need++) {
        if (need->tensor == index) {
            asked = *need;
            dims |= dim_set_of(need->dim);
        }
    }
    if (asked.kind != NEED_NONE) {
        op_set_operand(op, index, filled(padder, op, &asked, dims));
    }
}

/* --- operations ------------------------------------------------------------------------------- */

static const struct type *longer(struct context *context, const struct type *a,
                                 const struct type *b) {
    int64_t dims[MAX_RANK];
    for (uint32_t dim = 0; dim < a->rank; dim++) {
        dims[dim] = a->dims[dim] > b->dims[dim] ? a->dims[dim] : b->dims[dim];
    }
    return type_with_dims(context, a, a->rank, dims);
}

/* The types of results as they follow from padded operands; NULL where they do not. */
static const struct type **inferred_types(struct fill_builder *padder, const struct op *op) {
    if (op->def->flow != OP_FLOW_NONE || op_has(op, OP_CONSTANT_LIKE)) {
        return NULL;
    }
    uint32_t most = op->result_count > op->operand_count ? op->result_count : op->operand_count;
    const struct type **types = ARENA_ARRAY(padder->scratch, const struct type *, most + 1);
    return op->def->infer(op, padder->module->context, types) ? types : NULL;
}

bool fill_in_place(struct op *op, struct fill_builder *padder) {
    struct context *context = padder->module->context;
    const struct type **inferred = inferred_types(padder, op);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = &op->results[i];
        const struct type *type =
            padded_type(op, context, result->type, value_sharding(context, result));
        bool both = inferred && inferred[i] && type_is_tensor(type) && type_is_static(type) &&
                    type_is_static(inferred[i]) && inferred[i]->rank == type->rank;
        result->type = both ? longer(context, type, inferred[i]) : type;
    }
    return true;
}

bool fill_as_operand(struct op *op, struct fill_builder *padder) {
    struct value *input = op_operand(op, 0);
    op->results[0].type = input->type;
    fill_note(padder, &op->results[0], fill_original(padder, input), fill_content(padder, input));
    return true;
}

void fill_set_ints(struct fill_builder *padder, struct op *op, const char *name, uint32_t count,
                   const int64_t *items) {
    op_set_property(padder->module, op, name,
                    attr_i64_array(padder->module->context, count, items));
}

bool fill_cut_result(struct fill_builder *padder, struct op *op, const struct type *type,
                     dim_set dims) {
    struct value *result = &op->results[0];
    const struct type *asked = fill_result_type(padder, op);
    const struct attr *sharding = value_sharding(padder->module->context, result);
    result->type = type;
    padder->at = builder_after(padder->module, op);
    struct value *part = pad_trim(padder, result, asked, dims, sharding);
    if (part != result) {
        fill_note(padder, part, fill_original(padder, result), NULL);
        replace_other_uses(result, part, part->op);
    }
    return true;
}

const struct type *fill_result_type(const struct fill_builder *padder, const struct op *op) {
    struct context *context = padder->module->context;
    const struct value *result = &op->results[0];
    return padded_type(op, context, result->type, value_sharding(context, result));
}

bool fill_fails(struct fill_builder *padder, const struct op *op, const char *why) {
    return diag_error(padder->module->context->diagnostics, op->location,
                      "'%s' op cannot be padded: %s", op->name, why);
}

bool pad_replace(struct op *op, struct value *value) {
    value_replace_uses(&op->results[0], value);
    op_erase(op);
    return true;
}

/* Whether padding has anything to do with the operation. */
static bool concerns(const struct fill_builder *padder, const struct op *op) {
    struct context *context = padder->module->context;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (fill_dims(padder, op_operand(op, i))) {
            return true;
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct value *result = &op->results[i];
        if (padded_type(op, context, result->type, value_sharding(context, result)) !=
            result->type) {
            return true;
        }
    }
    return op_has(op, OP_COLLECTIVE) && op->operand_count == 1 &&
           padded_type(op, context, op_operand(op, 0)->type, op_property(op, "out_sharding")) !=
               op_operand(op, 0)->type;
}

bool pad_op(struct fill_builder *padder, struct op *op) {
    if (!concerns(padder, op)) {
        return true;
    }
    bool fills_itself = op_is(op, OP_PAD); /* as it depends on what becomes of the pad */
    padder->at = builder_before(padder->module, op);
    for (uint32_t i = 0; i < op->operand_count && op->note > 0 && !fills_itself; i++) {
        fill_operand(padder, op, i);
    }
    op->note = 0;
    return op->def->fill(op, padder);
}

/* --- functions -------------------------------------------------------------------------------- */

static bool not_divided(struct fill_builder *padder, const struct op *func, const char *what,
                        uint32_t index) {
    diag_error(padder->module->context->diagnostics, func->location,
               "'%s' op %s #%u has a non-divisible sharding. Shardy expects function IO to be "
               "divisible.",
               func->name, what, index);
    return diag_error(padder->module->context->diagnostics, func->location,
                      "failed to legalize operation '%s'", func->name);
}

/* The whole signature is padded; what a caller has, whose tensors are whole, stands in attributes:
 * code generation pads and cuts them at the border. */
static void pad_signature(struct fill_builder *padder, struct op *func) {
    struct context *context = padder->module->context;
    uint32_t inputs = func_input_count(func), results = func_result_count(func);
    const struct type *old = op_property(func, "function_type")->type;
    const struct type **types = ARENA_ARRAY(padder->scratch, const struct type *, old->count + 1);
    const struct attr **unpadded =
        ARENA_ARRAY(padder->scratch, const struct attr *, old->count + 1);
    for (uint32_t i = 0; i < old->count; i++) {
        const struct attr *sharding = i < inputs ? func_argument_attr(func, i, "sdy.sharding")
                                                 : func_result_sharding(func, i - inputs);
        types[i] = padded_type(func, context, old->items[i], sharding);
        unpadded[i] = types[i] == old->items[i] ? NULL : attr_type(context, old->items[i]);
    }
    func_set_argument_attrs(padder->module, func, "sdyc.unpadded", unpadded);
    func_set_result_attrs(padder->module, func, "sdyc.unpadded", unpadded + inputs);
    op_set_property(
        padder->module, func, "function_type",
        attr_type(context, type_function(context, inputs, types, results, types + inputs)));
}

static bool check_function(struct fill_builder *padder, const struct op *func) {
    struct context *context = padder->module->context;
    for (uint32_t i = 0; i < func_input_count(func); i++) {
        const struct type *type = op_property(func, "function_type")->type->items[i];
        const struct attr *sharding = func_argument_attr(func, i, "sdy.sharding");
        if (padded_type(func, context, type, sharding) != type) {
            return not_divided(padder, func, "argument", i);
        }
    }
    for (uint32_t i = 0; i < func_result_count(func); i++) {
        const struct type *type = func_result_type(func, i);
        if (padded_type(func, context, type, func_result_sharding(func, i)) != type) {
            return not_divided(padder, func, "result", i);
        }
    }
    return true;
}

/* --- the walk --------------------------------------------------------------------------------- */

struct noting {
    struct fill_builder *padder;
    struct partition_builder builder;
};

static bool note_op(struct op *op, void *data) {
    struct noting *noting = data;
    op->note = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        fill_note(noting->padder, &op->results[i], op->results[i].type, NULL);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                fill_note(noting->padder, block->arguments[j], block->arguments[j]->type, NULL);
            }
        }
    }
    bool plain = !op_has(op, OP_TERMINATOR) && !op_has(op, OP_FUNCTION);
    if (plain && op->def->flow == OP_FLOW_NONE && op->operand_count > 0) {
        note_needs(noting->padder, &noting->builder, op);
    }
    return true;
}

static bool pad_region(struct fill_builder *padder, struct region *region) {
    struct context *context = padder->module->context;
    FOR_EACH_BLOCK (block, region) {
        for (uint32_t i = 0; i < block->argument_count; i++) {
            struct value *argument = block->arguments[i];
            argument->type =
                padded_type(region->op, context, argument->type, value_sharding(context, argument));
        }
        FOR_EACH_OP_SAFE (op, block) {
            if (op_has(op, OP_FUNCTION) && padder->signatures) {
                pad_signature(padder, op);
            } else if (op_has(op, OP_FUNCTION) && !check_function(padder, op)) {
                return false;
            }
            for (uint32_t i = 0; i < op->region_count; i++) {
                if (!pad_region(padder, &op->regions[i])) {
                    return false;
                }
            }
            if (!op_has(op, OP_FUNCTION) && !pad_op(padder, op)) {
                return false;
            }
            arena_reset(padder->scratch);
        }
    }
    return true;
}

/* Whether anything is not divided: most programs have nothing to pad. */
static bool is_uneven(const struct module *module, const struct op *op, const struct value *value) {
    return padded_type(op, module->context, value->type, value_sharding(module->context, value)) !=
           value->type;
}

static bool find_uneven(struct op *op, void *data) {
    struct module *module = data;
    bool all_even = true;
    for (uint32_t i = 0; i < op->result_count; i++) {
        all_even = all_even && !is_uneven(module, op, &op->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                all_even = all_even && !is_uneven(module, op, block->arguments[j]);
            }
        }
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_result_count(op); i++) {
        const struct type *type = func_result_type(op, i);
        all_even =
            all_even && padded_type(op, module->context, type, func_result_sharding(op, i)) == type;
    }
    return all_even;
}

bool pass_pad_for_divisibility(struct module *module, const struct pass_options *options) {
    if (op_walk(module->op, find_uneven, module)) {
        return true;
    }
    struct fill_builder padder = {.module = module,
                                  .scratch = arena_new(),
                                  .signatures = pass_bool(options, "pad-signatures")};
    *vector_push(&padder.values) = (struct padded_value){0};
    *vector_push(&padder.needs) = (struct need){.kind = NEED_NONE};
    struct noting noting = {.padder = &padder,
                            .builder = {.module = module, .scratch = padder.scratch}};
    op_walk(module->op, note_op, &noting);
    bool ok = pad_region(&padder, &module->op->regions[0]);
    vector_free(&noting.builder.needs.items);
    vector_free(&padder.values);
    vector_free(&padder.needs);
    arena_free(padder.scratch);
    return ok && pass_verify_ops(module, 0);
}
