/* Tables of calls: everything a call is given but where its buffers lie. Values of attributes are
 * written as their bytes, texts too: nothing of the module is taken for C. */
#include "codegen/folder/calls.h"

#include "codegen/handlers.h"

#include <inttypes.h>
#include <string.h>

struct tables {
    struct buffer *out;
    uint32_t call, names; /* the call at hand; arrays that it has */
};

static int64_t buffer_count(const struct sdyrt_call *call) {
    return call->arguments + call->results;
}

int64_t emit_call_buffers(const struct call_list *calls) {
    int64_t count = 0;
    for (size_t i = 0; i < calls->count; i++) {
        count += buffer_count(&calls->items[i]->call);
    }
    return count;
}

uint32_t emit_call_target(const struct call_list *calls, size_t i, bool *first) {
    uint32_t number = 0;
    *first = true;
    for (size_t j = 0; j <= i; j++) {
        bool is_new = true;
        for (size_t k = 0; k < j && is_new; k++) {
            is_new = strcmp(calls->items[k]->target, calls->items[j]->target) != 0;
        }
        if (strcmp(calls->items[j]->target, calls->items[i]->target) == 0) {
            *first = j == i;
            return number;
        }
        number += is_new;
    }
    return number;
}

/* --- attributes --- */

/* Words of 64 bits, so that values are aligned; the number of the array. */
static uint32_t print_bytes(struct tables *tables, const void *data, size_t size) {
    buffer_printf(tables->out, "static const uint64_t call%" PRIu32 "_%" PRIu32 "[] = {",
                  tables->call, tables->names);
    for (size_t at = 0; at == 0 || at < size; at += 8) {
        uint64_t word = 0;
        size_t rest = size - at;
        memcpy(&word, (const char *)data + at, rest < 8 ? rest : 8);
        buffer_printf(tables->out, "%s0x%" PRIx64 "u", at > 0 ? ", " : "", word);
    }
    buffer_add(tables->out, "};\n");
    return tables->names++;
}

/* A text and its length; the number of that. */
static uint32_t print_span(struct tables *tables, const struct sdyrt_ffi_span *span) {
    uint32_t text = print_bytes(tables, span->text, span->length);
    buffer_printf(tables->out,
                  "static const struct sdyrt_ffi_span call%" PRIu32 "_%" PRIu32
                  " = {(const char *)call%" PRIu32 "_%" PRIu32 ", %zu};\n",
                  tables->call, tables->names, tables->call, text, span->length);
    return tables->names++;
}

static size_t type_bytes(int type) {
    switch (type) {
    case SDYRT_FFI_S16:
    case SDYRT_FFI_U16:
    case SDYRT_FFI_F16:
    case SDYRT_FFI_BF16:
        return 2;
    case SDYRT_FFI_S32:
    case SDYRT_FFI_U32:
    case SDYRT_FFI_F32:
        return 4;
    case SDYRT_FFI_S64:
    case SDYRT_FFI_U64:
    case SDYRT_FFI_F64:
    case SDYRT_FFI_C64:
        return 8;
    case SDYRT_FFI_C128:
        return 16;
    default:
        return 1;
    }
}

static uint32_t print_dictionary(struct tables *tables, const struct sdyrt_ffi_attrs *attrs);

static uint32_t print_value(struct tables *tables, int kind, const void *value) {
    if (kind == SDYRT_FFI_STRING) {
        return print_span(tables, value);
    }
    if (kind == SDYRT_FFI_DICTIONARY) {
        return print_dictionary(tables, value);
    }
    if (kind == SDYRT_FFI_SCALAR) {
        const struct sdyrt_ffi_scalar *scalar = value;
        uint32_t bytes = print_bytes(tables, scalar->value, type_bytes(scalar->type));
        buffer_printf(tables->out,
                      "static const struct sdyrt_ffi_scalar call%" PRIu32 "_%" PRIu32
                      " = {%d, (void *)call%" PRIu32 "_%" PRIu32 "};\n",
                      tables->call, tables->names, scalar->type, tables->call, bytes);
    } else {
        const struct sdyrt_ffi_array *array = value;
        uint32_t bytes = print_bytes(tables, array->data, array->size * type_bytes(array->type));
        buffer_printf(tables->out,
                      "static const struct sdyrt_ffi_array call%" PRIu32 "_%" PRIu32
                      " = {%d, %zu, (void *)call%" PRIu32 "_%" PRIu32 "};\n",
                      tables->call, tables->names, array->type, array->size, tables->call, bytes);
    }
    return tables->names++;
}

