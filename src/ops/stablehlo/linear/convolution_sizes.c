/* Convolutions of tensors that are longer than the program says: of sizes known at run time, or
 * padded until devices divide them; and how much a convolution computes. */
#include <string.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/flops.h"
#include "ops/stablehlo/linear/linear.h"
#include "ops/stablehlo/reduction/windows.h"
#include "ops/verify/compat.h"

/* --- sizes known at run time ------------------------------------------------------------------ */

/* Zeros in the padding are as those around the operand. */
bool convolution_bound(struct op *op, struct bound_builder *bounder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    struct value *input = op_operand(op, 0), *kernel = op_operand(op, 1), *sizes[MAX_RANK] = {0};
    dim_set window = dim_set_of_list(dims->kernel_spatial);
    bool grouped =
        op_int(op, "feature_group_count", 1) != 1 || op_int(op, "batch_group_count", 1) != 1;
    dim_set in_groups = dim_set_of(dims->input_feature) | dim_set_of(dims->input_batch);
    if (bound_dims(bounder, kernel) & (grouped ? ALL_DIMS : window) ||
        (grouped && bound_dims(bounder, input) & in_groups)) {
        return bound_fails(bounder, op, "has a window or groups of a size known at run time only");
    }
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        uint32_t dim = (uint32_t)dims->input_spatial.items[i];
        int64_t places = kernel->type->dims[dims->kernel_spatial.items[i]];
        int64_t around =
            op_int_at(op, "padding", 2 * i, 0) + op_int_at(op, "padding", 2 * i + 1, 0);
        int64_t reach = (places - 1) * op_int_at(op, "rhs_dilation", i, 1) + 1;
        sizes[dims->output_spatial.items[i]] = size_of_windows(
            bounder, bound_size(bounder, input, dim), op_int_at(op, "lhs_dilation", i, 1), around,
            reach, op_int_at(op, "window_strides", i, 1));
    }
    sizes[dims->output_batch] = bound_size(bounder, input, (uint32_t)dims->input_batch);
    sizes[dims->output_feature] =
        bound_size(bounder, kernel, (uint32_t)dims->kernel_output_feature);
    op_set_operand(op, 0, bound_zeroed(bounder, input, ~dim_set_of(dims->input_batch)));
    op_set_operand(op, 1, bound_zeroed(bounder, kernel, dim_set_of(dims->kernel_input_feature)));
    const dim_set handled[2] = {ALL_DIMS, ALL_DIMS};
    return bound_by_rule_but(bounder, op, handled, sizes);
}

/* The input of a convolution as padding known at run time leaves it, with its sizes noted. */
static struct value *padded_input(struct bound_builder *bounder, const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    struct context *context = bound_context(bounder);
    struct value *input = op_operand(op, 0), *sizes[MAX_RANK], *low[MAX_RANK], *high[MAX_RANK];
    const struct type *type = input->type, *original = bound_original(bounder, input);
    const struct type *result = bound_storage(context, op_result(op, 0)->type);
    int64_t interior[MAX_RANK] = {0}, bounds[MAX_RANK], open[MAX_RANK];
    const int64_t count = 2 * (int64_t)dims->input_spatial.count;
    if (!result) {
        return NULL;
    }
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        low[dim] = high[dim] = size_of(bounder, 0);
        bounds[dim] = type->dims[dim];
        open[dim] = original->dims[dim];
    }
    struct value *padding = build_reshape(bound_at(bounder), op_operand(op, 2), 1, &count);
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        int64_t dim = dims->input_spatial.items[i], step = op_int_at(op, "window_strides", i, 1);
        int64_t places = op_operand(op, 1)->type->dims[dims->kernel_spatial.items[i]];
        int64_t reach = (places - 1) * op_int_at(op, "rhs_dilation", i, 1) + 1;
        low[dim] = size_at(bounder, padding, 2 * (int64_t)i);
        high[dim] = size_at(bounder, padding, 2 * (int64_t)i + 1);
        interior[dim] = op_int_at(op, "lhs_dilation", i, 1) - 1;
        bounds[dim] = result->dims[dims->output_spatial.items[i]] * step + reach - 1;
        open[dim] = DIM_DYNAMIC;
    }
    const struct bound_padding how = {bound_zero(bounder, type), low, high, interior, bounds};
    struct value *padded = bound_padded(bounder, input, &how, sizes);
    original = type_with_bounds(context, type->element, type->rank, open, bounds);
    bound_note(bounder, padded, original, sizes);
    return padded;
}

/* A convolution without padding of the padded input. */
bool dynamic_conv_bound(struct op *op, struct bound_builder *bounder) {
    static const char *const dropped[] = {"padding", "lhs_dilation"};
    struct value *operands[2] = {padded_input(bounder, op), op_operand(op, 1)};
    if (!operands[0]) {
        return bound_fails(bounder, op,
                           "has a result with a dimension that is open and has no bound");
    }
    const struct type *type = op_result(op, 0)->type;
    struct op *made = build_row(bound_at(bounder), OP_CONVOLUTION, 2, operands, 1, &type, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct named_attr *property = &op->properties.items[i];
        if (strcmp(property->name, dropped[0]) != 0 && strcmp(property->name, dropped[1]) != 0) {
            op_set_property(bound_module(bounder), made, property->name, property->value);
        }
    }
    bound_become(bounder, op, made);
    return convolution_bound(made, bounder);
}

/* --- padding ---------------------------------------------------------------------------------- */

