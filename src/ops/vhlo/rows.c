/* The table of VHLO's operations: what each is in StableHLO. */
#include "ops/vhlo/vhlo.h"

#include <stdlib.h>
#include <string.h>

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
#include "ops/vhlo/vhlo.def"
};

static int compare_op(const void *name, const void *op) {
    return strcmp(name, ((const struct vhlo_op *)op)->name);
}

/* --- names ------------------------------------------------------------------------------------ */

const struct vhlo_op *vhlo_op_find(const char *name, uint32_t *version) {
    char stem[64];
    const char *mark = strrchr(name, '_');
    if (!mark || mark[1] != 'v' || mark[2] < '1' || mark[2] > '9' || mark[3] ||
        (size_t)(mark - name) >= sizeof stem) {
        return NULL;
    }
    *version = (uint32_t)(mark[2] - '0');
    memcpy(stem, name, (size_t)(mark - name));
    stem[mark - name] = '\0';
    const struct vhlo_op *op =
        bsearch(stem, vhlo_ops, sizeof vhlo_ops / sizeof *vhlo_ops, sizeof *vhlo_ops, compare_op);
    return op && op->since[*version <= 2 ? *version - 1 : 2] ? op : NULL;
}

/* --- definitions ------------------------------------------------------------------------------ */

const struct vhlo_op *vhlo_row_of(const struct op *op) {
    const struct op_def *def = op_is(op, OP_FUNC_RETURN) ? op_table[OP_RETURN] : op->def;
    size_t at = 0, count = sizeof vhlo_ops / sizeof *vhlo_ops;
    while (at < count && op_table[vhlo_ops[at].id] != def) {
        at++;
    }
    return at < count ? &vhlo_ops[at] : NULL;
}

const struct op_def *vhlo_stablehlo_def(const struct vhlo_op *row, const struct op *parent) {
    bool ends_function = row->id == OP_RETURN && parent && op_is(parent, OP_FUNC_FUNC);
    return op_table[ends_function ? OP_FUNC_RETURN : row->id];
}

/* --- properties ------------------------------------------------------------------------------- */

bool vhlo_property_is_in(const struct vhlo_property *property, uint32_t version) {
    return version >= property->from && (!property->until || version <= property->until);
}

struct property *vhlo_version_properties(struct arena *arena, struct interner *strings,
                                         const struct vhlo_op *row, uint32_t version,
                                         uint32_t *count) {
    uint32_t all = 0;
    while (row->properties[all].name) {
        all++;
    }
    struct property *properties = ARENA_ARRAY(arena, struct property, all);
    *count = 0;
    for (uint32_t i = 0; i < all; i++) {
        const struct vhlo_property *property = &row->properties[i];
        if (vhlo_property_is_in(property, version)) {
            properties[(*count)++] = (struct property){.name = intern(strings, property->name),
                                                       .form = property->form,
                                                       .otherwise = property->otherwise};
        }
    }
    return properties;
}

bool vhlo_has_property(const struct vhlo_op *row, const char *name) {
    bool found = strcmp(name, "channel_handle") == 0;
    for (const struct vhlo_property *each = row->properties; !found && each->name; each++) {
        found = strcmp(each->name, name) == 0;
    }
    for (const struct property_struct *each = row->structs; !found && each->name; each++) {
        found = strcmp(each->name, name) == 0;
    }
    return found;
}
