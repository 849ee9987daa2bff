/* Sharding rules as interned attributes: words and constraints. */
#include "sharding/rule.h"

#include <string.h>

#include "sharding/payloads.h"

/* --- words ------------------------------------------------------------------------------------ */

static size_t word_count(const struct sharding_rule *rule) {
    size_t count = 6 + 2 * (size_t)rule->factor_count;
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        const struct rule_tensor *tensor = &rule->tensors[t];
        count += 1 + (size_t)tensor->rank;
        for (uint32_t d = 0; d < tensor->rank; d++) {
            count += tensor->dims[d].count;
        }
    }
    return count;
}

static int64_t *put_tensor(int64_t *next, const struct rule_tensor *tensor) {
    *next++ = tensor->rank;
    for (uint32_t d = 0; d < tensor->rank; d++) {
        *next++ = tensor->dims[d].count;
        for (uint32_t f = 0; f < tensor->dims[d].count; f++) {
            *next++ = tensor->dims[d].factors[f];
        }
    }
    return next;
}

static void put_rule(int64_t *next, const struct sharding_rule *rule) {
    *next++ = rule->is_custom;
    *next++ = rule->fault;
    *next++ = rule->stray;
    *next++ = rule->factor_count;
    for (uint32_t i = 0; i < rule->factor_count; i++) {
        *next++ = rule->factors[i].size;
        *next++ = (int64_t)rule->factors[i].kind * 2 + rule->factors[i].is_blocked;
    }
    *next++ = rule->operand_count;
    *next++ = rule->result_count;
    for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
        next = put_tensor(next, &rule->tensors[t]);
    }
}

