/* einsum and unary_einsum: diagonals where an operand repeats a label, sums
 * over labels that nothing else has, a product, and a transpose. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "ops/expand_builder.h"
#include "ops/verify/fault.h"
#include "transforms/chlo/expression.h"

/* A label for each dimension: letters; dimensions of an ellipsis count from ELLIPSIS at the
 * last. */
enum { ELLIPSIS = UCHAR_MAX + 1 };
struct labels {
    uint32_t count;
    int64_t items[MAX_RANK];
};

static bool has_label(const struct labels *labels, int64_t label) {
    for (uint32_t i = 0; i < labels->count; i++) {
        if (labels->items[i] == label) {
            return true;
        }
    }
    return false;
}

static uint32_t place_of(const struct labels *labels, int64_t label) {
    uint32_t i = 0;
    while (labels->items[i] != label) {
        i++;
    }
    return i;
}

/* The labels at `*text` up to the next comma or arrow, for a tensor of this rank. */
static bool read_labels(const char **text, uint32_t rank, struct labels *labels) {
    const char *at = *text, *end = at + strcspn(at, ",-");
    const char *dots = strstr(at, "...");
    uint32_t written = 0;
    for (const char *c = at; c < end; c++) {
        written += isalpha((unsigned char)*c) != 0;
    }
    if (written > rank || (!(dots && dots < end) && written < rank)) {
        return false;
    }
    labels->count = 0;
    for (; at < end; at++) {
        if (at == dots) {
            for (uint32_t i = rank - written; i > 0; i--) {
                labels->items[labels->count++] = ELLIPSIS + i;
            }
            at += 2;
        } else if (isalpha((unsigned char)*at)) {
            labels->items[labels->count++] = *at;
        } else if (*at != ' ') {
            return false;
        }
    }
    *text = end;
    return true;
}

struct einsum {
    struct formula *formula;
    uint32_t operands;
    struct labels operand[2], result;
    struct value *value[2];
};

static bool read_equation(struct einsum *e) {
    const struct op *op = e->formula->op;
    const char *text = op_property(op, "einsum_config")->text;
    e->operands = op->operand_count;
    for (uint32_t i = 0; i < e->operands; i++) {
        e->value[i] = op_operand(op, i);
        if (!read_labels(&text, e->value[i]->type->rank, &e->operand[i])) {
            return false;
        }
        text += *text == ',' && i + 1 < e->operands;
    }
    if (strncmp(text, "->", 2) != 0) {
        return false;
    }
    text += 2;
    if (!read_labels(&text, op_result(op, 0)->type->rank, &e->result) || *text) {
        return false;
    }
    for (uint32_t i = 0; i < e->result.count; i++) {
        if (!has_label(&e->operand[0], e->result.items[i]) &&
            !(e->operands == 2 && has_label(&e->operand[1], e->result.items[i]))) {
            return false;
        }
    }
    return true;
}

static void drop_dims(struct einsum *e, uint32_t i, uint32_t count, const int64_t *dims) {
    struct labels kept = {0};
    for (uint32_t d = 0, next = 0; d < e->operand[i].count; d++) {
        if (next < count && dims[next] == d) {
            next++;
        } else {
            kept.items[kept.count++] = e->operand[i].items[d];
        }
    }
    e->value[i] = build_sum(&e->formula->at, e->value[i], count, dims);
    e->operand[i] = kept;
}

/* Zero where the coordinates of the two dimensions differ: summing over one leaves the diagonal. */
static void take_diagonal(struct einsum *e, uint32_t i, int64_t first, int64_t second) {
    struct builder *at = &e->formula->at;
    const struct type *type = e->value[i]->type;
    const struct type *i32 = type_integer(at->module->context, 32, SIGNLESS);
    const struct type *numbers = type_with_element(at->module->context, type, i32);
    expr x = known(e->formula, e->value[i]);
    expr a = known(e->formula, build_iota(at, numbers, first));
    expr b = known(e->formula, build_iota(at, numbers, second));
    e->value[i] = value_of(choose(equal(a, b), x, number(x, 0)));
    drop_dims(e, i, 1, &second);
}

