/* Replaces what a version of StableHLO does not know yet by what it knows. */
#include <stdlib.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "transforms/compatibility/compatibility.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* --- tangents --------------------------------------------------------------------------------- */

static expr tangent_real(expr x) {
    return quotient(sine(x), cosine(x));
}

/* tan(a + bi) = (tan a + i tanh b) / (1 - i tan a tanh b) */
static expr tangent_complex(expr z) {
    expr across = tangent(real_part(z)), up = unary_of(OP_TANH, imaginary_part(z));
    expr below = complex_of(number(across, 1), negative(product(across, up)));
    return quotient(complex_of(across, up), below);
}

static bool expand_tangent(struct module *module, struct op *op) {
    const struct attr *accuracy = op_property(op, "result_accuracy");
    if (accuracy && ((const struct result_accuracy *)accuracy->payload)->mode != 0) {
        return false;
    }
    struct formula formula = {
        .op = op, .at = builder_before(module, op), .arena = arena_new(), .keeps_alike = true};
    expr x = operand(&formula, 0);
    bool done = replace_with(&formula, has_complex_type(x) ? tangent_complex(x) : tangent_real(x));
    arena_free(formula.arena);
    return done;
}

/* --- places in the source --------------------------------------------------------------------- */

/* Where something begins, without where it ends; the same location where nothing was told. */
static const struct attr *begin_of(struct context *context, const struct attr *location) {
    if (!location) {
        return NULL;
    }
    struct arena *scratch = arena_new();
    const struct attr **items = ARENA_ARRAY(scratch, const struct attr *, location->count);
    for (uint32_t i = 0; location->items && i < location->count; i++) {
        items[i] = begin_of(context, location->items[i]);
    }
    const struct attr *begin = location;
    switch (location_kind(location)) {
    case LOCATION_FILE:
        begin =
            location_file(context, location->text, location->words[0], location->words[1], -1, -1);
        break;
    case LOCATION_NAME:
        begin = location_name(context, location->text, location->length,
                              location->count > 0 ? items[0] : NULL);
        break;
    case LOCATION_CALLSITE:
        begin = location_callsite(context, items[0], items[1]);
        break;
    case LOCATION_FUSED:
        begin = location_fused(context, location->count, items, location->payload);
        break;
    default:
        break;
    }
    arena_free(scratch);
    return begin;
}

static struct op_place begin_of_place(struct context *context, struct op_place place) {
    return op_place_of(begin_of(context, place_location(place)));
}

static bool keep_begins(struct op *op, void *data) {
    struct context *context = data;
    op->explicit_location = begin_of_place(context, op->explicit_location);
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                struct value *argument = block->arguments[j];
                argument->explicit_location = begin_of_place(context, argument->explicit_location);
            }
        }
    }
    return true;
}

/* --- versions --------------------------------------------------------------------------------- */

/* 1.4.0 as one number. */
#define VERSION(major, minor, patch) (((int64_t)(major) << 40) + ((int64_t)(minor) << 20) + (patch))

/* -1: not of the form #.#.#. */
static int64_t version_of(const char *text) {
    int64_t parts[3];
    for (int i = 0; i < 3; i++) {
        char *end;
        parts[i] = strtol(text, &end, 10);
        bool last = i == 2;
        if (end == text || *text < '0' || *text > '9' || parts[i] >= 1 << 20 ||
            *end != (last ? '\0' : '.')) {
            return -1;
        }
        text = end + 1;
    }
    return VERSION(parts[0], parts[1], parts[2]);
}

static bool replace(struct op *op, struct module *module, void *data) {
    int64_t target = *(const int64_t *)data;
    if (op_is(op, OP_GATHER)) {
        return target < VERSION(1, 1, 0) && expand_gather_batching(module, op);
    }
    if (op_is(op, OP_SCATTER)) {
        return target < VERSION(1, 1, 0) && expand_scatter_batching(module, op);
    }
    if (op_is(op, OP_TAN)) {
        return target < VERSION(1, 4, 0) && expand_tangent(module, op);
    }
    return target < VERSION(1, 16, 0) && expand_replica_groups(module, op);
}

static bool may_be_newer(const struct op *op) {
    return op_is(op, OP_GATHER) || op_is(op, OP_SCATTER) || op_is(op, OP_TAN) ||
           op_property(op, "replica_groups");
}

bool pass_compatibility_expander(struct module *module, const struct pass_options *options) {
    struct diagnostics *diagnostics = module->context->diagnostics;
    int64_t target = version_of(pass_string(options, "target"));
    if (target < 0) {
        return diag_error(diagnostics, module->op->location,
                          "the option 'target' is a version of the form #.#.#, not '%s'",
                          pass_string(options, "target"));
    }
    int32_t errors = diagnostics->errors;
    const struct simplifier simplifier = {
        .concerns = may_be_newer, .simplify = replace, .data = &target};
    simplify_module(module, &simplifier);
    if (target < VERSION(1, 9, 0)) {
        op_walk(module->op, keep_begins, module->context);
    }
    return diagnostics->errors == errors && pass_verify_ops(module, 0);
}
