/* Meshes, shardings and sharding rules in the encoding of Shardy's dialect. What stands by itself
 * in it but not in the IR, axes and dimensions, is read where it is referred to. */
#include "frontend/bytecode/bytecode.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

enum sdy_code {
    SDY_MANUAL_AXES,
    SDY_MESH_AXIS,
    SDY_MESH,
    SDY_SUB_AXIS,
    SDY_AXIS_REF,
    SDY_DIMENSION,
    SDY_SHARDING,
    SDY_SHARDINGS,
    SDY_DIM_MAPPING,
    SDY_TENSOR_MAPPING,
    SDY_RULE,
    SDY_AXIS_LIST,
    SDY_AXIS_LISTS,
    SDY_MOVE,
    SDY_MOVES,
    SDY_SHARDING_UNREDUCED,
    SDY_SHARDINGS_UNREDUCED,
    SDY_SHARDING_REDUCTION,
};

/* --- parts ------------------------------------------------------------------------------------ */

/* Goes to the entry that is referred to, which is to be of that kind. */
static bool follow(struct cursor *cursor, enum sdy_code code, struct cursor *part) {
    struct bytecode *file = cursor->file;
    uint64_t index, found;
    if (!read_index(cursor, file->attrs.count, "attribute", &index)) {
        return false;
    }
    const struct bytecode_entry *entry = &file->attrs.items[index];
    *part = (struct cursor){.file = file, .at = entry->data, .end = entry->data + entry->size};
    if (codec_of(file, entry) != &sdy_codec || entry->is_text) {
        return cursor_error(cursor, "expected an attribute of sdy here");
    }
    return read_number(part, &found) &&
           (found == code || cursor_error(part, "expected attribute %d of sdy, but this is %llu",
                                          code, (unsigned long long)found));
}

static bool read_sub_axis_of(struct cursor *cursor, struct axis_ref *axis) {
    uint64_t index;
    bool is_there;
    const unsigned char *at = cursor->at;
    if (!read_flagged(cursor, &index, &is_there) || !is_there) {
        return !cursor->file->failed;
    }
    /* The same number as follow() reads, without its flag. */
    if (index >= cursor->file->attrs.count) {
        return bytecode_error(cursor->file, at, "there is no attribute %llu",
                              (unsigned long long)index);
    }
    const struct bytecode_entry *entry = &cursor->file->attrs.items[index];
    struct cursor part = {
        .file = cursor->file, .at = entry->data, .end = entry->data + entry->size};
    uint64_t code;
    if (!read_number(&part, &code) || !read_signed(&part, &axis->pre_size) ||
        !read_signed(&part, &axis->size)) {
        return false;
    }
    int64_t end;
    bool fits = codec_of(cursor->file, entry) == &sdy_codec && code == SDY_SUB_AXIS &&
                axis->size != 0 && !__builtin_mul_overflow(axis->pre_size, axis->size, &end);
    return fits || cursor_error(&part, "sub-axis sizes must be greater than 1, and fit 64 bits");
}

static bool read_axis(struct cursor *cursor, struct axis_ref *axis) {
    struct cursor part;
    *axis = (struct axis_ref){0};
    return follow(cursor, SDY_AXIS_REF, &part) && read_name(&part, &axis->name) &&
           read_sub_axis_of(&part, axis) && expect_end(&part, "an axis");
}

static bool read_axes(struct cursor *cursor, struct axis_list *axes) {
    uint64_t count;
    if (!read_count(cursor, "axes", &count)) {
        return false;
    }
    struct axis_ref *items = ARENA_ARRAY(cursor->file->scratch, struct axis_ref, count);
    for (uint64_t i = 0; i < count; i++) {
        if (!read_axis(cursor, &items[i])) {
            return false;
        }
    }
    *axes = (struct axis_list){.items = items, .count = (uint32_t)count};
    return true;
}

static bool read_dimension(struct cursor *cursor, struct dim_sharding *dim) {
    struct cursor part;
    uint8_t is_closed;
    uint64_t priority;
    bool has_priority;
    if (!follow(cursor, SDY_DIMENSION, &part) || !read_axes(&part, &dim->axes) ||
        !read_byte(&part, &is_closed) || !read_flagged(&part, &priority, &has_priority)) {
        return false;
    }
    dim->is_closed = is_closed != 0;
    dim->priority = has_priority ? (int64_t)priority : PRIORITY_NONE;
    return expect_end(&part, "a dimension");
}

