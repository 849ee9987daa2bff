/* Operations, blocks and regions, in the order in which the reader numbers their values. */
#include "frontend/bytecode/write/writer.h"

/* --- names ------------------------------------------------------------------------------------ */

static struct written_name *add_name(struct writer *writer, const char *text, const void *key) {
    size_t dialect = strcspn(text, ".");
    const char *rest = text[dialect] ? text + dialect + 1 : "";
    struct written_name *name = vector_push(&writer->name_list);
    name->dialect = dialect_number(writer, text, dialect);
    name->string = string_number(writer, rest, strlen(rest));
    pointer_map_put(&writer->names, key, (void *)(uintptr_t)writer->name_list.count);
    return name;
}

static void add_vhlo_name(struct writer *writer, const struct op *op, const struct vhlo_op *row) {
    char text[64];
    const struct vhlo_work work = vhlo_work_of(writer);
    uint32_t version = vhlo_version_for(&work, op, row);
    snprintf(text, sizeof text, "vhlo.%s_v%u", row->name, version);
    struct written_name *name = add_name(writer, text, op->def);
    name->is_registered = true;
    name->vhlo = row;
    name->vhlo_version = version;
}

static void add_native_name(struct writer *writer, const struct op *op, const void *key) {
    bool is_module = op_is(op, OP_MODULE) || op_is(op, OP_UNREALIZED_CONVERSION_CAST);
    if (writer->target && !writer->allow_other_dialects && !is_module) {
        writer_error(writer,
                     "'%s' is of a dialect that portable artifacts do not have; "
                     "--allow-other-dialects keeps it",
                     op->name);
    }
    struct written_name *name = add_name(writer, op->name, key);
    name->is_registered = has_known_properties(op->def);
    if (name->is_registered) {
        name->properties = native_properties(writer->tables, writer->context->strings, op->def,
                                             &name->property_count);
    }
}

/* The number of its name; names are kept by definition, and where there is none by text. */
static uint64_t name_number(struct writer *writer, const struct op *op) {
    const void *key = op->def == &op_unregistered ? (const void *)op->name : op->def;
    void *number = pointer_map_get(&writer->names, key);
    if (!number) {
        const struct op *outer = writer->op;
        writer->op = op;
        const struct vhlo_op *row = writer->target ? vhlo_row_of(op) : NULL;
        if (row) {
            add_vhlo_name(writer, op, row);
        } else {
            add_native_name(writer, op, key);
        }
        writer->op = outer;
        return writer->name_list.count - 1;
    }
    return (uint64_t)(uintptr_t)number - 1;
}

static bool is_vhlo(struct writer *writer, const struct op *op) {
    uint64_t number = name_number(writer, op);
    return writer->name_list.items[number].vhlo != NULL;
}

/* --- casts between VHLO and what other dialects have ------------------------------------------ */

static const struct op *owner_of(const struct value *value) {
    return value->op ? value->op : value->block->region->op;
}

static bool is_cast_for(struct writer *writer, const struct value *value, const struct op *user) {
    return writer->target && writer->allow_other_dialects && vhlo_has_type(value->type) &&
           is_vhlo(writer, owner_of(value)) != is_vhlo(writer, user);
}

