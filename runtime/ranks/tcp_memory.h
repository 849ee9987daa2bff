/* Memory of a process out of which the others of its machine take long messages: a block each, with
 * the number of those who have not taken it yet. Connections say where a block is, and when. */
#ifndef SDYRT_TCP_MEMORY_H
#define SDYRT_TCP_MEMORY_H

#include <stdint.h>

enum sdyrt_depot_counts { SDYRT_BLOCKS = 256 }; /* that a process may have at a time */

/* A block, as a message says it: bytes from the beginning, and which of the counts is its. */
struct sdyrt_block_place {
    int64_t at, slot;
};

/* The memory as whoever takes messages sees it. */
struct sdyrt_area {
    char *memory; /* NULL: there is none */
    int64_t size;
};
/* ... and as the process whose it is. */
struct sdyrt_depot {
    struct sdyrt_area area;
    int file;
    int64_t used; /* blocks, in the order in which they lie */
    struct sdyrt_block {
        int64_t slot, at, end;
    } blocks[SDYRT_BLOCKS];
};

/* Memory of so many bytes, which begins with the word; 0: the system has none. */
int sdyrt_depot_open(struct sdyrt_depot *depot, int64_t size, uint64_t word);
void sdyrt_depot_close(struct sdyrt_depot *depot);
/* A block for so many readers, into which sdyrt_area_block leads; 0: there is no room. */
int sdyrt_depot_reserve(struct sdyrt_depot *depot, int64_t bytes, int readers,
                        struct sdyrt_block_place *place);

/* The memory of the process with that number in the system, which has it as that file; 0: it
   cannot be had, or does not begin with the word. */
int sdyrt_area_open(struct sdyrt_area *area, int64_t process, int file, uint64_t word);
void sdyrt_area_close(struct sdyrt_area *area);
/* The bytes of a block, wherever the other process says that it is; NULL: that is outside. */
char *sdyrt_area_block(const struct sdyrt_area *area, const struct sdyrt_block_place *place,
                       int64_t bytes);
/* One reader has taken it. */
void sdyrt_area_release(const struct sdyrt_area *area, const struct sdyrt_block_place *place);

#endif
