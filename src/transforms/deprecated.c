/* Replaces the operations that StableHLO is going to drop by those that do as they do. */
#include <string.h>

#include "ops/build.h"
#include "ops/verify/fault.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct legalization {
    struct module *module;
    bool fail_on_unused, failed;
    bool any; /* were replaced */
};

/* --- operations with a replacement ------------------------------------------------------------ */

/* The sizes come before the operand's own dimensions. */
static void replace_broadcast(struct module *module, struct op *op) {
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    uint32_t rank = op_operand(op, 0)->type->rank;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = (int64_t)sizes.count + i;
    }
    struct op *made = op_stand_in(module, op, OP_BROADCAST_IN_DIM, 0);
    op_set_property(module, made, "broadcast_dimensions",
                    attr_i64_array(module->context, rank, dims));
    op_replace(op, made);
}

static void replace_create_token(struct module *module, struct op *op) {
    op_replace(op, op_stand_in(module, op, OP_AFTER_ALL, 0));
}

/* The last dimension of the left meets the first of the right. */
static void replace_dot(struct module *module, struct op *op) {
    int64_t left = (int64_t)op_operand(op, 0)->type->rank - 1, right = 0;
    struct dot_dims dims = {.lhs_contracting = {&left, 1}, .rhs_contracting = {&right, 1}};
    struct op *made = op_stand_in(module, op, OP_DOT_GENERAL, 0);
    const struct attr *precision = op_property(op, "precision_config");
    op_set_property(module, made, "dot_dimension_numbers", attr_dot_dims(module->context, &dims));
    if (precision) {
        op_set_property(module, made, "precision_config", precision);
    }
    op_replace(op, made);
}

/* An all_reduce that adds. */
static void replace_cross_replica_sum(struct module *module, struct op *op) {
    struct op *made = op_stand_in(module, op, OP_ALL_REDUCE, 1);
    op_set_property(module, made, "replica_groups", op_property(op, "replica_groups"));
    struct builder at = builder_before(module, op);
    build_binary_body(&at, &made->regions[0], OP_ADD, type_element(op_result(op, 0)->type));
    op_replace(op, made);
}

/* 1 of an element type, in the bytes of a dense attribute. */
static void store_one(const struct type *element, void *data) {
    if (element->kind == TYPE_COMPLEX) {
        store_one(element->element, data);
    } else if (element->kind == TYPE_FLOAT) {
        float_store(element->float_kind, 1.0, data);
    } else {
        *(uint8_t *)data = 1;
    }
}

/* "ab->a" of one operand is ",ab->a" of 1 and it. */
static void replace_unary_einsum(struct module *module, struct op *op) {
    struct context *context = module->context;
    const struct type *element = type_element(op_operand(op, 0)->type);
    const struct type *scalar = type_tensor(context, element, 0, NULL, NULL);
    uint8_t one[32] = {0};
    store_one(element, one);
    struct builder at = builder_before(module, op);
    struct value *constant =
        build_constant(&at, attr_dense(context, scalar, one, type_bytes(element), true));
    struct op *made = op_stand_in(module, op, OP_EINSUM, 0);
    op_set_operands(module, made, 2, (struct value *[]){constant, op_operand(op, 0)});
    const struct attr *equation = op_property(op, "einsum_config");
    struct buffer text = {0};
    buffer_add_char(&text, ',');
    buffer_add_bytes(&text, equation->text, equation->length);
    op_set_property(module, made, "einsum_config", attr_string(context, text.text, text.length));
    buffer_free(&text);
    op_replace(op, made);
}

/* --- the pass --------------------------------------------------------------------------------- */

static bool is_without_replacement(const struct op *op) {
    return op_is(op, OP_MAP) || op_is(op, OP_RNG);
}

static bool legalize(struct op *op, void *data) {
    static const struct {
        enum op_id id;
        void (*replace)(struct module *module, struct op *op);
    } replacements[] = {
        {OP_BROADCAST, replace_broadcast},
        {OP_CREATE_TOKEN, replace_create_token},
        {OP_CROSS_REPLICA_SUM, replace_cross_replica_sum},
        {OP_DOT, replace_dot},
        {OP_UNARY_EINSUM, replace_unary_einsum},
    };
    struct legalization *legalization = data;
    if (legalization->fail_on_unused && is_without_replacement(op)) {
        legalization->failed = true;
        fault(op, legalization->module->context,
              "failed to legalize operation '%s' that was explicitly marked illegal", op->name);
        return true;
    }
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        if (op_is(op, replacements[i].id)) {
            replacements[i].replace(legalization->module, op);
            legalization->any = true;
            return true;
        }
    }
    return true;
}

bool pass_deprecated_ops(struct module *module, const struct pass_options *options) {
    struct legalization legalization = {.module = module,
                                        .fail_on_unused = pass_bool(options, "fail-on-unused")};
    op_walk_post(module->op, legalize, &legalization);
    /* Replacements take fewer quantized types than what they replace. */
    return !legalization.failed && (!legalization.any || pass_verify_ops(module, 0));
}
