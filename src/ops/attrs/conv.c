/* Dimension numbers of convolutions. */
#include "ops/attrs/conv.h"

#include <string.h>

#include "ops/attrs/struct_attr.h"

#define INT(member, name)                                                                          \
    { name, FIELD_INT, offsetof(struct conv_dims, member) }
#define DIMS(member, name)                                                                         \
    { name, FIELD_DIMS, offsetof(struct conv_dims, member) }

static const struct attr_field conv_fields[] = {
    INT(input_batch, "input_batch_dimension"),
    INT(input_feature, "input_feature_dimension"),
    DIMS(input_spatial, "input_spatial_dimensions"),
    INT(kernel_input_feature, "kernel_input_feature_dimension"),
    INT(kernel_output_feature, "kernel_output_feature_dimension"),
    DIMS(kernel_spatial, "kernel_spatial_dimensions"),
    INT(output_batch, "output_batch_dimension"),
    INT(output_feature, "output_feature_dimension"),
    DIMS(output_spatial, "output_spatial_dimensions"),
    {0},
};
static const struct attr_struct conv_struct = {
    .fields = conv_fields,
    .size = sizeof(struct conv_dims),
    .sparse = true,
    .what = "convolution dimension numbers",
};

/* One bracketed list: where the two letters and the spatial dimensions stand. */
struct conv_side {
    char letters[2];
    int64_t at[2]; /* of the letters; -1: not seen */
    int64_t spatial[MAX_RANK];
    uint32_t rank;
};

static bool parse_spatial(struct asm_parser *parser, struct conv_side *side, int64_t dim,
                          struct location location) {
    if (dim < 0 || dim >= MAX_RANK) {
        return asm_error_at(parser, location, "Unexpected dimension %lld", (long long)dim);
    }
    if (side->spatial[dim] >= 0) {
        return asm_error_at(parser, location, "Duplicate entries for spatial dimension %lld",
                            (long long)dim);
    }
    side->spatial[dim] = side->rank;
    return true;
}

static bool parse_letter(struct asm_parser *parser, struct conv_side *side) {
    struct location location = asm_location(parser);
    const char *word;
    if (!parse_any_keyword(parser, &word)) {
        return false;
    }
    char allowed[16] = "";
    for (int k = 0; k < 2; k++) {
        if (side->at[k] < 0) {
            size_t length = strlen(allowed);
            snprintf(allowed + length, sizeof allowed - length, "%s%c", length ? ", " : "",
                     side->letters[k]);
        }
    }
    if (strlen(word) != 1 || !allowed[0]) {
        return asm_error_at(parser, location, "Unexpected keyword %s", word);
    }
    for (int k = 0; k < 2; k++) {
        if (side->at[k] < 0 && word[0] == side->letters[k]) {
            side->at[k] = side->rank;
            return true;
        }
    }
    return asm_error_at(parser, location, "Unexpected dimension %s, expecting %s", word, allowed);
}

/* Spatial dimensions below the largest that is there are all there. */
static bool check_spatial(struct asm_parser *parser, const struct conv_side *side, uint32_t count) {
    struct buffer missing = {0};
    for (uint32_t dim = 0; dim < count; dim++) {
        if (side->spatial[dim] < 0) {
            buffer_printf(&missing, "%s%u", missing.text ? ", " : "", dim);
        }
    }
    bool good = !missing.text ||
                asm_error(parser, "Expected spatial dimensions %s not specified", missing.text);
    buffer_free(&missing);
    return good;
}

static bool check_side(struct asm_parser *parser, const struct conv_side *side,
                       uint32_t *spatial_count) {
    for (int k = 0; k < 2; k++) {
        if (side->at[k] < 0) {
            bool both = k == 0 && side->at[1] < 0;
            return both ? asm_error(parser, "Expected dimensions %c, %c not specified",
                                    side->letters[0], side->letters[1])
                        : asm_error(parser, "Expected dimensions %c not specified",
                                    side->letters[k]);
        }
    }
    uint32_t count = 0;
    for (uint32_t dim = 0; dim < MAX_RANK; dim++) {
        count = side->spatial[dim] >= 0 ? dim + 1 : count;
    }
    *spatial_count = count;
    return check_spatial(parser, side, count);
}

