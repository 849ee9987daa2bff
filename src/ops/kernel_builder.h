/* What an operation's emit hook says to the code generator: its result as an index expression over
 * the results of others. No hook prints C or knows of threads, buffers or devices.
 *
 * A node is a value over an index space: its logical (global) dimensions. A term is the expression
 * of one element; it reads other nodes at affine functions of the coordinates, and, where that is
 * said, at indices that are computed at run time. The generator decides which nodes get a buffer
 * and which are computed inside their consumers.
 *
 * All functions take ownership of nothing and allocate from the program's arena.
 */
#ifndef SDYC_KERNEL_BUILDER_H
#define SDYC_KERNEL_BUILDER_H

#include "ops/op_def.h"
#include "ops/scalar.h"
#include "sharding/axes.h"

struct library;
struct node;
struct term;

/* --- operands and results --------------------------------------------------------------------- */

/* The node that an operand, or any value that has been emitted, is. */
struct node *kernel_operand(struct kernel_builder *builder, const struct op *op, uint32_t index);
struct node *kernel_value(struct kernel_builder *builder, const struct value *value);
/* Says which node a result is. Each result is said once. */
void kernel_result(struct kernel_builder *builder, const struct op *op, uint32_t index,
                   struct node *node);
/* Located error that the operation, or what `format` names of it, cannot be compiled. */
bool kernel_unsupported(struct kernel_builder *builder, const struct op *op, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));
struct arena *kernel_arena(struct kernel_builder *builder);
struct context *kernel_context(struct kernel_builder *builder);
uint32_t node_rank(const struct node *node);
int64_t node_extent(const struct node *node, uint32_t dim);
const struct type *node_element(const struct node *node);

/* --- terms ------------------------------------------------------------------------------------ */

/* The same number everywhere; a multiple of one coordinate and a number. */
struct affine affine_constant(int64_t offset);
struct affine affine_dim(uint32_t dim, int64_t stride, int64_t offset);

/* Reads `node` at map[d] for each of its dimensions. */
struct term *term_read(struct kernel_builder *builder, struct node *node, const struct affine *map);
/* As term_read, at coordinate map[d] + clamp(dynamic[d], 0, most[d]) where dynamic[d] is set. */
struct term *term_read_dynamic(struct kernel_builder *builder, struct node *node,
                               const struct affine *map, struct term *const *dynamic,
                               const int64_t *most);
/* Reads at the reader's own coordinates. */
struct term *term_same(struct kernel_builder *builder, struct node *node);
struct term *term_index(struct kernel_builder *builder, const struct type *element,
                        struct affine affine);
struct term *term_scalar(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args);
/* An index of integer type `*element` that is to be compared with numbers up to `most`: itself, or
 * an i64 where its type cannot hold them or has no sign. `*element` becomes the type it has then.
 */
struct term *term_position(struct kernel_builder *builder, struct term *index,
                           const struct type **element, int64_t most);
struct term *term_integer(struct kernel_builder *builder, const struct type *element,
                          int64_t value);
/* Whether an integer that is the same at all coordinates of its reader is a constant, of up to 64
 * bits. */
bool term_known_integer(struct kernel_builder *builder, const struct term *term, int64_t *value);
/* The bits of a real number of this type as an unsigned integer of its width, and back; those of 6
 * bits in one of 8. */
const struct type *term_bits_type(struct kernel_builder *builder, const struct type *element);
struct term *term_bits(struct kernel_builder *builder, const struct type *element,
                       struct term *number);
struct term *term_from_bits(struct kernel_builder *builder, const struct type *element,
                            struct term *bits);
/* inside where 0 <= at[i] < bound[i] for all i, else outside */
struct term *term_guard(struct kernel_builder *builder, uint32_t count, const struct affine *at,
                        const int64_t *bound, struct term *inside, struct term *outside);
/* The body of a scalar region (of reduce, scatter, ...) with its arguments
 * replaced; the values of its results. False after a located error where the body
 * has an operation without a scalar form. */
bool term_region(struct kernel_builder *builder, const struct region *region,
                 struct term *const *arguments, struct term **results);
/* The binary operation that the region applies to its two arguments, or SCALAR_NONE. */
enum scalar_op region_scalar_op(const struct region *region);

/* --- nodes ------------------------------------------------------------------------------------ */

/* The elements of a dense attribute. */
struct node *node_constant(struct kernel_builder *builder, const struct attr *dense);
/* One element per point of the type's dimensions. */
struct node *node_compute(struct kernel_builder *builder, const struct type *type,
                          struct term *term);
