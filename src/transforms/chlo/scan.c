/* chlo.scan: a loop that carries an index, the carries and the outputs; each step reads one slice
 * of the inputs and writes one of the outputs. */
#include <string.h>

#include "transforms/chlo/chlo.h"
#include "transforms/chlo/pieces.h"

struct scan {
    struct builder *at; /* in front of the loop */
    struct op *op;
    struct arena *arena;
    int64_t dim;
    uint32_t input_count, carry_count, output_count;
    struct value *size; /* of the dimension, i64 */
};

static struct value *input_at(const struct scan *scan, uint32_t index) {
    return op_operand(scan->op, index);
}

/* --- in front of the loop --------------------------------------------------------------------- */

static struct value *i32_scalar(struct builder *at, int64_t value) {
    struct context *context = at->module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
    int32_t narrow = (int32_t)value;
    return build_constant(at, attr_dense(context, type, &narrow, sizeof narrow, true));
}

/* The size of the dimension; NULL where nothing tells it. */
static struct value *scan_size(const struct scan *scan) {
    if (scan->input_count > 0) {
        return build_dimension_size_i64(scan->at, input_at(scan, 0), scan->dim);
    }
    int64_t size = op_result(scan->op, 0)->type->dims[scan->dim];
    const struct type *i64 = type_integer(scan->at->module->context, 64, SIGNLESS);
    return size == DIM_DYNAMIC ? NULL : build_convert(scan->at, i32_scalar(scan->at, size), i64);
}

/* An output before the first step: zeros. NULL where its shape is not known. */
static struct value *initial_output(const struct scan *scan, uint32_t index) {
    const struct type *type = op_result(scan->op, index)->type;
    struct value *zero =
        build_zeros(scan->at, type_tensor(scan->at->module->context, type->element, 0, NULL, NULL));
    if (type_is_static(type)) {
        return build_broadcast_in_dim(scan->at, zero, type, 0, NULL);
    }
    if (scan->input_count == 0) {
        return NULL;
    }
    struct value *like = input_at(scan, index < scan->input_count ? index : 0);
    return build_dynamic_broadcast_in_dim(scan->at, zero, build_shape_of(scan->at, like), type, 0,
                                          NULL);
}

/* --- the body --------------------------------------------------------------------------------- */

static struct value *scalars_to_list(struct builder *at, uint32_t count,
                                     struct value *const *scalars) {
    struct value *parts[MAX_RANK];
    for (uint32_t i = 0; i < count; i++) {
        parts[i] = build_as_1xi64(at, scalars[i]);
    }
    return build_concatenate(at, count, parts, 0);
}

static void fill_starts(uint32_t rank, int64_t dim, struct value *zero, struct value *index,
                        struct value **starts) {
    for (uint32_t i = 0; i < rank; i++) {
        starts[i] = i == dim ? index : zero;
    }
}

static struct value *slice_static(const struct scan *scan, struct builder *at, struct value *input,
                                  struct value *index, const struct type *type) {
    struct value *starts[MAX_RANK];
    fill_starts(type->rank, scan->dim, build_i64_scalar(at, 0), index, starts);
    return build_dynamic_slice(at, input, starts, type);
}

static struct value *slice_dynamic(const struct scan *scan, struct builder *at, struct value *input,
                                   struct value *index, const struct type *type) {
    uint32_t rank = type->rank;
    struct value *scalars[MAX_RANK];
    fill_starts(rank, scan->dim, build_i64_scalar(at, 0), index, scalars);
    struct value *start = scalars_to_list(at, rank, scalars);
    for (uint32_t i = 0; i < rank; i++) {
        int64_t size = input->type->dims[i];
        if (i == scan->dim) {
            scalars[i] = build_add(at, index, build_i64_scalar(at, 1));
        } else if (size == DIM_DYNAMIC) {
            scalars[i] = build_dimension_size_i64(at, input, i);
        } else {
            scalars[i] = build_convert(at, i32_scalar(at, size), index->type->element);
        }
    }
    struct value *limit = scalars_to_list(at, rank, scalars);
    return build_real_dynamic_slice(at, input, start, limit, build_i64_splat(at, rank, 1), type);
}

