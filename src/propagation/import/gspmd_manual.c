/* shard_map as JAX lowered it for GSPMD: each operand of a call goes through @Sharding, which says
 * how it is cut, and @SPMDFullToShardShape, which makes it manual; each result through @Sharding
 * and @SPMDShardToFullShape, which says how it is put together. Such a call becomes a manual
 * computation with the body of the function. */
#include "propagation/import/gspmd.h"

#include "ops/build.h"
#include "propagation/edit.h"

#include <stdlib.h>
#include <string.h>

static const char full_to_shard[] = "SPMDFullToShardShape";
static const char shard_to_full[] = "SPMDShardToFullShape";
static const char constraint[] = "Sharding";

bool gspmd_is_call(const struct op *op, const char *target) {
    const struct attr *name =
        op && op_is(op, OP_CUSTOM_CALL) ? op_property(op, "call_target_name") : NULL;
    return name && strcmp(name->text, target) == 0 && op->operand_count == 1 &&
           op->result_count == 1;
}

const struct gspmd_sharding *gspmd_sharding_of(struct gspmd_import *import, const struct op *op) {
    const struct attr *attr = op ? op_attr(op, "mhlo.sharding") : NULL;
    const struct gspmd_list *list = attr ? pointer_map_get(&import->lists, attr) : NULL;
    return list && list->count == 1 ? list->items : NULL;
}

uint64_t gspmd_open_dims(const struct op *op) {
    static const char name[] = "unspecified_dims=[";
    const struct attr *config = op_attr(op, "backend_config");
    const char *at =
        config && config->kind == ATTR_STRING && config->text ? strstr(config->text, name) : NULL;
    uint64_t open = 0;
    for (at = at ? at + strlen(name) : ""; *at >= '0' && *at <= '9';) {
        char *end;
        unsigned long dim = strtoul(at, &end, 10);
        open |= dim < 64 ? UINT64_C(1) << dim : 0;
        at = *end == ',' ? end + 1 : end;
    }
    return open;
}

/* --- the operations around a call ------------------------------------------------------------- */

struct shard_map {
    struct gspmd_import *import;
    struct op *call, *func;
    struct op **entries; /* @SPMDFullToShardShape of each operand */
    struct op **exits;   /* @SPMDShardToFullShape of each result, NULL where it is not used */
    uint32_t exit_count; /* of results that are used */
};

/* The @SPMDShardToFullShape that takes a result, directly or behind @Sharding; NULL: none does. */
static struct op *exit_of(const struct value *result) {
    struct op *user = value_has_one_use(result) ? result->first_use->user : NULL;
    if (gspmd_is_call(user, constraint)) {
        user = value_has_one_use(op_result(user, 0)) ? op_result(user, 0)->first_use->user : NULL;
    }
    return gspmd_is_call(user, shard_to_full) ? user : NULL;
}

