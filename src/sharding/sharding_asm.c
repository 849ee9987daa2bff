/* The text of meshes, shardings and axis lists: what follows the mnemonic of their attributes. */
#include <stdlib.h>
#include <string.h>

#include "ir/asm.h"
#include "sharding/payloads.h"

/* --- reading ---------------------------------------------------------------------------------- */

/* Growing lists that item parsers fill in: the members of VECTOR, with a name. */
#define ITEMS(name, type)                                                                          \
    struct name {                                                                                  \
        type *items;                                                                               \
        size_t count, capacity;                                                                    \
    }
ITEMS(mesh_axes, struct mesh_axis);
ITEMS(device_ids, int64_t);
ITEMS(sharding_items, const struct attr *);
ITEMS(axis_list_items, struct axis_list);
ITEMS(move_items, struct all_to_all_move);
#undef ITEMS

/* An item of a part of an attribute: a bad one spoils the part, which is an error too. */
struct part_item {
    bool (*item)(struct asm_parser *parser, void *data);
    void *data;
    const char *attr, *part, *type;
};

static bool parse_part_item(struct asm_parser *parser, void *data) {
    const struct part_item *part = data;
    return part->item(parser, part->data) || asm_spoilt(parser, part->attr, part->part, part->type);
}

/* A list of items; `brackets`: the two around it. */
static bool parse_part(struct asm_parser *parser, const char brackets[2],
                       bool (*item)(struct asm_parser *parser, void *data), void *data,
                       const char *attr, const char *part, const char *type) {
    struct part_item each = {item, data, attr, part, type};
    const char open[] = {brackets[0], '\0'}, close[] = {brackets[1], '\0'};
    return parse_list(parser, open, close, parse_part_item, &each);
}

static bool parse_axis_name(struct asm_parser *parser, const char *attr, const char **name) {
    return parse_string_name(parser, name) || asm_spoilt(parser, attr, "name", "::llvm::StringRef");
}

static bool parse_size(struct asm_parser *parser, const char *attr, const char *part,
                       int64_t *size) {
    return parse_integer(parser, size) || asm_spoilt(parser, attr, part, "int64_t");
}

static bool parse_sub_axis(struct asm_parser *parser, struct axis_ref *axis) {
    return parse_token(parser, "(") &&
           parse_size(parser, "Sdy_SubAxisInfo", "pre_size", &axis->pre_size) &&
           parse_token(parser, ")") && parse_size(parser, "Sdy_SubAxisInfo", "size", &axis->size);
}

/* "x" or "x":(pre_size)size */
static bool parse_axis_ref(struct asm_parser *parser, struct axis_ref *axis) {
    *axis = (struct axis_ref){0};
    if (!parse_axis_name(parser, "Sdy_AxisRef", &axis->name)) {
        return false;
    }
    if (!optional_token(parser, ":")) {
        return true;
    }
    struct location location = asm_location(parser);
    if (!parse_sub_axis(parser, axis)) {
        return asm_spoilt(parser, "Sdy_AxisRef", "sub_axis_info", "SubAxisInfoAttr");
    }
    /* 0 stands for the whole axis, and ends are computed everywhere;
     * all else is for the verifier. */
    int64_t end;
    if (__builtin_mul_overflow(axis->pre_size, axis->size, &end)) {
        return asm_error_at(parser, location, "sub-axis is too large: \"%s\":(%lld)%lld",
                            axis->name, (long long)axis->pre_size, (long long)axis->size);
    }
    return axis->size != 0 ||
           asm_error_at(parser, location, "sub-axis sizes must be greater than 1: \"%s\":(%lld)0",
                        axis->name, (long long)axis->pre_size);
}

static bool parse_axis_item(struct asm_parser *parser, void *data) {
    struct axis_ref axis;
    if (!parse_axis_ref(parser, &axis)) {
        return false;
    }
    axes_push((struct axis_vector *)data, axis);
    return true;
}

