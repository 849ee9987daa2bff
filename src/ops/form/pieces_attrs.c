/* Pieces of syntax that say attributes, or operands and attributes together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ops/attrs/attrs.h"
#include "ops/attrs/conv.h"
#include "ops/form/pieces.h"
#include "ops/op_def.h"

/* --- operands before an attribute: `%a, %b,` -------------------------------------------------- */

static bool parse_trailing_operands(struct form_reader *reader, uint32_t group) {
    struct operand_ref ref;
    while (optional_operand(reader->parser, &ref)) {
        form_add_ref(reader, group, ref);
        if (!parse_token(reader->parser, ",")) {
            return false;
        }
    }
    return true;
}

static bool parse_inputs(struct form_reader *reader) {
    return parse_trailing_operands(reader, 0);
}

static void print_inputs(struct asm_printer *printer, const struct op *op) {
    asm_operands(printer, op, 0, op->operand_count);
    asm_text(printer, ",");
}

/* `, %i, %j,` behind the operand; of a scalar `,` alone, where StableHLO prints `, ,` and does not
 * read that. */
static bool parse_start_indices(struct form_reader *reader) {
    if (!parse_token(reader->parser, ",")) {
        return false;
    }
    return optional_token(reader->parser, ",") || parse_trailing_operands(reader, 1);
}

static void print_start_indices(struct asm_printer *printer, const struct op *op) {
    if (op->operand_count > 1) {
        asm_text(printer, ", ");
        asm_operands(printer, op, 1, op->operand_count - 1);
    }
    asm_text(printer, ",");
}

/* --- slices: [0:4, 2:8:2] --------------------------------------------------------------------- */

struct slice_lists {
    VECTOR(int64_t) start, limit, stride;
};

static bool parse_range(struct asm_parser *parser, void *data) {
    struct slice_lists *lists = (struct slice_lists *)data;
    int64_t start, limit, stride = 1;
    if (!parse_integer(parser, &start) || !parse_token(parser, ":") ||
        !parse_integer(parser, &limit)) {
        return false;
    }
    if (optional_token(parser, ":") && !parse_integer(parser, &stride)) {
        return false;
    }
    *vector_push(&lists->start) = start;
    *vector_push(&lists->limit) = limit;
    *vector_push(&lists->stride) = stride;
    return peek_token(parser, "]") || peek_token(parser, ",") || parse_token(parser, ",");
}

static void set_ints(struct form_reader *reader, const char *name, size_t count,
                     const int64_t *items) {
    form_set(reader->state, reader->parser, name,
             attr_i64_array(asm_context(reader->parser), (uint32_t)count, items));
}

static bool parse_slice_ranges(struct form_reader *reader) {
    struct slice_lists lists = {0};
    bool good = parse_list(reader->parser, "[", "]", parse_range, &lists);
    if (good) {
        set_ints(reader, "start_indices", lists.start.count, lists.start.items);
        set_ints(reader, "limit_indices", lists.limit.count, lists.limit.items);
        set_ints(reader, "strides", lists.stride.count, lists.stride.items);
    }
    vector_free(&lists.start);
    vector_free(&lists.limit);
    vector_free(&lists.stride);
    return good;
}

static void print_ints(struct asm_printer *printer, struct int_list list) {
    for (uint32_t i = 0; i < list.count; i++) {
        buffer_add(asm_out(printer), i ? ", " : "");
        buffer_add_integer(asm_out(printer), list.items[i]);
    }
}

static void print_slice_ranges(struct asm_printer *printer, const struct op *op) {
    struct int_list start = op_ints(op, "start_indices"), limit = op_ints(op, "limit_indices"),
                    stride = op_ints(op, "strides");
    asm_text(printer, "[");
    if (start.count != limit.count || start.count != stride.count) {
        asm_text(printer, "start_indices: ");
        print_ints(printer, start);
        asm_text(printer, ", limit_indices: ");
        print_ints(printer, limit);
        asm_text(printer, ", strides: ");
        print_ints(printer, stride);
    } else {
        for (uint32_t i = 0; i < start.count; i++) {
            asm_text(printer, "%s%lld:%lld", i ? ", " : "", (long long)start.items[i],
                     (long long)limit.items[i]);
            if (stride.items[i] != 1) {
                asm_text(printer, ":%lld", (long long)stride.items[i]);
            }
        }
    }
    asm_text(printer, "]");
}

/* --- e8m23 ------------------------------------------------------------------------------------ */

/* The digits at `text`, which moves behind them; -1: too large for an i32. */
static long read_bits(const char **text) {
    char *end = NULL;
    errno = 0;
    long bits = strtol(*text, &end, 10);
    *text = end;
    return errno != 0 || bits > INT32_MAX ? -1 : bits;
}