/* One step's part of an input, without the dimension. */
static struct value *slice_input(const struct scan *scan, struct builder *at, struct value *input,
                                 struct value *index) {
    const struct type *type = input->type;
    int64_t dims[MAX_RANK], kept[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < type->rank; i++) {
        dims[i] = i == scan->dim ? 1 : type->dims[i];
        if (i != scan->dim) {
            kept[rank++] = type->dims[i];
        }
    }
    const struct type *part = type_with_dims(at->module->context, type, type->rank, dims);
    struct value *slice = type_is_static(type) ? slice_static(scan, at, input, index, part)
                                               : slice_dynamic(scan, at, input, index, part);
    return build_reshape(at, slice, rank, kept);
}

static struct value *update_output(const struct scan *scan, struct builder *at,
                                   struct value *output, struct value *element,
                                   struct value *index) {
    const struct type *type = output->type;
    int64_t dims[MAX_RANK];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[scan->dim] = 1;
    struct value *update = build_reshape(at, element, type->rank, dims), *starts[MAX_RANK];
    fill_starts(type->rank, scan->dim, build_i64_scalar(at, 0), index, starts);
    return build_dynamic_update_slice(at, output, update, starts);
}

/* The scan's own body once: `values` are its arguments, and become what it returns. */
static void inline_body(const struct scan *scan, struct builder *at, struct value **values) {
    const struct block *body = scan->op->regions[0].first;
    const struct op *returns = block_terminator(body);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < body->argument_count; i++) {
        pointer_map_put(&map, body->arguments[i], values[i]);
    }
    FOR_EACH_OP (op, body) {
        if (op != returns) {
            op_append(at->block, op_clone(at->module, op, &map));
        }
    }
    for (uint32_t i = 0; i < returns->operand_count; i++) {
        struct value *value = op_operand(returns, i);
        struct value *copy = pointer_map_get(&map, value);
        values[i] = copy ? copy : value;
    }
    pointer_map_free(&map);
}

/* Where a step reads and writes: from the end for a reverse scan. */
static struct value *step_index(const struct scan *scan, struct builder *at,
                                struct value *counter) {
    const struct attr *reverse = op_property(scan->op, "is_reverse");
    if (!reverse || reverse->integer == 0) {
        return counter;
    }
    struct value *last = build_subtract(at, scan->size, build_i64_scalar(at, 1));
    return build_subtract(at, last, counter);
}

static struct builder begin_block(const struct scan *scan, struct op *loop, uint32_t region) {
    struct module *module = scan->at->module;
    struct block *block = block_new(module, &loop->regions[region]);
    for (uint32_t i = 0; i < loop->result_count; i++) {
        block_add_argument(module, block, op_result(loop, i)->type, loop->location);
    }
    struct builder at = builder_at_end(module, block);
    at.location = loop->location;
    return at;
}

static void build_condition(const struct scan *scan, struct op *loop) {
    struct builder at = begin_block(scan, loop, 0);
    struct value *goes_on =
        build_compare(&at, at.block->arguments[0], scan->size, COMPARE_LT, COMPARE_NO_TYPE);
    build_end(&at, OP_RETURN, 1, &goes_on);
}

/* Loop arguments: counter, carries, outputs. The scan's body takes slices and carries, and returns
 * elements of outputs and carries. */
static void build_body(const struct scan *scan, struct op *loop) {
    struct builder at = begin_block(scan, loop, 1);
    uint32_t inputs = scan->input_count, carries = scan->carry_count, outputs = scan->output_count;
    struct value **arguments = at.block->arguments;
    size_t most = (size_t)(inputs > outputs ? inputs : outputs) + carries;
    struct value **values = ARENA_ARRAY(scan->arena, struct value *, most);
    struct value **next = ARENA_ARRAY(scan->arena, struct value *, loop->result_count);
    struct value *index = step_index(scan, &at, arguments[0]);
    for (uint32_t i = 0; i < inputs; i++) {
        values[i] = slice_input(scan, &at, input_at(scan, i), index);
    }
    for (uint32_t i = 0; i < carries; i++) {
        values[inputs + i] = arguments[1 + i];
    }
    inline_body(scan, &at, values);
    for (uint32_t i = 0; i < outputs; i++) {
        next[1 + carries + i] =
            update_output(scan, &at, arguments[1 + carries + i], values[i], index);
    }
    for (uint32_t i = 0; i < carries; i++) {
        next[1 + i] = values[outputs + i];
    }
    next[0] = build_add(&at, arguments[0], build_i64_scalar(&at, 1));
    build_end(&at, OP_RETURN, loop->result_count, next);
}

