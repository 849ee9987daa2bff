#include "cli/programs/samples.h"

#include <string.h>

/* The texts of --input, with random values where one is a shape alone. */
static void complete_inputs(const struct text_list *given, struct text_list *inputs,
                            struct arena *arena) {
    for (size_t i = 0; i < given->texts.count; i++) {
        const char *text = given->texts.items[i];
        bool is_value = text[0] == '@' || strchr(text, '=') != NULL;
        *vector_push(&inputs->texts) =
            is_value ? text : arena_printf(arena, "%s=random:%zu", text, i + 1);
    }
}

/* A value's data in row-major order, as files have it. */
static const void *straight(struct sdyc_tensor tensor, const struct sdyrt_value *value,
                            struct arena *arena) {
    if (sdyrt_value_is_row_major(tensor.rank, tensor.dims, tensor.strides, tensor.block)) {
        return value->data;
    }
    struct sdyrt_value copy = *value;
    copy.data = arena_alloc(arena, sdyrt_value_bytes(value));
    sdyrt_value_arrange(&copy, tensor.strides, tensor.block, value->data, 1);
    return copy.data;
}

static bool set_sample(const struct loaded_program *loaded, struct emit_entry *entry,
                       struct arena *arena) {
    size_t input_count = (size_t)sdyc_input_count(loaded->program);
    size_t output_count = (size_t)sdyc_output_count(loaded->program);
    if (entry->effects.count > 0 || input_count != entry->program->input_count ||
        output_count != entry->program->output_count) {
        return cli_error("--with-test: @%s asks whoever runs it for something, which a test cannot "
                         "answer",
                         entry->name);
    }
    const void **inputs = ARENA_ARRAY(arena, const void *, input_count + 1);
    const void **outputs = ARENA_ARRAY(arena, const void *, output_count + 1);
    for (size_t i = 0; i < input_count; i++) {
        inputs[i] = straight(sdyc_input(loaded->program, (int)i), &loaded->inputs[i], arena);
    }
    for (size_t i = 0; i < output_count; i++) {
        outputs[i] = straight(sdyc_output(loaded->program, (int)i), &loaded->outputs[i], arena);
    }
    struct emit_sample *sample = ARENA_NEW(arena, struct emit_sample);
    *sample = (struct emit_sample){inputs, outputs};
    entry->sample = sample;
    return true;
}

static bool make_sample(struct loaded_program *loaded, const struct source *source,
                        const struct common_flags *flags, const struct input_values *inputs,
                        struct emit_entry *entry, struct arena *arena) {
    struct common_flags own = *flags;
    struct input_values complete = *inputs;
    complete.given = (struct text_list){0};
    complete.random |= inputs->given.texts.count == 0;
    own.entry = entry->name;
    own.threads = own.threads < 0 ? 0 : own.threads;
    complete_inputs(&inputs->given, &complete.given, arena);
    bool done = load_program_text(loaded, source, &own, &complete.given, NULL) &&
                load_inputs(loaded, &complete) && allocate_outputs(loaded) && execute(loaded) &&
                set_sample(loaded, entry, arena);
    vector_free(&complete.given.texts);
    return done;
}

/* That of an entry before, which is the same function for another number of ranks. */
static const struct emit_sample *sample_of(const struct emit_entry *entries, size_t number) {
    size_t i = 0;
    while (strcmp(entries[i].name, entries[number].name) != 0) {
        i++;
    }
    return i < number ? entries[i].sample : NULL;
}

bool samples_make(struct samples *samples, const struct source *source,
                  const struct common_flags *flags, const struct input_values *inputs, size_t count,
                  struct emit_entry *entries, struct arena *arena) {
    static const struct input_values none = {.random = true};
    for (size_t i = 0; i < count; i++) {
        entries[i].sample = sample_of(entries, i);
        if (entries[i].sample != NULL) {
            continue;
        }
        struct loaded_program *loaded = ARENA_NEW(arena, struct loaded_program);
        *vector_push(&samples->programs) = loaded;
        if (!make_sample(loaded, source, flags, i == 0 ? inputs : &none, &entries[i], arena)) {
            return false;
        }
    }
    return true;
}

void samples_free(struct samples *samples) {
    for (size_t i = 0; i < samples->programs.count; i++) {
        unload_program(samples->programs.items[i]);
    }
    vector_free(&samples->programs);
}