struct node *node_reshape(struct kernel_builder *builder, const struct type *type,
                          struct node *node);
/* A tensor written in parts, one after the other: part i has its own space of `rank` extents and
 * stores its term at the coordinates `store` (one per dimension of the result; dynamic as in
 * term_read_dynamic). `combine`: folded into what is there. Points of the dimensions from
 * `parallel_rank` on are executed in order. Points where `condition` is false are left out.
 * `base`: the tensor whose elements stand where no part writes (or NULL); where it is not read
 * again its memory is written in place. */
struct node_part {
    uint32_t rank, parallel_rank;
    int64_t extent[KERNEL_DIMS];
    struct affine store[KERNEL_DIMS];
    struct term *dynamic[KERNEL_DIMS];
    struct term *term;
    struct term *condition; /* or NULL */
    enum scalar_op combine;
    bool overlaps; /* writes where an earlier part wrote */
};
/* In the term of a part: the element of tensor `number` that stands where the point's goes. */
struct term *term_stored(struct kernel_builder *builder, const struct type *element,
                         uint32_t number);
/* Whether the term is made of a stored element of another tensor than `number`. */
bool term_reads_other_stored(const struct term *term, uint32_t number);
struct node *node_parts(struct kernel_builder *builder, const struct type *type, struct node *base,
                        uint32_t count, const struct node_part *parts);
/* Folds terms over `count` further coordinates (numbered from the rank of the results) of the given
 * extents, starting from `init`. `region`: the folding function on scalars of `operands` pairs;
 * NULL: `op`, of one pair, in any order.
 * Points where a guard fails are left out. */
struct node_reduction {
    const struct type *const *types; /* of the results, one per operand */
    uint32_t count;
    const int64_t *extent;
    uint32_t operands;
    struct term *const *init, *const *term;
    const struct region *region;
    enum scalar_op op;
    bool in_order; /* one point after the other, as devices are added */
    uint32_t guard_count;
    const struct affine *guard;
    const int64_t *guard_bound;
};
/* results[i]: the folded value of operand i. False after an error in the region. */
bool node_reduce(struct kernel_builder *builder, const struct node_reduction *reduction,
                 struct node **results);
/* Sum over `count` further coordinates of the product of two reads. */
struct node_contraction {
    uint32_t count;
    const int64_t *extent; /* of each contracted dimension */
    struct node *lhs, *rhs;
    /* Coordinates of each in the space: result dimensions, then contracted ones. */
    const struct affine *lhs_map, *rhs_map;
    bool direct; /* what is multiplied are the elements themselves, though it may be slower */
};
struct node *node_contract(struct kernel_builder *builder, const struct type *type,
                           const struct node_contraction *contraction);
/* A convolution; dimension numbers and window as in StableHLO. */
struct node_window {
    int64_t size[3], stride[3], pad_low[3], pad_high[3], input_dilation[3], kernel_dilation[3];
    bool reversed[3];
};
struct node_convolution {
    uint32_t spatial; /* 0 (a product of matrices) to 3 */
    uint32_t input_batch, input_feature, input_spatial[3];
    uint32_t kernel_input, kernel_output, kernel_spatial[3];
    uint32_t output_batch, output_feature, output_spatial[3];
    struct node_window window;
    int64_t feature_groups, batch_groups;
    bool direct; /* whether elements are to be multiplied, not sums of them */
};
struct node *node_convolve(struct kernel_builder *builder, const struct type *type,
                           struct node *input, struct node *kernel,
                           const struct node_convolution *convolution);

/* --- library kernels --------------------------------------------------------------------------
 *
 * A kernel whose loop is a function of the runtime: LIBRARY(scan); declares the kind that stands in
 * src/codegen/library/scan.c. An operation whose operands only have to be read names its kind, and
 * makes the node itself; the functions behind make those whose operands are looked into, or
 * converted, or whose kernels read more than elements of the same place. */
#define LIBRARY(name) extern const struct library library_##name

/* A node of a kind, whose operands, one or two, are reads; `second` may be NULL. */
struct node *node_library(struct kernel_builder *builder, const struct library *library,
                          const struct type *type, struct term *first, struct term *second);
/* What the kind is told of the node: `bytes` that its file knows, which are copied. */
void node_tell(struct kernel_builder *builder, struct node *node, const void *call, size_t bytes);
/* The node lies in memory, and is made by the devices, as an operand over the same dimensions. */
void node_follow(struct node *node, const struct node *operand);

/* Running folds of the operand along a dimension by a region of two scalars: element i is that of
 * `init` and all elements up to i (from i on, where `reverse`). NULL where the runtime has no scan
 * for the region or the type. */