/* --- meshes ----------------------------------------------------------------------------------- */

static bool read_mesh_axes(struct cursor *cursor, struct mesh *mesh) {
    uint64_t count;
    if (!read_count(cursor, "axes", &count)) {
        return false;
    }
    struct mesh_axis *axes = ARENA_ARRAY(cursor->file->scratch, struct mesh_axis, count);
    for (uint64_t i = 0; i < count; i++) {
        struct cursor part;
        if (!follow(cursor, SDY_MESH_AXIS, &part) || !read_name(&part, &axes[i].name) ||
            !read_signed(&part, &axes[i].size)) {
            return false;
        }
        if (axes[i].size < 1) {
            return cursor_error(&part, "axis size must be at least 1, got: %lld",
                                (long long)axes[i].size);
        }
    }
    mesh->axes = axes;
    mesh->axis_count = (uint32_t)count;
    return true;
}

static const struct attr *read_mesh(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    struct mesh mesh = {0};
    struct int_list ids;
    if (!read_mesh_axes(cursor, &mesh) || !read_ints(cursor, &ids)) {
        return NULL;
    }
    mesh.device_ids = ids.items;
    mesh.device_id_count = ids.count;
    if (!mesh_verify(&mesh, "", bytecode_location(file, cursor->at), file->context->diagnostics)) {
        file->failed = true;
        return NULL;
    }
    return mesh_attr(file->context, &mesh);
}

/* --- shardings -------------------------------------------------------------------------------- */

static bool read_dimensions(struct cursor *cursor, struct sharding *sharding) {
    uint64_t rank;
    if (!read_index(cursor, MAX_RANK + 1, "rank", &rank)) {
        return false;
    }
    struct dim_sharding *dims = ARENA_ARRAY(cursor->file->scratch, struct dim_sharding, rank);
    for (uint64_t i = 0; i < rank; i++) {
        if (!read_dimension(cursor, &dims[i])) {
            return false;
        }
    }
    sharding->dims = dims;
    sharding->rank = (uint32_t)rank;
    return true;
}

static bool read_mesh_of(struct cursor *cursor, struct sharding *sharding) {
    const struct attr *mesh;
    if (!read_attr(cursor, &mesh)) {
        return false;
    }
    if (mesh->kind == ATTR_SYMBOL) {
        sharding->mesh_name = mesh->text;
        return true;
    }
    sharding->mesh = mesh;
    return attr_as_mesh(mesh) || cursor_error(cursor, "expected a mesh or its name here");
}

static const struct attr *read_sharding_of(struct cursor *cursor, bool has_unreduced,
                                           bool has_reduction) {
    struct sharding sharding = {0};
    int64_t reduction = REDUCTION_SUM;
    if (!read_mesh_of(cursor, &sharding) || !read_dimensions(cursor, &sharding) ||
        !read_axes(cursor, &sharding.replicated) ||
        (has_unreduced && !read_axes(cursor, &sharding.unreduced)) ||
        (has_reduction && !read_signed(cursor, &reduction))) {
        return NULL;
    }
    if (reduction < REDUCTION_SUM || reduction > REDUCTION_MIN) {
        cursor_error(cursor, "there is no reduction %lld", (long long)reduction);
        return NULL;
    }
    sharding.unreduced_kind = (enum reduction_kind)reduction;
    return sharding_attr_as_written(cursor->file->context, &sharding);
}

static const struct attr *read_sharding(struct cursor *cursor) {
    return read_sharding_of(cursor, false, false);
}

static const struct attr *read_sharding_unreduced(struct cursor *cursor) {
    return read_sharding_of(cursor, true, false);
}

static const struct attr *read_sharding_reduction(struct cursor *cursor) {
    return read_sharding_of(cursor, true, true);
}

static const struct attr *read_shardings(struct cursor *cursor) {
    uint32_t count;
    const struct attr *const *items;
    if (!read_attrs(cursor, &count, &items)) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!attr_as_sharding(items[i])) {
            cursor_error(cursor, "expected shardings here");
            return NULL;
        }
    }
    return sharding_per_value_attr(cursor->file->context, count, items);
}

/* --- lists of axes ---------------------------------------------------------------------------- */

