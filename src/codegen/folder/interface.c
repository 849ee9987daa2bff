#include "codegen/folder/interface.h"

#include "caches.h"
#include "codegen/emit/names.h"
#include "codegen/folder/calls.h"
#include "codegen/folder/columns.h"
#include "codegen/graph/graph.h"
#include "codegen/handlers.h"
#include "codegen/library/library.h"
#include "ranks.h"

#include <float.h>
#include <inttypes.h>
#include <string.h>

/* Values as they are set. */
struct values {
    struct arena *arena;
    size_t count;
    struct template_value items[64];
};

static void set(struct values *values, const char *name, const char *text) {
    const size_t room = sizeof values->items / sizeof *values->items;
    if (values->count == room) {
        sdyc_bug("more than %zu values for a template", room);
    }
    values->items[values->count++] = (struct template_value){name, text, NULL};
}

static void set_flag(struct values *values, const char *name, bool holds) {
    set(values, name, holds ? "yes" : NULL);
}

static void set_number(struct values *values, const char *name, int64_t number) {
    set(values, name, arena_printf(values->arena, "%" PRId64, number));
}

static void set_list(struct values *values, const char *name, const struct template_list *list) {
    set(values, name, NULL);
    values->items[values->count - 1].list = list;
}

static struct template_row row_of(const struct values *values) {
    return (struct template_row){
        values->count,
        arena_copy(values->arena, values->items, values->count * sizeof values->items[0])};
}

static struct template_list *new_list(struct arena *arena, size_t most) {
    struct template_list *list = ARENA_NEW(arena, struct template_list);
    list->rows = ARENA_ARRAY(arena, struct template_row, most + 1);
    return list;
}

/* Room for all files of the runtime, and one more. */
static struct template_list *new_file_list(struct arena *arena) {
    size_t count = 1;
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        count++;
    }
    return new_list(arena, count);
}

static void add_row(struct template_list *list, struct template_row row) {
    ((struct template_row *)(uintptr_t)list->rows)[list->count++] = row;
}

static void add_file(struct arena *arena, struct template_list *list, const char *file) {
    struct values values = {.arena = arena};
    set(&values, "file", file);
    add_row(list, row_of(&values));
}

/* --- tensors ---------------------------------------------------------------------------------- */

/* How the tensor lies in that of all ranks. */
static void set_part(struct values *values, const struct argument *argument, const char *array) {
    struct arena *arena = values->arena;
    const struct rank_part *part = argument->part;
    const char *dims = "", *digits = "";
    int64_t bytes = element_info[argument->element].bytes;
    for (uint32_t d = 0; d < argument->rank; d++) {
        dims = arena_printf(arena, "%s%s%" PRId64, dims, d > 0 ? ", " : "", part->dims[d]);
        bytes *= part->dims[d];
    }
    for (uint32_t i = 0; i < part->count; i++) {
        const struct sdyrt_rank_part_digit *digit = &part->digits[i];
        digits = arena_printf(arena, "%s%s{%" PRId64 ", %" PRId64 ", %" PRId64 "}", digits,
                              i > 0 ? ", " : "", digit->dim, digit->size, digit->stride);
    }
    set(values, "whole", dims);
    set(values, "digits", digits);
    const char *text = arena_printf(arena, ", NULL, %" PRId64 ", 0, NULL", bytes);
    if (argument->rank > 0) {
        text = arena_printf(arena, ", %s_dims_whole, %" PRId64 ", %" PRIu32 ", %s_dims_digits",
                            array, bytes, part->count, array);
    }
    set(values, "part", text);
}

