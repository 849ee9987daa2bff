/* Helper functions of the loops form: strips reduced to one value in the runtime's order, and the
 * binding of the runtime's functions for text that becomes a shared object. */
#include "codegen/emit_internal.h"

#include <string.h>

struct limits {
    const char *tag, *c_type, *lowest, *highest, *ones;
};
static const struct limits limits[] = {
    {"f32", "float", "-INFINITY", "INFINITY", "0"},
    {"f64", "double", "-INFINITY", "INFINITY", "0"},
    {"i1", "uint8_t", "0", "1", "1"},
    {"i8", "int8_t", "INT8_MIN", "INT8_MAX", "-1"},
    {"i16", "int16_t", "INT16_MIN", "INT16_MAX", "-1"},
    {"i32", "int32_t", "INT32_MIN", "INT32_MAX", "-1"},
    {"i64", "int64_t", "INT64_MIN", "INT64_MAX", "-1"},
    {"u8", "uint8_t", "0", "UINT8_MAX", "UINT8_MAX"},
    {"u16", "uint16_t", "0", "UINT16_MAX", "UINT16_MAX"},
    {"u32", "uint32_t", "0", "UINT32_MAX", "UINT32_MAX"},
    {"u64", "uint64_t", "0", "UINT64_MAX", "UINT64_MAX"},
};

static const char *identity(const char *op, const struct limits *type) {
    return strncmp(op, "mul", 3) == 0   ? "1"
           : strncmp(op, "and", 3) == 0 ? type->ones
           : strncmp(op, "max", 3) == 0 ? type->lowest
           : strncmp(op, "min", 3) == 0 ? type->highest
                                        : "0";
}

/* `name` is sdyrt_reduce_<op>_<tag>. */
static void print_reduction(struct buffer *out, const char *name) {
    const char *op = name + strlen("sdyrt_reduce_"), *tag = strchr(op, '_') + 1;
    const struct limits *type = limits;
    while (strcmp(type->tag, tag) != 0) {
        type++;
    }
    buffer_printf(out,
                  "/* Lane l of 16 takes elements l, l + 16, ...; then lanes are combined in pairs. "
                  "*/\n"
                  "static inline %s reduce_%s(const %s *a, int64_t n) {\n"
                  "    %s lane[16];\n"
                  "    for (int l = 0; l < 16; l++) {\n"
                  "        lane[l] = %s;\n"
                  "    }\n"
                  "    const int64_t whole = n - n %% 16;\n"
                  "    for (int64_t i = 0; i < whole; i += 16) {\n"
                  "#pragma omp simd\n"
                  "        for (int l = 0; l < 16; l++) {\n"
                  "            lane[l] = sdyrt_%s(lane[l], a[i + l]);\n"
                  "        }\n"
                  "    }\n"
                  "    for (int64_t i = whole; i < n; i++) {\n"
                  "        lane[i - whole] = sdyrt_%s(lane[i - whole], a[i]);\n"
                  "    }\n"
                  "    for (int half = 8; half > 0; half /= 2) {\n"
                  "        for (int l = 0; l < half; l++) {\n"
                  "            lane[l] = sdyrt_%s(lane[l], lane[l + half]);\n"
                  "        }\n"
                  "    }\n"
                  "    return lane[0];\n"
                  "}\n\n",
                  type->c_type, op, type->c_type, type->c_type, identity(op, type), op, op, op);
}

/* A shared object reaches the runtime of the process that loads it through pointers. */
static void print_binding(struct emitter *e, struct buffer *out, const char *name, size_t count) {
    struct buffer body = {0};
    for (size_t i = 0, bound = 0; i < count; i++) {
        const char *symbol = e->needs->symbols.items[i];
        if (strncmp(symbol, "sdyrt_reduce_", 13) != 0) {
            buffer_printf(out, "static __typeof__(%s) *%s_bound;\n#define %s(...) %s_bound(__VA_ARGS__)\n",
                          symbol, symbol, symbol, symbol);
            buffer_printf(&body, "    memcpy(&%s_bound, &functions[%zu], sizeof functions[0]);\n", symbol,
                          bound++);
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
    e->needs->symbols.count = kept;
}
