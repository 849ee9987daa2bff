/* sdyc-merge-sums: of sums over the same devices that are added up one is made, of what each device
 * adds up before: `all_reduce(a) + all_reduce(b)` becomes `all_reduce(a + b)`, which sends half. So
 * the gradients of three products of one operand, as of the queries, keys and values of a layer,
 * are summed over devices once.
 *
 * A tree of additions and subtractions is looked at as a whole, for other terms may stand between
 * those that are sums. Between a sum and the tree there may be operations that are linear: they are
 * done before the sum then. Nothing else may read the sum, nor anything on the way.
 */
#include <stdlib.h>

#include "ops/build.h"
#include "ops/scalar.h"
#include "partition/builder.h"
#include "partition/linear.h"
#include "partition/partition.h"
#include "sharding/axes.h"
#include "support/limits.h"

/* A number that is yet to be negated, or not. NULL: none at all. */
struct signed_value {
    struct value *value;
    bool negative;
};

/* An operand of a tree's addition or subtraction. */
struct side {
    struct use *use;
    const struct attr *sharding; /* of the operand, when the tree was read */
    struct node *child;          /* the addition that makes it, of the same tree */
    struct op *sum; /* else the sum over devices that it is, with linear operations behind */
    struct use
        *summed;   /* the first use of that sum, by the first of these operations or the tree */
    bool negative; /* in the tree */
    bool merged;
};
struct node {
    struct op *op;
    struct side sides[2];
    struct signed_value rest; /* of it, without what was merged */
};

struct merger {
    struct module *module;
    struct arena *arena;
    VECTOR(struct node *) nodes; /* of one tree, the root first, each before its operands */
    VECTOR(struct side *) sums;  /* the sides that are sums */
    bool ends_in_sum;            /* the tree makes terms of another sum over devices */
};

/* --- what is a sum ---------------------------------------------------------------------------- */

static bool is_sum(const struct op *op) {
    const struct attr *kind = op_property(op, "reduction_op");
    if (op->operand_count != 1 || op->result_count != 1) {
        return false;
    }
    if (op_is(op, OP_ALL_REDUCE)) {
        return body_operation(op, 0) == SCALAR_ADD;
    }
    return (op_is(op, OP_SDY_ALL_REDUCE) || op_is(op, OP_SDY_REDUCE_SCATTER)) &&
           (!kind || kind->integer == REDUCTION_SUM);
}

/* What is made unreduced only to be summed at once costs nothing to sum. */
static bool has_real_terms(const struct op *sum) {
    const struct op *source = op_operand(sum, 0)->op;
    return !source || (!op_is(source, OP_SDY_REPLICATED_TO_UNREDUCED) &&
                       !op_is(source, OP_SDY_SHARDED_TO_UNREDUCED));
}

/* Whether the tensor has the same contents wherever the program runs. */
static bool is_constant(const struct value *value) {
    const struct op *op = value->op;
    if (op && op_is(op, OP_BROADCAST_IN_DIM)) {
        op = op_operand(op, 0)->op;
    }
    return op && op_has(op, OP_CONSTANT_LIKE);
}

/* Whether devices that are summed over have the same of a value that meets the sum. What meets a
 * sum of whole tensors is sharded like it, unless it is a term of yet another one. */
static bool is_same_for_all(const struct merger *merger, const struct op *sum,
                            const struct value *value) {
    const struct sharding *sharding =
        attr_as_sharding(value_sharding(merger->module->context, value));
    bool is_whole = op_is(sum, OP_SDY_ALL_REDUCE) && !merger->ends_in_sum &&
                    (!sharding || sharding->unreduced.count == 0);
    return is_whole || is_constant(value);
}

static bool cuts_whole_dims(const struct merger *merger, const struct op *slice) {
    const struct value *from = op_operand(slice, 0);
    const struct sharding *sharding =
        attr_as_sharding(value_sharding(merger->module->context, from));
    for (uint32_t dim = 0; sharding && dim < sharding->rank; dim++) {
        if (from->type->dims[dim] != slice->results[0].type->dims[dim] &&
            sharding->dims[dim].axes.count > 0) {
            return false;
        }
    }
    return true;
}

/* Whether `op` can be done before `sum`, which its operand `number` comes from. */
static bool may_pass(const struct merger *merger, const struct op *sum, const struct op *op,
                     uint32_t number) {
    if (!is_linear_in(op, number) || op_is(op, OP_ADD) || op_is(op, OP_SUBTRACT)) {
        return false;
    }
    if (op_is(sum, OP_SDY_REDUCE_SCATTER)) { /* scatters the dimensions it has */
        return op_is(op, OP_NEGATE);
    }
    bool other = op->operand_count == 1 || is_same_for_all(merger, sum, op_operand(op, 1 - number));
    return other && (!op_is(op, OP_SLICE) || cuts_whole_dims(merger, op));
}