/* Values of a tensor; "<array>_dims" is the array of its dimensions. */
static void set_tensor(struct values *values, const struct argument *argument, const char *array) {
    struct arena *arena = values->arena;
    const struct element_info *info = &element_info[argument->element];
    const char *dims = argument->rank == 0 ? "NULL" : arena_printf(arena, "%s_dims", array);
    set(values, "name", c_string(arena, argument->label ? argument->label : argument->name));
    set(values, "element", info->name);
    set_number(values, "rank", argument->rank);
    set(values, "array", dims);
    set_number(values, "bytes", argument->elements * info->bytes);
    set(values, "type", c_type_text(arena, argument));
    set(values, "dims", c_shape_text(arena, argument, ", "));
    set(values, "strides", argument->rank == 0 ? "NULL" : arena_printf(arena, "%s_strides", array));
    set(values, "steps", c_strides_text(arena, argument));
    set_number(values, "block", argument->block);
    if (argument->part) {
        set_part(values, argument, array);
    } else {
        set(values, "part", "");
    }
}

/* By how much a result may differ where another processor rounds in another order, in parts of the
 * largest number; the type's last place, for wide types that of a hundred and more roundings. */
static const char *tolerance_text(struct arena *arena, enum element element) {
    enum { ROUNDINGS = 128, ROUNDINGS_OF_NARROW = 4 };
    enum element part = element == ELEMENT_C64    ? ELEMENT_F32
                        : element == ELEMENT_C128 ? ELEMENT_F64
                                                  : element;
    if (element_is_integer(part)) {
        return "0";
    }
    double place = part == ELEMENT_F64   ? DBL_EPSILON
                   : part == ELEMENT_F32 ? FLT_EPSILON
                   : part == ELEMENT_F16 ? 1.0 / 1024
                                         : 1.0 / 128;
    if (element_info[part].bytes == 1) {
        place = 0.25;
    }
    bool is_wide = part == ELEMENT_F32 || part == ELEMENT_F64;
    return arena_printf(arena, "%.3g", place * (is_wide ? ROUNDINGS : ROUNDINGS_OF_NARROW));
}

/* Which dimension an argument is the size of, and of which other. */
static void set_sized(struct values *values, const struct folder_entry *entry,
                      const struct argument *argument, bool is_input) {
    const struct program *program = entry->program;
    const struct argument *all = is_input ? program->inputs : program->outputs;
    const struct argument *sized = argument->size_of >= 0 ? &all[argument->size_of] : NULL;
    set_number(values, "size_of", argument->size_of);
    set_number(values, "size_dim", argument->size_dim);
    set(values, "sized", sized ? c_argument_name(values->arena, sized) : NULL);
    set_number(values, "bound", sized ? sized->dims[argument->size_dim] : 0);
}

static struct template_row argument_row(const struct folder *folder,
                                        const struct folder_entry *entry,
                                        const struct argument *argument, bool is_input) {
    struct arena *arena = folder->arena;
    struct values values = {.arena = arena};
    const char *name = c_argument_name(arena, argument);
    bool donated = is_input && argument->donated_to >= 0;
    set_tensor(&values, argument, arena_printf(arena, "%s_%s", entry->c_name, name));
    set(&values, "c_name", name);
    set(&values, "tolerance", tolerance_text(arena, argument->element));
    set(&values, "donated",
        donated ? c_argument_name(arena, &entry->program->outputs[argument->donated_to]) : NULL);
    set_number(&values, "donated_to", donated ? argument->donated_to : -1);
    set_sized(&values, entry, argument, is_input);
    return row_of(&values);
}

static void set_arguments(const struct folder *folder, const struct folder_entry *entry,
                          struct values *values) {
    const struct program *program = entry->program;
    uint32_t input_count = entry->input_count;
    struct template_list *inputs = new_list(folder->arena, input_count);
    struct template_list *outputs = new_list(folder->arena, program->output_count);
    struct template_list *dimensions = new_list(folder->arena, input_count + program->output_count);
    for (uint32_t i = 0; i < input_count + program->output_count; i++) {
        bool is_input = i < input_count;
        const struct argument *argument =
            is_input ? &program->inputs[i] : &program->outputs[i - input_count];
        struct template_row row = argument_row(folder, entry, argument, is_input);
        add_row(is_input ? inputs : outputs, row);
        if (argument->rank > 0) {
            add_row(dimensions, row);
        }
    }
    set_list(values, "inputs", inputs);
    set_list(values, "outputs", outputs);
    set_list(values, "dimensions", dimensions);
}

