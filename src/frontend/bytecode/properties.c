/* Names of operations, and the properties of operations: one after the other by name, with the
 * sizes of groups of operands last. */
#include <stdlib.h>

#include "frontend/bytecode/bytecode.h"

/* --- what a name means ------------------------------------------------------------------------ */

static int compare_properties(const void *a, const void *b) {
    const struct property *x = a, *y = b;
    return strcmp(x->name, y->name);
}

#define OPERAND_SIZES "operandSegmentSizes"
#define RESULT_SIZES  "resultSegmentSizes"

/* Sizes of groups of operands or results, which are apart from other properties. */
static bool is_sizes(const char *name) {
    return strcmp(name, OPERAND_SIZES) == 0 || strcmp(name, RESULT_SIZES) == 0;
}

bool has_result_sizes(const struct op_def *def) {
    const struct op_attr_def *attr = def->attrs;
    while (attr->name && strcmp(attr->name, RESULT_SIZES) != 0) {
        attr++;
    }
    return attr->name != NULL;
}

const struct property *native_properties(struct arena *arena, struct interner *strings,
                                         const struct op_def *def, uint32_t *count) {
    uint32_t most = 0;
    while (def->attrs[most].name) {
        most++;
    }
    struct property *properties = ARENA_ARRAY(arena, struct property, most + 1);
    *count = 0;
    for (const struct op_attr_def *attr = def->attrs; attr->name; attr++) {
        if (!is_sizes(attr->name)) {
            properties[(*count)++] = (struct property){
                .name = intern(strings, attr->name),
                .is_optional = !attr->required || attr->otherwise != OP_ATTR_NO_DEFAULT};
        }
    }
    qsort(properties, *count, sizeof *properties, compare_properties);
    return properties;
}

/* "dialect.name", interned. */
static const char *full_name(struct bytecode *file, const struct bytecode_op *op) {
    const char *dialect = op->dialect->name;
    size_t length = strlen(dialect), dot = op->name.length ? 1 : 0;
    char *text = arena_alloc(file->scratch, length + dot + op->name.length);
    memcpy(text, dialect, length);
    if (dot) {
        text[length] = '.';
        memcpy(text + length + 1, op->name.text, op->name.length);
    }
    return intern_bytes(file->context->strings, text, length + dot + op->name.length);
}

static bool resolve(struct cursor *cursor, struct bytecode_op *op) {
    struct bytecode *file = cursor->file;
    if (op->name.length > 0 && memchr(op->name.text, 0, op->name.length)) {
        return cursor_error(cursor, "the name of an operation of %s holds a null character",
                            op->dialect->name);
    }
    if (op->dialect->codec == &vhlo_codec) {
        return resolve_vhlo(cursor, op);
    }
    op->full_name = full_name(file, op);
    op->def = op_def_find(op->full_name);
    if (op->def) {
        op->properties =
            native_properties(file->tables, file->context->strings, op->def, &op->property_count);
        return true;
    }
    op->def = &op_unregistered;
    if (!check_unregistered(file->parser, op->full_name, bytecode_location(file, cursor->at))) {
        file->failed = true;
        return false;
    }
    return true;
}

const struct bytecode_op *read_op_name(struct cursor *cursor) {
    uint64_t index;
    if (!read_index(cursor, cursor->file->op_count, "name of an operation", &index)) {
        return NULL;
    }
    struct bytecode_op *op = &cursor->file->ops[index];
    if (!op->is_resolved && !resolve(cursor, op)) {
        return NULL;
    }
    op->is_resolved = true;
    return op;
}

/* --- sizes of groups of operands -------------------------------------------------------------- */

#define MOST_GROUPS 16