static bool needs_cast(struct writer *writer, const struct value *value) {
    FOR_EACH_USE (use, value) {
        if (is_cast_for(writer, value, use->user)) {
            return true;
        }
    }
    return false;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void number_casts(struct writer *writer, struct value *value, uint64_t *next) {
    if (writer->target && writer->allow_other_dialects && needs_cast(writer, value)) {
        pointer_map_put(&writer->casts, value, (void *)(uintptr_t)++ * next);
    }
}

static uint64_t number_block(struct writer *writer, const struct block *block, uint64_t next) {
    for (uint32_t i = 0; i < block->argument_count; i++) {
        block->arguments[i]->note = (int32_t)next++;
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        number_casts(writer, block->arguments[i], &next);
    }
    FOR_EACH_OP (op, block) {
        writer->op = op;
        for (uint32_t i = 0; i < op->result_count; i++) {
            op->results[i].note = (int32_t)next++;
        }
        for (uint32_t i = 0; i < op->result_count; i++) {
            number_casts(writer, &op->results[i], &next);
        }
    }
    return next;
}

static uint64_t number_region(struct writer *writer, const struct region *region, uint64_t next,
                              uint64_t *blocks) {
    *blocks = 0;
    FOR_EACH_BLOCK (block, region) {
        ++*blocks;
        if (region->first != region->last) {
            pointer_map_put(&writer->blocks, block, (void *)(uintptr_t)*blocks);
        }
        next = number_block(writer, block, next);
    }
    return next;
}

static uint64_t value_number(struct writer *writer, const struct value *value,
                             const struct op *user) {
    if (is_cast_for(writer, value, user)) {
        return (uint64_t)(uintptr_t)pointer_map_get(&writer->casts, value) - 1;
    }
    return (uint64_t)value->note;
}

/* --- places ----------------------------------------------------------------------------------- */

/* As the printer says it: what the text gave, or the place in the text. */
static const struct attr *location_of(struct writer *writer, struct op_place given,
                                      struct location written) {
    if (place_is_given(given)) {
        return place_location(given);
    }
    struct line_column at = line_index_place(&writer->lines, written);
    return at.line == 0
               ? location_unknown(writer->context)
               : location_file(writer->context, written.source->name, at.line, at.column, -1, -1);
}

static void put_place(struct section_writer *emitter, const struct op *op) {
    const struct attr *place = location_of(emitter->writer, op->explicit_location, op->location);
    put_attr_as(emitter, place, ENTRY_NATIVE);
}

/* --- operations ------------------------------------------------------------------------------- */

static void put_regions(struct section_writer *emitter, const struct op *op, uint64_t first);

static void put_operands(struct section_writer *emitter, const struct op *op) {
    put_number(emitter, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        put_number(emitter, value_number(emitter->writer, op_operand(op, i), op));
    }
}

static void put_results(struct section_writer *emitter, const struct op *op) {
    put_number(emitter, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        put_type(emitter, op->results[i].type);
    }
}

static void put_successors(struct section_writer *emitter, const struct op *op) {
    put_number(emitter, op->successor_count);
    for (uint32_t i = 0; i < op->successor_count; i++) {
        void *index = pointer_map_get(&emitter->writer->blocks, op->successors[i]);
        put_number(emitter, index ? (uint64_t)(uintptr_t)index - 1 : 0);
    }
}

/* `first` is the number of the next value. */
static void put_op(struct section_writer *emitter, const struct op *op, uint64_t first) {
    struct writer *writer = emitter->writer;
    writer->op = op;
    arena_reset(writer->scratch);
    uint64_t number = name_number(writer, op);
    struct written_name name = writer->name_list.items[number];
    put_number(emitter, number);
    size_t parts_at = emitter->bytes.length;
    put_byte(emitter, 0);
    put_place(emitter, op);
    uint8_t parts = put_op_attrs(emitter, op, &name);
    if (op->result_count) {
        parts |= PART_RESULTS;
        put_results(emitter, op);
    }
    if (op->operand_count) {
        parts |= PART_OPERANDS;
        put_operands(emitter, op);
    }
    if (op->successor_count) {
        parts |= PART_SUCCESSORS;
        put_successors(emitter, op);
    }
    emitter->bytes.text[parts_at] = (char)(parts | (op->region_count ? PART_REGIONS : 0));
    if (op->region_count) {
        put_flagged(emitter, op->region_count, op_has(op, OP_ISOLATED));
        put_regions(emitter, op, first);
    }
}

/* What makes a value of one dialect one of another. */
static void put_cast(struct section_writer *emitter, const struct value *value) {
    struct writer *writer = emitter->writer;
    const struct op *owner = owner_of(value);
    const struct op cast = {.def = op_table[OP_UNREALIZED_CONVERSION_CAST],
                            .name = op_table[OP_UNREALIZED_CONVERSION_CAST]->name};
    if (!pointer_map_get(&writer->casts, value)) {
        return;
    }
    put_number(emitter, name_number(writer, &cast));
    put_byte(emitter, PART_RESULTS | PART_OPERANDS);
    put_place(emitter, owner);
    put_number(emitter, 1);
    put_number(emitter, type_number(writer, value->type,
                                    is_vhlo(writer, owner) ? ENTRY_NATIVE : ENTRY_VHLO));
    put_number(emitter, 1);
    put_number(emitter, (uint64_t)value->note);
}

/* --- regions ---------------------------------------------------------------------------------- */

static void put_arguments(struct section_writer *emitter, const struct block *block) {
    struct writer *writer = emitter->writer;
    enum entry_form form = is_vhlo(writer, block->region->op) ? ENTRY_VHLO : ENTRY_NATIVE;
    put_number(emitter, block->argument_count);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const struct value *argument = block->arguments[i];
        const struct attr *place =
            location_of(writer, argument->explicit_location, argument->location);
        bool is_known = location_kind(place) != LOCATION_UNKNOWN;
        uint64_t type = type_number(writer, argument->type, form);
        if (writer->version < BYTECODE_OPTIONAL_LOCATIONS) {
            put_number(emitter, type);
        } else {
            put_flagged(emitter, type, is_known);
        }
        if (is_known || writer->version < BYTECODE_OPTIONAL_LOCATIONS) {
            put_attr_as(emitter, place, ENTRY_NATIVE);
        }
    }
    if (writer->version >= BYTECODE_USE_ORDERS) {
        put_byte(emitter, 0);
    }
}

