/* Replaces each call by the body of what it calls, callees first, and each operation that stands
 * for a call with its body inside (a named computation) by that body. Shardings on the operations
 * of a body stay as they are. */
#include "ir/context.h"
#include "ops/op_def.h"
#include "sharding/sharding.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct inliner {
    struct module *module;
    struct pointer_map state; /* function -> &visiting or &done */
    bool helpers;             /* these alone */
};
static char visiting, done;

enum { MOST_OF_HELPER = 8 }; /* operations */

/* Of few operations, one of which puts elements in other places, as the functions of libraries are
 * that pad and roll: what looks at these places before and behind is found only without a border
 * between. */
static bool is_helper(const struct block *body) {
    uint32_t count = 0;
    bool moves = false;
    FOR_EACH_OP (op, body) {
        count += !op_has(op, OP_TERMINATOR);
        moves = moves || op_is(op, OP_PAD) || op_is(op, OP_SLICE) || op_is(op, OP_CONCATENATE) ||
                op_is(op, OP_SORT);
    }
    return moves && count <= MOST_OF_HELPER;
}

static bool is_wanted(const struct inliner *inliner, const struct block *body) {
    return !inliner->helpers || is_helper(body);
}

struct call_list {
    VECTOR(struct op *) calls;
};

static bool collect_call(struct op *op, void *data) {
    if (op->def->traits & (OP_CALL | OP_INLINE_BODY)) {
        *vector_push(&((struct call_list *)data)->calls) = op;
    }
    return true;
}

static bool has_one_block(const struct region *region) {
    return region->first && region->first == region->last;
}

/* The results of a call become the operands of the terminator that its body ended with. */
static void replace_results(struct op *call, struct op *terminator, struct pointer_map *map) {
    for (uint32_t i = 0; i < call->result_count; i++) {
        struct value *value = op_operand(terminator, i);
        struct value *copy = map ? pointer_map_get(map, value) : NULL;
        value_replace_uses(&call->results[i], copy ? copy : value);
    }
}

/* Collectives of the body ask for the sharding of their operand: what takes the place of an
 * argument that says that it is replicated says so too. */
static void keep_replicated(struct module *module, struct value *operand,
                            const struct value *argument) {
    const struct attr *sharding = value_sharding(module->context, argument);
    if (sharding && sharding_has_no_axes(attr_as_sharding(sharding)) &&
        !value_sharding(module->context, operand)) {
        value_set_sharding(module, operand, sharding);
    }
}

struct call_site {
    struct context *context;
    struct op_place place;
};

static bool note_site(struct op *op, void *data) {
    const struct call_site *site = data;
    if (place_is_given(op->explicit_location) && !place_has_file(op->explicit_location)) {
        op->explicit_location = place_callsite(site->context, op->explicit_location, site->place);
    }
    return true;
}

/* Functions of libraries may say nothing of the user's lines; their calls do. */
static void keep_site(struct module *module, const struct op *call, struct op *inlined) {
    struct call_site site = {module->context, call->explicit_location};
    if (place_has_file(site.place)) {
        op_walk(inlined, note_site, &site);
    }
}

static void inline_own_body(struct module *module, struct op *call) {
    struct block *body = call->regions[0].first;
    for (uint32_t i = 0; i < body->argument_count; i++) {
        keep_replicated(module, op_operand(call, i), body->arguments[i]);
        value_replace_uses(body->arguments[i], op_operand(call, i));
    }
    FOR_EACH_OP (op, body) {
        keep_site(module, call, op);
    }
    op_inline_block(call, body);
}

static void inline_copy(struct module *module, struct op *call, const struct block *body) {
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < body->argument_count; i++) {
        pointer_map_put(&map, body->arguments[i], op_operand(call, i));
    }
    struct op *terminator = block_terminator(body);
    FOR_EACH_OP (op, body) {
        if (op != terminator) {
            struct op *copy = op_clone(module, op, &map);
            keep_site(module, call, copy);
            op_insert_before(call, copy);
        }
    }
    replace_results(call, terminator, &map);
    op_erase(call);
    pointer_map_free(&map);
}

static bool inline_into(struct inliner *inliner, struct op *function);

static bool inline_call(struct inliner *inliner, struct op *call) {
    struct context *context = inliner->module->context;
    if (op_has(call, OP_INLINE_BODY) && has_one_block(&call->regions[0])) {
        if (is_wanted(inliner, call->regions[0].first)) {
            inline_own_body(inliner->module, call);
        }
        return true;
    }
    const struct attr *name = op_attr(call, "callee");
    struct op *callee = name ? symbol_lookup_from(call, name) : NULL;
    if (!callee || !op_has(callee, OP_FUNCTION) || !func_return(callee)) {
        return true; /* an external or branching function stays a call */
    }
    if (pointer_map_get(&inliner->state, callee) == &visiting) {
        return diag_error(context->diagnostics, call->location,
                          "cannot inline the recursive call of '@%s'", name->text);
    }
    if (!inline_into(inliner, callee)) {
        return false;
    }
    if (is_wanted(inliner, callee->regions[0].first)) {
        inline_copy(inliner->module, call, callee->regions[0].first);
    }
    return true;
}

static bool inline_into(struct inliner *inliner, struct op *function) {
    if (pointer_map_get(&inliner->state, function)) {
        return true;
    }
    pointer_map_put(&inliner->state, function, &visiting);
    struct call_list list = {0};
    op_walk(function, collect_call, &list);
    bool inlined = true;
    for (size_t i = 0; i < list.calls.count && inlined; i++) {
        inlined = inline_call(inliner, list.calls.items[i]);
    }
    vector_free(&list.calls);
    pointer_map_put(&inliner->state, function, &done);
    return inlined;
}

static bool visit_function(struct op *op, void *data) {
    return !op_has(op, OP_FUNCTION) || inline_into(data, op);
}

static bool inline_all(struct module *module, bool helpers) {
    struct inliner inliner = {.module = module, .helpers = helpers};
    bool inlined = op_walk(module->op, visit_function, &inliner);
    pointer_map_free(&inliner.state);
    /* What was private and has been inlined everywhere has no use any more. */
    return inlined && pass_symbol_dce(module, NULL);
}

bool pass_inline(struct module *module, const struct pass_options *options) {
    (void)options;
    return inline_all(module, false);
}

bool pass_inline_helpers(struct module *module, const struct pass_options *options) {
    (void)options;
    return inline_all(module, true);
}
