/* A fused strip as it is assembled: what its operations take registers from (code.c), the functions
 * that are many instructions (math.c), and what sets of instructions do each in their way
 * (avx512.c, avx2.c). */
#ifndef SDYC_FUSED_ASSEMBLY_H
#define SDYC_FUSED_ASSEMBLY_H

#include "codegen/emit/fused/encode.h"
#include "codegen/emit/fused/fused.h"

#include "scalar_reduce.h"

enum { VECTORS_MOST = 32 }; /* registers of vectors, of any set */

struct assembly {
    const struct fused *fused;
    const struct instruction_set *set;
    struct buffer *code;
    bool wide; /* elements of 64 bits */
    bool tail;
    bool past;                                   /* stores of the last value go past the caches */
    bool has_dots;                               /* VPDPWSSD */
    int32_t where[FUSED_MOST], last[FUSED_MOST]; /* register of a value, and its last reader */
    bool short_nans[FUSED_MOST]; /* a NaN among the value's elements would end in 16 zeros */
    bool quiet[FUSED_MOST];      /* ...or would not signal */
    bool moved[FUSED_MOST];      /* its elements are stored as they are, or but for their signs */
    uint32_t free_vectors, free_masks, used_vectors;
    int32_t constants; /* registers from the last down that hold them */
    uint64_t bits[VECTORS_MOST];
    bool is_scalar[VECTORS_MOST]; /* `bits` is the number of a parameter */
    bool has_memory;              /* something lies behind the code: */
    int32_t in_memory;            /* constants */
    uint64_t memory[FUSED_MOST];
    size_t address; /* behind the instruction that takes their address */
    int32_t sum;    /* which of its vectors the body adds to */
    bool failed;
};

/* What is left for a set of instructions to do in its way. Where values are read, `a`, `b` and the
 * like may be what `constant` gives; masks may be registers of their own, or vectors. */
struct instruction_set {
    int32_t vectors, vector_bytes;
    bool has_mask_registers;
    /* to = op(a, b) on elements of the strip's width; an instruction of one operand has it in `b`
     * and 0 in `a`. And to = from shifted by a count. */
    void (*add)(struct assembly *as, enum instruction op, int32_t to, int32_t a, int32_t b);
    void (*shift)(struct assembly *as, enum instruction op, int32_t to, int32_t from,
                  int32_t count);
    /* What stands for these bits in all lanes through all of the loop. */
    int32_t (*constant)(struct assembly *as, uint64_t bits, bool is_scalar);
    /* to = a < b or the like, a mask; to = a and b or the like, of masks. */
    void (*compare)(struct assembly *as, enum scalar_op op, enum element type, int32_t to,
                    int32_t a, int32_t b);
    void (*combine_masks)(struct assembly *as, enum scalar_op op, int32_t to, int32_t a, int32_t b);
    /* to = mask ? a : b; to = mask ? number : 0; to = a has its sign ? b : number */
    void (*choose)(struct assembly *as, int32_t to, int32_t mask, int32_t a, int32_t b);
    void (*number_where)(struct assembly *as, int32_t to, int32_t mask, int32_t number);
    void (*choose_by_sign)(struct assembly *as, int32_t to, int32_t a, int32_t number, int32_t b);
    /* to = the greater or less of two floats: zeros by sign, and NaN where there is one. */
    void (*extreme_floats)(struct assembly *as, bool greater, int32_t to, int32_t a, int32_t b);
    /* to = the integer that `to` is, towards zero; 0 where `a` is a NaN */
    void (*to_integer)(struct assembly *as, int32_t to, int32_t a);
    /* to = x with the sign of a; takes n */
    void (*copy_sign)(struct assembly *as, int32_t to, int32_t a, int32_t x, int32_t n);
    /* n = 2^n, for n an integer that a float has as its exponent */
    void (*power)(struct assembly *as, int32_t n);
    /* Finds the elements of x whose exponentials are not zero, of `least` and more, and NaN; then
     * to = to 2^n for these, else 0, which takes n and what the first has found. */
    int32_t (*find_not_zero)(struct assembly *as, int32_t x, double least);
    void (*scale_not_zero)(struct assembly *as, int32_t to, int32_t n, int32_t found);
    /* vector = the float nearest to it of those that end in 16 zeros, of two as near the even one.
     * `plain`: none is a NaN of which this would make something else. `cuts`: the 16 zeros are
     * wanted, else any bits may be there. */
    void (*round_bf16)(struct assembly *as, int32_t vector, bool plain, bool cuts);
    /* vector = the nearest number of f16. `quiet`: none is a NaN that signals, which the processor
     * would change. */
    void (*round_f16)(struct assembly *as, int32_t vector, bool quiet);
    void (*load)(struct assembly *as, const struct fused_value *value, int32_t to);
    void (*store)(struct assembly *as, const struct fused_value *value, int32_t from);
    /* Of sums, where the set has them: the next term into that of the lanes which is due, all of
     * them into the first, and the lanes of that one into the result. */
    void (*add_to_sum)(struct assembly *as, int32_t vector);
    void (*join_sums)(struct buffer *code);
    void (*join_lanes)(struct buffer *code);
    /* Around the bodies: constants, in front of the loop. The elements in front of the first line
     * of what goes past the caches, of which rax counts as many: a store that reached into that
     * line would fetch it. Those from rax to rdi. And what stands behind the code. */
    void (*begin)(struct assembly *as, struct buffer *code);
    void (*first_elements)(const struct fused *fused, struct buffer *code,
                           const struct buffer *tail);
    void (*last_elements)(struct assembly *as, struct buffer *code, const struct buffer *tail);
    void (*end)(struct assembly *as, struct buffer *code);
};
extern const struct instruction_set fused_avx2, fused_avx512;

