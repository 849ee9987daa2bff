/* Shardings of inputs and outputs in XLA's form, the message OpSharding. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

enum { /* OpSharding */
       SHARDING_TYPE = 1,
       TILE_DIMENSIONS = 3,
       TILE_DEVICES = 4,
       TUPLE_SHARDINGS = 5,
       LAST_TILE_DIMS = 8
};
enum { TYPE_REPLICATED = 0, TYPE_TUPLE = 2, TYPE_OTHER = 3, TYPE_UNREDUCED = 6 };

/* The number of the tile that a device holds. */
static int64_t tile_of(const struct slot *slot, int device) {
    int64_t tile = 0;
    for (int i = 0; i < slot->rank; i++) {
        tile = tile * slot->counts[i] + slot->places[device * slot->rank + i];
    }
    return tile;
}

/* Tile by tile the devices that hold it: those that hold the same, and of each of them those that
 * hold the other terms of a sum. False: no memory. */
static bool list_devices(const struct slot *slot, int64_t tiles, int64_t copies, int64_t *devices) {
    int64_t *filled = calloc((size_t)(tiles * slot->terms), sizeof *filled);
    for (int device = 0; filled && device < slot->devices; device++) {
        int64_t tile = tile_of(slot, device), term = slot->term_of[device];
        int64_t copy = filled[tile * slot->terms + term]++;
        if (copy < copies) {
            devices[(tile * copies + copy) * slot->terms + term] = device;
        }
    }
    free(filled);
    return filled != NULL;
}

/* False: no memory. */
static bool write_tiles(struct proto_writer *writer, const struct slot *slot) {
    int64_t tiles = 1, dims[MOST_DIMS + 2], types[2];
    size_t count = 0, kinds = 0;
    for (int i = 0; i < slot->rank; i++) {
        dims[count++] = slot->counts[i];
        tiles *= slot->counts[i];
    }
    int64_t copies = slot->devices / (tiles * slot->terms);
    int64_t *devices = calloc((size_t)slot->devices, sizeof *devices);
    if (!devices || !list_devices(slot, tiles, copies, devices)) {
        free(devices);
        return false;
    }
    if (copies > 1) {
        dims[count++] = copies;
        types[kinds++] = TYPE_REPLICATED;
    }
    if (slot->terms > 1) {
        dims[count++] = slot->terms;
        types[kinds++] = TYPE_UNREDUCED;
    }
    proto_write_number(writer, SHARDING_TYPE, TYPE_OTHER);
    proto_write_packed(writer, TILE_DIMENSIONS, dims, count);
    proto_write_packed(writer, TILE_DEVICES, devices, (size_t)slot->devices);
    if (kinds > 0) {
        proto_write_packed(writer, LAST_TILE_DIMS, types, kinds);
    }
    free(devices);
    return true;
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

char *sharding_of_tuple(const struct shardings *shardings, int count, size_t *size) {
    struct proto_writer writer = {0};
    proto_write_number(&writer, SHARDING_TYPE, TYPE_TUPLE);
    for (int i = 0; i < count; i++) {
        proto_write_bytes(&writer, TUPLE_SHARDINGS, shardings->messages[i], shardings->sizes[i]);
    }
    if (writer.failed) {
        free(writer.bytes);
        return NULL;
    }
    *size = writer.size;
    return (char *)writer.bytes;
}
