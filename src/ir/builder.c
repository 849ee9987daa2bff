#include "ir/op_def.h"

struct builder builder_before(struct module *module, struct op *op) {
    return (struct builder){
        .module = module, .block = op->block, .before = op, .location = op->location};
}

struct builder builder_after(struct module *module, struct op *op) {
    return (struct builder){
        .module = module, .block = op->block, .before = op->next, .location = op->location};
}

struct builder builder_at_end(struct module *module, struct block *block) {
    return (struct builder){.module = module, .block = block, .location = block->location};
}

struct op *build_op(struct builder *builder, const char *name, uint32_t operand_count,
                    struct value *const *operands, uint32_t result_count,
                    const struct type *const *result_types, uint32_t region_count) {
    const struct op_def *def = op_def_find(name);
    struct op *op = op_new(builder->module, def ? def : &op_unregistered, name, builder->location,
                           result_count, result_types, region_count);
    for (uint32_t i = 0; i < operand_count; i++) {
        op_append_operand(builder->module, op, operands[i]);
    }
    if (builder->before) {
        op_insert_before(builder->before, op);
    } else {
        op_append(builder->block, op);
    }
    return op;
}
