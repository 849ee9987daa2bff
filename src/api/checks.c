#include "api/checks.h"

#include "api/effects.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/program/program.h"
#include "ir/op_def.h"
#include "value.h"

static const struct {
    const char *name;
    enum check_kind kind;
} kinds[] = {
    {"check.expect_eq", CHECK_EQUAL},         {"check.expect_eq_const", CHECK_EQUAL},
    {"check.expect_almost_eq", CHECK_ALMOST}, {"check.expect_almost_eq_const", CHECK_ALMOST},
    {"check.expect_close", CHECK_CLOSE},      {"check.expect_serialized_eq", CHECK_RECORDED},
};

/* --- taking them out -------------------------------------------------------------------------- */

/* The name of the check that an operation is, itself or by calling it; NULL: none. */
static const char *check_name(const struct op *op, enum check_kind *kind) {
    const struct attr *target = op_attr(op, "call_target_name");
    const char *name = target && target->kind == ATTR_STRING ? target->text : op->name;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *kind = kinds[i].kind;
            return kinds[i].name;
        }
    }
    return NULL;
}

/* Makes a value one more result of the function that `terminator` ends. */
static uint32_t add_result(struct module *module, struct op *terminator, struct value *value) {
    op_append_operand(module, terminator, value);
    return terminator->operand_count - 1;
}

static double real_attr(const struct op *op, const char *name, double otherwise) {
    const struct attr *attr = op_attr(op, name);
    return attr && attr->kind == ATTR_FLOAT ? attr->real : otherwise;
}

static bool check_fault(struct module *module, const struct op *op, const char *fault) {
    return diag_error(module->context->diagnostics, op->location, "'%s' op %s", op->name, fault);
}

/* What the value is compared with: a second operand, or elements in an attribute. */
static bool take_wanted(struct module *module, const struct op *op, struct check *check) {
    const struct attr *value = op_attr(op, "value");
    if (!value) {
        return check->kind == CHECK_RECORDED || op->operand_count >= 2 ||
               check_fault(module, op, "has nothing to compare its operand with");
    }
    check->constant = attr_elements(module->context, value);
    if (!check->constant) {
        return check_fault(module, op, attr_elements_fault(module->arena, value));
    }
    return value->type == op_operand(op, 0)->type ||
           check_fault(module, op, "compares values of different types");
}

static bool extract(struct module *module, struct op *op, struct op *terminator, struct check check,
                    struct checks *checks) {
    if (!take_wanted(module, op, &check)) {
        return false;
    }
    check.location = op->location;
    check.got = add_result(module, terminator, op_operand(op, 0));
    bool is_other = !check.constant && check.kind != CHECK_RECORDED;
    check.want = is_other ? add_result(module, terminator, op_operand(op, 1)) : 0;
    const struct attr *probe = op_attr(op, "probe_id");
    check.probe = probe && probe->kind == ATTR_STRING ? probe->text : "";
    check.iteration = op_int(op, "iteration", 0);
    check.tolerance = real_attr(op, "tolerance", 1e-3);
    check.least = (uint64_t)op_int(op, "min_ulp_difference", 0);
    check.most =
        (uint64_t)op_int(op, "max_ulp_difference", op_attr(op, "call_target_name") ? 3 : 1);
    *vector_push(&checks->list) = check;
    op_erase(op);
    return true;
}

/* Gives the function the type that its terminator has now. */
static void update_type(struct module *module, struct op *function, const struct op *terminator) {
    struct context *context = module->context;
    const struct type *old = op_property(function, "function_type")->type;
    uint32_t count = terminator->operand_count;
    const struct type **results = ARENA_ARRAY(module->arena, const struct type *, count);
    for (uint32_t i = 0; i < count; i++) {
        results[i] = op_operand(terminator, i)->type;
    }
    const struct type *type = type_function(context, old->input_count, old->items, count, results);
    op_set_property(module, function, "function_type", attr_type(context, type));
    const struct attr *attrs = op_property(function, "res_attrs");
    if (attrs) {
        const struct attr **items = ARENA_ARRAY(module->arena, const struct attr *, count);
        for (uint32_t i = 0; i < count; i++) {
            items[i] = i < attrs->count ? attrs->items[i] : attr_dict(context, 0, NULL);
        }
        op_set_property(module, function, "res_attrs", attr_array(context, count, items));
    }
}

bool checks_extract(struct module *module, const char *entry, struct checks *checks) {
    struct op *function = entry_function(module, entry);
    if (!function) {
        return true; /* code generation says what is wrong */
    }
    struct block *block = function->regions[0].first;
    struct op *terminator = block_terminator(block);
    checks->first_result = terminator->operand_count;
    FOR_EACH_OP_SAFE (op, block) {
        struct check check = {0};
        check.name = check_name(op, &check.kind);
        if (check.name && op->operand_count >= 1 &&
            !extract(module, op, terminator, check, checks)) {
            return false;
        }
    }
    if (checks->list.count > 0) {
        update_type(module, function, terminator);
    }
    return true;
}

void checks_free(struct checks *checks) {
    vector_free(&checks->list);
}