/* "float *result0, const float *arg0" and the like: results first, as for memcpy. */
static void set_parameters(const struct folder *folder, const struct folder_entry *entry,
                           struct values *values) {
    static const char in_body[] = "        ", in_example[] = " *             ";
    static const char before_names[] = "    const void *const inputs[] = {";
    const struct program *program = entry->program;
    struct arena *arena = folder->arena;
    const char *head =
        arena_printf(arena, "enum %s_status %s_%s(", folder->prefix, folder->prefix, entry->c_name);
    const char *call = arena_printf(arena, " *         %s_%s(", folder->prefix, entry->c_name);
    struct columns parameters = {arena, "    ", "", strlen(head)};
    struct columns inputs = {arena, in_body, "", strlen(before_names)};
    struct columns outputs = {arena, in_body, "", strlen(before_names)};
    struct columns example = {arena, in_example, "", strlen(call)};
    columns_add(&parameters, arena_printf(arena, "struct %s_context *context", folder->prefix));
    columns_add(&example, "context");
    for (uint32_t i = 0; i < program->output_count; i++) {
        const struct argument *output = &program->outputs[i];
        const char *name = c_argument_name(arena, output);
        columns_add(&parameters, arena_printf(arena, "%s%s", c_pointer_type(arena, output), name));
        columns_add(&outputs, name);
        columns_add(&example, name);
    }
    for (uint32_t i = 0; i < entry->input_count; i++) {
        const struct argument *input = &program->inputs[i];
        const char *name = c_argument_name(arena, input);
        columns_add(&parameters,
                    arena_printf(arena, "const %s%s", c_pointer_type(arena, input), name));
        columns_add(&inputs, name);
        columns_add(&example, name);
    }
    set(values, "parameters", parameters.text);
    set(values, "input_names", entry->input_count > 0 ? inputs.text : "NULL");
    set(values, "output_names", program->output_count > 0 ? outputs.text : "NULL");
    set(values, "example_arguments", example.text);
}

/* --- the host --------------------------------------------------------------------------------- */

static bool has_host(const struct folder_entry *entry) {
    return entry->input_count < entry->program->input_count;
}

bool folder_has_host(const struct folder *folder) {
    bool has = false;
    for (size_t i = 0; i < folder->entry_count; i++) {
        has |= has_host(&folder->entries[i]);
    }
    return has;
}

bool folder_has_layouts(const struct folder *folder) {
    bool any = false;
    for (size_t e = 0; e < folder->entry_count; e++) {
        const struct folder_entry *entry = &folder->entries[e];
        for (uint32_t i = 0; i < entry->input_count; i++) {
            any |= entry->program->inputs[i].is_arranged;
        }
        for (uint32_t i = 0; i < entry->program->output_count; i++) {
            any |= entry->program->outputs[i].is_arranged;
        }
    }
    return any;
}

bool folder_has_sizes(const struct folder *folder) {
    bool any = false;
    for (size_t e = 0; e < folder->entry_count; e++) {
        const struct program *program = folder->entries[e].program;
        for (uint32_t i = 0; i < folder->entries[e].input_count; i++) {
            any |= program->inputs[i].size_of >= 0;
        }
        for (uint32_t i = 0; i < program->output_count; i++) {
            any |= program->outputs[i].size_of >= 0;
        }
    }
    return any;
}

bool folder_has_test(const struct folder *folder) {
    bool has = false;
    for (size_t i = 0; i < folder->entry_count; i++) {
        has |= folder->entries[i].entry->sample != NULL;
    }
    return has;
}

const struct folder_entry *folder_sampled(const struct folder *folder,
                                          const struct folder_entry *entry) {
    const struct folder_entry *first = folder->entries;
    while (strcmp(first->entry->name, entry->entry->name) != 0) {
        first++;
    }
    return first;
}

static struct argument effect_argument(struct arena *arena, const struct effect *effect) {
    uint32_t rank = type_is_tensor(effect->type) ? effect->type->rank : 0;
    return (struct argument){
        .name = effect->name,
        .element = element_or_bug(effect->type),
        .rank = rank,
        .dims = rank > 0 ? arena_copy(arena, effect->type->dims, rank * sizeof(int64_t)) : NULL,
        .elements = type_count(effect->type)};
}

