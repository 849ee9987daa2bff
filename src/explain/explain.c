/* The propagation pipeline, pass by pass, with everything watched. */
#include "explain/explain.h"

#include <string.h>

static void index_lines(struct explanation *explanation) {
    const struct source *source = explanation->source;
    *vector_push(&explanation->lines) = 0;
    for (const char *at = source->text;
         (at = memchr(at, '\n', source->length - (size_t)(at - source->text)));) {
        at++;
        *vector_push(&explanation->lines) = (uint32_t)(at - source->text);
    }
}

static bool run_watched(struct explanation *explanation, const struct pass_driver *driver) {
    struct pass_list all;
    pass_list_init(&all, explanation->arena, explanation->context->diagnostics);
    bool done = pass_list_add(&all, "sdy-propagation-pipeline", NULL);
    for (size_t i = 0; done && i < all.steps.count; i++) {
        struct pass_list one = all;
        one.steps.items = &all.steps.items[i];
        one.steps.count = 1;
        explanation->pass = all.steps.items[i].pass->name;
        done = pass_list_run(&one, explanation->module, driver);
        if (done) {
            follow_values(explanation);
        }
    }
    pass_list_free(&all);
    return done;
}

struct explanation *explain_open(struct module *module, const struct source *source,
                                 struct arena *arena, const struct pass_driver *driver) {
    struct explanation *explanation = ARENA_NEW(arena, struct explanation);
    *explanation = (struct explanation){
        .module = module, .context = module->context, .arena = arena, .source = source};
    index_lines(explanation);
    collect_values(explanation);
    follow_values(explanation);
    explanation->observer = history_observer(explanation);
    module->observer = &explanation->observer;
    bool done = run_watched(explanation, driver);
    module->observer = NULL;
    if (!done) {
        explain_close(explanation);
        return NULL;
    }
    return explanation;
}

void explain_close(struct explanation *explanation) {
    if (!explanation) {
        return;
    }
    for (size_t i = 0; i < explanation->tracks.count; i++) {
        vector_free(&explanation->tracks.items[i]->events);
        vector_free(&explanation->tracks.items[i]->stops);
    }
    vector_free(&explanation->subjects);
    vector_free(&explanation->tracks);
    vector_free(&explanation->lines);
    pointer_map_free(&explanation->subjects_by_place);
    pointer_map_free(&explanation->tracks_by_value);
    pointer_map_free(&explanation->values_now);
}
