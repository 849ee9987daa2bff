#include "cli/programs/host.h"

#include <stdlib.h>
#include <string.h>

#include "value.h"

static struct sdyrt_value value_of(const struct sdyc_tensor *type, void *data) {
    struct sdyrt_value value = {.element = type->element, .rank = type->rank, .data = data};
    memcpy(value.dims, type->dims, (size_t)type->rank * sizeof *type->dims);
    return value;
}

static int give(void *data, const struct sdyc_tensor *type, void *to) {
    struct cli_host *host = data;
    struct sdyrt_npy_error error;
    struct sdyrt_value expected = value_of(type, NULL), value;
    if (host->read >= host->infeed.texts.count) {
        cli_error("the program reads its infeed more often than --infeed is given");
        return 1;
    }
    if (!sdyrt_value_read(host->infeed.texts.items[host->read], &expected, &value, &error)) {
        cli_error("infeed %zu: %s", host->read, error.text);
        return 1;
    }
    host->read++;
    memcpy(to, value.data, type->bytes);
    sdyrt_value_free(&value);
    return 0;
}

static int take(void *data, const struct sdyc_tensor *type, const void *from) {
    struct cli_host *host = data;
    struct sdyrt_npy_error error;
    char path[4096];
    struct sdyrt_value value = value_of(type, (void *)(uintptr_t)from);
    if (!host->outfeed) {
        fputs("outfeed: ", stdout);
        sdyrt_value_print(stdout, &value);
        return 0;
    }
    snprintf(path, sizeof path, "%s/outfeed%zu.npy", host->outfeed, host->written++);
    return sdyrt_value_write(path, &value, &error) ? 0 : !cli_error("%s", error.text);
}

struct sdyc_host library_host_of(struct cli_host *host) {
    return (struct sdyc_host){.data = host,
                              .infeed = give,
                              .outfeed = take,
                              .probe_folder = host->probe_folder,
                              .print_dense = host->print_dense};
}

void host_forget_probes(const struct cli_host *host) {
    char path[4096];
    if (host->probe_folder &&
        snprintf(path, sizeof path, "%s/index.csv", host->probe_folder) < (int)sizeof path) {
        remove(path);
    }
}
