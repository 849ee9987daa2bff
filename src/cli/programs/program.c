#include "cli/programs/program.h"

#include <stdlib.h>
#include <string.h>

#include "cli/programs/bounded.h"

/* False after an error. */
static bool library_options(const struct common_flags *flags, struct arena *arena,
                            struct sdyc_options *options, struct sdyc_run_options *run) {
    struct layout_texts inputs, outputs;
    if (!layout_texts_read(arena, &flags->input_layouts, "input-format", &inputs) ||
        !layout_texts_read(arena, &flags->output_layouts, "output-format", &outputs)) {
        return false;
    }
    *run = (struct sdyc_run_options){
        .size = sizeof *run,
        .ranks = flags->ranks,
        .count_sent = flags->timing,
        .profile = flags->profile,
    };
    *options = (struct sdyc_options){
        .size = sizeof *options,
        .run = run,
        .entry = flags->entry,
        .jit = (enum sdyc_jit)flags->jit,
        .threads = (int)flags->threads,
        .storage = (enum sdyc_storage)flags->storage,
        .layout = (enum sdyc_layout)flags->layout,
        .reduce = (enum sdyc_reduce)flags->reduce,
        .verify_each = flags->verify_each,
        .allow_unregistered = flags->allow_unregistered,
        .print_before = flags->print_before,
        .print_after = flags->print_after,
        .input_layouts = inputs.items,
        .output_layouts = outputs.items,
        .input_layout_count = (int)inputs.count,
        .output_layout_count = (int)outputs.count,
    };
    return true;
}

static struct sdyrt_value value_of(struct sdyc_tensor tensor) {
    struct sdyrt_value value = {.element = tensor.element, .rank = tensor.rank};
    memcpy(value.dims, tensor.dims, (size_t)tensor.rank * sizeof *tensor.dims);
    return value;
}

static struct sdyrt_value *new_values(const struct sdyc_program *program, int count,
                                      struct sdyc_tensor (*get)(const struct sdyc_program *, int)) {
    struct sdyrt_value *values = memory_array((size_t)count + 1, sizeof *values);
    for (int i = 0; i < count; i++) {
        if (get(program, i).rank > SDYRT_RANK) {
            cli_error("a tensor has more than %d dimensions", SDYRT_RANK);
            memory_free(values);
            return NULL;
        }
        values[i] = value_of(get(program, i));
    }
    return values;
}

/* What a compilation gave: the program, or an error. */
static bool take_program(struct loaded_program *loaded, struct sdyc_error *error) {
    if (error) {
        fputs(sdyc_error_text(error), stderr);
        if (sdyc_error_status(error) == SDYC_E_INTERNAL) {
            abort(); /* as all commands do */
        }
        sdyc_error_free(error);
        return false;
    }
    loaded->inputs = new_values(loaded->program, sdyc_input_count(loaded->program), sdyc_input);
    loaded->outputs = new_values(loaded->program, sdyc_output_count(loaded->program), sdyc_output);
    return loaded->inputs && loaded->outputs;
}

/* The libraries of --load. */
static bool load_calls(struct loaded_program *loaded, const struct common_flags *flags,
                       struct sdyc_options *options) {
    size_t count = flags->load.texts.count;
    struct sdyc_error *error = NULL;
    enum sdyc_status status = SDYC_OK;
    loaded->calls = count > 0 ? sdyc_calls_new() : NULL;
    for (size_t i = 0; i < count && status == SDYC_OK; i++) {
        status = loaded->calls ? sdyc_load_calls(loaded->calls, flags->load.texts.items[i], &error)
                               : SDYC_E_MEMORY;
    }
    options->calls = loaded->calls;
    if (status != SDYC_OK) {
        fputs(error ? sdyc_error_text(error) : "sdyc: error: out of memory\n", stderr);
        sdyc_error_free(error);
    }
    return status == SDYC_OK;
}

static bool check_threads(const struct common_flags *flags) {
    return flags->threads <= 4096 ||
           cli_error("--threads=%lld: at most 4096", (long long)flags->threads);
}