static const struct attr *read_manual_axes(struct cursor *cursor) {
    uint32_t count;
    const struct attr *const *names;
    if (!read_attrs(cursor, &count, &names)) {
        return NULL;
    }
    struct axis_ref *axes = ARENA_ARRAY(cursor->file->scratch, struct axis_ref, count);
    for (uint32_t i = 0; i < count; i++) {
        if (names[i]->kind != ATTR_STRING || strlen(names[i]->text) != names[i]->length) {
            cursor_error(cursor, "expected names of axes here");
            return NULL;
        }
        axes[i] = axis_whole(names[i]->text);
    }
    return manual_axes_attr(cursor->file->context,
                            (struct axis_list){.items = axes, .count = count});
}

static const struct attr *read_axis_list(struct cursor *cursor) {
    struct axis_list axes;
    return read_axes(cursor, &axes) ? axis_list_attr(cursor->file->context, axes) : NULL;
}

static const struct attr *read_axis_lists(struct cursor *cursor) {
    uint32_t count;
    const struct attr *const *items;
    if (!read_attrs(cursor, &count, &items)) {
        return NULL;
    }
    struct axis_list *lists = ARENA_ARRAY(cursor->file->scratch, struct axis_list, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct axis_list *axes = attr_as_axes(items[i]);
        if (!axes) {
            cursor_error(cursor, "expected lists of axes here");
            return NULL;
        }
        lists[i] = *axes;
    }
    return axis_lists_attr(cursor->file->context,
                           (struct axis_lists){.items = lists, .count = count});
}

static const struct attr *read_moves(struct cursor *cursor) {
    uint64_t count;
    if (!read_count(cursor, "moves", &count)) {
        return NULL;
    }
    struct all_to_all_move *moves =
        ARENA_ARRAY(cursor->file->scratch, struct all_to_all_move, count);
    for (uint64_t i = 0; i < count; i++) {
        struct cursor part;
        if (!follow(cursor, SDY_MOVE, &part) || !read_axes(&part, &moves[i].axes) ||
            !read_signed(&part, &moves[i].source) || !read_signed(&part, &moves[i].target)) {
            return NULL;
        }
    }
    return all_to_all_attr(cursor->file->context,
                           (struct all_to_all_moves){.items = moves, .count = (uint32_t)count});
}

/* --- sharding rules --------------------------------------------------------------------------- */

static bool check_factor(struct cursor *cursor, int64_t factor, const struct sharding_rule *rule) {
    return (factor >= 0 && factor < rule->factor_count) ||
           cursor_error(cursor, "there is no factor %lld: there are %u", (long long)factor,
                        rule->factor_count);
}

static bool read_dim_mapping(struct cursor *cursor, const struct sharding_rule *rule,
                             struct rule_dim *dim) {
    struct cursor part;
    struct int_list factors;
    if (!follow(cursor, SDY_DIM_MAPPING, &part) || !read_ints(&part, &factors)) {
        return false;
    }
    uint32_t *items = ARENA_ARRAY(cursor->file->scratch, uint32_t, factors.count);
    for (uint32_t i = 0; i < factors.count; i++) {
        if (!check_factor(&part, factors.items[i], rule)) {
            return false;
        }
        items[i] = (uint32_t)factors.items[i];
    }
    *dim = (struct rule_dim){.count = factors.count, .factors = items};
    return true;
}

static bool read_tensor_mapping(struct cursor *cursor, const struct sharding_rule *rule,
                                struct rule_tensor *tensor) {
    struct cursor part;
    uint64_t rank;
    if (!follow(cursor, SDY_TENSOR_MAPPING, &part) ||
        !read_index(&part, MAX_RANK + 1, "rank", &rank)) {
        return false;
    }
    struct rule_dim *dims = ARENA_ARRAY(cursor->file->scratch, struct rule_dim, rank);
    for (uint64_t i = 0; i < rank; i++) {
        if (!read_dim_mapping(&part, rule, &dims[i])) {
            return false;
        }
    }
    *tensor = (struct rule_tensor){.rank = (uint32_t)rank, .dims = dims};
    return true;
}

struct rule_tensors {
    VECTOR(struct rule_tensor) items;
};

static bool read_mappings(struct cursor *cursor, const struct sharding_rule *rule,
                          struct rule_tensors *tensors, uint32_t *count) {
    uint64_t number;
    if (!read_count(cursor, "mappings", &number)) {
        return false;
    }
    for (uint64_t i = 0; i < number; i++) {
        if (!read_tensor_mapping(cursor, rule, vector_push(&tensors->items))) {
            return false;
        }
    }
    *count = (uint32_t)number;
    return true;
}