/* {"x", "y":(1)2}, the value of an attribute. */
static bool parse_axes_of(struct asm_parser *parser, const char *attr, const char *part,
                          struct axis_list *list) {
    struct axis_vector axes = {.arena = asm_context(parser)->arena};
    if (!parse_part(parser, "{}", parse_axis_item, &axes, attr, part,
                    "::llvm::ArrayRef<AxisRefAttr>")) {
        return false;
    }
    *list = axes_of(&axes);
    return true;
}

/* At least one. */
static bool parse_some_axes_of(struct asm_parser *parser, const char *attr, const char *part,
                               struct axis_list *list) {
    if (!parse_axes_of(parser, attr, part, list)) {
        return false;
    }
    if (list->count == 0) {
        asm_error(parser, "expected string");
        asm_spoilt(parser, "Sdy_AxisRef", "name", "::llvm::StringRef");
        return asm_spoilt(parser, attr, part, "::llvm::ArrayRef<AxisRefAttr>");
    }
    return true;
}

static bool parse_axes(struct asm_parser *parser, struct axis_list *list) {
    return parse_axes_of(parser, "Sdy_AxisRefList", "value", list);
}

static bool parse_device_id(struct asm_parser *parser, void *data) {
    return parse_integer(parser, vector_push((struct device_ids *)data));
}

/* At least one. */
static bool parse_device_ids(struct asm_parser *parser, struct mesh *mesh) {
    struct device_ids ids = {0};
    bool good =
        parse_keyword(parser, "device_ids") && parse_token(parser, "=") && parse_token(parser, "[");
    do {
        good = good && (parse_device_id(parser, &ids) ||
                        asm_spoilt(parser, "Sdy_Mesh", "device_ids", "::llvm::ArrayRef<int64_t>"));
    } while (good && optional_token(parser, ","));
    good = good && parse_token(parser, "]");
    if (good) {
        mesh->device_id_count = (uint32_t)ids.count;
        mesh->device_ids =
            arena_copy(asm_context(parser)->arena, ids.items, ids.count * sizeof *ids.items);
    }
    vector_free(&ids);
    return good;
}

static bool parse_mesh_axis(struct asm_parser *parser, void *data) {
    struct mesh_axes *axes = data;
    struct mesh_axis *axis = vector_push(axes);
    struct location location = asm_location(parser);
    if (!parse_axis_name(parser, "Sdy_MeshAxis", &axis->name) || !parse_token(parser, "=") ||
        !parse_size(parser, "Sdy_MeshAxis", "size", &axis->size)) {
        return false;
    }
    return axis->size >= 1 ||
           asm_error_at(parser, location, "axis size must be at least 1, got: %lld",
                        (long long)axis->size);
}

/* <["x"=2, "y"=4], device_ids=[...]> */
static const struct attr *parse_mesh(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct mesh mesh = {0};
    struct mesh_axes axes = {0};
    const struct attr *attr = NULL;
    struct location location = asm_location(parser);
    if (parse_token(parser, "<") &&
        parse_part(parser, "[]", parse_mesh_axis, &axes, "Sdy_Mesh", "axes",
                   "::llvm::ArrayRef<MeshAxisAttr>") &&
        (!optional_token(parser, ",") || parse_device_ids(parser, &mesh)) &&
        parse_token(parser, ">")) {
        mesh.axis_count = (uint32_t)axes.count;
        mesh.axes = axes.items;
        if (mesh_verify(&mesh, asm_custom_op(parser), location, asm_context(parser)->diagnostics)) {
            attr = mesh_attr(asm_context(parser), &mesh);
        }
    }
    vector_free(&axes);
    return attr;
}

/* p0, p1, ... */
static bool parse_priority(struct asm_parser *parser, struct dim_sharding *dim) {
    const char *word;
    struct location location = asm_location(parser);
    dim->priority = PRIORITY_NONE;
    if (!optional_any_keyword(parser, &word)) {
        return true;
    }
    char *end = NULL;
    bool digits = word[0] == 'p' && word[1] >= '0' && word[1] <= '9';
    long long value = digits ? strtoll(word + 1, &end, 10) : 0;
    if (!digits || *end != '\0') {
        return asm_error_at(parser, location, "expecting priority in format 'p<number>', got: %s",
                            word);
    }
    if (word[1] == '0' && word[2] != '\0') {
        return asm_error_at(parser, location,
                            "priorities with leading zeros are not allowed, got: %s", word);
    }
    if (end - word > 19) {
        return asm_error_at(parser, location, "expecting integer priority, got: %s", word);
    }
    dim->priority = value;
    return true;
}

