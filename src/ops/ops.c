/* The table of operations and of attributes. */
#include <string.h>

#include "ops/hooks.h"

#define OP(id, name, definition) extern const struct op_def definition;
#include "ops/ops.def"
#undef OP

const struct op_def *const op_table[OP_COUNT_] = {
#define OP(id, name, definition) &definition,
#include "ops/ops.def"
#undef OP
};

#define ATTR(name, definition) extern const struct attr_def definition;
#include "ops/attrs.def"
#undef ATTR

static const struct attr_def *const attr_table[] = {
#define ATTR(name, definition) &definition,
#include "ops/attrs.def"
#undef ATTR
};
#define ATTR_TABLE_COUNT (sizeof attr_table / sizeof *attr_table)

const struct op_value_def no_values[1] = {{0}};
const struct op_attr_def no_attrs[1] = {{0}};

const struct op_def op_unregistered = {
    .name = "",
    .summary = "an operation that sdyc does not know: kept as it is",
    .operands = OPERANDS({"operands", VALUE_ANY, OP_MANY}),
    .results = RESULTS({"results", VALUE_ANY, OP_MANY}),
    .regions = {0, OP_VARIADIC},
    .attrs = no_attrs,
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};

const struct op_def *op_def_find(const char *name) {
    size_t low = 0, high = OP_COUNT_;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(op_table[middle]->name, name);
        if (order == 0) {
            return op_table[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

const struct attr_def *attr_def_at(size_t index) {
    return index < ATTR_TABLE_COUNT ? attr_table[index] : NULL;
}

const struct attr_def *attr_def_find(const char *name) {
    for (size_t i = 0; i < ATTR_TABLE_COUNT; i++) {
        if (strcmp(attr_table[i]->name, name) == 0) {
            return attr_table[i];
        }
    }
    return NULL;
}

bool dialect_is_known(const char *dialect, size_t length) {
    for (size_t i = 0; i < OP_COUNT_; i++) {
        if (strncmp(op_table[i]->name, dialect, length) == 0 && op_table[i]->name[length] == '.') {
            return true;
        }
    }
    return length == 4 && memcmp(dialect, "vhlo", 4) == 0;
}

struct op_count op_values_count(const struct op_value_def *values) {
    struct op_count count = {0, 0};
    for (; values->name; values++) {
        count.least += values->count == OP_ONE;
        if (values->count == OP_MANY || count.most == OP_VARIADIC) {
            count.most = OP_VARIADIC;
        } else {
            count.most++;
        }
    }
    return count;
}

static const char *check_hooks(const struct op_def *def) {
    if (!def->summary || !def->operands || !def->results || !def->attrs) {
        return "a list is missing";
    }
    if (!def->parse || !def->print || !def->verify || !def->infer) {
        return "a language hook is missing";
    }
    if (!def->rule || !def->emit || !def->canonicalize || !def->bound || !def->fill ||
        !def->reify || !def->fold || !def->flops || !def->traffic) {
        return "a stage hook is missing";
    }
    if ((def->parse == parse_by_form) != (def->form != NULL)) {
        return "form and parse hook disagree";
    }
    for (const struct op_attr_def *attr = def->attrs; attr->name; attr++) {
        if (attr->dialect_attr && !attr_def_find(attr->dialect_attr)) {
            return "an attribute is of a kind that attrs.def does not have";
        }
    }
    return NULL;
}

const char *ops_selfcheck(void) {
    static const char *const names[] = {
#define OP(id, name, definition) name,
#include "ops/ops.def"
#undef OP
    };
    for (size_t i = 0; i < OP_COUNT_; i++) {
        if (strcmp(names[i], op_table[i]->name) != 0) {
            return names[i];
        }
        if (i > 0 && strcmp(names[i - 1], names[i]) >= 0) {
            return names[i];
        }
        const char *fault = check_hooks(op_table[i]);
        if (fault) {
            return fault;
        }
    }
    return NULL;
}
