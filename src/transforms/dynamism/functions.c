/* Refines functions: a fixed point of folding and types in one, and the functions that it calls. A
 * function is refined for one kind of call: its leading scalar constants, which are the sizes that
 * shapes are named by, become part of it. */
#include "ops/shape/folds.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "support/limits.h"
#include "transforms/dynamism/dynamism.h"
#include "transforms/simplify/simplify.h"

/* What a function is refined for: tokens, then constant scalars, then what it works on. */
struct call_key {
    struct op *func;
    uint32_t tokens, constants, count;
    int64_t *values;                 /* of the constants */
    const struct type *const *types; /* of all arguments but the constants */
    bool is_finished;
};

struct refining {
    struct module *module;
    struct arena *scratch;
    struct pointer_map keys; /* function -> its call_key */
    struct pointer_map pure; /* function -> a bool: whether it is without effects, once asked */
    bool failed;
    bool further; /* more than StableHLO's pass: what a program that is run may need */
};

static bool refine_body(struct refining *refining, struct op *func);

/* --- what a call asks for --------------------------------------------------------------------- */

static bool constant_scalar(const struct value *value, int64_t *scalar) {
    struct int_list list;
    if (value->type->kind != TYPE_TENSOR || value->type->rank != 0 ||
        value->type->element->kind != TYPE_INTEGER || !constant_integers(value, &list)) {
        return false;
    }
    *scalar = list.items[0];
    return true;
}

static struct call_key *key_of_call(struct refining *refining, struct op *call) {
    struct call_key *key = ARENA_NEW(refining->scratch, struct call_key);
    const struct attr *callee = op_property(call, "callee");
    key->func = callee ? symbol_lookup_from(call, callee) : NULL;
    key->values = ARENA_ARRAY(refining->scratch, int64_t, call->operand_count + 1);
    const struct type **types =
        ARENA_ARRAY(refining->scratch, const struct type *, call->operand_count + 1);
    key->types = types;
    uint32_t i = 0;
    while (i < call->operand_count && op_operand(call, i)->type->kind == TYPE_TOKEN) {
        types[key->count++] = op_operand(call, i++)->type;
        key->tokens++;
    }
    while (i < call->operand_count &&
           constant_scalar(op_operand(call, i), &key->values[key->constants])) {
        key->constants++;
        i++;
    }
    while (i < call->operand_count) {
        types[key->count++] = op_operand(call, i++)->type;
    }
    return key;
}

static bool same_calls(const struct call_key *a, const struct call_key *b) {
    bool same = a->count == b->count && (a->constants == 0 || a->constants == b->constants);
    for (uint32_t i = 0; same && i < a->constants; i++) {
        same = a->values[i] == b->values[i];
    }
    for (uint32_t i = 0; same && i < a->count; i++) {
        same = a->types[i] == b->types[i];
    }
    return same;
}

static void print_key(struct buffer *out, const struct call_key *key) {
    buffer_printf(out, "RefinementKey(%s, toks=%u, dim_args=[", symbol_name(key->func),
                  key->tokens);
    for (uint32_t i = 0; i < key->constants; i++) {
        buffer_printf(out, "%s%lld", i ? ", " : "", (long long)key->values[i]);
    }
    buffer_add(out, "], fn_args=[");
    for (uint32_t i = key->tokens; i < key->count; i++) {
        buffer_add(out, i > key->tokens ? ", " : "");
        print_type(out, key->types[i]);
    }
    buffer_add(out, "])");
}

static bool fail_different(struct refining *refining, const struct call_key *key,
                           const struct call_key *before) {
    struct buffer text = {0};
    buffer_add(&text, "refined with incompatible refinement keys:\n  curr=");
    print_key(&text, key);
    buffer_add(&text, "\n  prev=");
    print_key(&text, before);
    refining->failed = true;
    op_fault(key->func, refining->module->context, "%s", text.text);
    buffer_free(&text);
    return false;
}

/* --- the function of a call ------------------------------------------------------------------- */

static void set_type(struct module *module, struct op *func, uint32_t inputs,
                     const struct type *const *input_types) {
    const struct type *old = op_property(func, "function_type")->type;
    const struct type *type =
        type_function(module->context, inputs, input_types, old->count - old->input_count,
                      old->items + old->input_count);
    op_set_property(module, func, "function_type", attr_type(module->context, type));
}

