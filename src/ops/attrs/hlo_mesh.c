/* Meshes in stablehlo's own attributes: #stablehlo.mesh<...>, #stablehlo.axis_ref<...>. */
#include <string.h>

#include "ir/asm.h"
#include "ops/attrs/attrs.h"
#include "ops/attrs/struct_attr.h"

/* --- sub_axis_info: `(1)2`; words: pre-size, size --------------------------------------------- */

static bool parse_sub_axis_words(struct asm_parser *parser, int64_t words[2]) {
    return parse_token(parser, "(") &&
           (parse_integer(parser, &words[0]) ||
            asm_spoilt(parser, "StableHLO_SubAxisInfo", "pre_size", "int64_t")) &&
           parse_token(parser, ")") &&
           (parse_integer(parser, &words[1]) ||
            asm_spoilt(parser, "StableHLO_SubAxisInfo", "size", "int64_t"));
}

static const struct attr *parse_sub_axis(struct asm_parser *parser, const struct attr_def *def) {
    int64_t words[2];
    return parse_sub_axis_words(parser, words) ? attr_dialect(asm_context(parser), def, 2, words)
                                               : NULL;
}

static void print_sub_axis(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "(%lld)%lld", (long long)attr->words[0], (long long)attr->words[1]);
}

static const void *words_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)arena;
    (void)count;
    return words;
}

const struct attr_def attr_hlo_sub_axis = {
    .name = "stablehlo.sub_axis_info",
    .mnemonic = "sub_axis_info",
    .parse = parse_sub_axis,
    .print = print_sub_axis,
    .payload = words_payload,
};

/* --- axis_ref: words: name, and a sub-axis's pre-size and size -------------------------------- */

enum { AXIS_NAME, SUB_AXIS_INFO, AXIS_REF_FIELDS };
static const struct attr_field axis_ref_fields[] = {
    [AXIS_NAME] = {.name = "name"},
    [SUB_AXIS_INFO] = {.name = "sub_axis_info"},
    [AXIS_REF_FIELDS] = {0},
};

/* `name = "a"` or `sub_axis_info = (1)2`, in any order. */
static bool parse_axis_ref_field(struct asm_parser *parser, int64_t words[3], bool *seen) {
    const struct attr_field *field = struct_attr_parse_name(parser, axis_ref_fields, seen);
    if (!field || !parse_token(parser, "=")) {
        return false;
    }
    if (field == &axis_ref_fields[SUB_AXIS_INFO]) {
        return parse_sub_axis_words(parser, &words[1]) ||
               asm_spoilt(parser, "StableHLO_AxisRef", "sub_axis_info", "SubAxisInfoAttr");
    }
    const char *name;
    if (!parse_string_name(parser, &name)) {
        return asm_spoilt(parser, "StableHLO_AxisRef", "name", "::llvm::StringRef");
    }
    words[0] = (int64_t)(intptr_t)name;
    return true;
}

static const struct attr *parse_axis_ref(struct asm_parser *parser, const struct attr_def *def) {
    int64_t words[3] = {0};
    bool seen[AXIS_REF_FIELDS] = {false};
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    do {
        if (!parse_axis_ref_field(parser, words, seen)) {
            return NULL;
        }
    } while (optional_token(parser, ","));
    if (!seen[AXIS_NAME]) {
        asm_error(parser, "struct is missing required parameter: name");
        return NULL;
    }
    return parse_token(parser, ">")
               ? attr_dialect(asm_context(parser), def, seen[SUB_AXIS_INFO] ? 3 : 1, words)
               : NULL;
}

static void print_axis_ref(struct asm_printer *printer, const struct attr *attr) {
    const char *name = (const char *)(intptr_t)attr->words[0];
    asm_text(printer, "<name = ");
    asm_string(printer, name, strlen(name));
    if (attr->count == 3) {
        asm_text(printer, ", sub_axis_info = (%lld)%lld", (long long)attr->words[1],
                 (long long)attr->words[2]);
    }
    asm_text(printer, ">");
}