/* All sizes, or those that are not zero with their numbers in the low bits. */
static bool read_sizes(struct cursor *cursor, uint32_t groups, int32_t *sizes) {
    uint64_t count, bits;
    bool is_sparse;
    if (!read_flagged(cursor, &count, &is_sparse)) {
        return false;
    }
    if (count > groups) {
        return cursor_error(cursor, "sizes of %llu groups of operands: there are %u",
                            (unsigned long long)count, groups);
    }
    if (count == 0) {
        return true;
    }
    if (is_sparse && !read_index(cursor, 9, "number of bits", &bits)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint64_t number, group = i;
        if (!read_number(cursor, &number)) {
            return false;
        }
        if (is_sparse) {
            group = number & ((UINT64_C(1) << bits) - 1);
            number >>= bits;
        }
        if (group >= groups || number > INT32_MAX) {
            return cursor_error(cursor, "group %llu of %llu operands", (unsigned long long)group,
                                (unsigned long long)number);
        }
        sizes[group] = (int32_t)number;
    }
    return true;
}

static bool read_group_sizes(struct cursor *cursor, const struct op_value_def *values,
                             const char *name, struct attr_list *properties) {
    struct bytecode *file = cursor->file;
    int32_t sizes[MOST_GROUPS] = {0};
    uint32_t groups = 0;
    const struct attr *attr;
    if (file->version < BYTECODE_SEGMENT_SIZES) {
        bool read = read_attr(cursor, &attr);
        attr_list_set(properties, file->context, file->module->arena, name, read ? attr : NULL);
        return read;
    }
    while (values[groups].name) {
        groups++;
    }
    if (groups > MOST_GROUPS || !read_sizes(cursor, groups, sizes)) {
        return false;
    }
    const struct type *i32 = type_integer(file->context, 32, SIGNLESS);
    attr_list_set(properties, file->context, file->module->arena, name,
                  attr_dense_array(file->context, i32, groups, sizes));
    return true;
}

static bool read_segments(struct cursor *cursor, const struct op_def *def,
                          struct attr_list *properties) {
    return read_group_sizes(cursor, def->operands, OPERAND_SIZES, properties) &&
           (!has_result_sizes(def) ||
            read_group_sizes(cursor, def->results, RESULT_SIZES, properties));
}

/* --- properties ------------------------------------------------------------------------------- */

static bool read_one(struct cursor *cursor, const struct property *property,
                     struct named_attr *item) {
    item->name = property->name;
    return property->is_optional ? read_optional_attr(cursor, &item->value)
                                 : read_attr(cursor, &item->value);
}

/* Properties that operations have had only for a while: files of before do not have them. */
static bool is_late(const struct property *property) {
    static const char *const late[] = {
        "algorithm",       "has_dynamic_root", "is_stable",           "reduction_op",
        "result_accuracy", "result_tilings",   "source_target_pairs",
    };
    bool found = false;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        found = found || strcmp(property->name, late[i]) == 0;
    }
    return found && property->is_optional;
}

/* How many numbers there are up to the end. */
static uint32_t count_numbers(struct cursor data) {
    uint32_t count = 0;
    uint64_t number;
    while (data.at < data.end && read_number(&data, &number)) {
        count++;
    }
    return count;
}

/* A number for each property, or one less for each late one. */
static bool read_all(struct cursor *data, const struct bytecode_op *op, struct named_attr *from) {
    bool is_exact = op->vhlo || (op->def->traits & OP_SEGMENTS);
    uint32_t count = is_exact ? op->property_count : count_numbers(*data);
    uint32_t missing = count < op->property_count ? op->property_count - count : 0;
    for (uint32_t i = 0; i < op->property_count; i++) {
        const struct property *property = &op->properties[i];
        if (missing && is_late(property)) {
            missing--;
        } else if (!read_one(data, property, &from[i])) {
            return false;
        }
    }
    return true;
}

/* Of `from`, one for each property of the operation, what is there. */
static bool keep(struct cursor *cursor, const struct bytecode_op *op, struct named_attr *from,
                 struct attr_list *properties) {
    if (op->vhlo) {
        return convert_properties(cursor, op, from, properties);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < op->property_count; i++) {
        if (from[i].value) {
            from[count++] = from[i];
        }
    }
    *properties = (struct attr_list){.items = from, .count = count};
    return true;
}