const struct attr *sharding_rule_attr(struct context *context, const struct sharding_rule *rule) {
    size_t count = word_count(rule);
    int64_t *words = memory_array(count, sizeof *words);
    put_rule(words, rule);
    const struct attr *attr = attr_dialect(context, &attr_sharding_rule, (uint32_t)count, words);
    memory_free(words);
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

const void *rule_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    const int64_t *next = words;
    struct sharding_rule *rule = ARENA_NEW(arena, struct sharding_rule);
    rule->is_custom = *next++ != 0;
    rule->fault = (enum rule_fault) * next++;
    rule->stray = (uint32_t)*next++;
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

bool rule_tensor_find(const struct rule_tensor *tensor, uint32_t factor, uint32_t *dim) {
    for (uint32_t d = 0; d < tensor->rank; d++) {
        for (uint32_t f = 0; f < tensor->dims[d].count; f++) {
            if (tensor->dims[d].factors[f] == factor) {
                *dim = d;
                return true;
            }
        }
    }
    return false;
}

bool rule_tensor_has(const struct rule_tensor *tensor, uint32_t factor) {
    uint32_t dim;
    return rule_tensor_find(tensor, factor, &dim);
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

/* --- constraints ------------------------------------------------------------------------------ */

const char *factor_spell(char text[FACTOR_TEXT], uint32_t factor) {
    enum { LAST_LETTER = 'z' - 'i' };
    if (factor <= LAST_LETTER) {
        snprintf(text, FACTOR_TEXT, "%c", (char)('i' + factor));
    } else {
        snprintf(text, FACTOR_TEXT, "z_%u", factor - LAST_LETTER);
    }
    return text;
}

/* What is checked: the operands of an operation or its results, in turn. */
struct rule_check {
    const struct sharding_rule *rule;
    const struct op *op;
    struct diagnostics *diagnostics;
    bool *used; /* factors of the tensor looked at */
    const char *kind;
    uint32_t index, count; /* of the tensor among those of its kind */
};

static bool tensor_error(const struct rule_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool tensor_error(const struct rule_check *check, const char *format, ...) {
    struct buffer text = {0};
    va_list arguments;
    buffer_printf(&text, "'%s' op %s ", check->op->name, check->kind);
    if (check->count != 1) {
        buffer_printf(&text, "%u ", check->index);
    }
    buffer_add(&text, "- ");
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diag_error(check->diagnostics, check->op->location, "%s", text.text);
    buffer_free(&text);
    return false;
}

/* Known factors, each once in a tensor, and none of size 1 beside others. */
static bool verify_dim(const struct rule_check *check, const struct rule_dim *dim) {
    const struct sharding_rule *rule = check->rule;
    if (dim->count == 0) {
        return tensor_error(check, "dim mapping must have at least one factor");
    }
    for (uint32_t f = 0; f < dim->count; f++) {
        uint32_t factor = dim->factors[f];
        if (factor >= rule->factor_count) {
            return tensor_error(check,
                                "expecting factor indices to be within 0<=...<num_factors; "
                                "received: %u, num_factors: %u",
                                factor, rule->factor_count);
        }
        if (check->used[factor]) {
            return tensor_error(check, "cannot reuse factors for the same tensor value");
        }
        if (rule->factors[factor].size == 1 && dim->count > 1) {
            return tensor_error(check, "dim mapping can't have a factor of size 1 if there are "
                                       "multiple factors");
        }
        check->used[factor] = true;
    }
    return true;
}

static bool verify_tensor(const struct rule_check *check, const struct rule_tensor *tensor,
                          const struct type *type) {
    if (type->kind == TYPE_DIALECT && type->element) {
        type = type->element; /* VHLO's form of a tensor */
    }
    bool is_static = type->kind == TYPE_TENSOR || type->kind == TYPE_MEMREF;
    for (uint32_t i = 0; is_static && i < type->rank; i++) {
        is_static = type->dims[i] != DIM_DYNAMIC;
    }
    if (!is_static) {
        struct buffer text = {0};
        print_type(&text, type);
        tensor_error(check, "expected a ranked tensor with a static shape. type: '%s'", text.text);
        buffer_free(&text);
        return false;
    }
    if (tensor->rank != type->rank) {
        return tensor_error(check, "mapping rank must match: %u != %u", tensor->rank, type->rank);
    }
    for (uint32_t d = 0; d < tensor->rank; d++) {
        if (!verify_dim(check, &tensor->dims[d])) {
            return false;
        }
    }
    return true;
}

/* The operands or the results; `seen` notes the factors of all. */
static bool verify_tensors(struct rule_check *check, const struct rule_tensor *tensors,
                           uint32_t count, bool *seen) {
    const struct op *op = check->op;
    bool is_operand = tensors == check->rule->tensors;
    check->kind = is_operand ? "operand" : "result";
    check->count = is_operand ? op->operand_count : op->result_count;
    if (check->count != count) {
        return diag_error(check->diagnostics, op->location,
                          "'%s' op number of %ss and mappings must match: %u != %u", op->name,
                          check->kind, check->count, count);
    }
    if (count == 0) {
        return diag_error(check->diagnostics, op->location,
                          "'%s' op number of %ss mappings cannot be 0. Op sharding rules can only "
                          "be defined on operations with at least one operand and result.",
                          op->name, check->kind);
    }
    for (check->index = 0; check->index < count; check->index++) {
        uint32_t i = check->index;
        memset(check->used, 0, check->rule->factor_count * sizeof *check->used);
        if (!verify_tensor(check, &tensors[i],
                           is_operand ? op_operand(op, i)->type : op_result(op, i)->type)) {
            return false;
        }
        for (uint32_t f = 0; f < check->rule->factor_count; f++) {
            seen[f] |= check->used[f];
        }
    }
    return true;
}

/* What the text of the rule says wrongly of its special factors. */
static bool report_fault(const struct rule_check *check) {
    const struct sharding_rule *rule = check->rule;
    const char *name = check->op->name;
    struct location location = check->op->location;
    if (rule->fault == RULE_STRAY) {
        return diag_error(check->diagnostics, location,
                          "'%s' op index must be less than %u, got: %u", name, rule->factor_count,
                          rule->stray);
    }
    if (rule->fault == RULE_OVERLAP) {
        return diag_error(check->diagnostics, location,
                          "'%s' op a factor can only be in one of the reduction, need replication, "
                          "or permutation factor sets",
                          name);
    }
    return diag_error(check->diagnostics, location, "'%s' op indices of special factors must be %s",
                      name, rule->fault == RULE_UNSORTED ? "sorted" : "unique");
}

/* Every factor is used, and no reduction is in a result. */
static bool verify_factors(const struct rule_check *check, const bool *in_operands,
                           const bool *in_results) {
    const struct sharding_rule *rule = check->rule;
    const struct op *op = check->op;
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        if (!in_operands[f] && !in_results[f]) {
            char name[FACTOR_TEXT];
            return diag_error(check->diagnostics, op->location,
                              "'%s' op has factor %s=%lld that isn't used in operand and result "
                              "mappings",
                              op->name, factor_spell(name, f), (long long)rule->factors[f].size);
        }
    }
    if (rule->fault != RULE_SOUND) {
        return report_fault(check);
    }
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        if (rule->factors[f].kind == FACTOR_REDUCTION && in_results[f]) {
            return diag_error(check->diagnostics, op->location,
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
                          "OpShardingRuleAttr for attr named 'sdy.sharding_rule'",
                          op->name);
    }
    struct arena *arena = arena_new();
    bool *in_operands = ARENA_ARRAY(arena, bool, rule->factor_count);
    bool *in_results = ARENA_ARRAY(arena, bool, rule->factor_count);
    struct rule_check check = {.rule = rule,
                               .op = op,
                               .diagnostics = diagnostics,
                               .used = ARENA_ARRAY(arena, bool, rule->factor_count)};
    bool ok = verify_tensors(&check, rule->tensors, rule->operand_count, in_operands) &&
              verify_tensors(&check, rule->tensors + rule->operand_count, rule->result_count,
                             in_results) &&
              verify_factors(&check, in_operands, in_results);
    arena_free(arena);
    return ok;
}
