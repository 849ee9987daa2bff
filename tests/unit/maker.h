/* Programs made by hand, run in every form and compared with the interpreter. */
#ifndef SDYC_TEST_MAKER_H
#define SDYC_TEST_MAKER_H

#include "codegen/program/program.h"

struct maker {
    struct arena *arena;
    struct program program;
    struct kernel_buffer *buffers[16];
    struct kernel *kernels[4];
    struct step steps[4];
    struct argument inputs[8], outputs[8];
};

#define DIMS(...) ((const int64_t[]){__VA_ARGS__, -1})
#define STRIDES(...)                                                                               \
    {                                                                                              \
        0, {                                                                                       \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

void maker_init(struct maker *maker);
/* A buffer and, for inputs and outputs, the argument that goes with it. */
struct kernel_buffer *new_buffer(struct maker *maker, enum buffer_kind kind, enum element element,
                                 int64_t elements);
/* A kernel of `parallel` and then sequential extents; -1 ends the list. */
struct kernel *new_kernel(struct maker *maker, uint32_t parallel, const int64_t *extents,
                          const int64_t *tiles);
struct expr *new_expr(struct maker *maker, enum expr_kind kind, enum element type);
struct expr *load_of(struct maker *maker, struct kernel_buffer *buffer, struct affine at);
struct expr *constant(struct maker *maker, enum element type, double value);
struct expr *scalar(struct maker *maker, enum scalar_op op, enum element type, struct expr *a,
                    struct expr *b, struct expr *c);
struct expr *numbered(struct maker *maker, enum expr_kind kind, enum element type, uint32_t number);
struct expr *guarded(struct maker *maker, struct expr *inside, struct expr *outside,
                     struct affine at, int64_t bound);
struct statement store_to(struct kernel_buffer *buffer, struct affine at, struct expr *value);
struct reduction *simple_reduction(struct maker *maker, enum scalar_op op, double init,
                                   struct expr *term);

/* Runs the program on made-up inputs, by tcc and, with `loops`, by the system's compiler, compares
 * with the interpreter, and frees the maker. SHOW=strips|loops prints the program and its C. */
void check_forms(struct maker *maker, bool loops);

#endif
