/* Operations as text, in their own form or the generic one. */
#include "ir/printer.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 2

struct context *asm_printer_context(struct asm_printer *printer) {
    return printer->context;
}

struct buffer *asm_out(struct asm_printer *printer) {
    return printer->out;
}

/* What stands at a `%`, for the few conversions that forms are written with, which this does
 * without printf's cost: the format behind it; NULL where it is another one. */
static const char *add_conversion(struct buffer *out, const char *format, va_list *arguments) {
    if (format[1] == 's') {
        buffer_add(out, va_arg(*arguments, const char *));
        return format + 2;
    }
    if (strncmp(format, "%lld", 4) == 0) {
        buffer_add_integer(out, va_arg(*arguments, long long));
        return format + 4;
    }
    return NULL;
}

void asm_text(struct asm_printer *printer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    while (format && *format) {
        size_t plain = strcspn(format, "%");
        buffer_add_bytes(printer->out, format, plain);
        format += plain;
        const char *rest = *format ? add_conversion(printer->out, format, &arguments) : NULL;
        if (*format && !rest) {
            buffer_vprintf(printer->out, format, arguments);
        }
        format = rest;
    }
    va_end(arguments);
}

static void spaces(struct asm_printer *printer) {
    static const char blanks[] = "                                                                ";
    int32_t left = printer->indent;
    while (left > 0) {
        int32_t some = left < 64 ? left : 64;
        buffer_add_bytes(printer->out, blanks, (size_t)some);
        left -= some;
    }
}

void asm_newline(struct asm_printer *printer) {
    buffer_add_char(printer->out, '\n');
    spaces(printer);
}

void asm_operand(struct asm_printer *printer, const struct value *value) {
    print_value_name(printer, value);
}

void asm_operands(struct asm_printer *printer, const struct op *op, uint32_t first,
                  uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        if (i > first) {
            buffer_add_bytes(printer->out, ", ", 2);
        }
        print_value_name(printer, op->operands[i].value);
    }
}

void asm_function_type(struct asm_printer *printer, const struct op *op) {
    buffer_add_char(printer->out, '(');
    for (uint32_t i = 0; i < op->operand_count; i++) {
        buffer_add(printer->out, i ? ", " : "");
        asm_type(printer, op->operands[i].value->type);
    }
    buffer_add(printer->out, ") -> ");
    bool bare = op->result_count == 1 && op->results[0].type->kind != TYPE_FUNCTION;
    buffer_add(printer->out, bare ? "" : "(");
    for (uint32_t i = 0; i < op->result_count; i++) {
        buffer_add(printer->out, i ? ", " : "");
        asm_type(printer, op->results[i].type);
    }
    buffer_add(printer->out, bare ? "" : ")");
}

/* --- texts that are kept ---------------------------------------------------------------------- */

#define LONGEST_KEPT 256

struct printed {
    size_t length;
    char text[];
};

bool print_again(struct asm_printer *printer, const void *key) {
    const struct printed *printed = pointer_map_get(&printer->printed, key);
    if (!printed) {
        return false;
    }
    buffer_add_bytes(printer->out, printed->text, printed->length);
    return true;
}

void keep_printed(struct asm_printer *printer, const void *key, size_t start) {
    size_t length = printer->out->length - start;
    if (length == 0 || length > LONGEST_KEPT) {
        return;
    }
    struct printed *printed = arena_alloc(printer->scratch, sizeof *printed + length);
    printed->length = length;
    memcpy(printed->text, printer->out->text + start, length);
    pointer_map_put(&printer->printed, key, printed);
}

/* --- blocks and regions ----------------------------------------------------------------------- */

void asm_block_argument(struct asm_printer *printer, const struct value *argument, bool with_type) {
    print_value_name(printer, argument);
    if (with_type) {
        buffer_add(printer->out, ": ");
        asm_type(printer, argument->type);
    }
}

void asm_argument_location(struct asm_printer *printer, const struct value *argument) {
    if (printer->options.debug_info) {
        print_argument_location(printer, place_location(argument->explicit_location),
                                argument->location);
    }
}

