/* Helper functions of the loops form: strips reduced to one value in the runtime's order, and the
 * binding of the runtime's functions for text that becomes a shared object. */
#include "codegen/emit/internal.h"

#include <string.h>

/* `name` is sdyrt_reduce_<op>_<type>. */
static void print_reduction(struct buffer *out, const char *name) {
    const char *op = name + strlen("sdyrt_reduce_"), *type = strchr(op, '_');
    buffer_printf(out, "SDYRT_SCALAR_REDUCE(reduce_%s, %.*s, %s)\n", op, (int)(type - op), op,
                  type + 1);
}

/* A shared object reaches the runtime of the process that loads it through pointers. */
static void print_binding(struct emitter *e, struct buffer *out, const char *name, size_t count) {
    struct buffer body = {0};
    for (size_t i = 0, bound = 0; i < count; i++) {
        const char *symbol = e->needs->symbols.items[i];
        if (strncmp(symbol, "sdyrt_reduce_", 13) != 0) {
            buffer_printf(
                out, "static __typeof__(%s) *%s_bound;\n#define %s(...) %s_bound(__VA_ARGS__)\n",
                symbol, symbol, symbol, symbol);
            buffer_printf(&body, "    memcpy(&%s_bound, &functions[%zu], sizeof functions[0]);\n",
                          symbol, bound++);
        }
    }
    buffer_printf(out, "void %s_bind(void *const *functions);\n", name);
    buffer_printf(out, "void %s_bind(void *const *functions) {\n%s}\n\n", name,
                  body.text != NULL ? body.text : "    (void)functions;\n");
    buffer_free(&body);
}

void emit_helpers(struct emitter *e, struct buffer *out, bool bind) {
    size_t count = e->needs->symbols.count, kept = 0;
    if (bind) {
        print_binding(e, out, e->program->name, count);
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = e->needs->symbols.items[i];
        if (strncmp(name, "sdyrt_reduce_", 13) == 0) {
            print_reduction(out, name);
        } else {
            e->needs->symbols.items[kept++] = name;
        }
    }
    buffer_add(out, kept < count ? "\n" : "");
    e->needs->symbols.count = kept;
}