static bool is_exponent_mantissa(const char *text) {
    size_t exponent = *text == 'e' ? strspn(text + 1, "0123456789") : 0;
    const char *rest = exponent ? text + 1 + exponent : text;
    size_t mantissa = exponent && *rest == 'm' ? strspn(rest + 1, "0123456789") : 0;
    return mantissa && rest[1 + mantissa] == '\0';
}

static bool parse_exponent_mantissa(struct form_reader *reader) {
    struct location location = asm_location(reader->parser);
    const char *word;
    if (!parse_any_keyword(reader->parser, &word)) {
        return false;
    }
    if (!is_exponent_mantissa(word)) {
        return asm_error_at(reader->parser, location,
                            "expected exponent mantissa in format e#m#, saw %s", word);
    }
    const char *digits = word + 1;
    long exponent = read_bits(&digits);
    if (exponent < 0) {
        return asm_error_at(reader->parser, location, "unable to parse exponent '%.*s'",
                            (int)(digits - word - 1), word + 1);
    }
    const char *begin = ++digits;
    long mantissa = read_bits(&digits);
    if (mantissa < 0) {
        return asm_error_at(reader->parser, location, "unable to parse mantissa '%s'", begin);
    }
    struct context *context = asm_context(reader->parser);
    const struct type *i32 = type_integer(context, 32, SIGNLESS);
    form_set(reader->state, reader->parser, "exponent_bits", attr_integer(context, i32, exponent));
    form_set(reader->state, reader->parser, "mantissa_bits", attr_integer(context, i32, mantissa));
    return true;
}

static void print_exponent_mantissa(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, "e%lldm%lld", (long long)op_int(op, "exponent_bits", 0),
             (long long)op_int(op, "mantissa_bits", 0));
}

/* --- products: `batching_dims = [0] x [0], contracting_dims = [1] x [0]` ---------------------- */

static bool parse_dim_pair(struct asm_parser *parser, struct int_list *lhs, struct int_list *rhs) {
    return parse_token(parser, "=") && form_parse_ints(parser, lhs) && parse_keyword(parser, "x") &&
           form_parse_ints(parser, rhs);
}

static bool parse_dot_dims(struct form_reader *reader) {
    struct dot_dims dims = {0};
    if (optional_keyword(reader->parser, "batching_dims") &&
        (!parse_dim_pair(reader->parser, &dims.lhs_batching, &dims.rhs_batching) ||
         !parse_token(reader->parser, ","))) {
        return false;
    }
    if (!parse_keyword(reader->parser, "contracting_dims") ||
        !parse_dim_pair(reader->parser, &dims.lhs_contracting, &dims.rhs_contracting)) {
        return false;
    }
    form_set(reader->state, reader->parser, "dot_dimension_numbers",
             attr_dot_dims(asm_context(reader->parser), &dims));
    return true;
}

static void print_dim_pair(struct asm_printer *printer, const char *name, struct int_list lhs,
                           struct int_list rhs) {
    asm_text(printer, "%s = [", name);
    print_ints(printer, lhs);
    asm_text(printer, "] x [");
    print_ints(printer, rhs);
    asm_text(printer, "]");
}

static void print_dot_dims(struct asm_printer *printer, const struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    if (dims->lhs_batching.count || dims->rhs_batching.count) {
        print_dim_pair(printer, "batching_dims", dims->lhs_batching, dims->rhs_batching);
        asm_text(printer, ", ");
    }
    print_dim_pair(printer, "contracting_dims", dims->lhs_contracting, dims->rhs_contracting);
}

/* --- `, precision = [DEFAULT, DEFAULT]`, `, algorithm = <...>` -------------------------------- */

typedef VECTOR(const struct attr *) attr_vector;

static bool parse_precision_item(struct asm_parser *parser, void *data) {
    const struct attr *precision;
    if (!parse_attr_body(parser, &attr_precision, &precision)) {
        return false;
    }
    *vector_push((attr_vector *)data) = precision;
    return true;
}

static bool parse_precision_list(struct form_reader *reader) {
    attr_vector items = {0};
    bool good = parse_token(reader->parser, "=") &&
                parse_list(reader->parser, "[", "]", parse_precision_item, &items);
    if (good) {
        form_set(reader->state, reader->parser, "precision_config",
                 attr_array(asm_context(reader->parser), (uint32_t)items.count, items.items));
    }
    vector_free(&items);
    return good;
}

static bool parse_precision(struct form_reader *reader) {
    if (!optional_token(reader->parser, ",")) {
        return true;
    }
    return parse_keyword(reader->parser, "precision") && parse_precision_list(reader);
}