/* "{&call0_2, &call0_4, 0}" of what `numbers` says. */
static void print_pointers(struct tables *tables, const char *type, const uint32_t *numbers,
                           int64_t count) {
    buffer_printf(tables->out, "static %s const call%" PRIu32 "_%" PRIu32 "[] = {", type,
                  tables->call, tables->names);
    for (int64_t i = 0; i < count; i++) {
        buffer_printf(tables->out, "(%s)&call%" PRIu32 "_%" PRIu32 ", ", type, tables->call,
                      numbers[i]);
    }
    buffer_add(tables->out, "NULL};\n");
    tables->names++;
}

/* The fields of a dictionary, in braces. */
static void print_attrs(struct tables *tables, const struct sdyrt_ffi_attrs *attrs, uint32_t kinds,
                        struct buffer *fields) {
    buffer_printf(fields,
                  "{sizeof(struct sdyrt_ffi_attrs), NULL, %" PRId64 ", (int *)call%" PRIu32
                  "_%" PRIu32 ", (struct sdyrt_ffi_span **)call%" PRIu32 "_%" PRIu32
                  ", (void **)call%" PRIu32 "_%" PRIu32 "}",
                  attrs->size, tables->call, kinds, tables->call, kinds + 1, tables->call,
                  kinds + 2);
}

/* Prints what the dictionary points to; the number of its first array. */
static uint32_t print_entries(struct tables *tables, const struct sdyrt_ffi_attrs *attrs) {
    uint32_t *names = memory_array((size_t)attrs->size + 1, sizeof *names);
    uint32_t *values = memory_array((size_t)attrs->size + 1, sizeof *values);
    for (int64_t i = 0; i < attrs->size; i++) {
        names[i] = print_span(tables, attrs->names[i]);
        values[i] = print_value(tables, attrs->kinds[i], attrs->values[i]);
    }
    uint32_t kinds = tables->names++;
    buffer_printf(tables->out, "static const int call%" PRIu32 "_%" PRIu32 "[] = {", tables->call,
                  kinds);
    for (int64_t i = 0; i < attrs->size; i++) {
        buffer_printf(tables->out, "%d, ", attrs->kinds[i]);
    }
    buffer_add(tables->out, "0};\n");
    print_pointers(tables, "struct sdyrt_ffi_span *", names, attrs->size);
    print_pointers(tables, "void *", values, attrs->size);
    memory_free(names);
    memory_free(values);
    return kinds;
}

static uint32_t print_dictionary(struct tables *tables, const struct sdyrt_ffi_attrs *attrs) {
    struct buffer fields = {0};
    print_attrs(tables, attrs, print_entries(tables, attrs), &fields);
    buffer_printf(tables->out,
                  "static const struct sdyrt_ffi_attrs call%" PRIu32 "_%" PRIu32 " = %s;\n",
                  tables->call, tables->names, fields.text);
    buffer_free(&fields);
    return tables->names++;
}

/* --- calls --- */

static void print_integers(struct buffer *out, const int64_t *values, int64_t count) {
    buffer_add(out, "{");
    for (int64_t i = 0; i < count; i++) {
        buffer_printf(out, "%" PRId64 ", ", values[i]);
    }
    buffer_add(out, "0}");
}