/* Drops items `first` to `first + count` of the attribute that has one for each argument. */
static void drop_items(struct module *module, struct op *op, const char *name, uint32_t first,
                       uint32_t count) {
    const struct attr *attr = op_property(op, name);
    if (!attr || attr->kind != ATTR_ARRAY || attr->count < first + count) {
        return;
    }
    struct arena *scratch = arena_new();
    const struct attr **items = ARENA_ARRAY(scratch, const struct attr *, attr->count + 1);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < attr->count; i++) {
        if (i < first || i >= first + count) {
            items[kept++] = attr->items[i];
        }
    }
    op_set_property(module, op, name, attr_array(module->context, kept, items));
    arena_free(scratch);
}

/* The constants of the call stand in the body, and are arguments no longer. */
static void place_constants(struct module *module, const struct call_key *key) {
    struct block *block = key->func->regions[0].first;
    const struct type *type = op_property(key->func, "function_type")->type;
    struct arena *scratch = arena_new();
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, type->input_count + 1);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < type->input_count; i++) {
        if (i < key->tokens || i >= key->tokens + key->constants) {
            types[kept++] = type->items[i];
        }
    }
    for (uint32_t i = 0; i < key->constants; i++) {
        struct value *argument = block->arguments[key->tokens];
        struct builder at = builder_before(module, block->first);
        bool is_pred = type_bits(argument->type->element) == 1;
        int64_t value = is_pred ? key->values[i] & 1 : key->values[i];
        struct value *constant =
            build_constant(&at, attr_dense(module->context, argument->type, &value,
                                           type_bytes(argument->type->element), true));
        value_replace_uses(argument, constant);
        block_erase_argument(block, key->tokens);
    }
    drop_items(module, key->func, "arg_attrs", key->tokens, key->constants);
    set_type(module, key->func, kept, types);
    arena_free(scratch);
}

/* Refines the function for a call, or finds that it has been. */
static bool refine_callee(struct refining *refining, struct call_key *key) {
    struct context *context = refining->module->context;
    struct call_key *before = pointer_map_get(&refining->keys, key->func);
    if (before && !same_calls(key, before)) {
        return fail_different(refining, key, before);
    }
    if (before && !before->is_finished) {
        refining->failed = true;
        return op_fault(key->func, context, "Function %s is being refined recursively",
                        symbol_name(key->func));
    }
    if (before) {
        return true;
    }
    const struct region *body = &key->func->regions[0];
    if (!body->first || body->first != body->last) {
        refining->failed = true;
        return op_fault(key->func, context, "must have exactly one block");
    }
    if (!func_return(key->func)) {
        return false; /* it returns nothing that refinement knows */
    }
    pointer_map_put(&refining->keys, key->func, key);
    place_constants(refining->module, key);
    bool done = refine_arguments(refining->module, key->func, key->types) &&
                refine_body(refining, key->func);
    key->is_finished = true;
    refining->failed = refining->failed || !done;
    return done;
}

/* --- what comes back -------------------------------------------------------------------------- */

static bool function_is_pure(struct refining *refining, struct op *func);

/* Without effects of its own; a call has those of what it calls. */
static bool is_pure(struct op *op, void *data) {
    if (op_is(op, OP_FUNC_CALL)) {
        const struct attr *callee = op_property(op, "callee");
        struct op *func = callee ? symbol_lookup_from(op, callee) : NULL;
        return func && op_has(func, OP_FUNCTION) && function_is_pure(data, func);
    }
    return op_has(op, OP_TERMINATOR) || op_is_pure(op);
}

/* A function that calls itself may have effects, and so may one that is only declared. */
static bool function_is_pure(struct refining *refining, struct op *func) {
    static bool no = false, yes = true;
    const bool *known = pointer_map_get(&refining->pure, func);
    if (known) {
        return *known;
    }
    pointer_map_put(&refining->pure, func, &no);
    bool pure = func->regions[0].first != NULL;
    for (struct block *block = func->regions[0].first; block; block = block->next) {
        FOR_EACH_OP (op, block) {
            pure = pure && op_walk(op, is_pure, refining);
        }
    }
    pointer_map_put(&refining->pure, func, pure ? &yes : &no);
    return pure;
}