static bool parse_precision_and_algorithm(struct form_reader *reader) {
    struct asm_parser *parser = reader->parser;
    if (!optional_token(parser, ",")) {
        return true;
    }
    if (!optional_keyword(parser, "algorithm")) {
        if (!parse_keyword(parser, "precision") || !parse_precision_list(reader)) {
            return false;
        }
        if (!optional_token(parser, ",")) {
            return true;
        }
        if (!parse_keyword(parser, "algorithm")) {
            return false;
        }
    }
    const struct attr *algorithm;
    bool good =
        parse_token(parser, "=") && parse_attr_body(parser, &attr_dot_algorithm, &algorithm);
    if (good) {
        form_set(reader->state, parser, "algorithm", algorithm);
    }
    return good;
}

static void print_precision(struct asm_printer *printer, const struct op *op) {
    const struct attr *precision = op_property(op, "precision_config");
    if (!precision) {
        return;
    }
    asm_text(printer, ", precision = [");
    for (uint32_t i = 0; i < precision->count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        precision->items[i]->def->print(printer, precision->items[i]);
    }
    asm_text(printer, "]");
}

static void print_precision_and_algorithm(struct asm_printer *printer, const struct op *op) {
    print_precision(printer, op);
    const struct attr *algorithm = op_property(op, "algorithm");
    if (algorithm) {
        asm_text(printer, ", algorithm = ");
        algorithm->def->print(printer, algorithm);
    }
}

/* --- convolutions ----------------------------------------------------------------------------- */

static bool parse_conv_dims(struct form_reader *reader) {
    struct conv_dims dims = {0};
    if (!conv_dims_parse(reader->parser, &dims)) {
        return false;
    }
    form_set(reader->state, reader->parser, "dimension_numbers",
             attr_conv_dims(asm_context(reader->parser), &dims));
    return true;
}

static void print_conv_dims(struct asm_printer *printer, const struct op *op) {
    conv_dims_print(printer, attr_as_conv(op_property(op, "dimension_numbers")));
}

static const struct {
    const char *word, *name;
} window_words[] = {
    {"stride", "window_strides"},   {"pad", "padding"},
    {"lhs_dilate", "lhs_dilation"}, {"rhs_dilate", "rhs_dilation"},
    {"reverse", "window_reversal"},
};
#define WINDOW_WORDS (sizeof window_words / sizeof *window_words)

static bool parse_pad_pair(struct asm_parser *parser, void *data) {
    VECTOR(int64_t) *values = data;
    uint32_t count;
    const int64_t *pair;
    if (!parse_int_list(parser, "[", "]", false, &count, &pair)) {
        return false;
    }
    if (count != 2) {
        return asm_error(parser, "Expected array with 2 elements, got %u elements instead", count);
    }
    *vector_push(values) = pair[0];
    *vector_push(values) = pair[1];
    return true;
}

static bool parse_pad(struct form_reader *reader) {
    VECTOR(int64_t) values = {0};
    struct context *context = asm_context(reader->parser);
    bool good = parse_list(reader->parser, "[", "]", parse_pad_pair, &values);
    if (good) {
        int64_t dims[2] = {(int64_t)values.count / 2, 2};
        bool splat = values.count > 0;
        for (size_t i = 1; i < values.count; i++) {
            splat = splat && values.items[i] == values.items[0];
        }
        const struct type *type =
            type_tensor(context, type_integer(context, 64, SIGNLESS), 2, dims, NULL);
        size_t bytes = (splat ? 1 : values.count) * sizeof(int64_t);
        form_set(reader->state, reader->parser, "padding",
                 attr_dense(context, type, values.items, bytes, splat));
    }
    vector_free(&values);
    return good;
}

static bool parse_reversal_item(struct asm_parser *parser, void *data) {
    VECTOR(uint8_t) *values = data;
    int64_t number;
    if (optional_keyword(parser, "true")) {
        *vector_push(values) = 1;
    } else if (optional_keyword(parser, "false")) {
        *vector_push(values) = 0;
    } else if (parse_integer(parser, &number)) {
        *vector_push(values) = number != 0;
    } else {
        return false;
    }
    return true;
}

static bool parse_reversal(struct form_reader *reader) {
    VECTOR(uint8_t) values = {0};
    struct context *context = asm_context(reader->parser);
    bool good = parse_list(reader->parser, "[", "]", parse_reversal_item, &values);
    if (good) {
        form_set(reader->state, reader->parser, "window_reversal",
                 attr_dense_array(context, type_integer(context, 1, SIGNLESS),
                                  (uint32_t)values.count, values.items));
    }
    vector_free(&values);
    return good;
}

static bool parse_window_value(struct form_reader *reader, size_t which) {
    uint32_t count;
    const int64_t *items;
    if (strcmp(window_words[which].word, "pad") == 0) {
        return parse_pad(reader);
    }
    if (strcmp(window_words[which].word, "reverse") == 0) {
        return parse_reversal(reader);
    }
    if (!parse_int_list(reader->parser, "[", "]", false, &count, &items)) {
        return false;
    }
    set_ints(reader, window_words[which].name, count, items);
    return true;
}

