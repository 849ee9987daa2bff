/* The calculus: what follows for the results of an operation from what its operands are. */
#ifndef SDYC_RELATIONS_RULES_H
#define SDYC_RELATIONS_RULES_H

#include "ops/op_def.h"
#include "ops/relation_builder.h"
#include "verify/border/border.h"
#include "verify/relations/views/view.h"
#include "verify/verify.h"

struct loop; /* loops.c */

/* Both programs, one after the other. */
struct relating {
    struct prover prover;
    struct arena *scratch;     /* of one operation */
    struct module *module;     /* of the program that is looked at now */
    const struct view **slots; /* by the notes of values, of the function that is looked at now */
    bool is_global;
    uint32_t
        manual; /* how many manual computations it is inside of: devices have their own values */
    const int64_t
        *position; /* [devices], there: equal where devices differ along other axes alone */
    const struct border *border;
    const struct op *propagated; /* the main function after propagation: where guesses come from */
    struct loop *loops, **last_loop; /* of the global program, in order */
    struct loop *next_loop;          /* the one that a loop of the partition is taken for */
    int64_t loop_count;
    uint32_t depth;            /* of calls */
    verify_listener *listener; /* to what devices hold of values of the partition; or NULL */
    void *listener_data;
    bool tells_global;        /* and of the global program */
    const struct block *main; /* of the partition */
    /* An operation that may not end, or whose devices may not all come to it: whatever the results
     * are, nothing is proved. NULL: there is none. */
    const struct op *broken;
};

struct relation_row {
    relation_rule *rule; /* NULL: there is none, and nothing is known of the results */
    bool is_outer;       /* operations inside of it are looked at by themselves */
    bool takes_empty;    /* its results may have elements though operands have none */
};
/* Of an operation by its kind; all fields are empty where no rule is known. */
struct relation_row relation_row_of(const struct op *op);
/* Its place in the table of operations (enum op_id), which names it in terms. */
int64_t op_number(const struct op *op);

/* --- relate.c --------------------------------------------------------------------------------- */

/* Or may have: it is no tensor of known size. */
bool type_has_elements(const struct type *type);
/* Looks at a block whose arguments are these; `outputs`: what its terminator hands on. */
void relate_block(struct relating *r, const struct block *block,
                  const struct view *const *arguments, const struct view **outputs);
void relate_function(struct relating *r, const struct op *func, const struct view *const *arguments,
                     const struct view **results);

/* --- regions.c -------------------------------------------------------------------------------- */

/* What a region of scalars gives for parameters that nothing is known of: terms that are equal for
 * regions that compute the same. False: it cannot be told. */
bool region_terms(struct relating *r, const struct region *region, uint32_t count,
                  const struct proof_term **terms);
/* The fold that result i of a region is, of its own two of the parameters: i, and that of the same
 * number of the second half. */
bool region_fold_of(struct relating *r, const struct region *region, uint32_t i, enum fold *fold);
/* The fold that a region of two scalars is. */
bool region_fold(struct relating *r, const struct region *region, enum fold *fold);
/* A number for a text: equal for equal texts. */
int64_t name_number(struct prover *p, const char *text, size_t length);

/* --- rules by family -------------------------------------------------------------------------- */

/* Those that are hooks of operations are in ops/relation_builder.h. */
relation_rule relate_elementwise, relate_convert, relate_divide, relate_bits;
relation_rule relate_call, relate_named, relate_branches, relate_while, relate_manual;

/* --- shared by rules -------------------------------------------------------------------------- */

/* Devices that work together, each in one group. */
struct device_groups {
    int64_t count, size;
    struct device_number listed; /* the device at each place of the list, group after group */
    struct device_number place;  /* of each device, in its group */
    struct device_number begin;  /* where its group begins in the list */
    uint32_t number;             /* of these groups, where they are kept; else 0 */
    bool is_known;
};
/* An elementwise operation of integers that are known on each device. NULL: they are not, or it is
 * no such operation. */
const struct view *view_by_device(struct prover *p, const struct op *op,
                                  const struct view *const *operands);
/* The fold of all elements along the dimensions of `mask`; the type has the others. */
const struct view *view_reduce(struct prover *p, const struct view *view, const struct type *type,
                               uint64_t mask, enum fold fold);
/* Elements of another kind, as products of tensors have theirs converted. */
const struct view *view_of_kind(struct prover *p, const struct view *view, const struct type *type);
/* Fold of two views of one shape. */
const struct view *view_fold_two(struct prover *p, const struct type *type, enum fold fold,
                                 const struct view *a, const struct view *b);
/* Where it is true the one, else the other. */
const struct view *view_choose(struct relating *r, const struct type *type,
                               const struct view *truth, const struct view *yes,
                               const struct view *no);
/* Views side by side along a dimension. */
const struct view *view_concatenate(struct prover *p, const struct type *type, uint32_t dim,
                                    uint32_t count, const struct view *const *views);
/* Whether two integers are equal. */
const struct view *view_equation(struct relating *r, const struct type *type,
                                 const struct view *const *views);
/* --- onehot.c --------------------------------------------------------------------------------- */

/* Elements of `from` where its variables `bound` are at the indices. */
struct picking {
    int64_t kind, of; /* of the elements, and of the indices */
    struct side from;
    uint32_t indices;
    struct side index[MOST_VARS];
    uint32_t bound[MOST_VARS];
};
struct side side_pick(struct prover *p, const struct vars *vars, const struct picking *picking);
/* What is picked where a mask holds, and 0 elsewhere, if the mask says that the index is inside.
 * Nothing: it is no such value. */
struct side side_pick_masked(struct prover *p, const struct vars *vars, struct side mask,
                             struct side side);
/* Whether two integers are equal. */
struct side side_equation(struct prover *p, const struct vars *vars, int64_t kind, struct side a,
                          struct side b);

/* Padded along a dimension, or cut where that is negative; the fill where nothing is left. */
const struct view *view_padded(struct relating *r, const struct view *view, uint32_t dim,
                               int64_t low, int64_t high, const struct proof_term *fill);
/* Elements that far apart along a dimension, with the fill between. */
const struct view *view_apart(struct relating *r, const struct view *view, uint32_t dim, int64_t by,
                              const struct proof_term *fill);
const struct type *type_resized(struct relating *r, const struct type *type, uint32_t dim,
                                int64_t size);
/* Behind the last dimension, another one. */
const struct type *type_extended(struct relating *r, const struct type *type, int64_t size);
/* The members of all groups one after the other along a dimension, where each has its own part. */
const struct view *view_gather(struct prover *p, const struct view *view, const struct type *type,
                               uint32_t dim, const struct device_groups *groups);
/* A function of which nothing is known but its name, which is `word`, and what it is given. */
struct unknown_function {
    uint32_t words, count;
    const int64_t *word;
    const struct view *const *operands; /* [count] */
    const uint64_t *whole;    /* along which dimensions it takes all of each of them: a bit each */
    const int64_t *const *to; /* where their others go; NULL: they stand where they stood */
    uint64_t positions;       /* dimensions of the result's own: a bit each */
    /* Elements are taken together: what is taken whole of any operand has the extents of what is
     * taken of the first. */
    bool is_zipped;
};
const struct view *view_of_function(struct relating *r, const struct type *type,
                                    const struct unknown_function *function);

#endif
