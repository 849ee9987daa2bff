/* Names of values and blocks: %0, %arg0, %cst_1, ^bb0, numbered as MLIR's printer does. A region
 * is numbered as a whole, then the regions inside it go on from there, each by itself. */
#include "ir/printer.h"

#include <string.h>

/* print_id: 0 unknown; else a number plus one, or the index of a name. */
#define NAMED (UINT32_C(1) << 31)

struct numbering {
    struct asm_printer *printer;
    struct interner *strings;
    struct pointer_map used;         /* interned names in sight */
    struct buffer stem;              /* of an argument */
    struct buffer probe;             /* the name that is tried */
    VECTOR(const struct op *) outer; /* operations whose regions are still to be numbered */
};
struct counters {
    uint32_t value, argument, conflict;
};

struct used_names {
    VECTOR(const char *) items;
};

static const char *take_name(struct numbering *numbering, struct counters *counters,
                             struct used_names *taken, const char *stem) {
    struct buffer *probe = &numbering->probe;
    const char *name = intern(numbering->strings, stem);
    while (pointer_map_get(&numbering->used, name)) {
        probe->length = 0;
        buffer_add(probe, stem);
        buffer_add_char(probe, '_');
        buffer_add_unsigned(probe, counters->conflict++);
        name = intern_bytes(numbering->strings, probe->text, probe->length);
    }
    pointer_map_put(&numbering->used, name, (void *)name);
    *vector_push(&taken->items) = name;
    return name;
}

static void set_name(struct numbering *numbering, struct counters *counters,
                     struct used_names *taken, struct value *value, const char *stem) {
    if (!stem) {
        value->print_id = ++counters->value;
        return;
    }
    struct asm_printer *printer = numbering->printer;
    const char *name = take_name(numbering, counters, taken, stem);
    value->print_id = NAMED | (uint32_t)printer->names.count;
    *vector_push(&printer->names) = name;
}

static void number_arguments(struct numbering *numbering, struct counters *counters,
                             struct used_names *taken, const struct block *block) {
    const struct op *op = block->region->op;
    bool is_entry = block == block->region->first;
    bool given = !numbering->printer->options.generic && op->def->argument_name;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const char *stem = NULL;
        if (is_entry && given) {
            stem = op->def->argument_name(op, i);
        } else if (is_entry) {
            numbering->stem.length = 0;
            buffer_add(&numbering->stem, "arg");
            buffer_add_unsigned(&numbering->stem, counters->argument++);
            stem = numbering->stem.text;
        }
        set_name(numbering, counters, taken, block->arguments[i], stem);
    }
}

static const char *result_stem(struct numbering *numbering, const struct op *op) {
    if (numbering->printer->options.generic || !op->def->result_name) {
        return NULL;
    }
    if (op->def->name_result) {
        numbering->stem.length = 0;
        op->def->name_result(&numbering->stem, op);
        return numbering->stem.text;
    }
    bool integer = type_element(op->results[0].type)->kind == TYPE_INTEGER;
    return integer && op->def->integer_result_name ? op->def->integer_result_name
                                                   : op->def->result_name;
}

/* Several results, each one value with a name in its definition: `%values, %indices = `. */
static bool names_each_result(const struct asm_printer *printer, const struct op *op) {
    const struct op_value_def *results = op->def->results;
    uint32_t count = 0;
    while (results[count].name && results[count].count == OP_ONE) {
        count++;
    }
    return !printer->options.generic && !results[count].name && count > 1 &&
           count == op->result_count;
}

static void number_results(struct numbering *numbering, struct counters *counters,
                           struct used_names *taken, struct op *op) {
    if (names_each_result(numbering->printer, op)) {
        for (uint32_t i = 0; i < op->result_count; i++) {
            set_name(numbering, counters, taken, &op->results[i], op->def->results[i].name);
        }
        return;
    }
    if (op->result_count) {
        set_name(numbering, counters, taken, &op->results[0], result_stem(numbering, op));
    }
    for (uint32_t i = 1; i < op->result_count; i++) {
        op->results[i].print_id = op->results[0].print_id;
    }
}

