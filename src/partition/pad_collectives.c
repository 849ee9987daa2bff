/* The collectives of sdy over padded dimensions. */
#include "partition/pad.h"

/* Pads the operand as far as the result's sharding asks and gives the result that type; its padding
 * holds what the operand's does. False fills are not known. */
static struct value *pad_operand_to_out(struct padder *padder, struct op *op) {
    struct context *context = padder->module->context;
    struct value *input = op_operand(op, 0);
    const struct type *original = pad_original(padder, input);
    const struct type *type =
        padded_type(op, context, input->type, op_property(op, "out_sharding"));
    if (type != input->type) {
        const struct attr *fill = pad_fill(padder, input);
        fill = fill ? fill : fill_zero(context, type->element);
        input = pad_up_to(padder, input, type, fill);
        op_set_operand(op, 0, input);
    }
    op->results[0].type = type;
    pad_note(padder, &op->results[0], original, pad_fill(padder, input));
    return &op->results[0];
}

bool pad_all_slice(struct padder *padder, struct op *op) {
    pad_operand_to_out(padder, op);
    return true;
}

bool pad_reduce_scatter(struct padder *padder, struct op *op) {
    pad_operand_to_out(padder, op);
    return true;
}

/* Puts the trimmed result in the place of what the operation gives. */
static bool trim_result(struct padder *padder, struct op *op, dim_set dims) {
    struct value *result = &op->results[0];
    const struct type *original = pad_original(padder, result);
    padder->at = builder_after(padder->module, op);
    struct value *part =
        pad_trim(padder, result, original, dims, op_property(op, "out_sharding"));
    if (part != result) {
        value_replace_uses(result, part);
        op_set_operand(part->op, 0, result);
    }
    return true;
}

bool pad_all_gather(struct padder *padder, struct op *op) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, "gathering_axes"));
    struct value *input = op_operand(op, 0);
    dim_set gathered = 0;
    for (uint32_t dim = 0; dim < lists->count; dim++) {
        gathered |= lists->items[dim].count > 0 ? dim_set_of(dim) : 0;
    }
    op->results[0].type = input->type;
    pad_note(padder, &op->results[0], pad_original(padder, input), pad_fill(padder, input));
    return trim_result(padder, op, gathered);
}

bool pad_all_to_all(struct padder *padder, struct op *op) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(op, "params"));
    dim_set sources = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        sources |= dim_set_of(moves->items[i].source);
    }
    pad_operand_to_out(padder, op);
    return trim_result(padder, op, sources);
}