const struct attr_def attr_hlo_axis_ref = {
    .name = "stablehlo.axis_ref",
    .mnemonic = "axis_ref",
    .parse = parse_axis_ref,
    .print = print_axis_ref,
    .payload = words_payload,
};

/* --- mesh: words: device ids (an attribute or 0), then the axes ------------------------------- */

static bool parse_axis(struct asm_parser *parser, void *data) {
    VECTOR(int64_t) *words = data;
    const struct attr *axis = NULL;
    struct location location = asm_location(parser);
    bool good = peek_token(parser, "<") ? parse_attr_body(parser, &attr_hlo_mesh_axis, &axis)
                                        : parse_attr(parser, &axis);
    if (good && axis->def != &attr_hlo_mesh_axis) {
        return asm_error_at(parser, location, "expected an axis of a mesh: #stablehlo.mesh_axis");
    }
    if (good) {
        *vector_push(words) = (int64_t)(intptr_t)axis;
    }
    return good;
}

static const struct attr *parse_mesh(struct asm_parser *parser, const struct attr_def *def) {
    VECTOR(int64_t) words = {0};
    const struct attr *ids = NULL, *mesh = NULL;
    *vector_push(&words) = 0;
    bool good = parse_token(parser, "<") && parse_keyword(parser, "axes") &&
                parse_token(parser, "=") && parse_list(parser, "[", "]", parse_axis, &words);
    if (good && optional_token(parser, ",")) {
        good = parse_keyword(parser, "device_ids") && parse_token(parser, "=") &&
               parse_attr(parser, &ids);
    }
    if (good && parse_token(parser, ">")) {
        words.items[0] = (int64_t)(intptr_t)ids;
        mesh = attr_dialect(asm_context(parser), def, (uint32_t)words.count, words.items);
    }
    vector_free(&words);
    return mesh;
}

static void print_mesh(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<axes=[");
    for (uint32_t i = 1; i < attr->count; i++) {
        const struct attr *axis = (const struct attr *)(intptr_t)attr->words[i];
        asm_text(printer, "%s", i > 1 ? ", " : "");
        axis->def->print(printer, axis);
    }
    asm_text(printer, "]");
    if (attr->words[0]) {
        asm_text(printer, ", device_ids=");
        asm_attr(printer, (const struct attr *)(intptr_t)attr->words[0]);
    }
    asm_text(printer, ">");
}

const struct attr_def attr_hlo_mesh = {
    .name = "stablehlo.mesh",
    .mnemonic = "mesh",
    .parse = parse_mesh,
    .print = print_mesh,
    .payload = words_payload,
};

/* --- made of their parts ---------------------------------------------------------------------- */

const struct attr *attr_axis_ref(struct context *context, const char *name,
                                 const struct attr *sub_axis) {
    int64_t words[3] = {(int64_t)(intptr_t)name};
    if (sub_axis) {
        memcpy(&words[1], sub_axis->words, 2 * sizeof *words);
    }
    return attr_dialect(context, &attr_hlo_axis_ref, sub_axis ? 3 : 1, words);
}

const struct attr *attr_mesh_axis(struct context *context, const char *name, int64_t size) {
    const int64_t words[] = {(int64_t)(intptr_t)name, size};
    return attr_dialect(context, &attr_hlo_mesh_axis, 2, words);
}

const struct attr *attr_mesh_of(struct context *context, const struct attr *axes,
                                const struct attr *device_ids) {
    struct arena *scratch = arena_new();
    int64_t *words = ARENA_ARRAY(scratch, int64_t, (size_t)axes->count + 1);
    words[0] = (int64_t)(intptr_t)device_ids;
    for (uint32_t i = 0; i < axes->count; i++) {
        words[i + 1] = (int64_t)(intptr_t)axes->items[i];
    }
    const struct attr *mesh = attr_dialect(context, &attr_hlo_mesh, axes->count + 1, words);
    arena_free(scratch);
    return mesh;
}