/* The sum that the operand of `use` is; `*summed` becomes the use of it on the way there. */
static struct op *sum_behind(const struct merger *merger, struct use *use, int depth,
                             struct use **summed) {
    struct op *op = use->value->op;
    if (!op || op->block != use->user->block || !value_has_one_use(use->value)) {
        return NULL;
    }
    if (is_sum(op)) {
        *summed = use;
        return has_real_terms(op) ? op : NULL;
    }
    for (uint32_t i = 0; i < op->operand_count && op->operand_count <= 2 && depth > 0; i++) {
        struct op *sum =
            is_linear_in(op, i) ? sum_behind(merger, &op->operands[i], depth - 1, summed) : NULL;
        if (sum && may_pass(merger, sum, op, i)) {
            return sum;
        }
    }
    return NULL;
}

/* --- the tree --------------------------------------------------------------------------------- */

static bool is_addition(const struct op *op) {
    return (op_is(op, OP_ADD) || op_is(op, OP_SUBTRACT)) && is_linear_in(op, 0);
}

static bool is_sharded_like(const struct merger *merger, const struct value *value,
                            const struct value *other) {
    struct context *context = merger->module->context;
    return sharding_equivalent(value_sharding(context, value), value_sharding(context, other));
}

/* Whether the value is of the same tree as the addition that reads it. */
static bool is_inside(const struct merger *merger, const struct value *value) {
    const struct op *user = value->first_use->user;
    return value->op && is_addition(value->op) && value_has_one_use(value) && is_addition(user) &&
           value->op->block == user->block && is_sharded_like(merger, value, &user->results[0]);
}

/* How a value is sharded that is made of a sum over devices: where nothing is said, as a tensor
 * that all of these have. */
static const struct attr *sharding_behind(const struct merger *merger, const struct op *sum,
                                          const struct value *value) {
    struct context *context = merger->module->context;
    const struct attr *sharding = value_sharding(context, value);
    const struct sharding *out = attr_as_sharding(op_property(sum, "out_sharding"));
    return sharding || !out || !type_is_tensor(value->type)
               ? sharding
               : sharding_closed(context, out, value->type->rank);
}

static struct node *add_node(struct merger *merger, struct op *op, bool negative) {
    struct node *node = ARENA_NEW(merger->arena, struct node);
    *node = (struct node){.op = op};
    for (uint32_t i = 0; i < 2; i++) {
        bool flips = i == 1 && op_is(op, OP_SUBTRACT);
        node->sides[i] = (struct side){.use = &op->operands[i], .negative = negative != flips};
    }
    *vector_push(&merger->nodes) = node;
    return node;
}

/* Whether a sum over devices takes up what is made of the value. */
static bool ends_in_sum(const struct value *value) {
    const struct use *use = value->first_use;
    while (use && !use->next && is_linear_in(use->user, use_index(use))) {
        use = use->user->results[0].first_use;
    }
    return use && is_sum(use->user);
}

static void read_tree(struct merger *merger, struct op *root) {
    merger->nodes.count = merger->sums.count = 0;
    merger->ends_in_sum = ends_in_sum(&root->results[0]);
    add_node(merger, root, false);
    for (size_t i = 0; i < merger->nodes.count; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct side *side = &merger->nodes.items[i]->sides[k];
            const struct value *value = side->use->value;
            if (is_inside(merger, value)) {
                side->child = add_node(merger, value->op, side->negative);
                continue;
            }
            side->sum = sum_behind(merger, side->use, LIMIT_DEEP, &side->summed);
            side->sharding = side->sum ? sharding_behind(merger, side->sum, value)
                                       : value_sharding(merger->module->context, value);
            if (side->sum && is_sharded_like(merger, value, &root->results[0])) {
                *vector_push(&merger->sums) = side;
            }
        }
    }
}

/* --- which sums go together ------------------------------------------------------------------- */

static bool same_properties(const struct op *a, const struct op *b) {
    for (uint32_t i = 0; i < a->properties.count; i++) {
        const char *name = a->properties.items[i].name;
        bool matters = strcmp(name, "channel_handle") != 0 && strcmp(name, "out_sharding") != 0;
        if (matters && op_property(b, name) != a->properties.items[i].value) {
            return false;
        }
    }
    return a->properties.count == b->properties.count;
}

