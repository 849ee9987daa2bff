/* Helper functions of the loops form: strips reduced to one value in the runtime's order, and the
 * binding of the runtime's functions for text that becomes a shared object. */
#include "codegen/emit/internal.h"

const char *emit_strip_sum(struct emitter *e, enum scalar_op op, enum element type, bool rows) {
    struct strip_sum sum = {op, compute_type(type), rows};
    const char *prefix = rows ? "fold" : "reduce", *tag = storage_tag(sum.type);
    if (e->by_strips) {
        return emit_symbol(e, "sdyrt_%s_%s_%s", prefix, scalar_names[op], tag);
    }
    bool known = false;
    for (size_t i = 0; i < e->sums.count; i++) {
        const struct strip_sum *other = &e->sums.items[i];
        known |= other->op == sum.op && other->type == sum.type && other->rows == rows;
    }
    if (!known) {
        *vector_push(&e->sums) = sum;
    }
    return emit_text(e, "%s_%s_%s", prefix, scalar_names[op], tag);
}

/* A shared object reaches the runtime of the process that loads it through pointers. */
static void print_binding(struct emitter *e, struct buffer *out) {
    const char *name = e->program->name;
    struct buffer body = {0};
    for (size_t i = 0; i < e->needs->symbols.count; i++) {
        const char *symbol = e->needs->symbols.items[i];
        buffer_printf(out,
                      "static __typeof__(%s) *%s_bound;\n#define %s(...) %s_bound(__VA_ARGS__)\n",
                      symbol, symbol, symbol, symbol);
        buffer_printf(&body, "    memcpy(&%s_bound, &functions[%zu], sizeof functions[0]);\n",
                      symbol, i);
    }
    buffer_printf(out, "void %s_bind(void *const *functions);\n", name);
    buffer_printf(out, "void %s_bind(void *const *functions) {\n%s}\n\n", name,
                  body.text != NULL ? body.text : "    (void)functions;\n");
    buffer_free(&body);
}

void emit_helpers(struct emitter *e, struct buffer *out, bool bind) {
    if (bind) {
        print_binding(e, out);
    }
    for (size_t i = 0; i < e->sums.count; i++) {
        enum element type = e->sums.items[i].type;
        const char *op = scalar_names[e->sums.items[i].op], *tag = storage_tag(type);
        bool rows = e->sums.items[i].rows;
        if (is_complex(type)) {
            buffer_printf(out, "SDYRT_COMPLEX_SUM(reduce_%s_%s, %s)\n", op, tag,
                          storage_tag(part_type(type)));
            continue;
        }
        buffer_printf(out, "SDYRT_SCALAR_%s(%s_%s_%s, %s, %s)\n", rows ? "FOLD" : "REDUCE",
                      rows ? "fold" : "reduce", op, tag, op, tag);
    }
    buffer_add(out, e->sums.count > 0 ? "\n" : "");
}
