#include "compile.h"

#include <string.h>

#include "codegen/effects.h"
#include "codegen/folder/directory.h"
#include "codegen/handlers.h"
#include "codegen/program/visit.h"
#include "frontend/frontend.h"
#include "ops/verify/compat.h"
#include "sharding/sharding.h"
#include "transforms/dynamism/dynamism.h"

/* Debug builds verify between passes: it costs twice the compilation, and finds out early what
 * breaks a module. */
#ifdef SDYC_VERIFY_EACH
#define VERIFY_EACH true
#else
#define VERIFY_EACH false
#endif

void compilation_open(struct compilation *compilation, FILE *errors) {
    *compilation = (struct compilation){.arena = arena_new(), .texts = arena_new()};
    diagnostics_init(&compilation->diagnostics, compilation->arena, errors);
    compilation->context = context_new(&compilation->diagnostics);
    compilation->driver = (struct pass_driver){
        .verify_each = VERIFY_EACH, .dump = stderr, .times = &compilation->times};
    compilation->codegen = (struct codegen_driver){
        .checks = VERIFY_EACH, .dump = stderr, .times = &compilation->times};
}

void compilation_close(struct compilation *compilation) {
    if (compilation->module) {
        module_free(compilation->module);
    }
    stage_times_free(&compilation->times);
    context_free(compilation->context);
    diagnostics_free(&compilation->diagnostics);
    arena_free(compilation->texts);
    arena_free(compilation->arena);
}

/* The name outlives the text. */
static bool taken(struct compilation *compilation, bool done) {
    struct source *source = &compilation->source;
    source->name = arena_printf(compilation->arena, "%s", source->name);
    return done;
}

bool compilation_read(struct compilation *compilation, const char *path) {
    return taken(compilation, source_read(compilation->texts, path, &compilation->source,
                                          &compilation->diagnostics));
}

bool compilation_take_text(struct compilation *compilation, const char *name, const char *text,
                           size_t length) {
    return taken(compilation, source_take(compilation->texts, name, text, length,
                                          &compilation->source, &compilation->diagnostics));
}

void compilation_drop_module(struct compilation *compilation, const struct program *program) {
    struct source *source = &compilation->source;
    context_drop_originals(compilation->context, program_reads, program);
    bool is_read = compilation->module->resources.count > 0; /* resources may lie in the text */
    module_free(compilation->module);
    compilation->module = NULL;
    if (source->is_bytecode && !is_read) {
        arena_free(compilation->texts);
        compilation->texts = NULL;
        source->text = "";
        source->length = 0;
    }
}

bool compilation_parse(struct compilation *compilation) {
    double start = seconds_now();
    compilation->module = parse_module(compilation->context, &compilation->source);
    double parsed = seconds_now();
    stage_times_add(&compilation->times, "parse", parsed - start);
    if (!compilation->module) {
        return false;
    }
    bool valid = verify_module(compilation->module);
    stage_times_add(&compilation->times, "verify", seconds_now() - parsed);
    return valid;
}

bool compilation_parse_lines(struct compilation *compilation) {
    if (!compilation_parse(compilation)) {
        return false;
    }
    if (!compilation->source.is_bytecode) {
        return true;
    }
    struct buffer text = {0};
    print_module(&text, compilation->module, &(struct print_options){0});
    module_free(compilation->module);
    compilation->module = NULL;
    bool is_taken =
        compilation_take_text(compilation, compilation->source.name, text.text, text.length);
    buffer_free(&text);
    return is_taken && compilation_parse(compilation);
}

bool compilation_run(struct compilation *compilation, const char *pass, const char *options) {
    struct pass_list list;
    pass_list_init(&list, compilation->arena, &compilation->diagnostics);
    bool done = pass_list_add(&list, pass, options) &&
                pass_list_run(&list, compilation->module, &compilation->driver);
    pass_list_free(&list);
    return done;
}

/* --- shapes that are not all written down ----------------------------------------------------- */