/* As a dictionary: of operations that were not known to who wrote the file. */
static bool read_as_dictionary(struct cursor *cursor, const struct bytecode_op *op,
                               struct attr_list *properties) {
    const struct attr *dictionary;
    struct attr_list rest = {0};
    if (!read_attr_of_kind(cursor, ATTR_DICT, "a dictionary", &dictionary)) {
        return false;
    }
    if (op->def != &op_unregistered) {
        return split_attributes(cursor, op, dictionary, properties, &rest);
    }
    return split_attributes(cursor, op, dictionary, &rest, properties);
}

static bool make_properties(struct bytecode_properties *from, const struct bytecode_op *op,
                            struct bytecode *file) {
    struct cursor data = {.file = file, .at = from->data, .end = from->data + from->size};
    struct named_attr *items =
        ARENA_ARRAY(file->module->arena, struct named_attr, op->property_count);
    bool has_sizes = !op->vhlo && (op->def->traits & OP_SEGMENTS);
    from->made = (struct attr_list){0};
    from->op = op;
    return read_all(&data, op, items) && keep(&data, op, items, &from->made) &&
           (!has_sizes || read_segments(&data, op->def, &from->made)) &&
           expect_end(&data, "the properties of an operation");
}

bool read_properties(struct cursor *cursor, const struct bytecode_op *op,
                     struct attr_list *properties) {
    struct bytecode *file = cursor->file;
    uint64_t index;
    if (!op->is_registered) {
        return read_as_dictionary(cursor, op, properties);
    }
    if (!read_index(cursor, file->property_count, "properties", &index)) {
        return false;
    }
    if (op->def == &op_unregistered) {
        return cursor_error(cursor, "the properties of '%s' cannot be read: it is not known",
                            op->full_name);
    }
    struct bytecode_properties *from = &file->properties[index];
    if (from->op != op && !make_properties(from, op, file)) {
        return false;
    }
    *properties = from->made;
    return true;
}

/* --- all in one dictionary -------------------------------------------------------------------- */

static const struct property *find_property(const struct bytecode_op *op, const char *name,
                                            uint32_t *index) {
    for (uint32_t i = 0; i < op->property_count; i++) {
        if (op->properties[i].name == name) {
            *index = i;
            return &op->properties[i];
        }
    }
    return NULL;
}

bool split_attributes(struct cursor *cursor, const struct bytecode_op *op,
                      const struct attr *dictionary, struct attr_list *properties,
                      struct attr_list *attrs) {
    struct bytecode *file = cursor->file;
    struct arena *arena = file->module->arena;
    struct named_attr *from = ARENA_ARRAY(arena, struct named_attr, op->property_count);
    struct named_attr *rest = ARENA_ARRAY(arena, struct named_attr, dictionary->count);
    struct attr_list sizes = {0};
    uint32_t count = 0, index;
    for (uint32_t i = 0; i < op->property_count; i++) {
        from[i].name = op->properties[i].name;
    }
    for (uint32_t i = 0; i < dictionary->count; i++) {
        const char *name = dictionary->names[i];
        if (find_property(op, name, &index)) {
            from[index].value = dictionary->items[i];
        } else if ((op->def->traits & OP_SEGMENTS) && is_sizes(name)) {
            attr_list_set(&sizes, file->context, arena, name, dictionary->items[i]);
        } else {
            rest[count++] = (struct named_attr){.name = name, .value = dictionary->items[i]};
        }
    }
    *attrs = (struct attr_list){.items = rest, .count = count};
    if (!keep(cursor, op, from, properties)) {
        return false;
    }
    for (uint32_t i = 0; i < sizes.count; i++) {
        attr_list_set(properties, file->context, arena, sizes.items[i].name, sizes.items[i].value);
    }
    return true;
}
