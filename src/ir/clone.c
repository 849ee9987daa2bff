/* Deep copies of operations. */
#include "ir/op_def.h"

static struct value *mapped(const struct pointer_map *map, struct value *value) {
    struct value *replacement = pointer_map_get(map, value);
    return replacement ? replacement : value;
}

/* Blocks and results first, so that operations may refer to what stands after them. */
static struct op *clone_shape(struct module *module, const struct op *op, struct pointer_map *map) {
    const struct type *few[8];
    const struct type **types =
        op->result_count <= 8 ? few
                              : ARENA_ARRAY(module->arena, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op->results[i].type;
    }
    struct op *copy =
        op_new(module, op->def, op->name, op->location, op->result_count, types, op->region_count);
    copy->explicit_location = op->explicit_location;
    copy->reason = op->reason;
    copy->properties = op->properties;
    copy->attrs = op->attrs;
    for (uint32_t i = 0; i < op->result_count; i++) {
        copy->results[i].name = op->results[i].name;
        pointer_map_put(map, &op->results[i], &copy->results[i]);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            struct block *twin = block_new(module, &copy->regions[i]);
            twin->location = block->location;
            twin->name = block->name;
            pointer_map_put(map, block, twin);
            for (uint32_t j = 0; j < block->argument_count; j++) {
                struct value *argument = block->arguments[j];
                struct value *added =
                    block_add_argument(module, twin, argument->type, argument->location);
                added->name = argument->name;
                added->explicit_location = argument->explicit_location;
                pointer_map_put(map, argument, added);
            }
            FOR_EACH_OP (inner, block) {
                op_append(twin, clone_shape(module, inner, map));
            }
        }
    }
    return copy;
}

static void clone_links(struct module *module, const struct op *op, struct op *copy,
                        const struct pointer_map *map) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        op_append_operand(module, copy, mapped(map, op->operands[i].value));
    }
    if (op->successor_count) {
        copy->successor_count = op->successor_count;
        copy->successors = ARENA_ARRAY(module->arena, struct block *, op->successor_count);
        for (uint32_t i = 0; i < op->successor_count; i++) {
            struct block *twin = pointer_map_get(map, op->successors[i]);
            copy->successors[i] = twin ? twin : op->successors[i];
        }
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        const struct block *twin = copy->regions[i].first;
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            struct op *inner_copy = twin->first;
            FOR_EACH_OP (inner, block) {
                clone_links(module, inner, inner_copy, map);
                inner_copy = inner_copy->next;
            }
            twin = twin->next;
        }
    }
}

struct op *op_clone(struct module *module, const struct op *op, struct pointer_map *map) {
    struct op *copy = clone_shape(module, op, map);
    clone_links(module, op, copy, map);
    return copy;
}

void op_copy_body(struct module *module, struct op *to, const struct op *from) {
    struct pointer_map map = {0};
    struct op *copy = op_clone(module, from, &map);
    pointer_map_free(&map);
    region_take(&to->regions[0], &copy->regions[0]);
    op_erase(copy);
}