/* The type of an argument with the extents of an input; NULL after an error. */
static const struct type *input_type(struct compilation *compilation, const struct value *argument,
                                     uint32_t index, const struct input_shape *shape) {
    const struct type *type = argument->type;
    if (type_is_static(type) || (type->kind != TYPE_TENSOR && type->kind != TYPE_UNRANKED) ||
        type->encoding) {
        return type;
    }
    const struct type *given =
        type_tensor(compilation->context, type->element, shape->rank, shape->dims, NULL);
    const struct type *refined = refined_type(compilation->context, type, given);
    if (!refined || shape->rank > MAX_RANK) {
        struct buffer text = {0};
        print_type(&text, type);
        diag_error(&compilation->diagnostics, value_location(argument),
                   "input %u has a shape that an argument of type %s cannot have", index,
                   text.text);
        buffer_free(&text);
    }
    return refined;
}

bool compilation_set_inputs(struct compilation *compilation, const char *entry, uint32_t count,
                            const struct input_shape *shapes) {
    struct op *func = entry_function(compilation->module, entry);
    const struct block *block = func ? func->regions[0].first : NULL;
    if (!block || block->argument_count < count) {
        return true; /* whoever runs it says what is wrong */
    }
    struct arena *scratch = arena_new();
    const struct type **types =
        ARENA_ARRAY(scratch, const struct type *, block->argument_count + 1);
    bool good = true, any = false;
    for (uint32_t i = 0; i < block->argument_count && good; i++) {
        types[i] = i < count ? input_type(compilation, block->arguments[i], i, &shapes[i])
                             : block->arguments[i]->type; /* none is given for it */
        good = types[i] != NULL;
        any = any || types[i] != block->arguments[i]->type;
    }
    good = good && (!any || refine_arguments(compilation->module, func, types));
    arena_free(scratch);
    return good;
}

/* There is an entry, and its arguments have shapes: nothing follows from one that is not known. */
static bool check_entry(struct compilation *compilation, const struct codegen_options *options) {
    const struct op *func = entry_claim(compilation->module, options->entry);
    const struct value *open = func ? open_argument(func) : NULL;
    if (!open) {
        return func != NULL;
    }
    struct buffer text = {0};
    print_type(&text, open->type);
    diag_error(&compilation->diagnostics, value_location(open),
               "argument %u of type %s has dimensions that are open: the shape of its input is "
               "needed (--input)",
               open->index, text.text);
    buffer_free(&text);
    return false;
}

/* The targets that the host has functions for, with commas between them. */
static const char *handled_targets(struct arena *arena, const struct call_handler *handlers) {
    const char *targets = "";
    for (const struct call_handler *at = handlers; at; at = at->next) {
        targets = arena_printf(arena, "%s%s%s", targets, *targets ? "," : "", at->target);
    }
    return targets;
}

bool compilation_lower(struct compilation *compilation, const struct codegen_options *options) {
    struct arena *arena = compilation->arena;
    const char *entry = options->entry ? options->entry : "";
    const char *handled = handled_targets(arena, options->handlers);
    return check_entry(compilation, options) &&
           compilation_run(
               compilation, "sdyc-lower-pipeline",
               arena_printf(arena, "private-storage=%s even-parts=%s entry=%s handled=%s",
                            options->storage == STORAGE_PRIVATE ? "true" : "false",
                            options->even_parts ? "true" : "false",
                            pass_option_quoted(arena, entry), pass_option_quoted(arena, handled)));
}

bool compilation_partition(struct compilation *compilation) {
    return compilation_run(compilation, "sdyc-partition-pipeline", "");
}

struct program *compilation_kernels(struct compilation *compilation,
                                    const struct codegen_options *options) {
    return codegen(compilation->module, compilation->arena, options, &compilation->codegen);
}

/* --- several functions ------------------------------------------------------------------------ */

bool function_is_public(const struct op *op) {
    const struct attr *visibility = op_attr(op, "sym_visibility");
    return op_has(op, OP_FUNCTION) && op->regions[0].first &&
           !(visibility && strcmp(visibility->text, "private") == 0);
}

/* The names of what the caller asks for: at least one, NULL for the function that is run by
 * default, of which the code generator says what is wrong. */
static void add_names(const struct compilation *compilation, const char *wanted,
                      struct compiled_entries *entries) {
    struct arena *arena = compilation->arena;
    size_t begin = entries->list.count;
    struct op *first = entry_function(compilation->module, wanted);
    *vector_push(&entries->list) =
        (struct emit_entry){.name = first ? arena_printf(arena, "%s", symbol_name(first)) : wanted};
    if (wanted) {
        return;
    }
    bool is_empty = !first;
    FOR_EACH_OP (op, compilation->module->op->regions[0].first) {
        if (op != first && function_is_public(op)) {
            const char *name = arena_printf(arena, "%s", symbol_name(op));
            struct emit_entry *entry =
                is_empty ? &entries->list.items[begin] : vector_push(&entries->list);
            *entry = (struct emit_entry){.name = name};
            is_empty = false;
        }
    }
}

