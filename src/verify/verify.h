/* Whether a program for each device computes what a global program says (docs/how-to/verify.md).
 *
 * It stands on the IR, its operations and shardings alone; it shares nothing with src/partition. */
#ifndef SDYC_VERIFY_H
#define SDYC_VERIFY_H

#include "ir/ir.h"

struct border;

/* What devices hold of a value of the partitioned program, as a proof by relations finds it. */
struct verify_holding {
    const struct value *value;
    const struct op *op; /* whose result it is; NULL: it is an argument of its block */
    uint32_t number;     /* of the result or argument */
    /* They hold during the call: an object (docs/reference/verify.md), and what an element is. */
    const char *json, *is;
};
typedef void verify_listener(void *data, const struct verify_holding *holding);

/* What a proof by relations knows where it does not prove all. */
struct related {
    /* All loops and collectives are those of the global program, and the next member counts. */
    bool is_known;
    bool *proven; /* of each result of the border */
};

struct verify_request {
    /* Both with all shorthands expanded (sdyc-expand-pipeline). */
    struct module *global, *partitioned;
    const struct op *global_entry, *partitioned_entry; /* the functions that are compared */
    /* The global entry again, in a module that propagation has annotated: how loops are sharded,
     * for a proof by relations. */
    const struct op *propagated;
    /* Is told what devices hold of each value, in the order in which they are found. NULL: nobody
     * asks. */
    verify_listener *listener;
    void *listener_data;
    bool tells_global; /* and what values of the global program are */
    uint64_t memory;   /* bytes that a proof by relations may take */
    double seconds;    /* after which evaluation gives up */
    /* Operations of the partitioned program have shardings, and collectives of sdy move what
     * devices hold from the operand's to the result's. */
    bool is_sharded;
    const struct related *related; /* what relations have proved; NULL: nothing */
    bool keeps_values;             /* a refutation comes with its inputs */
};

/* The longest text about what a proof by relations took too much of. */
enum { EXCEEDED_LENGTH = 64 };
/* The longest text about what an element is. */
enum { HELD_LENGTH = 320 };
/* The memory that is enough for it, in MiB, unless somebody says otherwise: all of sdyc
 * takes 305 MB for the gradient of a transformer of 100 layers. */
enum { RELATIONS_MEMORY = 768 };

enum verify_verdict { VERIFY_PROVED, VERIFY_REFUTED, VERIFY_UNDECIDED };

/* One element that is not what it should be. */
struct verify_element {
    bool is_given;
    uint32_t result;
    int64_t device;
    uint32_t rank;
    int64_t local[MAX_RANK], global[MAX_RANK];
    bool has_values; /* of real inputs */
    double got, expected;
};

/* Real inputs for which results differ, and what results should be: tensors of both programs. */
struct tensor;
struct verify_values {
    uint32_t argument_count, result_count;
    int64_t devices;
    struct tensor **wholes;  /* of each argument */
    struct tensor **parts;   /* of each argument what each device has */
    struct tensor **results; /* of the global program */
};

struct verify_answer {
    enum verify_verdict verdict;
    bool by_relations; /* proved; what follows is of a proof by evaluation */
    /* What relations took too much of before it was evaluated; or "". */
    char exceeded[EXCEEDED_LENGTH];
    int bits;               /* proved: wrong with a probability of at most 2^-bits */
    uint32_t runs;          /* in the field */
    bool compares;          /* floats were compared, in `runs` random orders */
    const struct op *op;    /* refuted: of the partitioned program; undecided: of either one */
    bool is_global;         /* undecided: `op` is one of the global program */
    const struct op *meant; /* refuted: what the global program has in its place; or NULL */
    /* Refuted: what relations find of `op` and of `meant`; or "". */
    char held[HELD_LENGTH], needed[HELD_LENGTH];
    char devices[96]; /* refuted by real inputs: those where that result is wrong, "0 to 3, 5" */
    char why[320];
    char sizes
        [160]; /* proved with smaller sizes, those of the caller's programs: "512 to 8"; or "" */
    struct verify_element element; /* refuted */
    /* Refuted by real inputs, and the request asked for them: the caller's, for verify_values_free.
     * Else NULL. */
    struct verify_values *values;
};

/* Compares two programs whose border fits. */
void verify_by_evaluation(const struct verify_request *request, const struct border *border,
                          struct verify_answer *answer);
/* NULL: nothing. */
void verify_values_free(struct verify_values *values);
/* Of the processor, since the process began: a proof has one thread. */
double processor_seconds(void);

#endif