static void number_region(struct numbering *numbering, const struct region *region,
                          struct counters *counters);

/* Regions inside go on from the numbers of the region around them. In the generic form each number
 * is given once: regions are numbered one after the other, last first. */
static void number_inner_regions(struct numbering *numbering, size_t first,
                                 struct counters *counters) {
    bool unique = numbering->printer->options.generic;
    while (numbering->outer.count > first) {
        const struct op *op = numbering->outer.items[--numbering->outer.count];
        for (uint32_t i = op->region_count; i-- > 0;) {
            struct counters own = *counters;
            number_region(numbering, &op->regions[i], unique ? counters : &own);
        }
    }
}

static void number_region(struct numbering *numbering, const struct region *region,
                          struct counters *counters) {
    struct used_names taken = {0};
    uint32_t block_number = 0;
    size_t first = numbering->outer.count;
    FOR_EACH_BLOCK (block, region) {
        block->print_id = block_number++;
        number_arguments(numbering, counters, &taken, block);
        FOR_EACH_OP (op, block) {
            number_results(numbering, counters, &taken, op);
            if (op->region_count) {
                *vector_push(&numbering->outer) = op;
            }
        }
    }
    number_inner_regions(numbering, first, counters);
    for (size_t i = 0; i < taken.items.count; i++) {
        pointer_map_remove(&numbering->used, taken.items.items[i]);
    }
    vector_free(&taken.items);
}

void number_values(struct asm_printer *printer, const struct op *root) {
    struct numbering numbering = {.printer = printer, .strings = interner_new(printer->scratch)};
    struct counters counters = {0};
    for (uint32_t i = 0; i < root->result_count; i++) {
        root->results[i].print_id = 1;
        counters.value = 1;
    }
    for (uint32_t i = root->region_count; i-- > 0;) {
        struct counters own = counters;
        number_region(&numbering, &root->regions[i], printer->options.generic ? &counters : &own);
    }
    pointer_map_free(&numbering.used);
    buffer_free(&numbering.stem);
    buffer_free(&numbering.probe);
    vector_free(&numbering.outer);
    interner_free(numbering.strings);
}

static void print_group_name(struct asm_printer *printer, uint32_t print_id) {
    struct buffer *out = printer->out;
    if (print_id & NAMED) {
        uint32_t index = print_id & ~NAMED;
        buffer_add_char(out, '%');
        buffer_add(out, index < printer->names.count ? printer->names.items[index] : "?");
    } else if (print_id) {
        char text[16];
        char *cursor = text + sizeof text;
        uint32_t number = print_id - 1;
        do {
            *--cursor = (char)('0' + number % 10);
            number /= 10;
        } while (number);
        *--cursor = '%';
        buffer_add_bytes(out, cursor, (size_t)(text + sizeof text - cursor));
    } else {
        buffer_add(out, "<<UNKNOWN SSA VALUE>>");
    }
}

void print_result_names(struct asm_printer *printer, const struct op *op) {
    print_group_name(printer, op->results[0].print_id);
    if (names_each_result(printer, op)) {
        for (uint32_t i = 1; i < op->result_count; i++) {
            buffer_add(printer->out, ", ");
            print_group_name(printer, op->results[i].print_id);
        }
    } else if (op->result_count > 1) {
        buffer_printf(printer->out, ":%u", op->result_count);
    }
}

void print_value_name(struct asm_printer *printer, const struct value *value) {
    print_group_name(printer, value->print_id);
    if (value->op && value->op->result_count > 1 && !names_each_result(printer, value->op)) {
        buffer_printf(printer->out, "#%u", value->index);
    }
}

void print_block_name(struct asm_printer *printer, const struct block *block) {
    buffer_printf(printer->out, "^bb%u", block->print_id);
}