static bool parse_window(struct form_reader *reader) {
    bool seen[WINDOW_WORDS] = {false};
    const char *word;
    struct location location = asm_location(reader->parser);
    while (optional_any_keyword(reader->parser, &word)) {
        size_t which = 0;
        while (which < WINDOW_WORDS && strcmp(window_words[which].word, word) != 0) {
            which++;
        }
        if (which == WINDOW_WORDS || seen[which]) {
            return asm_error_at(reader->parser, location, "Unexpected keyword %s", word);
        }
        seen[which] = true;
        if (!parse_token(reader->parser, "=") || !parse_window_value(reader, which)) {
            return false;
        }
        if (!optional_token(reader->parser, ",")) {
            break;
        }
        location = asm_location(reader->parser);
    }
    return true;
}

static void print_pad(struct asm_printer *printer, struct int_list values) {
    for (uint32_t i = 0; i + 1 < values.count; i += 2) {
        asm_text(printer, "%s[%lld, %lld]", i ? ", " : "", (long long)values.items[i],
                 (long long)values.items[i + 1]);
    }
}

static void print_window(struct asm_printer *printer, const struct op *op) {
    const char *separator = "";
    for (size_t which = 0; which < WINDOW_WORDS; which++) {
        const char *name = window_words[which].name, *word = window_words[which].word;
        if (!op_property(op, name)) {
            continue;
        }
        struct int_list values = op_ints(op, name);
        asm_text(printer, "%s%s = [", separator, word);
        if (strcmp(word, "pad") == 0) {
            print_pad(printer, values);
        } else if (strcmp(word, "reverse") == 0) {
            for (uint32_t i = 0; i < values.count; i++) {
                asm_text(printer, "%s%s", i ? ", " : "", values.items[i] ? "true" : "false");
            }
        } else {
            print_ints(printer, values);
        }
        asm_text(printer, "]");
        separator = ", ";
    }
}

/* --- @target of a custom call; regions of a composite ----------------------------------------- */

static bool parse_target(struct form_reader *reader) {
    const char *name;
    if (!parse_symbol(reader->parser, &name)) {
        return false;
    }
    form_set(reader->state, reader->parser, "call_target_name",
             attr_string(asm_context(reader->parser), name, strlen(name)));
    return true;
}

static void print_target(struct asm_printer *printer, const struct op *op) {
    asm_symbol(printer, op_property(op, "call_target_name")->text);
}

static bool parse_optional_regions(struct form_reader *reader) {
    if (!optional_token(reader->parser, "(")) {
        return true;
    }
    do {
        if (!parse_region(reader->parser, reader->state, 0, NULL)) {
            return false;
        }
    } while (optional_token(reader->parser, ","));
    return parse_token(reader->parser, ")");
}

static void print_optional_regions(struct asm_printer *printer, const struct op *op) {
    if (op->region_count == 0) {
        return;
    }
    asm_text(printer, " (");
    for (uint32_t i = 0; i < op->region_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_region(printer, &op->regions[i], true, true);
    }
    asm_text(printer, ")");
}

const struct form_piece form_attr_pieces[] = {
    {.name = "inputs", .parse = parse_inputs, .print = print_inputs},
    {.name = "start_indices",
     .parse = parse_start_indices,
     .print = print_start_indices,
     .tight = true},
    {.name = "slice_ranges",
     .parse = parse_slice_ranges,
     .print = print_slice_ranges,
     .attrs = {"start_indices", "limit_indices", "strides"}},
    {.name = "exponent_mantissa",
     .parse = parse_exponent_mantissa,
     .print = print_exponent_mantissa,
     .attrs = {"exponent_bits", "mantissa_bits"}},
    {.name = "dot_dims",
     .parse = parse_dot_dims,
     .print = print_dot_dims,
     .attrs = {"dot_dimension_numbers"}},
    {.name = "precision",
     .parse = parse_precision,
     .print = print_precision,
     .tight = true,
     .attrs = {"precision_config"}},
    {.name = "precision_and_algorithm",
     .parse = parse_precision_and_algorithm,
     .print = print_precision_and_algorithm,
     .tight = true,
     .attrs = {"precision_config", "algorithm"}},
    {.name = "conv_dims",
     .parse = parse_conv_dims,
     .print = print_conv_dims,
     .attrs = {"dimension_numbers"}},
    {.name = "window",
     .parse = parse_window,
     .print = print_window,
     .attrs = {"window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"}},
    {.name = "target", .parse = parse_target, .print = print_target, .attrs = {"call_target_name"}},
    {.name = "optional_regions",
     .parse = parse_optional_regions,
     .print = print_optional_regions,
     .tight = true},
    {0},
};