static bool parse_side(struct asm_parser *parser, const char *letters, int64_t *first,
                       int64_t *second, struct int_list *spatial) {
    struct conv_side side = {.letters = {letters[0], letters[1]}, .at = {-1, -1}};
    memset(side.spatial, -1, sizeof side.spatial);
    if (!parse_token(parser, "[")) {
        return false;
    }
    do {
        struct location location = asm_location(parser);
        int64_t dim;
        bool good = optional_integer(parser, &dim) ? parse_spatial(parser, &side, dim, location)
                                                   : parse_letter(parser, &side);
        if (!good) {
            return false;
        }
        side.rank++;
    } while (side.rank < MAX_RANK && optional_token(parser, ","));
    uint32_t count = 0;
    if (!check_side(parser, &side, &count) || !parse_token(parser, "]")) {
        return false;
    }
    *first = side.at[0];
    *second = side.at[1];
    spatial->count = count;
    spatial->items =
        (const int64_t *)arena_copy(asm_arena(parser), side.spatial, count * sizeof(int64_t));
    return true;
}

bool conv_dims_parse(struct asm_parser *parser, struct conv_dims *dims) {
    return parse_side(parser, "bf", &dims->input_batch, &dims->input_feature,
                      &dims->input_spatial) &&
           parse_keyword(parser, "x") &&
           parse_side(parser, "io", &dims->kernel_input_feature, &dims->kernel_output_feature,
                      &dims->kernel_spatial) &&
           parse_token(parser, "->") &&
           parse_side(parser, "bf", &dims->output_batch, &dims->output_feature,
                      &dims->output_spatial);
}

static void print_side(struct asm_printer *printer, const char *letters, int64_t first,
                       int64_t second, const struct int_list *spatial) {
    int64_t rank = (int64_t)spatial->count + 2;
    asm_text(printer, "[");
    for (int64_t at = 0; at < rank; at++) {
        asm_text(printer, "%s", at ? ", " : "");
        if (at == first || at == second) {
            asm_text(printer, "%c", letters[at == second]);
        }
        for (uint32_t dim = 0; dim < spatial->count; dim++) {
            if (spatial->items[dim] == at) {
                asm_text(printer, "%u", dim);
            }
        }
    }
    asm_text(printer, "]");
}

void conv_dims_print(struct asm_printer *printer, const struct conv_dims *dims) {
    print_side(printer, "bf", dims->input_batch, dims->input_feature, &dims->input_spatial);
    asm_text(printer, "x");
    print_side(printer, "io", dims->kernel_input_feature, dims->kernel_output_feature,
               &dims->kernel_spatial);
    asm_text(printer, "->");
    print_side(printer, "bf", dims->output_batch, dims->output_feature, &dims->output_spatial);
}

/* `raw` numbers may be any; the short form can only say consistent ones. */
static const struct attr *parse(struct asm_parser *parser, const struct attr_def *def) {
    struct conv_dims dims = {0};
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    bool good;
    if (optional_keyword(parser, "raw")) {
        good = struct_attr_parse_fields(parser, &conv_struct, &dims);
    } else {
        good = conv_dims_parse(parser, &dims) && parse_token(parser, ">");
    }
    return good ? struct_attr_make(asm_context(parser), def, &dims) : NULL;
}

/* Whether the numbers of one side are those from 0 up to its rank, each once. */
static bool side_is_whole(int64_t first, int64_t second, const struct int_list *spatial) {
    int64_t rank = (int64_t)spatial->count + 2;
    uint64_t seen = 0;
    for (int64_t i = 0; i < rank && rank <= MAX_RANK; i++) {
        int64_t dim = i == 0 ? first : i == 1 ? second : spatial->items[i - 2];
        if (dim < 0 || dim >= rank) {
            return false;
        }
        seen |= UINT64_C(1) << dim;
    }
    return rank <= MAX_RANK && seen == (UINT64_C(2) << (rank - 1)) - 1;
}

static void print(struct asm_printer *printer, const struct attr *attr) {
    const struct conv_dims *dims = (const struct conv_dims *)attr->payload;
    asm_text(printer, "<");
    if (side_is_whole(dims->input_batch, dims->input_feature, &dims->input_spatial) &&
        side_is_whole(dims->kernel_input_feature, dims->kernel_output_feature,
                      &dims->kernel_spatial) &&
        side_is_whole(dims->output_batch, dims->output_feature, &dims->output_spatial)) {
        conv_dims_print(printer, dims);
    } else {
        asm_text(printer, "raw ");
        struct_attr_print_fields(printer, attr);
    }
    asm_text(printer, ">");
}

static const void *payload(struct arena *arena, const int64_t *words, uint32_t count) {
    return struct_attr_payload(arena, &conv_struct, words, count);
}

const struct attr_def attr_conv = {
    .name = "stablehlo.conv",
    .mnemonic = "conv",
    .parse = parse,
    .print = print,
    .payload = payload,
    .details = &conv_struct,
    .summary = "Structure of dimension information for conv op",
};

const struct attr *attr_conv_dims(struct context *context, const struct conv_dims *dims) {
    return struct_attr_make(context, &attr_conv, dims);
}
