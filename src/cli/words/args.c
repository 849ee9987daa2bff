#include "cli/words/args.h"

#include <stdlib.h>
#include <string.h>

#include "ir/op_def.h"

/* The text as an attribute of a module; NULL where it is none. */
static const struct attr *parse_args(struct compilation *compilation, const char *text) {
    const char *module =
        arena_printf(compilation->arena, "module attributes {sdyc.args = %s} {}", text);
    bool parsed = compilation_take_text(compilation, "--args", module, strlen(module)) &&
                  compilation_parse(compilation);
    return parsed ? op_attr(compilation->module->op, "sdyc.args") : NULL;
}

/* All elements of a dense attribute; its data may be one for all. */
static void *copy_data(const struct attr *attr) {
    size_t element = type_bytes(attr->type->element), count = (size_t)type_count(attr->type);
    char *data = aligned_alloc(64, (element * count + 64) / 64 * 64);
    if (!data) {
        memory_fail(element * count);
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(data + i * element, (const char *)attr->data + (attr->splat ? 0 : i * element),
               element);
    }
    return data;
}

static bool take_value(const struct attr *attr, struct sdyrt_value *value) {
    static const char form[] = "i.e. --args=[dense<1> : tensor<2xi32>, ...]";
    if (attr->kind != ATTR_DENSE || !type_is_static(attr->type) || attr->type->rank > SDYRT_RANK) {
        return cli_error("expected dense elements attribute for args elements, %s", form);
    }
    struct buffer element = {0};
    print_type(&element, attr->type->element);
    char *name = memory_alloc(element.length + 1);
    memcpy(name, element.text, element.length + 1);
    buffer_free(&element);
    *value = (struct sdyrt_value){.element = name, .rank = (int)attr->type->rank};
    memcpy(value->dims, attr->type->dims, attr->type->rank * sizeof *value->dims);
    value->data = copy_data(attr);
    return true;
}

/* Messages are those of StableHLO's interpreter, letter by letter. */
static int read_args(struct compilation *compilation, const char *text,
                     struct sdyrt_value **values) {
    const struct attr *list = parse_args(compilation, text);
    if (!list || list->kind != ATTR_ARRAY) {
        cli_error("expectected array attribute string for args, i.e. --args=[dense<1> : "
                  "tensor<2xi32>, ...]");
        return -1;
    }
    *values = memory_array((size_t)list->count + 1, sizeof **values);
    for (uint32_t i = 0; i < list->count; i++) {
        if (!take_value(list->items[i], &(*values)[i])) {
            return -1;
        }
    }
    return (int)list->count;
}

int args_read(const char *text, struct sdyrt_value **values) {
    struct compilation compilation;
    compilation_open(&compilation, NULL);
    int count = read_args(&compilation, text, values);
    compilation_close(&compilation);
    return count;
}

void args_free(struct sdyrt_value *values, int count) {
    for (int i = 0; i < count; i++) {
        memory_free((char *)(uintptr_t)values[i].element);
        sdyrt_value_free(&values[i]);
    }
    memory_free(values);
}
