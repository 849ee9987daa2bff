/* Resources: elements of constants that stand beside the operations, as blobs with a key. */
#include "ir/context.h"

#include <string.h>

const struct attr *attr_blob(struct context *context, uint32_t alignment, const void *data,
                             size_t length) {
    struct attr *blob = ARENA_NEW(context->arena, struct attr);
    *blob = (struct attr){
        .kind = ATTR_BLOB, .integer = alignment, .data = data ? data : "", .length = length};
    return blob;
}

struct attr *attr_resource(struct context *context, const char *key, const struct type *type) {
    struct attr *attr = ARENA_NEW(context->arena, struct attr);
    *attr = (struct attr){.kind = ATTR_DENSE_RESOURCE,
                          .type = type,
                          .text = intern(context->strings, key),
                          .length = strlen(key)};
    return attr;
}

/* --- elements --------------------------------------------------------------------------------- */

static bool has_numbers(const struct type *type) {
    if (type->kind != TYPE_TENSOR && type->kind != TYPE_VECTOR) {
        return false;
    }
    enum type_kind kind = type->element->kind;
    return type_is_static(type) && (kind == TYPE_INTEGER || kind == TYPE_FLOAT ||
                                    kind == TYPE_INDEX || kind == TYPE_COMPLEX);
}

static bool bytes_of(const struct type *type, int64_t *bytes) {
    return multiply_checked(type_count(type), type_bytes(type->element), bytes);
}

/* The bits that the last byte of an element has. */
static unsigned char last_byte_mask(const struct type *element) {
    uint32_t used = element->kind == TYPE_COMPLEX ? 0 : type_bits(element) % 8;
    return used ? (unsigned char)((1u << used) - 1) : 0xFF;
}

/* Whether the elements can be used where they lie: a boolean is 0 or 1, the bits above the width of
 * a number are zero. */
static bool is_as_dense(const struct type *element, const unsigned char *data, size_t length) {
    uint32_t size = type_bytes(element);
    uint32_t scalar = element->kind == TYPE_COMPLEX ? size / 2 : size;
    uint32_t alignment = scalar & (0 - scalar);
    unsigned char beyond = (unsigned char)~last_byte_mask(element);
    bool good = alignment == 0 || (uintptr_t)data % alignment == 0;
    for (size_t i = size; good && beyond && i <= length; i += size) {
        good = (data[i - 1] & beyond) == 0;
    }
    return good;
}

static const void *copy_elements(struct context *context, const struct type *element,
                                 const struct attr *blob) {
    uint32_t size = type_bytes(element);
    unsigned char mask = last_byte_mask(element);
    unsigned char *data = arena_copy(context->arena, blob->data, blob->length);
    bool is_bool = type_is_integer(element, 1);
    for (size_t i = size; mask != 0xFF && i <= blob->length; i += size) {
        data[i - 1] = is_bool ? data[i - 1] != 0 : data[i - 1] & mask;
    }
    return data;
}

void attr_resource_fill(struct context *context, struct attr *attr, const struct attr *blob) {
    int64_t bytes;
    const struct attr *const items[] = {blob};
    attr->items = arena_copy(context->arena, items, sizeof items);
    if (!has_numbers(attr->type) || !bytes_of(attr->type, &bytes) ||
        (uint64_t)bytes != blob->length) {
        return;
    }
    const struct type *element = attr->type->element;
    attr->kind = ATTR_DENSE;
    attr->data = is_as_dense(element, blob->data, blob->length)
                     ? blob->data
                     : copy_elements(context, element, blob);
    attr->splat = attr_is_repeated(attr->data, blob->length, type_bytes(element));
    attr->length = attr->splat ? type_bytes(element) : blob->length;
    attr_list_integers(context->arena, attr);
}

/* --- elements of any constant ----------------------------------------------------------------- */

/* Where the value of a row of indices stands; negative: outside. */
static int64_t sparse_place(const struct type *type, const struct attr *indices, int64_t row) {
    int64_t place = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t at = indices->type->rank ? row * type->rank + dim : 0;
        int64_t index = attr_dense_integer(indices, at);
        if (index < 0 || index >= type->dims[dim]) {
            return -1;
        }
        place = place * type->dims[dim] + index;
    }
    return place;
}

static int64_t sparse_rows(const struct attr *indices) {
    return indices->type->rank ? indices->type->dims[0] : 1;
}

bool attr_sparse_shapes_fit(const struct type *type, const struct type *indices,
                            const struct type *values) {
    bool rows = indices->rank == 2 && indices->dims[1] == type->rank;
    bool list = indices->rank == 1 && type->rank == 1;
    int64_t count = indices->rank ? indices->dims[0] : 1;
    return (!indices->rank || rows || list) &&
           (!values->rank || (values->rank == 1 && values->dims[0] == count));
}

bool attr_sparse_fits(const struct type *type, const struct attr *indices,
                      const struct attr *values) {
    const struct type *index = indices->type->element;
    bool fits = has_numbers(type) && values->type->element == type->element &&
                type_is_integer(index, 64) && index->signedness == SIGNLESS &&
                attr_sparse_shapes_fit(type, indices->type, values->type);
    for (int64_t row = 0; fits && row < sparse_rows(indices); row++) {
        fits = sparse_place(type, indices, row) >= 0;
    }
    return fits;
}

/* Of two values at one place the first counts. */
static const struct attr *sparse_elements(struct context *context, const struct attr *sparse) {
    const struct type *type = sparse->type;
    const struct attr *indices = sparse->items[0], *values = sparse->items[1];
    size_t size = type_bytes(type->element);
    int64_t bytes;
    if (!attr_sparse_fits(type, indices, values) || !bytes_of(type, &bytes)) {
        return NULL;
    }
    unsigned char *data = memory_alloc((size_t)bytes + 1);
    for (int64_t row = sparse_rows(indices); row-- > 0;) {
        size_t place = (size_t)sparse_place(type, indices, row);
        size_t from = values->splat || !values->type->rank ? 0 : (size_t)row;
        memcpy(data + place * size, (const char *)values->data + from * size, size);
    }
    const struct attr *dense = attr_dense(context, type, data, (size_t)bytes, false);
    memory_free(data);
    return dense;
}

const struct attr *attr_elements(struct context *context, const struct attr *attr) {
    return attr->kind == ATTR_DENSE    ? attr
           : attr->kind == ATTR_SPARSE ? sparse_elements(context, attr)
                                       : NULL;
}

const char *attr_elements_fault(struct arena *arena, const struct attr *attr) {
    int64_t bytes = 0;
    if (attr->kind != ATTR_DENSE_RESOURCE || !has_numbers(attr->type)) {
        return "has elements that are no numbers";
    }
    if (attr->items && bytes_of(attr->type, &bytes)) {
        return arena_printf(arena, "needs %lld bytes of resource '%s', which has %zu",
                            (long long)bytes, attr->text, attr->items[0]->length);
    }
    if (strcmp(attr->text, "__elided__") == 0) {
        return "has lost its elements: they were left out where the module was printed";
    }
    return arena_printf(arena, "needs resource '%s', which the module does not have", attr->text);
}