struct node *node_scan(struct kernel_builder *builder, struct node *operand, struct node *init,
                       uint32_t dim, bool reverse, const struct region *region);

/* The operands' lines along a dimension, put into order together and stably: results[i] is the
 * first `keep` elements of each line of operand i. `comparator`: of two elements of each operand,
 * whether the first comes before the second. False after a located error. */
bool node_sort(struct kernel_builder *builder, uint32_t count, struct node *const *operands,
               uint32_t dim, int64_t keep, const struct region *comparator, struct node **results);
/* An unsigned integer that orders as real numbers of this type do in total order: -NaN, -inf, ...,
 * -0, +0, ..., inf, NaN. */
struct term *term_total_order(struct kernel_builder *builder, const struct type *element,
                              struct term *number);

/* Fourier transforms of lines along a dimension: of complex numbers; of real ones to the first half
 * of theirs; and back, the inverse alone. `type`: of the result. NULL where a line is longer than
 * can be. */
enum fourier_form { FOURIER_COMPLEX, FOURIER_FROM_REAL, FOURIER_TO_REAL };
struct node *node_fourier(struct kernel_builder *builder, const struct type *type,
                          struct node *operand, uint32_t dim, enum fourier_form form, bool inverse);
/* The factors of Hermitian, positive definite matrices over the last two dimensions. */
struct node *node_cholesky(struct kernel_builder *builder, struct node *operand, bool lower);
/* The solutions of triangular systems over the last two dimensions: op(a) x = b, or x op(a) = b
 * where a is not on the left. */
struct node_triangular {
    bool left, lower, unit_diagonal, transposed, conjugated;
};
struct node *node_triangular(struct kernel_builder *builder, struct node *a, struct node *b,
                             const struct node_triangular *form);
/* --- custom calls ----------------------------------------------------------------------------- */

/* How calls of a family of LAPACK's routines are written; ops/stablehlo/calls/lapack.def. */
struct lapack_form {
    const char *routine, *operands, *results, *options, *ordered;
};
/* The call of a routine, for numbers that LAPACK calls `type`: 's', 'd', 'c' or 'z'. False after a
 * located error where operands, results or options are not of the form. */
bool node_lapack(struct kernel_builder *builder, const struct op *op,
                 const struct lapack_form *form, char type);
/* Asks the host, in the order of the program: the attribute sdyc.host_call says for what. It is
 * given `operand`, or (NULL) gives a value of `type`. NULL after a located error: there is no host.
 */
struct node *node_host_call(struct kernel_builder *builder, const struct op *op,
                            struct node *operand, const struct type *type);

/* Whether the host has given a function for the call's target, and the call of it. False after a
 * located error where the function could not be given what stands at the call. */
bool kernel_has_handler(const struct kernel_builder *builder, const struct op *op);
bool node_handler_call(struct kernel_builder *builder, const struct op *op);
/* The operand of a call that gives what it takes, in memory as the call's result is to lie. */
struct node *node_in_layout(struct kernel_builder *builder, const struct op *op);

/* --- instances ---------------------------------------------------------------------------------
 *
 * A value that is written per device (in a manual computation, in a program of local types, in one
 * that arrives partitioned) has one instance for each combination of the instance axes that it
 * varies on. An instance axis is a digit of the number of a device: an axis of the mesh, or one of
 * the sub-axes that the program cuts it into. Operations see the dimensions of one instance; the
 * axes are found by following what is read. */

/* Instance axes by number, major to minor. */
struct instance_axes {
    uint32_t count;
    uint8_t items[KERNEL_DIMS];
};

/* The axes along which the members of replica groups differ, where groups are such; ids[g * size +
 * k] is the device that is member k of group g. */
bool kernel_group_axes(struct kernel_builder *builder, int64_t group_count, uint32_t size,
                       const int64_t *ids, struct instance_axes *axes);
/* How many devices there are; 0: the program is global, and nothing in it is written per device. */
int64_t kernel_devices(const struct kernel_builder *builder);
/* Whether the values outside of manual computations have local types (private storage). */
bool kernel_is_local(const struct kernel_builder *builder);
/* The instance axes that axes of a mesh consist of. */
struct instance_axes kernel_axes(struct kernel_builder *builder, const struct mesh *mesh,
                                 struct axis_list axes);
/* values[d]: the value on the device at position d of the mesh (sdyc-number-devices). */
struct term *term_by_device(struct kernel_builder *builder, const struct type *element,
                            const int64_t *values);
