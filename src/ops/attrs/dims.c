/* Attributes that number dimensions, and other plain structs. */
#include "ops/attrs/attrs.h"
#include "ops/attrs/mesh_forms.h"
#include "ops/attrs/struct_attr.h"
#include "ops/verify/checks.h"

#define DIMS(type, member, name)                                                                   \
    { name, FIELD_DIMS, offsetof(struct type, member) }
#define INT(type, member, name)                                                                    \
    { name, FIELD_INT, offsetof(struct type, member) }
#define TYPE(type, member, name)                                                                   \
    { name, FIELD_TYPE, offsetof(struct type, member) }

/* `id` names the field table, the payload function and the definition. */
#define STRUCT_ATTR(id, dialect_, mnemonic_, type, sparse_, what_, summary_, ...)                  \
    static const struct attr_struct id##_struct = {.fields = id##_fields,                          \
                                                   .size = sizeof(struct type),                    \
                                                   .sparse = sparse_,                              \
                                                   .what = what_,                                  \
                                                   __VA_ARGS__};                                   \
    static const void *id##_payload(struct arena *arena, const int64_t *words, uint32_t count) {   \
        return struct_attr_payload(arena, &id##_struct, words, count);                             \
    }                                                                                              \
    const struct attr_def attr_##id = {                                                            \
        .name = dialect_ "." mnemonic_,                                                            \
        .mnemonic = mnemonic_,                                                                     \
        .parse = struct_attr_parse,                                                                \
        .print = struct_attr_print,                                                                \
        .payload = id##_payload,                                                                   \
        .summary = summary_,                                                                       \
        .details = &id##_struct,                                                                   \
    };

static const struct attr_field dot_fields[] = {
    DIMS(dot_dims, lhs_batching, "lhs_batching_dimensions"),
    DIMS(dot_dims, rhs_batching, "rhs_batching_dimensions"),
    DIMS(dot_dims, lhs_contracting, "lhs_contracting_dimensions"),
    DIMS(dot_dims, rhs_contracting, "rhs_contracting_dimensions"),
    {0},
};
STRUCT_ATTR(dot, "stablehlo", "dot", dot_dims, true, "dot dimension numbers",
            "Attribute that models the dimension information for dot.")

static const struct attr_field ragged_dot_fields[] = {
    DIMS(ragged_dot_dims, lhs_batching, "lhs_batching_dimensions"),
    DIMS(ragged_dot_dims, rhs_batching, "rhs_batching_dimensions"),
    DIMS(ragged_dot_dims, lhs_contracting, "lhs_contracting_dimensions"),
    DIMS(ragged_dot_dims, rhs_contracting, "rhs_contracting_dimensions"),
    DIMS(ragged_dot_dims, lhs_ragged, "lhs_ragged_dimensions"),
    DIMS(ragged_dot_dims, rhs_group, "rhs_group_dimensions"),
    {0},
};
STRUCT_ATTR(ragged_dot, "chlo", "ragged_dot", ragged_dot_dims, true, "ragged dot dimension numbers",
            "Attribute that models the dimension information for ragged dot.")

static const struct attr_field gather_fields[] = {
    DIMS(gather_dims, offset, "offset_dims"),
    DIMS(gather_dims, collapsed_slice, "collapsed_slice_dims"),
    DIMS(gather_dims, operand_batching, "operand_batching_dims"),
    DIMS(gather_dims, start_indices_batching, "start_indices_batching_dims"),
    DIMS(gather_dims, start_index_map, "start_index_map"),
    INT(gather_dims, index_vector_dim, "index_vector_dim"),
    {0},
};
STRUCT_ATTR(gather, "stablehlo", "gather", gather_dims, true, "gather dimension numbers",
            "Attribute that models the dimension information for gather")

static const struct attr_field scatter_fields[] = {
    DIMS(scatter_dims, update_window, "update_window_dims"),
    DIMS(scatter_dims, inserted_window, "inserted_window_dims"),
    DIMS(scatter_dims, input_batching, "input_batching_dims"),
    DIMS(scatter_dims, scatter_indices_batching, "scatter_indices_batching_dims"),
    DIMS(scatter_dims, scatter_dims_to_operand, "scatter_dims_to_operand_dims"),
    INT(scatter_dims, index_vector_dim, "index_vector_dim"),
    {0},
};
STRUCT_ATTR(scatter, "stablehlo", "scatter", scatter_dims, true, "scatter dimension numbers",
            "Attribute that models the dimension information for scatter")

