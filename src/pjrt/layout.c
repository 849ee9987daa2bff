/* Layouts: all arrays are row-major. */
#include <stdlib.h>

#include "pjrt/objects.h"

struct pjrt_memory_layout *memory_layout_new(int rank) {
    struct pjrt_memory_layout *layout = malloc(sizeof *layout + (size_t)rank * sizeof(int));
    if (layout) {
        layout->rank = rank;
        for (int i = 0; i < rank; i++) {
            layout->minor_to_major[i] = rank - 1 - i;
        }
    }
    return layout;
}

void memory_layouts_free(struct pjrt_memory_layout **layouts, int count) {
    for (int i = 0; layouts && i < count; i++) {
        free(layouts[i]);
    }
    free(layouts);
}