/* {"x", ?}p1 */
static bool parse_dim(struct asm_parser *parser, struct dim_sharding *dim) {
    struct axis_vector axes = {.arena = asm_context(parser)->arena};
    *dim = (struct dim_sharding){.is_closed = true};
    if (!parse_token(parser, "{")) {
        return false;
    }
    while (!optional_token(parser, "}")) {
        struct axis_ref axis;
        if (axes.count != 0 && !parse_token(parser, ",")) {
            return false;
        }
        if (optional_token(parser, "?")) {
            dim->is_closed = false;
            if (!parse_token(parser, "}")) {
                return false;
            }
            break;
        }
        if (!parse_axis_ref(parser, &axis)) {
            return false;
        }
        axes_push(&axes, axis);
    }
    dim->axes = axes_of(&axes);
    return parse_priority(parser, dim);
}

/* An attribute, which is not what can stand here. */
static bool refuse_kind(struct asm_parser *parser) {
    struct location location = asm_location(parser);
    const struct attr *attr;
    return parse_attr(parser, &attr) &&
           asm_error_at(parser, location, "invalid kind of attribute specified");
}

static bool parse_mesh_or_name(struct asm_parser *parser, struct sharding *sharding) {
    if (optional_keyword(parser, "mesh")) {
        sharding->mesh = parse_mesh(parser, &attr_mesh);
        return sharding->mesh || asm_error(parser, "failed to parse MeshAttr");
    }
    return (peek_token(parser, "@") ? parse_symbol(parser, &sharding->mesh_name)
                                    : refuse_kind(parser)) ||
           asm_error(parser, "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>");
}

/* At least one. */
static bool parse_some_axes(struct asm_parser *parser, struct axis_list *list) {
    struct axis_vector axes = {.arena = asm_context(parser)->arena};
    if (!parse_token(parser, "{")) {
        return false;
    }
    do {
        if (!parse_axis_item(parser, &axes)) {
            return asm_error(parser, "failed to parse axis list which is expected to be an "
                                     "`ArrayRef<AxisRefAttr>`");
        }
    } while (optional_token(parser, ","));
    *list = axes_of(&axes);
    return parse_token(parser, "}");
}

/* The axes of a named list of a sharding. */
static bool parse_named_axes(struct asm_parser *parser, const char *name, bool has_equals,
                             struct axis_list *axes) {
    return ((!has_equals || parse_token(parser, "=")) && parse_some_axes(parser, axes)) ||
           asm_error(parser, "failed to parse Sdy_TensorSharding parameter '%s'", name);
}

/* , replicated={...}, unreduced=max{...} in any order */
static bool parse_other_axes(struct asm_parser *parser, struct sharding *sharding) {
    while (optional_token(parser, ",")) {
        if (sharding->replicated.count == 0 && optional_keyword(parser, "replicated")) {
            if (!parse_named_axes(parser, "replicated_axes", true, &sharding->replicated)) {
                return false;
            }
        } else if (sharding->unreduced.count == 0 && optional_keyword(parser, "unreduced")) {
            if (optional_token(parser, "=")) {
                if (optional_keyword(parser, "max")) {
                    sharding->unreduced_kind = REDUCTION_MAX;
                } else if (optional_keyword(parser, "min")) {
                    sharding->unreduced_kind = REDUCTION_MIN;
                } else {
                    optional_keyword(parser, "sum");
                }
            }
            if (!parse_named_axes(parser, "unreduced_axes", false, &sharding->unreduced)) {
                return false;
            }
        } else {
            return asm_error(parser,
                             "failed to parse Sdy_TensorSharding, expected valid named axis list "
                             "after comma");
        }
    }
    return true;
}

struct dim_collector {
    struct dim_sharding dims[MAX_RANK];
    uint32_t count;
};