static const struct attr_field channel_handle_fields[] = {
    INT(channel_handle, handle, "handle"),
    INT(channel_handle, type, "type"),
    {0},
};
STRUCT_ATTR(channel_handle, "stablehlo", "channel_handle", channel_handle, false, "channel handle",
            "two 64-bit integers 'handle' and 'type'")

static const struct attr_field output_alias_fields[] = {
    DIMS(output_alias, output_tuple_indices, "output_tuple_indices"),
    INT(output_alias, operand_index, "operand_index"),
    DIMS(output_alias, operand_tuple_indices, "operand_tuple_indices"),
    {0},
};
STRUCT_ATTR(output_alias, "stablehlo", "output_operand_alias", output_alias, false,
            "output operand alias",
            "Attribute that models the alias relationship of output and operand of a CustomCall op",
            .ordered = true)

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

/* Combinations that some hardware has: types of operands and accumulator, products of each. */
static const struct {
    enum float_kind operands, accumulator;
    int64_t products;
} known_algorithms[] = {
    {FLOAT_F16, FLOAT_F16, 1},  {FLOAT_F16, FLOAT_F32, 1},  {FLOAT_BF16, FLOAT_BF16, 1},
    {FLOAT_BF16, FLOAT_F32, 1}, {FLOAT_BF16, FLOAT_F32, 3}, {FLOAT_BF16, FLOAT_F32, 6},
    {FLOAT_BF16, FLOAT_F32, 9}, {FLOAT_TF32, FLOAT_F32, 1}, {FLOAT_TF32, FLOAT_F32, 3},
    {FLOAT_F32, FLOAT_F32, 1},  {FLOAT_F64, FLOAT_F64, 1},
};

static bool is_f8(const struct type *type) {
    return type->kind == TYPE_FLOAT && type->float_kind >= FLOAT_F8E3M4 &&
           type->float_kind <= FLOAT_F8E5M2FNUZ;
}

static bool is_known(const struct dot_algorithm *algorithm) {
    const struct type *lhs = algorithm->lhs_precision, *sum = algorithm->accumulation;
    if (algorithm->lhs_components != 1 || algorithm->rhs_components != 1) {
        return false;
    }
    if (is_f8(lhs) && is_f8(algorithm->rhs_precision)) {
        return sum->kind == TYPE_FLOAT && sum->float_kind == FLOAT_F32 &&
               algorithm->primitive_operations == 1;
    }
    if (lhs != algorithm->rhs_precision || lhs->kind != TYPE_FLOAT || sum->kind != TYPE_FLOAT ||
        algorithm->imprecise_accumulation) {
        return false;
    }
    for (size_t i = 0; i < sizeof known_algorithms / sizeof *known_algorithms; i++) {
        if (known_algorithms[i].operands == lhs->float_kind &&
            known_algorithms[i].accumulator == sum->float_kind &&
            known_algorithms[i].products == algorithm->primitive_operations) {
            return true;
        }
    }
    return false;
}

static bool check_algorithm(struct asm_parser *parser, struct location location,
                            const void *payload) {
    const struct dot_algorithm *algorithm = (const struct dot_algorithm *)payload;
    struct context *context = asm_context(parser);
    if (algorithm->lhs_components < 1) {
        return asm_error_at(parser, location, "lhs component count must be positive");
    }
    if (algorithm->rhs_components < 1) {
        return asm_error_at(parser, location, "rhs component count must be positive");
    }
    if (algorithm->primitive_operations < 1) {
        return asm_error_at(parser, location, "num primitive operations must be positive");
    }
    return is_known(algorithm) ||
           asm_error_at(parser, location,
                        "dot algorithm not known to be supported on any hardware: {lhs:'%s', "
                        "rhs:'%s', accum:'%s', lhs_components:%lld, rhs_components:%lld, "
                        "primitive_ops:%lld, imprecise:%lld}",
                        say_type(context, algorithm->lhs_precision),
                        say_type(context, algorithm->rhs_precision),
                        say_type(context, algorithm->accumulation),
                        (long long)algorithm->lhs_components, (long long)algorithm->rhs_components,
                        (long long)algorithm->primitive_operations,
                        (long long)algorithm->imprecise_accumulation);
}
STRUCT_ATTR(dot_algorithm, "stablehlo", "dot_algorithm", dot_algorithm, false, "dot algorithm",
            "Attribute that models the algorithm constraints to use for computing dot.",
            .ordered = true, .check = check_algorithm)

static const struct attr_field replica_group_mesh_axes_fields[] = {
    {"mesh", FIELD_ATTR, offsetof(struct replica_group_axes, mesh)},
    {"axes", FIELD_ATTR, offsetof(struct replica_group_axes, axes)},
    {0},
};

