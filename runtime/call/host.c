#include "host.h"

#include <stdbool.h>
#include <string.h>

void sdyrt_host_call(const struct sdyrt_host_call *what, char *const *operands, int64_t task,
                     char *scratch) {
    struct sdyrt_host *host = (struct sdyrt_host *)(void *)operands[0];
    (void)task;
    (void)scratch;
    host->call(host, what, operands[1]);
}

int64_t sdyrt_host_instances(const struct sdyrt_host_call *what) {
    int64_t count = 1;
    for (int64_t d = 0; d < what->lead; d++) {
        count *= what->size[d];
    }
    return count;
}

/* Every element of an instance: `data` moves by strides, `dense` goes on. */
static void copy_instance(const struct sdyrt_host_call *what, int64_t number, char *data,
                          char *dense, bool gathers) {
    int64_t at[SDYRT_RANK] = {0};
    for (int64_t d = what->lead; d-- > 0;) {
        data += number % what->size[d] * what->stride[d] * what->bytes;
        number /= what->size[d];
    }
    for (int64_t d = what->lead; d < what->rank; d++) {
        if (what->size[d] == 0) {
            return;
        }
    }
    for (;;) {
        memcpy(gathers ? dense : data, gathers ? data : dense, (size_t)what->bytes);
        dense += what->bytes;
        int64_t d = what->rank - 1;
        for (; d >= what->lead; d--) {
            data += what->stride[d] * what->bytes;
            if (++at[d] < what->size[d]) {
                break;
            }
            data -= what->size[d] * what->stride[d] * what->bytes;
            at[d] = 0;
        }
        if (d < what->lead) {
            return;
        }
    }
}

void sdyrt_host_gather(const struct sdyrt_host_call *what, int64_t number, const char *data,
                       char *dense) {
    copy_instance(what, number, (char *)(uintptr_t)data, dense, true);
}

void sdyrt_host_scatter(const struct sdyrt_host_call *what, int64_t number, char *data,
                        const char *dense) {
    copy_instance(what, number, data, (char *)(uintptr_t)dense, false);
}