/* One function of the module at hand, as a program. */
static bool compile_entry(struct compilation *compilation, const struct codegen_options *options,
                          bool is_first, uint32_t count, const struct input_shape *shapes,
                          struct emit_entry *entry) {
    struct codegen_options own = *options;
    own.entry = entry->name;
    if (!is_first) { /* layouts are of the first's tensors */
        own.input_layout_count = own.output_layout_count = 0;
        own.input_layouts = own.output_layouts = NULL;
    }
    if ((count > 0 && !compilation_set_inputs(compilation, own.entry, count, shapes)) ||
        !compilation_lower(compilation, &own)) {
        return false;
    }
    effects_extract(compilation->module, own.entry, &entry->effects);
    if (options->ranks > 0 && entry->effects.count > 0) {
        return diag_error(&compilation->diagnostics, compilation->module->op->location,
                          "function @%s asks its host for something, which ranks have not",
                          entry->name);
    }
    entry->program = compilation_kernels(compilation, &own);
    return entry->program != NULL;
}

/* The module of the entry before, if there is one, is partitioned by now. */
static bool parse_again(struct compilation *compilation, struct compiled_entries *entries) {
    if (compilation->module) {
        *vector_push(&entries->modules) = compilation->module;
        compilation->module = NULL;
    }
    return compilation_parse(compilation);
}

bool compilation_entries(struct compilation *compilation, const struct codegen_options *options,
                         uint32_t count, const struct input_shape *shapes,
                         struct compiled_entries *entries) {
    size_t begin = entries->list.count;
    if (!parse_again(compilation, entries)) {
        return false;
    }
    add_names(compilation, options->entry, entries);
    for (size_t i = begin; i < entries->list.count; i++) {
        if (i > begin && !parse_again(compilation, entries)) {
            return false;
        }
        if (!compile_entry(compilation, options, i == begin, i == begin ? count : 0, shapes,
                           &entries->list.items[i])) {
            return false;
        }
    }
    return true;
}

/* Whether the range of a rank, so many devices, is made up of the last axes of the mesh and a part
 * of the one before. */
static bool fits_mesh(const struct mesh *mesh, int64_t share) {
    int64_t inner = 1;
    for (uint32_t i = mesh->axis_count; i-- > 0;) {
        int64_t outer = inner * mesh->axes[i].size;
        if (share > inner && share < outer && (share % inner != 0 || outer % share != 0)) {
            return false;
        }
        inner = outer;
    }
    return inner == 1 || inner % share == 0;
}

static bool fits_meshes(const struct module *module, int64_t share) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (mesh && !fits_mesh(mesh, share)) {
            return false;
        }
    }
    return true;
}

static void all_rank_counts(const struct module *module, struct rank_counts *ranks) {
    int64_t devices = codegen_device_count(module);
    for (int64_t count = 1; count <= devices; count++) {
        if (devices % count == 0 && fits_meshes(module, devices / count)) {
            *vector_push(&ranks->list) = count;
        }
    }
}

bool compilation_rank_entries(struct compilation *compilation,
                              const struct codegen_options *options, struct rank_counts *ranks,
                              uint32_t count, const struct input_shape *shapes,
                              struct compiled_entries *entries) {
    struct codegen_options own = *options;
    own.storage = STORAGE_PRIVATE;
    if (ranks->list.count == 0) {
        if (!compilation_parse(compilation)) {
            return false;
        }
        all_rank_counts(compilation->module, ranks);
    }
    bool good = true;
    for (size_t i = 0; i < ranks->list.count && good; i++) {
        own.ranks = ranks->list.items[i];
        good = compilation_entries(compilation, &own, count, shapes, entries);
    }
    return good;
}

void compiled_entries_free(struct compiled_entries *entries) {
    for (size_t i = 0; i < entries->modules.count; i++) {
        module_free(entries->modules.items[i]);
    }
    for (size_t i = 0; i < entries->list.count; i++) {
        vector_free(&entries->list.items[i].effects);
    }
    vector_free(&entries->modules);
    vector_free(&entries->list);
}
