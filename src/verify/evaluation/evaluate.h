/* A program evaluated on all its devices in lockstep, plainly: an operation at a time, an element
 * at a time. Devices whose operands are the same tensors share the result.
 *
 * An evaluation ends in one of three ways: with results; stopped, at an operation that nothing is
 * known about; or at a fault, which is an operation that cannot be run (devices that part before a
 * collective). */
#ifndef SDYC_VERIFY_EVALUATE_H
#define SDYC_VERIFY_EVALUATE_H

#include "ops/op_def.h"
#include "verify/evaluation/holders.h"
#include "verify/values/tensor.h"

/* What devices hold of one value, by their number; NULL where a device does not take part. */
struct lanes {
    struct tensor **items;
    /* Which items are one tensor; NULL: nobody has asked since they changed. */
    const struct holders *holders;
};

struct frame {
    struct lanes *slots; /* by the notes of values */
    bool *settled;       /* likewise: the same in all turns of a loop, and kept until it ends */
    uint32_t count;
};

struct evaluator {
    struct arithmetic arithmetic;
    struct module *module;
    int64_t devices, replicas; /* replicas 0: one; of each as many partitions */
    bool is_sharded;           /* values are parts, and collectives of sdy move them (sharded.c) */
    bool *active; /* devices that take part now: not those of another branch, or past a loop */
    /* Where values of the block are needed, and where results of the operation are, which its rule
     * may ask; NULL: everywhere. All devices are active then. */
    const struct needs *needs;
    const bool *needed;
    bool is_related; /* relations know that loops and collectives end on all devices */
    double deadline;
    int64_t turns;               /* of loops so far */
    int64_t most_turns;          /* a loop that turns more often has no end; 0: any number */
    const bool *only;            /* by the notes of values: what blocks compute; NULL: all */
    struct holder_table holders; /* evaluator_close frees it */
    uint64_t elements;           /* evaluated so far */
    const struct op *stopped, *fault;
    char why[256]; /* of either */
    /* Called after each operation of a function or region; NULL: nobody watches. */
    void (*watch)(void *data, const struct op *op, const struct lanes *results);
    void *watcher;
};

enum { MANY_TIMES = 100 }; /* so often as meant a loop turns that is taken to have no end */

/* Numbers all values of a module, which must not change as long as it is evaluated. */
void evaluate_number(struct module *module);
/* Runs a function on these arguments (kept by the caller); results are the caller's, to be freed
 * with lanes_free. Of result i it is enough to have wanted[i][device], the others may be NULL;
 * wanted NULL: all are wanted. False: stopped, or a fault. */
bool evaluate_function(struct evaluator *e, const struct op *func, const bool *const *wanted,
                       const struct lanes *arguments, struct lanes *results);

/* Behind the last lanes. */
void evaluator_close(struct evaluator *e);

/* --- for the rules ---------------------------------------------------------------------------- */

/* Without a tensor for any device; with the same tensors, which count who keeps them. Each is to be
 * freed with lanes_free. */
struct lanes lanes_new(const struct evaluator *e);
struct lanes lanes_copy(const struct evaluator *e, struct lanes lanes);
void lanes_free(const struct evaluator *e, struct lanes *lanes);
/* What a value is on each device; the frame keeps it. */
struct lanes frame_get(const struct frame *frame, const struct value *value);
/* The frame takes the lanes over. */
void frame_set(const struct evaluator *e, struct frame *frame, const struct value *value,
               struct lanes lanes);
/* Runs a block with these arguments (taken over). What its terminator hands on becomes the
 * caller's. */
bool evaluate_block(struct evaluator *e, struct frame *frame, const struct block *block,
                    struct lanes *arguments, struct lanes *outputs);
/* Both return false. */
bool evaluate_stop(struct evaluator *e, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool evaluate_fault(struct evaluator *e, const struct op *op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One operation on one device. */
struct local {
    struct evaluator *e;
    const struct frame *frame; /* for what its regions read outside */
    const struct op *op;
    int64_t device;
    struct tensor *const *operands;
    struct tensor **results; /* out */
};
typedef bool local_rule(struct local *local);
/* One operation on all devices at once; results become the frame's. */
typedef bool lanes_rule(struct evaluator *e, struct frame *frame, const struct op *op);

/* Where operands are needed if results are: both [device]; operands are these devices at first. */
typedef void sources_rule(struct evaluator *e, const struct op *op, const bool *results,
                          bool *operands);

struct element; /* elementwise.h */
struct evaluation_rule {
    enum op_id id;
    local_rule *local;     /* on each device by itself; or */
    lanes_rule *lanes;     /* on all of them; or */
    sources_rule *sources; /* of `lanes`, which goes by e->needed; NULL: all devices are needed */
    struct number (*element)(struct element *element, const struct number *operands);
    double (*real)(double x); /* of an element, where it is a function of one real number */
    enum degree_rule { DEGREE_MOST, DEGREE_SUM, DEGREE_FUNCTION, DEGREE_POWER } degree;
};
/* NULL: the operation has none. */
const struct evaluation_rule *evaluation_rule_of(const struct op *op);

/* --- regions.c: regions of scalars, on many elements at once ---------------------------------- */

/* A region that is run several times on one device: it keeps room for its values. */
struct region_run {
    struct local *local;
    const struct block *block;
    struct tensor **values; /* by the notes of values */
};
struct region_run region_open(struct local *local, const struct region *region);
void region_close(struct region_run *run);
/* Runs it on `count` elements each. Arguments are taken over; results are the caller's. */
bool region_apply(struct region_run *run, struct tensor **arguments, struct tensor **results);
/* An elementwise operation on tensors of one count, or of one element. NULL: stopped. */
struct tensor *element_apply(struct evaluator *e, const struct op *op,
                             const struct evaluation_rule *rule, struct tensor *const *operands);
struct tensor *constant_tensor(struct evaluator *e, const struct op *op);
/* What partition_id or replica_id is on a device. */
struct tensor *number_tensor(const struct evaluator *e, const struct op *op, int64_t device);
bool is_number_of_device(const struct op *op);

#endif
