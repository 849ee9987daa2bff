/* The text of sharding rules: factors are i, j, ..., z, z_1, z_2, ... */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ir/asm.h"
#include "sharding/payloads.h"
#include "sharding/rule.h"

/* --- writing ---------------------------------------------------------------------------------- */

static void print_factor(struct asm_printer *printer, uint32_t factor) {
    char text[FACTOR_TEXT];
    asm_text(printer, "%s", factor_spell(text, factor));
}

static void print_tensors(struct asm_printer *printer, const struct rule_tensor *tensors,
                          uint32_t count) {
    asm_text(printer, "(");
    for (uint32_t t = 0; t < count; t++) {
        asm_text(printer, t == 0 ? "[" : ", [");
        for (uint32_t d = 0; d < tensors[t].rank; d++) {
            asm_text(printer, d == 0 ? "" : ", ");
            for (uint32_t f = 0; f < tensors[t].dims[d].count; f++) {
                print_factor(printer, tensors[t].dims[d].factors[f]);
            }
        }
        asm_text(printer, "]");
    }
    asm_text(printer, ")");
}

static bool factor_is_blocked(const struct rule_factor *factor, enum factor_kind kind) {
    (void)kind;
    return factor->is_blocked;
}

static bool factor_has_kind(const struct rule_factor *factor, enum factor_kind kind) {
    return factor->kind == kind;
}

static void print_set(struct asm_printer *printer, const struct sharding_rule *rule,
                      const char *name, enum factor_kind kind,
                      bool (*is_in)(const struct rule_factor *, enum factor_kind)) {
    bool first = true;
    for (uint32_t i = 0; i < rule->factor_count; i++) {
        if (is_in(&rule->factors[i], kind)) {
            asm_text(printer, "%s", first ? " " : ", ");
            if (first) {
                asm_text(printer, "%s={", name);
            }
            print_factor(printer, i);
            first = false;
        }
    }
    asm_text(printer, "%s", first ? "" : "}");
}

static void print_rule(struct asm_printer *printer, const struct attr *attr) {
    const struct sharding_rule *rule = attr_as_rule(attr);
    asm_text(printer, "<");
    print_tensors(printer, rule->tensors, rule->operand_count);
    asm_text(printer, "->");
    print_tensors(printer, rule->tensors + rule->operand_count, rule->result_count);
    for (uint32_t i = 0; i < rule->factor_count; i++) {
        asm_text(printer, i == 0 ? " {" : ", ");
        print_factor(printer, i);
        asm_text(printer, "=%lld", (long long)rule->factors[i].size);
    }
    asm_text(printer, rule->factor_count != 0 ? "}" : "");
    print_set(printer, rule, "reduction", FACTOR_REDUCTION, factor_has_kind);
    print_set(printer, rule, "need_replication", FACTOR_NEED_REPLICATION, factor_has_kind);
    print_set(printer, rule, "permutation", FACTOR_PERMUTATION, factor_has_kind);
    print_set(printer, rule, "blocked_propagation", FACTOR_PASS_THROUGH, factor_is_blocked);
    asm_text(printer, rule->is_custom ? ", custom>" : ">");
}

/* --- reading ---------------------------------------------------------------------------------- */

struct rule_reader {
    struct arena *arena;
    VECTOR(uint32_t) factors;           /* of the dimension being read */
    VECTOR(struct rule_dim) dims;       /* of the tensor being read */
    VECTOR(struct rule_tensor) tensors; /* operands, then results */
    VECTOR(struct rule_factor) sizes;
    int64_t previous; /* factor of the set being read, or -1 */
    enum factor_kind kind;
    bool blocked;
    enum rule_fault set_fault, fault; /* of the set being read; of the sets before */
    uint32_t stray;
};

/* A factor beyond the last of any rule is kept as that one: the constraints report it. */
enum { FACTOR_Z = 'z' - 'i', FACTORS_MAX = 1 << 20 };

