/* Attributes and types of VHLO, which are made StableHLO's and the builtin dialect's at once. */
#include "frontend/bytecode/bytecode.h"
#include "ops/attrs/attrs.h"

/* --- attributes ------------------------------------------------------------------------------- */

static const struct attr *read_bool(struct cursor *cursor) {
    uint64_t value;
    return read_index(cursor, 2, "boolean", &value) ? attr_bool(cursor->file->context, value != 0)
                                                    : NULL;
}

/* A case of an enumeration that StableHLO has as a number. */
static const struct attr *read_api_version(struct cursor *cursor) {
    enum { API_VERSIONS = 5 };
    struct context *context = cursor->file->context;
    uint64_t value;
    return read_index(cursor, API_VERSIONS, "API version", &value)
               ? attr_integer(context, type_integer(context, 32, SIGNLESS), (int64_t)value)
               : NULL;
}

static const struct attr *read_tensor(struct cursor *cursor) {
    const struct type *type;
    struct cursor blob;
    return read_type(cursor, &type) && read_blob(cursor, &blob) ? make_dense(cursor, type, &blob)
                                                                : NULL;
}

const struct attr *read_bounds(struct cursor *cursor) {
    struct int_list bounds;
    return read_ints(cursor, &bounds)
               ? attr_dialect(cursor->file->context, &attr_bounds, bounds.count, bounds.items)
               : NULL;
}

static const struct attr *read_axis_ref(struct cursor *cursor) {
    const char *name;
    uint64_t has_sub_axis;
    const struct attr *sub_axis = NULL;
    return read_name_of(cursor, &name) && read_number(cursor, &has_sub_axis) &&
                   (!has_sub_axis || read_attr(cursor, &sub_axis))
               ? make_axis_ref(cursor, name, sub_axis)
               : NULL;
}

/* A mesh that is a string is the name of one. */
static const struct attr *read_mesh_groups(struct cursor *cursor) {
    const struct attr *mesh, *axes;
    if (!read_attr(cursor, &mesh) || !read_attr(cursor, &axes)) {
        return NULL;
    }
    if (mesh->kind == ATTR_STRING) {
        mesh = attr_symbol(cursor->file->context, mesh->text);
    }
    return make_mesh_groups(cursor, mesh, axes);
}

static const struct attr *read_mesh_axis(struct cursor *cursor) {
    const char *name;
    int64_t size;
    return read_name_of(cursor, &name) && read_signed(cursor, &size)
               ? attr_mesh_axis(cursor->file->context, name, size)
               : NULL;
}

static const struct attr *read_mesh(struct cursor *cursor) {
    const struct attr *axes, *ids;
    return read_attr(cursor, &axes) && read_optional_attr(cursor, &ids)
               ? make_hlo_mesh(cursor, axes, ids)
               : NULL;
}

enum { STRING_CODE = 14 };

static const struct attr_code attr_codes[] = {
    [1] = {.read = read_array},
    [2] = {.read = read_bool},
    [3] = {.cases = &attr_comparison_direction},
    [4] = {.cases = &attr_comparison_type},
    [5] = {.read = read_api_version},
    [6] = {.read = read_dictionary},
    [7] = {.cases = &attr_fft_type},
    [8] = {.read = read_float_attr},
    [9] = {.read = read_integer_attr},
    [10] = {.fields = &attr_output_alias},
    [11] = {.cases = &attr_precision},
    [12] = {.cases = &attr_rng_algorithm},
    [13] = {.cases = &attr_rng_distribution, .first = 1},
    [STRING_CODE] = {.read = read_string_attr},
    [15] = {.read = read_tensor},
    [16] = {.cases = &attr_transpose},
    [17] = {.read = read_type_attr},
    [18] = {.other = &attr_bounds, .read = read_bounds},
    [19] = {.cases = &attr_result_accuracy_mode},
    [20] = {.other = &attr_result_accuracy, .read = read_accuracy},
    [21] = {.other = &attr_hlo_sub_axis, .read = read_sub_axis},
    [22] = {.other = &attr_hlo_axis_ref, .read = read_axis_ref},
    [23] = {.other = &attr_replica_group_mesh_axes, .read = read_mesh_groups},
    [24] = {.other = &attr_hlo_mesh_axis, .read = read_mesh_axis},
    [25] = {.other = &attr_hlo_mesh, .read = read_mesh},
};
const struct attr_codes vhlo_attr_codes = {attr_codes, sizeof attr_codes / sizeof *attr_codes};

