/* Sharding rules as interned attributes: words, text and constraints. */
#include "sharding/rule.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/asm.h"

/* --- words ---------------------------------------------------------------------------------------
 */

struct rule_words {
    int64_t *items;
    size_t count, capacity;
};

static void put(struct rule_words *words, int64_t word) {
    *vector_push(words) = word;
}

const struct attr *sharding_rule_attr(struct context *context, const struct sharding_rule *rule) {
    struct rule_words words = {0};
    put(&words, rule->is_custom);
    put(&words, rule->factor_count);
    for (uint32_t i = 0; i < rule->factor_count; i++) {
        put(&words, rule->factors[i].size);
        put(&words, (int64_t)rule->factors[i].kind * 2 + rule->factors[i].is_blocked);
    }
    put(&words, rule->operand_count);
    put(&words, rule->result_count);
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        const struct rule_tensor *tensor = &rule->tensors[t];
        put(&words, tensor->rank);
        for (uint32_t d = 0; d < tensor->rank; d++) {
            put(&words, tensor->dims[d].count);
            for (uint32_t f = 0; f < tensor->dims[d].count; f++) {
                put(&words, tensor->dims[d].factors[f]);
            }
        }
    }
    const struct attr *attr =
        attr_dialect(context, &attr_sharding_rule, (uint32_t)words.count, words.items);
    vector_free(&words);
    return attr;
}

static struct rule_tensor take_tensor(struct arena *arena, const int64_t **next) {
    struct rule_tensor tensor = {.rank = (uint32_t) * (*next)++};
    struct rule_dim *dims = ARENA_ARRAY(arena, struct rule_dim, tensor.rank);
    for (uint32_t d = 0; d < tensor.rank; d++) {
        dims[d].count = (uint32_t) * (*next)++;
        uint32_t *factors = ARENA_ARRAY(arena, uint32_t, dims[d].count);
        for (uint32_t f = 0; f < dims[d].count; f++) {
            factors[f] = (uint32_t) * (*next)++;
        }
        dims[d].factors = factors;
    }
    tensor.dims = dims;
    return tensor;
}

static const void *rule_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    const int64_t *next = words;
    struct sharding_rule *rule = ARENA_NEW(arena, struct sharding_rule);
    rule->is_custom = *next++ != 0;
    rule->factor_count = (uint32_t)*next++;
    struct rule_factor *factors = ARENA_ARRAY(arena, struct rule_factor, rule->factor_count);
    for (uint32_t i = 0; i < rule->factor_count; i++) {
        factors[i].size = *next++;
        factors[i].kind = (enum factor_kind)(*next / 2);
        factors[i].is_blocked = *next++ % 2 != 0;
    }
    rule->factors = factors;
    rule->operand_count = (uint32_t)*next++;
    rule->result_count = (uint32_t)*next++;
    struct rule_tensor *tensors = ARENA_ARRAY(arena, struct rule_tensor, rule_tensor_count(rule));
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        tensors[t] = take_tensor(arena, &next);
    }
    rule->tensors = tensors;
    return rule;
}

const struct sharding_rule *attr_as_rule(const struct attr *attr) {
    return attr && attr->kind == ATTR_DIALECT && attr->def == &attr_sharding_rule ? attr->payload
                                                                                  : NULL;
}

bool rule_tensor_has(const struct rule_tensor *tensor, uint32_t factor) {
    for (uint32_t d = 0; d < tensor->rank; d++) {
        for (uint32_t f = 0; f < tensor->dims[d].count; f++) {
            if (tensor->dims[d].factors[f] == factor) {
                return true;
            }
        }
    }
    return false;
}

bool rule_is_batching(const struct sharding_rule *rule, uint32_t factor) {
    if (rule->factors[factor].kind != FACTOR_PASS_THROUGH) {
        return false;
    }
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        if (rule->tensors[t].rank != 0 && !rule_tensor_has(&rule->tensors[t], factor)) {
            return false;
        }
    }
    return true;
}

/* --- text: factors are i, j, ..., z, z_1, z_2, ... ----------------------------------------------
 */

enum { FACTOR_Z = 'z' - 'i', FACTORS_MAX = 1 << 20 };