static bool parse_dim_item(struct asm_parser *parser, void *data) {
    struct dim_collector *collector = data;
    if (collector->count == MAX_RANK) {
        return asm_error(parser, "a sharding has at most %d dimensions", MAX_RANK);
    }
    return parse_dim(parser, &collector->dims[collector->count++]);
}

/* <@mesh, [{"x"}, {?}], replicated={"y"}> */
static const struct attr *parse_sharding(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct sharding sharding = {0};
    struct dim_collector collector = {.count = 0};
    if (!parse_token(parser, "<") || !parse_mesh_or_name(parser, &sharding) ||
        !parse_token(parser, ",") ||
        !parse_part(parser, "[]", parse_dim_item, &collector, "Sdy_TensorSharding", "dim_shardings",
                    "::llvm::ArrayRef<DimensionShardingAttr>") ||
        !parse_other_axes(parser, &sharding) || !parse_token(parser, ">")) {
        return NULL;
    }
    sharding.rank = collector.count;
    sharding.dims = collector.dims;
    return sharding_attr_as_written(asm_context(parser), &sharding);
}

/* `<@mesh, [..]>`, or the attribute written out. */
static bool parse_sharding_item(struct asm_parser *parser, void *data) {
    struct sharding_items *list = data;
    const struct attr *sharding = NULL;
    if (!peek_token(parser, "#")) {
        sharding = parse_sharding(parser, &attr_sharding);
    } else {
        struct location location = asm_location(parser);
        if (parse_attr(parser, &sharding) && !attr_as_sharding(sharding)) {
            asm_error_at(parser, location, "expected a sharding");
            sharding = NULL;
        }
    }
    *vector_push(list) = sharding;
    return sharding != NULL;
}

const struct attr *parse_sharding_list(struct asm_parser *parser) {
    struct sharding_items list = {0};
    const struct attr *attr = NULL;
    if (parse_list(parser, "[", "]", parse_sharding_item, &list)) {
        attr = sharding_per_value_attr(asm_context(parser), (uint32_t)list.count, list.items);
    }
    vector_free(&list);
    return attr;
}

/* <[<@mesh, [..]>, <..>]> */
static const struct attr *parse_shardings(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct sharding_items list = {0};
    const struct attr *attr = NULL;
    if (parse_token(parser, "<") &&
        parse_part(parser, "[]", parse_sharding_item, &list, "Sdy_TensorShardingPerValue",
                   "shardings", "::llvm::ArrayRef<TensorShardingAttr>") &&
        parse_token(parser, ">")) {
        attr = sharding_per_value_attr(asm_context(parser), (uint32_t)list.count, list.items);
    }
    vector_free(&list);
    return attr;
}

/* {"x", "y":(1)2} */
static const struct attr *parse_axis_list(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct axis_list axes;
    return parse_axes(parser, &axes) ? axis_list_attr(asm_context(parser), axes) : NULL;
}

/* "x": a whole axis. */
static bool parse_manual_axis(struct asm_parser *parser, void *data) {
    struct location location = asm_location(parser);
    struct axis_ref axis = {0};
    if (!peek_token(parser, "\"")) {
        return refuse_kind(parser);
    }
    if (!parse_string_name(parser, &axis.name)) {
        return false;
    }
    if (peek_token(parser, ":")) {
        return asm_error_at(parser, location, "a manual axis must be a whole axis, not a sub-axis");
    }
    axes_push((struct axis_vector *)data, axis);
    return true;
}

/* {"x", "y"} */
static const struct attr *parse_manual_axes(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct axis_vector axes = {.arena = asm_context(parser)->arena};
    return parse_part(parser, "{}", parse_manual_axis, &axes, "Sdy_ManualAxes", "value",
                      "::llvm::ArrayRef<StringAttr>")
               ? manual_axes_attr(asm_context(parser), axes_of(&axes))
               : NULL;
}

static bool parse_axes_item(struct asm_parser *parser, void *data) {
    struct axis_list_items *lists = data;
    return parse_axes(parser, vector_push(lists));
}

