/* Attributes that number dimensions, and other plain structs. */
#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

#define DIMS(type, member, name)                                                                   \
    { name, FIELD_DIMS, offsetof(struct type, member) }
#define INT(type, member, name)                                                                    \
    { name, FIELD_INT, offsetof(struct type, member) }
#define TYPE(type, member, name)                                                                   \
    { name, FIELD_TYPE, offsetof(struct type, member) }

/* `id` names the field table, the payload function and the definition. */
#define STRUCT_ATTR(id, dialect_, mnemonic_, type, sparse_, what_)                                 \
    static const struct attr_struct id##_struct = {                                                \
        .fields = id##_fields, .size = sizeof(struct type), .sparse = sparse_, .what = what_};     \
    static const void *id##_payload(struct arena *arena, const int64_t *words, uint32_t count) {   \
        return struct_attr_payload(arena, &id##_struct, words, count);                             \
    }                                                                                              \
    const struct attr_def attr_##id = {                                                            \
        .name = dialect_ "." mnemonic_,                                                            \
        .mnemonic = mnemonic_,                                                                     \
        .parse = struct_attr_parse,                                                                \
        .print = struct_attr_print,                                                                \
        .payload = id##_payload,                                                                   \
        .details = &id##_struct,                                                                   \
    };

static const struct attr_field dot_fields[] = {
    DIMS(dot_dims, lhs_batching, "lhs_batching_dimensions"),
    DIMS(dot_dims, rhs_batching, "rhs_batching_dimensions"),
    DIMS(dot_dims, lhs_contracting, "lhs_contracting_dimensions"),
    DIMS(dot_dims, rhs_contracting, "rhs_contracting_dimensions"),
    {0},
};
STRUCT_ATTR(dot, "stablehlo", "dot", dot_dims, true, "dot dimension numbers")

static const struct attr_field ragged_dot_fields[] = {
    DIMS(ragged_dot_dims, lhs_batching, "lhs_batching_dimensions"),
    DIMS(ragged_dot_dims, rhs_batching, "rhs_batching_dimensions"),
    DIMS(ragged_dot_dims, lhs_contracting, "lhs_contracting_dimensions"),
    DIMS(ragged_dot_dims, rhs_contracting, "rhs_contracting_dimensions"),
    DIMS(ragged_dot_dims, lhs_ragged, "lhs_ragged_dimensions"),
    DIMS(ragged_dot_dims, rhs_group, "rhs_group_dimensions"),
    {0},
};
STRUCT_ATTR(ragged_dot, "chlo", "ragged_dot", ragged_dot_dims, true, "ragged dot dimension numbers")

static const struct attr_field gather_fields[] = {
    DIMS(gather_dims, offset, "offset_dims"),
    DIMS(gather_dims, collapsed_slice, "collapsed_slice_dims"),
    DIMS(gather_dims, operand_batching, "operand_batching_dims"),
    DIMS(gather_dims, start_indices_batching, "start_indices_batching_dims"),
    DIMS(gather_dims, start_index_map, "start_index_map"),
    INT(gather_dims, index_vector_dim, "index_vector_dim"),
    {0},
};
STRUCT_ATTR(gather, "stablehlo", "gather", gather_dims, true, "gather dimension numbers")

static const struct attr_field scatter_fields[] = {
    DIMS(scatter_dims, update_window, "update_window_dims"),
    DIMS(scatter_dims, inserted_window, "inserted_window_dims"),
    DIMS(scatter_dims, input_batching, "input_batching_dims"),
    DIMS(scatter_dims, scatter_indices_batching, "scatter_indices_batching_dims"),
    DIMS(scatter_dims, scatter_dims_to_operand, "scatter_dims_to_operand_dims"),
    INT(scatter_dims, index_vector_dim, "index_vector_dim"),
    {0},
};
STRUCT_ATTR(scatter, "stablehlo", "scatter", scatter_dims, true, "scatter dimension numbers")

static const struct attr_field channel_handle_fields[] = {
    INT(channel_handle, handle, "handle"),
    INT(channel_handle, type, "type"),
    {0},
};
STRUCT_ATTR(channel_handle, "stablehlo", "channel_handle", channel_handle, false, "channel handle")

static const struct attr_field output_alias_fields[] = {
    DIMS(output_alias, output_tuple_indices, "output_tuple_indices"),
    INT(output_alias, operand_index, "operand_index"),
    DIMS(output_alias, operand_tuple_indices, "operand_tuple_indices"),
    {0},
};
STRUCT_ATTR(output_alias, "stablehlo", "output_operand_alias", output_alias, false,
            "output operand alias")

static const struct attr_field dot_algorithm_fields[] = {
    TYPE(dot_algorithm, lhs_precision, "lhs_precision_type"),
    TYPE(dot_algorithm, rhs_precision, "rhs_precision_type"),
    TYPE(dot_algorithm, accumulation, "accumulation_type"),
    INT(dot_algorithm, lhs_components, "lhs_component_count"),
    INT(dot_algorithm, rhs_components, "rhs_component_count"),
    INT(dot_algorithm, primitive_operations, "num_primitive_operations"),
    {"allow_imprecise_accumulation", FIELD_BOOL,
     offsetof(struct dot_algorithm, imprecise_accumulation)},
    {0},
};
STRUCT_ATTR(dot_algorithm, "stablehlo", "dot_algorithm", dot_algorithm, false, "dot algorithm")

static const struct attr_field replica_group_mesh_axes_fields[] = {
    {"mesh", FIELD_ATTR, offsetof(struct replica_group_axes, mesh)},
    {"axes", FIELD_ATTR, offsetof(struct replica_group_axes, axes)},
    {0},
};
STRUCT_ATTR(replica_group_mesh_axes, "stablehlo", "replica_group_mesh_axes", replica_group_axes,
            false, "replica group mesh axes")

struct hlo_mesh_axis {
    const char *name;
    int64_t size;
};
static const struct attr_field hlo_mesh_axis_fields[] = {
    {"name", FIELD_STRING, offsetof(struct hlo_mesh_axis, name)},
    INT(hlo_mesh_axis, size, "size"),
    {0},
};
extern const struct attr_def attr_hlo_mesh_axis;
STRUCT_ATTR(hlo_mesh_axis, "stablehlo", "mesh_axis", hlo_mesh_axis, false, "mesh axis")

const struct attr *attr_dot_dims(struct context *context, const struct dot_dims *dims) {
    return struct_attr_make(context, &attr_dot, dims);
}

const struct attr *attr_channel(struct context *context, int64_t handle, int64_t type) {
    struct channel_handle channel = {handle, type};
    return struct_attr_make(context, &attr_channel_handle, &channel);
}
