/* Convolutions of which a task keeps rows in a near cache, where the whole would go to memory and
 * come back. Their input may be made as it is read: each task first makes the rows that it reads,
 * by the convolution before it; rows that two tasks read are made twice. Their result may be what
 * their statements alone read, block by block. */
#include "codegen/library/convolution.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/visit.h"

#include "caches.h"
#include "machine_rates.h"
#include "runs.h"

LIBRARY(convolution);

/* Operations of a core while it gets a byte, at so many bytes a cycle. */
static double operations_of_byte(double bytes) {
    return 2 * FMAS * SDYRT_LINE_FLOATS / bytes;
}

/* Whether one reads the elements where the other writes them. */
static bool meet(const struct convolution *first, const struct convolution *second) {
    const struct sdyrt_conv *a = &first->what, *b = &second->what;
    bool same = first->output == second->input && first->output_offset == 0 &&
                second->input_offset == 0 && a->out_batch == b->in_batch &&
                a->out_channel == b->in_channel && a->batch == b->batch &&
                a->out_channels == b->in_channels * b->feature_groups;
    for (uint32_t i = 0; i < SDYRT_CONV_RANK; i++) {
        same = same && a->out_size[i] == b->in_size[i] &&
               (a->out_size[i] == 1 || a->out_spatial[i] == b->in_spatial[i]);
    }
    return same;
}

/* Whether the second kernel writes memory that the first one touches: its tasks would overwrite
 * what others have yet to read. */
static bool disturbs(const struct kernel *second, const struct kernel *first) {
    struct uses a = {.exprs = {0}}, b = {.exprs = {0}};
    bool found = false;
    kernel_uses(first, &a);
    kernel_uses(second, &b);
    for (size_t i = 0; i < a.accesses.count; i++) {
        for (size_t k = 0; k < b.accesses.count; k++) {
            found |= b.accesses.items[k].stores && buffer_memory(a.accesses.items[i].buffer) ==
                                                       buffer_memory(b.accesses.items[k].buffer);
        }
    }
    uses_free(&a);
    uses_free(&b);
    return found;
}

/* Of the kernel alone, without what it does first. */
static double own_flops(const struct kernel *kernel) {
    const struct convolution *conv = kernel->call;
    return kernel->flops - (conv->first != NULL ? conv->first->flops : 0);
}

/* What a chain of convolutions takes and saves. */
struct chain_cost {
    double again, saved; /* operations that are done again; bytes that are not moved */
    int64_t room;        /* bytes of the rows of a task */
};

/* Whole ones, into which a chain is cut. */
static double tasks_of(const struct convolution *conv) {
    return (double)convolution_plan_tasks(&conv->what, &conv->plans);
}

/* Gives each convolution of the chain room for what it reads of the one before it, when the last
 * one reads so many rows in each task. */
static struct chain_cost make_room(struct convolution *last, int64_t rows, double tasks) {
    struct chain_cost cost = {.room = 0};
    for (struct convolution *conv = last; conv->first != NULL; conv = conv->first->call) {
        const struct sdyrt_conv *what = &conv->what;
        const double all = (double)what->batch * (double)what->in_size[SDYRT_CONV_RANK - 2];
        const double again = (double)rows * tasks / all - 1;
        const int64_t bytes = element_info[conv->input->element].bytes;
        conv->row_bytes = (int64_t)sdyrt_whole_lines(
            (size_t)(rows * what->in_spatial[SDYRT_CONV_RANK - 2] * bytes));
        cost.again += again > 0 ? again * own_flops(conv->first) : 0;
        cost.saved += (double)conv->input->elements * (double)bytes;
        cost.room += conv->row_bytes;
        rows = sdyrt_conv_rows_of(&((const struct convolution *)conv->first->call)->what, rows);
    }
    return cost;
}

/* Where the pixels of a result whose channels are dense lie, so many elements apart. */
static void set_pixels(struct sdyrt_conv *what, int64_t pixel) {
    what->out_spatial[SDYRT_CONV_RANK - 1] = pixel;
    for (uint32_t i = SDYRT_CONV_RANK - 1; i > 0; i--) {
        what->out_spatial[i - 1] = what->out_spatial[i] * what->out_size[i];
    }
    what->out_batch = what->out_spatial[0] * what->out_size[0];
}

/* The same of what the kernel's statements read. */
static void follow_pixels(struct kernel *kernel, const struct kernel_buffer *result) {
    const struct convolution *conv = kernel->call;
    struct uses uses = {.exprs = {0}};
    kernel_uses(kernel, &uses);
    for (size_t i = 0; i < uses.exprs.count; i++) {
        struct expr *expr = uses.exprs.items[i].expr;
        if (expr->kind == EXPR_LOAD && expr->access.buffer == result) {
            expr->access.at = convolution_result_place(conv);
        }
    }
    uses_free(&uses);
}

/* Of the result no more than the channels of a task need have room, and a line beside them, so that
 * pixels fall into different sets of a cache. */
bool convolution_keep_within(struct kernel *kernel, const struct kernel_buffer *result) {
    struct convolution *conv = kernel->call;
    struct sdyrt_conv what = conv->what;
    const int64_t columns = convolution_plan_columns(&conv->plans);
    const bool is_narrow = what.out_channel == 1 && columns < what.out_channels;
    if (is_narrow) {
        set_pixels(&what, columns + SDYRT_LINE_FLOATS);
    }
    const int64_t elements = convolution_plan_block_elements(&what, &conv->plans);
    const int64_t bytes =
        (int64_t)sdyrt_whole_lines((size_t)elements * element_info[result->element].bytes);
    if (conv->instances != 1 || conv->instance_count != 0 || conv->output != result ||
        conv->output_offset != 0 || bytes == 0 || bytes > SDYRT_MIDDLE_CACHE) {
        return false;
    }
    conv->what = what;
    conv->block_bytes = bytes;
    if (is_narrow) {
        follow_pixels(kernel, result);
    }
    return true;
}

bool convolution_take_first(struct kernel *kernel, struct kernel *first,
                            const struct kernel_buffer *between) {
    if (first->library != &library_convolution) {
        return false;
    }
    struct convolution *own = kernel->call, *other = first->call;
    const int64_t rows = sdyrt_conv_rows_read(&own->what, own->plans.of[0]);
    /* Of an element: where there are more, memory does not matter. */
    const double bound =
        2 * operations_of_byte(MEMORY_BYTES) * element_info[between->element].bytes;
    if (own->instances != 1 || other->instances != 1 || own->first != NULL || rows == 0 ||
        !sdyrt_conv_has_rows(&other->what, other->plans.of[0]) || own->input != between ||
        !meet(other, own) || own_flops(first) > bound * (double)between->elements ||
        disturbs(kernel, first)) {
        return false;
    }
    own->first = first;
    const struct chain_cost cost = make_room(own, rows, tasks_of(own));
    /* The rows of a task are to stay in a cache, and half of the time that is saved may go into
     * rows that are made again. */
    if (cost.room > SDYRT_MIDDLE_CACHE ||
        2 * cost.again > operations_of_byte(FAR_BYTES) * cost.saved) {
        own->first = NULL;
        make_room(other, sdyrt_conv_rows_read(&other->what, other->plans.of[0]), tasks_of(other));
        return false;
    }
    kernel_count_tasks(kernel);
    return true;
}