/* The elements of a vector, and how many vectors hold a sum's lanes: the last registers. */
static inline int32_t assembly_lanes(const struct assembly *as) {
    return as->set->vector_bytes / (as->wide ? 8 : 4);
}
static inline int32_t assembly_sums(const struct assembly *as) {
    return as->fused->is_sum ? SDYRT_REDUCE_MANY / assembly_lanes(as) : 0;
}
/* The register of one of the sum's vectors, of so many. */
static inline int32_t fused_sum_vector(int32_t vectors, int32_t number) {
    return vectors - 1 - number;
}
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
/* Where its elements are compared and computed with as integers without a sign. */
static inline bool fused_is_unsigned(enum element type) {
    return type == ELEMENT_U32 || type == ELEMENT_U64;
}
/* Where a pointer's elements lie: rax of them behind it. */
struct evex_address fused_elements(uint32_t pointer, enum element type);

/* What the code needs to know of the values before the first is made. */
void assembly_prepare(struct assembly *as);
/* Code for one vector of each strip, rax elements behind the pointers, or for those left over. */
void assembly_body(struct assembly *as, struct buffer *code, bool tail);

/* A vector register of its own; given back where nothing reads it any more. */
int32_t assembly_vector(struct assembly *as);
void assembly_free(struct assembly *as, int32_t vector);
/* A register that holds these bits, of those that no value has had, from the last down to the
 * `first` that values may have. `is_scalar`: `bits` is the number of a parameter. */
int32_t assembly_kept(struct assembly *as, uint64_t bits, bool is_scalar, int32_t first);

/* As the set has them. */
static inline void assembly_add(struct assembly *as, enum instruction op, int32_t to, int32_t a,
                                int32_t b) {
    as->set->add(as, op, to, a, b);
}
static inline int32_t assembly_constant(struct assembly *as, uint64_t bits, bool is_scalar) {
    return as->set->constant(as, bits, is_scalar);
}
/* A number, and bits, of the strip's width. */
int32_t assembly_number(struct assembly *as, double value);
int32_t assembly_bits(struct assembly *as, uint64_t narrow, uint64_t wide);

/* Jumps, instructions that end in a byte, and pieces of code, for what is around the bodies. */
enum { JUMP = sizeof(char[2]) + sizeof(int32_t) }; /* bytes: the opcode, and a distance */
void fused_add_jump(struct buffer *code, enum general_instruction jump, int64_t distance);
void fused_add_small(struct buffer *code, enum general_instruction which, int32_t number);
void fused_add_code(struct buffer *code, const struct buffer *more);
/* ebx = the elements from where the last value goes to the next line */
void fused_find_line(const struct fused *fused, struct buffer *code);

/* Whether one instruction adds two products of 16 bits to each word. */
bool fused_has_dots(enum fused_set set);

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

/* Which values may be NaNs that signal, and which of those that are read show it. */
void fused_find_signals(struct assembly *as);

#endif