/* Whether the terms of both are alike, and over which axes they are unreduced. */
static bool same_terms(struct context *context, const struct op *a, const struct op *b) {
    const struct attr *ones = value_sharding(context, op_operand(a, 0));
    const struct attr *others = value_sharding(context, op_operand(b, 0));
    const struct sharding *one = attr_as_sharding(ones), *other = attr_as_sharding(others);
    if (!op_is(a, OP_SDY_ALL_REDUCE)) {
        return sharding_equivalent(ones, others) &&
               op_property(a, "out_sharding") == op_property(b, "out_sharding");
    }
    return (!one && !other) ||
           (one && other && one->mesh_name == other->mesh_name && one->mesh == other->mesh &&
            axes_equal(one->unreduced, other->unreduced));
}

/* Both are sums over the same devices, of one kind, sharded alike where they meet. */
static bool go_together(const struct merger *merger, const struct side *a, const struct side *b) {
    struct context *context = merger->module->context;
    return a->sum->def == b->sum->def && same_properties(a->sum, b->sum) &&
           same_terms(context, a->sum, b->sum) && sharding_equivalent(a->sharding, b->sharding);
}

static struct op *place_of(const struct side *side) {
    return side->use->value->op;
}

static int by_place(const void *a, const void *b) {
    const struct op *first = place_of(*(struct side *const *)a),
                    *second = place_of(*(struct side *const *)b);
    return op_is_before(first, second) ? -1 : op_is_before(second, first);
}

/* Moves to the front of the sums, in the order of the program, those that go with one of them. */
static size_t choose(struct merger *merger) {
    size_t count = 0;
    for (size_t first = 0; first + 1 < merger->sums.count && count < 2; first++) {
        const struct side *side = merger->sums.items[first];
        count = 0;
        for (size_t i = first; i < merger->sums.count; i++) {
            struct side *other = merger->sums.items[i];
            if (go_together(merger, side, other)) {
                merger->sums.items[i] = merger->sums.items[first + count];
                merger->sums.items[first + count++] = other;
            }
        }
        memmove(merger->sums.items, &merger->sums.items[first], count * sizeof(struct side *));
    }
    if (count > 1) {
        qsort(merger->sums.items, count, sizeof(struct side *), by_place);
    }
    return count;
}

/* --- merging ---------------------------------------------------------------------------------- */

/* The sharding of a term of a sum, whose result is sharded so. */
static const struct attr *of_term(const struct merger *merger, const struct op *sum,
                                  const struct attr *result) {
    struct context *context = merger->module->context;
    const struct attr *operand = value_sharding(context, op_operand(sum, 0));
    const struct sharding *term = attr_as_sharding(operand);
    if (op_is(sum, OP_SDY_REDUCE_SCATTER)) {
        return operand;
    }
    if (!term || !result || term->unreduced.count == 0) {
        return result;
    }
    struct sharding sharding = *attr_as_sharding(result);
    sharding.unreduced = term->unreduced;
    sharding.unreduced_kind = term->unreduced_kind;
    return sharding_attr(context, &sharding);
}

/* a + b, by one operation at this place; either may be none. */
static struct signed_value added(struct builder *at, struct signed_value a, struct signed_value b,
                                 const struct attr *sharding) {
    if (!a.value || !b.value) {
        return a.value ? a : b;
    }
    struct signed_value sum = {.negative = a.negative && b.negative};
    if (a.negative == b.negative) {
        sum.value = build_add(at, a.value, b.value);
    } else {
        sum.value = a.negative ? build_subtract(at, b.value, a.value)
                               : build_subtract(at, a.value, b.value);
    }
    if (sharding) {
        value_set_sharding(at->module, sum.value, sharding);
    }
    return sum;
}

/* Takes the sum out of the way of what is added up: what was done behind it is done before. */
static struct value *bare_term(struct merger *merger, struct side *side) {
    struct value *term = op_operand(side->sum, 0);
    if (side->summed == side->use) {
        return term;
    }
    struct op *op = side->summed->user;
    op_set_operand(op, use_index(side->summed), term);
    for (;; op = op->results[0].first_use->user) {
        struct value *result = &op->results[0];
        const struct attr *sharding = sharding_behind(merger, side->sum, result);
        if (sharding) {
            value_set_sharding(merger->module, result, of_term(merger, side->sum, sharding));
        }
        if (result == side->use->value) {
            return result;
        }
    }
}

