/* Memory between pages that must not be touched. */
#ifndef RT_BLOCK_H
#define RT_BLOCK_H

#include "rt_test.h"

#include <sys/mman.h>
#include <unistd.h>

/* Pages with some bytes that end, or begin, where a page begins that must not be read. */
struct block {
    char *pages;
    size_t bytes, all;
    char *first;
};

/* Random bytes; where they do not end with a page they begin `skip` bytes behind the beginning of
   one. */
static inline struct block block_new(int64_t bytes, bool at_end, int64_t skip, uint64_t *seed) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inner = ((size_t)(bytes + skip) + page - 1) / page * page;
    struct block block = {.bytes = (size_t)bytes, .all = inner + 2 * page};
    block.pages = mmap(NULL, block.all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(block.pages != MAP_FAILED);
    assert_int_equal(mprotect(block.pages, page, PROT_NONE), 0);
    assert_int_equal(mprotect(block.pages + page + inner, page, PROT_NONE), 0);
    block.first = block.pages + page + (at_end ? inner - block.bytes : (size_t)skip);
    for (size_t i = 0; i < block.bytes; i++) {
        block.first[i] = (char)test_random(seed);
    }
    return block;
}

static inline void block_free(struct block *block) {
    munmap(block->pages, block->all);
}

#endif
