#include "cli/programs/inputs.h"

#include <errno.h>
#include <string.h>

#include "cli/programs/bounded.h"

void inputs_begin(struct input_values *values) {
    size_t kept = 0;
    for (size_t i = 0; i < values->given.texts.count; i++) {
        const char *text = values->given.texts.items[i];
        if (strcmp(text, "random") == 0) {
            values->random = true;
        } else {
            values->given.texts.items[kept++] = text;
        }
    }
    values->given.texts.count = kept;
}

/* "TYPE=random:SEED" for an input. */
static const char *random_text(char text[256], const struct sdyrt_value *value, int seed) {
    char type[256];
    snprintf(text, 256, "%s=random:%d", sdyrt_value_type(type, value), seed);
    return text;
}

/* --- an error that says what to write --------------------------------------------------------- */

/* `before` and `word`, as a shell takes them for one word. */
static void print_word(const char *before, const char *word) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-@%+=:,./";
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        fprintf(stderr, "%s%s", before, word);
        return;
    }
    fprintf(stderr, "'%s", before);
    for (; *word != '\0'; word++) {
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, stderr);
    }
    fputc('\'', stderr);
}

/* Whether a word is --input; *has_value: its value stands behind it, not in the next word. */
static bool is_input(const char *word, bool *has_value) {
    static const char name[] = "input";
    const char *body = word + (word[0] == '-') + (word[0] == '-' && word[1] == '-');
    size_t length = strcspn(body, "=");
    *has_value = body[length] == '=';
    return body > word && length == strlen(name) && strncmp(body, name, length) == 0;
}

/* What was called, without its inputs. */
static void print_command(const struct input_values *values) {
    fputs("    ", stderr);
    print_word("", program_invocation_name);
    fprintf(stderr, " %s", values->command);
    for (int i = 0; i < values->word_count; i++) {
        bool has_value;
        if (is_input(values->words[i], &has_value)) {
            i += !has_value;
        } else {
            fputc(' ', stderr);
            print_word("", values->words[i]);
        }
    }
}

/* What an input is given, where that is a value; else a random one. */
static const char *proposed_text(const struct loaded_program *loaded,
                                 const struct input_values *values, size_t i, char random[256]) {
    const char *given = i < values->given.texts.count ? values->given.texts.items[i] : "";
    return given[0] == '@' || strchr(given, '=') != NULL
               ? given
               : random_text(random, &loaded->inputs[i], (int)i + 1);
}

static bool refuse_count(const struct loaded_program *loaded, const struct input_values *values,
                         size_t needed) {
    size_t count = values->given.texts.count;
    char random[256];
    cli_error("%zu times --input, but the program has %zu input%s", count, needed,
              needed == 1 ? "" : "s");
    if (values->command == NULL) {
        return false;
    }
    if (count < needed) {
        fputs("Random values for those that are missing:\n", stderr);
        print_command(values);
        for (size_t i = 0; i < count; i++) {
            fputc(' ', stderr);
            print_word("--input=", proposed_text(loaded, values, i, random));
        }
        fputs(" --input=random\n", stderr);
    }
    fputs(needed > 0 ? "Each by itself:\n" : "Without any:\n", stderr);
    print_command(values);
    for (size_t i = 0; i < needed; i++) {
        fputs(" \\\n        ", stderr);
        print_word("--input=", proposed_text(loaded, values, i, random));
    }
    fputs(needed > 0 ? "\nA value is also 2x3xf32=0.5 (all elements alike), 4xi32=1,2,3,4 or "
                       "@file.npy.\n"
                     : "\n",
          stderr);
    return false;
}

/* --- reading them ----------------------------------------------------------------------------- */

static bool load_input(struct loaded_program *loaded, int index, const char *text) {
    struct sdyrt_npy_error error;
    struct sdyrt_value *input = &loaded->inputs[index], expected = *input;
    uint32_t open = open_dimensions(loaded->program, index);
    int64_t sizes[SDYRT_RANK] = {0};
    bool is_read = open ? sdyrt_value_read_bounded(text, &expected, open, input, sizes, &error)
                        : (loaded->takes_parts ? sdyrt_value_map
                                               : sdyrt_value_read)(text, &expected, input, &error);
    if (!is_read) {
        return cli_error("input %d: %s", index, error.text);
    }
    set_sizes(loaded, index, sizes);
    arrange_input(sdyc_input(loaded->program, index), input);
    return true;
}

bool load_inputs(struct loaded_program *loaded, const struct input_values *values) {
    char random[256];
    size_t needed = (size_t)asked_inputs(loaded->program), count = values->given.texts.count;
    if (count > needed || (count < needed && !values->random)) {
        return refuse_count(loaded, values, needed);
    }
    for (size_t i = 0; i < needed; i++) {
        const char *text = i < count ? values->given.texts.items[i]
                                     : random_text(random, &loaded->inputs[i], (int)i + 1);
        if (!load_input(loaded, (int)i, text)) {
            return false;
        }
    }
    return true;
}
