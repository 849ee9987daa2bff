/* Instructions of AVX-512 and of AVX2 as bytes, of the kinds that fused strips are made of
 * (code.c): an operation on up to three vector or mask registers, or on registers and memory; and
 * the few on general registers that the function around them has. What an instruction is called and
 * how it is encoded is a row of instructions.def, instructions_avx2.def or general.def. */
#ifndef SDYC_ENCODE_H
#define SDYC_ENCODE_H

#include "support/support.h"

/* How an instruction is encoded: map, mandatory prefix, width bit, opcode, and the digit that
 * extends the opcode where it has one. */
struct evex {
    uint8_t map, prefix, wide, opcode, digit;
};
/* The same for AVX2, whose vectors have 32 bytes, or 16: `length` is the manual's L. */
struct vex {
    uint8_t map, prefix, wide, length, opcode, digit;
};

/* Names of instructions on vectors, on masks and on general registers. */
enum instruction {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text) NAME,
#define MASKS(NAME, length, opcode, text)
#include "codegen/emit/fused/instructions.def"
#define SHARED(NAME, order, narrow, wide, narrow_text, wide_text)
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text) NAME,
#include "codegen/emit/fused/instructions_avx2.def"
    INSTRUCTION_COUNT
};
enum mask_instruction {
#define INSTRUCTION(NAME, order, narrow, wide, narrow_text, wide_text)
#define MASKS(NAME, length, opcode, text) NAME,
#include "codegen/emit/fused/instructions.def"
    MASK_INSTRUCTION_COUNT
};
enum general_instruction {
#define GENERAL(NAME, bytes, rest, text) NAME,
#include "codegen/emit/fused/general.def"
    GENERAL_INSTRUCTION_COUNT
};

/* The encodings for elements of 64 bits, or of 32. Map 0: the set of instructions has it not. */
struct evex evex_of(enum instruction which, bool wide);
struct vex vex_of(enum instruction which, bool wide);

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
/* To which integer a float is rounded, without an exception: */
enum evex_rounding { EVEX_TO_EVEN = 0x08, EVEX_DOWN = 0x09, EVEX_UP = 0x0a };
/* Which bits are taken of three operands: */
enum evex_choice {
    EVEX_FIRST_CHOOSES = 0xca, /* those of the second where the first has 1, else the third's */
    EVEX_THIRD_CHOOSES = 0xd8, /* those of the second where the third has 1, else the first's */
    EVEX_AND_THEN_OR = 0xea,   /* those that the first two or the third have */
};
/* `to` = op(a, b), under the mask `k` (0: everywhere; `zero`: 0 where not, else as it was). An
 * instruction of one operand has it in `b` and 0 in `a`. */
void evex_registers(struct buffer *code, struct evex op, int32_t to, int32_t a, int32_t b,
                    int32_t k, bool zero);
/* The same where `b`, or for a store what is written, is in memory. */
void evex_memory(struct buffer *code, struct evex op, int32_t to, int32_t a, struct evex_address at,
                 int32_t k, bool zero);
/* The same in AVX2, which has no masks; memory at an address, or `distance` bytes behind a base. */
void vex_registers(struct buffer *code, struct vex op, int32_t to, int32_t a, int32_t b);
void vex_memory(struct buffer *code, struct vex op, int32_t to, int32_t a, struct evex_address at);
void vex_behind(struct buffer *code, struct vex op, int32_t to, int32_t a, int32_t base,
                int32_t distance);
/* to = from shifted by the count, as the row says. */
void vex_shift(struct buffer *code, struct vex op, int32_t to, int32_t from, int32_t count);
/* Fetches the line `distance` bytes behind an address, if there is memory. */
void evex_fetch(struct buffer *code, struct evex_address at, int32_t distance);
/* The byte that some instructions end in. */
void evex_immediate(struct buffer *code, int32_t value);
/* to = from shifted by the count, as the row says, under the mask `k` as above. */
void evex_shift(struct buffer *code, enum instruction which, int32_t to, int32_t from,
                int32_t count, int32_t k);
/* to = op(a, b) on masks of 16 bits; one of one operand has it in `b`, and 0 in `a`. */
void encode_masks(struct buffer *code, enum mask_instruction which, int32_t to, int32_t a,
                  int32_t b);

/* --- general registers --- */

/* The instruction, but for the number that it ends in. */
void encode_general(struct buffer *code, enum general_instruction which);
/* The number, as what an instruction ends in: its lowest byte first. */
void encode_number(struct buffer *code, uint64_t number, uint32_t bytes);
void encode_push(struct buffer *code, int32_t general);
void encode_pop(struct buffer *code, int32_t general);
/* general += number */
void encode_add(struct buffer *code, int32_t general, int32_t number);
/* The 64 bits that lie so many bytes above the stack's end, into one of r8 to r15. */
void encode_load_stack(struct buffer *code, int32_t general, int32_t offset);
/* Of ebx and the lower half of a register: three bytes. */
enum ebx_instruction { MOV_EBX = 0x89, XOR_EBX = 0x31 };
void encode_ebx(struct buffer *code, enum ebx_instruction which, int32_t general);

#endif