/* Adds the calls of the host of one entry; the bytes of its largest value. */
static int64_t add_effects(const struct folder *folder, const struct effect_list *effects,
                           struct template_list *calls, struct template_list *dimensions) {
    static const char *const kinds[] = {[OP_EFFECT_PRINT] = "PRINT",
                                        [OP_EFFECT_PROBE] = "PROBE",
                                        [OP_EFFECT_INFEED] = "INFEED",
                                        [OP_EFFECT_OUTFEED] = "OUTFEED"};
    int64_t most = 0;
    for (size_t i = 0; i < effects->count; i++) {
        struct values values = {.arena = folder->arena};
        struct argument value = effect_argument(folder->arena, &effects->items[i]);
        int64_t bytes = value.elements * element_info[value.element].bytes;
        set_tensor(&values, &value, arena_printf(folder->arena, "call%zu", calls->count));
        set(&values, "kind", kinds[effects->items[i].kind]);
        struct template_row row = row_of(&values);
        most = bytes > most ? bytes : most;
        add_row(calls, row);
        if (value.rank > 0) {
            add_row(dimensions, row);
        }
    }
    return most;
}

static void set_effects(const struct folder *folder, struct values *values) {
    size_t count = 0;
    int64_t most = 0;
    for (size_t i = 0; i < folder->entry_count; i++) {
        count += folder->entries[i].entry->effects.count;
    }
    struct template_list *calls = new_list(folder->arena, count);
    struct template_list *dimensions = new_list(folder->arena, count);
    for (size_t i = 0; i < folder->entry_count; i++) {
        int64_t bytes = add_effects(folder, &folder->entries[i].entry->effects, calls, dimensions);
        most = bytes > most ? bytes : most;
    }
    set_flag(values, "host", folder_has_host(folder));
    set_list(values, "calls", calls);
    set_list(values, "call_dimensions", dimensions);
    set(values, "value_bytes",
        count > 0 ? arena_printf(folder->arena, " + lines(%" PRId64 ")", most + 1) : "");
}

/* --- functions of the caller's ---------------------------------------------------------------- */

static struct call_list all_calls(const struct folder *folder) {
    size_t count = 0;
    for (size_t i = 0; i < folder->entry_count; i++) {
        count += folder->entries[i].program->call_count;
    }
    struct program_call **calls = ARENA_ARRAY(folder->arena, struct program_call *, count + 1);
    struct call_list list = {0, calls};
    for (size_t i = 0; i < folder->entry_count; i++) {
        const struct program *program = folder->entries[i].program;
        for (uint32_t c = 0; c < program->call_count; c++) {
            calls[list.count++] = program->calls[c];
        }
    }
    return list;
}

static void set_calls(const struct folder *folder, struct values *values) {
    struct arena *arena = folder->arena;
    struct call_list calls = all_calls(folder);
    struct template_list *targets = new_list(arena, calls.count);
    for (size_t i = 0; i < calls.count; i++) {
        struct values target = {.arena = arena};
        bool first;
        set_number(&target, "number", emit_call_target(&calls, i, &first));
        set(&target, "target", c_string(arena, calls.items[i]->target));
        if (first) {
            add_row(targets, row_of(&target));
        }
    }
    set_list(values, "targets", targets);
    set_number(values, "target_count", (int64_t)targets->count);
    set_number(values, "call_count", (int64_t)calls.count);
    set(values, "python_arguments",
        arena_printf(arena, "%s%s",
                     folder->constants.count > 0 && folder->options->constants_apart
                         ? ", constants=None"
                         : "",
                     calls.count > 0 ? ", calls=()" : ""));
    set_number(values, "call_buffer_count", emit_call_buffers(&calls));
    struct buffer tables = {0};
    if (calls.count > 0) {
        emit_call_tables(&tables, &calls);
    }
    set(values, "call_tables", arena_printf(arena, "%s", tables.text != NULL ? tables.text : ""));
    buffer_free(&tables);
}

