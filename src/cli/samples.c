#include "cli/samples.h"

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

static bool has_layouts(const struct program *program) {
    bool any = false;
    for (uint32_t i = 0; i < program->input_count; i++) {
        any |= program->inputs[i].is_arranged;
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        any |= program->outputs[i].is_arranged;
    }
    return any;
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
    if (has_layouts(entry->program)) {
        return cli_error("--with-test: tensors of @%s are not row-major, as those of a test are",
                         entry->name);
    }
    const void **inputs = ARENA_ARRAY(arena, const void *, input_count + 1);
    const void **outputs = ARENA_ARRAY(arena, const void *, output_count + 1);
    for (size_t i = 0; i < input_count; i++) {
        inputs[i] = loaded->inputs[i].data;
    }
    for (size_t i = 0; i < output_count; i++) {
        outputs[i] = loaded->outputs[i].data;
    }
    struct emit_sample *sample = ARENA_NEW(arena, struct emit_sample);
    *sample = (struct emit_sample){inputs, outputs};
    entry->sample = sample;
    return true;
}

static bool make_sample(struct loaded_program *loaded, const struct source *source,
                        const struct common_flags *flags, const struct text_list *inputs,
                        struct emit_entry *entry, struct arena *arena) {
    struct common_flags own = *flags;
    struct text_list complete = {0};
    own.entry = entry->name;
    own.threads = own.threads < 0 ? 0 : own.threads;
    complete_inputs(inputs, &complete, arena);
    bool has_values = complete.texts.count > 0;
    bool done = load_program_text(loaded, source, &own, has_values ? &complete : NULL, NULL) &&
                load_inputs(loaded, has_values ? &complete : NULL) && allocate_outputs(loaded) &&
                execute(loaded) && set_sample(loaded, entry, arena);
    vector_free(&complete.texts);
    return done;
}

bool samples_make(struct samples *samples, const struct source *source,
                  const struct common_flags *flags, const struct text_list *inputs, size_t count,
                  struct emit_entry *entries, struct arena *arena) {
    static const struct text_list none;
    for (size_t i = 0; i < count; i++) {
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
