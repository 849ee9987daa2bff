/* Shardings of inputs and outputs in XLA's form, the message OpSharding. */
#include <stdlib.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

enum { /* OpSharding */
       SHARDING_TYPE = 1,
       TILE_DIMENSIONS = 3,
       TILE_DEVICES = 4,
       REPLICATE_ON_LAST = 6
};
enum { TYPE_REPLICATED = 0, TYPE_OTHER = 3 };

/* The number of the tile that a device holds. */
static int64_t tile_of(const struct slot *slot, int device) {
    int64_t tile = 0;
    for (int i = 0; i < slot->rank; i++) {
        tile = tile * slot->counts[i] + slot->places[device * slot->rank + i];
    }
    return tile;
}

/* Tile by tile the devices that hold it; those of one tile are the last dimension. False: no
 * memory. */
static bool write_tiles(struct proto_writer *writer, const struct slot *slot) {
    int64_t tiles = 1, dims[MOST_DIMS + 1];
    for (int i = 0; i < slot->rank; i++) {
        dims[i] = slot->counts[i];
        tiles *= slot->counts[i];
    }
    int64_t copies = slot->devices / tiles;
    int64_t *devices = calloc((size_t)slot->devices, sizeof *devices);
    int64_t *filled = calloc((size_t)tiles, sizeof *filled);
    bool good = devices && filled;
    for (int device = 0; device < slot->devices && good; device++) {
        int64_t tile = tile_of(slot, device);
        if (filled[tile] < copies) {
            devices[tile * copies + filled[tile]++] = device;
        }
    }
    if (good) {
        dims[slot->rank] = copies;
        proto_write_number(writer, SHARDING_TYPE, TYPE_OTHER);
        proto_write_packed(writer, TILE_DIMENSIONS, dims, (size_t)slot->rank + (copies > 1));
        proto_write_packed(writer, TILE_DEVICES, devices, (size_t)slot->devices);
        if (copies > 1) {
            proto_write_number(writer, REPLICATE_ON_LAST, 1);
        }
    }
    free(devices);
    free(filled);
    return good;
}

/* The caller frees it with free(); NULL: no memory. */
static char *sharding_message(const struct slot *slot, size_t *size) {
    struct proto_writer writer = {0};
    bool good = true;
    if (slot->is_whole) {
        proto_write_number(&writer, SHARDING_TYPE, TYPE_REPLICATED);
    } else {
        good = write_tiles(&writer, slot);
    }
    if (!good || writer.failed) {
        free(writer.bytes);
        return NULL;
    }
    *size = writer.size;
    return (char *)writer.bytes;
}

static void free_messages(char **messages, int count) {
    for (int i = 0; messages && i < count; i++) {
        free(messages[i]);
    }
    free(messages);
}

void shardings_free(struct shardings *shardings, int count) {
    free_messages(shardings->messages, count);
    free(shardings->sizes);
    *shardings = (struct shardings){0};
}

struct pjrt_error *shardings_make(struct shardings *shardings, const struct slot *slots,
                                  int count) {
    if (shardings->messages) {
        return NULL;
    }
    shardings->messages = calloc((size_t)count + 1, sizeof *shardings->messages);
    shardings->sizes = calloc((size_t)count + 1, sizeof *shardings->sizes);
    bool good = shardings->messages && shardings->sizes;
    for (int i = 0; i < count && good; i++) {
        shardings->messages[i] = sharding_message(&slots[i], &shardings->sizes[i]);
        good = shardings->messages[i] != NULL;
    }
    if (!good) {
        shardings_free(shardings, count);
        return error_no_memory();
    }
    return NULL;
}