static void take_diagonals(struct einsum *e, uint32_t i) {
    for (uint32_t d = 0; d < e->operand[i].count; d++) {
        uint32_t first = place_of(&e->operand[i], e->operand[i].items[d]);
        if (first != d) {
            take_diagonal(e, i, first, d);
            d--;
        }
    }
}

/* Over labels that neither the result nor the other operand has. */
static void sum_alone(struct einsum *e, uint32_t i) {
    int64_t dims[MAX_RANK];
    uint32_t count = 0;
    for (uint32_t d = 0; d < e->operand[i].count; d++) {
        int64_t label = e->operand[i].items[d];
        bool elsewhere = has_label(&e->result, label) ||
                         (e->operands == 2 && has_label(&e->operand[1 - i], label));
        if (!elsewhere) {
            dims[count++] = d;
        }
    }
    if (count > 0) {
        drop_dims(e, i, count, dims);
    }
}

static bool sizes_agree(const struct einsum *e) {
    for (uint32_t d = 0; d < e->operand[0].count; d++) {
        int64_t label = e->operand[0].items[d];
        if (has_label(&e->operand[1], label) &&
            e->value[0]->type->dims[d] !=
                e->value[1]->type->dims[place_of(&e->operand[1], label)]) {
            return false;
        }
    }
    return true;
}

static void add_free(const struct einsum *e, uint32_t i, struct labels *labels, int64_t *dims) {
    for (uint32_t d = 0; d < e->operand[i].count; d++) {
        if (!has_label(&e->operand[1 - i], e->operand[i].items[d])) {
            dims[labels->count] = e->value[i]->type->dims[d];
            labels->items[labels->count++] = e->operand[i].items[d];
        }
    }
}

/* The product of the operands; its labels become those of operand 0. */
static void multiply(struct einsum *e) {
    struct module *module = e->formula->at.module;
    int64_t batch[2][MAX_RANK], fold[2][MAX_RANK], dims[MAX_RANK];
    uint32_t folds = 0;
    struct labels labels = {0};
    for (uint32_t d = 0; d < e->operand[0].count; d++) {
        int64_t label = e->operand[0].items[d];
        if (!has_label(&e->operand[1], label)) {
            continue;
        }
        bool stays = has_label(&e->result, label);
        (stays ? batch[0] : fold[0])[stays ? labels.count : folds] = d;
        (stays ? batch[1] : fold[1])[stays ? labels.count : folds] =
            place_of(&e->operand[1], label);
        if (stays) {
            dims[labels.count] = e->value[0]->type->dims[d];
            labels.items[labels.count++] = label;
        } else {
            folds++;
        }
    }
    struct dot_dims numbers = {
        {batch[0], labels.count}, {batch[1], labels.count}, {fold[0], folds}, {fold[1], folds}};
    add_free(e, 0, &labels, dims);
    add_free(e, 1, &labels, dims);
    const struct type *type =
        type_tensor(module->context, type_element(op_result(e->formula->op, 0)->type), labels.count,
                    dims, NULL);
    struct op *dot = build_row(&e->formula->at, OP_DOT_GENERAL, 2, e->value, 1, &type, 0);
    op_set_property(module, dot, "dot_dimension_numbers", attr_dot_dims(module->context, &numbers));
    e->value[0] = op_result(dot, 0);
    e->operand[0] = labels;
}

bool expand_einsum(struct formula *formula) {
    struct einsum e = {.formula = formula};
    if (!read_equation(&e)) {
        return op_fault(formula->op, formula->at.module->context,
                        "has the equation '%s', which does not fit its operands and result",
                        op_property(formula->op, "einsum_config")->text);
    }
    for (uint32_t i = 0; i < e.operands; i++) {
        take_diagonals(&e, i);
        sum_alone(&e, i);
    }
    if (e.operands == 2) {
        if (!sizes_agree(&e)) {
            return op_fault(formula->op, formula->at.module->context,
                            "has dimensions of different sizes under one label");
        }
        multiply(&e);
    }
    int64_t permutation[MAX_RANK];
    bool in_order = true;
    for (uint32_t d = 0; d < e.result.count; d++) {
        permutation[d] = place_of(&e.operand[0], e.result.items[d]);
        in_order = in_order && permutation[d] == d;
    }
    struct value *result =
        in_order ? e.value[0] : build_transpose(&formula->at, e.value[0], permutation);
    return replace_with_value(formula, result);
}