static const struct attr *vhlo_attr(struct cursor *cursor, uint64_t code) {
    return read_coded(cursor, &vhlo_attr_codes, code);
}

/* --- types ------------------------------------------------------------------------------------ */

static const struct type *read_complex(struct cursor *cursor) {
    const struct type *element;
    return read_type(cursor, &element) ? make_complex(cursor, element) : NULL;
}

static const struct type *read_function(struct cursor *cursor) {
    uint32_t inputs, results;
    const struct type *const *from, *const *to;
    return read_types(cursor, &inputs, &from) && read_types(cursor, &results, &to)
               ? type_function(cursor->file->context, inputs, from, results, to)
               : NULL;
}

static const struct type *read_token(struct cursor *cursor) {
    return type_token(cursor->file->context);
}

static const struct type *read_tuple(struct cursor *cursor) {
    uint32_t count;
    const struct type *const *types;
    return read_types(cursor, &count, &types) ? type_tuple(cursor->file->context, count, types)
                                              : NULL;
}

static const struct type *read_unranked(struct cursor *cursor) {
    const struct type *element;
    return read_type(cursor, &element) ? make_unranked(cursor, element) : NULL;
}

static const struct type *read_witness(struct cursor *cursor) {
    return type_dialect(cursor->file->context, "!shape.witness");
}

static const struct type *read_none(struct cursor *cursor) {
    return type_none(cursor->file->context);
}

/* The same shapes as tensors are taken. */
static const struct type *read_buffer(struct cursor *cursor) {
    struct int_list shape;
    const struct type *element;
    return read_ints(cursor, &shape) && read_type(cursor, &element) &&
                   make_tensor(cursor, element, shape, NULL)
               ? type_memref(cursor->file->context, element, shape.count, shape.items, "")
               : NULL;
}

static const struct type *read_future(struct cursor *cursor) {
    uint32_t count;
    const struct type *const *types;
    return read_types(cursor, &count, &types) ? make_future(cursor, count, types) : NULL;
}

/* All types that are neither integers nor floats. */
static const struct type *(*const readers[])(struct cursor *cursor) = {
    [1] = read_complex,
    [8] = read_function,
    [9] = read_index_type,
    [20] = read_tensor_type,
    [21] = read_encoded_tensor_type,
    [22] = read_token,
    [23] = read_tuple,
    [24] = read_quantized,
    [25] = read_unranked,
    [26] = read_witness,
    [30] = read_quantized_per_axis,
    [33] = read_none,
    [41] = read_buffer,
    [42] = read_future,
};

static const struct type *vhlo_type(struct cursor *cursor, uint64_t code) {
    const struct vhlo_scalar *scalar = vhlo_scalar_of_code(code);
    if (scalar) {
        return vhlo_scalar_type(cursor->file->context, scalar);
    }
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    return is_known ? readers[code](cursor) : NULL;
}

const struct dialect_codec vhlo_codec = {
    .name = "vhlo", .attr = vhlo_attr, .type = vhlo_type, .string_code = STRING_CODE};

/* --- operations ------------------------------------------------------------------------------- */

bool resolve_vhlo(struct cursor *cursor, struct bytecode_op *op) {
    struct bytecode *file = cursor->file;
    uint32_t version;
    op->vhlo = vhlo_op_find(op->name.text, &version);
    if (!op->vhlo) {
        return cursor_error(cursor, "operation 'vhlo.%s' is not known", op->name.text);
    }
    op->def = op_table[op->vhlo->id];
    op->full_name = op->def->name;
    op->properties = vhlo_version_properties(file->tables, file->context->strings, op->vhlo,
                                             version, &op->property_count);
    return true;
}

static void refuse_at(void *data, const char *why) {
    cursor_error(data, "%s", why);
}

static const struct attr *make_at(void *data, const struct attr_def *def, const void *payload) {
    return checked_struct(data, def, payload);
}

bool convert_properties(struct cursor *cursor, const struct bytecode_op *op,
                        const struct named_attr *from, struct attr_list *to) {
    struct bytecode *file = cursor->file;
    const struct vhlo_work work = {.context = file->context,
                                   .scratch = file->scratch,
                                   .arena = file->module->arena,
                                   .refuse = refuse_at,
                                   .make = make_at,
                                   .data = cursor};
    return vhlo_to_stablehlo_properties(&work, op->vhlo, op->property_count, op->properties, from,
                                        to);
}
