/* Times of stages, added up by name. */
#include "support/stages.h"

#include <string.h>

void stage_times_add(struct stage_times *times, const char *name, double seconds) {
    for (size_t i = 0; i < times->list.count; i++) {
        if (strcmp(times->list.items[i].name, name) == 0) {
            times->list.items[i].seconds += seconds;
            return;
        }
    }
    *vector_push(&times->list) = (struct stage_time){name, seconds};
}

void stage_times_free(struct stage_times *times) {
    vector_free(&times->list);
}

void stage_times_print(const struct stage_times *times, FILE *stream) {
    double total = 0;
    for (size_t i = 0; i < times->list.count; i++) {
        total += times->list.items[i].seconds;
    }
    for (size_t i = 0; i < times->list.count; i++) {
        const struct stage_time *stage = &times->list.items[i];
        fprintf(stream, "%12.3f ms  %5.1f %%  %s\n", 1e3 * stage->seconds,
                total > 0 ? 100 * stage->seconds / total : 0, stage->name);
    }
    fprintf(stream, "%12.3f ms  100.0 %%  total\n", 1e3 * total);
}