/* Into how many parts the sharding of a value cuts a dimension. */
static int64_t parts_of(const struct fill_builder *padder, const struct value *value, int64_t dim) {
    const struct sharding *sharding = attr_as_sharding(value_sharding(fill_context(padder), value));
    const struct mesh *mesh = sharding ? sharding_mesh(value->op, sharding) : NULL;
    return mesh ? dim_sharding_size(mesh, &sharding->dims[dim]) : 1;
}

/* Groups of a convolution: dimension `input` of its input and the features of kernel and result
 * are `name` groups each. Padding that is further groups, the same for all three and whole ones on
 * every device, is counted; false: it is something else. */
static bool count_groups(struct fill_builder *padder, struct op *op, const char *name,
                         int64_t input) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    int64_t groups = op_int(op, name, 1), more = 0;
    const struct value *lhs = op_operand(op, 0), *rhs = op_operand(op, 1), *out = op->results;
    int64_t sizes[3] = {lhs->type->dims[input], rhs->type->dims[dims->kernel_output_feature],
                        fill_result_type(padder, op)->dims[dims->output_feature]};
    int64_t old[3] = {fill_original(padder, lhs)->dims[input],
                      fill_original(padder, rhs)->dims[dims->kernel_output_feature],
                      out->type->dims[dims->output_feature]};
    if (groups == 1 || memcmp(sizes, old, sizeof old) == 0) {
        return true;
    }
    for (int i = 0; i < 3; i++) {
        int64_t each = old[i] / groups;
        more = i == 0 && each > 0 ? sizes[i] / each : more;
        if (sizes[i] != each * more) {
            return false;
        }
    }
    if (more % parts_of(padder, out, dims->output_feature) != 0) {
        return false;
    }
    op_set_property(fill_module(padder), op, name, attr_i64(fill_context(padder), more));
    return true;
}

/* The groups of features and of batches. */
struct groups {
    const struct attr *features, *batches;
};

static struct groups groups_of(const struct op *op) {
    return (struct groups){op_property(op, "feature_group_count"),
                           op_property(op, "batch_group_count")};
}

static void set_groups(struct fill_builder *padder, struct op *op, const struct groups *groups) {
    if (groups->features) {
        op_set_property(fill_module(padder), op, "feature_group_count", groups->features);
    }
    if (groups->batches) {
        op_set_property(fill_module(padder), op, "batch_group_count", groups->batches);
    }
}

/* Makes batches and features whole where they are padded, or in groups. */
static bool fill_on_whole_features(struct fill_builder *padder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    dim_set apart[3] = {dim_set_of(dims->input_batch) | dim_set_of(dims->input_feature),
                        dim_set_of(dims->kernel_input_feature) |
                            dim_set_of(dims->kernel_output_feature),
                        dim_set_of(dims->output_batch) | dim_set_of(dims->output_feature)};
    apart[0] &= fill_dims(padder, op_operand(op, 0));
    apart[1] &= fill_dims(padder, op_operand(op, 1));
    apart[2] &= dims_unlike(op->results[0].type, fill_result_type(padder, op));
    bool has_features = op_int(op, "feature_group_count", 1) > 1;
    if (apart[1] & dim_set_of(dims->kernel_input_feature) ||
        (!has_features && apart[0] & dim_set_of(dims->input_feature))) {
        return fill_fails(padder, op,
                          "features that devices sum in parts are not those of its input");
    }
    bool has_batches = op_int(op, "batch_group_count", 1) > 1;
    if (has_features || has_batches) {
        apart[0] |= dim_set_of(has_features ? dims->input_feature : dims->input_batch);
        apart[1] |= dim_set_of(dims->kernel_output_feature);
        apart[2] |= dim_set_of(dims->output_feature);
    }
    return fill_on_whole(padder, op, apart, apart[2]);
}

/* Whether batches and features are as many in all three tensors, once groups are counted. */
static bool features_fit(struct fill_builder *padder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    const struct type *asked = fill_result_type(padder, op);
    return count_groups(padder, op, "feature_group_count", dims->input_feature) &&
           count_groups(padder, op, "batch_group_count", dims->input_batch) &&
           lhs->dims[dims->input_feature] ==
               rhs->dims[dims->kernel_input_feature] * op_int(op, "feature_group_count", 1) &&
           lhs->dims[dims->input_batch] ==
               asked->dims[dims->output_batch] * op_int(op, "batch_group_count", 1) &&
           rhs->dims[dims->kernel_output_feature] == asked->dims[dims->output_feature];
}

/* A result that is longer in a spatial dimension, for its operand is, is cut. */
bool convolution_fill(struct op *op, struct fill_builder *padder) {
    const struct groups groups = groups_of(op);
    if (!features_fit(padder, op)) {
        set_groups(padder, op, &groups);
        return fill_on_whole_features(padder, op);
    }
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *asked = fill_result_type(padder, op), *inferred;
    if (!op->def->infer(op, fill_context(padder), &inferred)) {
        return fill_fails(padder, op, "its result has no shape then");
    }
    dim_set spatial = dim_set_of_list(dims->output_spatial);
    for (uint32_t dim = 0; dim < asked->rank; dim++) {
        if (spatial & dim_set_of(dim) && inferred->dims[dim] < asked->dims[dim]) {
            return fill_fails(padder, op, "a spatial dimension of its result is too short");
        }
    }
    return fill_cut_result(padder, op, inferred, spatial);
}

/* --- operations ------------------------------------------------------------------------------- */

/* Each element of the result is a sum over one kernel. */
double convolution_flops(const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *kernel = op_operand(op, 1)->type;
    double outputs = dims ? flops_extent(kernel, dims->kernel_output_feature) : 1;
    return outputs > 0 ? 2 * flops_of_result(op) * flops_elements(kernel) / outputs : 0;
}