/* The same operand put together anew: dimension d of the result is made of `gathered[d]` (the
 * operand's instances along these axes, side by side) and then cut into `sliced[d]` parts, of which
 * each instance has its own. NULL: none. Axes that the result does not vary on and that are not
 * gathered are read at their first instance if they are in `dropped`. */
struct regrouping {
    const struct instance_axes *gathered, *sliced; /* one per dimension */
    struct instance_axes dropped;
};
struct node *node_regroup(struct kernel_builder *builder, const struct type *type,
                          struct node *operand, const struct regrouping *regrouping);
/* The axes that the node varies on beyond those of the lists, one per dimension. */
struct instance_axes node_other_axes(const struct kernel_builder *builder, const struct node *node,
                                     const struct instance_axes *lists);
/* The fold of the operand's instances along `axes` by `region` (or `op`, where it is NULL), which
 * is then cut into `sliced` parts per dimension (NULL: not at all). The axes that slice are among
 * `axes`. In the fused order a product or reduction takes the axes into its own sum, in shared
 * storage, and in private storage the instances are added up as a tree by the numbers of the
 * devices; with --reduce=device-order partial results are rounded to their type and added in order.
 */
struct node *node_fold_instances(struct kernel_builder *builder, const struct type *type,
                                 struct node *operand, struct instance_axes axes,
                                 const struct region *region, enum scalar_op op,
                                 const struct instance_axes *sliced);
/* A value that is unreduced: the instances add up to the operand. Of the parts that `lists` cut
 * each dimension into, each instance has its own and zeros around it; of a value that all instances
 * have, those that are first along `first` have it, the others zeros. Either may be NULL. */
struct node *node_unreduced(struct kernel_builder *builder, const struct type *type,
                            struct node *operand, const struct instance_axes *lists,
                            const struct instance_axes *first);
/* As term_same (term_read, ...), of what the device sources[d] has of the node, for the device with
 * id d. -1: of whichever. */
struct term *term_from_devices(struct kernel_builder *builder, struct term *read,
                               const int64_t *sources);
/* The same where it is a shift along axes, and `otherwise` on the devices without a source, which
 * are those at one end of an axis; NULL where it is not so. */
struct term *term_received(struct kernel_builder *builder, struct node *node,
                           const int64_t *sources, struct term *otherwise);

/* The value of a global operand that is unreduced over `axes`, reduced. In the fused order it is
 * the operand itself, whose kernel sums over all devices' shares at once. In device order the
 * product or reduction that made it is cut into one partial result a device, rounded to its type,
 * which are then added one after the other. */
struct node *node_device_sum(struct kernel_builder *builder, struct node *operand,
                             struct axis_list axes);

/* --- regions ---------------------------------------------------------------------------------- */

/* Emit hooks of loops and branches: `operation` carries its operands through `body` while
 * `condition` gives true. */
bool kernel_loop(struct kernel_builder *builder, const struct op *op,
                 const struct region *condition, const struct region *body);
/* Runs the region whose number is operand 0 (an integer; out of range: the last), or for a boolean
 * the first of two where it is true. */
bool kernel_branch(struct kernel_builder *builder, const struct op *op);
/* The operations of a block whose arguments have nodes already (kernel_bind), up to its
 * terminator. False after located errors. */
void kernel_bind(struct kernel_builder *builder, const struct value *value, struct node *node);
bool kernel_block(struct kernel_builder *builder, const struct block *block);

/* --- common emit hooks ------------------------------------------------------------------------ */

bool emit_pointwise(const struct op *op, struct kernel_builder *builder); /* op->def->scalar */
bool emit_identity(const struct op *op, struct kernel_builder *builder);  /* results = operands */
bool emit_constant(const struct op *op, struct kernel_builder *builder);  /* result = value */
bool emit_nothing(const struct op *op, struct kernel_builder *builder);   /* no results */
/* A located error that names it. */
bool emit_unsupported(const struct op *op, struct kernel_builder *builder);
/* The frame of a program: a module, a function, the end of a region. Who emits those asks none of
 * their own. */
bool emit_structure(const struct op *op, struct kernel_builder *builder);
/* The library takes it out of the program, and compares after a run. */
bool emit_checked(const struct op *op, struct kernel_builder *builder);
/* As emit_expanded, where the sizes that it takes as operands are known. */
bool emit_static(const struct op *op, struct kernel_builder *builder);
/* An earlier pass of the pipelines replaces it by operations that can be compiled. */
bool emit_expanded(const struct op *op, struct kernel_builder *builder);

#endif