/* --- files and libraries ---------------------------------------------------------------------- */

/* Which headers of the runtime model.c includes: those of the phases declare what it calls. */
static bool has_strips(const struct folder *folder) {
    const struct embedded_file *file = embedded_runtime;
    while (file->name != NULL && strcmp(file->name, "strips.c") != 0) {
        file++;
    }
    return file->name != NULL && runtime_parts_have(folder->runtime, file);
}

static void set_headers(const struct folder *folder, struct values *values) {
    struct template_list *headers = new_file_list(folder->arena);
    add_file(folder->arena, headers, "runtime/cpu.h");
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        bool named = false;
        for (size_t i = 0; i < folder->entry_count; i++) {
            const struct emit_needs *needs = &folder->entries[i].needs;
            for (size_t h = 0; h < needs->headers.count; h++) {
                named |= strcmp(needs->headers.items[h], file->name) == 0;
            }
        }
        named |= has_strips(folder) && strcmp(file->name, "strips.h") == 0;
        named |= folder_has_ranks(folder) && strcmp(file->name, "ranks_mpi.h") == 0;
        if (named) {
            add_file(folder->arena, headers, arena_printf(folder->arena, "runtime/%s", file->name));
        }
    }
    set_list(values, "headers", headers);
}

static void set_sources(const struct folder *folder, struct values *values, const char *name,
                        const struct runtime_parts *parts, const struct runtime_parts *without) {
    struct template_list *files = new_file_list(folder->arena);
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (runtime_parts_have(parts, file) && runtime_file_is_source(file) &&
            (without == NULL || !runtime_parts_have(without, file))) {
            int stem = (int)strcspn(file->name, ".");
            add_file(folder->arena, files, arena_printf(folder->arena, "%.*s", stem, file->name));
        }
    }
    set_list(values, name, files);
}

/* What the program must find on the machine that it runs on. */
static void set_libraries(const struct folder *folder, struct values *values) {
    const struct library *needed = NULL;
    for (size_t e = 0; e < folder->entry_count; e++) {
        const struct program *program = folder->entries[e].program;
        for (uint32_t i = 0; i < program->kernel_count && needed == NULL; i++) {
            const struct library *library = program->kernels[i]->library;
            bool runs = program->kernels[i]->tasks > 0;
            needed = library != NULL && library->system.load != NULL && runs ? library : NULL;
        }
    }
    set(values, "load", needed != NULL ? needed->system.load : NULL);
    set(values, "needs", needed != NULL ? needed->system.needs : NULL);
}

/* --- entries ---------------------------------------------------------------------------------- */