/* [{"x"}, {}] */
static const struct attr *parse_axis_lists(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct axis_list_items lists = {0};
    const struct attr *attr = NULL;
    if (parse_part(parser, "[]", parse_axes_item, &lists, "Sdy_ListOfAxisRefLists", "value",
                   "::llvm::ArrayRef<AxisRefListAttr>")) {
        attr =
            axis_lists_attr(asm_context(parser), (struct axis_lists){.count = (uint32_t)lists.count,
                                                                     .items = lists.items});
    }
    vector_free(&lists);
    return attr;
}

/* {"x"}: 0->1 */
static bool parse_move_item(struct asm_parser *parser, void *data) {
    struct move_items *moves = data;
    struct all_to_all_move *move = vector_push(moves);
    const char *attr = "Sdy_AllToAllParamAttr";
    return parse_some_axes_of(parser, attr, "axes", &move->axes) && parse_token(parser, ":") &&
           parse_size(parser, attr, "src_dim", &move->source) && parse_token(parser, "->") &&
           parse_size(parser, attr, "tgt_dim", &move->target);
}

/* [{"x"}: 0->1, {"y"}: 2->3] */
static const struct attr *parse_all_to_all(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct move_items moves = {0};
    const struct attr *attr = NULL;
    if (parse_part(parser, "[]", parse_move_item, &moves, "Sdy_AllToAllParamList", "value",
                   "::llvm::ArrayRef<AllToAllParamAttr>")) {
        attr = all_to_all_attr(
            asm_context(parser),
            (struct all_to_all_moves){.count = (uint32_t)moves.count, .items = moves.items});
    }
    vector_free(&moves);
    return attr;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_axis_ref(struct asm_printer *printer, struct axis_ref axis) {
    asm_string(printer, axis.name, strlen(axis.name));
    if (!axis_is_whole(axis)) {
        asm_text(printer, ":(%lld)%lld", (long long)axis.pre_size, (long long)axis.size);
    }
}

static void print_axis_refs(struct asm_printer *printer, struct axis_list axes) {
    for (uint32_t i = 0; i < axes.count; i++) {
        if (i != 0) {
            asm_text(printer, ", ");
        }
        print_axis_ref(printer, axes.items[i]);
    }
}

static void print_axes(struct asm_printer *printer, struct axis_list axes) {
    asm_text(printer, "{");
    print_axis_refs(printer, axes);
    asm_text(printer, "}");
}

static void print_mesh(struct asm_printer *printer, const struct attr *attr) {
    const struct mesh *mesh = attr_as_mesh(attr);
    asm_text(printer, "<[");
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        asm_text(printer, i == 0 ? "" : ", ");
        asm_string(printer, mesh->axes[i].name, strlen(mesh->axes[i].name));
        asm_text(printer, "=%lld", (long long)mesh->axes[i].size);
    }
    asm_text(printer, "]");
    if (mesh->device_id_count != 0) {
        asm_text(printer, ", device_ids=[");
        for (uint32_t i = 0; i < mesh->device_id_count; i++) {
            asm_text(printer, "%s%lld", i == 0 ? "" : ", ", (long long)mesh->device_ids[i]);
        }
        asm_text(printer, "]");
    }
    asm_text(printer, ">");
}

static void print_dim(struct asm_printer *printer, const struct dim_sharding *dim) {
    asm_text(printer, "{");
    print_axis_refs(printer, dim->axes);
    if (!dim->is_closed) {
        asm_text(printer, dim->axes.count != 0 ? ", ?" : "?");
    }
    asm_text(printer, "}");
    if (dim->priority != PRIORITY_NONE) {
        asm_text(printer, "p%lld", (long long)dim->priority);
    }
}

