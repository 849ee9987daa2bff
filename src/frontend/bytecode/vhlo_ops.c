/* Operations of VHLO: what each is in StableHLO. */
#include "frontend/bytecode/vhlo_ops.h"

#include <stdlib.h>

#include "ops/attrs/attrs.h"

/* --- the table -------------------------------------------------------------------------------- */

static const struct property_struct no_parts[] = {{0}};
static const struct property_struct conv_parts[] = {
    {.name = "dimension_numbers", .def = &attr_conv}, {0}};
static const struct property_struct dot_parts[] = {
    {.name = "dot_dimension_numbers", .def = &attr_dot},
    {.name = "algorithm", .def = &attr_dot_algorithm},
    {0},
};
static const struct property_struct gather_parts[] = {
    {.name = "dimension_numbers", .def = &attr_gather}, {0}};
static const struct property_struct scatter_parts[] = {
    {.name = "scatter_dimension_numbers", .def = &attr_scatter}, {0}};
static const char *const channel_fields[] = {"channel_id", "channel_type"};
static const struct property_struct channel_parts[] = {
    {.name = "channel_handle", .def = &attr_channel_handle, .fields = channel_fields}, {0}};

#define V(major, minor) VHLO_VERSION(major, minor)
#define VERSIONS(...)                                                                              \
    { __VA_ARGS__ }
#define VHLO_OP(row, name_, versions, structs_, ...)                                               \
    {.name = name_,                                                                                \
     .id = OP_##row,                                                                               \
     .since = versions,                                                                            \
     .structs = structs_,                                                                          \
     .properties = (const struct vhlo_property[]){__VA_ARGS__, {0}}},
#define VHLO_PLAIN(row, name_, version)                                                            \
    {.name = name_,                                                                                \
     .id = OP_##row,                                                                               \
     .since = {version},                                                                           \
     .structs = no_parts,                                                                          \
     .properties = (const struct vhlo_property[]){{0}}},
static const struct vhlo_op vhlo_ops[] = {
#include "frontend/bytecode/vhlo.def"
};

const struct vhlo_op *vhlo_op_rows(size_t *count) {
    *count = sizeof vhlo_ops / sizeof *vhlo_ops;
    return vhlo_ops;
}

static int compare_op(const void *name, const void *op) {
    return strcmp(name, ((const struct vhlo_op *)op)->name);
}

/* --- names ------------------------------------------------------------------------------------ */

/* "dot_general_v2": the row of dot_general, and 2. */
static const struct vhlo_op *find(struct arena *scratch, const char *name, uint32_t *version) {
    const char *mark = strrchr(name, '_');
    if (!mark || mark[1] != 'v' || mark[2] < '1' || mark[2] > '9' || mark[3]) {
        return NULL;
    }
    *version = (uint32_t)(mark[2] - '0');
    const char *stem = arena_printf(scratch, "%.*s", (int)(mark - name), name);
    const struct vhlo_op *op =
        bsearch(stem, vhlo_ops, sizeof vhlo_ops / sizeof *vhlo_ops, sizeof *vhlo_ops, compare_op);
    return op && op->since[*version <= 2 ? *version - 1 : 2] ? op : NULL;
}

bool vhlo_property_is_in(const struct vhlo_property *property, uint32_t version) {
    return version >= property->from && (!property->until || version <= property->until);
}

bool resolve_vhlo(struct cursor *cursor, struct bytecode_op *op) {
    struct bytecode *file = cursor->file;
    uint32_t version, count = 0;
    op->vhlo = find(file->scratch, op->name.text, &version);
    if (!op->vhlo) {
        return cursor_error(cursor, "operation 'vhlo.%s' is not known", op->name.text);
    }
    op->def = op_table[op->vhlo->id];
    op->full_name = op->def->name;
    while (op->vhlo->properties[count].name) {
        count++;
    }
    struct property *properties = ARENA_ARRAY(file->tables, struct property, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct vhlo_property *property = &op->vhlo->properties[i];
        if (vhlo_property_is_in(property, version)) {
            properties[op->property_count++] =
                (struct property){.name = intern(file->context->strings, property->name),
                                  .form = property->form,
                                  .otherwise = property->otherwise};
        }
    }
    op->properties = properties;
    return true;
}

const struct op_def *vhlo_def_in(const struct bytecode_op *op, const struct op *parent) {
    bool ends_function = op->def == op_table[OP_RETURN] && parent && op_is(parent, OP_FUNC_FUNC);
    return ends_function ? op_table[OP_FUNC_RETURN] : op->def;
}
