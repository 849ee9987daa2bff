/* Convolutions over padded dimensions: batches and features are as many in all three tensors,
 * groups of them are counted anew, and a result that became too long is cut. */
#include <string.h>

#include "ops/op_def.h"
#include "partition/padding/pad.h"
#include "partition/reshard_op.h"

static int64_t parts_of(const struct padder *padder, const struct value *value, int64_t dim) {
    const struct sharding *sharding =
        attr_as_sharding(value_sharding(padder->module->context, value));
    const struct mesh *mesh = sharding ? sharding_mesh(value->op, sharding) : NULL;
    return mesh ? dim_sharding_size(mesh, &sharding->dims[dim]) : 1;
}

/* Groups of a convolution: dimension `input` of its input and the features of kernel and result
 * are `name` groups each. Padding that is further groups, the same for all three and whole ones on
 * every device, is counted; false: it is something else. */
static bool count_groups(struct padder *padder, struct op *op, const char *name, int64_t input) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    int64_t groups = op_int(op, name, 1), more = 0;
    const struct value *lhs = op_operand(op, 0), *rhs = op_operand(op, 1), *out = op->results;
    int64_t sizes[3] = {lhs->type->dims[input], rhs->type->dims[dims->kernel_output_feature],
                        pad_result_type(padder, op)->dims[dims->output_feature]};
    int64_t old[3] = {pad_original(padder, lhs)->dims[input],
                      pad_original(padder, rhs)->dims[dims->kernel_output_feature],
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
    op_set_property(padder->module, op, name, attr_i64(padder->module->context, more));
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

static void set_groups(struct padder *padder, struct op *op, const struct groups *groups) {
    if (groups->features) {
        op_set_property(padder->module, op, "feature_group_count", groups->features);
    }
    if (groups->batches) {
        op_set_property(padder->module, op, "batch_group_count", groups->batches);
    }
}

/* Makes batches and features whole where they are padded, or in groups. */
static bool pad_on_whole_features(struct padder *padder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    dim_set apart[3] = {dim_set_of(dims->input_batch) | dim_set_of(dims->input_feature),
                        dim_set_of(dims->kernel_input_feature) |
                            dim_set_of(dims->kernel_output_feature),
                        dim_set_of(dims->output_batch) | dim_set_of(dims->output_feature)};
    apart[0] &= pad_dims(padder, op_operand(op, 0));
    apart[1] &= pad_dims(padder, op_operand(op, 1));
    apart[2] &= dims_unlike(op->results[0].type, pad_result_type(padder, op));
    bool has_features = op_int(op, "feature_group_count", 1) > 1;
    bool has_batches = op_int(op, "batch_group_count", 1) > 1;
    if (has_features || has_batches) {
        apart[0] |= dim_set_of(has_features ? dims->input_feature : dims->input_batch);
        apart[1] |= dim_set_of(dims->kernel_output_feature);
        apart[2] |= dim_set_of(dims->output_feature);
    }
    return pad_on_whole(padder, op, apart, apart[2]);
}

/* Whether batches and features are as many in all three tensors, once groups are counted. */
static bool features_fit(struct padder *padder, struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    const struct type *asked = pad_result_type(padder, op);
    return count_groups(padder, op, "feature_group_count", dims->input_feature) &&
           count_groups(padder, op, "batch_group_count", dims->input_batch) &&
           lhs->dims[dims->input_feature] ==
               rhs->dims[dims->kernel_input_feature] * op_int(op, "feature_group_count", 1) &&
           lhs->dims[dims->input_batch] ==
               asked->dims[dims->output_batch] * op_int(op, "batch_group_count", 1) &&
           rhs->dims[dims->kernel_output_feature] == asked->dims[dims->output_feature];
}

/* A result that is longer in a spatial dimension, for its operand is, is cut. */
bool pad_convolution(struct padder *padder, struct op *op) {
    const struct groups groups = groups_of(op);
    if (!features_fit(padder, op)) {
        set_groups(padder, op, &groups);
        return pad_on_whole_features(padder, op);
    }
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *asked = pad_result_type(padder, op), *inferred;
    if (!op->def->infer(op, padder->module->context, &inferred)) {
        return pad_fails(padder, op, "its result has no shape then");
    }
    dim_set spatial = dim_set_of_list(dims->output_spatial);
    for (uint32_t dim = 0; dim < asked->rank; dim++) {
        if (spatial & dim_set_of(dim) && inferred->dims[dim] < asked->dims[dim]) {
            return pad_fails(padder, op, "a spatial dimension of its result is too short");
        }
    }
    struct value *result = &op->results[0];
    const struct attr *sharding = value_sharding(padder->module->context, result);
    result->type = inferred;
    padder->at = builder_after(padder->module, op);
    struct value *part = pad_trim(padder, result, asked, spatial, sharding);
    if (part != result) {
        pad_note(padder, part, pad_original(padder, result), NULL);
        replace_other_uses(result, part, part->op);
    }
    return true;
}
