/* sdy-remove-all-gather-reduce-scatter-for-cmv1: takes the collective away that feeds a product, or
 * that takes its result, for backends which overlap the two themselves. */
#include "ops/op_def.h"
#include "sharding/sharding.h"
#include "transforms/pass.h"

struct collectives {
    struct module *module;
    VECTOR(struct op *) found; /* each to be replaced by its operand */
};

static bool find_around_product(struct op *op, void *data) {
    struct collectives *collectives = data;
    if (!op_is(op, OP_DOT) && !op_is(op, OP_DOT_GENERAL)) {
        return true;
    }
    bool gathers = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct op *source = value_defining_op(op_operand(op, i));
        if (source && op_is(source, OP_SDY_ALL_GATHER) && value_has_one_use(&source->results[0])) {
            *vector_push(&collectives->found) = source;
            gathers = true;
        }
    }
    struct value *result = &op->results[0];
    struct op *user = value_has_one_use(result) ? result->first_use->user : NULL;
    const struct attr *attr = value_sharding(collectives->module->context, result);
    const struct sharding *sharding = attr ? attr_as_sharding(attr) : NULL;
    if (!gathers && user && op_is(user, OP_SDY_REDUCE_SCATTER) && sharding &&
        sharding->unreduced.count == 0) {
        value_set_sharding(collectives->module, result,
                           value_sharding(collectives->module->context, &user->results[0]));
        *vector_push(&collectives->found) = user;
    }
    return true;
}

bool pass_remove_collectives_of_products(struct module *module,
                                         const struct pass_options *options) {
    (void)options;
    struct collectives collectives = {.module = module};
    op_walk(module->op, find_around_product, &collectives);
    for (size_t i = 0; i < collectives.found.count; i++) {
        struct op *op = collectives.found.items[i];
        value_replace_uses(&op->results[0], op_operand(op, 0));
        op_erase(op);
    }
    vector_free(&collectives.found);
    return true;
}
