/* Passes on modules that verify: after each that succeeds the module is still valid. The first line
 * names them, `// passes: cse sdy-basic-propagate{keep-sharding-rules=true}`; a word that is no
 * pass stands for one of them all the same. Without such a line it is the partition pipeline, which
 * begins with propagation. */
#include "fuzz.h"

#include <string.h>

#include "pipeline.h"

#define MOST_PASSES 8

static size_t name_count(void) {
    size_t count = 0;
    const char *summary;
    while (pass_at(count)) {
        count++;
    }
    for (size_t i = 0; pipeline_name_at(i, &summary); i++) {
        count++;
    }
    return count;
}

static const char *name_at(size_t index) {
    const char *summary;
    size_t passes = 0;
    while (pass_at(passes)) {
        passes++;
    }
    return index < passes ? pass_at(index)->name : pipeline_name_at(index - passes, &summary);
}

/* `name` or `name{options}`; options that the pass does not take are left out. */
static bool add_word(struct pass_list *list, const char *word, size_t length) {
    const char *brace = memchr(word, '{', length);
    size_t name_length = brace ? (size_t)(brace - word) : length;
    const char *name = arena_printf(list->arena, "%.*s", (int)name_length, word);
    if (!pass_exists(name)) {
        name = name_at(hash_bytes(word, length, 0) % name_count());
    }
    const char *options = NULL;
    if (brace && word[length - 1] == '}') {
        options = arena_printf(list->arena, "%.*s", (int)(length - name_length - 2), brace + 1);
    }
    return pass_list_add(list, name, options) || pass_list_add(list, name, NULL);
}

static bool choose_passes(struct pass_list *list, const struct source *source) {
    static const char start[] = "// passes:";
    if (strncmp(source->text, start, strlen(start)) != 0) {
        return pass_list_add(list, "sdyc-partition-pipeline", NULL);
    }
    const char *word = source->text + strlen(start);
    for (size_t i = 0; i < MOST_PASSES; i++) {
        word += strspn(word, " ");
        size_t length = strcspn(word, " \n");
        if (length == 0) {
            break;
        }
        if (!add_word(list, word, length)) {
            return false;
        }
        word += length;
    }
    return true;
}

/* One pass at a time, as the driver would, with a look at the module after each. */
static void run_passes(struct fuzz_input *input, struct module *module,
                       const struct pass_list *list) {
    const struct pass_driver driver = {.dump = input->messages};
    for (size_t i = 0; i < list->steps.count; i++) {
        if (!list->steps.items[i].pass) {
            i += pass_step_skips(&list->steps.items[i], module);
            continue;
        }
        struct pass_list one = {.arena = list->arena, .diagnostics = list->diagnostics};
        one.steps.items = &list->steps.items[i];
        one.steps.count = 1;
        int32_t errors = input->diagnostics.errors;
        bool done = pass_list_run(&one, module, &driver);
        const char *name = list->steps.items[i].pass->name;
        if (done != (input->diagnostics.errors == errors)) {
            fuzz_fail(input, "%s returned %d and reported %d errors", name, done,
                      input->diagnostics.errors - errors);
        }
        if (!done) {
            return;
        }
        input->diagnostics.list.count = 0;
        if (!fuzz_verify(input, module)) {
            struct buffer text = {0};
            print_module(&text, module, &(struct print_options){.generic = true});
            fprintf(stderr, "%s\n", text.text);
            fuzz_fail(input, "the module is not valid after %s", name);
        }
    }
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_input input;
    fuzz_open(&input, data, size);
    struct module *module = fuzz_parse(&input, &input.source);
    struct pass_list list;
    pass_list_init(&list, input.arena, &input.diagnostics);
    if (module && fuzz_verify(&input, module) && choose_passes(&list, &input.source)) {
        run_passes(&input, module, &list);
    }
    pass_list_free(&list);
    if (module) {
        module_free(module);
    }
    fuzz_close(&input);
}
