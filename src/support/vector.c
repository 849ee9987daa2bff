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