/* The constant that a function returns, or NULL. */
static const struct attr *returned_constant(const struct op *func, uint32_t index) {
    const struct op *end = block_terminator(func->regions[0].first);
    const struct op *op = op_operand(end, index)->op;
    const struct attr *value = op && op_is(op, OP_CONSTANT) ? op_property(op, "value") : NULL;
    return value && type_is_integer(type_element(value->type), 0) ? value : NULL;
}

static bool take_constants(struct module *module, struct op *call, const struct op *func) {
    bool taken = false;
    for (uint32_t i = 0; i < call->result_count; i++) {
        const struct attr *constant = returned_constant(func, i);
        if (constant && op_result(call, i)->first_use) {
            struct builder at = builder_after(module, call);
            value_replace_uses(op_result(call, i), build_constant(&at, constant));
            taken = true;
        }
    }
    return taken;
}

static bool all_constant(const struct op *call, const struct op *func) {
    for (uint32_t i = 0; i < call->result_count; i++) {
        if (!returned_constant(func, i)) {
            return false;
        }
    }
    return true;
}

static void drop_operands(struct module *module, struct op *call, const struct call_key *key) {
    for (uint32_t i = 0; i < key->constants; i++) {
        op_erase_operand(call, key->tokens);
    }
    drop_items(module, call, "arg_attrs", key->tokens, key->constants);
}

static bool refine_call(struct refining *refining, struct op *call) {
    struct module *module = refining->module;
    struct call_key *key = key_of_call(refining, call);
    if (!key->func || !op_has(key->func, OP_FUNCTION)) {
        refining->failed = true;
        return op_fault(call, module->context, "cannot resolve function call");
    }
    if (!refine_callee(refining, key)) {
        return false;
    }
    bool changed = take_constants(module, call, key->func);
    if (all_constant(call, key->func) && function_is_pure(refining, key->func)) {
        op_erase(call);
        return true;
    }
    const struct type *type = op_property(key->func, "function_type")->type;
    for (uint32_t i = 0; i < call->result_count; i++) {
        struct value *result = op_result(call, i);
        changed = refine_values(module->context, 1, &result, &type->items[type->input_count + i],
                                refining->further) ||
                  changed;
    }
    drop_operands(module, call, key);
    return changed || key->constants > 0;
}

/* --- one body --------------------------------------------------------------------------------- */

static bool collect(struct op *op, void *data) {
    *vector_push((struct op_list *)data) = op;
    return true;
}

static bool drop_wrapper(struct op *op) {
    if (op_operand(op, 0)->type != op_result(op, 0)->type) {
        return false;
    }
    value_replace_uses(op_result(op, 0), op_operand(op, 0));
    op_erase(op);
    return true;
}

/* Operations that StableHLO's pass does not fold. */
static bool stays(const struct op *op) {
    static const enum op_id ids[] = {
        OP_ABS,
        OP_ARITH_ADDI,
        OP_ARITH_CMPI,
        OP_ARITH_DIVSI,
        OP_ARITH_MAXSI,
        OP_ARITH_MULI,
        OP_ARITH_SELECT,
        OP_ARITH_SUBI,
        OP_NEGATE,
        OP_NOT,
        OP_SHAPE_CONCAT,
        OP_TENSOR_DIM,
        OP_XOR,
        OP_SHAPE_NUM_ELEMENTS,
        OP_TENSOR_EXTRACT,
        OP_TENSOR_FROM_ELEMENTS,
    };
    return OP_IS_IN(op, ids);
}

/* Folders of StableHLO's optimisations. Of floats they make integers, and move alike elements. */
static bool fold_others(struct refining *refining, struct op *op) {
    bool compares = op_is(op, OP_COMPARE) || op_is(op, OP_SIGN);
    if (!compares && !op_is(op, OP_CONCATENATE) && !op_is(op, OP_DYNAMIC_SLICE)) {
        return false;
    }
    struct rewriting rewriting = {.module = refining->module,
                                  .context = refining->module->context,
                                  .scratch = arena_new(),
                                  .element_limit = INT64_MAX,
                                  .optimize_float = compares};
    const struct patterns *folds = compares ? &float_folds : &tensor_folds;
    bool folded = false;
    for (size_t i = 0; i < folds->count && !folded; i++) {
        folded = op_is(op, folds->items[i].id) && folds->items[i].rewrite(&rewriting, op);
    }
    arena_free(rewriting.scratch);
    return folded;
}

