/* Attributes and types of StableHLO and chlo in their own encoding. */
#include "frontend/bytecode/bytecode.h"
#include "ops/attrs/attrs.h"

extern const struct attr_def attr_chlo_comparison_direction, attr_chlo_comparison_type;
/* --- meshes ----------------------------------------------------------------------------------- */

static bool read_attr_if(struct cursor *cursor, const struct attr **attr) {
    uint8_t is_there;
    *attr = NULL;
    return read_byte(cursor, &is_there) && (!is_there || read_attr(cursor, attr));
}

static const struct attr *read_axis_ref(struct cursor *cursor) {
    const char *name;
    const struct attr *sub_axis;
    return read_name(cursor, &name) && read_attr_if(cursor, &sub_axis)
               ? make_axis_ref(cursor, name, sub_axis)
               : NULL;
}

static const struct attr *read_mesh_axis(struct cursor *cursor) {
    const char *name;
    int64_t size;
    return read_name(cursor, &name) && read_signed(cursor, &size)
               ? attr_mesh_axis(cursor->file->context, name, size)
               : NULL;
}

static const struct attr *read_mesh(struct cursor *cursor) {
    const struct attr *axes, *ids;
    return read_attr(cursor, &axes) && read_attr_if(cursor, &ids) ? make_hlo_mesh(cursor, axes, ids)
                                                                  : NULL;
}

static const struct attr *read_mesh_groups(struct cursor *cursor) {
    const struct attr *mesh;
    uint32_t count;
    const struct attr *const *axes;
    return read_attr(cursor, &mesh) && read_attrs(cursor, &count, &axes)
               ? make_mesh_groups(cursor, mesh, attr_array(cursor->file->context, count, axes))
               : NULL;
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* --- each by its code ------------------------------------------------------------------------- */

#define CODES(...)                                                                                 \
    {                                                                                              \
        .items = (const struct attr_code[]){__VA_ARGS__},                                          \
        .count = sizeof((const struct attr_code[]){__VA_ARGS__}) / sizeof(struct attr_code)        \
    }
const struct attr_codes stablehlo_attr_codes = CODES(
    [1] = {.fields = &attr_channel_handle}, [2] = {.cases = &attr_comparison_direction},
    [3] = {.cases = &attr_comparison_type}, [4] = {.fields = &attr_conv},
    [5] = {.fields = &attr_dot}, [6] = {.cases = &attr_fft_type}, [7] = {.fields = &attr_gather},
    [8] = {.cases = &attr_precision}, [9] = {.cases = &attr_rng_algorithm},
    [10] = {.cases = &attr_rng_distribution, .first = 1}, [11] = {.fields = &attr_scatter},
    [12] = {.cases = &attr_transpose}, [13] = {.other = &attr_bounds, .read = read_bounds},
    [14] = {.fields = &attr_output_alias}, [15] = {.fields = &attr_dot_algorithm},
    [16] = {.cases = &attr_result_accuracy_mode},
    [17] = {.other = &attr_result_accuracy, .read = read_accuracy},
    [18] = {.other = &attr_replica_group_mesh_axes, .read = read_mesh_groups},
    [19] = {.other = &attr_hlo_sub_axis, .read = read_sub_axis},
    [20] = {.other = &attr_hlo_axis_ref, .read = read_axis_ref},
    [21] = {.other = &attr_hlo_mesh_axis, .read = read_mesh_axis},
    [22] = {.other = &attr_hlo_mesh, .read = read_mesh});
const struct attr_codes chlo_attr_codes =
    CODES([0] = {.cases = &attr_chlo_comparison_direction}, [1] = {.cases =
                                                                       &attr_chlo_comparison_type});

static const struct attr *stablehlo_attr(struct cursor *cursor, uint64_t code) {
    return read_coded(cursor, &stablehlo_attr_codes, code);
}

static const struct type *stablehlo_type(struct cursor *cursor, uint64_t code) {
    uint32_t count;
    const struct type *const *types;
    if (code == 0) {
        return type_token(cursor->file->context);
    }
    return code == 1 && read_types(cursor, &count, &types) ? make_future(cursor, count, types)
                                                           : NULL;
}

static const struct attr *chlo_attr(struct cursor *cursor, uint64_t code) {
    return read_coded(cursor, &chlo_attr_codes, code);
}

const struct dialect_codec stablehlo_codec = {
    .name = "stablehlo", .attr = stablehlo_attr, .type = stablehlo_type};
const struct dialect_codec chlo_codec = {.name = "chlo", .attr = chlo_attr, .type = no_type};
