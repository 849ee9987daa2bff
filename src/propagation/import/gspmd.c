/* sdyc-import-gspmd: a module whose shardings are in GSPMD's form, with no mesh of Shardy's, gets
 * both, as XLA's import for Shardy makes them. */
#include "propagation/import/gspmd.h"

#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/passes.h"

#include <string.h>

static const char name[] = "mhlo.sharding";

static const struct attr *text_of(const struct attr *attr) {
    return attr && attr->kind == ATTR_STRING ? attr : NULL;
}

static bool has_meshes(const struct module *module) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH)) {
            return true;
        }
    }
    return false;
}

/* --- reading all ------------------------------------------------------------------------------ */

struct reading {
    struct gspmd_import *import;
    bool good;
};

static struct location argument_location(const struct op *func, uint32_t index) {
    const struct block *body = func->regions[0].first;
    return body ? value_location(body->arguments[index]) : func->location;
}

static bool read_op(struct op *op, void *data) {
    struct reading *reading = data;
    const struct attr *attr = text_of(op_attr(op, name));
    if (attr && !gspmd_list_of(reading->import, attr, op->location)) {
        reading->good = false;
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_input_count(op); i++) {
        attr = text_of(func_argument_attr(op, i, name));
        reading->good &=
            !attr || gspmd_list_of(reading->import, attr, argument_location(op, i)) != NULL;
    }
    for (uint32_t i = 0; op_has(op, OP_FUNCTION) && i < func_result_count(op); i++) {
        attr = text_of(func_result_attr(op, i, name));
        reading->good &= !attr || gspmd_list_of(reading->import, attr, op->location) != NULL;
    }
    return reading->good;
}

/* --- arguments and results of functions ------------------------------------------------------- */

/* A value that is manual is sharded by what is around it, which says so. */
static bool convert_one(struct gspmd_import *import, const struct attr *attr,
                        const struct type *type, struct location location,
                        const struct attr **made) {
    const struct gspmd_list *list = attr ? pointer_map_get(&import->lists, attr) : NULL;
    *made = NULL;
    if (!list || (list->count == 1 && list->items[0].kind == GSPMD_MANUAL)) {
        return true;
    }
    if (list->count != 1) {
        return diag_error(import->module->context->diagnostics, location,
                          "mhlo.sharding is of %u values, there is one", list->count);
    }
    *made = gspmd_convert(import, &list->items[0], type, 0, location);
    return *made != NULL;
}