/* --- comparing -------------------------------------------------------------------------------- */

static bool is_almost(double got, double want, double tolerance) {
    if (isnan(got) || isnan(want)) {
        return isnan(got) && isnan(want);
    }
    return got == want || fabs(got - want) <= tolerance;
}

/* Units in the last place between two numbers of one float format; the most there can be where one
 * of two that differ is no finite number. */
static uint64_t ulp_difference(const struct sdyrt_part *got, const struct sdyrt_part *want) {
    if (isnan(got->real) && isnan(want->real)) {
        return 0;
    }
    if (!isfinite(got->real) || !isfinite(want->real)) {
        return got->real == want->real ? 0 : UINT64_MAX;
    }
    return got->rank > want->rank ? (uint64_t)got->rank - (uint64_t)want->rank
                                  : (uint64_t)want->rank - (uint64_t)got->rank;
}

static bool is_close(const struct check *check, const struct sdyrt_part *got,
                     const struct sdyrt_part *want) {
    uint64_t apart = ulp_difference(got, want);
    return apart >= check->least && apart <= check->most;
}

static bool part_holds(const struct check *check, const struct sdyrt_part *got,
                       const struct sdyrt_part *want) {
    if (!got->is_real) {
        return got->rank == want->rank;
    }
    switch (check->kind) {
    case CHECK_EQUAL:
    case CHECK_RECORDED:
        return got->real == want->real;
    case CHECK_ALMOST:
        return is_almost(got->real, want->real, check->tolerance);
    case CHECK_CLOSE:
        return is_close(check, got, want);
    }
    return false;
}

static void part_text(char text[32], const struct sdyrt_part *part) {
    if (part->is_real) {
        snprintf(text, 32, "%.9g", part->real);
    } else {
        snprintf(text, 32, "%" PRId64, part->rank);
    }
}

static struct sdyrt_value output_value(const struct program *program, uint32_t index, void *data) {
    const struct argument *argument = &program->outputs[index];
    struct sdyrt_value value = {
        .element = element_info[argument->element].name, .rank = (int)argument->rank, .data = data};
    for (uint32_t d = 0; d < argument->rank && d < SDYRT_RANK; d++) {
        value.dims[d] = argument->dims[d];
    }
    return value;
}

static bool compare(const struct check *check, const struct program *program,
                    const struct sdyrt_value *first, const struct sdyrt_value *second,
                    struct diagnostics *diagnostics) {
    struct sdyrt_value got = *first, want = *second;
    bool splat = check->constant && check->constant->splat;
    int64_t parts = program->outputs[check->got].elements * sdyrt_element_parts(got.element);
    for (int64_t i = 0; i < parts; i++) {
        int64_t at = splat ? i % sdyrt_element_parts(got.element) : i;
        struct sdyrt_part a = sdyrt_value_part(&got, i), b = sdyrt_value_part(&want, at);
        if (!part_holds(check, &a, &b)) {
            char got_text[32], want_text[32];
            part_text(got_text, &a);
            part_text(want_text, &b);
            return diag_error(diagnostics, check->location,
                              "'%s' does not hold: element %" PRId64 " is %s, expected %s",
                              check->name, i / sdyrt_element_parts(got.element), got_text,
                              want_text);
        }
    }
    return true;
}

/* With what a probe recorded. */
static bool compare_recorded(const struct check *check, const struct program *program,
                             const struct sdyrt_value *got, const char *probes,
                             struct diagnostics *diagnostics) {
    char path[4096], text[4100];
    struct sdyrt_npy_error error;
    struct sdyrt_value want;
    if (!effects_find_probe(probes, check->probe, check->iteration, path)) {
        return diag_error(diagnostics, check->location,
                          "'%s' does not hold: no value %" PRId64 " of the probe '%s' was recorded",
                          check->name, check->iteration, check->probe);
    }
    snprintf(text, sizeof text, "@%s", path);
    if (!sdyrt_value_read(text, got, &want, &error)) {
        return diag_error(diagnostics, check->location, "'%s' does not hold: %s", check->name,
                          error.text);
    }
    bool holds = compare(check, program, got, &want, diagnostics);
    sdyrt_value_free(&want);
    return holds;
}

static bool check_holds(const struct check *check, const struct program *program,
                        void *const *outputs, const char *probes, struct diagnostics *diagnostics) {
    struct sdyrt_value got = output_value(program, check->got, outputs[check->got]);
    struct sdyrt_value want = got;
    if (check->kind == CHECK_RECORDED) {
        return compare_recorded(check, program, &got, probes, diagnostics);
    }
    want.data = check->constant ? (void *)(uintptr_t)check->constant->data : outputs[check->want];
    return compare(check, program, &got, &want, diagnostics);
}

bool checks_hold(const struct checks *checks, const struct program *program, void *const *outputs,
                 const char *probes, struct diagnostics *diagnostics) {
    bool hold = true;
    for (size_t i = 0; i < checks->list.count; i++) {
        hold = check_holds(&checks->list.items[i], program, outputs, probes, diagnostics) && hold;
    }
    return hold;
}