static void print_factor(struct asm_printer *printer, uint32_t factor) {
    if (factor <= FACTOR_Z) {
        asm_text(printer, "%c", (char)('i' + factor));
    } else {
        asm_text(printer, "z_%u", factor - FACTOR_Z);
    }
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

struct rule_reader {
    struct arena *arena;
    struct {
        uint32_t *items;
        size_t count, capacity;
    } factors; /* of the dimension being read */
    struct {
        struct rule_dim *items;
        size_t count, capacity;
    } dims; /* of the tensor being read */
    struct {
        struct rule_tensor *items;
        size_t count, capacity;
    } tensors;
    struct {
        struct rule_factor *items;
        size_t count, capacity;
    } sizes;
};

/* The first factor of `text`, which moves past it. */
static bool read_factor(struct asm_parser *parser, struct location location, const char **text,
                        uint32_t *factor) {
    const char *next = *text;
    if (next[0] < 'i' || next[0] > 'z') {
        return asm_error_at(parser, location, "expecting symbol from 'i' to 'z'. Received: '%c'",
                            next[0]);
    }
    *factor = (uint32_t)(next[0] - 'i');
    next++;
    if (next[-1] == 'z' && next[0] == '_') {
        next++;
        if (!isdigit((unsigned char)next[0])) {
            return asm_error_at(parser, location, "expecting integer after 'z_'. Received: '%s'",
                                *text);
        }
        if (next[0] == '0') {
            return asm_error_at(parser, location,
                                "expecting positive integer without leading zeros. Received: '%s'",
                                next);
        }
        int64_t number = 0;
        for (; isdigit((unsigned char)*next); next++) {
            number = number * 10 + (*next - '0');
            if (number > FACTORS_MAX) {
                return asm_error_at(parser, location, "expecting symbol index <= %d", FACTORS_MAX);
            }
        }
        *factor = FACTOR_Z + (uint32_t)number;
    }
    *text = next;
    return true;
}

static bool read_dim(struct asm_parser *parser, void *data) {
    struct rule_reader *reader = data;
    struct location location = asm_location(parser);
    const char *text;
    if (!parse_any_keyword(parser, &text)) {
        return false;
    }
    reader->factors.count = 0;
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

static bool read_tensor(struct asm_parser *parser, void *data) {
    struct rule_reader *reader = data;
    reader->dims.count = 0;
    if (!parse_list(parser, "[", "]", read_dim, reader)) {
        return false;
    }
    *vector_push(&reader->tensors) = (struct rule_tensor){
        .rank = (uint32_t)reader->dims.count,
        .dims = arena_copy(reader->arena, reader->dims.items,
                           reader->dims.count * sizeof(struct rule_dim)),
    };
    return true;
}

static bool read_size(struct asm_parser *parser, void *data) {
    struct rule_reader *reader = data;
    struct location location = asm_location(parser);
    const char *text;
    uint32_t factor;
    if (!parse_any_keyword(parser, &text) || !read_factor(parser, location, &text, &factor)) {
        return false;
    }
    if (factor != reader->sizes.count) {
        return asm_error_at(parser, location,
                            "expecting factor indices to be ordered like an iota ([0,1,2,...], "
                            "e.g. {i=#, j=#, ...})");
    }
    if (*text != '\0') {
        return asm_error_at(parser, location, "expecting single factor symbol: %s", text);
    }
    struct rule_factor *size = vector_push(&reader->sizes);
    return parse_token(parser, "=") && parse_integer(parser, &size->size);
}

/* `name={i, j}`, where it is there: sorted, known factors of no kind yet. */
static bool read_set(struct asm_parser *parser, struct rule_reader *reader, const char *name,
                     enum factor_kind kind, bool blocked) {
    if (!optional_keyword(parser, name)) {
        return true;
    }
    struct location location = asm_location(parser);
    if (!parse_token(parser, "=") || !parse_token(parser, "{")) {
        return false;
    }
    int64_t previous = -1;
    do {
        const char *text;
        uint32_t factor;
        if (!parse_any_keyword(parser, &text) || !read_factor(parser, location, &text, &factor)) {
            return false;
        }
        if (factor >= reader->sizes.count) {
            return asm_error_at(parser, location, "index must be less than %zu, got: %u",
                                reader->sizes.count, factor);
        }
        if (factor <= previous) {
            return asm_error_at(parser, location, "indices of special factors must be %s",
                                factor == previous ? "unique" : "sorted");
        }
        previous = factor;
        struct rule_factor *item = &reader->sizes.items[factor];
        if (!blocked && item->kind != FACTOR_PASS_THROUGH) {
            return asm_error_at(parser, location,
                                "a factor can only be in one of the reduction, need replication, "
                                "or permutation factor sets");
        }
        item->is_blocked |= blocked;
        item->kind = blocked ? item->kind : kind;
    } while (optional_token(parser, ","));
    return parse_token(parser, "}");
}

static bool read_body(struct asm_parser *parser, struct rule_reader *reader,
                      struct sharding_rule *rule) {
    if (!parse_token(parser, "<") || !parse_list(parser, "(", ")", read_tensor, reader)) {
        return false;
    }
    rule->operand_count = (uint32_t)reader->tensors.count;
    if (!parse_token(parser, "->") || !parse_list(parser, "(", ")", read_tensor, reader)) {
        return false;
    }
    rule->result_count = (uint32_t)reader->tensors.count - rule->operand_count;
    if (peek_token(parser, "{") && !parse_list(parser, "{", "}", read_size, reader)) {
        return false;
    }
    if (!read_set(parser, reader, "reduction", FACTOR_REDUCTION, false) ||
        !read_set(parser, reader, "need_replication", FACTOR_NEED_REPLICATION, false) ||
        !read_set(parser, reader, "permutation", FACTOR_PERMUTATION, false) ||
        !read_set(parser, reader, "blocked_propagation", FACTOR_PASS_THROUGH, true)) {
        return false;
    }
    if (optional_token(parser, ",")) {
        if (!parse_keyword(parser, "custom")) {
            return false;
        }
        rule->is_custom = true;
    }
    return parse_token(parser, ">");
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

/* --- constraints ---------------------------------------------------------------------------------
 */

/* One tensor: known factors, each once, and `used` notes them. */
static const char *tensor_fault(const struct sharding_rule *rule, const struct rule_tensor *tensor,
                                const struct type *type, bool *used) {
    if (type->kind != TYPE_TENSOR || !type_is_static(type)) {
        return "expected a ranked tensor with a static shape";
    }
    if (tensor->rank != type->rank) {
        return "mapping rank must match";
    }
    for (uint32_t d = 0; d < tensor->rank; d++) {
        const struct rule_dim *dim = &tensor->dims[d];
        if (dim->count == 0) {
            return "dim mapping must have at least one factor";
        }
        for (uint32_t f = 0; f < dim->count; f++) {
            uint32_t factor = dim->factors[f];
            if (factor >= rule->factor_count) {
                return "expecting factor indices to be within 0<=...<num_factors";
            }
            if (used[factor]) {
                return "cannot reuse factors for the same tensor value";
            }
            if (rule->factors[factor].size == 1 && dim->count > 1) {
                return "dim mapping can't have a factor of size 1 if there are multiple factors";
            }
            used[factor] = true;
        }
    }
    return NULL;
}

static const struct type *tensor_type(const struct op *op, uint32_t index) {
    return index < op->operand_count ? op_operand(op, index)->type
                                     : op->results[index - op->operand_count].type;
}

/* All tensors; then every factor is used, and no reduction is in a result. */
static bool verify_tensors(const struct sharding_rule *rule, const struct op *op,
                           struct diagnostics *diagnostics, struct arena *arena) {
    bool *in_operands = ARENA_ARRAY(arena, bool, rule->factor_count);
    bool *in_results = ARENA_ARRAY(arena, bool, rule->factor_count);
    bool *used = ARENA_ARRAY(arena, bool, rule->factor_count);
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        bool is_operand = t < rule->operand_count;
        memset(used, 0, rule->factor_count * sizeof *used);
        const char *fault = tensor_fault(rule, &rule->tensors[t], tensor_type(op, t), used);
        if (fault) {
            return diag_error(diagnostics, op->location, "'%s' op %s %u - %s", op->name,
                              is_operand ? "operand" : "result",
                              is_operand ? t : t - rule->operand_count, fault);
        }
        for (uint32_t f = 0; f < rule->factor_count; f++) {
            (is_operand ? in_operands : in_results)[f] |= used[f];
        }
    }
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        if (!in_operands[f] && !in_results[f]) {
            return diag_error(diagnostics, op->location,
                              "'%s' op has factor number %u that isn't used in operand and result "
                              "mappings",
                              op->name, f);
        }
        if (rule->factors[f].kind == FACTOR_REDUCTION && in_results[f]) {
            return diag_error(diagnostics, op->location,
                              "'%s' op reduction factor cannot be in result mappings", op->name);
        }
    }
    return true;
}

bool sharding_rule_verify(const struct attr *attr, const struct op *op,
                          struct diagnostics *diagnostics) {
    const struct sharding_rule *rule = attr_as_rule(attr);
    if (!rule) {
        return diag_error(diagnostics, op->location,
                          "'%s' op should have a sharding rule attribute of type "
                          "OpShardingRuleAttr",
                          op->name);
    }
    if (rule->operand_count != op->operand_count || rule->result_count != op->result_count) {
        return diag_error(diagnostics, op->location,
                          "'%s' op number of operands and results and mappings must match: "
                          "(%u) -> (%u) != (%u) -> (%u)",
                          op->name, op->operand_count, op->result_count, rule->operand_count,
                          rule->result_count);
    }
    if (rule->operand_count == 0 || rule->result_count == 0) {
        return diag_error(diagnostics, op->location,
                          "'%s' op sharding rules can only be defined on operations with at least "
                          "one operand and result",
                          op->name);
    }
    struct arena *arena = arena_new();
    bool ok = verify_tensors(rule, op, diagnostics, arena);
    arena_free(arena);
    return ok;
}
