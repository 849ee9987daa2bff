/* Fused strips: a function of machine code for what would be several primitives on strips, whose
 * values stay in registers between one operation and the next. */
#ifndef SDYC_FUSED_H
#define SDYC_FUSED_H

#include "codegen/emit/emit_thresholds.h"
#include "codegen/program/program.h"
#include "support/limits.h"

enum {
    FUSED_MOST = LIMIT_FUNCTION * 2, /* values */
    FUSED_POINTERS = 9,              /* strips that are read or written */
    FUSED_SCALARS = 8,               /* floats by value: as many come in registers */
};

/* Whose instructions they are made of. */
enum fused_set { FUSED_NONE, FUSED_AVX2, FUSED_AVX512 };

enum fused_kind {
    FUSED_LOAD,     /* a strip, as it lies in memory: pointer `number` */
    FUSED_SCALAR,   /* a float of the caller's, parameter `number` */
    FUSED_CONSTANT, /* `bits` */
    FUSED_OPERATION,
};

/* Floats narrower than f32 are computed in f32: `type` is an element that is computed in, or that
 * of a load as it is stored. I1 is a mask. */
struct fused_value {
    enum fused_kind kind;
    enum element type;
    enum scalar_op op;
    int32_t args[3];
    uint32_t number;
    uint64_t bits;
    bool spread;         /* a load of one element for all of a row */
    int32_t ahead;       /* bytes from a load to what is fetched meanwhile; 0: nothing is */
    enum element rounds; /* to bf16 or f16 after the operation; else ELEMENT_COUNT */
    bool was_bf16;       /* a load or a scalar, when it was made */
    bool sums_bf16;      /* a load of sums of products of bf16 */
    int32_t output;      /* the pointer that it goes to, or -1 */
    enum element stored; /* as which it lies there */
};

/* Values in an order in which each stands behind what it is made of. */
struct fused {
    enum fused_set set;
    uint32_t count, pointer_count, scalar_count;
    uint32_t lanes; /* of 64 bytes: 16, or 8 for elements of 64 bits */
    /* Elements of a row, where strips are several; else 0. Pointers move from row to row. */
    int64_t inner, row_bytes[FUSED_POINTERS];
    bool past;   /* the last value is stored past the caches, whole lines of it */
    bool is_sum; /* the last value, f32, is not stored but summed in the order of strips.h */
    struct fused_value values[FUSED_MOST];
};

/* The set of this processor, as far as programs may use it; FUSED_NONE: it has none. */
enum fused_set fused_available(void);
/* Whether there is an instruction for the operation on operands and results of these types. */
bool fused_has(enum fused_set set, enum scalar_op op, enum element from, enum element to);
/* Whether strips of the type can be read and written. */
bool fused_loads(enum fused_set set, enum element type);
bool fused_stores(enum fused_set set, enum element type);
/* Whether one instruction multiplies by a power of two. */
bool fused_scales(enum fused_set set);
/* The function's code: void f(int64_t n, pointers..., floats...), n elements of each strip, or
 * float f(...) for a sum; n rows where strips are several. False where it has more values at a time
 * than there are registers. */
bool fused_code(const struct fused *fused, struct buffer *code);

#endif
