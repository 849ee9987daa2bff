/* sdyc-keep-terms: an input or output that is unreduced over axes is the sum of what devices hold,
 * a term each. Its tensor gets a dimension in front, along which its terms lie, sharded over these
 * axes; a manual computation behind the input, or in front of the output, makes the one of the
 * other. So a caller who knows the devices gives and gets what each of them holds. */
#include <string.h>

#include "ops/build.h"
#include "ops/op_def.h"
#include "partition/partition.h"
#include "partition/parts.h"
#include "sharding/devices.h"

struct keeping {
    struct module *module;
    struct op *func;
    struct arena *scratch;
};

/* The mesh of a sum over whole axes; NULL: it is none, or one that no dimension can stand for. */
static const struct mesh *mesh_of_sum(const struct op *func, const struct type *type,
                                      const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(func, sharding) : NULL;
    if (!mesh || mesh_is_maximal(mesh) || sharding->unreduced.count == 0 ||
        sharding->unreduced_kind != REDUCTION_SUM || !type_is_tensor(type) ||
        !type_is_static(type) || type->rank != sharding->rank || type->rank >= MAX_RANK) {
        return NULL;
    }
    for (uint32_t i = 0; i < sharding->unreduced.count; i++) {
        if (!axis_is_whole(sharding->unreduced.items[i])) {
            return NULL;
        }
    }
    return mesh;
}

bool has_sums_at_border(const struct module *module, const char *entry) {
    const struct op *func = entry_function(module, entry);
    const struct block *body = func ? func->regions[0].first : NULL;
    for (uint32_t i = 0; body && i < body->argument_count; i++) {
        if (mesh_of_sum(func, body->arguments[i]->type,
                        func_argument_attr(func, i, "sdy.sharding"))) {
            return true;
        }
    }
    for (uint32_t i = 0; body && i < func_result_count(func); i++) {
        if (mesh_of_sum(func, func_result_type(func, i), func_result_sharding(func, i))) {
            return true;
        }
    }
    return false;
}

/* The terms side by side. */
static const struct type *terms_type(const struct keeping *keeping, const struct mesh *mesh,
                                     const struct type *type, const struct sharding *sum) {
    int64_t dims[MAX_RANK] = {axes_size(mesh, sum->unreduced)};
    memcpy(dims + 1, type->dims, type->rank * sizeof *dims);
    return type_with_dims(keeping->module->context, type, type->rank + 1, dims);
}

static const struct attr *terms_sharding(const struct keeping *keeping,
                                         const struct sharding *sum) {
    struct dim_sharding *dims =
        ARENA_ARRAY(keeping->scratch, struct dim_sharding, (size_t)sum->rank + 1);
    struct sharding sharding = *sum;
    dims[0] =
        (struct dim_sharding){.axes = sum->unreduced, .is_closed = true, .priority = PRIORITY_NONE};
    memcpy(dims + 1, sum->dims, sum->rank * sizeof *dims);
    sharding.dims = dims;
    sharding.rank = sum->rank + 1;
    sharding.unreduced = (struct axis_list){0};
    return sharding_attr(keeping->module->context, &sharding);
}

/* In each device: its term, with or without the dimension in front. */
static struct value *build_terms(const struct keeping *keeping, struct builder *at,
                                 const struct mesh *mesh, struct value *value,
                                 const struct attr *from, const struct type *type,
                                 const struct attr *to) {
    const struct sharding *inside = attr_as_sharding(from);
    const struct sharding *sum = inside->unreduced.count > 0 ? inside : attr_as_sharding(to);
    struct axis_list manual = parts_whole_axes(keeping->scratch, mesh, sum->unreduced);
    const struct manual_border border = {.count = 1,
                                         .result_count = 1,
                                         .operands = &value,
                                         .in = &from,
                                         .results = &type,
                                         .out = &to};
    struct op *op = build_manual(at, mesh, manual, &border);
    struct builder body = parts_inside(op, keeping->module);
    const struct type *part =
        parts_type_inside(keeping->module->context, type, attr_as_sharding(to), mesh, manual);
    return parts_return(&body,
                        build_reshape(&body, body.block->arguments[0], part->rank, part->dims));
}

/* --- the function ----------------------------------------------------------------------------- */