/* Which block leads to which, by their numbers: the upper half of a word is where it leads. */
typedef VECTOR(uint64_t) edge_vector;

static int compare_edges(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorted, each once. */
static edge_vector edges_of(const struct region *region) {
    edge_vector edges = {0};
    FOR_EACH_BLOCK (block, region) {
        for (uint32_t i = 0; block->last && i < block->last->successor_count; i++) {
            uint64_t to = block->last->successors[i]->print_id;
            *vector_push(&edges) = to << 32 | block->print_id;
        }
    }
    if (edges.count > 1) {
        qsort(edges.items, edges.count, sizeof *edges.items, compare_edges);
    }
    size_t kept = 0;
    for (size_t i = 0; i < edges.count; i++) {
        if (i == 0 || edges.items[i] != edges.items[i - 1]) {
            edges.items[kept++] = edges.items[i];
        }
    }
    edges.count = kept;
    return edges;
}

/* `  // pred: ^bb0`, `  // 2 preds: ^bb0, ^bb1`, `  // no predecessors` */
static void print_predecessors(struct asm_printer *printer, const struct block *block,
                               const edge_vector *edges) {
    size_t first = 0, last = edges->count;
    while (first < last) {
        size_t middle = (first + last) / 2;
        if (edges->items[middle] >> 32 < block->print_id) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    while (last < edges->count && edges->items[last] >> 32 == block->print_id) {
        last++;
    }
    if (first == last) {
        buffer_add(printer->out, block == block->region->first ? "" : "  // no predecessors");
    } else if (last - first == 1) {
        buffer_add(printer->out, "  // pred: ");
    } else {
        buffer_printf(printer->out, "  // %zu preds: ", last - first);
    }
    for (size_t i = first; i < last; i++) {
        buffer_printf(printer->out, "%s^bb%u", i > first ? ", " : "", (uint32_t)edges->items[i]);
    }
}

static void print_block_header(struct asm_printer *printer, const struct block *block,
                               const edge_vector *edges) {
    spaces(printer);
    print_block_name(printer, block);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        buffer_add(printer->out, i ? ", " : "(");
        asm_block_argument(printer, block->arguments[i], true);
        asm_argument_location(printer, block->arguments[i]);
    }
    buffer_add(printer->out, block->argument_count ? "):" : ":");
    print_predecessors(printer, block, edges);
    buffer_add_char(printer->out, '\n');
}

static void print_block(struct asm_printer *printer, const struct block *block,
                        const edge_vector *edges, bool header, bool terminator) {
    if (header) {
        print_block_header(printer, block, edges);
    }
    printer->indent += INDENT;
    FOR_EACH_OP (op, block) {
        if (!terminator && !op->next && op_has(op, OP_TERMINATOR)) {
            break;
        }
        spaces(printer);
        asm_op(printer, op);
        buffer_add_char(printer->out, '\n');
    }
    printer->indent -= INDENT;
}

static void print_region(struct asm_printer *printer, const struct region *region, bool arguments,
                         bool terminators, bool empty_block) {
    const char *outer = printer->default_dialect;
    const char *inside = region->op->def->default_dialect;
    printer->default_dialect = inside ? inside : "";
    edge_vector edges = edges_of(region);
    buffer_add(printer->out, "{\n");
    FOR_EACH_BLOCK (block, region) {
        bool header = block != region->first || (empty_block && !block->first) ||
                      (arguments && block->argument_count);
        print_block(printer, block, &edges, header, block != region->first || terminators);
    }
    vector_free(&edges);
    spaces(printer);
    buffer_add_char(printer->out, '}');
    printer->default_dialect = outer;
}

void asm_region(struct asm_printer *printer, const struct region *region, bool print_arguments,
                bool print_terminators) {
    print_region(printer, region, print_arguments, print_terminators, false);
}

/* --- operations ------------------------------------------------------------------------------- */

static void print_successors(struct asm_printer *printer, const struct op *op) {
    buffer_add_char(printer->out, '[');
    for (uint32_t i = 0; i < op->successor_count; i++) {
        buffer_add(printer->out, i ? ", " : "");
        print_block_name(printer, op->successors[i]);
    }
    buffer_add_char(printer->out, ']');
}

static int compare_names(const void *a, const void *b) {
    const struct named_attr *x = *(const struct named_attr *const *)a;
    const struct named_attr *y = *(const struct named_attr *const *)b;
    return strcmp(x->name, y->name);
}

/* What MLIR looks at for aliases, in its order: regions first, then types, then all attributes. */
static void visit_generic(struct asm_printer *printer, const struct op *op) {
    for (uint32_t i = 0; i < op->region_count; i++) {
        print_region(printer, &op->regions[i], true, true, true);
    }
    asm_function_type(printer, op);
    uint32_t count = op->properties.count + op->attrs.count;
    const struct named_attr **items =
        ARENA_ARRAY(printer->scratch, const struct named_attr *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        bool inherent = i < op->properties.count;
        items[i] = inherent ? &op->properties.items[i] : &op->attrs.items[i - op->properties.count];
    }
    qsort(items, count, sizeof *items, compare_names);
    for (uint32_t i = 0; i < count; i++) {
        asm_attr(printer, items[i]->value);
    }
}

static void print_generic(struct asm_printer *printer, const struct op *op) {
    struct buffer *out = printer->out;
    if (printer->is_collecting) {
        visit_generic(printer, op);
        return;
    }
    asm_string(printer, op->name, strlen(op->name));
    buffer_add_char(out, '(');
    asm_operands(printer, op, 0, op->operand_count);
    buffer_add_char(out, ')');
    if (op->successor_count) {
        print_successors(printer, op);
    }
    if (op->properties.count) {
        buffer_add(out, " <");
        size_t at = out->length;
        asm_attr_dict(printer, &op->properties, 0, NULL);
        /* The list is written with a space before it, which is not wanted here. */
        memmove(out->text + at, out->text + at + 1, out->length - at);
        out->length--;
        buffer_add_char(out, '>');
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        buffer_add(out, i ? ", " : " (");
        print_region(printer, &op->regions[i], true, true, true);
    }
    buffer_add(out, op->region_count ? ")" : "");
    asm_attr_dict(printer, &op->attrs, 0, NULL);
    buffer_add(out, " : ");
    asm_function_type(printer, op);
}

/* The name without the dialect that goes without saying here. */
static void print_op_name(struct asm_printer *printer, const struct op *op) {
    const char *name = op->name;
    size_t length = strlen(printer->default_dialect);
    if (length && strncmp(name, printer->default_dialect, length) == 0 && name[length] == '.' &&
        !strchr(name + length + 1, '.')) {
        name += length + 1;
    }
    buffer_add(printer->out, name);
}

bool asm_looks_for_aliases(const struct asm_printer *printer) {
    return printer->is_collecting;
}

void asm_decline(struct asm_printer *printer) {
    printer->declined = true;
}

static bool prints_generic(const struct asm_printer *printer, const struct op *op) {
    return printer->options.generic || op->def == &op_unregistered ||
           op->def->print == print_generic_only;
}

void asm_op(struct asm_printer *printer, const struct op *op) {
    if (printer->is_collecting && printer->options.debug_info) {
        print_location(printer, place_location(op->explicit_location),
                       op->location); /* comes first */
    }
    if (op->result_count) {
        print_result_names(printer, op);
        buffer_add_bytes(printer->out, " = ", 3);
    }
    if (prints_generic(printer, op)) {
        print_generic(printer, op);
    } else {
        size_t start = printer->out->length;
        print_op_name(printer, op);
        op->def->print(printer, op);
        if (printer->declined) {
            printer->declined = false;
            printer->out->length = start;
            print_generic(printer, op);
        }
    }
    if (printer->options.debug_info) {
        print_location(printer, place_location(op->explicit_location), op->location);
    }
}

/* --- resources -------------------------------------------------------------------------------- */

static void print_resource_dict(struct asm_printer *printer, const struct attr *dict,
                                uint32_t depth, bool only_used);

static void print_resource_value(struct asm_printer *printer, const struct attr *value,
                                 uint32_t depth, bool only_used) {
    if (value->kind == ATTR_DICT && depth < 2) {
        buffer_add(printer->out, "{\n");
        print_resource_dict(printer, value, depth + 1, only_used);
        buffer_add_char(printer->out, '\n');
        spaces(printer);
        buffer_add_char(printer->out, '}');
    } else {
        asm_attr(printer, value);
    }
}

static bool any_is_used(const struct asm_printer *printer, const struct attr *keys) {
    for (uint32_t i = 0; keys->kind == ATTR_DICT && i < keys->count; i++) {
        if (pointer_map_get(&printer->resources, keys->names[i])) {
            return true;
        }
    }
    return false;
}

/* Of a section, its groups; of a group, its entries. */
static bool is_used(const struct asm_printer *printer, const struct attr *dict, uint32_t number,
                    uint32_t depth) {
    return depth == 1 ? any_is_used(printer, dict->items[number])
                      : pointer_map_get(&printer->resources, dict->names[number]) != NULL;
}

/* Blobs nobody refers to any more are left out, as MLIR does. */
static void print_resource_dict(struct asm_printer *printer, const struct attr *dict,
                                uint32_t depth, bool only_used) {
    bool any = false;
    printer->indent += INDENT;
    for (uint32_t i = 0; i < dict->count; i++) {
        if (only_used && !is_used(printer, dict, i, depth)) {
            continue;
        }
        buffer_add(printer->out, any ? ",\n" : "");
        any = true;
        spaces(printer);
        asm_keyword_or_string(printer, dict->names[i]);
        buffer_add(printer->out, ": ");
        print_resource_value(printer, dict->items[i], depth, only_used);
    }
    printer->indent -= INDENT;
}

static bool has_used_resource(const struct asm_printer *printer, const struct attr *section) {
    for (uint32_t i = 0; i < section->count; i++) {
        if (any_is_used(printer, section->items[i])) {
            return true;
        }
    }
    return false;
}

static void print_resources(struct asm_printer *printer, const struct module *module) {
    bool any = false;
    printer->indent = INDENT;
    for (uint32_t i = 0; i < module->resources.count; i++) {
        const struct named_attr *section = &module->resources.items[i];
        bool only_used = strcmp(section->name, "dialect_resources") == 0;
        if (only_used && !has_used_resource(printer, section->value)) {
            continue;
        }
        buffer_add(printer->out, any ? ",\n" : "\n{-#\n");
        any = true;
        spaces(printer);
        buffer_printf(printer->out, "%s: ", section->name);
        print_resource_value(printer, section->value, 0, only_used);
    }
    printer->indent = 0;
    buffer_add(printer->out, any ? "\n#-}\n" : "");
}

/* --- entries ---------------------------------------------------------------------------------- */

static void printer_init(struct asm_printer *printer, struct buffer *out,
                         const struct print_options *options) {
    *printer =
        (struct asm_printer){.out = out, .default_dialect = "builtin", .scratch = arena_new()};
    if (options) {
        printer->options = *options;
    }
}

static void printer_free(struct asm_printer *printer) {
    arena_free(printer->scratch);
    vector_free(&printer->names);
    pointer_map_free(&printer->aliases);
    pointer_map_free(&printer->printed);
    pointer_map_free(&printer->resources);
}

void print_module(struct buffer *out, const struct module *module,
                  const struct print_options *options) {
    struct asm_printer printer;
    printer_init(&printer, out, options);
    printer.context = module->context;
    number_values(&printer, module->op);
    if (!printer.options.local_scope) {
        collect_aliases(&printer, module->op);
    }
    print_alias_definitions(&printer, false);
    asm_op(&printer, module->op);
    buffer_add_char(out, '\n');
    print_alias_definitions(&printer, true);
    if (!printer.options.local_scope) {
        print_resources(&printer, module);
    }
    printer_free(&printer);
}

void print_type(struct buffer *out, const struct type *type) {
    struct asm_printer printer;
    printer_init(&printer, out, NULL);
    asm_type(&printer, type);
    printer_free(&printer);
}

void print_attr(struct buffer *out, const struct attr *attr) {
    struct asm_printer printer;
    printer_init(&printer, out, NULL);
    asm_attr(&printer, attr);
    printer_free(&printer);
}