static bool mesh_has_axis(const struct attr *mesh, const char *name) {
    for (uint32_t i = 1; i < mesh->count; i++) {
        const struct attr *axis = (const struct attr *)(intptr_t)mesh->words[i];
        if ((const char *)(intptr_t)axis->words[0] == name) {
            return true;
        }
    }
    return false;
}

/* Axes are those of the mesh, where that is written out. */
static bool check_mesh_axes(struct asm_parser *parser, struct location location,
                            const void *payload) {
    const struct replica_group_axes *groups = payload;
    if (groups->axes->kind != ATTR_ARRAY) {
        return asm_error_at(parser, location,
                            "failed to parse StableHLO_ReplicaGroupMeshAxes parameter 'axes' which "
                            "is to be a `ArrayAttr`");
    }
    bool is_mesh = is_stablehlo_mesh(groups->mesh);
    if (!is_mesh && groups->mesh->kind != ATTR_SYMBOL) {
        return asm_error_at(parser, location, "mesh must be a FlatSymbolRefAttr or MeshAttr");
    }
    for (uint32_t i = 0; is_mesh && i < groups->axes->count; i++) {
        const struct attr *axis = groups->axes->items[i];
        if (axis->kind != ATTR_DIALECT || axis->def != &attr_hlo_axis_ref) {
            return asm_error_at(parser, location, "expected AxisRefAttr in axes list");
        }
        const char *name = (const char *)(intptr_t)axis->words[0];
        if (!mesh_has_axis(groups->mesh, name)) {
            return asm_error_at(parser, location, "axis '%s' not found in mesh definition", name);
        }
    }
    return true;
}
STRUCT_ATTR(replica_group_mesh_axes, "stablehlo", "replica_group_mesh_axes", replica_group_axes,
            false, "replica group mesh axes", "mesh and axes based replica groups representation.",
            .check = check_mesh_axes)

struct hlo_mesh_axis {
    const char *name;
    int64_t size;
};
static const struct attr_field hlo_mesh_axis_fields[] = {
    {"name", FIELD_STRING, offsetof(struct hlo_mesh_axis, name)},
    INT(hlo_mesh_axis, size, "size"),
    {0},
};

STRUCT_ATTR(hlo_mesh_axis, "stablehlo", "mesh_axis", hlo_mesh_axis, false, "mesh axis",
            "A single axis of a mesh")

const struct attr *attr_dot_dims(struct context *context, const struct dot_dims *dims) {
    return struct_attr_make(context, &attr_dot, dims);
}

const struct attr *attr_gather_dims(struct context *context, const struct gather_dims *dims) {
    return struct_attr_make(context, &attr_gather, dims);
}

const struct attr *attr_scatter_dims(struct context *context, const struct scatter_dims *dims) {
    return struct_attr_make(context, &attr_scatter, dims);
}

const struct attr *attr_channel(struct context *context, int64_t handle, int64_t type) {
    struct channel_handle channel = {handle, type};
    return struct_attr_make(context, &attr_channel_handle, &channel);
}

/* --- ragged dimensions ------------------------------------------------------------------------ */

enum ragged_mode ragged_mode(const struct ragged_dot_dims *dims) {
    int64_t ragged = dims->lhs_ragged.items[0];
    return ints_contain(dims->lhs_batching, ragged)      ? RAGGED_BATCH
           : ints_contain(dims->lhs_contracting, ragged) ? RAGGED_CONTRACTING
                                                         : RAGGED_FREE;
}

/* Those of a list that come before the ragged one. */
static uint32_t dims_before(struct int_list list, int64_t ragged, int64_t *found) {
    uint32_t count = 0;
    while (count < list.count && list.items[count] != ragged) {
        found[count] = list.items[count];
        count++;
    }
    return count;
}

uint32_t ragged_size_dims(const struct ragged_dot_dims *dims, int64_t *found) {
    int64_t ragged = dims->lhs_ragged.items[0];
    enum ragged_mode mode = ragged_mode(dims);
    uint32_t count = dims_before(dims->lhs_batching, ragged, found);
    if (mode == RAGGED_CONTRACTING) {
        count += dims_before(dims->lhs_contracting, ragged, found + count);
    }
    for (int64_t i = 0; mode == RAGGED_FREE && i < ragged; i++) {
        if (!ints_contain(dims->lhs_batching, i) && !ints_contain(dims->lhs_contracting, i)) {
            found[count++] = i;
        }
    }
    return count;
}