static bool convert_function(struct gspmd_import *import, struct op *func) {
    uint32_t inputs = func_input_count(func), results = func_result_count(func);
    const struct type *type = op_property(func, "function_type")->type;
    const struct attr **arguments =
        ARENA_ARRAY(import->arena, const struct attr *, inputs + results + 1);
    const struct attr **none =
        ARENA_ARRAY(import->arena, const struct attr *, inputs + results + 1);
    const struct attr **returned = arguments + inputs;
    bool any_argument = false, any_result = false;
    for (uint32_t i = 0; i < inputs; i++) {
        const struct attr *attr = text_of(func_argument_attr(func, i, name));
        any_argument |= attr != NULL;
        if (!convert_one(import, attr, type->items[i], argument_location(func, i), &arguments[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < results; i++) {
        const struct attr *attr = text_of(func_result_attr(func, i, name));
        any_result |= attr != NULL;
        if (!convert_one(import, attr, func_result_type(func, i), func->location, &returned[i])) {
            return false;
        }
    }
    if (any_argument) {
        func_set_argument_attrs(import->module, func, "sdy.sharding", arguments);
        func_set_argument_attrs(import->module, func, name, none);
    }
    if (any_result) {
        func_set_result_attrs(import->module, func, "sdy.sharding", returned);
        func_set_result_attrs(import->module, func, name, none);
    }
    return true;
}

/* --- operations ------------------------------------------------------------------------------- */

static void pass_through(struct op *op) {
    value_replace_uses(op_result(op, 0), op_operand(op, 0));
    op_erase(op);
}

/* @Sharding: a constraint, but on what is manual, or no tensor, or a single number. */
static bool convert_constraint(struct gspmd_import *import, struct op *op) {
    const struct gspmd_sharding *sharding = gspmd_sharding_of(import, op);
    const struct type *type = op_result(op, 0)->type;
    if (!sharding || sharding->kind == GSPMD_MANUAL || type->kind != TYPE_TENSOR ||
        type->rank == 0 || type != op_operand(op, 0)->type) {
        pass_through(op);
        return true;
    }
    const struct attr *made =
        gspmd_convert(import, sharding, type, gspmd_open_dims(op), op->location);
    if (!made) {
        return false;
    }
    struct builder builder = builder_before(import->module, op);
    builder.location = op->location;
    struct op *constraint =
        build_sharded(&builder, OP_SDY_SHARDING_CONSTRAINT, op_operand(op, 0), made);
    value_replace_uses(op_result(op, 0), op_result(constraint, 0));
    op_erase(op);
    return true;
}

/* A change of shapes that belongs to no computation. */
static bool refuse_change(struct gspmd_import *import, struct op *op) {
    if (op_result(op, 0)->type == op_operand(op, 0)->type) {
        pass_through(op);
        return true;
    }
    return diag_error(import->module->context->diagnostics, op->location,
                      "'%s' op @%s is not of a shard_map, in which all that is computed of "
                      "@SPMDFullToShardShape goes to @SPMDShardToFullShape, once each",
                      op->name, op_property(op, "call_target_name")->text);
}

static bool convert_results(struct gspmd_import *import, struct op *op) {
    const struct gspmd_list *list = pointer_map_get(&import->lists, op_attr(op, name));
    uint32_t count = op->result_count;
    const struct attr **made = ARENA_ARRAY(import->arena, const struct attr *, count + 1);
    bool any_manual = false;
    if (list->count != count && list->count != 1 && count > 0) {
        return diag_error(import->module->context->diagnostics, op->location,
                          "mhlo.sharding is of %u values, the operation has %u results",
                          list->count, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct gspmd_sharding *sharding = &list->items[list->count == 1 ? 0 : i];
        any_manual |= sharding->kind == GSPMD_MANUAL;
        made[i] = gspmd_convert(import, sharding, op_result(op, i)->type, 0, op->location);
        if (!made[i]) {
            return false;
        }
    }
    op_set_attr(import->module, op, name, NULL);
    if (count > 0 && !any_manual) {
        op_set_attr(import->module, op, "sdy.sharding",
                    sharding_per_value_attr(import->module->context, count, made));
    }
    return true;
}

static bool convert_op(struct gspmd_import *import, struct op *op) {
    if (gspmd_is_call(op, "Sharding")) {
        return convert_constraint(import, op);
    }
    if (gspmd_is_call(op, "SPMDFullToShardShape") || gspmd_is_call(op, "SPMDShardToFullShape")) {
        return refuse_change(import, op);
    }
    return convert_results(import, op);
}

static bool note_op(struct op *op, void *data) {
    struct op_list *list = data;
    if (text_of(op_attr(op, name))) {
        *vector_push(list) = op;
    }
    return true;
}

static bool convert_module(struct gspmd_import *import) {
    struct op_list list = {0};
    bool good = true;
    op_walk(import->module->op, note_op, &list);
    for (size_t i = 0; i < list.count && good; i++) {
        good = convert_op(import, list.items[i]);
    }
    vector_free(&list);
    FOR_EACH_OP (op, import->module->op->regions[0].first) {
        good = good && (!op_has(op, OP_FUNCTION) || convert_function(import, op));
    }
    return good;
}

/* What is left of shard_map after its calls. */
static bool import_inlined(struct gspmd_import *import) {
    gspmd_outline(import);
    return gspmd_import_calls(import);
}

bool pass_import_gspmd(struct module *module, const struct pass_options *options) {
    (void)options;
    if (has_meshes(module)) {
        return true;
    }
    struct gspmd_import import = {.module = module, .arena = arena_new()};
    struct reading reading = {&import, true};
    op_walk(module->op, read_op, &reading);
    bool good = reading.good;
    if (good && (import.device_count > 1 || import.maximal.count > 0)) {
        gspmd_make_meshes(&import);
        good = gspmd_import_calls(&import) && import_inlined(&import) && convert_module(&import) &&
               pass_verify_ops(module, 0);
    }
    vector_free(&import.maximal);
    pointer_map_free(&import.lists);
    arena_free(import.arena);
    return good;
}