/* What the sides add up to on each device, behind the last of them. */
static struct signed_value terms_added(struct merger *merger, size_t count) {
    struct signed_value total = {0};
    for (size_t i = 0; i < count; i++) {
        struct side *side = merger->sums.items[i];
        const struct attr *sharding = of_term(merger, side->sum, side->sharding);
        struct builder behind = builder_after(merger->module, place_of(side));
        behind.location = merger->nodes.items[0]->op->location;
        reason_follow(merger->module, side->use->user);
        struct signed_value term = {bare_term(merger, side), side->negative};
        total = added(&behind, total, term, sharding);
        side->merged = true;
    }
    return total;
}

/* What is left of an addition, in its place. */
static void find_rest(struct merger *merger, struct node *node) {
    struct signed_value parts[2];
    bool changed = false;
    for (uint32_t i = 0; i < 2; i++) {
        struct side *side = &node->sides[i];
        parts[i] = side->child ? side->child->rest : (struct signed_value){side->use->value, false};
        parts[i].value = side->merged ? NULL : parts[i].value;
        changed = changed || parts[i].value != side->use->value || parts[i].negative;
    }
    node->rest = (struct signed_value){&node->op->results[0], false};
    if (changed) {
        struct builder at = builder_before(merger->module, node->op);
        at.location = node->op->location;
        parts[1].negative = parts[1].negative != op_is(node->op, OP_SUBTRACT);
        reason_follow(merger->module, node->op);
        node->rest = added(&at, parts[0], parts[1],
                           value_sharding(merger->module->context, &node->op->results[0]));
    }
}

/* The sum of `terms` over devices in front of the root: the one that was in this side. */
static struct value *sum_over_devices(struct merger *merger, const struct side *side,
                                      struct op *root, struct value *terms) {
    struct op *sum = side->sum;
    op_unlink(sum);
    op_insert_before(root, sum);
    op_set_operand(sum, 0, terms);
    sum->results[0].type = terms->type;
    if (side->sharding) {
        value_set_sharding(merger->module, &sum->results[0], side->sharding);
    }
    return &sum->results[0];
}

/* Makes one sum of the first `count`, and the tree anew with it. Returns the new root, or NULL
 * where nothing is left to add. */
static struct op *merge(struct merger *merger, size_t count) {
    struct module *module = merger->module;
    struct op *root = merger->nodes.items[0]->op;
    const struct attr *sharding = value_sharding(module->context, &root->results[0]);
    struct signed_value terms = terms_added(merger, count);
    for (size_t i = merger->nodes.count; i-- > 0;) {
        find_rest(merger, merger->nodes.items[i]);
    }
    struct builder at = builder_before(module, root);
    at.location = root->location;
    terms.value = sum_over_devices(merger, merger->sums.items[0], root, terms.value);
    reason_follow(module, root);
    struct signed_value total = added(&at, merger->nodes.items[0]->rest, terms, sharding);
    if (total.negative) {
        total.value = build_unary(&at, OP_NEGATE, total.value, total.value->type);
        value_set_sharding(module, total.value, sharding);
    }
    value_replace_uses(&root->results[0], total.value);
    for (size_t i = 0; i < merger->nodes.count; i++) {
        struct node *node = merger->nodes.items[i];
        if (node->rest.value != &node->op->results[0]) {
            op_erase(node->op);
        }
    }
    for (size_t i = 1; i < count; i++) {
        op_erase(merger->sums.items[i]->sum);
    }
    return is_addition(total.value->op) ? total.value->op : NULL;
}

/* --- the pass --------------------------------------------------------------------------------- */

struct roots {
    struct merger *merger;
    VECTOR(struct op *) ops;
};

static bool note_root(struct op *op, void *data) {
    struct roots *roots = data;
    if (is_addition(op) &&
        !(value_has_one_use(&op->results[0]) && is_inside(roots->merger, &op->results[0]))) {
        *vector_push(&roots->ops) = op;
    }
    return true;
}

bool pass_merge_sums(struct module *module, const struct pass_options *options) {
    (void)options;
    struct merger merger = {.module = module, .arena = arena_new()};
    struct roots roots = {.merger = &merger};
    if (module_has_made(module, op_table[OP_SDY_ALL_REDUCE]) ||
        module_has_made(module, op_table[OP_ALL_REDUCE])) {
        op_walk(module->op, note_root, &roots);
    }
    for (size_t i = 0; i < roots.ops.count; i++) {
        size_t count = 2;
        for (struct op *root = roots.ops.items[i]; root && count > 1;) {
            read_tree(&merger, root);
            count = choose(&merger);
            root = count > 1 ? merge(&merger, count) : NULL;
        }
    }
    vector_free(&roots.ops);
    vector_free(&merger.nodes);
    vector_free(&merger.sums);
    arena_free(merger.arena);
    return true;
}