static void set_constants(struct folder *folder, const struct program *program,
                          struct values *values) {
    const char *offsets = "";
    for (uint32_t i = 0; i < program->constant_count; i++) {
        size_t offset = constant_pool_add(&folder->constants, program->constants[i]);
        offsets = arena_printf(folder->arena, "%s%s%zu", offsets, i > 0 ? ", " : "", offset);
    }
    set(values, "offsets", offsets[0] != '\0' ? offsets : "0");
    set_number(values, "constant_count", program->constant_count);
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static const char *title_text(const struct folder *folder, const struct folder_entry *entry) {
    const char *source = entry->program->source_name;
    const char *title = arena_printf(folder->arena, "The function @%s of %s.", entry->entry->name,
                                     source != NULL ? source : "an MLIR module");
    return emit_comment(folder->arena, title);
}

/* What an entry keeps lies behind what those of as many ranks pass on, and behind what the entries
 * before it keep; 0: it keeps nothing. */
static int64_t kept_place(const struct folder *folder, const struct folder_entry *of) {
    int64_t passed = SDYRT_LINE_BYTES, kept = 0;
    for (size_t i = 0; i < folder->entry_count; i++) {
        const struct program *program = folder->entries[i].program;
        if (program->ranks == of->program->ranks) {
            passed = larger(passed, program->arena_bytes);
            kept += &folder->entries[i] < of ? program->kept_bytes : 0;
        }
    }
    return of->program->kept_bytes > 0 ? (int64_t)sdyrt_whole_lines((size_t)passed) + kept : 0;
}

/* Of a context, for what the entry passes on and keeps. */
static int64_t memory_bytes(const struct folder *folder, const struct folder_entry *entry) {
    int64_t place = kept_place(folder, entry);
    int64_t passed = larger(entry->program->arena_bytes, SDYRT_LINE_BYTES);
    return place > 0 ? place + entry->program->kept_bytes : passed;
}

/* Where the entry's own things begin among those of all. */
struct firsts {
    int64_t slot, host_call, call;
};

static struct template_row entry_row(struct folder *folder, const struct folder_entry *entry,
                                     struct firsts *firsts) {
    struct arena *arena = folder->arena;
    const struct program *program = entry->program;
    struct values values = {.arena = arena};
    set(&values, "title", title_text(folder, entry));
    set(&values, "function", c_string(arena, entry->entry->name));
    set(&values, "entry", entry->c_name);
    set(&values, "ENTRY", c_upper(arena, entry->c_name));
    set(&values, "program_name", program->name);
    set(&values, "program", entry->text.text);
    set_number(&values, "number", entry - folder->entries);
    set_number(&values, "input_count", entry->input_count);
    set_number(&values, "output_count", program->output_count);
    set_number(&values, "first_output", 1 + program->input_count);
    set_number(&values, "first_slot", firsts->slot);
    set_number(&values, "first_host_call", has_host(entry) ? firsts->host_call : -1);
    set_number(&values, "first_call", program->call_count > 0 ? firsts->call : -1);
    set_number(&values, "call_slot", emit_calls_slot(program));
    set_number(&values, "ranks", program->ranks);
    set_number(&values, "ranks_slot", emit_ranks_slot(program));
    set_number(&values, "entry_bytes", memory_bytes(folder, entry));
    set_number(&values, "kept_slot", emit_kept_slot(program));
    set_number(&values, "processor_slot", emit_processor_slot(program));
    set_number(&values, "kept_place", kept_place(folder, entry));
    set(&values, "ranks_of_function",
        program->ranks > 0 ? arena_printf(arena, "%" PRId64 ", ", program->ranks) : "");
    set_flag(&values, "sample", entry->entry->sample != NULL);
    set(&values, "sample_name", folder_sampled(folder, entry)->c_name);
    set_arguments(folder, entry, &values);
    set_parameters(folder, entry, &values);
    set_constants(folder, program, &values);
    firsts->slot += emit_slot_count(program);
    firsts->host_call += (int64_t)entry->entry->effects.count;
    firsts->call += program->call_count;
    return row_of(&values);
}

/* The context is large enough for each entry. */
static void set_sizes(const struct folder *folder, struct values *values) {
    int64_t memory = 0, scratch = 0, threads = 1, inputs = 0, outputs = 0;
    bool keeps = false;
    for (size_t i = 0; i < folder->entry_count; i++) {
        const struct folder_entry *entry = &folder->entries[i];
        memory = larger(memory, memory_bytes(folder, entry));
        keeps |= entry->program->kept_bytes > 0;
        scratch = larger(scratch, (int64_t)entry->needs.scratch_bytes);
        threads = larger(threads, entry->program->useful_threads);
        inputs = larger(inputs, entry->input_count);
        outputs = larger(outputs, entry->program->output_count);
    }
    set_number(values, "memory_bytes", memory);
    set_flag(values, "kept", keeps);
    set_number(values, "scratch_bytes", scratch);
    set_number(values, "useful_threads", threads);
    set_number(values, "most_inputs", inputs);
    set_number(values, "most_outputs", outputs);
}

static void set_entries(struct folder *folder, struct values *values) {
    struct template_list *entries = new_list(folder->arena, folder->entry_count);
    struct firsts firsts = {0, 0, 0};
    for (size_t i = 0; i < folder->entry_count; i++) {
        folder->entries[i].row = entry_row(folder, &folder->entries[i], &firsts);
        add_row(entries, folder->entries[i].row);
    }
    set_list(values, "entries", entries);
    set(values, "first_title", title_text(folder, &folder->entries[0]));
    set_number(values, "entry_count", (int64_t)folder->entry_count);
    set(values, "first_function", c_string(folder->arena, folder->entries[0].entry->name));
    set_number(values, "slot_count", firsts.slot);
    bool has_constants = folder->constants.count > 0, apart = folder->options->constants_apart;
    set_flag(values, "constants", has_constants);
    set_flag(values, "linked", has_constants && !apart);
    set_flag(values, "external", has_constants && apart);
    set_number(values, "constant_bytes", (int64_t)folder->constants.bytes);
    set(values, "constant_hash",
        arena_printf(folder->arena, "0x%016" PRIx64, constant_pool_hash(&folder->constants)));
}

/* --- ranks ------------------------------------------------------------------------------------ */

bool folder_has_ranks(const struct folder *folder) {
    return folder->entries[0].program->ranks > 0;
}

/* "1, 2 or 4" */
static const char *rank_counts(const struct folder *folder) {
    const char *text = "";
    int64_t last = 0;
    for (size_t i = 0; i < folder->entry_count; i++) {
        int64_t ranks = folder->entries[i].program->ranks;
        bool is_new = ranks != last;
        last = is_new ? ranks : last;
        bool ends = folder->entries[folder->entry_count - 1].program->ranks == ranks;
        const char *separator = text[0] == '\0' ? "" : ends ? " or " : ", ";
        text = is_new ? arena_printf(folder->arena, "%s%s%" PRId64, text, separator, ranks) : text;
    }
    return text;
}

/* Two ranks where the program is for so many, or else the most that it is for. */
static int64_t test_ranks(const struct folder *folder) {
    int64_t ranks = 0;
    for (size_t i = 0; i < folder->entry_count && ranks != 2; i++) {
        ranks = folder->entries[i].program->ranks;
    }
    return ranks;
}

static uint64_t program_hash(const struct folder *folder) {
    uint64_t hash = 0;
    for (size_t i = 0; i < folder->entry_count; i++) {
        const struct folder_entry *entry = &folder->entries[i];
        hash = hash_bytes(entry->text.text, entry->text.length, hash);
        for (uint32_t c = 0; c < entry->program->constant_count; c++) {
            const struct kernel_buffer *constant = entry->program->constants[c];
            size_t bytes = element_info[constant->element].bytes;
            hash = hash_bytes(constant->data, (size_t)constant->elements * bytes, hash);
        }
    }
    return hash;
}

static void set_ranks(const struct folder *folder, struct values *values) {
    bool has = folder_has_ranks(folder);
    set_flag(values, "mpi", has);
    set(values, "rank_counts", rank_counts(folder));
    set_number(values, "test_ranks", test_ranks(folder));
    set(values, "program_hash", arena_printf(folder->arena, "0x%016" PRIx64, program_hash(folder)));
    set(values, "no_part", has ? ", NULL, 0, 0, NULL" : "");
}

void interface_set(struct folder *folder) {
    struct values values = {.arena = folder->arena};
    set(&values, "prefix", folder->prefix);
    set(&values, "PREFIX", c_upper(folder->arena, folder->prefix));
    set(&values, "march", folder->options->march);
    set_flag(&values, "python", folder->options->python);
    set_flag(&values, "plain", folder->options->plain);
    set_flag(&values, "strips", has_strips(folder));
    set_flag(&values, "layouts", folder_has_layouts(folder));
    set_flag(&values, "sizes", folder_has_sizes(folder));
    set_flag(&values, "test", folder_has_test(folder));
    set_entries(folder, &values);
    set_sizes(folder, &values);
    set_effects(folder, &values);
    set_calls(folder, &values);
    set_ranks(folder, &values);
    set_flag(&values, "errors", folder_has_ranks(folder) || all_calls(folder).count > 0);
    set_headers(folder, &values);
    set_libraries(folder, &values);
    set_sources(folder, &values, "runtime", folder->runtime, NULL);
    set_sources(folder, &values, "tools", folder->tools, folder->runtime);
    folder->row = row_of(&values);
}