/* Whether all operands and results of the call pass from whole tensors to parts and back. */
static bool find_shard_map(struct gspmd_import *import, struct op *call, struct shard_map *map) {
    *map = (struct shard_map){.import = import, .call = call, .func = called_function(call)};
    if (!map->func || !func_return(map->func) || call->operand_count + call->result_count == 0) {
        return false;
    }
    map->entries = ARENA_ARRAY(import->arena, struct op *, call->operand_count + 1);
    map->exits = ARENA_ARRAY(import->arena, struct op *, call->result_count + 1);
    for (uint32_t i = 0; i < call->operand_count; i++) {
        map->entries[i] = op_operand(call, i)->op;
        if (!gspmd_is_call(map->entries[i], full_to_shard)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < call->result_count; i++) {
        map->exits[i] = exit_of(&call->results[i]);
        map->exit_count += map->exits[i] != NULL;
        if (call->results[i].first_use && !map->exits[i]) {
            return false;
        }
    }
    return call->operand_count > 0 || map->exit_count > 0;
}

/* --- its manual computation ------------------------------------------------------------------- */

/* What cuts an operand: the @Sharding in front; NULL: there is none. */
static struct op *cut_of(const struct op *entry) {
    struct op *cut = op_operand(entry, 0)->op;
    return gspmd_is_call(cut, constraint) ? cut : NULL;
}

static const struct attr *sharding_by(struct gspmd_import *import, const struct op *op,
                                      const struct type *type, struct location location) {
    static const struct gspmd_sharding replicated = {.kind = GSPMD_REPLICATED};
    const struct gspmd_sharding *sharding = gspmd_sharding_of(import, op);
    return gspmd_convert(import, sharding ? sharding : &replicated, type,
                         op ? gspmd_open_dims(op) : 0, location);
}

/* The axes that the operands, or what the results were before, are manual along; without any of
 * them all axes. */
static struct axis_list manual_axes_of(const struct shard_map *map) {
    static const struct gspmd_sharding all = {.kind = GSPMD_MANUAL};
    struct axis_vector axes = {.arena = map->import->module->context->arena};
    const struct gspmd_sharding *sharding = NULL;
    for (uint32_t i = 0; i < map->call->operand_count && !sharding; i++) {
        sharding = gspmd_sharding_of(map->import, map->entries[i]);
    }
    for (uint32_t i = 0; i < map->call->result_count && !sharding; i++) {
        sharding =
            map->exits[i] ? gspmd_sharding_of(map->import, op_operand(map->exits[i], 0)->op) : NULL;
    }
    axes_append(&axes, gspmd_manual_axes(map->import, sharding ? sharding : &all));
    return axes_of(&axes);
}

static const struct attr *in_shardings(const struct shard_map *map) {
    struct context *context = map->import->module->context;
    uint32_t count = map->call->operand_count;
    const struct attr **items = ARENA_ARRAY(map->import->arena, const struct attr *, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct op *entry = map->entries[i];
        items[i] =
            sharding_by(map->import, cut_of(entry), op_operand(entry, 0)->type, entry->location);
        if (!items[i]) {
            return NULL;
        }
    }
    return sharding_per_value_attr(context, count, items);
}

static const struct attr *out_shardings(const struct shard_map *map, const struct type **types) {
    struct context *context = map->import->module->context;
    uint32_t count = 0;
    const struct attr **items =
        ARENA_ARRAY(map->import->arena, const struct attr *, map->exit_count + 1);
    for (uint32_t i = 0; i < map->call->result_count; i++) {
        const struct op *exit = map->exits[i];
        if (exit) {
            types[count] = op_result(exit, 0)->type;
            items[count] = sharding_by(map->import, exit, types[count], exit->location);
            if (!items[count++]) {
                return NULL;
            }
        }
    }
    return sharding_per_value_attr(context, count, items);
}

/* The body of the function, which returns the results that are used. */
static void fill_body(const struct shard_map *map, struct op *computation) {
    struct module *module = map->import->module;
    op_copy_body(module, computation, map->func);
    struct op *returns = block_terminator(computation->regions[0].first);
    struct value **values = ARENA_ARRAY(map->import->arena, struct value *, map->exit_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->call->result_count; i++) {
        if (map->exits[i]) {
            values[count++] = op_operand(returns, i);
        }
    }
    struct builder builder = builder_before(module, returns);
    builder.location = returns->location;
    build_end(&builder, OP_SDY_RETURN, count, values);
    op_erase(returns);
}

static void erase_unused(struct op *op) {
    if (op && !op_result(op, 0)->first_use) {
        op_erase(op);
    }
}

/* The computation's results stand for what the exits gave, and all around the call goes. */
static void replace_call(const struct shard_map *map, const struct op *computation) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->call->result_count; i++) {
        struct op *exit = map->exits[i];
        if (exit) {
            struct op *before = op_operand(exit, 0)->op;
            value_replace_uses(op_result(exit, 0), &computation->results[count++]);
            op_erase(exit);
            if (before != map->call) {
                op_erase(before);
            }
        }
    }
    op_erase(map->call);
    for (uint32_t i = 0; i < computation->operand_count; i++) {
        struct op *entry = map->entries[i];
        for (uint32_t j = 0; entry && j < i; j++) {
            entry = map->entries[j] == entry ? NULL : entry; /* one for several operands */
        }
        struct op *cut = entry ? cut_of(entry) : NULL;
        erase_unused(entry);
        erase_unused(cut);
    }
}