/* The shapes of --input values; false after an error. To be freed with free_input_shapes. */
struct input_shapes {
    struct sdyrt_value *values;
    struct sdyc_tensor *tensors;
};

/* A value of an input whose type is missing, or that is no value at all. */
static bool refuse_input(size_t input, const char *text, const char *why) {
    char *end;
    strtod(text, &end);
    if (sdyrt_value_is_random(text) || (end > text && *end == '\0')) {
        return cli_error("input %zu: '%.60s' without its type, 2x3xf32=%.60s", input, text, text);
    }
    if (text[0] != '@' && strchr(text, '=') == NULL) {
        return cli_error("input %zu: '%.60s' is no value: @file.npy or a type and numbers, "
                         "2x3xf32=0.5",
                         input, text);
    }
    return cli_error("input %zu: %s", input, why);
}

static bool read_input_shapes(struct input_shapes *shapes, const struct text_list *inputs) {
    struct sdyrt_npy_error error;
    size_t count = inputs->texts.count;
    shapes->values = memory_array(count + 1, sizeof *shapes->values);
    shapes->tensors = memory_array(count + 1, sizeof *shapes->tensors);
    for (size_t i = 0; i < count; i++) {
        const char *text = inputs->texts.items[i];
        error.text[0] = '\0';
        if (!sdyrt_value_shape(text, &shapes->values[i], &error)) {
            return refuse_input(i, text, error.text);
        }
        shapes->tensors[i] =
            (struct sdyc_tensor){.rank = shapes->values[i].rank, .dims = shapes->values[i].dims};
    }
    return true;
}

static void free_input_shapes(struct input_shapes *shapes) {
    memory_free(shapes->values);
    memory_free(shapes->tensors);
}

struct input_shape *input_shapes_of(const struct text_list *given, struct arena *arena) {
    size_t count = given->texts.count;
    struct input_shapes read = {0};
    struct input_shape *shapes = ARENA_ARRAY(arena, struct input_shape, count + 1);
    bool good = count == 0 || read_input_shapes(&read, given);
    for (size_t i = 0; good && i < count; i++) {
        const struct sdyc_tensor *tensor = &read.tensors[i];
        shapes[i].rank = (uint32_t)tensor->rank;
        shapes[i].dims = arena_copy(arena, tensor->dims, shapes[i].rank * sizeof *shapes[i].dims);
    }
    free_input_shapes(&read);
    return good ? shapes : NULL;
}

/* A file, or where `source` is not NULL its text. */
static bool load(struct loaded_program *loaded, const char *file, const struct source *source,
                 const struct common_flags *flags, const struct text_list *inputs,
                 const struct sdyc_host *host) {
    struct sdyc_options options;
    struct sdyc_run_options run;
    struct input_shapes shapes = {0};
    struct sdyc_error *error = NULL;
    struct arena *arena = arena_new();
    bool good = library_options(flags, arena, &options, &run) && check_threads(flags) &&
                load_calls(loaded, flags, &options) &&
                (!inputs || read_input_shapes(&shapes, inputs));
    if (good) {
        options.inputs = inputs && inputs->texts.count > 0 ? shapes.tensors : NULL;
        options.input_count = inputs ? (int)inputs->texts.count : 0;
        run.host = host;
        loaded->program =
            source ? sdyc_compile(source->text, source->length, source->name, &options, &error)
                   : sdyc_compile_file(file, &options, &error);
        good = take_program(loaded, error);
    } else if (flags->ranks) { /* let the others know */
        sdyc_ranks_all(flags->ranks, 0);
    }
    free_input_shapes(&shapes);
    arena_free(arena);
    return good;
}

bool load_program(struct loaded_program *loaded, const char *file, const struct common_flags *flags,
                  const struct text_list *inputs, const struct sdyc_host *host) {
    return load(loaded, file, NULL, flags, inputs, host);
}

