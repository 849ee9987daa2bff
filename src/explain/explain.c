/* The propagation pipeline, pass by pass, with everything watched. */
#include "explain/explain.h"

#include <string.h>

static void begin_pass(void *data, const char *pass) {
    struct explanation *explanation = data;
    explanation->pass = pass;
}

static void end_pass(void *data, const char *pass) {
    (void)pass;
    follow_values(data);
}

static bool run(struct explanation *explanation, const struct pass_driver *driver,
                const char *pass) {
    struct pass_list all;
    pass_list_init(&all, explanation->arena, explanation->context->diagnostics);
    bool done = pass_list_add(&all, pass, NULL) && pass_list_run(&all, explanation->module, driver);
    pass_list_free(&all);
    return done;
}

static bool run_watched(struct explanation *explanation, const struct pass_driver *driver) {
    struct pass_driver watched = *driver;
    watched.watcher = (struct pass_watcher){begin_pass, end_pass, explanation};
    return run(explanation, &watched, "sdy-propagation-pipeline");
}

struct explanation *explain_open(struct module *module, const struct source *source,
                                 struct arena *arena, const struct pass_driver *driver) {
    struct explanation *explanation = ARENA_NEW(arena, struct explanation);
    *explanation = (struct explanation){
        .module = module, .context = module->context, .arena = arena, .source = source};
    line_index_build(&explanation->lines, source);
    if (!run(explanation, driver, "sdyc-import-gspmd")) { /* what it makes stands in the text */
        explain_close(explanation);
        return NULL;
    }
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
    line_index_free(&explanation->lines);
    pointer_map_free(&explanation->subjects_by_place);
    pointer_map_free(&explanation->tracks_by_value);
    pointer_map_free(&explanation->values_now);
}
