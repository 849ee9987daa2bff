/* Instructions of AVX-512 as bytes, of the kinds that fused strips are made of (code.c): an
 * operation on up to three vector or mask registers, or on registers and memory. */
#ifndef SDYC_EVEX_H
#define SDYC_EVEX_H

#include "support/support.h"

/* Map, mandatory prefix, width bit and opcode of an instruction, as the processor's manual has
 * them: "EVEX.66.0F38.W0 40" is EVEX(2, 1, 0, 0x40). */
struct evex {
    uint8_t map, prefix, wide, opcode;
};
#define EVEX(map, prefix, wide, opcode) ((struct evex){map, prefix, wide, opcode})

/* General registers, by their numbers. */
enum general_register {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP, /* as an index: there is none */
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12, /* from here on the caller's, as are rbx and rbp */
    R13,
    R14,
    R15,
};
/* Memory at base + index * scale, both of 64 bits. */
struct evex_address {
    int32_t base, index, scale; /* scale: 1, 2, 4 or 8 bytes */
};

/* The bytes that instructions end in. What a comparison asks of two floats, without a signal: */
enum evex_predicate {
    EVEX_UNORDERED = 0x03, /* whether one is a NaN */
    EVEX_ORDERED = 0x07,
    EVEX_LESS = 0x11,
    EVEX_NOT_LESS = 0x15,
};
/* Which bits are taken of three operands: */
enum evex_choice {
    EVEX_FIRST_CHOOSES = 0xca, /* those of the second where the first has 1, else the third's */
    EVEX_THIRD_CHOOSES = 0xd8, /* those of the second where the third has 1, else the first's */
};
/* What stands for a register in shifts by a byte. */
enum evex_shift { EVEX_SHIFT_RIGHT = 2, EVEX_SHIFT_LEFT = 6 };

/* `to` = op(a, b), under the mask `k` (0: everywhere; `zero`: 0 where not, else as it was). An
 * instruction of one operand has it in `b` and 0 in `a`. */
void evex_registers(struct buffer *code, struct evex op, int32_t to, int32_t a, int32_t b,
                    int32_t k, bool zero);
/* The same where `b`, or for a store what is written, is in memory. */
void evex_memory(struct buffer *code, struct evex op, int32_t to, int32_t a, struct evex_address at,
                 int32_t k, bool zero);
/* Fetches the line `distance` bytes behind an address, if there is memory. */
void evex_fetch(struct buffer *code, struct evex_address at, int32_t distance);
/* The byte that some instructions end in. */
void evex_immediate(struct buffer *code, int32_t value);
/* to = op(a, b) on masks of 16 bits; `one`: of `b` alone. */
void evex_masks(struct buffer *code, uint8_t opcode, int32_t to, int32_t a, int32_t b, bool one);

#endif