static void print_sharding(struct asm_printer *printer, const struct attr *attr) {
    static const char *const kinds[] = {"", "max", "min"};
    const struct sharding *sharding = attr_as_sharding(attr);
    asm_text(printer, "<");
    if (sharding->mesh) {
        asm_text(printer, "mesh");
        print_mesh(printer, sharding->mesh);
    } else {
        asm_symbol(printer, sharding->mesh_name);
    }
    asm_text(printer, ", [");
    for (uint32_t i = 0; i < sharding->rank; i++) {
        asm_text(printer, i == 0 ? "" : ", ");
        print_dim(printer, &sharding->dims[i]);
    }
    asm_text(printer, "]");
    if (sharding->replicated.count != 0) {
        asm_text(printer, ", replicated=");
        print_axes(printer, sharding->replicated);
    }
    if (sharding->unreduced.count != 0) {
        asm_text(printer, ", unreduced=%s", kinds[sharding->unreduced_kind]);
        print_axes(printer, sharding->unreduced);
    }
    asm_text(printer, ">");
}

void print_sharding_list(struct asm_printer *printer, const struct attr *attr) {
    const struct sharding_list *list = attr_as_shardings(attr);
    asm_text(printer, "[");
    for (uint32_t i = 0; i < list->count; i++) {
        asm_text(printer, i == 0 ? "" : ", ");
        print_sharding(printer, list->items[i]);
    }
    asm_text(printer, "]");
}

static void print_shardings(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<");
    print_sharding_list(printer, attr);
    asm_text(printer, ">");
}

static void print_axis_list(struct asm_printer *printer, const struct attr *attr) {
    print_axes(printer, *attr_as_axes(attr));
}

static void print_axis_lists(struct asm_printer *printer, const struct attr *attr) {
    const struct axis_lists *lists = attr_as_axis_lists(attr);
    asm_text(printer, "[");
    for (uint32_t i = 0; i < lists->count; i++) {
        asm_text(printer, i == 0 ? "" : ", ");
        print_axes(printer, lists->items[i]);
    }
    asm_text(printer, "]");
}

static void print_all_to_all(struct asm_printer *printer, const struct attr *attr) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(attr);
    asm_text(printer, "[");
    for (uint32_t i = 0; i < moves->count; i++) {
        const struct all_to_all_move *move = &moves->items[i];
        asm_text(printer, i == 0 ? "" : ", ");
        print_axes(printer, move->axes);
        asm_text(printer, ": %lld->%lld", (long long)move->source, (long long)move->target);
    }
    asm_text(printer, "]");
}

/* --- definitions ------------------------------------------------------------------------------ */

const struct attr_def attr_mesh = {
    .name = "sdy.mesh",
    .mnemonic = "mesh",
    .parse = parse_mesh,
    .print = print_mesh,
    .payload = mesh_payload,
    .summary = "Mesh of axes and a list of devices",
};
const struct attr_def attr_sharding = {
    .name = "sdy.sharding",
    .mnemonic = "sharding",
    .parse = parse_sharding,
    .print = print_sharding,
    .payload = sharding_payload,
    .summary = "Tensor sharding",
};
const struct attr_def attr_sharding_per_value = {
    .name = "sdy.sharding_per_value",
    .mnemonic = "sharding_per_value",
    .parse = parse_shardings,
    .print = print_shardings,
    .payload = shardings_payload,
    .summary = "Tensor sharding per operand/result of an op",
};
const struct attr_def attr_manual_axes = {
    .name = "sdy.manual_axes",
    .mnemonic = "manual_axes",
    .parse = parse_manual_axes,
    .print = print_axis_list,
    .payload = axes_payload,
    .summary = "A list of axes that a ManualComputationOp is manual on",
};
const struct attr_def attr_axis_list = {
    .name = "sdy.axis_ref_list",
    .mnemonic = "axis_ref_list",
    .parse = parse_axis_list,
    .print = print_axis_list,
    .payload = axes_payload,
    .summary = "List of axis refs",
};
const struct attr_def attr_axis_lists = {
    .name = "sdy.list_of_axis_ref_lists",
    .mnemonic = "list_of_axis_ref_lists",
    .parse = parse_axis_lists,
    .print = print_axis_lists,
    .payload = axis_lists_payload,
    .summary = "List of axis ref lists",
};
const struct attr_def attr_all_to_all = {
    .name = "sdy.all_to_all_param_list",
    .mnemonic = "all_to_all_param_list",
    .parse = parse_all_to_all,
    .print = print_all_to_all,
    .payload = all_to_all_payload,
    .summary = "List of all-to-all parameters",
};