/* "(int64_t *)call0_same, (int64_t *)call0_bytes", once they are printed. */
static void print_same(struct tables *tables, const struct sdyrt_call *call, struct buffer *row) {
    const char *const names[] = {"same", "bytes"};
    const int64_t *const values[] = {call->same, call->same_bytes};
    for (int i = 0; i < 2; i++) {
        if (!call->same) {
            buffer_printf(row, ", NULL");
            continue;
        }
        buffer_printf(tables->out, "static const int64_t call%" PRIu32 "_%s[] = ", tables->call,
                      names[i]);
        print_integers(tables->out, values[i], call->results);
        buffer_add(tables->out, ";\n");
        buffer_printf(row, ", (int64_t *)call%" PRIu32 "_%s", tables->call, names[i]);
    }
}

static void print_call(struct tables *tables, const struct call_list *calls, int64_t first_buffer,
                       struct buffer *buffers, struct buffer *rows) {
    const struct sdyrt_call *call = &calls->items[tables->call]->call;
    bool first;
    int64_t count = buffer_count(call);
    for (int64_t b = 0; b < count; b++) {
        buffer_printf(tables->out,
                      "static const int64_t call%" PRIu32 "_dims%" PRId64 "[] = ", tables->call, b);
        print_integers(tables->out, call->buffers[b].dims, call->buffers[b].rank);
        buffer_add(tables->out, ";\n");
        buffer_printf(buffers,
                      "    {sizeof(struct sdyrt_ffi_buffer), NULL, %d, NULL, %" PRId64
                      ", (int64_t *)call%" PRIu32 "_dims%" PRId64 "},\n",
                      call->buffers[b].type, call->buffers[b].rank, tables->call, b);
    }
    buffer_printf(tables->out, "static const int64_t call%" PRIu32 "_outer[] = ", tables->call);
    print_integers(tables->out, call->outer, (count + call->guarded) * SDYRT_RANK);
    buffer_printf(tables->out, ";\nstatic const int call%" PRIu32 "_kinds[] = {", tables->call);
    for (int64_t b = 0; b < count; b++) {
        buffer_printf(tables->out, "%d, ", call->kinds[b]);
    }
    buffer_add(tables->out, "0};\n");
    uint32_t kinds = print_entries(tables, &call->attrs);
    buffer_printf(rows,
                  "    {%" PRIu32 ", %" PRId64 ", {NULL, %" PRId64 ", %" PRId64
                  ", NULL, (int *)call%" PRIu32 "_kinds, NULL, ",
                  emit_call_target(calls, tables->call, &first), first_buffer, call->arguments,
                  call->results, tables->call);
    print_attrs(tables, &call->attrs, kinds, rows);
    buffer_printf(rows, ", %" PRId64 ", ", call->rank);
    print_integers(rows, call->outer_size, call->rank < SDYRT_RANK ? call->rank : 0);
    buffer_printf(rows, ", %" PRId64 ", (int64_t *)call%" PRIu32 "_outer", call->guarded,
                  tables->call);
    print_same(tables, call, rows);
    buffer_add(rows, "}},\n");
}

void emit_call_tables(struct buffer *out, const struct call_list *calls) {
    struct buffer buffers = {0}, rows = {0};
    int64_t first_buffer = 0;
    for (size_t i = 0; i < calls->count; i++) {
        struct tables tables = {.out = out, .call = (uint32_t)i};
        print_call(&tables, calls, first_buffer, &buffers, &rows);
        first_buffer += buffer_count(&calls->items[i]->call);
    }
    buffer_printf(out,
                  "static const struct sdyrt_ffi_buffer call_buffers[] = {\n%s"
                  "    {0, NULL, 0, NULL, 0, NULL},\n};\n",
                  buffers.text != NULL ? buffers.text : "");
    buffer_printf(out,
                  "static const struct {\n    int target;\n    int64_t first;\n"
                  "    struct sdyrt_call call;\n} call_rows[] = {\n%s};\n",
                  rows.text);
    buffer_free(&buffers);
    buffer_free(&rows);
}