static bool import_shard_map(const struct shard_map *map) {
    struct module *module = map->import->module;
    const struct type **types =
        ARENA_ARRAY(map->import->arena, const struct type *, map->exit_count + 1);
    struct value **operands =
        ARENA_ARRAY(map->import->arena, struct value *, map->call->operand_count + 1);
    const struct attr *in = in_shardings(map), *out = in ? out_shardings(map, types) : NULL;
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < map->call->operand_count; i++) {
        const struct op *cut = cut_of(map->entries[i]);
        operands[i] = op_operand(cut ? cut : map->entries[i], 0);
    }
    struct builder builder = builder_before(module, map->call);
    builder.location = map->call->location;
    struct op *computation =
        build_row(&builder, OP_SDY_MANUAL_COMPUTATION, map->call->operand_count, operands,
                  map->exit_count, types, 1);
    op_set_property(module, computation, "in_shardings", in);
    op_set_property(module, computation, "out_shardings", out);
    op_set_property(module, computation, "manual_axes",
                    manual_axes_attr(module->context, manual_axes_of(map)));
    fill_body(map, computation);
    replace_call(map, computation);
    return true;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Functions that only calls of shard_map called; they may have called each other. */
static void erase_functions(struct gspmd_import *import, const struct op_list *functions) {
    bool erased = functions->count > 0;
    while (erased) {
        struct pointer_map called = {0};
        struct op_list calls = module_ops_with(import->module, OP_CALL);
        for (size_t i = 0; i < calls.count; i++) {
            struct op *func = called_function(calls.items[i]);
            if (func) {
                pointer_map_put(&called, func, func);
            }
        }
        erased = false;
        for (size_t i = 0; i < functions->count; i++) {
            struct op *func = functions->items[i];
            if (func && !pointer_map_get(&called, func)) {
                functions->items[i] = NULL;
                op_erase(func);
                erased = true;
            }
        }
        vector_free(&calls);
        pointer_map_free(&called);
    }
}

static bool is_private(const struct op *func) {
    const struct attr *visibility = op_attr(func, "sym_visibility");
    return visibility && strcmp(visibility->text, "private") == 0;
}

/* Imports the calls that there are; *found: there were some, whose bodies may have others. */
static bool import_round(struct gspmd_import *import, struct op_list *functions,
                         struct pointer_map *known, bool *found) {
    struct op_list calls = module_ops_with(import->module, OP_CALL);
    bool good = true;
    *found = false;
    for (size_t i = 0; i < calls.count && good; i++) {
        struct shard_map map;
        if (find_shard_map(import, calls.items[i], &map)) {
            *found = true;
            if (is_private(map.func) && !pointer_map_get(known, map.func)) {
                pointer_map_put(known, map.func, map.func);
                *vector_push(functions) = map.func;
            }
            good = import_shard_map(&map);
        }
    }
    vector_free(&calls);
    return good;
}

bool gspmd_import_calls(struct gspmd_import *import) {
    struct op_list functions = {0};
    struct pointer_map known = {0};
    bool found = true, good = check_copies(import->module);
    while (good && found) {
        good = import_round(import, &functions, &known, &found);
    }
    if (good) {
        erase_functions(import, &functions);
    }
    vector_free(&functions);
    pointer_map_free(&known);
    return good;
}