/* The number after `z_`, which moves past it. */
static bool read_factor_number(struct asm_parser *parser, struct location location,
                               const char **text, uint32_t *factor) {
    const char *digits = *text + 2;
    int length = (int)strspn(digits, "0123456789");
    if (length == 0) {
        return asm_error_at(parser, location, "expecting integer after 'z_'. Received: '%s'",
                            *text);
    }
    if (digits[0] == '0') {
        return asm_error_at(parser, location,
                            "expecting positive integer without leading zeros. Received: '%.*s'",
                            length, digits);
    }
    errno = 0;
    long long number = strtoll(digits, NULL, 10);
    if (errno == ERANGE) {
        asm_error_at(parser, location, "expecting symbol index <=2^63-1. Received: '%.*s'", length,
                     digits);
    }
    *factor = FACTOR_Z + (uint32_t)(number < FACTORS_MAX ? number : FACTORS_MAX);
    *text = digits + length;
    return true;
}

/* The first factor of `text`, which moves past it. */
static bool read_factor(struct asm_parser *parser, struct location location, const char **text,
                        uint32_t *factor) {
    if (strncmp(*text, "z_", 2) == 0) {
        return read_factor_number(parser, location, text, factor);
    }
    char symbol = **text;
    if (symbol < 'i' || symbol > 'z') {
        *factor = 0;
        return asm_error_at(parser, location, "expecting symbol from 'i' to 'z'. Received: '%c'",
                            symbol);
    }
    *factor = (uint32_t)(symbol - 'i');
    *text += 1;
    return true;
}

/* A dimension may be empty here: the constraints report it. */
static bool read_dim(struct asm_parser *parser, struct rule_reader *reader) {
    struct location location = asm_location(parser);
    const char *text;
    reader->factors.count = 0;
    if (!optional_any_keyword(parser, &text)) {
        text = "";
    }
    while (*text != '\0') {
        if (!read_factor(parser, location, &text, vector_push(&reader->factors))) {
            return false;
        }
    }
    *vector_push(&reader->dims) = (struct rule_dim){
        .count = (uint32_t)reader->factors.count,
        .factors = arena_copy(reader->arena, reader->factors.items,
                              reader->factors.count * sizeof(uint32_t)),
    };
    return true;
}

/* [i, jk] */
static bool read_tensor(struct asm_parser *parser, struct rule_reader *reader) {
    reader->dims.count = 0;
    if (!parse_token(parser, "[")) {
        return false;
    }
    if (!optional_token(parser, "]")) {
        do {
            if (!read_dim(parser, reader)) {
                return asm_spoilt(parser, "Sdy_TensorMapping", "dim_mappings",
                                  "::llvm::ArrayRef<DimMappingAttr>");
            }
        } while (optional_token(parser, ","));
        if (!parse_token(parser, "]")) {
            return false;
        }
    }
    *vector_push(&reader->tensors) = (struct rule_tensor){
        .rank = (uint32_t)reader->dims.count,
        .dims = arena_copy(reader->arena, reader->dims.items,
                           reader->dims.count * sizeof(struct rule_dim)),
    };
    return true;
}

/* ([i, j], [j]) */
static bool read_tensors(struct asm_parser *parser, struct rule_reader *reader, const char *part,
                         uint32_t *count) {
    size_t first = reader->tensors.count;
    if (!parse_token(parser, "(")) {
        return false;
    }
    do {
        if (!read_tensor(parser, reader)) {
            return asm_spoilt(parser, "Sdy_OpShardingRule", part,
                              "::llvm::ArrayRef<TensorMappingAttr>");
        }
    } while (optional_token(parser, ","));
    *count = (uint32_t)(reader->tensors.count - first);
    return parse_token(parser, ")");
}

/* i=8 */
static bool read_size(struct asm_parser *parser, void *data) {
    struct rule_reader *reader = data;
    struct location location = asm_location(parser);
    const char *text;
    uint32_t factor = 0;
    if (!parse_any_keyword(parser, &text) || !read_factor(parser, location, &text, &factor)) {
        return false;
    }
    if (factor != reader->sizes.count) {
        char wanted[FACTOR_TEXT], found[FACTOR_TEXT];
        return asm_error_at(parser, location,
                            "expecting factor indices to be ordered like an iota ([0,1,2,...], "
                            "e.g. {i=#, j=#, ...}). Expecting factor index symbol '%s', "
                            "received: '%s'",
                            factor_spell(wanted, (uint32_t)reader->sizes.count),
                            factor_spell(found, factor));
    }
    if (*text != '\0') {
        return asm_error_at(parser, location, "expecting single factor symbol: %s", text);
    }
    struct rule_factor *size = vector_push(&reader->sizes);
    return parse_token(parser, "=") && parse_integer(parser, &size->size);
}