static uint64_t count_ops(struct writer *writer, const struct block *block) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        count += pointer_map_get(&writer->casts, block->arguments[i]) != NULL;
    }
    FOR_EACH_OP (op, block) {
        count++;
        for (uint32_t i = 0; i < op->result_count; i++) {
            count += pointer_map_get(&writer->casts, &op->results[i]) != NULL;
        }
    }
    return count;
}

static void put_block(struct section_writer *emitter, const struct block *block, uint64_t first) {
    struct writer *writer = emitter->writer;
    writer->op = block->region->op;
    put_flagged(emitter, count_ops(writer, block), block->argument_count > 0);
    if (block->argument_count) {
        put_arguments(emitter, block);
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        put_cast(emitter, block->arguments[i]);
    }
    FOR_EACH_OP (op, block) {
        if (writer->failed) {
            return;
        }
        put_op(emitter, op, first);
        for (uint32_t i = 0; i < op->result_count; i++) {
            put_cast(emitter, &op->results[i]);
        }
    }
}

static void put_region(struct section_writer *emitter, const struct region *region,
                       uint64_t first) {
    uint64_t blocks, next = number_region(emitter->writer, region, first, &blocks);
    put_number(emitter, blocks);
    if (blocks) {
        put_number(emitter, next - first);
    }
    FOR_EACH_BLOCK (block, region) {
        put_block(emitter, block, next);
    }
}

/* Regions that see no values from outside number their own, in a section by themselves. */
static void put_regions(struct section_writer *emitter, const struct op *op, uint64_t first) {
    bool is_isolated = op_has(op, OP_ISOLATED);
    bool is_section = is_isolated && emitter->writer->version >= BYTECODE_REGION_SECTIONS;
    struct section_writer section = {.writer = emitter->writer};
    for (uint32_t i = 0; i < op->region_count; i++) {
        put_region(is_section ? &section : emitter, &op->regions[i], is_isolated ? 0 : first);
    }
    if (is_section) {
        put_section(emitter, SECTION_OPERATIONS, &section);
    }
}

void write_operations(struct section_writer *file, struct writer *writer) {
    struct section_writer section = {.writer = writer};
    put_flagged(&section, 1, false);
    put_op(&section, writer->module->op, 0);
    put_section(file, SECTION_OPERATIONS, &section);
}
