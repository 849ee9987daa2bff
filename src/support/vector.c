#include "support/support.h"

#include <stdlib.h>
#include <string.h>

void vector_grow(void **items, size_t *capacity, size_t size) {
    size_t wanted = *capacity ? *capacity * 2 : 8;
    void *grown = reallocarray(*items, wanted, size);
    if (!grown) {
        fprintf(stderr, "sdyc: out of memory (%zu items of %zu bytes asked for)\n", wanted, size);
        exit(1);
    }
    *items = grown;
    *capacity = wanted;
}

void vector_release(void **items) {
    free(*items);
    *items = NULL;
}
