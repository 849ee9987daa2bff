/* How arguments and results of a program lie on the devices. */
#ifndef SDYC_VERIFY_BORDER_H
#define SDYC_VERIFY_BORDER_H

#include "sharding/sharding.h"
#include "verify/border/parts.h"

/* Who says how an argument or result lies. */
enum border_source { BORDER_PROPAGATED, BORDER_STATED, BORDER_GIVEN };

/* One argument or result. */
struct crossing {
    enum border_source source;
    const struct type *whole, *local; /* of the global program, and of a device */
    const struct attr *sharding;      /* NULL: every device has all of it */
    const struct mesh *mesh;          /* NULL: the same */
    const struct axis_list *axes;     /* of each dimension */
    struct axis_list unreduced;       /* what devices hold is to be summed over these */
};

struct border {
    int64_t devices, replicas; /* device r * devices / replicas + p is partition p of replica r */
    uint32_t argument_count, result_count;
    struct crossing *arguments, *results;
    bool keeps_idle;            /* axes that make no part smaller cut dimensions all the same */
    bool has_idle;              /* there are such axes */
    char fault[320];            /* what does not fit; "": it fits */
    bool fault_is_of_signature; /* an argument or result has another shape than its sharding says */
};

/* Main functions whose shardings are the border. */
struct border_request {
    const struct op *propagated;  /* of the global program, after propagation */
    const struct op *partitioned; /* of the partitioned program */
    /* With as many arguments and results, whose types do not matter. A sharding that `given` has
     * goes before that of `stated`, which goes before that of `propagated`. NULL: it has none. */
    const struct op *given, *stated;
    bool keeps_idle;
    bool is_whole; /* a device has all of everything */
};

/* Finds the border. Two rows on 2 x 4 devices are parts of one row with the second axis as without
 * it, which is idle: it counts where `keeps_idle` says so. Memory of the arena. */
void border_find(struct border *border, struct arena *arena, const struct border_request *request);
/* "argument 0: [{"x"}, {}]", a line each, and who says so where that is not propagation. */
void border_say(struct buffer *out, const struct border *border);

/* What a device holds of a crossing. */
struct part crossing_part(const struct crossing *crossing, int64_t device);
/* Whether it is nothing but padding. */
bool part_is_empty(const struct crossing *crossing, const struct part *part);

#endif