static bool improve(struct refining *refining, struct op *op) {
    struct module *module = refining->module;
    if (op_is_dead(op)) {
        op_erase(op);
        return true;
    }
    if (op_is(op, OP_FUNC_CALL)) {
        return refine_call(refining, op);
    }
    if (refining->further && op_is(op, OP_CASE) && op->def->canonicalize(op, module)) {
        return true;
    }
    bool changed = refine_types(module, op, refining->further);
    if (is_refined_argument(op)) {
        return drop_wrapper(op) || changed;
    }
    if (!refining->further && stays(op)) {
        return changed;
    }
    return fold_integers(module, op) || fold_others(refining, op) ||
           shape_fold_in_place(op, module) || (refining->further && fold_call(module, op)) ||
           changed;
}

static bool is_attached(const struct op *op, const struct op *func) {
    while (op && op != func) {
        op = op->block ? op_parent(op) : NULL;
    }
    return op != NULL;
}

static bool run_round(struct refining *refining, struct op *func) {
    struct op_list list = {0};
    bool changed = false;
    FOR_EACH_OP (op, func->regions[0].first) {
        op_walk(op, collect, &list);
    }
    int32_t errors = refining->module->context->diagnostics->errors;
    for (size_t i = 0; i < list.count && !refining->failed; i++) {
        if (is_attached(list.items[i], func)) {
            changed = improve(refining, list.items[i]) || changed;
        }
        refining->failed =
            refining->failed || refining->module->context->diagnostics->errors > errors;
    }
    vector_free(&list);
    return changed;
}

/* The function returns what its terminator has. */
static void update_result_types(struct module *module, struct op *func) {
    const struct op *end = block_terminator(func->regions[0].first);
    const struct type *old = op_property(func, "function_type")->type;
    if (!end || !op_is(end, OP_FUNC_RETURN)) {
        return;
    }
    struct arena *scratch = arena_new();
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, end->operand_count + 1);
    for (uint32_t i = 0; i < end->operand_count; i++) {
        types[i] = op_operand(end, i)->type;
    }
    const struct type *type =
        type_function(module->context, old->input_count, old->items, end->operand_count, types);
    op_set_property(module, func, "function_type", attr_type(module->context, type));
    arena_free(scratch);
}

static bool refine_body(struct refining *refining, struct op *func) {
    for (int round = 0; round < LIMIT_REFINEMENTS && !refining->failed; round++) {
        if (!run_round(refining, func)) {
            update_result_types(refining->module, func);
            return !refining->failed;
        }
        update_result_types(refining->module, func);
    }
    return !refining->failed &&
           op_fault(func, refining->module->context, "no fixed point after %d rounds of refinement",
                    LIMIT_REFINEMENTS);
}

/* Refines a function of one block, and what it calls. False after a located error. */
static bool refine_function(struct module *module, struct op *func, bool further) {
    struct refining refining = {.module = module, .scratch = arena_new(), .further = further};
    int32_t errors = module->context->diagnostics->errors;
    const struct type *type = op_property(func, "function_type")->type;
    struct call_key key = {.func = func, .count = type->input_count, .types = type->items};
    pointer_map_put(&refining.keys, func, &key);
    bool done = refine_body(&refining, func);
    pointer_map_free(&refining.keys);
    pointer_map_free(&refining.pure);
    arena_free(refining.scratch);
    return done && module->context->diagnostics->errors == errors;
}

/* --- the pass --------------------------------------------------------------------------------- */

bool pass_refine_shapes(struct module *module, const struct pass_options *options) {
    struct op *func = refinement_target(module, pass_string(options, "entry"));
    if (func) {
        tidy_module(module); /* constants that stand between others come to the top first */
    }
    if (!func || !refine_function(module, func, pass_bool(options, "further"))) {
        return false;
    }
    tidy_module(module); /* one of equal constants, at the top */
    /* What the program itself asks of sizes says more than what its operations do. */
    if (pass_bool(options, "further") && !known_assertions_hold(module)) {
        return false;
    }
    return pass_verify_ops(module, 0);
}
