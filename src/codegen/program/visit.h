/* What a kernel reads, computes and writes: the one walk over a kernel,
 * and whether what it finds overlaps. */
#ifndef SDYC_VISIT_H
#define SDYC_VISIT_H

#include "codegen/program/program.h"

/* Where in a kernel something stands. */
enum place {
    PLACE_BODY,      /* executed at every point */
    PLACE_REDUCTION, /* terms: at every point that the reduction's guards let through */
    PLACE_STEP,      /* what the reduction does with them: likewise */
    PLACE_INIT,      /* of the accumulators: once per point of the parallel dimensions */
    PLACE_RESULTS,   /* once per point of the parallel dimensions */
    PLACE_LIBRARY,   /* operands of a library kernel */
    PLACE_FIRST,     /* anything of the kernel that it does first (visit_first) */
};

/* Whether what stands there is executed at every point. */
static inline bool is_at_every_point(enum place place) {
    return place == PLACE_BODY || place == PLACE_REDUCTION || place == PLACE_STEP;
}

struct used_expr {
    struct expr *expr;
    enum place place;
};
/* A reader or writer of a buffer. The statement at whose store it stands, or NULL. */
struct used_access {
    const struct kernel_buffer *buffer;
    const struct access *access; /* NULL: anywhere in the buffer (operands of library kernels) */
    const struct statement *statement;
    bool loads, stores; /* a store that combines does both */
    enum place place;
};
struct used_guard {
    const struct guard *guard;
    enum place place;
};
struct uses {
    VECTOR(struct used_expr) exprs; /* each once, operands before what is computed of them */
    VECTOR(struct used_access) accesses;
    VECTOR(struct used_guard) guards; /* of expressions and of the reduction */
};

/* Fills `uses` (emptied first) with everything of the kernel: body, reduction, results, in this
 * order; their conditions, guards and indices; the operands of a library kernel. An expression that
 * stands in several places is found in the first. Sets what each expression varies with. Linear in
 * the expressions; does not recurse. */
void kernel_uses(const struct kernel *kernel, struct uses *uses);
void uses_free(struct uses *uses);

/* What rows of the library say to the walk (library/library.h, `touch`): they read or write the
 * access, or anything of the buffer; they compute the expression. */
struct walk;
void visit_access(struct walk *walk, const struct access *access, bool loads, bool stores);
void visit_buffer(struct walk *walk, const struct kernel_buffer *buffer, bool loads, bool stores);
void visit_expr(struct walk *walk, struct expr *expr);
/* A kernel that has become the first part of the one at hand: the memory that it touches. */
void visit_first(struct walk *walk, const struct kernel *first);

/* The dimensions that the affine moves along, of those that have several points. */
uint32_t affine_varies(const struct kernel *kernel, const struct affine *affine);
/* Likewise an access, its indices included, which kernel_uses has seen. */
uint32_t access_varies(const struct kernel *kernel, const struct access *access);

/* Whether the buffers share memory. Inputs and outputs of different numbers do not. */
bool buffers_overlap(const struct kernel_buffer *a, const struct kernel_buffer *b);
/* The same of buffers of one kernel, wherever they will lie: those that are needed at one time lie
 * apart, unless one is said to be in the memory of the other. */
bool buffers_meet(const struct kernel_buffer *a, const struct kernel_buffer *b);
/* Whether some point of the kernel may reach by one access memory that some point reaches by the
 * other. Indices that are read at run time may be any. */
bool accesses_overlap(const struct kernel *kernel, const struct access *a, const struct access *b);
/* Least and greatest value of an affine over the kernel's domain, which has points. */
void affine_range(const struct kernel *kernel, const struct affine *affine, int64_t *least,
                  int64_t *most);

/* Whether the program, a struct program, has a constant whose elements lie there. */
bool program_reads(const void *program, const void *elements);

#endif
