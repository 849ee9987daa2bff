/* A fused strip as it is assembled: what its operations take registers from (code.c), and the
 * functions that are many instructions (math.c). */
#ifndef SDYC_FUSED_ASSEMBLY_H
#define SDYC_FUSED_ASSEMBLY_H

#include "codegen/emit/fused/encode.h"
#include "codegen/emit/fused/fused.h"

#include "scalar_reduce.h"

/* Registers of masks, by their numbers: values have those before the last three. */
enum mask_register {
    EVERYWHERE, /* no mask */
    FIRST_MASK,
    TINY_MASK = 5, /* of an exponential */
    SCRATCH_MASK,  /* free between one operation and the next */
    TAIL_MASK,     /* the elements that are left */
};
enum {
    VECTORS = 32,                                      /* registers of vectors */
    SUMS = SDYRT_REDUCE_MANY / (int)SDYRT_REDUCE_LANES /* those of a sum's lanes: the first kept */
};

struct assembly {
    const struct fused *fused;
    struct buffer *code;
    bool wide; /* elements of 64 bits */
    bool tail;
    bool past;                                   /* stores of the last value go past the caches */
    int32_t where[FUSED_MOST], last[FUSED_MOST]; /* register of a value, and its last reader */
    bool short_nans[FUSED_MOST]; /* a NaN among the value's elements would end in 16 zeros */
    bool quiet[FUSED_MOST];      /* ...or would not signal */
    bool moved[FUSED_MOST];      /* its elements are stored as they are, or but for their signs */
    uint32_t free_vectors, free_masks, used_vectors;
    int32_t constants; /* registers from VECTORS down that hold them */
    uint64_t bits[VECTORS];
    bool is_scalar[VECTORS]; /* `bits` is the number of a parameter */
    int32_t sum;             /* which of its vectors the body adds to */
    bool failed;
};

/* Registers of the machine: rsi, rdx, rcx, r8, r9 as they come, the others from the stack. */
extern const int32_t fused_pointers[FUSED_POINTERS];

static inline const struct fused_value *fused_last_value(const struct fused *fused) {
    return &fused->values[fused->count - 1];
}
/* Whether vectors hold its elements as floats. */
static inline bool fused_is_float(enum element type) {
    return type == ELEMENT_F32 || type == ELEMENT_F64;
}
/* Whether the value is a constant float, neither NaN nor zero. */
bool fused_is_number(const struct fused_value *value);
/* The register of one of the sum's vectors. */
static inline int32_t fused_sum_vector(int32_t number) {
    return VECTORS - 1 - number;
}

/* What the code needs to know of the values before the first is made. */
void assembly_prepare(struct assembly *as);
/* Code for one vector of each strip, rax elements behind the pointers, or for those of the mask. */
void assembly_body(struct assembly *as, struct buffer *code, bool tail);

/* A vector register of its own; given back where nothing reads it any more. */
int32_t assembly_vector(struct assembly *as);
void assembly_free(struct assembly *as, int32_t vector);
/* The register that holds a value in all lanes through all of the loop: of those that no value has
 * had, from the last down. `is_scalar`: `bits` is the number of a parameter. */
int32_t assembly_constant(struct assembly *as, uint64_t bits, bool is_scalar);

/* to = op(a, b) on elements of the strip's width, all of them; an instruction of one operand has it
 * in `b` and 0 in `a`. */
static inline void assembly_add(struct assembly *as, enum instruction op, int32_t to, int32_t a,
                                int32_t b) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, 0, false);
}
/* The same under a mask: 0 where it has none, or what was there before. */
static inline void assembly_add_zeroed(struct assembly *as, enum instruction op, int32_t to,
                                       int32_t a, int32_t b, int32_t mask) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, mask, true);
}
static inline void assembly_add_masked(struct assembly *as, enum instruction op, int32_t to,
                                       int32_t a, int32_t b, int32_t mask) {
    evex_registers(as->code, evex_of(op, as->wide), to, a, b, mask, false);
}

/* Code for vectors that have elements in the mask: others jump it. */
void fused_where(struct assembly *as, int32_t mask, const struct buffer *code);
/* More of it, behind operations on vectors, which do not change whether they jump. */
void fused_where_again(struct assembly *as, const struct buffer *code);

/* Whether the operation is a function of f32 and f64 that fused strips compute: with the bits of
 * the runtime's, whose polynomials they are (scalar_math.h, scalar_math_f64.h). */
bool fused_has_function(enum scalar_op op);
/* to = op(a) */
void fused_function(struct assembly *as, enum scalar_op op, int32_t to, int32_t a);

/* to = the quotient that the value is, without a division where there is a way: of an integer of at
 * most 16 bits and a constant. The nearest float to a / b is q + (a - q b) y, with q = a y and the
 * floats nearest to 1 / b and to the sums (Markstein 1990), as long as none is too small or large;
 * all of these a have been compared with all b between 1 and 2. Three operations take a fifth of
 * a division's time. */
bool fused_quotient(struct assembly *as, const struct fused_value *value, int32_t to);

/* vector = the float nearest to it of those that end in 16 zeros, of two as near the even one.
 * `plain`: none is a NaN of which this would make something else. */
void fused_round_bf16(struct assembly *as, int32_t vector, bool plain);
/* vector = the nearest number of f16. `quiet`: none is a NaN that signals, which the processor
 * would change. */
void fused_round_f16(struct assembly *as, int32_t vector, bool quiet);
/* Which values may be NaNs that signal, and which of those that are read show it. */
void fused_find_signals(struct assembly *as);
/* Loads and stores of f16 at `at`; the number in a vector is one of f16. */
void fused_load_f16(struct assembly *as, struct evex_address at, int32_t to, bool quiet);
void fused_store_f16(struct assembly *as, struct evex_address at, int32_t from, bool quiet);

#endif