/* --- the operation ---------------------------------------------------------------------------- */

/* A step's part of each input and output must have a known shape: it is reshaped. */
static bool steps_are_static(const struct scan *scan) {
    for (uint32_t i = 0; i < scan->input_count + scan->output_count; i++) {
        const struct value *value =
            i < scan->input_count ? input_at(scan, i) : op_result(scan->op, i - scan->input_count);
        for (uint32_t k = 0; k < value->type->rank; k++) {
            if (k != scan->dim && value->type->dims[k] == DIM_DYNAMIC) {
                return false;
            }
        }
    }
    return true;
}

static struct op *build_loop(const struct scan *scan) {
    uint32_t count = 1 + scan->carry_count + scan->output_count;
    struct value **values = ARENA_ARRAY(scan->arena, struct value *, count);
    const struct type **types = ARENA_ARRAY(scan->arena, const struct type *, count);
    values[0] = build_i64_scalar(scan->at, 0);
    for (uint32_t i = 0; i < scan->carry_count; i++) {
        values[1 + i] = input_at(scan, scan->input_count + i);
    }
    for (uint32_t i = 0; i < scan->output_count; i++) {
        struct value *output = initial_output(scan, i);
        if (!output) {
            return NULL;
        }
        values[1 + scan->carry_count + i] = output;
    }
    for (uint32_t i = 0; i < count; i++) {
        types[i] = values[i]->type;
    }
    struct op *loop = build_row(scan->at, OP_WHILE, count, values, count, types, 2);
    build_condition(scan, loop);
    build_body(scan, loop);
    return loop;
}

/* Whether the dimension is known to have no elements. */
static bool has_no_steps(const struct scan *scan) {
    for (uint32_t i = 0; i < scan->input_count + scan->output_count; i++) {
        const struct value *value =
            i < scan->input_count ? input_at(scan, i) : op_result(scan->op, i - scan->input_count);
        if (value->type->dims[scan->dim] == 0) {
            return true;
        }
    }
    return false;
}

/* Without a step there is no loop: outputs are empty, and carries are what they began as. */
static bool leave_out(const struct scan *scan) {
    for (uint32_t i = 0; i < scan->output_count; i++) {
        struct value *output = initial_output(scan, i);
        if (!output) {
            return false;
        }
        value_replace_uses(op_result(scan->op, i), output);
    }
    for (uint32_t i = 0; i < scan->carry_count; i++) {
        value_replace_uses(op_result(scan->op, scan->output_count + i),
                           input_at(scan, scan->input_count + i));
    }
    op_erase(scan->op);
    return true;
}

bool expand_scan(struct formula *formula) {
    if (expand_running_fold(formula)) {
        return true;
    }
    struct op *op = formula->op;
    struct op_group inputs = op_operand_group(op, "inputs"), inits = op_operand_group(op, "inits");
    struct scan scan = {.at = &formula->at,
                        .op = op,
                        .arena = formula->arena,
                        .dim = op_int(op, "dimension", 0),
                        .input_count = inputs.count,
                        .carry_count = inits.count,
                        .output_count = op->result_count - inits.count};
    if (!steps_are_static(&scan)) {
        return false;
    }
    if (has_no_steps(&scan)) {
        return leave_out(&scan);
    }
    scan.size = scan_size(&scan);
    struct op *loop = scan.size ? build_loop(&scan) : NULL;
    if (!loop) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        uint32_t from =
            i < scan.output_count ? 1 + scan.carry_count + i : 1 + i - scan.output_count;
        value_replace_uses(op_result(op, i), op_result(loop, from));
    }
    op_erase(op);
    return true;
}