static void set_fault(struct rule_reader *reader, enum rule_fault fault) {
    if (reader->set_fault == RULE_SOUND || fault < reader->set_fault) {
        reader->set_fault = fault;
    }
}

/* One factor of a set, which should be sorted, known, and of no other kind. */
static bool read_member(struct asm_parser *parser, void *data) {
    struct rule_reader *reader = data;
    struct location location = asm_location(parser);
    const char *text;
    uint32_t factor = 0;
    if (!parse_any_keyword(parser, &text) || !read_factor(parser, location, &text, &factor)) {
        return false;
    }
    if (factor <= reader->previous) {
        set_fault(reader, factor < reader->previous ? RULE_UNSORTED : RULE_REPEATED);
    }
    reader->previous = factor;
    if (factor >= reader->sizes.count) {
        set_fault(reader, RULE_STRAY);
        return true;
    }
    struct rule_factor *item = &reader->sizes.items[factor];
    if (!reader->blocked && item->kind != FACTOR_PASS_THROUGH && item->kind != reader->kind &&
        reader->fault == RULE_SOUND) {
        reader->fault = RULE_OVERLAP;
    }
    item->is_blocked |= reader->blocked;
    item->kind = reader->blocked ? item->kind : reader->kind;
    return true;
}

/* `name={i, j}`, where it is there. */
static bool read_set(struct asm_parser *parser, struct rule_reader *reader, const char *name,
                     enum factor_kind kind, bool blocked) {
    if (!optional_keyword(parser, name)) {
        return true;
    }
    reader->previous = -1;
    reader->kind = kind;
    reader->blocked = blocked;
    reader->set_fault = RULE_SOUND;
    if (!parse_token(parser, "=") || !parse_list(parser, "{", "}", read_member, reader)) {
        return false;
    }
    if (reader->set_fault != RULE_SOUND &&
        (reader->fault == RULE_SOUND || (reader->fault == RULE_OVERLAP && !blocked))) {
        reader->fault = reader->set_fault;
        reader->stray = (uint32_t)reader->previous;
    }
    return true;
}

static bool read_body(struct asm_parser *parser, struct rule_reader *reader,
                      struct sharding_rule *rule) {
    if (!parse_token(parser, "<") ||
        !read_tensors(parser, reader, "operand_mappings", &rule->operand_count) ||
        !parse_token(parser, "->") ||
        !read_tensors(parser, reader, "result_mappings", &rule->result_count) ||
        (peek_token(parser, "{") && !parse_list(parser, "{", "}", read_size, reader)) ||
        !read_set(parser, reader, "reduction", FACTOR_REDUCTION, false) ||
        !read_set(parser, reader, "need_replication", FACTOR_NEED_REPLICATION, false) ||
        !read_set(parser, reader, "permutation", FACTOR_PERMUTATION, false) ||
        !read_set(parser, reader, "blocked_propagation", FACTOR_PASS_THROUGH, true)) {
        return false;
    }
    rule->is_custom = optional_token(parser, ",");
    return (!rule->is_custom || parse_keyword(parser, "custom")) && parse_token(parser, ">");
}

static const struct attr *parse_rule(struct asm_parser *parser, const struct attr_def *def) {
    (void)def;
    struct rule_reader reader = {.arena = asm_context(parser)->arena};
    struct sharding_rule rule = {0};
    const struct attr *attr = NULL;
    if (read_body(parser, &reader, &rule)) {
        rule.factor_count = (uint32_t)reader.sizes.count;
        rule.factors = reader.sizes.items;
        rule.tensors = reader.tensors.items;
        rule.fault = reader.fault;
        rule.stray = reader.stray;
        attr = sharding_rule_attr(asm_context(parser), &rule);
    }
    vector_free(&reader.factors);
    vector_free(&reader.dims);
    vector_free(&reader.tensors);
    vector_free(&reader.sizes);
    return attr;
}

const struct attr_def attr_sharding_rule = {
    .name = "sdy.op_sharding_rule",
    .mnemonic = "op_sharding_rule",
    .parse = parse_rule,
    .print = print_rule,
    .payload = rule_payload,
};