/* A layout says nothing of the dimension in front. */
static const char *const layouts[] = {"mhlo.layout_mode", "xla.layout"};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static const struct type *keep_input(const struct keeping *keeping, uint32_t index) {
    struct module *module = keeping->module;
    struct block *block = keeping->func->regions[0].first;
    struct value *argument = block->arguments[index];
    const struct attr *sharding = func_argument_attr(keeping->func, index, "sdy.sharding");
    const struct type *type = argument->type;
    const struct mesh *mesh = mesh_of_sum(keeping->func, type, sharding);
    if (!mesh) {
        return type;
    }
    const struct sharding *sum = attr_as_sharding(sharding);
    const struct attr *outside = terms_sharding(keeping, sum);
    struct builder at = builder_before(module, block->first);
    at.location = argument->location;
    argument->type = terms_type(keeping, mesh, type, sum);
    struct value *made = build_terms(keeping, &at, mesh, argument, outside, type, sharding);
    value_replace_uses(argument, made);
    op_set_operand(made->op, 0, argument);
    func_set_argument_attr(module, keeping->func, index, "sdy.sharding", outside);
    func_set_argument_attr(module, keeping->func, index, "sdyc.terms",
                           attr_bool(module->context, true));
    for (size_t i = 0; i < LAYOUTS; i++) {
        func_set_argument_attr(module, keeping->func, index, layouts[i], NULL);
    }
    return argument->type;
}

static const struct type *keep_output(const struct keeping *keeping, uint32_t index) {
    struct module *module = keeping->module;
    struct op *end = block_terminator(keeping->func->regions[0].first);
    const struct attr *sharding = func_result_sharding(keeping->func, index);
    const struct type *type = func_result_type(keeping->func, index);
    const struct mesh *mesh = mesh_of_sum(keeping->func, type, sharding);
    if (!mesh) {
        return type;
    }
    const struct sharding *sum = attr_as_sharding(sharding);
    const struct attr *outside = terms_sharding(keeping, sum);
    struct builder at = builder_before(module, end);
    const struct type *terms = terms_type(keeping, mesh, type, sum);
    op_set_operand(
        end, index,
        build_terms(keeping, &at, mesh, op_operand(end, index), sharding, terms, outside));
    func_set_result_sharding(module, keeping->func, index, outside);
    func_set_result_attr(module, keeping->func, index, "sdyc.terms",
                         attr_bool(module->context, true));
    for (size_t i = 0; i < LAYOUTS; i++) {
        func_set_result_attr(module, keeping->func, index, layouts[i], NULL);
    }
    return terms;
}

/* An input that is no longer like the result that it was to become may become any other. */
static void free_donations(const struct keeping *keeping, uint32_t inputs, uint32_t results,
                           const struct type *const *types) {
    for (uint32_t i = 0; i < inputs; i++) {
        const struct attr *output = func_argument_attr(keeping->func, i, "tf.aliasing_output");
        if (output && output->kind == ATTR_INTEGER && output->integer >= 0 &&
            output->integer < results && types[i] != types[inputs + output->integer]) {
            func_set_argument_attr(keeping->module, keeping->func, i, "tf.aliasing_output", NULL);
            func_set_argument_attr(keeping->module, keeping->func, i, "jax.buffer_donor",
                                   attr_bool(keeping->module->context, true));
        }
    }
}

bool pass_keep_terms(struct module *module, const struct pass_options *options) {
    const char *entry = pass_string(options, "entry");
    if (!has_sums_at_border(module, *entry ? entry : NULL)) {
        return true;
    }
    struct keeping keeping = {.module = module,
                              .func = entry_function(module, *entry ? entry : NULL),
                              .scratch = arena_new()};
    uint32_t inputs = func_input_count(keeping.func), results = func_result_count(keeping.func);
    const struct type **types =
        ARENA_ARRAY(keeping.scratch, const struct type *, (size_t)inputs + results + 1);
    for (uint32_t i = 0; i < inputs; i++) {
        types[i] = keep_input(&keeping, i);
    }
    for (uint32_t i = 0; i < results; i++) {
        types[inputs + i] = keep_output(&keeping, i);
    }
    free_donations(&keeping, inputs, results, types);
    op_set_property(module, keeping.func, "function_type",
                    attr_type(module->context, type_function(module->context, inputs, types,
                                                             results, types + inputs)));
    arena_free(keeping.scratch);
    return pass_verify_ops(module, 0);
}