/* Numbers of factors that the rule has. */
static bool read_factors(struct cursor *cursor, const struct sharding_rule *rule,
                         struct int_list *list) {
    bool good = read_ints(cursor, list);
    for (uint32_t i = 0; good && i < list->count; i++) {
        good = check_factor(cursor, list->items[i], rule);
    }
    return good;
}

static bool read_kinds(struct cursor *cursor, const struct sharding_rule *rule,
                       struct rule_factor *factors, enum factor_kind kind) {
    struct int_list list;
    if (!read_factors(cursor, rule, &list)) {
        return false;
    }
    for (uint32_t i = 0; i < list.count; i++) {
        factors[list.items[i]].kind = kind;
    }
    return true;
}

static bool read_blocked(struct cursor *cursor, const struct sharding_rule *rule,
                         struct rule_factor *factors) {
    struct int_list list;
    if (!read_factors(cursor, rule, &list)) {
        return false;
    }
    for (uint32_t i = 0; i < list.count; i++) {
        factors[list.items[i]].is_blocked = true;
    }
    return true;
}

static bool read_factor_sizes(struct cursor *cursor, struct sharding_rule *rule,
                              struct rule_factor **factors) {
    struct int_list sizes;
    if (!read_ints(cursor, &sizes)) {
        return false;
    }
    *factors = ARENA_ARRAY(cursor->file->scratch, struct rule_factor, sizes.count);
    for (uint32_t i = 0; i < sizes.count; i++) {
        if (sizes.items[i] < 0) {
            return cursor_error(cursor, "a factor of size %lld", (long long)sizes.items[i]);
        }
        (*factors)[i].size = sizes.items[i];
    }
    rule->factors = *factors;
    rule->factor_count = sizes.count;
    return true;
}

static const struct attr *read_rule_with(struct cursor *cursor, struct rule_tensors *tensors) {
    struct sharding_rule rule = {0};
    struct rule_factor *factors;
    uint8_t is_custom;
    if (!read_factor_sizes(cursor, &rule, &factors) ||
        !read_mappings(cursor, &rule, tensors, &rule.operand_count) ||
        !read_mappings(cursor, &rule, tensors, &rule.result_count) ||
        !read_kinds(cursor, &rule, factors, FACTOR_REDUCTION) ||
        !read_kinds(cursor, &rule, factors, FACTOR_NEED_REPLICATION) ||
        !read_kinds(cursor, &rule, factors, FACTOR_PERMUTATION) ||
        !read_blocked(cursor, &rule, factors) || !read_byte(cursor, &is_custom)) {
        return NULL;
    }
    rule.is_custom = is_custom != 0;
    rule.tensors = tensors->items.items;
    return sharding_rule_attr(cursor->file->context, &rule);
}

static const struct attr *read_rule(struct cursor *cursor) {
    struct rule_tensors tensors = {0};
    const struct attr *rule = read_rule_with(cursor, &tensors);
    vector_free(&tensors.items);
    return rule;
}

/* --- each by its code ------------------------------------------------------------------------- */

static const struct attr *sdy_attr(struct cursor *cursor, uint64_t code) {
    static const struct attr *(*const readers[])(struct cursor *) = {
        [SDY_MANUAL_AXES] = read_manual_axes,
        [SDY_MESH] = read_mesh,
        [SDY_SHARDING] = read_sharding,
        [SDY_SHARDINGS] = read_shardings,
        [SDY_RULE] = read_rule,
        [SDY_AXIS_LIST] = read_axis_list,
        [SDY_AXIS_LISTS] = read_axis_lists,
        [SDY_MOVES] = read_moves,
        [SDY_SHARDING_UNREDUCED] = read_sharding_unreduced,
        [SDY_SHARDINGS_UNREDUCED] = read_shardings,
        [SDY_SHARDING_REDUCTION] = read_sharding_reduction,
    };
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    return is_known ? readers[code](cursor) : NULL;
}

const struct type *no_type(struct cursor *cursor, uint64_t code) {
    (void)cursor;
    (void)code;
    return NULL;
}

const struct dialect_codec sdy_codec = {.name = "sdy", .attr = sdy_attr, .type = no_type};
