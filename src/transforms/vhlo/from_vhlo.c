/* StableHLO in the place of VHLO. */
#include "ops/attrs/struct_attr.h"
#include "transforms/vhlo/vhlo.h"

/* --- attributes ------------------------------------------------------------------------------- */

static const struct attr *meaning(struct vhlo_pass *pass, const struct attr *attr) {
    const struct attr *made = vhlo_attr_meaning(pass->work.context, attr);
    return made ? made : attr;
}

static const struct attr *make_struct(void *data, const struct attr_def *def, const void *payload) {
    struct vhlo_pass *pass = data;
    return struct_attr_make(pass->work.context, def, payload);
}

static bool convert_properties(struct vhlo_pass *pass, const struct op *op,
                               const struct vhlo_op *row, uint32_t version, struct attr_list *to) {
    struct context *context = pass->work.context;
    uint32_t count;
    const struct property *properties =
        vhlo_version_properties(pass->work.scratch, context->strings, row, version, &count);
    struct named_attr *from = ARENA_ARRAY(pass->work.scratch, struct named_attr, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct attr *value = op_property(op, properties[i].name);
        from[i].name = properties[i].name;
        from[i].value = value ? meaning(pass, value) : NULL;
    }
    return vhlo_to_stablehlo_properties(&pass->work, row, count, properties, from, to);
}

/* --- types ------------------------------------------------------------------------------------ */

static void convert_type(struct value *value) {
    const struct type *type = vhlo_type_meaning(value->type);
    value->type = type ? type : value->type;
}

static void convert_types(struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        convert_type(&op->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t k = 0; k < block->argument_count; k++) {
                convert_type(block->arguments[k]);
            }
        }
    }
}

/* --- operations ------------------------------------------------------------------------------- */

static bool convert(struct vhlo_pass *pass, struct op *op, const struct vhlo_op *row,
                    uint32_t version) {
    struct attr_list properties = {0};
    if (pass->is_of_version) {
        struct vhlo_before *before = ARENA_NEW(pass->work.scratch, struct vhlo_before);
        *before = (struct vhlo_before){.def = op->def, .properties = op->properties};
        pointer_map_put(&pass->before, op, before);
    }
    if (!convert_properties(pass, op, row, version, &properties)) {
        return false;
    }
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        op->attrs.items[i].value = meaning(pass, op->attrs.items[i].value);
    }
    op->properties = properties;
    op_become(pass->module, op, vhlo_stablehlo_def(row, op_parent(op)));
    op_put_defaults(pass->work.context, pass->module->arena, op->def, &op->properties);
    return true;
}

static bool legalize(struct op *op, void *data) {
    struct vhlo_pass *pass = data;
    uint32_t version;
    const struct vhlo_op *row = vhlo_row_of_def(op->def, &version);
    pass->op = op;
    op->note = 0;
    convert_types(op);
    return !row || convert(pass, op, row, version);
}

/* Casts to the type that a value has are none. */
static bool drop_cast(struct op *op, void *data) {
    (void)data;
    if (!op_is(op, OP_UNREALIZED_CONVERSION_CAST) || op->operand_count != 1 ||
        op->result_count != 1 || op_operand(op, 0)->type != op_result(op, 0)->type) {
        return true;
    }
    value_replace_uses(op_result(op, 0), op_operand(op, 0));
    op_erase(op);
    return true;
}

bool vhlo_to_stablehlo(struct vhlo_pass *pass) {
    pass->work.data = pass;
    pass->work.make = make_struct;
    op_walk(pass->module->op, legalize, pass);
    if (!pass->failed) {
        op_walk_post(pass->module->op, drop_cast, NULL);
    }
    return !pass->failed;
}

bool pass_vhlo_to_stablehlo(struct module *module, const struct pass_options *options) {
    (void)options;
    struct vhlo_pass pass = vhlo_pass_begin(module, VHLO_CURRENT, true);
    bool done = vhlo_to_stablehlo(&pass) && pass_verify_ops(module, 0);
    vhlo_pass_end(&pass);
    return done;
}
