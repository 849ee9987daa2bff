#include "api/effects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/graph/graph.h"
#include "value_text.h"

static void call(struct sdyrt_host *host, const struct sdyrt_host_call *what, char *data);

void effects_begin(struct effects *effects) {
    effects->host.call = call;
}

void effects_free(struct effects *effects) {
    vector_free(&effects->list);
}

/* --- probes ----------------------------------------------------------------------------------- */

/* Lines `probe,type,file`; those of a probe are in the order in which it was run. */
static FILE *open_index(const char *folder, const char *mode) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/index.csv", folder);
    return length < (int)sizeof path ? fopen(path, mode) : NULL;
}

static int count_lines(const char *folder) {
    FILE *index = open_index(folder, "r");
    int lines = 0;
    for (int c; index && (c = fgetc(index)) != EOF;) {
        lines += c == '\n';
    }
    if (index) {
        fclose(index);
    }
    return lines;
}

bool effects_find_probe(const char *folder, const char *probe, int64_t iteration, char path[4096]) {
    char line[8192];
    size_t length = strlen(probe);
    FILE *index = folder ? open_index(folder, "r") : NULL;
    bool found = false;
    while (index && !found && fgets(line, sizeof line, index)) {
        const char *file = strrchr(line, ',');
        if (strncmp(line, probe, length) == 0 && line[length] == ',' && iteration-- == 0) {
            snprintf(path, 4096, "%.*s", (int)strcspn(file + 1, "\n"), file + 1);
            found = true;
        }
    }
    if (index) {
        fclose(index);
    }
    return found;
}

static void fail(struct effects *effects, const char *what, const char *name) {
    if (!effects->error[0]) {
        snprintf(effects->error, sizeof effects->error, "%s%s%.300s%s", what, name ? " '" : "",
                 name ? name : "", name ? "'" : "");
    }
}

static void record(struct effects *effects, const struct effect *effect,
                   const struct sdyrt_value *value) {
    const char *folder = effects->settings.probe_folder;
    char path[4096];
    struct sdyrt_npy_error error;
    if (!folder) {
        fail(effects, "no folder was given (--probe-output-dir) for the probe", effect->name);
        return;
    }
    int length = snprintf(path, sizeof path, "%s/probe%d.npy", folder, count_lines(folder) + 1);
    bool written = length < (int)sizeof path && sdyrt_value_write(path, value, &error);
    FILE *index = written ? open_index(folder, "a") : NULL;
    struct buffer type = {0};
    if (!index) {
        fail(effects, "cannot write into the folder of probes", folder);
        return;
    }
    print_type(&type, effect->type);
    fprintf(index, "%s,%s,%s\n", effect->name, type.text, path);
    buffer_free(&type);
    if (fclose(index) != 0) {
        fail(effects, "cannot write into the folder of probes", folder);
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

static void print(struct effects *effects, const struct effect *effect,
                  const struct sdyrt_value *value) {
    fprintf(stdout, "%%%s = ", effect->name);
    if (effects->settings.print_dense) {
        sdyrt_value_print_dense(stdout, value);
    } else {
        sdyrt_value_print_nested(stdout, value);
    }
    fputc('\n', stdout);
}

static void feed(struct effects *effects, const struct effect *effect,
                 const struct sdyrt_value *value, size_t bytes) {
    const struct sdyc_host *settings = &effects->settings;
    struct sdyc_tensor tensor = {
        .element = value->element, .rank = value->rank, .dims = value->dims, .bytes = bytes};
    if (effect->kind == OP_EFFECT_INFEED) {
        if (!settings->infeed || settings->infeed(settings->data, &tensor, value->data) != 0) {
            memset(value->data, 0, bytes);
            fail(effects, "the infeed gives no value of the type that the program reads", NULL);
        }
    } else if (!settings->outfeed || settings->outfeed(settings->data, &tensor, value->data) != 0) {
        fail(effects, "the outfeed does not take a value", NULL);
    }
}

/* One instance after the other, each as a tensor of its own. */
static void call(struct sdyrt_host *host, const struct sdyrt_host_call *what, char *data) {
    struct effects *effects = (struct effects *)(void *)host;
    const struct effect *effect = &effects->list.items[what->number];
    enum element element = element_or_bug(effect->type);
    struct sdyrt_value value = {.element = element_info[element].name,
                                .rank = (int)(what->rank - what->lead)};
    size_t bytes = (size_t)what->bytes;
    for (int d = 0; d < value.rank; d++) {
        value.dims[d] = what->size[what->lead + d];
        bytes *= (size_t)value.dims[d];
    }
    value.data = malloc(bytes + 1);
    if (!value.data) {
        fail(effects, "out of memory", NULL);
        return;
    }
    for (int64_t i = 0; i < sdyrt_host_instances(what); i++) {
        if (effect->kind != OP_EFFECT_INFEED) {
            sdyrt_host_gather(what, i, data, value.data);
        }
        switch (effect->kind) {
        case OP_EFFECT_NONE:
            break;
        case OP_EFFECT_PRINT:
            print(effects, effect, &value);
            break;
        case OP_EFFECT_PROBE:
            record(effects, effect, &value);
            break;
        case OP_EFFECT_INFEED:
        case OP_EFFECT_OUTFEED:
            feed(effects, effect, &value, bytes);
            break;
        }
        if (effect->kind == OP_EFFECT_INFEED) {
            sdyrt_host_scatter(what, i, data, value.data);
        }
    }
    free(value.data);
}
