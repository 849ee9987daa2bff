#include "support/support.h"

void vector_grow(void **items, size_t *capacity, size_t size) {
    size_t wanted = *capacity ? *capacity * 2 : 8;
    *items = memory_resize(*items, wanted, size);
    *capacity = wanted;
}

void vector_release(void **items) {
    memory_free(*items);
    *items = NULL;
}

int compare_int64(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}