bool load_program_text(struct loaded_program *loaded, const struct source *source,
                       const struct common_flags *flags, const struct text_list *inputs,
                       const struct sdyc_host *host) {
    return load(loaded, NULL, source, flags, inputs, host);
}

void unload_program(struct loaded_program *loaded) {
    for (int i = 0; loaded->inputs && i < sdyc_input_count(loaded->program); i++) {
        sdyrt_value_free(&loaded->inputs[i]);
    }
    for (int i = 0; loaded->outputs && i < sdyc_output_count(loaded->program); i++) {
        sdyrt_value_free(&loaded->outputs[i]);
    }
    memory_free(loaded->inputs);
    memory_free(loaded->outputs);
    sdyc_free(loaded->program);
    sdyc_calls_free(loaded->calls);
    *loaded = (struct loaded_program){0};
}

void *aligned_memory(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (!memory) {
        memory_fail(bytes);
    }
    return memset(memory, 0, bytes);
}

static bool is_row_major(const struct sdyc_tensor *tensor) {
    return sdyrt_value_is_row_major(tensor->rank, tensor->dims, tensor->strides, tensor->block);
}

void arrange_input(struct sdyc_tensor tensor, struct sdyrt_value *value) {
    if (!is_row_major(&tensor)) {
        void *memory = aligned_memory(tensor.bytes);
        sdyrt_value_arrange(value, tensor.strides, tensor.block, memory, 0);
        sdyrt_value_free(value);
        value->data = memory;
    }
}

void straighten_outputs(struct loaded_program *loaded) {
    for (int i = 0; i < sdyc_output_count(loaded->program); i++) {
        struct sdyc_tensor tensor = sdyc_output(loaded->program, i);
        struct sdyrt_value *value = &loaded->outputs[i];
        if (!is_row_major(&tensor)) {
            void *memory = value->data;
            value->data = aligned_memory(sdyrt_value_bytes(value));
            sdyrt_value_arrange(value, tensor.strides, tensor.block, memory, 1);
            free(memory);
        }
    }
    cut_outputs(loaded);
}

bool allocate_outputs(struct loaded_program *loaded) {
    for (int i = 0; i < sdyc_output_count(loaded->program); i++) {
        loaded->outputs[i].data = aligned_memory(sdyc_output(loaded->program, i).bytes);
    }
    return true;
}

bool execute(struct loaded_program *loaded) {
    size_t inputs = (size_t)sdyc_input_count(loaded->program);
    size_t outputs = (size_t)sdyc_output_count(loaded->program);
    void **pointers = memory_array(inputs + outputs + 1, sizeof *pointers);
    for (size_t i = 0; i < inputs; i++) {
        pointers[i] = loaded->inputs[i].data;
    }
    for (size_t i = 0; i < outputs; i++) {
        pointers[inputs + i] = loaded->outputs[i].data;
    }
    enum sdyc_status status =
        sdyc_run(loaded->program, (const void *const *)pointers, pointers + inputs);
    memory_free(pointers);
    if (status != SDYC_OK) {
        fputs(sdyc_error_text(sdyc_run_error(loaded->program)), stderr);
    }
    return status == SDYC_OK;
}

void print_sent(const struct sdyc_program *program, FILE *stream) {
    int64_t bytes, all = 0;
    const char *name;
    bool counts = false;
    for (int i = 0; (name = sdyc_sent(program, i, &bytes)); i++) {
        counts = true;
        all += bytes;
        if (bytes != 0) {
            fprintf(stream, "%12lld B   sent by all devices: %s\n", (long long)bytes, name);
        }
    }
    if (counts) {
        fprintf(stream, "%12lld B   sent by all devices\n", (long long)all);
    }
}

void print_stages(struct sdyc_program *program, FILE *stream) {
    struct stage_times times = {0};
    double seconds;
    const char *name;
    for (int i = 0; (name = sdyc_stage(program, i, &seconds)); i++) {
        stage_times_add(&times, name, seconds);
    }
    stage_times_print(&times, stream);
    fprintf(stream, "%s\n", sdyc_kernels(program));
    stage_times_free(&times);
}
